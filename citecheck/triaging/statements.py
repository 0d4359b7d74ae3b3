"""What a sentence says that can be held against a source: its tokens, stems, quantities, cues and names; is it strong?"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from citecheck.lexicon.counting_words import MONTHS
from citecheck.lexicon.cues import CAUSAL, CUES, DOWN, PSEUDO_NEGATION, SUPERLATIVE, UP
from citecheck.lexicon.harmless import FUNCTION_WORDS
from citecheck.text.quantities import Quantity, find_quantities
from citecheck.triaging.tokens import Token, read_tokens, stem

MAGNITUDE = 1000
"""From here a count is a magnitude, and its claim strong."""
SHORTEST_NAME = 2
_MARK = re.compile(r"\s?(?:\[\s*\^?\d+(?:\s*[,;–-]\s*\^?\d+)*\s*\]|\[\^[^\]\s]+\]|\[-?@[^\]]*\])")
_NAME = re.compile(r"(?<![\w])(?:[A-ZÀ-ÖØ-Þ][\w'’&.-]*\w|[A-Z]{2,}|[^\W\d_]+-?\d+[\w-]*)(?!\w)")
_PARTS = re.compile(r"[-'’.&\s]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A sentence, read."""

    text: str
    lang: str
    tokens: tuple[Token, ...]
    quantities: tuple[Quantity, ...]
    stems: frozenset[str]
    """Those that carry weight."""
    names: tuple[str, ...]
    """As written, once each: capitalised words that do not begin it, acronyms, words with digits."""
    strong: bool


def read_statement(sentence: str, lang: str = "") -> Statement:
    """Read a sentence of the manuscript; its citation markers are no part of it."""
    text = " ".join(_MARK.sub("", sentence).split())
    quantities = find_quantities(text, lang)
    tokens = tuple(read_tokens(text, lang, quantities))
    return Statement(
        text=text,
        lang=lang,
        tokens=tokens,
        quantities=quantities,
        stems=frozenset(each.key for each in tokens if each.has_content),
        names=find_names(text),
        strong=is_strong(text, quantities),
    )


def find_cues(text: str) -> Counter[tuple[str, str]]:
    """Count the cues of a text by class and stem."""
    plain = PSEUDO_NEGATION.sub(lambda match: " " * len(match.group()), text)
    return Counter(
        (name, stem(re.sub(r"\s+", " ", match.group().lower().replace("’", "'"))))
        for name, pattern in CUES.items()
        for match in pattern.finditer(plain)
    )


def find_names(text: str) -> tuple[str, ...]:
    """Find the names of a sentence; its first word only when another name follows it, or it is an acronym."""
    first = re.search(r"\w", text)
    found: dict[str, None] = {}
    for match in _NAME.finditer(text):
        word = match.group()
        plain = word.lower().strip(".'")
        common = plain in MONTHS or plain in FUNCTION_WORDS
        if len(plain) < SHORTEST_NAME or (common and not word.isupper()):
            continue
        begins = first is not None and match.start() == first.start()
        special = sum(each.isupper() for each in word) > 1 or any(each.isdigit() for each in word)
        if not begins or special or re.match(r"\s+[A-Z]", text[match.end() :]):
            found[word] = None
    return tuple(found)


def name_stems(name: str) -> frozenset[str]:
    """Give the stems a text must hold to hold the name."""
    parts = (stem(each.lower().removesuffix("'s")) for each in _PARTS.split(name))
    return frozenset(each for each in parts if len(each) > 1 and each not in FUNCTION_WORDS and not each.isdecimal())


def is_strong(text: str, quantities: tuple[Quantity, ...]) -> bool:
    """Does it claim much: a percentage, money, a magnitude, a change, a superlative, a cause?"""
    if any(
        each.dimension in ("percent", "points", "fold")
        or each.dimension.startswith("money")
        or abs(each.high) >= MAGNITUDE
        for each in quantities
        if each.dimension not in ("year", "date", "time")
    ):
        return True
    return any(pattern.search(text) for pattern in (UP, DOWN, SUPERLATIVE, CAUSAL))
