"""The record of a quantity."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class Kind(StrEnum):
    """What a number is there for. Only a plain one bears a plain number out."""

    PLAIN = "plain"
    P_VALUE = "p_value"
    INTERVAL = "interval"
    """A confidence or credible interval."""
    SAMPLE = "sample"
    """The size of a sample, written n = 12."""
    ORDINAL = "ordinal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """A number of a text, or a range, with its unit; `text` is exactly what stands between start and end."""

    start: int
    end: int
    text: str
    low: Fraction
    """In the base unit of the dimension; years count as themselves, dates as yyyymmdd with 00 for what is not said."""
    high: Fraction
    dimension: str = "count"
    """`count`, `percent`, `points`, `fold`, `year`, `date`, `money:EUR`, `time`, `mass`, `mass/volume` …"""
    unit: str = ""
    """As written."""
    comparator: str = "="
    """`=`, `~`, `<`, `<=`, `>` or `>=`; its words stand outside the span."""
    kind: Kind = Kind.PLAIN
    noun: str = ""
    """The word behind a bare number: what is counted."""
    shown: Fraction = Fraction(0)
    """The number before scale and unit, as one reads it."""
    digit: Fraction = Fraction(0)
    """What one step of the last digit is worth, in the base unit; zero when the number is exact by its words."""
    round_digit: Fraction = Fraction(0)
    """The same of the last digit that is no trailing zero."""
    spread: Fraction | None = None
    """What stands behind ±."""

    @property
    def key(self) -> str:
        """What two quantities share that say the same; approximate words apart."""
        low, high, spread = self.low, self.high, self.spread
        return (
            f"{self.kind}:{self.dimension}:{low}"
            + (f"..{high}" if high != low else "")
            + (f"±{spread}" if spread else "")
        )
