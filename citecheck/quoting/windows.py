"""The nearest window: the stretch of a source that the fewest edits of characters turn into the quotation.

Both ends of the window are free. One function, several engines, the same answer. The portable engine finds the place by the
rarest words of the quotation, which vote for a diagonal, or by rapidfuzz's alignment; the true minimum around that place is
computed bit-parallel (Myers, J ACM 46, 1999, with whole Python integers for words). `sassy-rs` (Beeloo and Groot Koerkamp,
2025) and `edlib` (Šošić and Šikić, 2017) pass over the whole text, and are used where they are installed.
"""

from __future__ import annotations

import re
from collections import Counter

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from citecheck.quoting import engines
from citecheck.quoting.source import FoldedSource

WHOLE_SCAN = 1_500
"""A text up to here is scanned bit by bit, about a millisecond: the minimum is then proved, whatever the similarity."""
MOST_EDITS = 0.5
"""Of a quotation's length. What differs more is another sentence."""
MOST_HITS = 4_000
"""Places that vote; the commonest words of a long text say nothing."""
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
    if len(source.key) > WHOLE_SCAN and chosen != "portable":
        found = _by_engine(source, key, most, chosen)
    else:
        found = _portable(source, key, most)
    return found if found is not None and found[0] <= most else None


def _by_engine(source: FoldedSource, key: str, most: int, engine: str) -> Window | None:
    pattern, text = engines.project(source, key)
    if pattern is None or text is None:
        return _portable(source, key, most)
    if engine == "edlib":
        return engines.search_edlib(pattern, text, most)
    found = engines.search_sassy(pattern, text, max(2, int(len(key) * 0.12)))
    return found if found is not None else engines.search_sassy(pattern, text, most)


def _portable(source: FoldedSource, key: str, most: int) -> Window | None:
    text = source.key
    if len(text) <= WHOLE_SCAN:
        return best_window(key, text, 0, len(text))
    best = _by_votes(source, key)
    if (best is None or best[0] > LIKELY * len(key)) and len(key) <= SHORT_KEY and len(text) <= LONGEST_ALIGNED:
        aligned = fuzz.partial_ratio_alignment(key, text, score_cutoff=100 * (1 - MOST_EDITS))
        if aligned is not None and len(text) >= len(key):
            other = _refined(key, text, aligned.dest_start)
            best = other if best is None or other[0] < best[0] else best
    return best


def _refined(key: str, text: str, start: int) -> Window:
    """Find the true minimum around a place where the quotation begins, about."""
    slack = max(8, len(key) // 5)
    return best_window(key, text, max(0, start - slack), min(len(text), start + len(key) + slack))


def _by_votes(source: FoldedSource, key: str) -> Window | None:
    """Let the rarest words of the quotation vote where it begins, and look around the winners."""
    text, index = source.key, source.words
    words = [(index.get(match.group(), ()), match.start()) for match in _WORD.finditer(key)]
    words.sort(key=lambda each: len(each[0]))
    width = max(16, len(key) // 6)
    votes: Counter[int] = Counter()
    hits = 0
    for voters, (places, offset) in enumerate(words):
        if hits + len(places) > MOST_HITS and voters > 2:
            break
        hits += len(places)
        votes.update({(place - offset) // width for place in places})
    best: Window | None = None
    for start in _winners(votes, width):
        found = _refined_cheaply(key, text, start, best)
        if found is not None and (best is None or found[0] < best[0]):
            best = found
            if found[0] <= LIKELY * len(key) / 2:
                break
    return best


def _winners(votes: Counter[int], width: int) -> list[int]:
    """Give the likeliest places at which the quotation begins; two neighbouring cells are one place."""
    joined = {cell: count + votes.get(cell + 1, 0) for cell, count in votes.items()}
    chosen: list[int] = []
    for cell, _ in sorted(joined.items(), key=lambda each: (-each[1], each[0]))[: WINDOWS * 3]:
        if all(abs(cell - other) > 1 for other in chosen):
            chosen.append(cell)
        if len(chosen) == WINDOWS:
            break
    return [(cell + 1) * width for cell in chosen]


def _refined_cheaply(key: str, text: str, start: int, best: Window | None) -> Window | None:
    """Look around a place, unless a bound says that it cannot be better than what is known."""
    slack = max(16, len(key) // 4)
    first, last = max(0, start - slack), min(len(text), start + len(key) + slack)
    if best is not None:
        window = text[first:last]
        # All of the window but the best stretch must be inserted: fewer edits than this are impossible.
        least = (Levenshtein.distance(key, window) - (len(window) - len(key))) / 2
        if least >= best[0]:
            return None
    return best_window(key, text, first, last)


def best_window(key: str, text: str, first: int, last: int) -> Window:
    """Find the window of fewest edits within a stretch of the text: among equals the one of the key's length, then the first."""
    edits, ends = _ends_of(key, text[first:last])
    best: tuple[int, int, int] | None = None
    for end in ends[:3]:
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
