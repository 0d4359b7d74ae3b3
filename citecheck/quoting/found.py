"""What became of one passage: the numbers, the changes, the spans. Passages are added up here; the worst decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from citecheck.records.judgments import Change, QuoteStatus

Span = tuple[int, int]
_BEST_FIRST = (
    QuoteStatus.VERBATIM,
    QuoteStatus.NEAR_VERBATIM,
    QuoteStatus.INTERLEAVED,
    QuoteStatus.ALTERED,
    QuoteStatus.ABSENT,
    QuoteStatus.NOT_CHECKED,
)
_RANK = {status: rank for rank, status in enumerate(_BEST_FIRST)}
NOT_FOUND = "not found"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A passage held against a source. Spans are offsets of the source's own text."""

    status: QuoteStatus
    method: str = ""
    similarity: float = 0.0
    coverage: float = 0.0
    edits: int = 0
    run: float = 0.0
    critical_ok: bool | None = None
    changes: tuple[Change, ...] = ()
    flags: tuple[str, ...] = ()
    spans: tuple[Span, ...] = ()
    """The parts in order of the quotation; or, of a passage in one part, all places, best first."""
    ambiguous: bool = False
    why_not: str = ""


def found_exactly(
    method: str, spans: tuple[Span, ...], *, flags: tuple[str, ...] = (), ambiguous: bool = False
) -> Found:
    """Say that a passage is there word for word."""
    return Found(
        status=QuoteStatus.VERBATIM,
        method=method,
        similarity=1.0,
        coverage=1.0,
        run=1.0,
        critical_ok=True,
        spans=spans,
        flags=flags,
        ambiguous=ambiguous,
    )


def is_worse(one: Found, other: Found) -> bool:
    """Is the first passage further from its source than the second?"""
    return (_RANK[one.status], -one.similarity) > (_RANK[other.status], -other.similarity)


def add_up(passages: Sequence[Found], *flags: str) -> Found:
    """Make one of several passages or parts: the worst gives status and numbers, all give spans, changes and flags."""
    worst = passages[0]
    for each in passages[1:]:
        worst = each if is_worse(each, worst) else worst
    critical = [each.critical_ok for each in passages]
    return replace(
        worst,
        critical_ok=False if False in critical else None if None in critical else True,
        edits=sum(each.edits for each in passages),
        coverage=min(each.coverage for each in passages),
        run=min(each.run for each in passages),
        changes=tuple(change for each in passages for change in each.changes),
        flags=tuple(dict.fromkeys([flag for each in passages for flag in each.flags] + list(flags))),
        spans=tuple(each.spans[0] for each in passages if each.spans),
        ambiguous=any(each.ambiguous for each in passages),
    )
