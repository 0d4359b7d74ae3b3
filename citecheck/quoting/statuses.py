"""Statuses: what the nearest window means for a quotation that is not there word for word.

The status comes from the named changes first and from the similarity second: a changed number or negation is *altered*,
however alike the letters are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rapidfuzz.distance import Levenshtein, Postfix, Prefix

from citecheck.quoting.boundaries import NEGATION, NUMBER, WORD, cut_at
from citecheck.quoting.changes import TURNING, Diff, Difference, compare_words, measure_cover
from citecheck.quoting.edges import FEWEST_NEAR_WORDS, with_edge_words, with_whole_words
from citecheck.quoting.folding import Folding
from citecheck.quoting.found import NOT_FOUND, Found
from citecheck.quoting.letters import JOINED
from citecheck.quoting.source import FoldedSource
from citecheck.quoting.tokens import Tokens, read_tokens, spoken_key
from citecheck.quoting.windows import nearest
from citecheck.records.judgments import Change, QuoteStatus

NEAR = 0.90
"""Similarity of a near quotation. One changed letter in ten is a scan, or a slip."""
NEAR_SHORT, SHORT = 0.95, 40
"""Of a quotation under 40 characters: there 0.90 is a whole word."""
FEWEST_NEAR_LETTERS = 10
"""Of a script without spaces: what is shorter, or has fewer words than `FEWEST_NEAR_WORDS`, looks like too much else."""
FOUND = 0.72
"""Similarity from which a window is the quotation, changed: lower ones are other sentences on the same matter."""
COVERED, FOUND_COVERED = 0.7, 0.6
"""With so many of its words in order, so much similarity will do."""
_CAPITALISED = re.compile(r"(?<![.!?:] )(?<!\w)[^\W\d_a-zß-öø-ÿ]\w+")
KEPT_AROUND = 2
"""Common words that are read on both sides of a difference: a unit is known by the number before it."""
EDITS = "edits"

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A passage of a quotation, folded."""

    folding: Folding
    key: str
    """Without the marks at its edges."""
    text: str

    @property
    def shift(self) -> int:
        """Where the trimmed key begins in the whole one."""
        return max(0, self.folding.key.find(self.key))


def judge_refused(source: FoldedSource, query: Query, start: int, reason: str) -> Found:
    """Judge a place where all letters stand, and an edge cuts a word or a number."""
    end = start + len(query.key)
    window = with_whole_words(source.key, start, end, keep=True)
    if window == (start, end):
        window = _with_neighbours(source, start, end)
    edits = Levenshtein.distance(query.key, source.key[window[0] : window[1]])
    found = judge_window(source, query, (edits, *window), window)
    if found.status is QuoteStatus.NEAR_VERBATIM and reason == WORD:
        return found
    if reason != WORD:
        # All its letters stand there: no edit is needed, and yet it is not the source's number.
        found = replace(found, edits=0, similarity=1.0)
    changes = found.changes
    if reason in (NUMBER, NEGATION) and all(each.kind not in (reason, "sign", "unit") for each in changes):
        changes = (Change(kind=reason, source=source.text[slice(*source.folding.span(*window))]), *changes)
    return replace(
        found,
        status=QuoteStatus.ALTERED,
        changes=changes,
        critical_ok=found.critical_ok and reason == WORD,
        why_not=f"cuts a {reason}",
    )


def _with_neighbours(source: FoldedSource, start: int, end: int) -> tuple[int, int]:
    """Take in what stands beside the edge that cuts: the other end of a range, a unit."""
    first, last = source.folding.span(start, end)
    key = source.key
    if cut_at(source.masked, first, last, right=False) and (
        before := re.search(r"\S+\s*$", key[max(0, start - 40) : start])
    ):
        start -= len(before[0])
    if cut_at(source.masked, first, last, left=False) and (after := re.match(r"\s*\S+", key[end : end + 40])):
        end += len(after[0])
    return start, end


def judge_nearest(source: FoldedSource, query: Query, *, engine: str = "") -> Found:
    """Judge the window of fewest edits."""
    window = nearest(source, query.key, engine=engine)
    if window is None:
        return Found(
            status=QuoteStatus.ABSENT, method=EDITS, edits=len(query.key), critical_ok=False, why_not=NOT_FOUND
        )
    return judge_window(source, query, window, with_whole_words(source.key, window[1], window[2], keep=False))


