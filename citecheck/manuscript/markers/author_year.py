"""Author and year: `(Smith & Jones, 2020a; Lee 2019, p. 4)`, `[Smith 2020]` and `Smith et al. (2020)`.

The target is the first family name and the year, `Smith 2020a`, until binding finds the reference of that author and year.
A single name may be a town, a month or a law, so such a mark is tentative.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from citecheck.manuscript.markers.mark import Mark
from citecheck.manuscript.markers.names import CONNECTORS, IDEOGRAPHS, MANY, MORE, NEVER, PARTICLE, PERSON, YEAR

_FULL_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_UNDATED = (
    "n.d.",
    "n. d.",
    "s.f.",
    "s. f.",
    "s.a.",
    "s. a.",
    "o. J.",
    "o.J.",
    "n press",
    "im Druck",
    "en prensa",
    "bid",
    "ebd",
    "Ebd",
)
"""What a mark without a full year holds; `bid` is ibid's in any case. Most paragraphs have none, and need no closer look."""
_GROUP = re.compile(
    r"[(（\[](?P<inside>[^()\[\]（）]{0,300}(?:[\[(][^()\[\]（）]{1,60}[\])][^()\[\]（）]{0,120}){0,3})[)）\]]"
)
_LEADING = re.compile(
    r"\s*(?:(?:e\.\s?g\.|i\.\s?e\.|z\.\s?B\.|cf\.|vgl\.|vid\.|cfr\.|bijv\.|jf\.|p\.\s?ej\.|por\s+ej\.|par\s+ex\.|см\.|but\s+see|see|Siehe|Vgl\.|See|Cf\.)"
    rf",?\s+|(?!{PARTICLE})[a-zà-ÿа-я][a-zà-ÿа-я’'-]*,?\s+){{0,6}}"
)
"""Words before a name that are not of it: a signal such as *see, e.g.*, or a few words in small letters."""
_NAMED = re.compile(rf"(?P<name>{PERSON})(?P<more>{MORE})?(?:’s|'s)?,?\s*$")
_TAIL = re.compile(
    rf"[(\[]?(?P<year>{YEAR})[)\]]?(?:\s?/\s?(?P<later>(?:1[5-9]|20)\d\d[a-z]?)|\s?\[(?:1[5-9]|20)\d\d\])?"
    r"(?P<years>(?:\s*(?:,|and|und|&|/)\s*(?:(?:1[5-9]|20)\d\d[a-z]?|[a-z])\b(?!\.))*)"
    r"(?P<rest>(?:\s*[,:]\s*[^;]{1,120}|\s+(?:pp?|S|s)\.\s?[^;]{1,60})?)\s*$"
)
_BARE_YEARS = re.compile(r"\s*((?:1[5-9]|20)\d\d[a-z]?)(?P<rest>\s*[,:]\s*[^;]{1,80})?\s*$")
_SECONDARY = re.compile(
    r"^.{0,200}?[,;\s](?:as\s+)?(?:cited|quoted|discussed|reported)\s+(?:in|by)\s+|^.{0,200}?,?\s(?:zit(?:iert)?\.?\s+(?:nach|in)|citado\s+en|apud|cité\s+par)\s+",
    re.IGNORECASE,
)
_IBID = re.compile(
    r"\s*(?:see\s+|vgl\.\s+)?(?:ibid(?:em)?\.?|ebd\.?|ebenda|ib\.)\s*(?P<rest>[,:]?\s*[^;]{0,60})$", re.IGNORECASE
)
_NARRATIVE = re.compile(
    rf"(?<![\w(.])(?P<name>{PERSON})(?P<more>{MORE})?(?:’s|'s)?\s+[(\[](?P<year>{YEAR})"
    r"(?:\s?/\s?(?P<later>(?:1[5-9]|20)\d\d[a-z]?)|\s?\[(?:1[5-9]|20)\d\d\])?"
    r"(?P<years>(?:\s*[,;&]\s*(?:(?:1[5-9]|20)\d\d[a-z]?|[a-z])\b(?!\.))*)(?P<rest>(?:[,:]\s*[^()\[\];]{1,60})?)[)\]]"
)
_IN_IDEOGRAPHS = re.compile(
    rf"(?:[(（]\s*(?:参见|參見|见|如)?(?P<inside>{IDEOGRAPHS})(?P<many>\s*(?:等人?|ら|ほか|외))?(?:\s*[和与及・、·&]\s*{IDEOGRAPHS}){{0,3}}\s*[,，、]?\s*(?P<year>(?:1[5-9]|20)\d\d[a-z]?)年?(?P<rest>\s*[,，:：]\s*[^()（）;；]{{1,40}})?[)）]"
    rf"|(?P<said>{IDEOGRAPHS})(?P<plus>\s*(?:等人?|ら|ほか|외))?\s*[(（](?P<in>(?:1[5-9]|20)\d\d[a-z]?)年?[)）])"
)
_OPENING = re.compile(rf"\s[(\[]({YEAR})")
LONGEST_NAMES = 240
"""Characters of the names before a year in brackets: six authors of two words each."""
LONGEST_YEARS = 120
"""Characters of further years and a page behind the first."""
_YEARS = re.compile(r"((?:1[5-9]|20)\d\d)?([a-z]?)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Group:
    """What stands between two brackets, read."""

    targets: tuple[str, ...]
    locator: str
    tentative: bool


def find_author_years(text: str, start: int, end: int) -> list[Mark]:
    """Find every author-year mark of a stretch."""
    marks: list[Mark] = []
    if not (_FULL_YEAR.search(text, start, end) or any(text.find(each, start, end) >= 0 for each in _UNDATED)):
        return marks
    for match in _narratives(text, start, end):
        if not NEVER.match(match["name"]):
            targets = (f"{_names(match)} {_year(match)}", *_further(_names(match), match))
            span = (match.start(), match.end())
            marks.append(_mark(span, targets, match["rest"].strip(" ,:"), tentative=not match["more"], words=True))
    for match in _GROUP.finditer(text, start, end):
        if any(each.start < match.end() and match.start() < each.end for each in marks):
            continue
        if (read := _read_group(match["inside"])) and _stands_alone(text, match):
            marks.append(_mark((match.start(), match.end()), read.targets, read.locator, tentative=read.tentative))
    if not text.isascii():
        marks += _find_in_ideographs(text, start, end, marks)
    return marks


def _narratives(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Find `Smith et al. (2020)` by its bracket, which is rarer than names are."""
    behind = start
    for opening in _OPENING.finditer(text, start, end):
        low = max(behind, opening.start() - LONGEST_NAMES)
        for match in _NARRATIVE.finditer(text, low, min(end, opening.end() + LONGEST_YEARS)):
            if match.start() >= behind and match.start("year") == opening.end() - len(opening[1]):
                yield match
                behind = match.end()


def _stands_alone(text: str, match: re.Match[str]) -> bool:
    """Is a square bracket neither a link, nor a definition, nor a key's?"""
    if match[0][0] != "[":
        return True
    before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
    return after not in ("(", ":", "[") and before not in ("!", "]", "[", "\\")


def _find_in_ideographs(text: str, start: int, end: int, taken: list[Mark]) -> list[Mark]:
    marks = []
    for match in _IN_IDEOGRAPHS.finditer(text, start, end):
        name, year = match["inside"] or match["said"], match["year"] or match["in"]
        many = " et al." if match["many"] or match["plus"] else ""
        span = (match.start(), match.end())
        if not any(each.start < span[1] and span[0] < each.end for each in taken):
            words = bool(match["said"])
            locator = (match["rest"] or "").strip(" ,，:：")
            marks.append(_mark(span, (f"{name}{many} {year}",), locator, tentative=not many, words=words))
    return marks


def _read_group(inside: str) -> _Group | None:
    targets: list[str] = []
    locator, tentative, family = "", True, ""
    for part in inside.split(";"):
        part = _SECONDARY.sub("", part)
        if ibid := _IBID.match(part):
            targets.append("ibid.")
            locator, tentative = ibid["rest"].strip(" ,:"), False
            continue
        if family and (bare := _BARE_YEARS.match(part)):
            targets.append(f"{family} {bare[1]}")
            continue
        read = _read_part(part)
        if read is None:
            continue
        family, tail, certain = read
        if _is_never_a_name(family):
            return None
        targets += [f"{family} {_year(tail)}", *_further(family, tail)]
        locator = tail["rest"].strip(" ,:")
        tentative = tentative and not certain
    tentative = tentative and len(targets) < 2
    return _Group(targets=tuple(dict.fromkeys(targets)), locator=locator, tentative=tentative) if targets else None


def _read_part(part: str) -> tuple[str, re.Match[str], bool] | None:
    """Read `see Smith & Jones, 2020, p. 4`: the name, what begins with the year, and whether it is surely an author's."""
    tail = next((found for at in _YEAR_AT.finditer(part) if (found := _TAIL.match(part, at.start()))), None)
    if tail is None or tail.start() == 0:
        return None
    lead = _LEADING.match(part)
    name = part[lead.end() if lead else 0 : tail.start()]
    if match := _NAMED.match(name):
        return _names(match), tail, bool(match["more"])
    words = name.strip(" ,").split()
    capital = [each for each in words if each.casefold() not in CONNECTORS]
    if not 2 <= len(words) <= MOST_WORDS or not words[0][0].isupper() or not all(_is_capital(each) for each in capital):
        return None
    return _family(" ".join(words)), tail, False


MOST_WORDS = 14
"""Words of an organisation's name: longer stretches before a year are sentences."""
_YEAR_AT = re.compile(rf"(?<=[\s(\[]){YEAR}")


def _is_capital(word: str) -> bool:
    return word.lstrip("([“\"'‘-")[:1].isupper()


def _is_never_a_name(name: str) -> bool:
    words = name.split()
    return bool(NEVER.match(words[0]) or NEVER.match(words[-1])) if words else True


def _year(match: re.Match[str]) -> str:
    return " ".join((match["later"] or match["year"]).split())


def _further(family: str, match: re.Match[str]) -> list[str]:
    """Give the targets of the years behind the first: `2019, 2020a, b`."""
    year = match["year"][:4]
    found = []
    for digits, letter in _YEARS.findall(match["years"]):
        year = digits or year
        if digits or letter:
            found.append(f"{family} {year}{letter}")
    return found


def _names(match: re.Match[str]) -> str:
    """Give the first family name, with the second of two, or `et al.` for more."""
    first, more = _family(match["name"]), match["more"] or ""
    names = re.findall(PERSON, re.sub(MANY, "", more))
    if re.search(MANY, more) or len(names) > 1:
        return f"{first} et al."
    return f"{first} and {_family(names[0])}" if names else first


def _family(name: str) -> str:
    name = re.sub(r"\s+[\[(][A-Z]{2,9}[\])]$", "", name)
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
