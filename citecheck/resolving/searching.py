"""Search for what no identifier settles: the whole string at Crossref, the exact title at OpenAlex."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from citecheck.agreements import compare
from citecheck.agreements.titles import is_generic, titles_of
from citecheck.agreements.witness import WITNESS_LENGTH, is_running_text
from citecheck.records import Agreement, AgreementOutcome, FieldOutcome, NotAsked, Reference, Work
from citecheck.registries.crossref import search_words
from citecheck.registries.crossref_record import DELETED_TYPE
from citecheck.resolving.identified import ask_identifiers
from citecheck.resolving.registries import Registries
from citecheck.text.titles import fold_title, strip_markup

UNLISTED_TYPES = frozenset(
    "webpage online web electronic post post-weblog personal_communication personal-communication legislation legal_case "
    "jurisdiction statute bill patent broadcast interview motion_picture video software computer-program newspaper "
    "article-newspaper article-magazine".split()
)
"""CSL, BibTeX and RIS types that no registry lists."""
PERSONAL = re.compile(
    r"\b(?:personal communication|pers\. comm|unpublished (?:data|results)|private communication)\b", re.I
)
UNPUBLISHED = re.compile(
    r"\b(?:in prep(?:aration)?\.?|manuscript in preparation|to be submitted)(?=\W|$)", re.IGNORECASE
)
SHORTEST_TITLE = 8
"""Characters of a title that are worth an exact search."""


QUOTED = re.compile(r"[“\"„«]([^“”\"„«»]{12,300})[”\"“»]|[‘']([^‘’]{12,300})[’'](?=[,.;]|\s*$)")
"""A title between quotation marks."""
PARTS_OF_ENTRY = re.compile(r"(?:(?<=[^\W_]{2})|(?<=[)\]”’?!]))[.?!…]+\s+|\s//?\s|https?://\S+")
"""What parts an entry into authors, title and container; an initial's stop does not."""
BRACKETED_KIND = re.compile(r"\s*\[[A-Z]{1,2}(?:/[A-Z]{2})?\]")
"""The kind of work as GB/T 7714 writes it: `[J]`."""
FEWEST_WORDS = 4
"""Words of a title that was cut out rightly, most likely."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """What searching brought: candidates that are the work, and that may be; who answered, and who could not be asked."""

    same: tuple[tuple[Work, Agreement], ...] = ()
    unsure: tuple[tuple[Work, Agreement], ...] = ()
    of_others: tuple[tuple[Work, Agreement], ...] = ()
    """Works of the reference's very title by other authors."""
    asked: tuple[str, ...] = ()
    not_asked: tuple[NotAsked, ...] = ()


def search_for(reference: Reference, registries: Registries) -> Searched:
    """Search Crossref by the whole string, and OpenAlex by title when Crossref finds nothing that fits."""
    ways = [("crossref search", registries.crossref.search)]
    title = guess_title(reference)
    if len(title) >= SHORTEST_TITLE:
        ways.append(("openalex search", registries.openalex.search))
    unsure: list[tuple[Work, Agreement]] = []
    of_others: list[tuple[Work, Agreement]] = []
    asked: list[str] = []
    not_asked: list[NotAsked] = []
    for name, search in ways:
        lookup = search(reference if name == "crossref search" else replace(reference, title=title))
        if lookup.not_asked is not None:
            not_asked.append(lookup.not_asked)
            continue
        asked.append(name)
        judged = [(work, compare(reference, work)) for work in lookup.works if work.type != DELETED_TYPE]
        same = [pair for pair in judged if pair[1].outcome is AgreementOutcome.SAME]
        unsure += [pair for pair in judged if pair[1].outcome is AgreementOutcome.UNSURE and _has_likeness(pair[1])]
        of_others += [pair for pair in judged if _is_by_others(*pair)]
        if same:
            own = _with_own_records(same, registries) if name == "openalex search" else same
            return Searched(same=tuple(own), unsure=tuple(unsure), asked=tuple(asked))
    return Searched(
        unsure=_each_once(unsure), of_others=_each_once(of_others), asked=tuple(asked), not_asked=tuple(not_asked)
    )


def _each_once(pairs: Iterable[tuple[Work, Agreement]]) -> tuple[tuple[Work, Agreement], ...]:
    """Leave out what the second search brought again: the first one's records say more."""
    found: dict[str, tuple[Work, Agreement]] = {}
    for work, agreement in pairs:
        found.setdefault(work.doi or work.title, (work, agreement))
    return tuple(found.values())