def judge_window(source: FoldedSource, query: Query, window: tuple[int, int, int], whole: Span) -> Found:
    """Judge a window: similarity, named changes, status. `whole` is the window with whole words at its edges."""
    edits, start, end = window
    similarity = 1 - edits / max(len(query.key), end - start)
    span = source.folding.span(*whole)
    words, coverage, run = measure_cover(query.key, source.key[slice(*whole)])
    found = Found(
        status=QuoteStatus.ABSENT,
        method=EDITS,
        similarity=similarity,
        coverage=coverage,
        edits=edits,
        run=run,
        critical_ok=False,
        spans=(span,),
        why_not=NOT_FOUND,
    )
    if similarity < FOUND_COVERED:
        return found
    whole = with_edge_words(source, whole, query.key)
    span = source.folding.span(*whole)
    found = replace(found, spans=(span,))
    pair = _differing(source, query, span, whole)
    diff = compare_words(pair.quoted, pair.found, pair.keys, source.languages, pair.names)
    status = _status_of(query.key, similarity, coverage, words, diff)
    if status is QuoteStatus.ABSENT:
        return replace(found, critical_ok=diff.critical_ok)
    return replace(
        found,
        status=status,
        critical_ok=diff.critical_ok,
        changes=tuple(_told(each, pair) for each in diff.differences),
        why_not="",
    )


def _status_of(key: str, similarity: float, coverage: float, words: int, diff: Diff) -> QuoteStatus:
    long_enough = words >= FEWEST_NEAR_WORDS and (not JOINED.search(key) or len(key) >= FEWEST_NEAR_LETTERS)
    near = NEAR_SHORT if len(key) < SHORT else NEAR
    if similarity >= near and diff.critical_ok and not diff.kinds & TURNING and long_enough:
        return QuoteStatus.NEAR_VERBATIM
    if similarity >= FOUND or (coverage >= COVERED and similarity >= FOUND_COVERED):
        return QuoteStatus.ALTERED
    return QuoteStatus.ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """The stretches in which quotation and window differ, with two words around: only they need to be compared."""

    keys: tuple[str, str]
    quoted: Tokens
    found: Tokens
    names: frozenset[int] = frozenset()
    """Which of the quotation's words are capitalised though no sentence begins there."""


def _differing(source: FoldedSource, query: Query, span: Span, whole: Span) -> Pair:
    mine, theirs = spoken_key(query.text, query.key), spoken_key(source.masked[slice(*span)], source.key[slice(*whole)])
    head, tail = _common_edges(mine, theirs)
    keys = mine[head : len(mine) - tail], theirs[head : len(theirs) - tail]
    quoted, found = read_tokens(keys[0]), read_tokens(keys[1])
    names = _names_in(query, quoted, head) if mine == query.key else _names_among(query, quoted)
    return Pair(keys=keys, quoted=quoted, found=found, names=names)


def _common_edges(mine: str, theirs: str) -> tuple[int, int]:
    """Give the lengths of the common beginning and end, without the last two words of the one and the first two of the other."""
    head = Prefix.similarity(mine, theirs)
    tail = Postfix.similarity(mine[head:], theirs[head:])
    for _ in range(KEPT_AROUND):
        head = mine.rfind(" ", 0, head)
        behind = mine.find(" ", len(mine) - tail + 1)
        tail = len(mine) - behind if behind > 0 and tail > 0 else 0
        if head < 0:
            head = 0
            break
    return (head + 1 if head else 0), tail


def _names_in(query: Query, quoted: Tokens, head: int) -> frozenset[int]:
    folding, shift = query.folding, query.shift + head
    found = []
    for place in range(1, len(quoted.forms)):
        if quoted.forms[place][0].isalpha() and quoted.forms[place - 1] not in ".!?:":
            letter = folding.masked[folding.start_of(shift + quoted.starts[place])]
            if letter.isupper():
                found.append(place)
    return frozenset(found)


def _names_among(query: Query, quoted: Tokens) -> frozenset[int]:
    """Tell names by their spelling alone, where the key was parted at long dashes and its places lead nowhere."""
    capitals = {each.lower() for each in _CAPITALISED.findall(query.text)}
    return frozenset(place for place, form in enumerate(quoted.forms) if place and form in capitals)


def _told(each: Difference, pair: Pair) -> Change:
    sides = []
    for key, tokens, (first, last) in zip(pair.keys, (pair.quoted, pair.found), (each.quoted, each.found), strict=True):
        sides.append(key[tokens.starts[first] : tokens.ends[last - 1]] if first < last else "")
    return Change(kind=each.kind, quoted=sides[0], source=sides[1])
