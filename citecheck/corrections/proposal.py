"""What is proposed for one reference: corrections, each down to the words that change, and what is kept and why."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One change inside a field."""

    old: str = ""
    """The words that go, as plain text; empty where something is put in."""
    new: str = ""
    number: int = 0
    """Which one it is: of the words alike in a title, of the names in a list of authors."""
    given: str = ""
    """Of an author put in: the given names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """One field corrected."""

    field: str
    """`doi`, `title`, `authors`, `year`, `volume`, `issue` or `pages`."""
    old: str
    new: str
    """Both as they are shown; a list of authors shows the names that change."""
    edits: tuple[Edit, ...] = ()
    """Of a title or a list of authors: what changes inside it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A field that differs and is kept, and why."""

    field: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What is proposed for one reference."""

    corrections: tuple[Correction, ...] = ()
    kept: tuple[Kept, ...] = ()
    doubt: str = ""
    """Why nothing at all is corrected; empty when the work is certain."""
    hints: tuple[str, ...] = ()
