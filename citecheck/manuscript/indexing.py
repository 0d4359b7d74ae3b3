"""Find the reference that a marker's target names: by key, or by author and year as the text writes them.

A text shortens what its list spells out: `(WHO, 2020)` for the World Health Organization, `Berg` for van der Berg, `山田` for
山田太郎. The plain reading comes first; the shortened ones count only where it finds nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from citecheck.manuscript.describing import YEAR
from citecheck.records import Reference
from citecheck.text.fold import fold_key

_AUTHOR_YEAR = re.compile(
    r"(?P<initials>(?:[^\W\d_]\.[\s-]?){1,3})?(?P<name>.+?)(?: and (?P<second>.+?)|(?P<many> et al\.))?"
    r" (?:(?P<year>(?:1[5-9]|20)\d\d)(?P<letter>[a-z]?)|(?P<undated>n\.\s?d\.|s\.\s?[fa]\.|o\.\s?J\.|in press|im Druck"
    r"|im Erscheinen|en prensa|à paraître|forthcoming))$"
)
UNDATED = 0
"""The year of a reference that has none: `n.d.` and `in press` lead to it."""
CASED = ("pandoc", "latex")
"""Styles whose keys must agree in case, too: the processor that typesets them says so."""
_IDENTIFIER = re.compile(r"(?:doi|arxiv|pmid|pmc|pmcid|isbn|url|https?):", re.IGNORECASE)
_SHORT = re.compile(r"[\[(]([A-ZÀ-Þ]{2,9})[\])]")
_IDEOGRAPHS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,6}$")


class ReferenceIndex:
    """References by key, and by author and year."""

    def __init__(self, references: Iterable[Reference]) -> None:
        self.keys: dict[str, Reference] = {}
        self._authors: dict[tuple[str, int], list[Reference]] = {}
        self._shortened: dict[tuple[str, int], list[Reference]] = {}
        self._families: set[str] = set()
        for each in references:
            if each.key.casefold() in self.keys:
                continue
            self.keys[each.key.casefold()] = each
            if each.authors:
                self._add(each)

    def _add(self, reference: Reference) -> None:
        year, family = reference.year or UNDATED, _family(reference.authors[0])
        if family:
            self._authors.setdefault((family, year), []).append(reference)
            self._families.add(family)
        for name in set(_shorter_names(reference.authors[0])) - {family, ""}:
            self._shortened.setdefault((name, year), []).append(reference)
            self._families.add(name)

    def find(self, target: str, *, style: str = "") -> Reference | None:
        """Find the reference that a target names; None when there is none. Pandoc and LaTeX tell keys apart by case."""
        found = self.keys.get(target.casefold())
        if found is not None and style in CASED and found.key != target and not _IDENTIFIER.match(target):
            return None
        if found is not None:
            return found
        match = _AUTHOR_YEAR.match(target)
        return self._find_author(match) if match else None

    def knows_author(self, target: str) -> bool:
        """Is there a work, of any year, by the author that an author-year target names?"""
        match = _AUTHOR_YEAR.match(target)
        return match is not None and any(each in self._families for each in _readings(match["name"]))

    def knows_name(self, name: str) -> bool:
        """Is there a work whose first author bears exactly this name?"""
        return _fold_name(name) in self._families

    def _find_author(self, match: re.Match[str]) -> Reference | None:
        year, letter = int(match["year"] or UNDATED), match["letter"] or ""
        names = _readings(match["name"])
        places = [(index, name) for index in (self._authors, self._shortened) for name in names]
        found = next((those for index, name in places if (those := index.get((name, year)))), [])
        found = _fitting(found, match) or found
        lettered = [each for each in found if _letter(each) == letter]
        if lettered or not letter:
            return next(iter(lettered or found), None)
        position = ord(letter) - ord("a")  # a bibliography has no letters: the order of its works gives them
        return found[position] if position < len(found) and not any(map(_letter, found)) else None


def _fitting(found: list[Reference], match: re.Match[str]) -> list[Reference]:
    """Give those with the co-authors and initials that the text names."""
    if match["second"]:
        second = _readings(match["second"])
        found = [each for each in found if len(each.authors) > 1 and _family(each.authors[1]) in second]
    elif match["many"]:
        found = [each for each in found if len(each.authors) > 2]
    else:
        found = [each for each in found if len(each.authors) == 1]
    if match["initials"]:
        initial = match["initials"][0].casefold()
        return [each for each in found if _initial(each.authors[0]) == initial]
    return found


def _readings(name: str) -> tuple[str, ...]:
    """Give the ways to read a name in a text: all of it, else its last word."""
    words = name.split()
    return tuple(dict.fromkeys((_fold_name(name), _fold_name(words[-1] if words else ""))))


def _shorter_names(author: str) -> Iterator[str]:
    """Give the names that a text may use for an author: without particles, the first of two, the initials of an organisation."""
    family, _, given = author.partition(",")
    words = family.split()
    if match := _SHORT.search(author):
        yield _fold_name(match[1])
    if _IDEOGRAPHS.match(family.replace(" ", "")):
        whole = family.replace(" ", "")
        yield from (whole[:1], whole[:2], whole)
        return
    if given:
        capital = [each for each in words if each[:1].isupper()]
        yield from (_fold_name(each) for each in (*capital[:1], *capital[-1:]))
        return
    yield _fold_name(author)
    initials = "".join(each[0] for each in words if each[:1].isupper())
    if len(initials) > 1 and not re.search(r"\b[A-ZÀ-Þ]\.", author):
        yield initials.casefold()


def _family(author: str) -> str:
    return _fold_name(author.split(",")[0] if "," in author else (author.split() or [""])[-1])


def _initial(author: str) -> str:
    _, _, given = author.partition(",")
    return (given.strip() or author.strip())[:1].casefold()


def _letter(reference: Reference) -> str:
    match = YEAR.search(reference.raw)
    return match[2] if match else ""


def _fold_name(name: str) -> str:
    return "".join(each for each in fold_key(name) if each.isalnum())
