"""Find the laid-out text again in the source that Pandoc read, so that every place has its line and column there.

Pandoc keeps no lines. Its text has the source's words in the source's order, but for footnotes and captions, so both are
aligned by words: stretches of words that are unique on both sides hold first (as in Cohen's patience diff), and what lies
between them is matched step by step.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from citecheck.manuscript.layout import BlockKind, Layout
from citecheck.manuscript.readers.source import Source
from citecheck.records import Claim, Manuscript, Marker, Place, Problem, Quotation, Reference

_WORD = re.compile(r"\w+")
_TAG = re.compile(r"<[^<>]{0,5000}>|&[a-zA-Z]{2,12};|&#x?[0-9a-fA-F]{1,6};")
_LONG = 3
"""Words of a stretch that is looked for: pairs repeat too often, and longer ones break at every mark-up."""
_FARTHEST = 40
"""Words of the source that a step may skip: a long citation command, not a paragraph."""
_GAP = 300
"""Characters between two found words within which a marker is looked for as it is written."""
_Placed = TypeVar("_Placed", Marker, Quotation, Claim, Reference, Problem)


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """Which words of the laid-out text stand where in the source: starts, ends and the source's spans, in order."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]


def place_in_source(manuscript: Manuscript, layout: Layout, source: Source, *, tags: bool = False) -> Manuscript:
    """Give all that has an offset in the layout, and no line, its line and column in the source."""
    read = _TAG.sub(lambda match: " " * len(match[0]), source.text) if tags else source.text
    alignment = align(layout, read)

    return map_places(manuscript, lambda place: _find_place(place, layout.text, source, alignment))


def map_places(manuscript: Manuscript, change: Callable[[Place], Place]) -> Manuscript:
    """Change the place of everything in a manuscript that has one."""

    def placed(those: Sequence[_Placed]) -> tuple[_Placed, ...]:
        return tuple(replace(each, place=change(each.place)) for each in those)

    return replace(
        manuscript,
        markers=placed(manuscript.markers),
        quotations=placed(manuscript.quotations),
        claims=placed(manuscript.claims),
        references=placed(manuscript.references),
        problems=placed(manuscript.problems),
    )


def _find_place(place: Place, text: str, source: Source, alignment: Alignment) -> Place:
    if place.line is not None or place.start is None or place.end is None:
        return place
    start, end = place.start, place.end
    first = bisect_left(alignment.starts, start)
    last = bisect_right(alignment.ends, end) - 1
    before = alignment.spans[first - 1][1] if first else 0
    behind = alignment.spans[last + 1][0] if last + 1 < len(alignment.spans) else len(source.text)
    raw = text[start:end]
    if end - start < _GAP and before <= behind:
        found = source.text.find(raw, before, min(behind, before + 10 * _GAP))
        if found >= 0:
            return source.place(found, found + len(raw), place)
    if first > last:
        near = alignment.spans[first - 1][1] - 1 if first else None
        if near is None or not alignment.spans or start - alignment.ends[first - 1] > _GAP:
            return place
        return replace(source.place(near, near + 1, place), end_line=None, end_column=None)
    low, high = alignment.spans[first][0], alignment.spans[last][1]
    steps = alignment.starts[first] - start
    while steps > 0 and low > 0 and text[start + steps - 1] == source.text[low - 1]:
        steps, low = steps - 1, low - 1
    steps = alignment.ends[last]
    while steps < end and high < len(source.text) and text[steps] == source.text[high]:
        steps, high = steps + 1, high + 1
    return source.place(low, max(low + 1, high), place)


def align(layout: Layout, source: str) -> Alignment:
    """Align the layout's words with the source's; the body first, then what stands elsewhere in the source."""
    theirs = [(match[0].casefold(), match.start(), match.end()) for match in _WORD.finditer(source)]
    words = [each[0] for each in theirs]
    apart = (BlockKind.NOTE, BlockKind.CAPTION)
    found: dict[int, tuple[int, int, int]] = {}
    for kinds in (True, False):
        ours = [
            (match[0].casefold(), match.start(), match.end())
            for block in layout.blocks
            if (block.kind not in apart) is kinds
            for match in _WORD.finditer(layout.text, block.start, block.end)
        ]
        for at, other in _align_words([each[0] for each in ours], words):
            found[ours[at][1]] = (ours[at][2], theirs[other][1], theirs[other][2])
    order = sorted(found)
    return Alignment(
        starts=tuple(order),
        ends=tuple(found[each][0] for each in order),
        spans=tuple(found[each][1:] for each in order),
    )


def _align_words(ours: Sequence[str], theirs: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Give pairs of places that hold the same word, rising on both sides."""
    anchors = _rising(_unique_pairs(ours, theirs))
    position = other = 0
    for at, there in [*anchors, (len(ours), len(theirs))]:
        if at < position or there < other:
            continue
        yield from _step(ours, theirs, position, at, other, there)
        end = at
        while end < len(ours) and there + end - at < len(theirs) and ours[end] == theirs[there + end - at]:
            yield end, there + end - at
            end += 1
        position, other = end, there + end - at


def _unique_pairs(ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    mine, yours = _unique(ours), _unique(theirs)
    return [(at, yours[gram]) for gram, at in mine.items() if at >= 0 and yours.get(gram, -1) >= 0]


def _unique(words: Sequence[str]) -> dict[tuple[str, ...], int]:
    seen: dict[tuple[str, ...], int] = {}
    for at in range(len(words) - _LONG + 1):
        gram = tuple(words[at : at + _LONG])
        seen[gram] = -1 if gram in seen else at
    return seen


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Give the longest run of pairs that rises on both sides."""
    tops: list[int] = []
    chosen: list[int] = []
    before: list[int] = []
    for number, (_, there) in enumerate(pairs):
        at = bisect_left(tops, there)
        tops[at : at + 1] = [there]
        chosen[at : at + 1] = [number]
        before.append(chosen[at - 1] if at else -1)
    run: list[tuple[int, int]] = []
    number = chosen[-1] if chosen else -1
    while number >= 0:
        run.append(pairs[number])
        number = before[number]
    return run[::-1]


def _step(
    ours: Sequence[str], theirs: Sequence[str], start: int, end: int, other: int, other_end: int
) -> Iterator[tuple[int, int]]:
    """Match words one after the other, skipping some of the source's."""
    for at in range(start, end):
        for there in range(other, min(other_end, other + _FARTHEST)):
            if ours[at] == theirs[there]:
                yield at, there
                other = there + 1
                break
