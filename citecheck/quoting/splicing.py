"""Splices: a quotation that is welded together from runs of words which stand in several places of a source."""

from __future__ import annotations

import re

from citecheck.quoting.source import FoldedSource

FEWEST_WORDS = 8
"""Two runs of four words: shorter runs stand in every text."""
FEWEST_RUN = 4
MOST_RUNS = 3
_WORD = re.compile(r"\S+")


def find_splices(source: FoldedSource, key: str) -> list[tuple[int, int]]:
    """Give the spans, in the source's key, of the runs that make up the whole quotation; empty when they do not."""
    words = [match.span() for match in _WORD.finditer(key)]
    if len(words) < FEWEST_WORDS:
        return []
    runs: list[tuple[int, int]] = []
    at = 0
    while at < len(words):
        if len(runs) == MOST_RUNS or at + FEWEST_RUN > len(words):
            return []
        found = _longest_run(source, key, words, at)
        if found is None:
            return []
        at, span = found
        runs.append(span)
    return runs if len(runs) > 1 else []


def _longest_run(
    source: FoldedSource, key: str, words: list[tuple[int, int]], at: int
) -> tuple[int, tuple[int, int]] | None:
    """Give the longest run from this word on that stands somewhere, and the word behind it."""
    start = words[at][0]
    low, high = at + FEWEST_RUN - 1, len(words) - 1
    best: tuple[int, int] | None = None
    while low <= high:
        middle = (low + high) // 2 if best is not None else low
        run = key[start : words[middle][1]].rstrip(".,;:")
        place = next(iter(source.occurrences(run)), None)
        if place is None:
            if best is None:
                return None
            high = middle - 1
        else:
            best = middle, place
            low = middle + 1
    if best is None:
        return None
    return best[0] + 1, (best[1], best[1] + words[best[0]][1] - start)
