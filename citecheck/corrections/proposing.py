"""Propose: is the work certain, and if so, which fields are corrected."""

from __future__ import annotations

import re
from collections.abc import Sequence

from citecheck.corrections.names import Names, compare_names
from citecheck.corrections.places import Found, compare_numbers, compare_ranges, compare_years
from citecheck.corrections.proposal import Correction, Edit, Kept, Proposal
from citecheck.corrections.titles import Words, compare_words
from citecheck.records import Agreement, FieldOutcome, Reference, Work
from citecheck.text.titles import fold_title, fold_words

TELLING_TITLE = 16
"""Letters of a title that tells a work by itself: *Introduction* and *Editorial* are thousands."""
MOST_DIFFERING = 2
"""Of year, volume, issue and pages: where more differ it may be another version, print or edition."""
PREPRINT = re.compile(
    r"\b(?:arxiv|biorxiv|medrxiv|chemrxiv|psyarxiv|socarxiv|preprints?|ssrn|research square|corr)\b", re.I
)
PREPRINT_PREFIXES = tuple(
    "10.48550/ 10.1101/ 10.64898/ 10.21203/ 10.26434/ 10.20944/preprints 10.31234/ 10.31219/ 10.2139/ssrn 10.36227/techrxiv "
    "10.31223/".split()
)
PREPRINT_TYPES = frozenset(("posted-content", "preprint", "unpublished", "manuscript"))
PUBLISHED = ("is-preprint-of", "is-previous-version-of")
PLACES = frozenset(("year", "volume", "issue", "pages"))
GENERIC = frozenset(
    "proc proceedings of the in on and for a an international conference conf annual meeting ieee acm workshop symposium".split()
)
"""Words of a container's name that tell none from another."""
BOOK_TYPES = frozenset(
    "book inbook incollection booklet mvbook collection chapter monograph edited-book reference-book".split()
)


def propose(reference: Reference, work: Work, agreement: Agreement, *, is_cut: bool = False) -> Proposal:
    """Propose what is corrected of a reference, given the work that its identifier or a search led to.

    `is_cut` says that the list of authors ends with *and others*.
    """
    words = compare_words(reference.title, work)
    names = compare_names(reference.authors, work, is_cut=is_cut)
    hints = _hints(work)
    if not words.others and (other := _other_stage(reference, work, agreement)):
        return Proposal(doubt=f"the registry describes {other}, and the reference does not", hints=hints)
    if doubt := _doubt(reference, agreement, words, names):
        return Proposal(doubt=doubt)
    found = [
        _of_title(words),
        _of_names(names),
        *_of_places(reference, work, words),
        _of_doi(reference, work),
    ]
    corrections = tuple(each for each in found if isinstance(each, Correction))
    kept = tuple(each for each in found if isinstance(each, Kept))
    if other := _other_version(reference, agreement, corrections):
        return Proposal(doubt=other, hints=hints)
    if names.keep:
        kept = (*kept, Kept(field="authors", why=names.keep))
    return Proposal(corrections=corrections, kept=kept, hints=hints)


def is_preprint(reference: Reference) -> bool:
    """Does the reference say that it means a preprint? A journal's name says that it does not."""
    if PREPRINT.search(reference.container) or reference.type in PREPRINT_TYPES:
        return True
    if reference.container or reference.volume:
        return False
    return reference.identifier("arxiv") is not None or (reference.doi or "").startswith(PREPRINT_PREFIXES)


def is_preprint_work(work: Work) -> bool:
    """Is the work a preprint, by its registry's word?"""
    return work.type.casefold() in PREPRINT_TYPES or work.doi.startswith(PREPRINT_PREFIXES)


def _other_stage(reference: Reference, work: Work, agreement: Agreement) -> str:
    """Say that one of the two is a preprint and the other is published; a reference that names no place may be either."""
    if is_preprint_work(work):
        is_its_own = any(each.field == "container" and each.outcome is FieldOutcome.AGREES for each in agreement.fields)
        names_place = bool(reference.container or reference.volume)
        return "a preprint" if names_place and not is_its_own and not is_preprint(reference) else ""
    return "the published work" if is_preprint(reference) else ""


