"""Units behind a number: read with their case, alone or one per another."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from citecheck.lexicon.units import CURRENCIES, CURRENCY_NAMES, NAMES, SYMBOLS


def _alternatives(words: list[str]) -> str:
    longest_first = sorted(words, key=len, reverse=True)
    return "|".join(
        re.escape(each).replace(r"\-", r"[- ]") if len(each) > 3 else re.escape(each) for each in longest_first
    )


_SYMBOL = re.compile(rf"(?P<gap>[ \u202f\u2009-]?)(?P<unit>{_alternatives(list(SYMBOLS))})(?![\w²³⁻])")
_NAME = re.compile(
    rf"(?P<gap>[ \u202f\u2009]|-)(?P<unit>{_alternatives(list(NAMES))})(?![^\W⁰¹²³⁴⁵⁶⁷⁸⁹])", re.IGNORECASE
)
_PER = re.compile(
    r"\s?/\s?|\s(?:per|a|an|pro|par|por|al|à l'|each)\s|\s?·?\s?(?=[^\W\d_]{1,3}(?:⁻|-\d|\^-))", re.IGNORECASE
)
_INVERSE = re.compile(rf"(?P<unit>{_alternatives(list(SYMBOLS))})(?:⁻|\^?-)(?P<power>[¹²³1-3])(?!\w)")
_MONEY_SIGN = re.compile(rf"(?:{_alternatives(list(CURRENCIES))})\s?$")
_MONEY_BEHIND = re.compile(
    rf"\s?(?P<sign>{_alternatives(list(CURRENCIES))})(?!\w)"
    rf"|\s(?:de\s|di\s|of\s|d['’])?(?P<name>{_alternatives(list(CURRENCY_NAMES))})(?!\w)",
    re.IGNORECASE,
)
_NEVER_GLUED = frozenset("a d s")
"""Single letters that are units only behind a space or not at all: 4a, 3d."""
_POWERS = {"¹": 1, "²": 2, "³": 3, "1": 1, "2": 2, "3": 3}


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A unit that was read."""

    end: int
    written: str
    dimension: str
    factor: Fraction


def unit_at(text: str, start: int) -> Unit | None:
    """Read the unit that stands here behind a number, with what it is per, or None."""
    one = _one_unit(text, start)
    if one is None:
        return None
    per = _PER.match(text, one.end)
    other = _per_unit(text, per.end()) if per else None
    if per is None or other is None:
        return one
    return Unit(
        end=other.end,
        written=text[start : other.end].strip(" -"),
        dimension=f"{one.dimension}/{other.dimension}",
        factor=one.factor / other.factor,
    )


def money_before(text: str, start: int) -> tuple[str, int] | None:
    """Give the currency whose sign or code stands before an amount, and where it begins."""
    match = _MONEY_SIGN.search(text, max(0, start - 5), start)
    if match is None or (match.group()[0].isalpha() and match.start() > 0 and text[match.start() - 1].isalnum()):
        return None
    return CURRENCIES[match.group().strip()], match.start()


def money_behind(text: str, start: int) -> tuple[str, int] | None:
    """Give the currency that stands behind an amount, and where it ends."""
    match = _MONEY_BEHIND.match(text, start)
    if match is None:
        return None
    if match["name"]:
        return CURRENCY_NAMES[match["name"].lower().replace("-", " ")], match.end()
    sign = CURRENCIES.get(match["sign"])
    return (sign, match.end()) if sign else None


def _one_unit(text: str, start: int) -> Unit | None:
    symbol, name = _SYMBOL.match(text, start), _NAME.match(text, start)
    if symbol and symbol["gap"] == "" and symbol["unit"] in _NEVER_GLUED:
        symbol = None
    if symbol and symbol["gap"] == " " and symbol["unit"] in ("in.", "d", "A", "x", "N", "V"):
        symbol = None
    if name and (symbol is None or name.end() >= symbol.end()):
        dimension, factor = NAMES[name["unit"].casefold().replace(" ", "-")]
        return Unit(end=name.end(), written=name["unit"], dimension=dimension, factor=factor)
    if symbol:
        dimension, factor = SYMBOLS[symbol["unit"]]
        return Unit(end=symbol.end(), written=symbol["unit"], dimension=dimension, factor=factor)
    return None


def _per_unit(text: str, start: int) -> Unit | None:
    if inverse := _INVERSE.match(text, start):
        dimension, factor = SYMBOLS[inverse["unit"]]
        power = _POWERS[inverse["power"]]
        dimension = (
            dimension
            if power == 1
            else {2: "area", 3: "volume"}[power]
            if dimension == "length"
            else f"{dimension}^{power}"
        )
        # A cubic metre is a thousand litres, the base of volume.
        exact = factor**power * (1000 if dimension == "volume" else 1)
        return Unit(end=inverse.end(), written=inverse.group(), dimension=dimension, factor=exact)
    if start and text[start - 1] not in " /":
        return None
    found = _one_unit(f" {text[start : start + 30]}", 0)
    if found is None:
        return None
    return Unit(end=start + found.end - 1, written=found.written, dimension=found.dimension, factor=found.factor)
