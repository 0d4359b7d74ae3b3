"""The types of entries that BibTeX, BibLaTeX and reference managers know, and which of them a misspelt one means."""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache

BIBTEX = (
    "article book booklet conference inbook incollection inproceedings manual mastersthesis misc phdthesis proceedings "
    "techreport unpublished"
)
BIBLATEX = (
    "artwork audio bibnote bookinbook collection commentary dataset electronic image inreference jurisdiction legal "
    "legislation letter map movie music mvbook mvcollection mvproceedings mvreference online patent performance periodical "
    "reference report review set software standard suppbook suppcollection suppperiodical thesis video www xdata"
)
OTHERS = (
    "bachelorthesis blog comment control conferencepaper ebook data eprint inarticle journal magazine newspaper newsarticle "
    "other paper phdthesis post preamble preprint presentation report string talk unpublished webpage website working "
    "workingpaper"
)
"""Of managers and journals' styles; none of them is held to be a slip of another one."""
KNOWN = frozenset(f"{BIBTEX} {BIBLATEX} {OTHERS}".split())
COMMON = "|".join(sorted({*BIBTEX.split(), "online", "report", "thesis", "collection", "dataset"}, reverse=True))
"""Those that tell an entry even where its `@` is missing."""
LIKENESS = 0.86
"""Likeness from which an unknown type is a misspelt one: `artcle` has 0.92, `ebook` and `book` 0.89, which is why it is known;
held by the table of types under test."""


@lru_cache(maxsize=1000)
def meant_type(type: str) -> str:
    """Give the known type that an unknown one is a slip of, or nothing."""
    if type in KNOWN or len(type) < 4:
        return ""
    return next(iter(get_close_matches(type, KNOWN, 1, LIKENESS)), "")
