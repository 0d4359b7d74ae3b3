"""Amounts: a number with its range, its spread, its currency and its unit."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from citecheck.lexicon.counting_words import ONES_ARTICLES
from citecheck.text.quantities.dates import is_year
from citecheck.text.quantities.numerals import Number, read_numeral
from citecheck.text.quantities.record import Quantity
from citecheck.text.quantities.units import Unit, money_before, money_behind, unit_at
from citecheck.text.quantities.words import read_words, scale_at

_GLUED_SCALES = {"k": 1000, "K": 1000, "M": 10**6, "B": 10**9, "bn": 10**9, "mn": 10**6, "tn": 10**12}
_MONEY_SCALES = {**_GLUED_SCALES, "m": 10**6, "b": 10**9, "t": 10**12, "T": 10**12}
_GLUED = re.compile(r"(?:bn|mn|tn|[kKmMbBtT])(?![\w²³/])")
_DASH = re.compile(r"\s?(?:–|—|-|~)\s?")
_TO = re.compile(r"\s(?:to|bis|à|a|tot|through|up to)\s")
_OR = re.compile(r"\s(?:or|oder|ou|o|of)\s")
_AND = re.compile(r"\s(?:and|und|et|y|e|en)\s")
_FROM_BEFORE = re.compile(
    r"(?:from|von|de|da|van|desde)\s(?:about |around |approximately |rund |etwa )?[$€£]?$", re.IGNORECASE
)
_BETWEEN_BEFORE = re.compile(
    r"(?:between|zwischen|entre|tra|fra|tussen)\s(?:about |around |approximately |rund |etwa )?[$€£]?$", re.IGNORECASE
)
_OVER = re.compile(r"(?:over|above)\s$", re.IGNORECASE)
_HALF = re.compile(r"\sand a half(?!\w)(?!\sof\b)")
_SPREAD = re.compile(r"\s?(?:±|\+/-|\+-)\s?")
_SIGN = re.compile(r"(?:(?<=[\s(\[=:~<>])|^)[-+]$")
_NOUN = re.compile(
    r"\s(?:(?:of the|of|new|additional|more|different|separate|total|other|adult|eligible)\s)*(?P<noun>[^\W\d_]{3,})"
)
_PEOPLE = re.compile(
    r"\s(?:people|persons|patients|participants|respondents|households|cases|deaths|samples|units|women|men|children"
    r"|students|adults|subjects|individuals|volunteers|studies|articles|papers)\b"
)
_COMPARATORS = (
    (">=", r"at least|no (?:less|fewer) than|not less than|a minimum of|≥|>=|mindestens|au moins|al menos|almeno|pelo menos"
           r"|minstens"),
    ("<=", r"at most|up to|no more than|not more than|a maximum of|≤|<=|höchstens|bis zu|au plus|jusqu'à|hasta|fino a|até"),
    (">", r"more than|over|above|in excess of|exceed(?:s|ed|ing)?|greater than|higher than|upwards of|>|mehr als|über|plus de"
          r"|más de|più di|mais de|meer dan"),
    ("<", r"less than|fewer than|lower than|under|below|<|weniger als|unter|moins de|menos de|meno di|minder dan"),
    ("~", r"about|around|approximately|approx\.?|roughly|some|circa|c\.|ca\.|~|≈|an estimated|nearly|almost|close to"
          r"|just over|just under|etwa|rund|ungefähr|fast|knapp|environ|près de|unos|cerca de|aproximadamente|quasi|ongeveer"),
)  # fmt: skip
_BEFORE = tuple(
    (sign, re.compile(rf"(?:^|[\s(\[])(?:{words})\s*[$€£]?$", re.IGNORECASE)) for sign, words in _COMPARATORS
)
_BEHIND = (
    (">=", re.compile(r"\s(?:or|and|oder|ou)\s(?:more|above|over|older|greater|higher|mehr|plus)\b|\+(?!\d)")),
    ("<=", re.compile(r"\s(?:or|and|oder|ou)\s(?:less|fewer|under|below|younger|lower|weniger|moins)\b")),
)
_REACH = 24
"""Characters before a number in which a word of comparison is looked for; the longest has fourteen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """A text under reading."""

    original: str
    text: str
    """Masked; of the same length."""
    lang: str
    decimal_comma: bool


