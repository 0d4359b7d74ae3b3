"""Languages: is a quotation in another language than its source? Then it can never stand there word for word."""

from __future__ import annotations

import re

from citecheck.lexicon.negation import STOP_WORDS
from citecheck.quoting.folding import fold_masked
from citecheck.quoting.source import WORD, FoldedSource

FEWEST_STOP_WORDS = 2
"""Stop words of its own in the quotation, none of which the source has, and as many of another language in the source."""
_STOPS = {lang: frozenset(words.split()) for lang, words in STOP_WORDS.items()}
_SCRIPTS = {
    "latin": re.compile("[a-z\u00df-\u024f]"),
    "greek": re.compile("[\u0370-\u03ff]"),
    "cyrillic": re.compile("[\u0400-\u04ff]"),
    "hebrew": re.compile("[\u05d0-\u05ea]"),
    "arabic": re.compile("[\u0600-\u06ff]"),
    "devanagari": re.compile("[\u0900-\u097f]"),
    "bengali": re.compile("[\u0980-\u09ff]"),
    "thai": re.compile("[\u0e00-\u0e7f]"),
    "hangul": re.compile("[\uac00-\ud7af]"),
    "kana": re.compile("[\u3040-\u30ff]"),
    "han": re.compile("[\u4e00-\u9fff]"),
}
_ALL_STOPS = frozenset().union(*_STOPS.values())
SCRIPT_SAMPLE = 2_000
MOST = 0.6
"""Of a text's letters: the script it is written in."""


def is_other_language(exact: str, source: FoldedSource) -> bool:
    """Is the quotation written in another script, or with the small words of another language?"""
    mine = fold_masked(exact).key
    scripts = _script_of(mine), _script_of(source.key[:SCRIPT_SAMPLE])
    if scripts[0] and scripts[1] and scripts[0] != scripts[1]:
        return {*scripts} != {"han", "kana"}
    words, others = set(WORD.findall(mine)), source.sample_words
    if len(words & others & _ALL_STOPS) >= FEWEST_STOP_WORDS:
        return False
    spoken = max(_STOPS, key=lambda lang: len(words & _STOPS[lang]))
    small = words & _STOPS[spoken]
    if len(small) < FEWEST_STOP_WORDS or small & others:
        return False
    return any(len(others & stops - _STOPS[spoken]) >= FEWEST_STOP_WORDS for stops in _STOPS.values())


def _script_of(key: str) -> str:
    if key.isascii():
        return "latin"
    letters = sum(each.isalpha() for each in key)
    for name, pattern in _SCRIPTS.items():
        if letters and len(pattern.findall(key)) >= MOST * letters:
            return name
    return ""
