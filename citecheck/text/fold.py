"""Folding: a text made comparable, with the exact way back.

Case, accents' composition, white space, quotation marks, hyphens and dashes come to one form; digits, signs and accents keep
their meaning. `Folded.span` leads from an offset pair of the key to the one of the text.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

DROPPED = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
BLANKS = re.compile(" {2,}")
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
QUOTES = "\u2018\u2019\u201a\u201b\u2032\u00b4`"
DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"
ONE_FORM = {
    **{ord(each): "-" for each in DASHES},
    **{ord(each): "'" for each in QUOTES},
    **{ord(each): '"' for each in DOUBLE_QUOTES},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded:
    """A folded text. `starts[i]` and `ends[i]` are the text's offsets behind character i of the key."""

    key: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Give the text's own half-open span of a non-empty span of the key.

        Raises:
            IndexError: the span is empty or outside the key.
        """
        if not 0 <= start < end <= len(self.key):
            raise IndexError(f"{start}:{end} is no span of a key of {len(self.key)} characters")
        return self.starts[start], self.ends[end - 1]


def fold_text(text: str) -> Folded:
    """Fold a text and keep the way back for each character of the key."""
    letters: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    position, length = 0, len(text)
    while position < length:
        after = position + 1
        if after < length and text[after] >= "\u00ad":  # below it nothing joins, nor is dropped
            after = _end_of_cluster(text, position)
        for each in _fold_cluster(text[position:after]):
            if each == " " and letters and letters[-1] == " ":
                ends[-1] = after
                continue
            letters.append(each)
            starts.append(position)
            ends.append(after)
        position = after
    return Folded(key="".join(letters), starts=tuple(starts), ends=tuple(ends))


def fold_key(text: str) -> str:
    """Fold a text, trimmed at both ends, where the way back is not needed."""
    if not text.isascii() and any(map(_joins, text)):
        return fold_text(text).key.strip()
    return BLANKS.sub(" ", text.translate(_LETTERS)).strip()


class _Letters(dict[int, str]):
    """Each letter folded, once: a text without combining marks is folded letter by letter."""

    def __missing__(self, letter: int) -> str:
        self[letter] = folded = _fold_cluster(chr(letter))
        return folded


_LETTERS = _Letters()


def _joins(letter: str) -> bool:
    """Does a letter compose with the one before it? Some do so only in their compatible form, as ﾞ does."""
    if letter < "\u0300":
        return False
    return bool(unicodedata.combining(letter) or unicodedata.combining(unicodedata.normalize("NFKC", letter)[0]))


def _end_of_cluster(text: str, start: int) -> int:
    """Find where a letter ends with its marks, those behind an invisible character included."""
    after = ahead = start + 1
    if ord(text[start]) in DROPPED:
        return after
    while ahead < len(text):
        if _joins(text[ahead]):
            after = ahead + 1
        elif ord(text[ahead]) not in DROPPED:
            break
        ahead += 1
    return after


def _fold_cluster(cluster: str) -> str:
    # Signs come to one form before NFKC, which takes ´ and ″ apart, and after it, for those that it makes.
    folded = (
        unicodedata.normalize("NFKC", cluster.translate(ONE_FORM)).translate(DROPPED).translate(ONE_FORM).casefold()
    )
    return "".join(" " if each.isspace() else each for each in unicodedata.normalize("NFC", folded))
