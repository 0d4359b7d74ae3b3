"""Marks that machine-written reports leave behind: `turn0search3`, `【4:0†a.pdf】`, `[12†L3-L9]`, `[^1^]`, `<cite>1</cite>`.

Most of them are handles of a side-car list that the report no longer has: they dangle, and are never passed over.
"""

from __future__ import annotations

import re

from citecheck.manuscript.markers.mark import Mark
from citecheck.manuscript.markers.numbers import read_numbers
from citecheck.records import MarkerState

_TURN = re.compile(
    r"(?<![\w\ue202])(?:turn\d{1,4}(?:search|view|fetch|news|image|file|product|academia|forecast|finance|sports|maps?|calculator|click|open)"
    r"\d{1,4}(?:[,\s\u30fb·•]{1,3}(?=turn\d))?){1,20}(?!\w)"
)
_CITED = re.compile(
    r"<cite(?:\s[^<>]{0,200})?>\s?\[?(?P<ids>\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,20})\]?(?:\s?</cite>|(?=\s*$|\s{7}))|<cite\s+index=[\"'](?P<index>[\d,:;\s-]{1,80})[\"']\s*>",
    re.IGNORECASE,
)
_CONTENT = re.compile(r":contentReference\[oaicite:(\d{1,4})\](?:\{index=\d{1,4}\})?")
_BING = re.compile(r"\[\^(\d{1,4})\^\](?:\([^()\s]{1,500}\))?")
_WIDE = re.compile(r"(?:【|［|〔)\s?(?P<ids>\d{1,3}(?:\s?[,，、;–—~～-]\s?\d{1,3}){0,20})\s?(?:】|］|〕)")
_WIDE_SEPARATORS = str.maketrans("，、～~", ",,––")
_DAGGER = re.compile(r"\s*(?:(?P<id>\d{1,3}(?::\d{1,3})?)\s?)?†")


def find_handles(text: str, start: int, end: int) -> list[Mark]:
    """Find the handles of a stretch that no bracket of the grammar holds."""
    marks: list[Mark] = []
    if text.find("turn", start, end) >= 0:
        found = _TURN.finditer(text, start, end)
        marks += [_handle(*each.span(), tuple(re.findall(r"turn\d+[a-z]+\d+", each[0]))) for each in found]
    if text.find("<cite", start, end) >= 0:
        for match in _CITED.finditer(text, start, end):
            marks += _read_ids(match["ids"], match) or [_handle(*match.span(), _indices(match["index"] or ""))]
    if text.find("oaicite", start, end) >= 0:
        marks += [_handle(*each.span(), (each[1],)) for each in _CONTENT.finditer(text, start, end)]
    if text.find("[^", start, end) >= 0:
        for match in _BING.finditer(text, start, end):
            marks += _read_ids(match[1], match)
    if not text.isascii():
        for match in _WIDE.finditer(text, start, end):
            marks += _read_ids(match["ids"].translate(_WIDE_SEPARATORS), match, style="numeric")
    return marks


def read_dagger(inside: str, start: int, end: int) -> Mark | None:
    """Read `[12†L3-L9]`, what stands between two square brackets at start and end; None when there is no dagger."""
    match = _DAGGER.match(inside)
    if match is None:
        return None
    if match["id"]:
        return _handle(start, end, (match["id"],))
    reason = "a handle without its number"
    return Mark(start=start, end=end, style="handle", targets=(), state=MarkerState.UNPARSED, reason=reason)


def _indices(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(re.findall(r"\d+(?:-\d+)?", text))) or ("?",)


def _read_ids(ids: str | None, match: re.Match[str], style: str = "handle") -> list[Mark]:
    numbers = read_numbers(ids) if ids else None
    if numbers is None:
        return []
    return [Mark(start=match.start(), end=match.end(), style=style, targets=numbers.targets)]


def _handle(start: int, end: int, targets: tuple[str, ...]) -> Mark:
    return Mark(start=start, end=end, style="handle", targets=tuple(dict.fromkeys(targets)))
