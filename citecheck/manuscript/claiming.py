"""Sentences: each marker gets the one it belongs to, and each that is long enough becomes a claim."""

from __future__ import annotations

import re
from collections.abc import Sequence

from citecheck.manuscript.draft import Draft, find_holder
from citecheck.manuscript.layout import BlockKind, Prose
from citecheck.manuscript.markers import Mark
from citecheck.manuscript.metadata import language
from citecheck.manuscript.quotations import has_words
from citecheck.manuscript.splitting import split_prose
from citecheck.records import Claim, MarkerState

FEWEST_WORDS = 5
"""Words of a sentence that is a claim; shorter ones are counted apart (spec: manuscripts)."""

_EMPTY = re.compile(
    r"\s*\(\s*(?:(?:see(?:\s+also)?|cf\.?|vgl\.|siehe|voir|véase|e\.g\.,?|also|and|,|;)\s*){0,4}\)", re.IGNORECASE
)
"""What is left of brackets whose markers are gone."""
_BETWEEN = re.compile(r"\s*[,;]\s*")


def state_claims(draft: Draft) -> None:
    """Split every block into sentences; give each marker its sentence, and each long enough sentence its claim."""
    layout, at, comment = draft.layout, 0, 0
    lang = language(layout.metadata, layout.text, draft.reading.lang)
    for number in draft.bodies:
        block = layout.blocks[number]
        first, at = at, _behind(draft.marks, at, block.end)
        before, comment = comment, _behind(draft.comments, comment, block.end)
        hidden = [*range(first, at)], draft.comments[before:comment]
        heading = block.kind is BlockKind.HEADING
        _split_block(draft, number, lang, *hidden, heading=heading)


def _behind(marks: Sequence[Mark], at: int, end: int) -> int:
    while at < len(marks) and marks[at].start < end:
        at += 1
    return at


def _split_block(
    draft: Draft, number: int, lang: str, own: Sequence[int], comments: Sequence[Mark], *, heading: bool
) -> None:
    prose = draft.layout.blocks[number].prose
    spots = [prose.find(draft.marks[each].start, draft.marks[each].end) for each in own]
    asides = [prose.find(each.start, each.end) for each in comments]
    whole = [(0, len(prose.text))]
    named = frozenset(spot[0] for each, spot in zip(own, spots, strict=True) if draft.marks[each].words)
    spans = whole if heading else list(split_prose(prose.text, lang, sorted([*spots, *asides]), named))
    draft.spans[number] = spans
    held: dict[int, list[int]] = {}
    cuts: dict[int, list[tuple[int, int, str]]] = {}
    for each, spot in zip(own, spots, strict=True):
        position = find_holder(spans, spot[0])
        held.setdefault(position, []).append(each)
        if (shown := _shown_as(draft, draft.marks[each], spot, spans[position] if spans else whole[0])) is not None:
            cuts.setdefault(position, []).append((*spot, shown))
    for start, end in asides:
        cuts.setdefault(find_holder(spans, start), []).append((start, end, ""))
    for position, span in enumerate(spans):
        inside = held.get(position, [])
        sentence = _show(prose, span, sorted(cuts.get(position, [])))
        draft.sentences.update(dict.fromkeys(inside, sentence))
        if not heading:
            _take_claim(draft, prose, span, sentence, inside)


def _take_claim(draft: Draft, prose: Prose, span: tuple[int, int], sentence: str, inside: Sequence[int]) -> None:
    if not has_words(sentence, FEWEST_WORDS):
        draft.too_short += 1
        return
    markers = tuple(each for each in inside if draft.marks[each].state is not MarkerState.SUSPECT)
    draft.claims.append(Claim(text=sentence, markers=markers, place=draft.layout.place(*prose.span(*span))))


def _shown_as(draft: Draft, mark: Mark, spot: tuple[int, int], span: tuple[int, int]) -> str | None:
    """Give what a sentence shows in place of a mark: nothing, or a label; None when the mark is words of it."""
    if mark.style == "wikilink" and mark.words:
        return draft.layout.text[mark.start : mark.end].strip("[]").partition("|")[2]
    begins = spot[0] == span[0] and spot[1] < span[1]
    remains = mark.state is MarkerState.SUSPECT and not mark.targets
    return None if mark.words or begins or remains else ""


def _show(prose: Prose, span: tuple[int, int], cuts: Sequence[tuple[int, int, str]]) -> str:
    """Give the sentence without its markers, but for those that are words of it."""
    if not cuts:
        return prose.text[span[0] : span[1]]
    pieces, position = [], span[0]
    for start, end, shown in cuts:
        if position > span[0] and _BETWEEN.fullmatch(prose.text, position, start):
            position = start  # what joins two markers goes with them
        if start >= position:
            pieces += [prose.text[position:start], shown]
            position = max(position, min(end, span[1]))
    pieces.append(prose.text[position : span[1]])
    text = _EMPTY.sub("", "".join(pieces))
    return re.sub(r"\s+(?=[.,;:!?)\]](?:\s|$))", "", " ".join(text.split()))
