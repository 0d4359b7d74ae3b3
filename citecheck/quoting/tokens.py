"""Tokens: the words, numbers and marks of a folded text, each in the form in which two of them are compared.

A number is one token with its sign, its comparison sign, its currency and its per cent. Where words are not parted by spaces
each letter is a token.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from citecheck.lexicon.counting_words import fraction_words, number_words, scale_words
from citecheck.lexicon.negation import MARKS
from citecheck.quoting.folding import fold_masked
from citecheck.quoting.letters import IDEOGRAPHS, SOUTHEAST

NUMBER = (
    r"(?:[<>≤≥≈∼~±]=? ?)?(?:(?<![\w.,)%\]])(?:[-+] ?)?[-+])?(?:[$€£¥₹] ?)?(?:\d+(?:[.,:/]\d+)*|(?<!\d)\.\d+)(?:e[-+]?\d+(?!\w))?"
    r"[⁰¹²³⁴-⁹⁻]*(?: ?(?:%(?:[ -]?points?\b|age points?\b)?|‰|per ?cent\b|percentage points?\b|prozent(?:punkte?)?\b|pp\b))?"
)
TOKEN = re.compile(
    rf"(?P<number>{NUMBER})|[{IDEOGRAPHS}]|[{SOUTHEAST}][{MARKS}]*|[^\W\d_](?:[^\W{IDEOGRAPHS}{SOUTHEAST}]|[{MARKS}])*"
    r"(?:'[^\W\d_]+)*|[^\w\s]|_"
)
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_POINTED = re.compile(r"\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?")
_VALUE = re.compile(r"(?P<value>\d[\d.,:/]*\d|\d)|(?P<point>\.\d+)")
_PER_CENT = re.compile(r" ?(?:per ?cent|prozent)$")
_POINTS = re.compile(r" ?(?:%[ -]?points?|%?age points?|percentage points?|prozentpunkte?|pp)$")
_LONG_DASH = re.compile(r"[\u2013\u2014\u2015]|--+|(?<=\s)[-\u2010\u2011\u2212](?=\s)")
IDEOGRAPHIC_NUMBERS = frozenset("〇零一二三四五六七八九十百千万萬亿億兩两半")
ORDINALS = frozenset(
    "first second third fourth fifth sixth seventh eighth ninth tenth half halves quarter quarters twice thrice dozen dozens"
    " double triple single hundred thousand million billion trillion hundreds thousands millions billions both neither".split()
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ONES = "one two three four five six seven eight nine".split()
"""Folding joins *twenty-one* to one word."""
PRONOUNS = frozenset("one a an un une uno una ein eine um uma een".split())
"""Of these a change of number is seen in the other word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """The tokens of a text in order, as they are compared, with their places in the key."""

    forms: list[str]
    starts: list[int]
    ends: list[int]
    numeric: frozenset[int]
    """Which of them are numbers in digits."""


def read_tokens(key: str) -> Tokens:
    """Read the tokens of a folded text."""
    forms: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    numeric: list[int] = []
    for match in TOKEN.finditer(key):
        form = match.group()
        if match.lastgroup == "number":
            numeric.append(len(forms))
            form = form_of_number(form)
        forms.append(form)
        starts.append(match.start())
        ends.append(match.end())
    return Tokens(forms=forms, starts=starts, ends=ends, numeric=frozenset(numeric))


@lru_cache(4096)
def form_of_number(written: str) -> str:
    """Bring a number to the form in which two of them are compared: grouping and trailing zeros say nothing."""
    text = _POINTS.sub("pp", written)
    text = _PER_CENT.sub("%", text).replace(" ", "")
    if not text.isascii():
        text = (
            "".join(str(int(each)) if each.isdecimal() else each for each in text).replace("∼", "~").replace("≈", "~")
        )
    found = _VALUE.search(text)
    if found is None:
        return text
    value = found.group()
    if _GROUPED.fullmatch(value):
        value = value.replace(",", "")
    elif _POINTED.fullmatch(value):
        value = value.replace(".", "").replace(",", ".")
    elif value.count(",") == 1 and "." not in value:
        value = value.replace(",", ".")
    if value.startswith("."):
        value = "0" + value
    if value.count(".") == 1 and value.replace(".", "").isdigit():
        value = value.rstrip("0").rstrip(".")
    return text[: found.start()] + value + text[found.end() :]


@cache
def counting_words(languages: frozenset[str]) -> frozenset[str]:
    """Give the words that are numbers in these languages; English where none is known."""
    words = set(ORDINALS) | IDEOGRAPHIC_NUMBERS
    for lang in ("en", "de", "fr", "es", "it", "pt", "nl"):
        if lang in languages or (lang == "en" and not languages):
            words |= {*number_words(lang), *scale_words(lang), *fraction_words(lang)}
    if "twenty" in words:
        words |= {ten + one for ten in _TENS for one in _ONES}
    return frozenset(words - PRONOUNS)


def spoken_key(masked: str, key: str) -> str:
    """Give the key with words parted that a long dash parts; in the key itself dashes between letters have gone."""
    if not _LONG_DASH.search(masked):
        return key
    return fold_masked(_LONG_DASH.sub(" ; ", masked)).key.strip(" ")
