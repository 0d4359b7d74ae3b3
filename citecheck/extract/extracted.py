"""What extraction gives, whatever the format was."""

from __future__ import annotations

import re
import unicodedata
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


def count_letters(text: str) -> int:
    """Count letters and digits."""
    return sum(unicodedata.category(each)[0] in "LN" for each in text)
