"""Ranking: of several places of one passage, which one is meant?

Words before and after count first, then the page or the offsets that were named; the weights follow the anchoring of
Hypothesis (quotation 50, prefix 20, suffix 20, position 2), where the quotation itself is the same everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import fuzz

from citecheck.quoting.source import FoldedSource

CONTEXT_WEIGHT, PLACE_WEIGHT = 20.0, 2.0
Span = tuple[int, int]


def rank_places(
    source: FoldedSource, spans: Sequence[Span], prefix: str, suffix: str, at: Span | None, page: int | None
) -> tuple[Span, ...]:
    """Bring the likeliest place to the front; without a hint the first stays first."""

    def weight(span: Span) -> float:
        start, end = span
        score = 0.0
        if prefix:
            score += CONTEXT_WEIGHT * fuzz.ratio(prefix, source.text[max(0, start - len(prefix)) : start]) / 100
        if suffix:
            score += CONTEXT_WEIGHT * fuzz.ratio(suffix, source.text[end : end + len(suffix)]) / 100
        if page is not None and page in source.passage(start, end).pages:
            score += PLACE_WEIGHT
        if at is not None:
            score += PLACE_WEIGHT * (1 - abs(at[0] - start) / max(1, len(source.text)))
        return -score

    return tuple(sorted(spans, key=weight))