def read_number(context: Context, start: int) -> Number | None:
    """Read the number that begins here, in digits or words, with its scale word."""
    text = context.text
    if start >= len(text):
        return None
    if text[start].isalpha():
        number = read_words(text, start, context.lang)
        if number is None or (half := _with_half(text, number)) is number:
            return number
        scaled = scale_at(text, half.end, context.lang)
        return _scaled(half, *scaled) if scaled else half
    number = read_numeral(text, start, decimal_comma=context.decimal_comma)
    if number is None:
        return None
    number = _with_half(text, number)
    scaled = scale_at(text, number.end, context.lang)
    return _scaled(number, *scaled) if scaled else number


def _with_half(text: str, number: Number) -> Number:
    """Add the half of *seven and a half*."""
    half = _HALF.match(text, number.end)
    return (
        replace(number, value=number.value + Fraction(1, 2), shown=number.shown + Fraction(1, 2), end=half.end())
        if half
        else number
    )


def comparator_before(text: str, start: int) -> str:
    """Give the comparison whose words stand right before a number."""
    left = text[max(0, start - _REACH) : start]
    return next((sign for sign, pattern in _BEFORE if pattern.search(left)), "=")


def amounts_at(context: Context, start: int) -> tuple[Quantity, ...]:
    """Read the amount that begins here; two where it goes from one to another; none where it is no amount."""
    number = _number_or_one(context, start)
    if number is None:
        return ()
    money = money_before(context.text, start) if not number.in_words else None
    number = _with_glued_scale(context.text, number, money=money is not None)
    begin = money[1] if money else start
    sign = _SIGN.search(context.text, max(0, begin - 2), begin)
    begin = begin - 1 if sign else begin
    minus = bool(sign) and context.text[begin] == "-"
    first_unit = unit_at(context.text, number.end)
    second, is_range = _second(context, start, number, first_unit)
    if second is None:
        return _finished(context, begin, number, None, minus=minus, money=money[0] if money else "")
    if (
        number.value < second.value
        and number.digit >= 1
        and second.value >= 1000
        and _shares_scale(context, number, second)
    ):
        scale = second.value / second.shown
        number = _scaled(number, int(scale), number.end)
    if is_range:
        return _finished(context, begin, number, second, minus=minus, money=money[0] if money else "")
    other = money_before(context.text, second.start)
    begin_second = other[1] if other else second.start
    rest = _finished(context, begin_second, second, None, minus=False, money=(other or money or ("",))[0])
    first = _finished(context, begin, number, None, minus=minus, money=money[0] if money else "")
    if first and rest and first[0].dimension in ("count", "year") and rest[0].dimension not in ("count", "year"):
        unit = unit_at(context.text, second.end)
        factor = unit.factor if unit else Fraction(1)
        first = (_resized(first[0], factor, rest[0].dimension, rest[0].unit),)
    return (*first, *rest) if first else ()


def _number_or_one(context: Context, start: int) -> Number | None:
    """Read a number; *one* is a number when a unit follows it."""
    number = read_number(context, start)
    if number or not context.text[start].isalpha():
        return number
    word = re.compile(r"[^\W\d_]+").match(context.text, start)
    if word and word.group().lower() == ONES_ARTICLES[context.lang][0] and context.lang == "en":
        unit = unit_at(context.text, word.end())
        if unit and len(unit.written) > 2:
            return Number(start=start, end=word.end(), value=Fraction(1), shown=Fraction(1), in_words=True)
    return None


def _second(context: Context, start: int, number: Number, unit: Unit | None) -> tuple[Number | None, bool]:
    """Read the other end of a range, or what *from … to* leads to; tell which of the two it is."""
    text = context.text
    left = text[max(0, start - _REACH) : start]
    behind = unit.end if unit else number.end
    is_from = bool(_FROM_BEFORE.search(left))
    for pattern, ranges in ((_DASH, True), (_TO, not is_from), (_OR, True), (_AND, True)):
        link = pattern.match(text, behind)
        if link is None or (pattern is _AND and not _BETWEEN_BEFORE.search(left)):
            continue
        if pattern is _OR and not number.in_words:
            continue
        at = link.end()
        while text[at : at + 1] in tuple("$€£"):
            at += 1
        if at >= len(text) or not (text[at].isalnum() and (text[at].isdecimal() or pattern is not _DASH)):
            continue
        second = read_number(context, at)
        if second is None or (pattern is _TO and is_year(text[second.start : second.end]) and not is_from):
            continue
        second = _with_glued_scale(text, second, money=bool(money_before(text, start)))
        if ranges and second.value < number.value:
            continue
        return second, ranges
    return None, False


