"""Statuses: what the nearest window means for a quotation that is not there word for word.

The status comes from the named changes first and from the similarity second: a changed number or negation is *altered*,
however alike the letters are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rapidfuzz.distance import Levenshtein

from citecheck.quoting.boundaries import NEGATION, NUMBER, WORD, cut_at
from citecheck.quoting.changes import TURNING, Diff, Difference, compare_words, measure_cover
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
FEWEST_NEAR_WORDS, FEWEST_NEAR_LETTERS = 5, 10
"""What is shorter looks like too much else to be called near."""
FOUND = 0.72
"""Similarity from which a window is the quotation, changed: lower ones are other sentences on the same matter."""
COVERED, FOUND_COVERED = 0.7, 0.6
"""With so many of its words in order, so much similarity will do."""
CONTEXT = 60
"""Characters of the key read on both sides, to make words and numbers at the edges whole."""
EDITS = "edits"


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
    window, tokens = _whole_tokens(source.key, start, end, keep=True)
    if window == (start, end):
        window = _with_neighbours(source, start, end)
        tokens = _tokens_of(source.key, *window)
    edits = Levenshtein.distance(query.key, source.key[window[0] : window[1]])
    found = judge_window(source, query, (edits, *window), tokens)
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
    _, tokens = _whole_tokens(source.key, window[1], window[2], keep=False)
    return judge_window(source, query, window, tokens)


def judge_window(
    source: FoldedSource, query: Query, window: tuple[int, int, int], tokens: tuple[int, int, Tokens]
) -> Found:
    """Judge a window: similarity, named changes, status."""
    edits, start, end = window
    first, last, found_tokens = tokens
    similarity = 1 - edits / max(len(query.key), end - start)
    span = source.folding.span(first, last)
    common = Found(
        status=QuoteStatus.ABSENT, method=EDITS, similarity=similarity, edits=edits, spans=(span,), why_not=NOT_FOUND
    )
    if similarity < FOUND_COVERED:
        coverage, run = measure_cover(read_tokens(query.key).words(), found_tokens.words())
        return replace(common, coverage=coverage, run=run, critical_ok=False)
    diff, keys, mine, theirs = _compare(source, query, span, (first, last), found_tokens)
    status = _status_of(query.key, similarity, diff)
    return replace(
        common,
        status=status,
        coverage=diff.coverage,
        run=diff.run,
        critical_ok=diff.critical_ok,
        changes=tuple(_told(each, keys, mine, theirs) for each in diff.differences)
        if status is not QuoteStatus.ABSENT
        else (),
        why_not=NOT_FOUND if status is QuoteStatus.ABSENT else "",
    )


def _status_of(key: str, similarity: float, diff: Diff) -> QuoteStatus:
    long_enough = diff.words >= FEWEST_NEAR_WORDS and (not JOINED.search(key) or len(key) >= FEWEST_NEAR_LETTERS)
    near = NEAR_SHORT if len(key) < SHORT else NEAR
    if similarity >= near and diff.critical_ok and not diff.kinds & TURNING and long_enough:
        return QuoteStatus.NEAR_VERBATIM
    if similarity >= FOUND or (diff.coverage >= COVERED and similarity >= FOUND_COVERED):
        return QuoteStatus.ALTERED
    return QuoteStatus.ABSENT


def _compare(
    source: FoldedSource, query: Query, span: tuple[int, int], window: tuple[int, int], tokens: Tokens
) -> tuple[Diff, tuple[str, str], Tokens, Tokens]:
    mine = spoken_key(query.text, query.key)
    theirs = spoken_key(source.masked[span[0] : span[1]], "")
    quoted = read_tokens(mine)
    if theirs or mine != query.key:
        theirs = theirs or source.key[window[0] : window[1]]
        tokens = read_tokens(theirs)
    else:
        theirs = source.key[window[0] : window[1]]
    names = _names_in(query, quoted) if mine == query.key else frozenset()
    return compare_words(quoted, tokens, (mine, theirs), source.languages, names), (mine, theirs), quoted, tokens


def _names_in(query: Query, quoted: Tokens) -> frozenset[int]:
    """Tell which words of the quotation are capitalised though no sentence begins there."""
    folding, shift = query.folding, query.shift
    found = []
    for place in range(1, len(quoted.forms)):
        if quoted.forms[place][0].isalpha() and quoted.forms[place - 1] not in ".!?:":
            letter = folding.masked[folding.start_of(shift + quoted.starts[place])]
            if letter.isupper():
                found.append(place)
    return frozenset(found)


def _told(each: Difference, keys: tuple[str, str], quoted: Tokens, found: Tokens) -> Change:
    sides = []
    for key, tokens, (first, last) in ((keys[0], quoted, each.quoted), (keys[1], found, each.found)):
        sides.append(key[tokens.starts[first] : tokens.ends[last - 1]] if first < last else "")
    return Change(kind=each.kind, quoted=sides[0], source=sides[1])


def _tokens_of(key: str, start: int, end: int) -> tuple[int, int, Tokens]:
    return start, end, read_tokens(key[start:end])


def _whole_tokens(key: str, start: int, end: int, *, keep: bool) -> tuple[tuple[int, int], tuple[int, int, Tokens]]:
    """Make words and numbers at the edges of a window whole; a small rest of a word is left out unless it is to be kept."""
    lowest = max(0, start - CONTEXT)
    if lowest:
        lowest = (
            max(key.rfind(" ", lowest, start) + 1, lowest)
            if " " not in key[lowest:start]
            else key.find(" ", lowest) + 1
        )
    tokens = read_tokens(key[lowest : end + CONTEXT])
    first = next((n for n, last in enumerate(tokens.ends) if last + lowest > start), len(tokens.ends))
    last = next((n for n in range(len(tokens.starts), 0, -1) if tokens.starts[n - 1] + lowest < end), 0)
    if not keep and last - first > 1:
        if _is_rest(tokens, first, start - lowest, left=True):
            first += 1
        if last - first > 1 and _is_rest(tokens, last - 1, end - lowest, left=False):
            last -= 1
    if first >= last:
        return (start, end), _tokens_of(key, start, end)
    window = tokens.starts[first] + lowest, tokens.ends[last - 1] + lowest
    chosen = Tokens(
        forms=tokens.forms[first:last],
        starts=[each + lowest - window[0] for each in tokens.starts[first:last]],
        ends=[each + lowest - window[0] for each in tokens.ends[first:last]],
        numeric=frozenset(each - first for each in tokens.numeric if first <= each < last),
    )
    return window, (*window, chosen)


def _is_rest(tokens: Tokens, place: int, edge: int, *, left: bool) -> bool:
    """Does less than half of the token lie within the window?"""
    start, end = tokens.starts[place], tokens.ends[place]
    inside = end - edge if left else edge - start
    return place not in tokens.numeric and inside * 2 < end - start
