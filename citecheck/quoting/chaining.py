"""Chaining: the parts of a passage, found in their order with lawful gaps between them.

The longest part is the anchor, because a short one stands everywhere; to its right and left every placement is tried, within
a budget, and where the budget ends the passage counts as not found. What a gap may leave out: within a sentence anything but
a negation; whole sentences, when the next part begins one. What a bracket may stand for: a few words without a negation and
without a number.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

from citecheck.lexicon.negation import PREFIXES, find_negations, is_covered
from citecheck.quoting.boundaries import cut_at
from citecheck.quoting.folding import fold_masked
from citecheck.quoting.passages import Joint, Part
from citecheck.quoting.sentences import ends_sentence, starts_sentence
from citecheck.quoting.source import FoldedSource
from citecheck.quoting.tokens import counting_words, form_of_number, read_tokens, spoken_key

LONGEST_GAP = 2_000
"""Characters that an elision inside one sentence may leave out."""
LONGEST_REPLACED, MOST_REPLACED = 80, 6
"""Characters and words that a bracket may stand for."""
BUDGET = 4_000
"""Placements tried; repeated parts make their number explode."""
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
"""A year in a bracket tells when; it is no number of the source's."""

Span = tuple[int, int]


@dataclass(slots=True)
class Search:
    """The state of one search: what is left of the budget, and why placements were refused."""

    source: FoldedSource
    parts: list[Part]
    budget: int = BUDGET
    refused: Counter[str] = field(default_factory=Counter)
    joints: dict[str, tuple[int, Span, Span]] = field(default_factory=dict)
    """For each reason the last joint that it refused: which part, and the spans on both sides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """What became of the search: the spans of all parts in the text, or why there are none."""

    spans: tuple[Span, ...] = ()
    refused: str = ""
    """`negation`, `number`, `elision`, `bracket`, `order` or `word` when the parts are there and a joint is not lawful."""
    nearby: tuple[Span, ...] = ()
    """The parts on both sides of the joint that was refused."""
    gap: Span | None = None
    inserted: str = ""


def find_chain(source: FoldedSource, parts: list[Part]) -> Chain:
    """Find the parts in order; tell why not when each of them is somewhere."""
    search = Search(source=source, parts=parts)
    if not any(part.key for part in parts):
        return Chain()
    anchor = max(range(len(parts)), key=lambda place: len(parts[place].key))
    for place in source.occurrences(parts[anchor].key):
        if search.budget <= 0:
            break
        span = _placed(search, anchor, place)
        if span is None:
            continue
        behind = _search_right(search, anchor + 1, span[1], place + len(parts[anchor].key))
        if behind is None:
            continue
        ahead = _search_left(search, anchor - 1, span[0], place)
        if ahead is not None:
            spans = [*ahead, span, *behind]
            return Chain(spans=tuple(_widened(search, spans)))
    if any(part.key and next(iter(source.occurrences(part.key)), None) is None for part in parts):
        return Chain()
    return _give_up(search)


def _give_up(search: Search) -> Chain:
    """Say why no placement is lawful: what turns the meaning goes before what only cuts a word."""
    reasons = [(count, reason) for reason, count in search.refused.items() if reason != "word"]
    reason = max(reasons)[1] if reasons else "word" if search.refused else "order"
    places = [next(iter(search.source.occurrences(part.key))) for part in search.parts if part.key]
    keyed = [part for part in search.parts if part.key]
    spans = [
        search.source.folding.span(place, place + len(part.key)) for part, place in zip(keyed, places, strict=True)
    ]
    if reason not in search.joints:
        return Chain(refused=reason, nearby=tuple(spans))
    number, before, behind = search.joints[reason]
    nearby = tuple(each for each in (before, behind) if each[0] < each[1])
    return Chain(refused=reason, nearby=nearby, gap=(before[1], behind[0]), inserted=search.parts[number].inserted)


def _placed(search: Search, number: int, place: int) -> Span | None:
    search.budget -= 1
    part = search.parts[number]
    start, end = search.source.folding.span(place, place + len(part.key))
    cut = cut_at(search.source.masked, start, end, left=not part.glued_left, right=not part.glued_right)
    if cut:
        search.refused[cut] += 1
        return None
    return start, end


def _search_right(search: Search, number: int, end: int, place: int) -> list[Span] | None:
    """Place the parts from this one on behind the place, or None."""
    parts = search.parts
    if number == len(parts):
        return []
    part = parts[number]
    if not part.key:
        return _search_right(search, number + 1, end, place) if _edge_is_lawful(search, part, end, True) else None
    limit = place + len(part.key) + LONGEST_REPLACED if part.joint is Joint.BRACKET else len(search.source.key)
    found = search.source.key.find(part.key, place, limit)
    while found >= 0 and search.budget > 0:
        span = _placed(search, number, found)
        if span is not None and _joins(search, number, (end, end), span):
            rest = _search_right(search, number + 1, span[1], found + len(part.key))
            if rest is not None:
                return [span, *rest]
        found = search.source.key.find(part.key, found + 1, limit)
    return None


def _search_left(search: Search, number: int, start: int, place: int) -> list[Span] | None:
    """Place the parts up to this one before the place, or None."""
    if number < 0:
        bracket = search.parts[0]
        lawful = bracket.joint is not Joint.BRACKET or _edge_is_lawful(search, bracket, start, False)
        return [] if lawful else None
    part, following = search.parts[number], search.parts[number + 1]
    if not part.key:
        if number == 0 and following.joint is Joint.BRACKET:
            return [] if _edge_is_lawful(search, following, start, False) else None
        return _search_left(search, number - 1, start, place)
    lowest = max(0, place - len(part.key) - LONGEST_REPLACED) if following.joint is Joint.BRACKET else 0
    found = search.source.key.rfind(part.key, lowest, place)
    while found >= 0 and search.budget > 0:
        span = _placed(search, number, found)
        if span is not None and _joins(search, number + 1, span, (start, start)):
            rest = _search_left(search, number - 1, span[0], found)
            if rest is not None:
                return [*rest, span]
        found = search.source.key.rfind(part.key, lowest, found + len(part.key) - 1)
    return None


def _joins(search: Search, number: int, before: Span, behind: Span) -> bool:
    """May what lies between the two spans be left out, or be replaced by the bracket?"""
    part = search.parts[number]
    gap = search.source.masked[before[1] : behind[0]]
    if part.joint is Joint.ELISION:
        reason = _judge_elision(search.source, gap, behind[0])
    else:
        glued = part.glued_left or search.parts[number - 1].glued_right
        reason = _judge_bracket(search.source, gap, part.inserted, glued)
    if reason:
        search.refused[reason] += 1
        search.joints[reason] = number, before, behind
    return not reason


def is_lawful(source: FoldedSource, end: int, start: int) -> str:
    """Say why an elision may not leave out what lies between the two offsets; empty when it may."""
    return _judge_elision(source, source.masked[end:start], start)


def _judge_elision(source: FoldedSource, gap: str, start: int) -> str:
    if not re.search(r"\w", gap):
        return ""  # the ellipsis is the source's own, or nothing is left out
    if ends_sentence(gap):
        return "" if starts_sentence(source.masked, start) else "elision"
    key = spoken_key(gap, fold_masked(gap).key)
    if find_negations(key, source.languages):
        return "negation"
    return "elision" if len(gap) > LONGEST_GAP or not is_covered(key) else ""


def _judge_bracket(source: FoldedSource, gap: str, inserted: str, glued: bool) -> str:
    words = gap.split()
    if gap.strip() == f"[{inserted}]":
        return ""  # the bracket is the source's own
    if len(words) > MOST_REPLACED or len(gap) > LONGEST_REPLACED or (glued and len(words) > 1) or ends_sentence(gap):
        return "bracket"
    key, own = spoken_key(gap, fold_masked(gap).key), fold_masked(inserted).key
    if Counter(find_negations(key, source.languages)) != Counter(find_negations(own, source.languages)):
        return "negation"
    if glued and own in PREFIXES and own != key.strip():
        return "negation"
    hidden, brought = numbers_of(key, source.languages), numbers_of(own, source.languages)
    return "" if hidden == brought or (not hidden and all(_YEAR.fullmatch(each) for each in brought)) else "number"


def _edge_is_lawful(search: Search, part: Part, place: int, behind: bool) -> bool:
    """Judge a bracket at the edge of a quotation: what it replaces is not known, so the nearest words count."""
    source = search.source
    if behind:
        near = " ".join(source.masked[place : place + 60].split()[:2])
    else:
        near = " ".join(source.masked[max(0, place - 60) : place].split()[-2:])
        if part.glued_left:
            near = re.sub(r"\w+$", "", near)
    own = fold_masked(part.inserted).key
    reason = ""
    stands_for_word = not part.glued_left and not (behind and search.parts[-2:-1] and search.parts[-2].glued_right)
    negations = find_negations(own, source.languages)
    if (
        negations
        or (part.glued_left and own in PREFIXES and own != _head_of_word(source, place))
        or (stands_for_word and not ends_sentence(near) and find_negations(fold_masked(near).key, source.languages))
    ):
        reason = "negation"
    elif not all(_YEAR.fullmatch(each) for each in numbers_of(own, source.languages)):
        reason = "number"
    if part.glued_left and not behind and not reason and not _begins_like(source, place, own):
        reason = "bracket"
    if reason:
        search.refused[reason] += 1
    return not reason


def _begins_like(source: FoldedSource, place: int, own: str) -> bool:
    """Does the word that a bracket opens, as in `[T]he`, begin with so many letters that the bracket may stand for?"""
    head = _head_of_word(source, place)
    return (len(own) <= 2 and head not in PREFIXES - {"a"} and len(head) <= 3) or head == own


def _head_of_word(source: FoldedSource, place: int) -> str:
    """Give the letters of a word that stand before a place inside it, folded."""
    start = place
    while start > 0 and source.masked[start - 1].isalpha():
        start -= 1
    return fold_masked(source.masked[start:place]).key


def numbers_of(key: str, languages: frozenset[str]) -> list[str]:
    """Give the numbers of a folded text, in digits and in words."""
    tokens = read_tokens(key)
    counting = counting_words(languages)
    return [
        form_of_number(form) if place in tokens.numeric else form
        for place, form in enumerate(tokens.forms)
        if place in tokens.numeric or form in counting
    ]


def _widened(search: Search, spans: list[Span]) -> list[Span]:
    """Show whole words where a bracket opens or ends one."""
    masked = search.source.masked
    keyed = [part for part in search.parts if part.key]
    found: list[Span] = []
    for part, (start, end) in zip(keyed, spans, strict=True):
        while part.glued_left and start > 0 and masked[start - 1].isalpha():
            start -= 1
        while part.glued_right and end < len(masked) and masked[end].isalpha():
            end += 1
        found.append((start, end))
    return found


def has_hidden_gap(source: FoldedSource, spans: list[Span]) -> bool:
    """Do two passages come from one sentence, with words left out between them that nothing marks?"""
    for (_, end), (start, _) in pairwise(sorted(spans)):
        gap = source.masked[end:start]
        if start < end or not re.search(r"\w", gap):
            continue
        lead = source.masked[max(0, end - 1) : start + 1]
        if not ends_sentence(lead) and not starts_sentence(source.masked, start):
            return True
    return False
