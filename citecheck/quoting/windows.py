"""The nearest window: the stretch of a source that the fewest edits of characters turn into the quotation.

Both ends of the window are free. One function, several engines, the same answer. The portable engine finds the place by the
rarest words of the quotation, which vote for a diagonal, or by rapidfuzz's alignment; the true minimum around that place is
computed bit-parallel (Myers, J ACM 46, 1999, with whole Python integers for words). `sassy-rs` (Beeloo and Groot Koerkamp,
2025) and `edlib` (Šošić and Šikić, 2017) pass over the whole text, and are used where they are installed.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from heapq import nlargest
from operator import itemgetter

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from citecheck.quoting import engines
from citecheck.quoting.source import FoldedSource

WHOLE_SCAN = 1_500
"""A text up to here is scanned bit by bit, about a millisecond: the minimum is then proved, whatever the similarity."""
MOST_EDITS = 0.5
"""Of a quotation's length. What differs more is another sentence."""
MOST_HITS, FEWEST_VOTERS = 200, 4
"""Places that vote, of at least so many words; the commonest words of a long text say nothing."""
MOST_ANCHORS = 8
"""Rare words by which the ends of a window are guessed."""
WINDOWS = 4
SHORT_KEY = 60
"""Up to here rapidfuzz's alignment is as quick as votes, and its place better: a short key has few words to vote."""
LIKELY = 0.28
"""Of a quotation's length: with fewer edits than that the window is one that people would call altered (similarity 0.72)."""
LONGEST_ALIGNED = 250_000
"""Beyond, rapidfuzz's alignment takes longer than the votes of words."""
_WORD = re.compile(r"\w+")

Window = tuple[int, int, int]
"""Edits, and the window's start and end in the source's key."""


def nearest(source: FoldedSource, key: str, *, engine: str = "") -> Window | None:
    """Give the fewest edits and their window in the source's key, or None where more than half would be edits.

    `engine` is `sassy`, `edlib` or `portable`; empty takes the fastest that is there.
    """
    if not key or not source.key:
        return None
    most = max(2, int(len(key) * MOST_EDITS))
    chosen = engine or engines.fastest()
    if len(source.key) <= WHOLE_SCAN:
        found: Window | None = best_window(key, source.key, 0, len(source.key))
    else:
        found, certain = _by_votes(source, key)
        if not certain:
            found = (
                _aligned(source, key, found) if chosen == "portable" else _by_engine(source, key, most, chosen, found)
            )
    return found if found is not None and found[0] <= most else None


def _by_engine(source: FoldedSource, key: str, most: int, engine: str, voted: Window | None) -> Window | None:
    """Pass over the whole text; what votes found is a bound."""
    pattern, text = engines.project(source, key)
    if pattern is None or text is None:
        return _aligned(source, key, voted)
    bound = most if voted is None or voted[0] > LIKELY * len(key) else voted[0] - 1
    if engine == "edlib":
        found = engines.search_edlib(pattern, text, bound)
    else:
        found = engines.search_sassy(pattern, text, min(bound, max(2, int(len(key) * 0.12))))
        if found is None and bound > len(key) * 0.12:
            found = engines.search_sassy(pattern, text, bound)
    return found if found is not None else voted


def _aligned(source: FoldedSource, key: str, voted: Window | None) -> Window | None:
    """Ask rapidfuzz for the place of a short quotation that votes did not find."""
    text = source.key
    if voted is not None and voted[0] <= LIKELY * len(key):
        return voted
    if not len(key) <= min(SHORT_KEY, len(text)) or len(text) > LONGEST_ALIGNED:
        return voted if voted is None or voted[0] <= LIKELY * len(key) else _refined(key, text, voted[1])
    aligned = fuzz.partial_ratio_alignment(key, text, score_cutoff=100 * (1 - MOST_EDITS))
    if aligned is None:
        return None if voted is None else _refined(key, text, voted[1])
    found = _refined(key, text, aligned.dest_start)
    return found if voted is None or found < voted else voted


