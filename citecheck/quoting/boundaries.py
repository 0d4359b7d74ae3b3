"""Boundaries: a quotation may not begin or end inside a word or a number.

Both edges are judged on the text, never on the key, from which signs and hyphens of words have gone. What is refused is named:
a *word* cut in two is a slip, a *number* without its sign, its digits or its unit says something else.
"""

from __future__ import annotations

import re

from citecheck.lexicon.negation import PREFIXES
from citecheck.quoting.letters import (
    DASHES,
    GROUPING,
    HYPHENS,
    LONG_DASHES,
    NOTHING,
    PARTICLE,
    SUPERSCRIPTS,
    is_joined,
    is_mark,
    is_word,
)

WORD, NUMBER, NEGATION = "word", "number", "negation"
_NOTHING = re.compile(f"[{NOTHING}]")
_DASH = re.compile(f"[{DASHES}]")
_LONG_DASH = re.compile(f"[{LONG_DASHES}]")
_SUPERSCRIPT = re.compile(f"[{SUPERSCRIPTS}\u207b]")
_BLANK = re.compile(r"\s")
_THOUSANDS = re.compile(r"\d{3}(?!\d)")
_RANGE = re.compile(rf"[{DASHES}]+\s*\d")
_SIGNED = re.compile(r"[$€£¥]?[.,]?\d")
_UNIT_OF_NUMBER = re.compile(r"\d\s?[^\W\d_]{1,4}$")
_SCALE = re.compile(
    r"\s?(?:[%‰％]|°|-?fold\b|[×x·]\s?10(?!\d)|(?:per ?cent|percentage points?|million|billion|trillion|thousand"
    r"|hundred|bn|Mio|Mrd"
    r"|Prozent|pour cent|por ciento)\b)",
    re.IGNORECASE,
)
_NOTE_MARK = re.compile(r"\d{1,3}(?:[,–-]\d{1,3})*(?![\w%])")
_YEAR_NOTE = re.compile(r"\.\d{1,3}(?:[,–-]\d{1,3})*(?=\s+[^\W\d_a-zß-ÿ]|\s*$)")
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d$")
_LOWER_WORD = re.compile(r"[^\W\d_]{2,}$")
_LAST_LETTERS = re.compile(r"[^\W\d_]+$")
_CLITIC = re.compile(r"(?:t|s|re|ve|ll|d|m)\b", re.IGNORECASE)
_NEGATING_END = re.compile(r"(?:free|less|proof)\b", re.IGNORECASE)
CURRENCIES = frozenset("$€£¥₹")
CONTINUING = frozenset("½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⁄°百千万萬亿億")
SCALES = frozenset("°百千万萬亿億")
"""Behind a digit these are part of its number or its unit."""
IDEOGRAPHIC_NUMBERS = frozenset("〇零一二三四五六七八九十百千万萬亿億两兩")
COMPARATORS = frozenset("<>≤≥±~≈∼")


def cut_at(masked: str, start: int, end: int, *, left: bool = True, right: bool = True) -> str:
    """Say what the span cuts at its edges: `word`, `number`, `negation`, or nothing."""
    if start >= end:
        return WORD
    if left and start > 0 and (cut := _cut_left(masked, start)):
        return cut
    if right and end < len(masked):
        return _cut_right(masked, end)
    return ""


def _before(masked: str, place: int) -> int:
    """Give the place of the last character before that is there to be seen; -1 at the beginning."""
    place -= 1
    while place >= 0 and _NOTHING.match(masked[place]):
        place -= 1
    return place


def _cut_left(masked: str, start: int) -> str:
    first = masked[start]
    at = _before(masked, start)
    if at < 0:
        return ""
    previous = masked[at]
    if is_mark(first):
        return WORD
    if (
        first.isdecimal()
        or first in CURRENCIES
        or first in CONTINUING - SCALES
        or (first in ".,·" and masked[start + 1 : start + 2].isdecimal())
    ):
        return _cut_number_left(masked, start, at)
    if _DASH.match(first):
        # A dash that begins a quotation is a minus: right before its digits, and behind no letter, digit or second dash.
        alone = (_BLANK.match(previous) or previous in "([{\"'“‘:=,;") and _SIGNED.match(masked, start + 1)
        return "" if alone or is_joined(previous) else NUMBER
    if previous == "_" and is_word(first) and at and is_word(masked[at - 1]):
        return WORD
    if first in IDEOGRAPHIC_NUMBERS and previous in IDEOGRAPHIC_NUMBERS:
        return NUMBER
    if is_word(first) and is_word(previous):
        return "" if is_joined(first) or is_joined(previous) else WORD
    if first.isalpha() and previous in "'’" and at and masked[at - 1].isalpha() and _CLITIC.match(masked, start):
        return WORD
    if first.isalpha() and at and (_DASH.match(previous) or previous == "\n"):
        return _cut_compound(masked, at)
    return ""


def _cut_compound(masked: str, at: int) -> str:
    """Judge a word behind a hyphen: not without *non-*, and not its second half when a line breaks it."""
    broken = False
    while at >= 0 and (_BLANK.match(masked[at]) or _NOTHING.match(masked[at])):
        at, broken = at - 1, True
    if at < 0 or masked[at] not in HYPHENS:
        return ""
    head = _LAST_LETTERS.search(masked, max(0, at - 14), at)
    if head is None:
        return ""
    if head[0].lower() in PREFIXES:
        return NEGATION
    return WORD if broken else ""


