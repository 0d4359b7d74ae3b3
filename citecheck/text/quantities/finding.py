"""Finding quantities: one walk over the masked text, and at each number the first reading that fits.

A date or a span of years, a statistic, a fraction, a change by a factor, and else an amount: a number, perhaps with its range,
its spread, its currency and its unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from citecheck.lexicon.counting_words import (
    ALONE,
    DECIMAL_COMMA,
    FOLDS,
    IN,
    MONTHS,
    ONES_ARTICLES,
    number_words,
    scale_words,
)
from citecheck.text.quantities.amounts import Context, amounts_at, comparator_before, read_number
from citecheck.text.quantities.dates import date_at
from citecheck.text.quantities.language import known_language
from citecheck.text.quantities.masking import mask_text
from citecheck.text.quantities.record import Kind, Quantity
from citecheck.text.quantities.words import fraction_at

_ANCHOR = re.compile(r"(?<![\w.,])\.\d|\d|[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅒]|[^\W\d_]+")
_P_VALUE = re.compile(r"[pP](?:[- ]?values?)?\s?(?:[<>=≤≥]|of|was|were)\s?(?=\.?\d)")
_SAMPLE = re.compile(r"[nN]\s?=\s?(?=\d)")
_INTERVAL = re.compile(
    r"(?:9[059]|68)(?:\.\d)?\s?%\s?(?:CI|CrI|UI|HDI|KI|IC|confidence interval|credible interval|Konfidenzintervall)\b"
    r"[\s:,=(\[]{0,3}(?:of\s|from\s)?[(\[]?"
)
_BETWEEN_BOUNDS = re.compile(r"\s?(?:%|\w{0,3})\s?(?:–|—|-|to|,|;|bis)\s?")
_ORDINAL = re.compile(r"(?:st|nd|rd|th)(?!\w)")
_FRACTION_GAP = re.compile(r"[\s-](?:and\s)?")
_HALVES_AFTER_NUMBER = re.compile(r"\w\s$")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tables:
    """The words of a language at which something may begin."""

    starts: frozenset[str]
    ones: frozenset[str]
    ins: re.Pattern[str]


def find_quantities(text: str, lang: str = "") -> tuple[Quantity, ...]:
    """Find every quantity of a text, from left to right; none overlaps another.

    Without a language it is guessed among those whose number words are known; it also says what a comma between digits is.
    """
    return tuple(_walk(text, known_language(lang, text)))


def _walk(text: str, lang: str) -> Iterator[Quantity]:
    context = Context(original=text, text=mask_text(text), lang=lang, decimal_comma=lang in DECIMAL_COMMA)
    tables = _tables_of(lang)
    position = ended = 0
    while match := _ANCHOR.search(context.text, position):
        found: tuple[Quantity, ...] = ()
        if not match.group()[0].isalpha():
            found = _at_digit(context, match.start(), tables)
        elif match.group().lower() in tables.starts:
            found = _at_word(context, match.start(), match.group().lower(), tables)
        found = tuple(each for each in found if each.start >= ended)
        yield from found
        ended = found[-1].end if found else ended
        position = ended if found else _after(context.text, match)


def _tables_of(lang: str) -> _Tables:
    ones = frozenset(ONES_ARTICLES[lang])
    words = {*number_words(lang), *ones, *ALONE, *FOLDS, *MONTHS, "p", "n"}
    if lang != "en":
        words |= scale_words(lang).keys()
    ins = "|".join(each.replace(" ", r"\s") for each in IN[lang])
    return _Tables(starts=frozenset(words), ones=ones, ins=re.compile(rf"[\s-](?:{ins})[\s-]", re.IGNORECASE))


def _after(text: str, match: re.Match[str]) -> int:
    """Step over what was no quantity: a word, or a whole run of digits and letters."""
    if match.group()[0].isalpha():
        return match.end()
    run = re.compile(r"[\w.,]*\w").match(text, match.start())
    return max(match.end(), run.end() if run else 0)


def _at_digit(context: Context, start: int, tables: _Tables) -> tuple[Quantity, ...]:
    if date := date_at(context.text, start):
        end, low, high, dimension = date
        return (_make(context, start, end, low, high, dimension),)
    if found := _interval_at(context, start):
        return (found,)
    if found := _share_at(context, start, tables):
        return (found,)
    number = read_number(context, start)
    if number and (ordinal := _ORDINAL.match(context.text, number.end)):
        made = _make(context, start, ordinal.end(), number.value, number.value, "ordinal")
        return (replace(made, kind=Kind.ORDINAL),)
    return amounts_at(context, start)


def _at_word(context: Context, start: int, word: str, tables: _Tables) -> tuple[Quantity, ...]:
    if word in MONTHS and (date := date_at(context.text, start)):
        end, low, high, dimension = date
        return (_make(context, start, end, low, high, dimension),)
    if word in ("p", "n"):
        return _statistic_at(context, start)
    if found := _share_at(context, start, tables):
        return (found,)
    if word in FOLDS and not (word == "halves" and _HALVES_AFTER_NUMBER.search(context.text, max(0, start - 2), start)):
        value = Fraction(FOLDS[word])
        return (_make(context, start, start + len(word), value, value, "fold"),)
    return amounts_at(context, start)


def _statistic_at(context: Context, start: int) -> tuple[Quantity, ...]:
    for pattern, kind in ((_P_VALUE, Kind.P_VALUE), (_SAMPLE, Kind.SAMPLE)):
        match = pattern.match(context.text, start)
        number = read_number(context, match.end()) if match else None
        if match and number:
            made = _make(context, start, number.end, number.value, number.value, "count")
            sign = re.search(r"[<>≤≥]", match.group())
            comparator = {"≤": "<=", "≥": ">="}.get(sign.group(), sign.group()) if sign else "="
            return (replace(made, kind=kind, comparator=comparator, shown=number.shown, digit=number.digit),)
    return ()


def _interval_at(context: Context, start: int) -> Quantity | None:
    """Read a confidence interval with its two bounds."""
    head = _INTERVAL.match(context.text, start)
    low = _signed(context, head.end()) if head else None
    between = _BETWEEN_BOUNDS.match(context.text, low[1]) if low else None
    high = _signed(context, between.end()) if between else None
    if low is None or high is None:
        return None
    end = high[1] + (1 if context.text[high[1] : high[1] + 1] == "%" else 0)
    return replace(_make(context, start, end, low[0], high[0], "count"), kind=Kind.INTERVAL)


def _signed(context: Context, start: int) -> tuple[Fraction, int] | None:
    minus = context.text[start : start + 1] == "-"
    at = start + minus
    if not re.compile(r"\.?\d").match(context.text, at):
        return None
    number = read_number(context, at)
    return ((-number.value if minus else number.value), number.end) if number else None


def _share_at(context: Context, start: int, tables: _Tables) -> Quantity | None:
    """Read a share: two in five, 1 in 250, a fifth, two thirds, half."""
    text = context.text
    word = re.compile(r"[^\W\d_]+").match(text, start)
    if word and word.group().lower() in tables.ones:
        count, end = Fraction(1), word.end()
    elif word and word.group().lower() in ALONE:
        return (
            None if text[word.end() : word.end() + 1] == "-" else _percent(context, start, word.end(), Fraction(1, 2))
        )
    else:
        number = read_number(context, start)
        if number is None:
            return None
        count, end = number.value, number.end
    if (link := tables.ins.match(text, end)) and link.end() < len(text):
        of = read_number(context, link.end())
        bare = of is not None and not re.compile(r"[^\W\d_]|[.,]?\d").match(text, of.end)
        if (
            of
            and bare
            and 0 < count < of.value
            and of.value.denominator == 1
            and not _looks_like_year(text[link.end() : of.end])
        ):
            return _percent(context, start, of.end, count / of.value)
        return None
    if (gap := _FRACTION_GAP.match(text, end)) and (part := fraction_at(text, gap.end(), context.lang)):
        denominator, after = part
        if 0 < count < denominator and count.denominator == 1 and _is_fraction(context, after, count):
            return _percent(context, start, after, count / denominator)
    return None


def _looks_like_year(written: str) -> bool:
    return bool(re.fullmatch(r"(?:1[5-9]|20)\d\d", written))


def _is_fraction(context: Context, after: int, count: Fraction) -> bool:
    """A fifth, and no fifth of its kind: *a third study*, *the first third*, *two quarters ago* are none."""
    if count > 1:
        return not re.compile(r"\s(?:ago|later|earlier)\b").match(context.text, after)
    if context.lang != "en":
        return True
    follows = re.compile(
        r"\s+(?:of|the|as|more|less|fewer|higher|lower|longer|shorter|larger|smaller|over|in|within|by|per|were|was|are|is|had"
        r"|have|has|between|from|to|and|or|during|since|after|before|when|at|on|for|compared|relative|below|above)\b|[^\w\s]|\s*$"
    )
    return bool(follows.match(context.text, after))


def _percent(context: Context, start: int, end: int, share: Fraction) -> Quantity:
    made = _make(context, start, end, share * 100, share * 100, "percent")
    return replace(made, shown=share)


def _make(context: Context, start: int, end: int, low: Fraction, high: Fraction, dimension: str) -> Quantity:
    return Quantity(
        start=start,
        end=end,
        text=context.original[start:end],
        low=low,
        high=high,
        dimension=dimension,
        shown=low,
        comparator=comparator_before(context.text, start),
    )
