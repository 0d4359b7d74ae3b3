"""Split a block into sentences, its markers known: one after a full stop is the sentence's before, a subject is its own's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from citecheck.text.sentences import split_sentences

LONGEST_PIECE = 8000
"""Characters that are split at once: it keeps the cost of marks in one huge paragraph linear."""
_JOINED = re.compile(r"[\s,;]{0,3}")
_SUBJECT = re.compile(r"\s+(?:\(?[a-zà-ÿа-я]|\()")
_ENDED = re.compile(r"[.!?…][\"”’»)]?\s+$")


def split_prose(text: str, lang: str, spots: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Give the spans of a block's sentences; `spots` are those of its markers, in order."""
    plain, hidden = _prepare(text, _grouped(text, spots))
    start = at = 0
    while start < len(plain):
        end = _end_of_piece(plain, start)
        inner: list[tuple[int, int]] = []
        while at < len(hidden) and hidden[at][0] < end:
            if start <= hidden[at][0] and hidden[at][1] <= end:
                inner.append((hidden[at][0] - start, hidden[at][1] - start))
            at += 1
        for low, high in split_sentences(plain[start:end], lang, inner):
            yield start + low, start + high
        start = end


def _end_of_piece(text: str, start: int) -> int:
    if len(text) - start <= LONGEST_PIECE:
        return len(text)
    low, high = start + LONGEST_PIECE // 2, start + LONGEST_PIECE
    cut = text.rfind(". ", low, high)
    cut = cut if cut >= 0 else text.rfind(" ", low, high)
    return cut + 1 if cut >= 0 else high


def _grouped(text: str, spots: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join markers that stand together, and take in round brackets that hold nothing else."""
    groups: list[tuple[int, int]] = []
    for start, end in spots:
        if groups and start >= groups[-1][1] and _JOINED.fullmatch(text, groups[-1][1], start):
            groups[-1] = (groups[-1][0], end)
        elif not groups or start >= groups[-1][1]:
            groups.append((start, end))
    return [
        (start - 1, end + 1) if text[start - 1 : start] == "(" and text[end : end + 1] == ")" else (start, end)
        for start, end in groups
    ]


def _prepare(text: str, groups: Sequence[tuple[int, int]]) -> tuple[str, list[tuple[int, int]]]:
    """Give the text with a word in place of markers that begin a sentence, and the markers to hide."""
    pieces: list[str] = []
    hidden: list[tuple[int, int]] = []
    position = 0
    for start, end in groups:
        begins = bool(_ENDED.search(text, max(0, start - 4), start)) and bool(_SUBJECT.match(text, end))
        if not begins:
            hidden.append((start, end))
            continue
        pieces += [text[position:start], "R" + "e" * (end - start - 1)]
        position = end
    return "".join([*pieces, text[position:]]).replace("`", "'"), hidden