def _doubt(reference: Reference, agreement: Agreement, words: Words, names: Names) -> str:
    """Say why the work is not certain; empty when it is."""
    if words.others:
        return f"the title differs: {words.others}"
    if not names.is_known:
        return "no authors confirm that it is the work"
    if names.others:
        return names.others
    if words.edits and any(each.old for each in names.edits) and not names.has_plain:
        return "both the title and an author are spelt differently"
    agreed = {each.field for each in agreement.fields if each.outcome is FieldOutcome.AGREES}
    differing = {each.field for each in agreement.fields if each.outcome is FieldOutcome.DIFFERS}
    if len(fold_title(reference.title)) < TELLING_TITLE and not (agreed & {"volume", "pages"}):
        return "the title is too short to tell the work by"
    container = next(each for each in agreement.fields if each.field == "container")
    if container.outcome is FieldOutcome.DIFFERS and not _names_within(container.reference, container.work):
        return f"the work is in another container ({container.work})"
    misspelt = bool(words.edits) or any(each.old for each in names.edits)
    if misspelt and len(differing & PLACES) > 1:
        return "the spelling and more than one other field differ"
    return ""


def _names_within(one: str, two: str) -> bool:
    """Does one container's name hold all that tells in the other's, as a conference's does its short name?"""
    telling = [{each for each in fold_words(text) if each not in GENERIC and not each.isdigit()} for text in (one, two)]
    return all(telling) and (telling[0] <= telling[1] or telling[1] <= telling[0])


def _other_version(reference: Reference, agreement: Agreement, corrections: Sequence[Correction]) -> str:
    """Say why it may be another version, print or edition; empty when nothing speaks for that."""
    fields = {each.field for each in corrections}
    differing = {each.field for each in agreement.fields if each.outcome is FieldOutcome.DIFFERS} & PLACES
    if len(differing) > MOST_DIFFERING:
        return "year, volume and pages differ: it may be another version of the work"
    if "doi" in fields and len(differing) > 1:
        return "the identifier and more than one other field differ: it may be another version"
    if "year" in fields and reference.type in BOOK_TYPES:
        return "the year differs: it may be another edition"
    note = next((each.note for each in agreement.fields if each.field == "year"), "")
    return "the year differs: preprint against published version" if "year" in fields and "preprint" in note else ""


def _of_title(words: Words) -> Found:
    if not words.edits:
        return None
    old, new = (", ".join(getattr(each, name) for each in words.edits) for name in ("old", "new"))
    return Correction(field="title", old=old, new=new, edits=words.edits)


def _of_names(names: Names) -> Found:
    if not names.edits:
        return None
    old = ", ".join(each.old for each in names.edits if each.old)
    new = ", ".join(_show(each) for each in names.edits)
    return Correction(field="authors", old=old, new=new, edits=names.edits)


def _show(edit: Edit) -> str:
    return f"{edit.new}, {edit.given}" if edit.given else edit.new


def _of_places(reference: Reference, work: Work, words: Words) -> list[Found]:
    if words.others:
        return []
    return [
        compare_years(reference, work),
        compare_numbers("volume", reference.volume, work.volume),
        compare_numbers("issue", reference.issue, work.issue),
        compare_ranges(reference.pages, work.pages),
    ]


def _of_doi(reference: Reference, work: Work) -> Found:
    if not work.doi or work.registry == "open library":
        return None
    own = next((each for each in reference.identifiers if each.kind == "doi"), None)
    if own is None:
        return None if reference.identifier("arxiv") else Correction(field="doi", old="", new=work.doi)
    if own.value == work.doi or own.parent == work.doi or own.value == work.alias_of or work.doi in own.alternatives:
        return None
    return Correction(field="doi", old=own.value, new=work.doi)


def _hints(work: Work) -> tuple[str, ...]:
    """Say where a preprint was published: citing it is its author's choice."""
    published = next((doi for name, doi in work.relations if name in PUBLISHED and doi != work.doi), "")
    return (f"published since as {published}",) if published and is_preprint_work(work) else ()
