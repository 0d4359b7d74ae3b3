"""How a number of a sentence compares with one of its source."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from citecheck.text.quantities.record import Kind, Quantity

ROUNDED_BY_ZEROS = Fraction(1, 20)
"""A number that ends in zeros may stand for one within half of its last other digit, but never 5 % away: 1,200 for 1,234."""
NEAR_BOUND = Fraction(3, 20)
"""*More than 10* may rest on 11, and not on 50: a bound is compatible with what is at most 15 % beyond it."""
_DAY, _YEAR = 100, 10000


class Likeness(StrEnum):
    """What two numbers have in common."""

    SAME = "same"
    ROUNDED = "rounded"
    COMPATIBLE = "compatible"
    UNIT = "unit"
    """The same figure in another unit."""
    DIFFERS = "differs"


def compare_quantities(claim: Quantity, source: Quantity) -> Likeness:
    """Compare a claim's quantity with a source's. Comparators are not compared: that is a field of its own."""
    if claim.kind is not source.kind and {claim.kind, source.kind} & {Kind.P_VALUE, Kind.INTERVAL, Kind.ORDINAL}:
        return Likeness.DIFFERS
    if claim.dimension in ("year", "date") or source.dimension in ("year", "date"):
        return _compare_dates(claim, source)
    same_figure = claim.shown == source.shown
    if claim.dimension != source.dimension:
        return Likeness.UNIT if same_figure and claim.shown else Likeness.DIFFERS
    if (claim.low, claim.high) == (source.low, source.high):
        return Likeness.SAME if claim.spread in (None, source.spread) else Likeness.DIFFERS
    if _is_rounded(claim, source):
        return Likeness.ROUNDED
    if _is_compatible(claim, source):
        return Likeness.COMPATIBLE
    return Likeness.UNIT if same_figure and claim.shown and claim.low != source.low else Likeness.DIFFERS


def _is_rounded(claim: Quantity, source: Quantity) -> bool:
    """Is the claim the source at the claim's own precision? An exact word such as *a fifth* may stand for a point around it."""
    if claim.low != claim.high or source.low != source.high or not source.low:
        return False
    distance = abs(claim.low - source.low)
    if claim.dimension == "percent" and not claim.digit:
        return distance <= 1
    if claim.digit and distance <= claim.digit / 2 and source.digit < claim.digit:
        return True
    return bool(claim.digit) and distance <= claim.round_digit / 2 and distance <= ROUNDED_BY_ZEROS * abs(source.low)


def _is_compatible(claim: Quantity, source: Quantity) -> bool:
    if claim.low == claim.high and source.low < source.high and source.low <= claim.low <= source.high:
        return True
    if not source.low or abs(claim.low - source.low) > NEAR_BOUND * abs(source.low):
        return False
    if claim.comparator in (">", ">="):
        return source.low >= claim.low
    if claim.comparator in ("<", "<="):
        return source.high <= claim.high
    return claim.comparator == "~"


def _compare_dates(claim: Quantity, source: Quantity) -> Likeness:
    if {claim.dimension, source.dimension} - {"year", "date"}:
        return Likeness.DIFFERS
    if claim.dimension == source.dimension and (claim.low, claim.high) == (source.low, source.high):
        return Likeness.SAME
    if claim.dimension == source.dimension == "date":
        return _compare_days(int(claim.low), int(source.low))
    if source.dimension == "date" and claim.dimension == "year":
        year = source.low // _YEAR
        return Likeness.COMPATIBLE if claim.low <= year <= claim.high else Likeness.DIFFERS
    if claim.dimension == "date":
        return Likeness.DIFFERS
    inside = source.low <= claim.low and claim.high <= source.high
    return Likeness.COMPATIBLE if inside else Likeness.DIFFERS


def _compare_days(claim: int, source: int) -> Likeness:
    """A day of a month bears the month out; a month does not bear a day out."""
    for part in (
        (claim // _YEAR, source // _YEAR),
        (claim // _DAY % 100, source // _DAY % 100),
        (claim % _DAY, source % _DAY),
    ):
        if part[0] and part[0] != part[1]:
            return Likeness.DIFFERS
    return Likeness.COMPATIBLE
