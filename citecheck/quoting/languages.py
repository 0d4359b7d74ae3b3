"""Languages: is a quotation in another language than its source? Then it can never stand there word for word."""

from __future__ import annotations

import re

from citecheck.lexicon.negation import SAMPLE, STOP_WORDS, WORD
from citecheck.quoting.folding import fold_masked
from citecheck.quoting.source import FoldedSource

FEWEST_STOP_WORDS = 3
"""Stop words of its own language in a quotation, and none of the source's: fewer say nothing."""
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
MOST = 0.6
"""Of a text's letters: the script it is written in."""


def is_other_language(exact: str, source: FoldedSource) -> bool:
    """Is the quotation written in another script, or with the small words of another language?"""
    mine, theirs = fold_masked(exact).key, source.key[:SAMPLE]
    scripts = _script_of(mine), _script_of(theirs)
    if scripts[0] and scripts[1] and scripts[0] != scripts[1]:
        return {*scripts} != {"han", "kana"}
    return not _spoken(mine, FEWEST_STOP_WORDS) <= _spoken(theirs, 1) and _is_foreign(mine, theirs)


def _script_of(key: str) -> str:
    letters = sum(each.isalpha() for each in key)
    for name, pattern in _SCRIPTS.items():
        if letters and len(pattern.findall(key)) >= MOST * letters:
            return name
    return ""


def _spoken(key: str, fewest: int) -> frozenset[str]:
    words = set(WORD.findall(key))
    return frozenset(lang for lang, stops in STOP_WORDS.items() if len(words & set(stops.split())) >= fewest)


def _is_foreign(mine: str, theirs: str) -> bool:
    """Does the quotation have the small words of one language, and the source none of them but more of another's?"""
    words, others = set(WORD.findall(mine)), set(WORD.findall(theirs))
    counts = {lang: len(words & set(stops.split())) for lang, stops in STOP_WORDS.items()}
    best = max(counts, key=lambda lang: counts[lang])
    if counts[best] < FEWEST_STOP_WORDS:
        return False
    stops = set(STOP_WORDS[best].split())
    rest = max(len(others & set(each.split()) - stops) for each in STOP_WORDS.values())
    return not (words & stops & others) and rest >= 1
