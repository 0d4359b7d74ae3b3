"""A mark: one marker as it stands in a text, before anything is known of its reference; and what helps to tell one."""

from __future__ import annotations

from dataclasses import dataclass

from citecheck.records import MarkerState


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A mark as found: where it stands, what it names, how it is written."""

    start: int
    end: int
    style: str
    targets: tuple[str, ...]
    locator: str = ""
    url: str = ""
    """For a link: where it leads; the source when no list has the target."""
    state: MarkerState = MarkerState.BOUND
    reason: str = ""
    tentative: bool = False
    """A mark only if its target has a reference: `@user`, `(Berlin, 2020)`."""
    words: bool = False
    """Part of the sentence's own words, as in `Smith et al. (2020) found`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the document tells before its markers are read. All names are case-folded."""

    keys: frozenset[str] = frozenset()
    """Keys of the references at hand."""
    notes: frozenset[str] = frozenset()
    """Note ids that have bibliographic data."""
    plain_notes: frozenset[str] = frozenset()
    """Note ids that have none: links to them cite nothing."""
    definitions: frozenset[str] = frozenset()
    """Labels of link definitions."""
    labels: frozenset[str] = frozenset()
    """Labels, not numbers, that the reference list itself prints: `[Knu84]`."""
    numbered: bool = False
    """Do the entries of the reference list bear numbers?"""
    words: tuple[str, ...] = ()
    """Further words that may stand before the ids of a marker, as in `[chunk 3]`."""

    def has_key(self, key: str) -> bool:
        """Is there a reference of this key?"""
        return key.casefold() in self.keys
