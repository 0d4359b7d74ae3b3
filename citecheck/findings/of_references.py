"""Which references were not found, are ambiguous, lead to another work, or are one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from citecheck.findings.wording import count, describe, introduce, make_finding, name_registry
from citecheck.records import Agreement, FieldOutcome, Finding, Place, Reference, Resolution, ResolutionOutcome
from citecheck.rewriting import Decision, corrected_entry, decide
from citecheck.text.names import family_name
from citecheck.text.titles import fold_title

REWRITTEN = (".bib", ".bibtex", ".json", ".yaml", ".yml", ".ris")
"""Suffixes of bibliographies that `citecheck fix` writes."""
TELLING_TITLE = 16
"""Letters of a title that, with author and year, tell a work: headings such as *Editorial* are shorter; by the tests."""


def resolution_findings(
    resolutions: Iterable[Resolution], places: Mapping[str, tuple[Place, ...]]
) -> Iterator[Finding]:
    """Tell which references were not found, are ambiguous, or lead to another work."""
    for each in resolutions:
        reference = each.reference
        where = (reference.place, *places.get(reference.key, ()))
        match each.outcome:
            case ResolutionOutcome.RESOLVED:
                yield from _details(each, where)
            case ResolutionOutcome.MISMATCHED:
                yield make_finding(
                    "mismatched-work",
                    f"{introduce(reference)}: {_mismatch(each)}",
                    where,
                    subject=reference.key,
                    evidence=_evidence(each.agreement),
                    help=_suggestion(each),
                    correction=corrected_entry(each),
                )
            case ResolutionOutcome.NOT_FOUND:
                asked = ", ".join(each.asked) or "no registry"
                yield make_finding(
                    "not-found",
                    f"{introduce(reference)}: looked for at {asked}, and not found there.",
                    where,
                    subject=reference.key,
                    evidence=(each.message,) if each.message else (),
                    help=_suggestion(each),
                    confidence="medium",
                )
            case ResolutionOutcome.AMBIGUOUS:
                yield make_finding(
                    "ambiguous-work",
                    f"{introduce(reference)}: {count(len(each.candidates), 'work')} may be meant.",
                    where,
                    subject=reference.key,
                    evidence=tuple(describe(work) for work in each.candidates[:3]),
                    confidence="medium",
                )
            case _:
                continue


def duplicate_findings(resolutions: Sequence[Resolution]) -> Iterator[Finding]:
    """Tell which references are one work: by identifier, or, where one has none, by title, first author and year."""
    groups: list[list[Resolution]] = []
    by_doi: dict[str, list[Resolution]] = {}
    by_words: dict[tuple[str, str, int], list[Resolution]] = {}
    for each in resolutions:
        if each.reference.key.startswith("fn:"):
            continue  # notes cite a work as often as the text needs it
        doi, words = _doi_of(each), _words_of(each.reference)
        group = by_doi.get(doi) if doi else None
        if group is None and words is not None:
            group = by_words.get(words)
            if group is not None and doi and any(_doi_of(other) for other in group):
                group = None  # two identifiers are two works, however alike: a preprint and its article, two volumes
        if group is None:
            group = []
            groups.append(group)
        group.append(each)
        if doi:
            by_doi.setdefault(doi, group)
        if words is not None:
            by_words.setdefault(words, group)
    for group in groups:
        if len(group) > 1:
            yield _tell_duplicates(group)


def _tell_duplicates(group: Sequence[Resolution]) -> Finding:
    doi = next((doi for each in group if (doi := _doi_of(each))), "")
    paths = {each.reference.place.path for each in group}
    names = [introduce(each.reference) + _where(each.reference.place, with_path=len(paths) > 1) for each in group]
    named = f"{', '.join(names[:-1])} and {names[-1]}"
    why = doi if doi and all(map(_doi_of, group)) else "the same title, first author and year"
    return make_finding(
        "duplicate-reference",
        f"{named}: one work ({why}).",
        tuple(each.reference.place for each in group),
        subject=doi or group[0].reference.key,
        confidence="high" if why == doi else "medium",
    )


def _details(each: Resolution, where: tuple[Place, ...]) -> Iterator[Finding]:
    """Tell which details of a certain work the reference has otherwise; a DOI that is merely missing is no fault."""
    decided = decide(each)
    wrong = [other for other in decided.proposal.corrections if other.old]
    if decided.decision is not Decision.CHANGED or decided.work is None or not wrong:
        return
    registry = name_registry(decided.work)
    said = "; ".join(f"{other.field} is {other.old} here, {other.new} at {registry}" for other in wrong)
    path = each.reference.place.path
    yield make_finding(
        "differing-details",
        f"{introduce(each.reference)}: {said}.",
        where,
        subject=each.reference.key,
        help=f"Compare, and correct it; `citecheck fix {path} --diff` shows how." if path.endswith(REWRITTEN) else "",
        correction=corrected_entry(each),
    )


def _where(place: Place, *, with_path: bool) -> str:
    if place.line is None:
        return ""
    return f" ({place.path}:{place.line})" if with_path else f" (line {place.line})"


def _doi_of(each: Resolution) -> str:
    """Give the DOI of the work that a reference means; one that leads elsewhere says nothing of it."""
    if each.outcome is ResolutionOutcome.MISMATCHED:
        return ""
    return each.work.doi if each.work else each.reference.doi or ""


def _words_of(reference: Reference) -> tuple[str, str, int] | None:
    """Give title, first author and year, folded; None where they are too few to tell a work by."""
    title = fold_title(reference.title)
    if len(title) < TELLING_TITLE or not reference.authors or reference.year is None:
        return None
    return title, fold_title(family_name(reference.authors[0])), reference.year


def _mismatch(each: Resolution) -> str:
    if each.work is None:
        return each.message or "its identifier leads to another work."
    return f"its identifier leads to {describe(each.work)}."


def _evidence(agreement: Agreement | None) -> tuple[str, ...]:
    if agreement is None:
        return ()
    return tuple(
        f"{each.field}: the reference says {each.reference or '(nothing)'}; the registry says {each.work or '(nothing)'}"
        for each in agreement.fields
        if each.outcome is FieldOutcome.DIFFERS
    )


def _suggestion(each: Resolution) -> str:
    if not each.candidates:
        return ""
    path = each.reference.place.path
    is_entry = path.endswith(REWRITTEN) and each.reference.raw.startswith(("@", "{", "TY  -", "- "))
    more = f" `citecheck fix {path}` corrects what is certain." if is_entry else ""
    return f"Perhaps you mean {describe(each.candidates[0])}.{more}"
