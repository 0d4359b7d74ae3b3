"""Replacements: spans of a text that are written anew, and words found where braces and markup surround them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from citecheck.corrections import Edit, Kept

LATEX = "it is written in LaTeX"


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacement:
    """A half-open span of a text, and what is written there."""

    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewritten:
    """What one reference's corrections come to in its file."""

    replacements: tuple[Replacement, ...] = ()
    written: tuple[str, ...] = ()
    """The fields that are corrected."""
    kept: tuple[Kept, ...] = ()
    """Fields that could not be written, and why."""


def replace_all(text: str, replacements: Iterable[Replacement]) -> str:
    """Write every replacement; two that touch the same characters are a mistake.

    Raises:
        ValueError: two replacements overlap.
    """
    parts: list[str] = []
    position = 0
    for each in sorted(replacements, key=lambda each: (each.start, each.end)):
        if each.start < position:
            raise ValueError(f"two replacements overlap at {each.start}")
        parts += (text[position : each.start], each.new)
        position = each.end
    return "".join((*parts, text[position:]))


def replace_words(text: str, start: int, end: int, edits: Sequence[Edit]) -> list[Replacement] | None:
    """Find each word of a span, whatever braces stand among its letters, and replace the letters that differ.

    None when a word is not there in plain letters.
    """
    found = []
    for each in edits:
        letters = _letters_of(text, start, end, each)
        if letters is None:
            return None
        head = _common(each.old, each.new)
        tail = min(_common(each.old[::-1], each.new[::-1]), len(each.old) - head, len(each.new) - head)
        middle = letters[head : len(letters) - tail]
        first = middle[0] if middle else letters[head - 1] + 1 if head else letters[0]
        last = middle[-1] + 1 if middle else first
        if last - first != len(
            middle
        ):  # braces stand between: which side of them the new letters belong to is not known
            return None
        found.append(Replacement(start=first, end=last, new=each.new[head : len(each.new) - tail]))
    return found


def _letters_of(text: str, start: int, end: int, edit: Edit) -> list[int] | None:
    """Give the place of each letter of the word in the text."""
    pattern = re.compile(r"(?<![^\W_])(?<!\\)" + r"[{}]*".join(map(re.escape, edit.old)) + r"(?![^\W_])")
    matches = list(pattern.finditer(text, start, end))
    if edit.number >= len(matches):
        return None
    match = matches[edit.number]
    return [place for place in range(match.start(), match.end()) if text[place] not in "{}"]


def _common(one: str, two: str) -> int:
    length = 0
    for first, second in zip(one, two, strict=False):
        if first != second:
            break
        length += 1
    return length
