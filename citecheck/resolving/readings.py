"""What a reference's DOI may mean: the DOI as written, its other readings where a line broke it, and the article behind it.

A figure, a supplement, a review or a version has a DOI of its own. What a registry has under it is kept; where that is only a
part, the article behind it is what the reference cites and what can be retracted, and both are told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from citecheck.agreements import compare
from citecheck.identifiers import Identifier, Kind
from citecheck.records import AgreementOutcome, Reference, Work
from citecheck.registries.crossref_record import DELETED_TYPE
from citecheck.resolving.identified import ARXIV_PREFIX, Identified, ask_identifiers, is_usable
from citecheck.resolving.registries import Registries

PARTS = frozenset(("component", "peer-review"))
"""Crossref types of what belongs to an article."""
MOST_READINGS = 6
"""Readings of one reference's DOIs that are asked for: a reference with more is a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """The DOI that a reference means, what was said about it, and the article behind it."""

    doi: str
    answer: Identified
    behind: Work | None = None


def list_readings(reference: Reference) -> tuple[str, ...]:
    """Give the DOIs to ask for besides the first one, likeliest first."""
    first = doi_to_ask(reference)
    found = [other for each in _usable(reference) for other in (each.value, *each.alternatives, each.parent)]
    return tuple(each for each in dict.fromkeys(found) if each and each != first)[:MOST_READINGS]


def doi_to_ask(reference: Reference) -> str:
    """Give the DOI to ask for: the reference's own, or the one that arXiv registers."""
    first = next(_usable(reference), None)
    if first is not None:
        return first.value
    arxiv = reference.identifier("arxiv")
    return f"{ARXIV_PREFIX}{arxiv}" if arxiv else ""


def ask_readings(references: Sequence[Reference], registries: Registries) -> dict[str, Identified]:
    """Ask for all references' DOIs, and for other readings of those that led to no work or to a part of one."""
    answers = ask_identifiers([doi for each in references if (doi := doi_to_ask(each))], registries)
    open_ones = [each for each in references if _is_open(doi_to_ask(each), answers)]
    others = [doi for each in open_ones for doi in list_readings(each) if doi not in answers]
    return answers | (ask_identifiers(others, registries) if others else {})


def choose_reading(reference: Reference, answers: Mapping[str, Identified]) -> Meant:
    """Choose the DOI that the reference means, among all that were asked for it."""
    doi = doi_to_ask(reference)
    own = answers[doi]
    if not _is_open(doi, answers):
        return Meant(doi=doi, answer=own)
    parent = next((each.parent for each in _usable(reference) if each.value == doi), "")
    behind = next(iter(_works([answers[parent]])), None) if parent in answers else None
    work = next(iter(_works([own])), None)
    if work is not None:
        same = compare(reference, work).outcome is AgreementOutcome.SAME
        if behind is None or (work.title and same):
            return Meant(doi=doi, answer=own, behind=behind)
        return Meant(doi=parent, answer=_tell(answers[parent], f"{doi} is a part of {parent}."))
    for other in list_readings(reference):
        if other in answers and _works([answers[other]]):
            said = f"{doi} is a part of {other}." if other == parent else f"{doi} is not known, and {other} is."
            return Meant(doi=other, answer=_tell(answers[other], said))
    return Meant(doi=doi, answer=own)


def _usable(reference: Reference) -> Iterator[Identifier]:
    return (each for each in reference.identifiers if each.kind is Kind.DOI and is_usable(each))


def _is_open(doi: str, answers: Mapping[str, Identified]) -> bool:
    """Does a DOI lead to nothing, though all could be asked, or to a mere part of a work?"""
    answer = answers.get(doi)
    if answer is None or answer.lookup.not_asked is not None or answer.not_asked:
        return False
    works = list(_works([answer]))
    return not works or works[0].type in PARTS or not works[0].title


def _works(answers: Iterable[Identified]) -> Iterator[Work]:
    return (work for each in answers for work in each.lookup.works if work.type != DELETED_TYPE)


def _tell(answer: Identified, message: str) -> Identified:
    return replace(answer, message=message)
