"""Years in brackets whose author stands further ahead in the sentence: `Smith’s long work on walls (2019)`.

Pandoc prints `[-@smith2019]` so. A year alone may be a date, so it cites only where exactly one reference has the year and
its first author's name stands before it in the paragraph, not far.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from citecheck.manuscript.draft import Draft
from citecheck.manuscript.markers import Mark
from citecheck.records import Reference
from citecheck.text.fold import fold_key

_YEAR = re.compile(
    r"\((?P<year>(?:1[5-9]|20)\d\d)(?P<letter>[a-z]?)(?:,\s?(?P<locator>(?:pp?\.\s?|S\.\s?|sec\.\s?|§\s?)?[\d–-]{1,12}))?\)"
)
FARTHEST = 160
"""Characters between the name and the year: a long sentence. In test_word a name two sentences ahead binds nothing."""
_STOP = re.compile(r"[.!?]\s+(?=[A-ZÀ-Þ“\"(])")


def find_suppressed(draft: Draft, references: Iterable[Reference], found: Sequence[Mark]) -> Iterator[Mark]:
    """Find years in brackets that cite by a name before them; nothing in a document whose list is numbered."""
    text = draft.layout.masked
    if draft.listed.numbered or not _YEAR.search(text):
        return
    named = _names(references)
    marks = sorted((each.start, each.end) for each in found)
    for at in draft.bodies:
        block = draft.layout.blocks[at]
        for match in _YEAR.finditer(text, block.start, block.end):
            before = bisect_right(marks, (match.start(), len(text))) - 1
            if (before >= 0 and marks[before][1] > match.start()) or any(
                match.start() <= start < match.end() for start, _ in marks[before + 1 : before + 2]
            ):
                continue
            ahead = draft.layout.text[max(block.start, match.start() - FARTHEST) : match.start()]
            stops = [each.end() for each in _STOP.finditer(ahead)]
            words = f" {_words_of(ahead[stops[-1] if stops else 0 :])} "
            keys = {key for name, letter, key in named.get(match["year"], ()) if f" {name} " in words}
            lettered = {key for _, letter, key in named.get(match["year"], ()) if letter == match["letter"]} & keys
            chosen = keys if len(keys) == 1 else lettered
            if len(chosen) == 1:
                yield Mark(
                    start=match.start(),
                    end=match.end(),
                    style="author-year",
                    targets=(next(iter(chosen)),),
                    locator=match["locator"] or "",
                )


def _names(references: Iterable[Reference]) -> dict[str, list[tuple[str, str, str]]]:
    """Give, by year, the first authors' names as a text may write them, the letters behind the years, and the keys."""
    named: dict[str, list[tuple[str, str, str]]] = {}
    for each in references:
        if not each.authors or each.year is None or each.key.startswith("fn:"):
            continue
        family = each.authors[0].split(",")[0]
        if "," not in each.authors[0] and len(family.split()) == 2:
            family = family.split()[-1]
        name = _words_of(family)
        letter = re.search(rf"{each.year}([a-z])\b", each.raw)
        if len(name) > 1:
            named.setdefault(str(each.year), []).append((name, letter[1] if letter else "", each.key))
    return named


def _words_of(text: str) -> str:
    return " ".join(re.findall(r"[^\W\d_]+", fold_key(text)))