def _shares_scale(context: Context, number: Number, second: Number) -> bool:
    """Does the scale of the second belong to the first too, as in *3 to 5 million*?"""
    return (
        second.shown > 0
        and second.value != second.shown
        and number.value == number.shown
        and number.shown <= second.shown
    )


def _finished(
    context: Context, begin: int, number: Number, second: Number | None, *, minus: bool, money: str
) -> tuple[Quantity, ...]:
    """Put number, other end, spread, currency and unit together."""
    text = context.text
    end = second.end if second else number.end
    spread, spread_end = _spread_at(context, end)
    unit = unit_at(text, spread_end)
    behind = None if money or unit else money_behind(text, spread_end)
    low, high = number.value, (second or number).value
    if minus:
        low, high = (-low, high) if second else (-low, -low)
    made = Quantity(
        start=begin,
        end=spread_end,
        text="",
        low=low,
        high=high,
        shown=-number.shown if minus else number.shown,
        digit=number.digit,
        round_digit=number.round_digit,
        spread=spread,
        comparator=_comparator(text, begin, spread_end, unit),
    )
    if money or behind:
        code, after = (money, spread_end) if money else (behind or ("", spread_end))
        made = replace(made, dimension=f"money:{code}", unit=code, end=after)
    elif unit:
        made = replace(_resized(made, unit.factor, unit.dimension, unit.written), end=unit.end)
    elif first := (None if second else unit_at(text, number.end)):
        made = _resized(made, first.factor, first.dimension, first.written)
    else:
        return _bare(context, made, number, second)
    return (replace(made, text=context.original[made.start : made.end]),)


def _bare(context: Context, made: Quantity, number: Number, second: Number | None) -> tuple[Quantity, ...]:
    """Finish a number without a unit: one with the unit before its dash, a year, or a count."""
    text = context.text
    if second and (unit := unit_at(text, number.end)):
        made = _resized(made, unit.factor, unit.dimension, unit.written)
    elif re.compile(r"[^\W_]").match(text, made.end):
        return ()
    elif not second and is_year(text[made.start : made.end]) and not _PEOPLE.match(text, made.end):
        made = replace(made, dimension="year")
    else:
        noun = _NOUN.match(text, made.end)
        made = replace(made, noun=noun["noun"].lower() if noun else "")
    return (replace(made, text=context.original[made.start : made.end]),)


def _resized(made: Quantity, factor: Fraction, dimension: str, unit: str) -> Quantity:
    return replace(
        made,
        low=made.low * factor,
        high=made.high * factor,
        digit=made.digit * factor,
        round_digit=made.round_digit * factor,
        spread=made.spread * factor if made.spread is not None else None,
        dimension=dimension,
        unit=unit,
    )


def _spread_at(context: Context, end: int) -> tuple[Fraction | None, int]:
    sign = _SPREAD.match(context.text, end)
    if sign is None or not re.compile(r"\d|\.\d").match(context.text, sign.end()):
        return None, end
    number = read_number(context, sign.end())
    return (number.value, number.end) if number else (None, end)


def _comparator(text: str, begin: int, end: int, unit: Unit | None) -> str:
    behind = unit.end if unit else end
    before = comparator_before(text, begin)
    if before != "=":
        # Over ten years is during them.
        return "=" if unit and unit.dimension == "time" and _OVER.search(text, max(0, begin - 6), begin) else before
    return next((sign for sign, pattern in _BEHIND if pattern.match(text, behind)), "=")


def _with_glued_scale(text: str, number: Number, *, money: bool) -> Number:
    """Take the letter glued to a number for its scale: 12k, £3.5m; five metres stay 5m."""
    match = _GLUED.match(text, number.end)
    if match is None or number.in_words or number.value != number.shown:
        return number
    scale = (_MONEY_SCALES if money else _GLUED_SCALES).get(match.group())
    return _scaled(number, scale, match.end()) if scale else number


def _scaled(number: Number, scale: int, end: int) -> Number:
    return replace(
        number, value=number.value * scale, digit=number.digit * scale, round_digit=number.round_digit * scale, end=end
    )
