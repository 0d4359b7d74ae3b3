"""Numbers in digits: every way to group them, powers of ten, vulgar fractions; read exactly."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

MOST_DIGITS = 40
"""A longer run of digits is a code, not a number; Python's own limit on reading integers is far above."""
MOST_POWER = 60
"""The universe holds about 10^80 particles; what is beyond this is a misreading."""
VULGAR = {
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5", "⅘": "4/5", "⅙": "1/6",
    "⅚": "5/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8", "⅒": "1/10",
}  # fmt: skip
_SPACES = "\u2009\u202f \u00a0"
_POINT = re.compile(
    rf"(?:\d{{1,3}}(?:,\d{{3}})+(?!\d)|\d{{1,2}}(?:,\d\d)+,\d{{3}}(?!\d)|\d{{1,3}}(?:['’]\d{{3}})+(?!\d)"
    rf"|\d{{1,3}}(?:[{_SPACES}]\d{{3}})+(?!\d)|\d{{1,3}}(?:\.\d{{3}}){{2,}}(?!\d)|\d+)(?:\.\d+)?|\.\d+"
)
_COMMA = re.compile(
    rf"(?:\d{{1,3}}(?:\.\d{{3}})+(?!\d)|\d{{1,3}}(?:['’]\d{{3}})+(?!\d)|\d{{1,3}}(?:[{_SPACES}]\d{{3}})+(?!\d)|\d+)"
    r"(?:[.,]\d+)?"
)
_COMMA_BEFORE_PERCENT = re.compile(r"\d+,\d{1,2}(?=\s?%)")
_POWER = re.compile(
    r"\s?[x×·∙*]\s?10(?:\s?\^\s?\{?(?P<caret>[-+]?\d{1,3})\}?|\s?\((?P<round>[-+]?\d{1,3})\)|(?P<raised>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})"
    r"|(?P<lost>-\d{1,2}|[3-9])(?![\d.,]\d|\d))"
)
_EXPONENT = re.compile(r"[eE](?P<power>[-+]?\d{1,3})(?!\w)")
_TEN = re.compile(
    r"10(?:\s?\^\s?\{?(?P<caret>[-+]?\d{1,3})\}?|\((?P<round>-\d{1,2})\)|(?P<raised>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))"
)
_RAISED = str.maketrans("⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹", "-+0123456789")


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A number that was read, before scale and unit."""

    start: int
    end: int
    value: Fraction
    shown: Fraction
    """What one reads before a power or a scale."""
    digit: Fraction = Fraction(0)
    """The worth of one step of the last digit; zero when words make it exact."""
    round_digit: Fraction = Fraction(0)
    in_words: bool = False


def read_numeral(text: str, start: int, *, decimal_comma: bool) -> Number | None:
    """Read the number in digits that begins here, or None."""
    if text[start] in VULGAR:
        value = Fraction(VULGAR[text[start]])
        return Number(start=start, end=start + 1, value=value, shown=value)
    if (ten := _TEN.match(text, start)) and (power := _power_of(ten)) is not None:
        return Number(start=start, end=ten.end(), value=power, shown=power, digit=power, round_digit=power)
    match = _COMMA_BEFORE_PERCENT.match(text, start) or (_COMMA if decimal_comma else _POINT).match(text, start)
    if match is None or sum(each.isdigit() for each in match.group()) > MOST_DIGITS:
        return None
    comma = decimal_comma or match.re is _COMMA_BEFORE_PERCENT
    whole, decimals = _parts(match.group(), comma=comma)
    value = Fraction(int(whole + decimals), 10 ** len(decimals))
    digit = Fraction(1, 10 ** len(decimals))
    zeros = 0 if decimals else len(whole) - len(whole.rstrip("0"))
    end = match.end()
    if not decimals and text[end : end + 1] in VULGAR:
        value += Fraction(VULGAR[text[end]])
        end += 1
    scale = Fraction(1)
    if power_match := _POWER.match(text, end) or _EXPONENT.match(text, end):
        power = _power_of(power_match)
        if power is not None:
            scale, end = power, power_match.end()
    return Number(
        start=start,
        end=end,
        value=value * scale,
        shown=value,
        digit=digit * scale,
        round_digit=digit * scale * 10 ** min(zeros, MOST_DIGITS),
    )


def _parts(written: str, *, comma: bool) -> tuple[str, str]:
    """Give the digits before and behind the decimal mark."""
    plain = re.sub(rf"['’{_SPACES}]", "", written)
    if comma:
        plain = re.sub(r"\.(?=\d{3}(?:\D|$))", "", plain) if re.match(r"\d{1,3}(?:\.\d{3})+(?:,|$)", plain) else plain
        plain = plain.replace(",", ".")
    else:
        plain = plain.replace(",", "")
    if plain.count(".") > 1:
        plain = plain.replace(".", "")
    whole, _, decimals = plain.partition(".")
    return whole or "0", decimals


def _power_of(match: re.Match[str]) -> Fraction | None:
    spelt = next(each for each in match.groups() if each is not None).translate(_RAISED)
    power = int(spelt)
    return Fraction(10) ** power if abs(power) <= MOST_POWER else None
