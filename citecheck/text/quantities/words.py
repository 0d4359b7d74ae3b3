"""Numbers in words: read from left to right, as one adds them up when speaking."""

from __future__ import annotations

import re
from fractions import Fraction

from citecheck.lexicon.counting_words import ONES_ARTICLES, fraction_words, number_words, scale_words
from citecheck.text.quantities.numerals import Number

_NEXT = re.compile(r"(?P<gap>[ \u00a0](?P<link>and|y|e|et|und|en)[ \u00a0]|-et-|[ \u00a0]|-)(?P<word>[^\W\d_]+)")
_WORD = re.compile(r"[^\W\d_]+")
_HUNDRED = 100
LONGEST_ABBREVIATION = 3
"""Mio., Mrd., Tsd."""


def read_words(text: str, start: int, lang: str) -> Number | None:
    """Read the number in words that begins here, or None. An article counts only before a scale."""
    match = _WORD.match(text, start)
    if match is None:
        return None
    values, scales = number_words(lang), scale_words(lang)
    word, end = match.group().lower(), match.end()
    if word in values:
        total, current, last = 0, values[word], values[word]
    elif word in ONES_ARTICLES[lang]:
        step = _NEXT.match(text, end)
        if not (step and step["word"].lower() in scales):
            return None
        total, current, last = 0, 1, 1
    elif word in scales and lang != "en":
        total, current, last = _scaled(0, 1, scales[word])
    else:
        return None
    while step := _NEXT.match(text, end):
        word = step["word"].lower()
        if word in values and _may_follow(
            last, values[word], linked=bool(step["link"] or "-et-" in step["gap"]), lang=lang
        ):
            # Four times twenty is said quatre-vingt.
            times = lang == "fr" and last == 4 and values[word] == 20
            current = current * 20 if times else current + values[word]
            last = 80 if times else values[word]
        elif word in scales and not step["link"]:
            total, current, last = _scaled(total, current, scales[word])
        elif lang == "fr" and word == "vingts" and last == 4:
            current, last = current * 20, 80
        else:
            break
        end = step.end()
    value = Fraction(total + current)
    return Number(start=start, end=end, value=value, shown=value, in_words=True)


def scale_at(text: str, start: int, lang: str) -> tuple[int, int] | None:
    """Give the multiplier that stands here behind a number in digits, and where it ends."""
    match = re.compile(r"[ \u00a0\u202f-]?(?P<word>[^\W\d_]+(?:[- ]milhões)?)\.?").match(text, start)
    if match is None:
        return None
    scale = scale_words(lang).get(match["word"].lower().replace(" ", "-"))
    if scale is None:
        return None
    # The stop of an abbreviation belongs to it, the one that ends the text does not.
    ends_text = match.group().endswith(".") and (
        len(match["word"]) > LONGEST_ABBREVIATION or not text[match.end() :].strip()
    )
    return scale, match.end() - ends_text


def fraction_at(text: str, start: int, lang: str) -> tuple[int, int] | None:
    """Give the denominator that stands here, and where it ends."""
    match = _WORD.match(text, start)
    value = fraction_words(lang).get(match.group().lower()) if match else None
    return (value, match.end()) if match and value else None


def _scaled(total: int, current: int, scale: int) -> tuple[int, int, int]:
    """Multiply; from a thousand on what was read is set aside, and the rest is added to it."""
    if scale == _HUNDRED or scale == 12:
        return total, (current or 1) * scale, scale
    return total + (current or 1) * scale, 0, scale


def _may_follow(last: int, value: int, *, linked: bool, lang: str) -> bool:
    """Does a word of this value go on with the number, or begin another?"""
    if linked and lang == "en":
        return last >= _HUNDRED and value < last
    if last >= _HUNDRED:
        return value < last
    if lang == "fr" and last in (60, 80) and 10 <= value < 20:
        return True
    if lang == "fr" and last == 4 and value == 20:
        return True
    return 20 <= last < _HUNDRED and last % 10 == 0 and value < 10
