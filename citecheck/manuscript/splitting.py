"""Split a block into sentences, its markers known: one after a full stop is the sentence's before, a subject is its own's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from citecheck.text.sentences import split_sentences

LONGEST_PIECE = 3000
"""Characters that are split at once: it keeps the cost of marks in one huge paragraph linear."""
_STARTERS = (
    r"(?:The|This|These|Those|That|It|Its|We|Our|They|Their|He|She|In|On|At|As|For|From|However|Later|Here|There|Then|Thus|But|Such"
    r"|If|When|While|Although|Moreover|Both|Another|Other|Others|Some|Many|Most|No|None|After|Before|Since|By|A|An)\b"
)
_MISSED = re.compile(
    rf"(?:\bet al\.|\b[A-Z]\.[A-Z]\.|\b[ap]\.m\.)\s+(?={_STARTERS}(?!\.))|°[CF]\.\s+(?=[A-ZÀ-Þ])|…\s+(?=[A-ZÀ-Þ])"
    r"|(?<=[.!?]\))\s+(?=[A-ZÀ-Þ])"
)
"""Ends of sentences that the splitter takes for abbreviations and the like."""
_GOES_ON = re.compile(r"[とって、，]")
"""What cannot begin a sentence in Japanese or Chinese, after a closing mark."""
_WORD = re.compile(r"\w")
_JOINED = re.compile(r"[\s,;]{0,3}")
_SUBJECT = re.compile(r"\s+(?:\(?[a-zà-ÿа-я]|\()")
_ENDED = re.compile(r"[.!?…][\"”’»)]?\s+$")


def split_prose(
    text: str, lang: str, spots: Sequence[tuple[int, int]], named: frozenset[int] = frozenset()
) -> Iterator[tuple[int, int]]:
    """Give the spans of a block's sentences; `spots` are those of its markers, in order.

    `named` are the starts of markers that are words of their sentence: `Smith et al. (2020) found`.
    """
    plain, hidden = _prepare(text, _grouped(text, spots, named), named)
    start = at = 0
    while start < len(plain):
        end = _end_of_piece(plain, start)
        inner: list[tuple[int, int]] = []
        while at < len(hidden) and hidden[at][0] < end:
            if start <= hidden[at][0] and hidden[at][1] <= end:
                inner.append((hidden[at][0] - start, hidden[at][1] - start))
            at += 1
        if not _WORD.search(plain, start, end):  # no sentence to cut, and a hundred thousand stops to cut it at
            yield start, end
            start = end
            continue
        spans = [(start + low, start + high) for low, high in split_sentences(plain[start:end], lang, inner)]
        yield from _mended(plain, spans)
        start = end


def _mended(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Cut at ends that were missed, and join what a closing mark cut off."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and text[joined[-1][1] - 1] in "」』" and _GOES_ON.match(text, start):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    for start, end in joined:
        for missed in _MISSED.finditer(text, start, end):
            before = text[start : missed.end()].rstrip()
            if before.endswith(")") and not before.startswith("("):
                continue
            yield start, start + len(before)
            start = missed.end()
        yield start, end


def _end_of_piece(text: str, start: int) -> int:
    if len(text) - start <= LONGEST_PIECE:
        return len(text)
    low, high = start + LONGEST_PIECE // 2, start + LONGEST_PIECE
    cut = text.rfind(". ", low, high)
    cut = cut if cut >= 0 else text.rfind(" ", low, high)
    return cut + 1 if cut >= 0 else high


def _grouped(text: str, spots: Sequence[tuple[int, int]], named: frozenset[int]) -> list[tuple[int, int]]:
    """Join markers that stand together, and take in round brackets that hold nothing else."""
    groups: list[tuple[int, int]] = []
    for start, end in spots:
        free = start not in named and not (groups and groups[-1][0] in named)
        if groups and free and start >= groups[-1][1] and _JOINED.fullmatch(text, groups[-1][1], start):
            groups[-1] = (groups[-1][0], end)
        elif not groups or start >= groups[-1][1]:
            groups.append((start, end))
    return [
        (start - 1, end + 1) if text[start - 1 : start] == "(" and text[end : end + 1] == ")" else (start, end)
        for start, end in groups
    ]


def _prepare(text: str, groups: Sequence[tuple[int, int]], named: frozenset[int]) -> tuple[str, list[tuple[int, int]]]:
    """Give the text with a word in place of markers that are one or begin a sentence, and the markers to hide."""
    pieces: list[str] = []
    hidden: list[tuple[int, int]] = []
    position = 0
    for start, end in groups:
        begins = start in named or (
            bool(_ENDED.search(text, max(0, start - 4), start)) and bool(_SUBJECT.match(text, end))
        )
        if not begins:
            hidden.append((start, end))
            continue
        pieces += [text[position:start], "R" + "e" * (end - start - 1)]
        position = end
    return "".join([*pieces, text[position:]]).replace("`", " "), hidden
