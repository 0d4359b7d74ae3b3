"""Author and year: `(Smith & Jones, 2020a; Lee 2019, p. 4)` and `Smith et al. (2020)`.

The target is the first family name and the year, `Smith 2020a`, until binding finds the reference of that author and year.
A single name may be a town, a month or a law, so such a mark is tentative.
"""

from __future__ import annotations

import re

from citecheck.manuscript.markers.mark import Mark

_NAME = (
    r"(?:(?:van|von|der|den|de|la|le|di|da|dos|del|ter|ten|zu|al|el|bin|d’|d'|O’|O')[\s-]?){0,3}"
    r"[A-ZÀ-ÖØ-ÞĀ-ŽА-Я][\w’'‐-]{1,40}"
)
_YEAR = r"(?:(?:1[5-9]|20)\d\d[a-z]?|n\.\s?d\.|in press|forthcoming)"
_MORE = rf"(?:,?\s+(?:et\s+al\.?,?|u\.\s?a\.|and\s+others)|(?:,\s+{_NAME}){{0,4}},?\s+(?:&|and|und|et|y|e)\s+{_NAME})"
_GROUP = re.compile(r"\((?P<inside>[^()\[\]]{0,300}?(?:1[5-9]|20)\d\d[^()\[\]]{0,300})\)")
_PART = re.compile(
    rf"\s*(?P<lead>(?:(?:see(?:\s+also)?|cf\.?|e\.g\.,?|i\.e\.,?|vgl\.|siehe|voir|véase|also|but see"
    rf"|reviewed in|as in|after)\s+)?)"
    rf"(?P<name>{_NAME})(?P<more>{_MORE})?(?P<comma>,?)\s+\(?(?P<year>{_YEAR})\)?(?P<years>(?:,\s*(?:(?:1[5-9]|20)\d\d)?[a-z]?\b(?!\.))*)"
    r"(?P<rest>(?:\s*[,:]\s*[^;]{1,80})?)\s*$"
)
_NARRATIVE = re.compile(
    rf"(?<![\w(])(?P<name>{_NAME})(?P<more>{_MORE})?(?:’s|'s)?\s+\((?P<year>{_YEAR})(?P<rest>(?:[,:]\s*[^()\[\];]{{1,60}})?)\)"
)
_NO_NAMES = re.compile(
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov"
    r"|Dec|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|Spring|Summer|Autumn|Fall|Winter|Figure|Fig|Table|Section|Chapter|Version"
    r"|Act|Since|In|From|Until|Before|After|During|Year|Years|Circa|About|Around|Between|By|The|Data|Source|Total|Class|Edition|Covid"
    r"|COVID|Updated|Accessed|Published|Copyright|Vol|Volume|No|Issue|Release|Model|Q[1-4]|FY|This|These|That|As|Born|Died)$"
)


def find_author_years(text: str, start: int, end: int) -> list[Mark]:
    """Find every author-year mark of a stretch."""
    marks: list[Mark] = []
    if not re.search(r"(?:1[5-9]|20)\d\d", text[start:end]):
        return marks
    for match in _NARRATIVE.finditer(text, start, end):
        if not _NO_NAMES.match(match["name"]):
            target = f"{_names(match)} {match['year']}"
            tentative = not match["more"]
            locator = match["rest"].strip(" ,:")
            span = (match.start(), match.end())
            marks.append(_mark(span, (target,), locator, tentative=tentative, words=True))
    for match in _GROUP.finditer(text, start, end):
        read = _read_group(match["inside"])
        if read and not any(each.start < match.end() and match.start() < each.end for each in marks):
            targets, locator, tentative = read
            marks.append(_mark((match.start(), match.end()), targets, locator, tentative=tentative))
    return marks


def _read_group(inside: str) -> tuple[tuple[str, ...], str, bool] | None:
    targets: list[str] = []
    locator, tentative = "", True
    for part in inside.split(";"):
        match = _PART.match(part)
        if match is None:
            continue
        if _NO_NAMES.match(match["name"]):
            return None
        family = _names(match)
        targets.append(f"{family} {match['year']}")
        more = re.findall(r"((?:1[5-9]|20)\d\d)?([a-z]?)\b", match["years"])
        targets += [f"{family} {year or match['year'][:4]}{letter}" for year, letter in more if year or letter]
        locator = match["rest"].strip(" ,:")
        tentative = tentative and not match["more"]
    tentative = tentative and len(targets) < 2
    return (tuple(dict.fromkeys(targets)), locator, tentative) if targets else None


def _names(match: re.Match[str]) -> str:
    """Give the first family name, with the second of two, or `et al.` for more."""
    first, more = _family(match["name"]), match["more"] or ""
    names = re.findall(_NAME, more)
    if re.search(r"et\s+al|u\.\s?a\.|others", more) or len(names) > 1:
        return f"{first} et al."
    return f"{first} and {_family(names[0])}" if names else first


def _family(name: str) -> str:
    return re.sub(r"[’']s$", "", " ".join(name.split()))


def _mark(
    span: tuple[int, int], targets: tuple[str, ...], locator: str, *, tentative: bool, words: bool = False
) -> Mark:
    return Mark(
        start=span[0],
        end=span[1],
        style="author-year",
        targets=targets,
        locator=locator,
        tentative=tentative,
        words=words,
    )
