"""What extraction gives, whatever the format was."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

from citecheck.records import Extent

_CONTROLS = {each: None for each in range(32) if chr(each) not in "\t\n\f"} | {127: None, 0xFEFF: None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """A file's text, with what the file says of itself."""

    text: str
    format: str = ""
    """`pdf`, `jats`, `html`, `docx`, `odt`, `markdown` or `text`."""
    pages: tuple[int, ...] = ()
    """The offset at which each page begins; empty when the format has no pages."""
    sections: tuple[tuple[int, str], ...] = ()
    """Where each section begins, and its heading; empty headings end the last one. Markdown's are in the text itself."""
    title: str = ""
    doi: str = ""
    """The DOI that the file's metadata give as its own, folded; never one that merely stands in its text."""
    lang: str = ""
    licence: str = ""
    version: str = ""
    """`preprint`, `accepted` or `published`, where the file says it."""
    extent: Extent = Extent.FULLTEXT
    generated: bool = False
    """Does the file say of itself that a machine wrote it?"""
    problems: tuple[str, ...] = ()


def clean(text: str) -> str:
    """Give text that can be kept: one kind of line end, no control characters, no half characters.

    Spaces, ligatures, hyphens and dashes stay as they are: matching folds them, and knows the way back.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROLS)
    return text.encode("utf-8", "replace").decode("utf-8")


def join_blocks(blocks: list[str]) -> str:
    """Join paragraphs by blank lines; blanks within one are run together, as a reader sees them."""
    tidy = (re.sub(r"[ \t\n\f]+", " ", clean(each)).strip() for each in blocks)
    return "\n\n".join(each for each in tidy if each)


def place_headings(text: str, headings: Iterable[str]) -> tuple[tuple[int, str], ...]:
    """Find headings, given in their order, among the blocks of a text; one that did not come into the text is left out."""
    places: dict[str, list[int]] = {}
    start = 0
    for block in text.split("\n\n"):
        places.setdefault(block, []).append(start)
        start += len(block) + 2
    found: list[tuple[int, str]] = []
    for each in headings:
        name = re.sub(r"[ \t\n\f]+", " ", clean(each)).strip()
        known = places.get(name, [])
        at = bisect_left(known, found[-1][0] + 1 if found else 0)
        if name and at < len(known):
            found.append((known[at], name))
    return tuple(found)


def count_letters(text: str) -> int:
    """Count letters and digits."""
    return sum(unicodedata.category(each)[0] in "LN" for each in text)
