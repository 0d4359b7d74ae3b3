"""Quotations with their markers: the first group behind, else before, in the sentences the quotation touches."""

from __future__ import annotations

from bisect import bisect_right

from citecheck.manuscript.draft import Draft, find_holder
from citecheck.manuscript.layout import BlockKind
from citecheck.manuscript.quotations import AROUND, Quoted
from citecheck.records import Quotation


def make_quotation(draft: Draft, quoted: Quoted, all_quoted: list[Quoted]) -> Quotation:
    """Make the quotation of a quoted span; its paragraphs stand in `exact` with a blank line between."""
    layout = draft.layout
    prose = layout.blocks[quoted.block].prose
    first, start, end = quoted.first
    opening = layout.blocks[first].prose
    paragraphs = [*quoted.before, (quoted.block, quoted.start, quoted.end)]
    return Quotation(
        exact="\n\n".join(layout.blocks[at].prose.text[low:high] for at, low, high in paragraphs),
        prefix=opening.text[max(0, start - AROUND) : start],
        suffix=prose.text[quoted.end : quoted.end + AROUND],
        kind=quoted.kind,
        markers=tuple(_markers_of(draft, quoted, all_quoted)),
        place=layout.place(opening.span(start, end)[0], prose.span(quoted.start, quoted.end)[1]),
        why_not=quoted.why_not,
    )


def _markers_of(draft: Draft, quoted: Quoted, all_quoted: list[Quoted]) -> list[int]:
    """Give the first group of markers behind the quotation, else before it, in the sentences it touches."""
    block = draft.layout.blocks[quoted.block]
    prose, spans = block.prose, draft.spans[quoted.block]
    start, end = prose.span(quoted.start, quoted.end)
    first, last = (
        spans[find_holder(spans, quoted.start)][0],
        spans[find_holder(spans, max(quoted.start, quoted.end - 1))][1],
    )
    if quoted.kind == "block":
        first, last = 0, len(prose.text)
    behind_it = bisect_right(all_quoted, (quoted.block, quoted.end), key=lambda each: (each.block, each.start))
    following = [each.start for each in all_quoted[behind_it : behind_it + 1] if each.block == quoted.block]
    low, high = prose.span(first, last)
    limit = prose.back[following[0]] if following else high
    near = _marks_between(draft, low, max(high, end))
    behind = [each for each in near if start <= draft.marks[each].start and draft.marks[each].start < max(limit, end)]
    if behind:
        return _group(draft, behind)
    if near:
        return _group(draft, near[::-1])[::-1]
    return _introduced(draft, quoted) if quoted.kind == "block" else []


def _introduced(draft: Draft, quoted: Quoted) -> list[int]:
    """The markers of the sentence that introduces a block quotation, else of the one that follows it."""
    at, last = draft.bodies.index(quoted.first[0]), draft.bodies.index(quoted.block)
    for near, which in ((at - 1, -1), (last + 1, 0)):
        if not 0 <= near < len(draft.bodies):
            continue
        block, spans = draft.layout.blocks[draft.bodies[near]], draft.spans[draft.bodies[near]]
        if block.kind is BlockKind.HEADING or not spans:
            continue
        if found := _marks_between(draft, *block.prose.span(*spans[which])):
            return found
    return []


def _marks_between(draft: Draft, low: int, high: int) -> list[int]:
    first = bisect_right(draft.marks, low - 1, key=lambda each: each.start)
    last = bisect_right(draft.marks, high - 1, key=lambda each: each.start)
    return list(range(first, last))


def _group(draft: Draft, marks: list[int]) -> list[int]:
    """Give the first markers that stand together."""
    group = marks[:1]
    for each in marks[1:]:
        one, other = sorted((draft.marks[group[-1]], draft.marks[each]), key=lambda mark: mark.start)
        if draft.layout.text[one.end : other.start].strip(" ,;\n\u00a0"):
            break
        group.append(each)
    return group
