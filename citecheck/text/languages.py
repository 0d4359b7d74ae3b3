"""Which language a text is written in, by its script and its commonest words; so that its sentences end where they should.

A document names its language seldom. Words that several languages share count for less in each.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

from citecheck.lexicon.negation import STOP_WORDS

SAMPLE = 20_000
"""Characters that are read: more of a text adds nothing."""
FEWEST_VOTES = 1.0
"""Common words, shared ones counted in part, that must speak for a language: below it, English."""
SHARE = 0.2
"""Of the letters, in one script, that decide: less are names and terms in another."""
_WORD = re.compile(r"[^\W\d_]+")
_SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("zh", re.compile("[\u3400-\u9fff]")),
    ("el", re.compile("[\u0370-\u03ff]")),
    ("uk", re.compile("[іїєґІЇЄҐ]")),
    ("ru", re.compile("[\u0400-\u04ff]")),
    ("he", re.compile("[\u0590-\u05ff]")),
    ("fa", re.compile("[پچژگ]")),
    ("ar", re.compile("[\u0600-\u06ff]")),
    ("hi", re.compile("[\u0900-\u097f]")),
    ("bn", re.compile("[\u0980-\u09ff]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
)
_FEW = {"uk": 0.02, "fa": 0.01, "ja": 0.05}
"""Shares that suffice where a language shares most of its letters with another."""


_OFTEN = frozenset("en de fr es it pt nl sv no da pl cs tr fi id vi hu".split())
SELDOM = 0.6
"""The weight of a word for a language that few documents are written in, and whose words are mostly another's, too."""


@cache
def _votes() -> dict[str, tuple[tuple[str, float], ...]]:
    spoken: dict[str, list[str]] = {}
    for lang, words in STOP_WORDS.items():
        for word in words.split():
            spoken.setdefault(word, []).append(lang)
    return {word: tuple((lang, len(langs) ** -0.5) for lang in langs) for word, langs in spoken.items()}


def guess_language(text: str) -> str:
    """Guess the language of a text, as two letters; `en` when nothing speaks for another."""
    head = text[:SAMPLE]
    if not head.isascii():
        letters = sum(map(str.isalpha, head)) or 1
        for lang, script in _SCRIPTS:
            if len(script.findall(head)) >= _FEW.get(lang, SHARE) * letters:
                return lang
    votes = _votes()
    tally: Counter[str] = Counter()
    for word, count in Counter(_WORD.findall(head)).items():  # a capital is a name's, as in De La Rosa
        for lang, weight in votes.get(word, ()):
            tally[lang] += weight * count * (1 if lang in _OFTEN else SELDOM)  # type: ignore[assignment]
    if not tally:
        return "en"
    best = max(tally, key=lambda lang: (tally[lang], lang == "en"))
    return best if tally[best] >= FEWEST_VOTES and tally[best] > tally["en"] else "en"
