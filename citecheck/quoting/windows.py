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
MOST_HITS, FEWEST_VOTERS = 300, 4
"""Places that vote, of at least so many words; the commonest words of a long text say nothing."""
MOST_ANCHORS = 8
"""Rare words by which the ends of a window are guessed."""
WINDOWS = 4
SHORT_KEY = 60
"""Up to here rapidfuzz is asked even where no place has votes: a short quotation has few words to vote."""
SURE = 0.12
"""Of a quotation's length: with so few edits the place is the right one, and the passage need not be looked for elsewhere."""
FEWEST_VOTES = 0.35
"""Of the voters: where no place has more votes, the quotation was made up: its nearest window is chance, and told only about."""
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
    elif chosen == "sassy" and len(source.key) <= LONGEST_ALIGNED:
        likely = int(len(key) * LIKELY)
        found = _scan(source, key, likely, chosen) or _by_votes(source, key, most, chosen, scanned=likely)
    else:
        found = _by_votes(source, key, most, chosen)
    return found if found is not None and found[0] <= most else None


def _scan(source: FoldedSource, key: str, most: int, engine: str) -> Window | None:
    """Pass over the whole text with a compiled engine; None where more edits would be needed, or the letters are too many."""
    pattern, text = engines.project(source, key)
    if pattern is None or text is None:
        return None
    return engines.search_edlib(pattern, text, most) if engine == "edlib" else engines.search_sassy(pattern, text, most)


def _by_votes(source: FoldedSource, key: str, most: int, engine: str, *, scanned: int = -1) -> Window | None:
    """Look where the rarest words of the quotation say that it begins; where they are not sure, look everywhere.

    `scanned` says that a pass over the text found no window with so many edits.
    """
    text = source.key
    words, cells, width, voters = _poll(source, key)
    best: Window | None = None
    for _, cell in cells[: 2 if scanned < 0 else 0]:
        found = _stepped(key, text, _edges(key, words, (cell + 1) * width, width))
        if found is not None and (best is None or found < best):
            best = found
            if best[0] <= SURE * len(key):
                return best
    hopeless = not cells or cells[0][0] <= max(2, FEWEST_VOTES * voters)
    if engine != "portable":
        bound = best[0] - 1 if best is not None else int(LIKELY * len(key)) if hopeless else most
        found = _scan(source, key, bound, engine) if bound > scanned else None
        if found is not None or best is not None or not hopeless:
            return found or best
        return _roughly(key, text, cells, width)
    places = [max(0, (cell + 1) * width) for _, cell in cells]
    likeliest = [min(places, key=lambda at: Levenshtein.distance(key, text[at : at + len(key)]))] if places else []
    if not hopeless or best is not None or len(key) <= SHORT_KEY:
        likeliest += _aligned(key, text)
    windows = [_refined(key, text, place) for place in likeliest]
    return min([*windows, *([best] if best else [])], default=None)


def _aligned(key: str, text: str) -> list[int]:
    """Ask rapidfuzz where a quotation begins; where the text is too long for that, nobody is asked."""
    if not len(key) <= len(text) <= LONGEST_ALIGNED:
        return []
    aligned = fuzz.partial_ratio_alignment(key, text, score_cutoff=100 * (1 - MOST_EDITS))
    return [aligned.dest_start] if aligned is not None else []


def _roughly(key: str, text: str, cells: list[tuple[int, int]], width: int) -> Window | None:
    """Give the best window of the quotation's length at the places that have any votes."""
    windows = []
    for _, cell in cells:
        start = max(0, (cell + 1) * width)
        end = min(len(text), start + len(key))
        windows.append((Levenshtein.distance(key, text[start:end]), start, end))
    return min(windows, default=None)


def _refined(key: str, text: str, start: int) -> Window:
    """Find the true minimum around a place where the quotation begins, about."""
    slack = max(8, len(key) // 5)
    return best_window(key, text, max(0, start - slack), min(len(text), start + len(key) + slack))


Anchors = list[tuple[Sequence[int], int]]
"""The words of a quotation, rarest first: their places in the source, and where they stand in the quotation."""


def _poll(source: FoldedSource, key: str) -> tuple[Anchors, list[tuple[int, int]], int, int]:
    """Let rare words vote; give all words, the cells most voted for with their votes, a cell's width, the number of voters."""
    index = source.words
    words: Anchors = [(index.get(match.group(), ()), match.start()) for match in _WORD.finditer(key)]
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
    return words, _winners(votes), width, voters


def _winners(votes: Counter[int]) -> list[tuple[int, int]]:
    """Give the cells in which the quotation likeliest begins, with their votes; two neighbouring cells are one place."""
    top = nlargest(2 * WINDOWS, votes.items(), key=itemgetter(1))
    joined = sorted([(-votes[cell + 1] - count, cell) for cell, count in top])
    chosen: list[tuple[int, int]] = []
    taken: set[int] = set()
    for count, cell in joined:
        if cell not in taken:
            chosen.append((-count, cell))
            taken |= {cell - 1, cell, cell + 1}
    return chosen[:WINDOWS]


def _edges(key: str, words: Anchors, start: int, width: int) -> tuple[int, int]:
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
