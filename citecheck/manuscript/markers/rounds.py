"""Numbers in round brackets and after a word: `(see refs 1–3)`, `Refs. 3 and 4`, `(source nr: 1)`, `(3)` and `(1, 2)`.

A bare `(3)` is an equation, a step or the third of three far more often than a citation. Such a mark is tentative: it counts
only in a document that has a numbered list and cites in no other way.
"""

from __future__ import annotations

import re

from citecheck.manuscript.markers.mark import Known, Mark
from citecheck.manuscript.markers.numbers import DASH, read_numbers

_IDS = rf"\d{{1,3}}(?:\s?(?:{DASH}|,|;|&|and|und|et|y|e)\s?\d{{1,3}}){{0,20}}"
_NAMED = r"(?:refs?|references?|sources?|quellen?|fuentes?|citations?|cites?|cit|réfs?|literatur|lit)"
_WORDED = re.compile(
    rf"(?=[(rR])(?:\((?:(?:see|cf|vgl|siehe|voir|also|in)[.,]?\s+)?{_NAMED}(?:\s?(?:nr|no|nos|nrs))?[.:]{{0,2}}\s?#?(?P<ids>{_IDS})(?P<locator>,\s[^()]{{1,40}})?\)"
    rf"|(?<![\w(\[@#/])(?P<said>(?:[Rr]efs?\.?|[Rr]eferences?)\s(?P<plain>{_IDS}))(?![\w.]*\d|\s?%))",
    re.IGNORECASE,
)
_WORD_PARTS = ("ef", "EF", "ource", "OURCE", "uelle", "uente", "cit", "Cit", "réf", "Réf", "lit", "Lit")
"""A part of every such word: most paragraphs have none before a digit, and need no closer look."""
_BARE = re.compile(rf"(?<=[\w”\"’)%])\s?\((?P<ids>{_IDS})\)(?=[.,;:!?)”\"’]|\s|$)")
_NUMBERED = re.compile(
    r"(?:^|\W)(?:eqs?|equations?|figs?|figures?|tables?|tabs?|steps?|conditions?|expressions?|formulas?|hypothes[ei]s|cases?|models?|types?"
    r"|options?|points?|phases?|questions?|problems?|constraints?|examples?|sentences?|lines?|rows?|columns?|sections?|chapters?|parts?"
    r"|and|or|und|oder|et|ou|y|o|n|no|nr|gl|gleichung|abb|abbildung|tabelle|ecuación|équation|rules?|axioms?|theorems?|lemmas?|stages?"
    r"|levels?|groups?|items?|notes?|apps?|appendix|relations?|system|inequality|by|from|in|to|with|using)[.:]?\s?$",
    re.IGNORECASE,
)
_ENUMERATES = re.compile(
    r"\((?:1|i|a)\)\s+\w.{0,400}?[,;:.]\s+(?:(?:and|or|und|et|y)\s+)?\((?:2|ii|b)\)\s+\w", re.DOTALL
)


def find_rounds(text: str, start: int, end: int, known: Known) -> list[Mark]:
    """Find every numeric mark of a stretch that stands in round brackets, or behind the word `ref.`."""
    marks: list[Mark] = []
    if any(text.find(each, start, end) >= 0 for each in _WORD_PARTS):
        marks += _find_worded(text, start, end, known)
    if known.numbered and text.find("(", start, end) >= 0:
        marks += _find_bare(text, start, end, known)
    return marks


def _find_worded(text: str, start: int, end: int, known: Known) -> list[Mark]:
    marks = []
    for match in _WORDED.finditer(text, start, end):
        numbers = read_numbers(match["ids"] or match["plain"])
        if numbers is None:
            continue
        words = bool(match["said"])
        if words and not (known.numbered and all(known.has_key(each) for each in numbers.targets)):
            continue
        locator = (match["locator"] or "").strip(" ,")
        span = match.span("said") if words else match.span()
        marks.append(
            Mark(start=span[0], end=span[1], style="handle", targets=numbers.targets, locator=locator, words=words)
        )
    return marks


def _find_bare(text: str, start: int, end: int, known: Known) -> list[Mark]:
    marks: list[Mark] = []
    enumerates = None
    for match in _BARE.finditer(text, start, end):
        numbers = read_numbers(match["ids"])
        if numbers is None or not all(known.has_key(each) for each in numbers.targets):
            continue
        if _NUMBERED.search(text, max(start, match.start() - 16), match.start()):
            continue
        if enumerates is None:
            enumerates = bool(_ENUMERATES.search(text, start, min(end, start + 4000)))
        if enumerates:
            return []
        opening = match.start() + len(match[0]) - len(match[0].lstrip())
        marks.append(Mark(start=opening, end=match.end(), style="round", targets=numbers.targets, tentative=True))
    return marks
