"""Which references were not found, are ambiguous, lead to another work, or are one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from citecheck.findings.wording import count, describe, introduce, make_finding
from citecheck.records import Agreement, FieldOutcome, Finding, Place, Reference, Resolution, ResolutionOutcome, Work


def resolution_findings(
    resolutions: Iterable[Resolution], places: Mapping[str, tuple[Place, ...]]
) -> Iterator[Finding]:
    """Tell which references were not found, are ambiguous, or lead to another work."""
    for each in resolutions:
        reference = each.reference
        where = (reference.place, *places.get(reference.key, ()))
        match each.outcome:
            case ResolutionOutcome.MISMATCHED:
                yield make_finding(
                    "mismatched-work",
                    f"{introduce(reference)}: {_mismatch(each)}",
                    where,
                    subject=reference.key,
                    evidence=_evidence(each.agreement),
                    help=_suggestion(each.candidates),
                )
            case ResolutionOutcome.NOT_FOUND:
                asked = ", ".join(each.asked) or "no registry"
                yield make_finding(
                    "not-found",
                    f"{introduce(reference)}: looked for at {asked}, and not found there.",
                    where,
                    subject=reference.key,
                    evidence=(each.message,) if each.message else (),
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
    """Tell which references are one work."""
    same: dict[str, list[Reference]] = defaultdict(list)
    for each in resolutions:
        if doi := (each.work.doi if each.work else each.reference.doi):
            same[doi].append(each.reference)
    for doi, references in same.items():
        if len(references) > 1:
            keys = " and ".join(introduce(each) for each in references)
            where = tuple(each.place for each in references)
            yield make_finding("duplicate-reference", f"{keys}: one work ({doi}).", where, subject=doi)


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


def _suggestion(candidates: Sequence[Work]) -> str:
    return f"Perhaps you mean {describe(candidates[0])}." if candidates else ""