def _cut_number_left(masked: str, start: int, at: int) -> str:
    first, previous = masked[start], masked[at]
    earlier = masked[at - 1] if at else ""
    if previous.isdecimal() or previous in CURRENCIES or _SUPERSCRIPT.match(previous) or previous in CONTINUING:
        return NUMBER
    if previous in "/:" and earlier.isdecimal():
        return NUMBER
    if (
        previous in ".,·"
        and first.isdecimal()
        and (earlier.isdecimal() or not (earlier.isalpha() or earlier in ")]\"'”’"))
    ):
        return NUMBER
    if previous in GROUPING + "'’" and earlier.isdecimal() and _THOUSANDS.match(masked, start):
        return NUMBER
    if is_word(previous) and not is_joined(previous):
        return NUMBER
    while at >= 0 and (_BLANK.match(masked[at]) or _NOTHING.match(masked[at])):
        at -= 1
    if at < 0:
        return ""
    sign, gap = masked[at], masked[at + 1 : start]
    if (
        sign in COMPARATORS
        or (sign == "=" and masked[at - 1 : at] in COMPARATORS)
        or (sign in CURRENCIES and len(gap) < 2)
    ):
        return NUMBER
    if _DASH.match(sign):
        return _cut_behind_dash(masked, at, gap)
    return NUMBER if sign == "+" and not gap else ""


def _cut_behind_dash(masked: str, at: int, gap: str) -> str:
    """Judge a number behind a dash: the end of a range, or without its sign; behind an em dash it is whole."""
    earlier = masked[_before(masked, at)] if _before(masked, at) >= 0 else ""
    if earlier.isdecimal() or earlier in "%‰":
        return NUMBER
    long_dash = _LONG_DASH.match(masked[at]) or (masked[at] == "-" and masked[at - 1 : at] == "-")
    return "" if long_dash or gap else NUMBER


def _cut_right(masked: str, end: int) -> str:
    last = masked[end - 1]
    at = end
    while at < len(masked) and _NOTHING.match(masked[at]):
        at += 1
    following = masked[at : at + 1]
    if not following:
        return ""
    if is_mark(following):
        return WORD
    if last in IDEOGRAPHIC_NUMBERS and following in IDEOGRAPHIC_NUMBERS:
        return NUMBER
    if last.isdecimal() or last in "%‰":
        return _cut_number_right(masked, end, at)
    if following == "_" and is_word(last) and is_word(masked[at + 1 : at + 2] or " "):
        return WORD
    if not is_word(last):
        return ""
    if is_word(following):
        return _cut_word_right(masked, end, at)
    if _SUPERSCRIPT.match(following):
        return "" if len(_letters_before(masked, end)) > 2 and masked[at : at + 1] != "\u207b" else NUMBER
    if following in "'’" and last in "nN" and re.match(r"[tT]\b", masked[at + 1 : at + 3]):
        return NEGATION
    if following == "/" and masked[at + 1 : at + 2].isalpha() and _UNIT_OF_NUMBER.search(masked, max(0, end - 8), end):
        return NUMBER
    if following in HYPHENS:
        return _cut_before_hyphen(masked, end, at)
    return ""


def _letters_before(masked: str, end: int) -> str:
    found = _LAST_LETTERS.search(masked, max(0, end - 20), end)
    return found[0] if found else ""


def _cut_word_right(masked: str, end: int, at: int) -> str:
    last, following = masked[end - 1], masked[at]
    if is_joined(last) or is_joined(following):
        return ""
    if following.isdecimal():
        note = _NOTE_MARK.match(masked, at) and _LOWER_WORD.search(masked, max(0, end - 20), end)
        return "" if note and len(note[0]) > 2 and note[0][1:].islower() else WORD
    if "\uac00" <= last <= "\ud7af" and PARTICLE.match(masked, at):
        return ""
    return WORD


def _cut_before_hyphen(masked: str, end: int, at: int) -> str:
    if masked[at + 1 : at + 2].isdecimal():
        return NUMBER
    if _NEGATING_END.match(masked, at + 1) or _letters_before(masked, end).lower() in PREFIXES - {"a", "in"}:
        return NEGATION
    return WORD if re.match(r"[ \t]*[\r\n\f]\s*[^\W\d_]", masked[at + 1 : at + 12]) else ""


def _cut_number_right(masked: str, end: int, at: int) -> str:
    last, following = masked[end - 1], masked[at]
    if last.isdecimal():
        if following.isdecimal() or _SUPERSCRIPT.match(following) or following in CONTINUING:
            return NUMBER
        if following in "/:" and masked[at + 1 : at + 2].isdecimal():
            return NUMBER
        if following in ".,·" and masked[at + 1 : at + 2].isdecimal():
            noted = _YEAR_NOTE.match(masked, at) and _YEAR.search(masked, max(0, end - 5), end)
            return "" if noted else NUMBER
        if following in GROUPING + "'’" and _THOUSANDS.match(masked, at + 1):
            return NUMBER
        if following.isalpha() and not is_joined(following):
            return "" if PARTICLE.match(masked, at) else NUMBER
        if _SCALE.match(masked, at):
            return NUMBER
    elif re.match(r"[- ]?points?\b", masked[at : at + 8]):
        return NUMBER
    return NUMBER if _RANGE.match(masked, at) else ""
