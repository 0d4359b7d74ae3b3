"""A quotation beside its passage, as a word diff: what stands in both, what was left out, what was put in."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass

WORD = re.compile(r"\w+(?:[.,]\d+)*%?|[^\w\s]|\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One stretch: `same`, `quoted` (only in the quotation) or `source` (only in the source)."""

    kind: str
    text: str


def diff_words(quoted: str, source: str) -> list[Piece]:
    """Give the pieces of both texts, in order; differences of case and spacing are none."""
    one, two = WORD.findall(quoted), WORD.findall(source)
    matcher = difflib.SequenceMatcher(None, _keys(one), _keys(two), autojunk=False)
    return list(_merged(_pieces(matcher, one, two)))


def _keys(words: list[str]) -> list[str]:
    return [" " if each.isspace() else each.casefold() for each in words]


def _pieces(matcher: difflib.SequenceMatcher[str], one: list[str], two: list[str]) -> Iterator[Piece]:
    for kind, start, end, there, until in matcher.get_opcodes():
        if kind == "equal":
            yield Piece(kind="same", text="".join(one[start:end]))
            continue
        if start < end:
            yield Piece(kind="quoted", text="".join(one[start:end]))
        if there < until:
            yield Piece(kind="source", text="".join(two[there:until]))


def _merged(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """Join a lone blank between two changes into them, so that changed phrases read as phrases."""
    held: list[Piece] = []
    for each in pieces:
        if held and each.kind == held[-1].kind:
            held[-1] = Piece(kind=each.kind, text=held[-1].text + each.text)
        else:
            held.append(each)
    yield from held


def mark_words(quoted: str, source: str, *, colour: bool = False) -> str:
    """Write both texts as one line: `[-only quoted-]`, `{+only in the source+}`, in colour where there is some."""
    marks = {"quoted": ("\x1b[31m[-", "-]\x1b[0m"), "source": ("\x1b[32m{+", "+}\x1b[0m")}
    plain = {"quoted": ("[-", "-]"), "source": ("{+", "+}")}
    parts = []
    for each in diff_words(quoted, " ".join(source.split())):
        before, after = (marks if colour else plain).get(each.kind, ("", ""))
        parts.append(f"{before}{each.text}{after}")
    return "".join(parts)
