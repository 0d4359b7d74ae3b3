"""Which language's numbers a short text holds: counted by its commonest words, English when nothing speaks for another."""

from __future__ import annotations

import re

from citecheck.lexicon.counting_words import LANGUAGES, STOP_WORDS, number_words

MOST_READ = 3000
"""Characters that the guess reads; more of a text adds nothing."""
_WORD = re.compile(r"[^\W\d_]+")
_STOPS = {lang: frozenset(words.split()) for lang, words in STOP_WORDS.items()}


def guess_language(text: str) -> str:
    """Guess one of the seven languages whose number words are known; `en` when none stands out."""
    words = _WORD.findall(text[:MOST_READ].lower())
    counts = {lang: sum(each in _STOPS[lang] for each in words) for lang in LANGUAGES}
    most = max(counts.values())
    if most == counts["en"]:
        return "en"
    best = [lang for lang in LANGUAGES if counts[lang] == most]
    return max(best, key=lambda lang: sum(each in number_words(lang) for each in words))


def known_language(lang: str, text: str) -> str:
    """Give the language of a tag such as `de-CH`; a text's own when the tag says nothing known."""
    tag = re.split(r"[-_]", lang.lower())[0]
    return tag if tag in _STOPS else guess_language(text) if not tag else "en"
