"""Dates, years, decades and spans of years."""

from __future__ import annotations

import re
from fractions import Fraction

from citecheck.lexicon.counting_words import MONTHS

FIRST_YEAR, LAST_YEAR = 1500, 2199
"""A bare number of four digits between these is a year, unless a unit or a counted noun follows."""
_YEAR = r"(?:1[5-9]\d\d|2[01]\d\d)"
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_DAY_FIRST = re.compile(
    rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.|º|er)?\s(?:of\s|de\s)?(?P<month>{_MONTH})(?!\w)\.?(?:,?\s(?:de\s)?(?P<year>{_YEAR})(?!\d))?",
    re.IGNORECASE,
)
_MONTH_FIRST = re.compile(
    rf"(?P<month>{_MONTH})(?!\w)\.?\s(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?!\d|[.,]\d|\s?[%–-]))?"
    rf"(?:,?\s?(?:de\s)?(?P<year>{_YEAR})(?!\d))?",
    re.IGNORECASE,
)
_ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)(?!\d)")
_DOTTED = re.compile(rf"(?P<day>\d{{1,2}})(?P<mark>[./])(?P<month>\d{{1,2}})(?P=mark)(?P<year>{_YEAR})(?!\d)")
_DECADE = re.compile(r"(?P<year>1[5-9]\d0|20\d0)(?:s|['’]s|er(?:\s?Jahren?)?)(?!\w)")
_SPAN = re.compile(
    rf"(?P<first>{_YEAR})\s?(?:–|—|-|/|to|until|through|bis|à|tot|al?|until)\s?(?P<second>{_YEAR}|\d\d)(?![\d%]|[.,]\d|\s?%)",
)
_AND = re.compile(rf"(?P<first>{_YEAR})\s(?:and|und|et|y|e|en)\s(?P<second>{_YEAR})(?![\d%]|[.,]\d|\s?%)")
_BETWEEN = re.compile(r"(?:between|zwischen|entre|tra|fra|tussen)\s$", re.IGNORECASE)
_LAST_DAY = 31


def date_at(text: str, start: int) -> tuple[int, Fraction, Fraction, str] | None:
    """Read the date, decade or span of years that begins here: its end, low, high and dimension."""
    for pattern in (_ISO, _DOTTED, _DAY_FIRST, _MONTH_FIRST):
        if (match := pattern.match(text, start)) and (value := _value_of(match)):
            return _trimmed_end(match), value, value, "date"
    if match := _DECADE.match(text, start):
        year = Fraction(int(match["year"]))
        return match.end(), year, year + 9, "year"
    match = _SPAN.match(text, start)
    if match is None and _BETWEEN.search(text, max(0, start - 10), start):
        match = _AND.match(text, start)
    if match:
        first = int(match["first"])
        second = int(match["second"]) if len(match["second"]) == 4 else first // 100 * 100 + int(match["second"])
        if second > first:
            return match.end(), Fraction(first), Fraction(second), "year"
    return None


def is_year(written: str) -> bool:
    """Is this, as it is written, a year?"""
    return len(written) == 4 and written.isdecimal() and FIRST_YEAR <= int(written) <= LAST_YEAR


def _value_of(match: re.Match[str]) -> Fraction | None:
    """Give yyyymmdd, with zeros for what is not said; None when it is no date after all."""
    year, day = int(match["year"] or 0), int(match["day"] or 0)
    month = int(match["month"]) if match["month"].isdecimal() else MONTHS[match["month"].lower()]
    in_lower_case = match["month"][:1].islower()
    if (not year and not day) or (in_lower_case and (match.re is _MONTH_FIRST or not year)):
        return None
    if match.re is _DOTTED and match["mark"] == "/" and month > 12 >= day:
        day, month = month, day
    if month > 12 or month < 1 or day > _LAST_DAY:
        return None
    return Fraction(year * 10000 + month * 100 + day)


def _trimmed_end(match: re.Match[str]) -> int:
    return match.start() + len(match.group().rstrip(" ,"))
