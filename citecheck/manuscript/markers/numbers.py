"""Read the inside of a numeric marker: ids, ranges, and a locator, which comes last."""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST_RANGE = 1000
"""A range longer than this stays its two ends: nobody cites a thousand works at once."""
DASH = r"(?:[-‐‑‒–—−⁻]|--)"
SEPARATOR = r"(?:(?:[,;]\s*)?(?:and|und|et|y|e|&)\s+|&\s*|[,;]+\s*)"
_ITEM = re.compile(rf"\s*(\d{{1,4}})(?:\s*{DASH}\s*(\d{{1,4}}))?(?![\w.%])", re.IGNORECASE)
_BETWEEN = re.compile(rf"\s*{SEPARATOR}", re.IGNORECASE)
_LOCATOR_WORD = (
    r"(?:pp|p|ss|s|pág|págs|seiten?|chaps?|ch|kap|figs?|abb|tab|tables?|secs?|sect|sections?|paras?|par|art|vols?|nos?|nr|app|"
    r"eqs?|lines?|ll|l|pages?|chapters?|figures?|appendix|note|box|supp|slides?|cols?|rn|стр|с)"
)
_LOCATOR = re.compile(rf"\s*[,;:]?\s*((?:{_LOCATOR_WORD}\.?(?=[\s\d§(])|§§?)\s*.+)$", re.IGNORECASE | re.DOTALL)
_ID_AFTER = re.compile(rf"[,;]\s*(?:\d{{1,4}}\s*(?:{DASH}\s*\d{{1,4}})?\s*(?=[,;]|$))")
_PLURAL = re.compile(
    r"(?:pp|ss|figs|secs|chaps|vols|nos|eqs|ll|cols|pages|lines|sections|chapters|figures|§§)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """The ids of a numeric marker, ranges opened."""

    targets: tuple[str, ...]
    locator: str = ""
    problem: str = ""
    """Why it opens like a marker and cannot be read; empty when it can."""


def read_numbers(inside: str) -> Numbers | None:
    """Read ids, ranges and the locator; None when this is no list of numbers."""
    inside = inside.replace("\u00a0", " ").replace("\u202f", " ").strip()
    targets: list[str] = []
    position = 0
    while match := _ITEM.match(inside, position):
        opened = _open_range(match[1], match[2])
        if opened is None:
            return None
        targets += opened
        position = match.end()
        between = _BETWEEN.match(inside, position)
        if not between or not _ITEM.match(inside, between.end()):
            break
        position = between.end()
    if not targets:
        return None
    rest = inside[position:].strip()
    unique = tuple(dict.fromkeys(targets))
    return Numbers(targets=unique) if not rest.strip(" ,;") else _read_locator(unique, rest)


def _open_range(first: str, last: str | None) -> list[str] | None:
    if len(first) > 1 and first[0] == "0":
        return None
    if last is None:
        return [str(int(first))]
    low, high = int(first), int(last)
    if high <= low:
        return None
    return [str(low), str(high)] if high - low > LONGEST_RANGE else [str(each) for each in range(low, high + 1)]


def _read_locator(targets: tuple[str, ...], rest: str) -> Numbers | None:
    match = _LOCATOR.match(rest)
    if not match:
        return None
    locator = " ".join(match[1].split())
    if _ID_AFTER.search(locator) and not _PLURAL.match(locator):
        return Numbers(targets=targets, problem="an id after a locator: ids come first")
    return Numbers(targets=targets, locator=locator)
