"""Edges: where the window of fewest edits really begins and ends.

Fewest edits may cut a word or a number in two, leave out a short word rather than show what was dropped behind it, or stop
before the *not* with which a sentence ends. What is compared then must be the words that stand there.
"""

from __future__ import annotations

import re

from citecheck.lexicon.negation import CHARACTERS, is_negation
from citecheck.quoting.letters import JOINED
from citecheck.quoting.source import FoldedSource
from citecheck.quoting.tokens import TOKEN

FEWEST_NEAR_WORDS = 5
"""Words of a quotation that can be told from chance though some letters differ."""
CONTEXT = 60
"""Characters of the key read on both sides, to make words and numbers at the edges whole."""
REACH = 40
"""Characters beyond a window in which its quotation's edge words are looked for: two words and the edge word itself."""
NEGATION_WITHIN = 8
"""Characters of a script without spaces in which an ending that negates is looked for."""
EDGE_LETTERS = 3
_NUMERIC = re.compile(r"[\d%<>≤≥≈~±$€£¥₹+-]")
_FEW_WORDS = r"(?:[^\s.!?;:]+ ){0,2}"
_FEW_WORDS_BEHIND = r"(?: [^\s.!?;:]+){0,2}"

Span = tuple[int, int]


def with_whole_words(key: str, start: int, end: int, *, keep: bool) -> Span:
    """Make words and numbers at the edges of a window whole; a small rest of a word is left out unless it is to be kept."""
    left = _straddling(key, start)
    right = _straddling(key, end)
    first, last = start, end
    if left is not None:
        first = left[0] if keep or left[2] or (left[1] - start) * 2 >= left[1] - left[0] else left[1]
    if right is not None:
        last = right[1] if keep or right[2] or (end - right[0]) * 2 >= right[1] - right[0] else right[0]
    while first < last and key[first] == " ":
        first += 1
    while first < last and key[last - 1] == " ":
        last -= 1
    return (first, last) if first < last else (start, end)


def with_edge_words(source: FoldedSource, whole: Span, quoted: str) -> Span:
    """Reach for the quotation's first and last word where they stand just outside, and for a negation at an edge that differs."""
    key = source.key
    start, end = whole
    words = quoted.split(" ")
    if len(words) >= FEWEST_NEAR_WORDS:
        if not key.startswith(words[0], start):
            before = re.search(rf"(?<![\w.-]){re.escape(words[0])} {_FEW_WORDS}$", key[max(0, start - REACH) : start])
            start -= len(before[0]) if before else 0
        if not key.endswith(words[-1], start, end):
            behind = re.match(rf"{_FEW_WORDS_BEHIND} {re.escape(words[-1])}(?![\w.-])", key[end : end + REACH])
            end += behind.end() if behind else 0
    if not quoted.isascii() and JOINED.search(quoted):
        start, end = _with_edge_letters(key, (start, end), quoted)
    if not key.startswith(words[0], start):
        start = _before_negation(source, start)
    if not key.endswith(words[-1], start, end):
        end = _behind_negation(source, end)
    return start, end


def _with_edge_letters(key: str, whole: Span, quoted: str) -> Span:
    """Reach for the first and last letters in a script without spaces, within the sentence."""
    start, end = whole
    head, tail = quoted[:EDGE_LETTERS], quoted[-EDGE_LETTERS:]
    if not key.startswith(head, start):
        place = key.rfind(head, max(0, start - 2 * NEGATION_WITHIN), start + EDGE_LETTERS)
        start = place if place >= 0 and "." not in key[place:start] else start
    if not key.endswith(tail, start, end):
        place = key.find(tail, max(start, end - EDGE_LETTERS), end + 2 * NEGATION_WITHIN)
        end = place + len(tail) if place >= 0 and "." not in key[end : place + len(tail)] else end
    return start, end


def _before_negation(source: FoldedSource, start: int) -> int:
    """Take in a negation right before the place."""
    before = re.search(r"([^\s.!?;:,]+) $", source.key[max(0, start - REACH) : start])
    if before and is_negation(before[1], source.languages):
        return start - len(before[0])
    return start


def _behind_negation(source: FoldedSource, end: int) -> int:
    """Take in a negation that stands right behind the place, or across it."""
    behind = re.match(r" ([^\s.!?;:,]+)", source.key[end : end + REACH])
    if behind and is_negation(behind[1], source.languages):
        return end + behind.end()
    if source.key.isascii() or not JOINED.search(source.key[max(0, end - 1) : end + 1]):
        return end
    first = max(0, end - NEGATION_WITHIN)
    for match in CHARACTERS.finditer(source.key, first, end + NEGATION_WITHIN):
        if match.start() <= end < match.end():
            return match.end()
    return end


def _straddling(key: str, place: int) -> tuple[int, int, bool] | None:
    """Give the word or number that lies across the place, and whether it is a number."""
    around = key[max(0, place - 1) : place + 1]
    if len(around) < 2 or (" " in around and not _NUMERIC.search(key[max(0, place - 2) : place + 2])):
        return None
    lowest = max(0, place - CONTEXT)
    if lowest:
        lowest = key.find(" ", lowest, place) + 1 or lowest
    for match in TOKEN.finditer(key, lowest, place + CONTEXT):
        if match.end() > place:
            return (match.start(), match.end(), match.lastgroup == "number") if match.start() < place else None
    return None
