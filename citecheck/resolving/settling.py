"""Settle one reference: from what its identifier led to, or from what a search brought."""

from __future__ import annotations

from citecheck.agreements import compare
from citecheck.records import AgreementOutcome, NotAsked, Reference, Resolution, ResolutionOutcome, Work
from citecheck.registries.crossref_record import DELETED_TYPE
from citecheck.resolving.identified import Identified
from citecheck.resolving.registries import Registries
from citecheck.resolving.searching import (
    Searched,
    are_versions,
    has_place,
    is_at_its_place,
    is_searchable,
    is_unpublished,
    leave_out_contained,
    search_for,
    weigh,
    why_unlisted,
)

CONTAINERS = frozenset(
    ("journal", "journal-issue", "journal-volume", "book-series", "proceedings-series", "report-series")
)
"""Crossref types of what holds works; a reference never means one."""


def settle_identified(
    reference: Reference, doi: str, answer: Identified, registries: Registries, *, behind: Work | None = None
) -> Resolution:
    """Hold a reference against the work its identifier leads to; `behind` is the article that this is a part of."""
    lookup = answer.lookup
    work = next((each for each in lookup.works if each.type != DELETED_TYPE), None)
    if work is not None and work.type in CONTAINERS:
        return Resolution(
            reference=reference,
            outcome=ResolutionOutcome.MISMATCHED,
            work=work,
            asked=answer.asked,
            message=f"its DOI leads to a whole {work.type.replace('-', ' ')}, not to a work in it.",
        )
    if work is not None:
        return _judge_work(reference, work, answer, registries, behind)
    if lookup.not_asked is not None or answer.not_asked:
        gaps = tuple(each for each in (lookup.not_asked, *answer.not_asked) if each is not None)
        return Resolution(
            reference=reference,
            outcome=ResolutionOutcome.NOT_ASKED,
            not_asked=gaps,
            asked=answer.asked,
            message=answer.message,
        )
    message = answer.message
    if lookup.works:
        message = f"{doi} was deleted by its registrant."
    elif "is registered with" in message:
        return Resolution(
            reference=reference,
            outcome=ResolutionOutcome.NOT_ASKED,
            not_asked=(NotAsked(reason="badanswer", host="doi.org", message=message),),
            asked=answer.asked,
            message=message,
        )
    return _settle_dead_identifier(reference, answer.asked, message or f"{doi} is not known.", registries)


def _judge_work(
    reference: Reference, work: Work, answer: Identified, registries: Registries, behind: Work | None
) -> Resolution:
    agreement = compare(reference, work)
    message = f"{work.alias_of} is another name of {work.doi}." if work.alias_of else answer.message
    if behind is not None:
        message = f"{work.doi} is a part of {behind.doi}."
    if agreement.outcome is AgreementOutcome.DIFFERENT:
        better = search_for(reference, registries) if is_searchable(reference) else Searched()
        return Resolution(
            reference=reference,
            outcome=ResolutionOutcome.MISMATCHED,
            work=work,
            candidates=tuple(each for each, _ in better.same if each.doi != work.doi),
            agreement=agreement,
            asked=answer.asked,
            message=message,
        )
    return Resolution(
        reference=reference,
        outcome=ResolutionOutcome.RESOLVED,
        work=work,
        candidates=(behind,) if behind is not None else (),
        agreement=agreement,
        asked=answer.asked,
        message=message,
    )


def _settle_dead_identifier(
    reference: Reference, asked: tuple[str, ...], message: str, registries: Registries
) -> Resolution:
    """A DOI that leads nowhere may still stand in a reference to a real work: look for that by its words."""
    searched = search_for(reference, registries) if is_searchable(reference) else Searched()
    asked = (*asked, *searched.asked)
    if searched.same:
        work, agreement = searched.same[0]
        return Resolution(
            reference=reference,
            outcome=ResolutionOutcome.MISMATCHED,
            candidates=tuple(each for each, _ in searched.same),
            agreement=agreement,
            asked=asked,
            message=f"{message} The work exists under {work.doi or 'another identifier'}.",
        )
    if searched.not_asked:
        return Resolution(
            reference=reference,
            outcome=ResolutionOutcome.NOT_ASKED,
            not_asked=searched.not_asked,
            asked=asked,
            message=message,
        )
    return Resolution(reference=reference, outcome=ResolutionOutcome.NOT_FOUND, asked=asked, message=message)


def settle_by_search(reference: Reference, registries: Registries) -> Resolution:
    """Look for a reference that names no identifier."""
    if reason := why_unlisted(reference):
        return Resolution(reference=reference, outcome=ResolutionOutcome.NO_REGISTRY, message=reason)
    if not is_searchable(reference):
        message = "too little is said of the work to look for it."
        return Resolution(reference=reference, outcome=ResolutionOutcome.NO_REGISTRY, message=message)
    searched = search_for(reference, registries)
    unpublished = is_unpublished(reference)
    if searched.same and not unpublished:
        return _settle_candidates(reference, searched)
    if searched.same or searched.unsure:
        candidates = tuple(each for each, _ in (*searched.same, *searched.unsure))
        return Resolution(
            reference=reference, outcome=ResolutionOutcome.AMBIGUOUS, candidates=candidates, asked=searched.asked
        )
    if searched.not_asked:
        return Resolution(
            reference=reference, outcome=ResolutionOutcome.NOT_ASKED, not_asked=searched.not_asked, asked=searched.asked
        )
    if unpublished:
        message = "in preparation: no registry can list it yet."
        return Resolution(
            reference=reference, outcome=ResolutionOutcome.NOT_FOUND, asked=searched.asked, message=message
        )
    if searched.of_others:
        return _settle_title_of_others(reference, searched)
    if reference.url and not has_place(reference):
        message = "not among the registries' works; its address is a web page's."
        return Resolution(
            reference=reference, outcome=ResolutionOutcome.NO_REGISTRY, asked=searched.asked, message=message
        )
    return Resolution(reference=reference, outcome=ResolutionOutcome.NOT_FOUND, asked=searched.asked)


def _settle_title_of_others(reference: Reference, searched: Searched) -> Resolution:
    """A known title under other names: the work itself where year and place agree too, else perhaps another of that title."""
    placed = [pair for pair in searched.of_others if is_at_its_place(pair[1])]
    _, agreement = (placed or searched.of_others)[0]
    message = f"the registry's work of this {'title, year and place' if placed else 'title'} is by others."
    return Resolution(
        reference=reference,
        outcome=ResolutionOutcome.MISMATCHED if placed else ResolutionOutcome.NOT_FOUND,
        candidates=tuple(each for each, _ in placed or searched.of_others),
        agreement=agreement if placed else None,
        asked=searched.asked,
        message=message,
    )


def _settle_candidates(reference: Reference, searched: Searched) -> Resolution:
    """Take the candidate that fits best; two that fit alike, and are not one, leave it open."""
    ranked = sorted(leave_out_contained(searched.same), key=lambda pair: -weigh(pair[1]))
    best, agreement = ranked[0]
    rivals = [work for work, other in ranked[1:] if weigh(other) == weigh(agreement) and work.doi != best.doi]
    if rivals and not are_versions(best, rivals):
        return Resolution(
            reference=reference,
            outcome=ResolutionOutcome.AMBIGUOUS,
            candidates=(best, *rivals),
            agreement=agreement,
            asked=searched.asked,
        )
    return Resolution(
        reference=reference,
        outcome=ResolutionOutcome.RESOLVED,
        work=best,
        candidates=tuple(work for work, _ in ranked[1:]),
        agreement=agreement,
        asked=searched.asked,
    )
