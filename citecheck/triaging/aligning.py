"""The aligned diff: the only rule that passes a pair.

A sentence is laid on a span of at most two sentences of its source, word by word, and every difference must be explained as
harmless: an article, a connective, an auxiliary, an ending, the way a number is written. Whatever else differs blocks, and
is told: a word, a name, a number, a cue; words that moved; what stands around the span and takes it back. On public gold
sets no threshold on any score of likeness did better than this, which passes about one human paraphrase in a hundred.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from citecheck.lexicon.harmless import HARMLESS, OPENERS, PHRASES
from citecheck.text.quantities import Kind
from citecheck.triaging.around import check_around
from citecheck.triaging.preparing import PreparedText
from citecheck.triaging.statements import Statement, find_cues, name_stems
from citecheck.triaging.tokens import Token, has_glued_marks, read_tokens

LONGEST_SPAN = 2
"""Sentences. A sentence put together from more is a summary, and a summary is read by somebody."""
FEWEST_STEMS = 4
"""A sentence with fewer stems that carry weight is found anywhere."""
LEAST_GAP, GAP_SHARE = 4, 0.6
"""A span may be longer than what matches by so many tokens, or by this share of the sentence's."""
MOST_TOLD = 4
"""Words named in one reason."""
_STATISTICS = frozenset({Kind.P_VALUE, Kind.INTERVAL, Kind.SAMPLE})
_CITATION = re.compile(r"\((?:see |e\.g\.,? |cf\. )?[A-Z][^()]{1,80}?(?:1[5-9]|20)\d\d[a-z]?\)")
_BRACKET = re.compile(r"\([^()]{1,120}\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Aligned:
    """A sentence laid on a span: why it does not pass, if it does not, and where the span stands."""

    reasons: tuple[str, ...]
    start: int
    end: int
    matched: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Laid:
    """Tokens of both sides with what matches."""

    claim: Sequence[Token]
    source: Sequence[Token]
    only_claim: tuple[Token, ...]
    only_source: tuple[Token, ...]
    first: int
    last: int
    """First and last matched token of the source."""
    matched: int


def align(statement: Statement, text: PreparedText, first: int, last: int) -> Aligned:
    """Lay a sentence on a stretch of the source and give every reason that blocks a pass.

    Digits glued to a word may be raised marks or part of a name; the sentence passes where either reading bears it out.
    """
    first_reading = _align(statement, text, first, last, marks_glued=True)
    start, end = text.sentences[first][0], text.sentences[last][1]
    if not first_reading.reasons or not has_glued_marks(text.fulltext.text[start:end]):
        return first_reading
    other = _align(statement, text, first, last, marks_glued=False)
    return min(first_reading, other, key=lambda each: len(each.reasons))


def _align(statement: Statement, text: PreparedText, first: int, last: int, *, marks_glued: bool) -> Aligned:
    start, end = text.sentences[first][0], text.sentences[last][1]
    written = text.fulltext.text[start:end]
    quantities = tuple(
        replace(each, start=each.start - start, end=each.end - start)
        for number in range(first, last + 1)
        for each in text.quantities_of(number)
    )
    laid = _lay(statement.tokens, read_tokens(written, text.lang, quantities, marks_glued=marks_glued))
    if laid is None:
        return Aligned(reasons=("nothing in common",), start=start, end=end, matched=0)
    low, high = laid.source[laid.first].start, laid.source[laid.last].end
    span = written[low:high]
    inside = text.sentences[first : last + 1]
    begin = next(at for at, after in inside if start + low < after)
    stop = next(after for _, after in inside if start + high <= after)
    reasons = [
        *_unmatched(laid, statement, written),
        *_differing_cues(statement.text, span),
        *_missing_names(statement, laid),
        *_shape(laid, statement),
        *check_around(text.fulltext.text, begin, start + low, start + high, stop),
    ]
    return Aligned(reasons=tuple(dict.fromkeys(reasons)), start=start + low, end=start + high, matched=laid.matched)


def _lay(claim: Sequence[Token], source: Sequence[Token]) -> _Laid | None:
    matcher = SequenceMatcher(None, [each.key for each in claim], [each.key for each in source], autojunk=False)
    blocks = [each for each in matcher.get_matching_blocks() if each.size]
    # A lone function word far off at an edge is no part of the span.
    while blocks and not any(_weighs(each) for each in claim[blocks[0].a : blocks[0].a + blocks[0].size]):
        if len(blocks) == 1 or blocks[1].b == blocks[0].b + blocks[0].size:
            break
        blocks.pop(0)
    while len(blocks) > 1 and not any(_weighs(each) for each in claim[blocks[-1].a : blocks[-1].a + blocks[-1].size]):
        if blocks[-2].b + blocks[-2].size == blocks[-1].b:
            break
        blocks.pop()
    if not blocks:
        return None
    in_claim = {at for each in blocks for at in range(each.a, each.a + each.size)}
    in_source = {at for each in blocks for at in range(each.b, each.b + each.size)}
    first, last = blocks[0].b, blocks[-1].b + blocks[-1].size - 1
    return _Laid(
        claim=claim,
        source=source,
        only_claim=tuple(each for at, each in enumerate(claim) if at not in in_claim),
        only_source=tuple(source[at] for at in range(first, last + 1) if at not in in_source),
        first=first,
        last=last,
        matched=len(in_claim),
    )


def _weighs(token: Token) -> bool:
    return token.quantity is not None or token.has_content


def _unmatched(laid: _Laid, statement: Statement, written: str) -> Iterator[str]:
    """Tell the words and numbers of either side that the other lacks."""
    claim = _without_harmless(laid.only_claim, statement.text, opener=laid.claim[0] if laid.claim else None)
    source = _without_harmless(_without_asides(laid.only_source, written), written, opener=None)
    for tokens, where in ((claim, "not in the passage"), (source, "only in the passage")):
        numbers = [each.word for each in tokens if each.quantity]
        words = [each.word for each in tokens if not each.quantity]
        if numbers:
            yield f"number: {_told(numbers)} {where.replace('not in', 'not said so in')}"
        if words:
            yield f"terms: {_told(words)} {where}"
    moved = {each.key for each in claim} & {each.key for each in source}
    if moved:
        yield f"order: {_told(sorted(moved))} moved"


def _without_harmless(tokens: Iterable[Token], text: str, *, opener: Token | None) -> list[Token]:
    phrases = [match.span() for match in PHRASES.finditer(text)]
    return [
        each
        for each in tokens
        if each.word not in HARMLESS
        and not (opener is each and each.word in OPENERS)
        and not any(low <= each.start < high for low, high in phrases)
    ]


def _without_asides(tokens: Sequence[Token], written: str) -> list[Token]:
    """Leave out what stands in brackets and is only a citation or statistics."""
    asides = [match.span() for match in _CITATION.finditer(written)]
    for match in _BRACKET.finditer(written):
        inside = [each for each in tokens if match.start() < each.start < match.end()]
        if inside and all(each.quantity and each.quantity.kind in _STATISTICS for each in inside):
            asides.append(match.span())
    return [each for each in tokens if not any(low <= each.start < high for low, high in asides)]


def _differing_cues(claim: str, span: str) -> Iterator[str]:
    ours, theirs = find_cues(claim), find_cues(span)
    for counted, where in ((ours - theirs, "only in the sentence"), (theirs - ours, "only in the passage")):
        for name in dict.fromkeys(name for name, _ in counted):
            yield f"{name}: {_told([word for kind, word in counted if kind == name])} {where}"


def _missing_names(statement: Statement, laid: _Laid) -> Iterator[str]:
    there = {each.key for each in laid.source[laid.first : laid.last + 1]}
    missing = [each for each in statement.names if not name_stems(each) <= there]
    if missing:
        yield f"entity: {_told(missing)} not in the passage"


def _shape(laid: _Laid, statement: Statement) -> Iterator[str]:
    if len(statement.stems) < FEWEST_STEMS:
        yield "too short to be told apart"
    gap = laid.last - laid.first + 1 - laid.matched
    if gap > max(LEAST_GAP, GAP_SHARE * len(laid.claim)):
        yield "gap: the passage says much in between"
    if statement.text.rstrip("\"'”’ ").endswith("?"):
        yield "question: the sentence asks"


def _told(words: Sequence[str]) -> str:
    more = f" and {len(words) - MOST_TOLD} more" if len(words) > MOST_TOLD else ""
    return ", ".join(words[:MOST_TOLD]) + more