def _refined(key: str, text: str, start: int) -> Window:
    """Find the true minimum around a place where the quotation begins, about."""
    slack = max(8, len(key) // 5)
    return best_window(key, text, max(0, start - slack), min(len(text), start + len(key) + slack))


def _by_votes(source: FoldedSource, key: str) -> tuple[Window | None, bool]:
    """Let the rarest words vote where the quotation begins, and look around the winners; the flag says: there is no better.

    A window with fewer edits than the one found would keep all voters but two for each edit, on one diagonal.
    """
    text, index = source.key, source.words
    words = [(index.get(match.group(), ()), match.start()) for match in _WORD.finditer(key)]
    words.sort(key=lambda each: len(each[0]))
    width = max(16, len(key) // 6)
    votes: Counter[int] = Counter()
    hits = voters = 0
    for places, offset in words:
        if hits + len(places) > MOST_HITS and voters >= FEWEST_VOTERS:
            break
        hits += len(places)
        voters += 1
        votes.update({(place - offset) // width for place in places})
    winners, next_best = _winners(votes)
    best: Window | None = None
    for cell in winners[:2]:
        found = _stepped(key, text, _edges(key, words, (cell + 1) * width, width))
        if found is not None and (best is None or found < best):
            best = found
            if best[0] <= width and voters - 2 * (best[0] - 1) > next_best:
                return best, True
    if best is None and winners:
        starts = [max(0, (cell + 1) * width) for cell in winners]
        start = min(starts, key=lambda each: Levenshtein.distance(key, text[each : each + len(key)]))
        return (len(key), start, min(len(text), start + len(key))), False
    return best, False


def _winners(votes: Counter[int]) -> tuple[list[int], int]:
    """Give the cells in which the quotation likeliest begins, and the most votes of another; two neighbours are one place."""
    top = nlargest(WINDOWS * 3, votes.items(), key=itemgetter(1))
    joined = sorted(((votes[cell + 1] + count, -cell) for cell, count in top), reverse=True)
    chosen: list[int] = []
    next_best = 2 * top[-1][1] if len(top) == WINDOWS * 3 else 0
    for count, cell in joined:
        if any(abs(cell + other) <= 1 for other in chosen):
            continue
        if chosen:
            next_best = max(next_best, count)
        if len(chosen) < WINDOWS:
            chosen.append(-cell)
    return chosen, next_best


def _edges(key: str, words: Sequence[tuple[Sequence[int], int]], start: int, width: int) -> tuple[int, int]:
    """Guess where the window begins and ends: by its first and by its last rare word at this place."""
    near = [
        (offset, place)
        for places, offset in words[:MOST_ANCHORS]
        for place in places[
            bisect_left(places, start + offset - 2 * width) : bisect_left(places, start + offset + 2 * width)
        ]
    ]
    if not near:
        return start, start + len(key)
    first, last = min(near), max(near)
    return first[1] - first[0], last[1] + len(key) - last[0]


def _stepped(key: str, text: str, edges: tuple[int, int]) -> Window | None:
    """Move one end at a time as long as that saves edits, or brings the window nearer to the quotation's length.

    Two alignments that cross can exchange their ends, so of two windows the better one is reached by moving one end: where no
    single move helps, no window whose alignment crosses this one has fewer edits. None where the guess was poor.
    """
    length = len(key)
    start, end = max(0, edges[0]), min(len(text), edges[1])
    edits = Levenshtein.distance(key, text[start:end], score_cutoff=int(LIKELY * length) + 1)
    if start >= end or edits > LIKELY * length:
        return None
    best = (edits, abs(end - start - length), start, end)
    moved = True
    while moved:
        moved = False
        edits, _, start, end = best
        for other in range(max(0, start - edits), min(end, start + edits + 1)):
            best = _better(key, text, best, other, end)
        for other in range(max(best[2] + 1, end - edits), min(len(text), end + edits) + 1):
            best = _better(key, text, best, best[2], other)
        moved = best[0] < edits or best[2:] != (start, end)
    return best[0], best[2], best[3]


def _better(key: str, text: str, best: tuple[int, int, int, int], start: int, end: int) -> tuple[int, int, int, int]:
    edits = Levenshtein.distance(key, text[start:end], score_cutoff=best[0])
    other = (edits, abs(end - start - len(key)), start, end)
    return other if edits <= best[0] and other < best else best


def best_window(key: str, text: str, first: int, last: int) -> Window:
    """Find the window of fewest edits within a stretch of the text: among equals the one of the key's length, then the first."""
    edits, ends = _ends_of(key, text[first:last])
    best: tuple[int, int, int] | None = None
    for end in ends[: 3 if edits <= LIKELY * len(key) else 1]:
        start = _start_of(key, text, first, first + end, edits)
        rank = (abs(first + end - start - len(key)), start, first + end)
        best = rank if best is None or rank < best else best
    assert best is not None
    return edits, best[1], best[2]


def _ends_of(key: str, window: str) -> tuple[int, list[int]]:
    """Give the fewest edits over all stretches of the window, and where such stretches end."""
    get = _masks(key).get
    length = len(key)
    everything, highest = (1 << length) - 1, 1 << (length - 1)
    plus, minus, score, best = everything, 0, length, length
    ends = [0]
    for place, letter in enumerate(window, 1):
        equal = get(letter, 0)
        diagonal = equal | minus
        horizontal = (((equal & plus) + plus) ^ plus) | equal
        up = minus | (everything & ~(horizontal | plus))
        down = plus & horizontal
        if up & highest:
            score += 1
        elif down & highest:
            score -= 1
            if score < best:
                best, ends = score, []
        if score == best:
            ends.append(place)
        up = (up << 1) & everything
        down = (down << 1) & everything
        plus = down | (everything & ~(diagonal | up))
        minus = up & diagonal
    return best, ends


def _masks(key: str) -> dict[str, int]:
    masks: dict[str, int] = {}
    bit = 1
    for letter in key:
        masks[letter] = masks.get(letter, 0) | bit
        bit <<= 1
    return masks


def _start_of(key: str, text: str, first: int, end: int, edits: int) -> int:
    """Give where the stretch begins that ends here with so many edits: of several the one nearest the key's length."""
    lowest = max(first, end - len(key) - edits)
    length = len(key)
    get = _masks(key[::-1]).get
    everything, highest = (1 << length) - 1, 1 << (length - 1)
    plus, minus, score = everything, 0, length
    best = 0 if edits == length else None
    for place, letter in enumerate(reversed(text[lowest:end]), 1):
        equal = get(letter, 0)
        diagonal = equal | minus
        horizontal = (((equal & plus) + plus) ^ plus) | equal
        up = minus | (everything & ~(horizontal | plus))
        down = plus & horizontal
        if up & highest:
            score += 1
        elif down & highest:
            score -= 1
        if score == edits and (best is None or abs(place - length) <= abs(best - length)):
            best = place
        up = ((up << 1) | 1) & everything
        down = (down << 1) & everything
        plus = down | (everything & ~(diagonal | up))
        minus = up & diagonal
    return end - (best or 0)
