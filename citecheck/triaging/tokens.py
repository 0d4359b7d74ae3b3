"""Tokens: the words of a text with their stems and places, each quantity one token, markers left out.

The stemmer takes off the endings of inflection only (plural, past, participle), so that what derivation tells apart stays
apart: employer and employee, universe and university. Where an ending cannot be taken off safely the word stays whole, and
a pair does not pass; that is the cheaper mistake.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from citecheck.lexicon.harmless import FUNCTION_WORDS, STATED_AS
from citecheck.text.quantities import Quantity, find_quantities

SHORTEST_STEM = 4
"""An ending is taken off only when this many letters stay: rated is no rat."""
_UNCHANGED = frozenset("news series species this thus always perhaps whereas gas bus plus towards diabetes".split())
_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|(?:[^\W_\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|(?<=[a-z])-\n(?=[a-z]))+"
    r"(?:['’](?:s|t|re|ll|ve|d|m)(?!\w))?|[%‰$€£¥<>≤≥±~≈=+×÷∆]"
)
_MARKS = re.compile(r"\[\s*\^?\d+(?:\s*[,;–-]\s*\^?\d+)*\s*\]|\[\^[^\]\s]+\]|\[-?@[^\]]*\]")
"""Reference marks in brackets, ours or the source's."""
_GLUED = re.compile(
    r"(?<=[^\W\d_]{3})(?:[⁰¹²³⁴⁵⁶⁷⁸⁹]+(?:[,⁻–][⁰¹²³⁴⁵⁶⁷⁸⁹]+)*|\d{1,3}(?:[,–-]\d{1,3})*(?=[\s.,;:)]|$))"
    r"|(?<=[^\W\d_][.,;])[\d⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}(?:[,–-]\d{1,3})*(?=\s|$)"
)
"""Raised marks that lost their height in a source's text. They look like names with digits (Notch1, sox2), so they are left
out only behind a word in lower case, and in the source only: in the sentence such digits must be borne out."""
_WORD_BEFORE = re.compile(r"[^\W\d_]+[.,;]?$")
_LONGEST_WORD = 40
_MARKED = re.compile(r"[\[\d⁰¹²³⁴⁵⁶⁷⁸⁹]")
_FEW = re.compile(r"\ba\s+(?=(?:few|little)\b)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A word or a quantity, and where it stands."""

    key: str
    """The stem, or the value."""
    start: int
    end: int
    word: str
    quantity: Quantity | None = None

    @property
    def has_content(self) -> bool:
        """Does it carry weight: no function word, no number?"""
        return self.quantity is None and is_content(self.word)


def read_tokens(
    text: str, lang: str = "", quantities: tuple[Quantity, ...] | None = None, *, marks_glued: bool = False
) -> list[Token]:
    """Read a text into tokens, in order; with marks glued, digits behind a word in lower case are left out too."""
    found = find_quantities(text, lang) if quantities is None else quantities
    tokens: list[Token] = []
    hidden = [match.span() for match in _MARKS.finditer(text)]
    if marks_glued:
        hidden = sorted([*hidden, *_glued_marks(text)])
    few = {match.start() for match in _FEW.finditer(text)}
    at_quantity = at_mark = 0
    for match in _WORD.finditer(text):
        start, end = match.span()
        while at_quantity < len(found) and found[at_quantity].end <= start:
            at_quantity += 1
        while at_mark < len(hidden) and hidden[at_mark][1] <= start:
            at_mark += 1
        if at_quantity < len(found) and found[at_quantity].start < end:
            quantity = found[at_quantity]
            if not tokens or tokens[-1].quantity is not quantity:
                tokens.append(_of_quantity(quantity))
        elif at_mark < len(hidden) and hidden[at_mark][0] <= start and start < hidden[at_mark][1]:
            continue
        elif start not in few:
            tokens.append(_of_word(text, start, min(end, hidden[at_mark][0] if at_mark < len(hidden) else end)))
    return tokens


def has_glued_marks(text: str) -> bool:
    """Do digits stand behind a word that may be raised marks?"""
    return next(_glued_marks(text), None) is not None


def _glued_marks(text: str) -> Iterator[tuple[int, int]]:
    return (match.span() for match in _GLUED.finditer(text) if _is_mark(text, match.start()))


def _is_mark(text: str, start: int) -> bool:
    before = _WORD_BEFORE.search(text, max(0, start - _LONGEST_WORD), start)
    return before is not None and before.group().islower()


def read_stems(text: str) -> set[str]:
    """Give the stems of a text that carry weight."""
    unmarked = _MARKS.sub(" ", text) if _MARKED.search(text) else text
    return {stem(each) for each in map(_plain, set(_WORD.findall(unmarked.lower()))) if is_content(each)}


def is_content(word: str) -> bool:
    """Does a lower-cased word carry weight?"""
    return (len(word) > 1 or word > "\u3000") and word not in FUNCTION_WORDS and not word.isdecimal()


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """Take the endings of inflection off a lower-cased word."""
    if word in STATED_AS:
        return STATED_AS[word]
    if len(word) <= 3 or word in _UNCHANGED or not word.isascii():
        return word
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = _without_plural(word)
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            bare = word[: -len(ending)]
            if re.search(r"[aeiouy]", bare):
                word = bare[:-1] if bare[-1] == bare[-2] and bare[-1] not in "sz" else bare
                break
    if word.endswith("ll") and len(word) > SHORTEST_STEM:
        word = word[:-1]
    return word[:-1] if word.endswith("e") and len(word) > SHORTEST_STEM else word


def _without_plural(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    return word[:-1]


def _plain(word: str) -> str:
    """Give a word in lower case, joined over a line's end, without its possessive s."""
    word = word.replace("-\n", "").replace("’", "'").lower()
    return word[:-2] if word.endswith("'s") else word


def _of_word(text: str, start: int, end: int) -> Token:
    word = _plain(text[start:end])
    key = (
        f"a {word}"
        if word in ("few", "little") and re.search(r"\ba\s+$", text[max(0, start - 4) : start], re.I)
        else stem(word)
    )
    return Token(key=key, start=start, end=end, word=word)


def _of_quantity(quantity: Quantity) -> Token:
    return Token(
        key=f"{quantity.key}{quantity.comparator}",
        start=quantity.start,
        end=quantity.end,
        word=quantity.text,
        quantity=quantity,
    )
