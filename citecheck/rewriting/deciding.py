"""Decide what of a resolved reference is corrected: against the work its identifier leads to, or the one that was found."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from citecheck.agreements import compare
from citecheck.corrections import Proposal, propose
from citecheck.records import Agreement, AgreementOutcome, FieldOutcome, Reference, Resolution, ResolutionOutcome, Work


class Decision(StrEnum):
    """What becomes of a reference."""

    CHANGED = "changed"
    RIGHT = "right"
    IN_DOUBT = "in_doubt"
    NOT_FOUND = "not_found"
    NO_REGISTRY = "no_registry"
    NOT_ASKED = "not_asked"
    SET_ASIDE = "set_aside"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """What is decided for one reference, before anything is written."""

    decision: Decision
    proposal: Proposal = field(default_factory=Proposal)
    work: Work | None = None
    why: str = ""
    """Of all but a correction: why nothing is corrected."""


def decide(resolution: Resolution, *, is_cut: bool = False) -> Decided:
    """Decide for one resolution; `is_cut` says that its list of authors ends with *and others*."""
    match resolution.outcome:
        case ResolutionOutcome.RESOLVED:
            return _decide_resolved(resolution, is_cut=is_cut)
        case ResolutionOutcome.MISMATCHED:
            return _decide_mismatched(resolution, is_cut=is_cut)
        case ResolutionOutcome.AMBIGUOUS:
            number = len(resolution.candidates)
            why = f"{number} works may be meant" if number != 1 else f"{_name(resolution.candidates[0])} may be meant"
            return Decided(decision=Decision.IN_DOUBT, why=why)
        case ResolutionOutcome.NOT_FOUND:
            where = ", ".join(resolution.asked) or "no registry"
            return Decided(decision=Decision.NOT_FOUND, why=resolution.message or f"looked for at {where}")
        case ResolutionOutcome.NO_REGISTRY:
            return Decided(decision=Decision.NO_REGISTRY, why=resolution.message)
        case ResolutionOutcome.NOT_ASKED:
            missing = resolution.not_asked[0] if resolution.not_asked else None
            why = f"{missing.reason}{f' ({missing.host})' if missing.host else ''}" if missing else resolution.message
            return Decided(decision=Decision.NOT_ASKED, why=why)


def _decide_resolved(resolution: Resolution, *, is_cut: bool) -> Decided:
    work, agreement, reference = resolution.work, resolution.agreement, resolution.reference
    if work is None or agreement is None:
        return Decided(decision=Decision.IN_DOUBT, why="there is nothing to compare")
    proposal = propose(reference, work, agreement, is_cut=is_cut)
    if proposal.doubt and _needs_nothing(reference, work, agreement):
        proposal = Proposal(hints=proposal.hints)
    if not proposal.doubt and _adds_doi(proposal) and agreement.outcome is not AgreementOutcome.SAME:
        proposal = Proposal(doubt=agreement.reason, hints=proposal.hints)
    rivals = [
        each
        for each in resolution.candidates
        if each.doi != work.doi and _fits_as_well(reference, each, proposal, is_cut)
    ]
    if not proposal.doubt and rivals and _adds_doi(proposal):
        proposal = Proposal(doubt=f"{_name(rivals[0])} fits as well", hints=proposal.hints)
    return _of(proposal, work)


def _decide_mismatched(resolution: Resolution, *, is_cut: bool) -> Decided:
    """Take the work at the identifier where only a slip parts it from the reference, else the one work found that fits."""
    reference = resolution.reference
    if resolution.work is not None and resolution.agreement is not None:
        proposal = propose(reference, resolution.work, resolution.agreement, is_cut=is_cut)
        if not proposal.doubt:
            return _of(proposal, resolution.work)
    fitting: dict[str, tuple[Proposal, Work]] = {}
    doubt = ""
    for each in resolution.candidates:
        proposal = propose(reference, each, compare(reference, each), is_cut=is_cut)
        if not proposal.doubt:
            fitting.setdefault(each.doi or each.title, (proposal, each))
        doubt = doubt or proposal.doubt
    if len(fitting) == 1:
        return _of(*next(iter(fitting.values())))
    if fitting:
        return Decided(decision=Decision.IN_DOUBT, why=f"{len(fitting)} works fit it: {', '.join(fitting)}")
    why = f"its identifier leads to {_name(resolution.work)}" if resolution.work else resolution.message
    if resolution.candidates:
        why = f"{why}; perhaps {_name(resolution.candidates[0])} is meant ({doubt})"
    return Decided(decision=Decision.IN_DOUBT, work=resolution.work, why=why)


def _needs_nothing(reference: Reference, work: Work, agreement: Agreement) -> bool:
    """Does all that is said agree, under the work's own identifier? Then there is nothing to be in doubt about."""
    own = {each.value for each in reference.identifiers} | {each.parent for each in reference.identifiers}
    leads = bool(own & {work.doi, work.alias_of, *(value for _, value in work.identifiers)} - {""})
    alike = all(each.outcome is not FieldOutcome.DIFFERS and "alike" not in each.note for each in agreement.fields)
    return leads and alike and agreement.outcome is AgreementOutcome.SAME


def _of(proposal: Proposal, work: Work) -> Decided:
    if proposal.doubt:
        return Decided(decision=Decision.IN_DOUBT, proposal=proposal, work=work, why=proposal.doubt)
    decision = Decision.CHANGED if proposal.corrections else Decision.IN_DOUBT if proposal.kept else Decision.RIGHT
    why = "; ".join(f"{each.field} kept: {each.why}" for each in proposal.kept)
    return Decided(decision=decision, proposal=proposal, work=work, why=why)


def _adds_doi(proposal: Proposal) -> bool:
    return any(each.field == "doi" for each in proposal.corrections)


def _fits_as_well(reference: Reference, rival: Work, chosen: Proposal, is_cut: bool) -> bool:
    """Would another work that was found need no more corrections than the one that was taken?"""
    proposal = propose(reference, rival, compare(reference, rival), is_cut=is_cut)
    return not proposal.doubt and len(proposal.corrections) <= len(chosen.corrections)


def _name(work: Work) -> str:
    """Name a work in few words."""
    who = " ".join(each for each in (work.authors[0].family if work.authors else "", str(work.year or "")) if each)
    return ": ".join(each for each in (who, work.title) if each) + (f" <{work.doi}>" if work.doi else "")