def _is_by_others(work: Work, agreement: Agreement) -> bool:
    """Has a work the reference's title, one that tells, and other authors?"""
    fields = {each.field: each.outcome for each in agreement.fields}
    alike = fields["title"] is FieldOutcome.AGREES and fields["authors"] is FieldOutcome.DIFFERS
    return alike and not is_generic(work) and len(fold_title(work.title)) >= WITNESS_LENGTH


def is_at_its_place(agreement: Agreement) -> bool:
    """Do year, and journal, volume or pages agree?"""
    agreed = {each.field for each in agreement.fields if each.outcome is FieldOutcome.AGREES and "off" not in each.note}
    return "year" in agreed and bool(agreed & {"container", "volume", "pages"})


def _with_own_records(same: Sequence[tuple[Work, Agreement]], registries: Registries) -> list[tuple[Work, Agreement]]:
    """Exchange OpenAlex's works for their own agency's records, where they have a DOI: only those carry updates."""
    answers = ask_identifiers([work.doi for work, _ in same if work.doi], registries)
    found = []
    for work, agreement in same:
        own = answers[work.doi].lookup.works if work.doi else ()
        found.append((own[0] if own else work, agreement))
    return found


def why_unlisted(reference: Reference) -> str:
    """Say why no registry lists this kind of work; empty when one may."""
    if reference.type in UNLISTED_TYPES and not has_place(reference):
        return f"no registry lists this kind of work ({reference.type})."
    if PERSONAL.search(f"{reference.raw} {reference.title}"):
        return "a personal communication or unpublished result is in no registry."
    if reference.url and not reference.authors and not has_place(reference):
        return "a web page is in no registry."
    return ""


def has_place(reference: Reference) -> bool:
    """Does the reference name a place in a journal or book?"""
    return bool(reference.volume or reference.pages or (reference.container and reference.year))


def is_searchable(reference: Reference) -> bool:
    return bool(search_words(reference))


def is_unpublished(reference: Reference) -> bool:
    """Does the reference say that its work is not published yet?"""
    return bool(UNPUBLISHED.search(f"{reference.raw} {reference.note} {reference.container}"))


def _has_likeness(agreement: Agreement) -> bool:
    """Is anything but the year alike? A candidate with which nothing agrees is none."""
    return any(
        each.outcome is FieldOutcome.AGREES or "unsure" in each.note
        for each in agreement.fields
        if each.field not in ("year", "issue", "container")
    )


def weigh(agreement: Agreement) -> int:
    """Weigh a candidate: exact title and authors before the rest."""
    agreed = {each.field for each in agreement.fields if each.outcome is FieldOutcome.AGREES}
    differing = sum(each.outcome is FieldOutcome.DIFFERS for each in agreement.fields)
    exact = sum(each.outcome is FieldOutcome.AGREES and not each.note for each in agreement.fields)
    return 10 * len(agreed) + exact - 5 * differing


def leave_out_contained(same: Sequence[tuple[Work, Agreement]]) -> list[tuple[Work, Agreement]]:
    """Leave out candidates whose title is only the beginning of another's that agrees word for word as well."""
    titles = [fold_title(max(titles_of(work), key=len, default="")) for work, _ in same]
    return [
        pair
        for pair, own in zip(same, titles, strict=True)
        if not any(own != each and each.startswith(own) for each in titles if own) or pair[1].fields[0].note == ""
    ]


def guess_title(reference: Reference) -> str:
    """Give the title to search for exactly; of one cut out of running text only the part that most likely is it."""
    if not is_running_text(reference):
        return reference.title
    quoted = QUOTED.search(strip_markup(reference.raw))
    if quoted:
        return (quoted[1] or quoted[2]).strip(" .,?!")
    clean = len(reference.title) >= SHORTEST_TITLE and not re.search("[,;&]", reference.title)
    whole = reference.title if clean or len(re.findall(r"\w{4,}", reference.title)) >= FEWEST_WORDS else reference.raw
    parts = [each.strip(" .,*_") for each in PARTS_OF_ENTRY.split(BRACKETED_KIND.sub("", strip_markup(whole)))]
    return max(
        parts, key=lambda part: len(re.findall(r"\w{4,}", part)) - 2 * len(re.findall("[,;&]", part)), default=""
    )


def are_versions(best: Work, rivals: Iterable[Work]) -> bool:
    """Are rivals versions of one work, by their own word?"""
    linked = {doi for _, doi in best.relations}
    return all(each.doi in linked or best.doi in {doi for _, doi in each.relations} for each in rivals)
