"""What sources say in their own words: texts, and passages of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from citecheck.records.works import NotAsked


class Extent(StrEnum):
    """How much of a work a text holds."""

    FULLTEXT = "fulltext"
    ABSTRACT = "abstract"
    SNIPPET = "snippet"
    NOTE = "note"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fulltext:
    """A text of a work, as it was read."""

    key: str
    """The reference whose work it is a text of."""
    text: str
    extent: Extent = Extent.FULLTEXT
    pages: tuple[int, ...] = ()
    """The offset at which each page begins, first page first; empty when the format has no pages."""
    sections: tuple[tuple[int, str], ...] = ()
    """Where each section begins, and its heading, for formats that mark them; an empty heading ends the last section."""
    origin: str = ""
    """Where it was read: `file`, `notes`, `europepmc` …, and the file's name or the address."""
    version: str = ""
    """`preprint`, `accepted`, `published`, or empty when nobody says."""
    licence: str = ""
    lang: str = ""
    retrieved_at: str = ""
    sha256: str = ""
    """Of the text, in UTF-8."""
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceText:
    """What became of looking for a reference's text: a text, or why there is none."""

    key: str
    fulltext: Fulltext | None = None
    not_asked: NotAsked | None = None
    failed: str = ""
    """Why a text that is there could not be read."""

    @property
    def why_none(self) -> str:
        """Why there is no text; empty when one is at hand."""
        if self.fulltext is not None:
            return ""
        reason = (self.not_asked.message or self.not_asked.reason) if self.not_asked is not None else ""
        return self.failed or reason or "no text of its source is at hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A stretch of a text, with exact half-open offsets in the text's own code points."""

    source: str
    """The key of the text."""
    start: int
    end: int
    text: str = ""
    pages: tuple[int, ...] = ()
    """The pages it stands on, counted from 1; several when it occurs on several."""
    section: str = ""
