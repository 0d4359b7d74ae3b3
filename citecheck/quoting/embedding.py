"""Embeddings: a passage that says the same in other words, if a provider is given. It never makes a quotation true."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence

from citecheck.quoting.source import FoldedSource

EMBEDDING = "embedding"
ALIKE = 0.85
"""Cosine from which two sentences are said to say the same; below it providers call everything on one matter alike."""
MOST_SENTENCES = 2_000
_SENTENCE = re.compile(r"\S[^.!?。！？]*(?:[.!?。！？]+(?!\s)[^.!?。！？]*)*[.!?。！？]*")


def look_alike(
    exact: str, source: FoldedSource, embed: Callable[[Sequence[str]], Sequence[Sequence[float]]]
) -> tuple[tuple[int, int] | None, str]:
    """Give the span of the sentence most like the quotation, or why there is none."""
    spans = [match.span() for match in _SENTENCE.finditer(source.text)][:MOST_SENTENCES]
    try:
        vectors = embed([exact, *(source.text[start:end] for start, end in spans)])
        scores = [_cosine(vectors[0], each) for each in vectors[1:]]
    except (
        Exception
    ):  # a provider is a stranger: whatever it raises, the quotation keeps the status that the edits gave
        return None, "provider failed"
    if not scores or max(scores) < ALIKE:
        return None, "embedding below threshold"
    return spans[scores.index(max(scores))], ""


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    lengths = math.sqrt(sum(each * each for each in one)) * math.sqrt(sum(each * each for each in other))
    return sum(a * b for a, b in zip(one, other, strict=True)) / lengths if lengths else 0.0
