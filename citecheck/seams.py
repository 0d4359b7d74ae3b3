"""The seams: what a registry, and a place that has sources' texts, must be able to do.

Batch in, one answer for every question out; a single is a batch of one. A provider is made from the door and the settings,
so that pacing, cache, offline mode, redaction and the receipt hold for it too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from citecheck.records import Lookup, Reference, SourceText, Work


class Registry(Protocol):
    """Knows works by identifier."""

    name: str

    def look_up(self, dois: Sequence[str]) -> dict[str, Lookup]:
        """Ask for works by folded DOI; every DOI gets its lookup, in any order."""
        ...


class UpdateSource(Registry, Protocol):
    """Knows what became of works: the works that it gives carry their updates, or a flag."""

    def look_up_pmids(self, pmids: Sequence[str]) -> dict[str, Lookup]:
        """Ask for works by PubMed id; every id gets its lookup, in any order."""
        ...


class Searcher(Protocol):
    """Finds works by what a reference says of them."""

    name: str

    def search(self, reference: Reference) -> Lookup:
        """Ask for candidates for one reference, likeliest first."""
        ...


class FulltextSource(Protocol):
    """Has texts of works, or may have."""

    name: str
    asks_network: bool
    """Does it send anything? Those that do not are asked first."""

    def find_texts(self, questions: Sequence[tuple[Reference, Work | None]]) -> Iterator[SourceText]:
        """Look for a text of each reference's work, in order; no text, no failure and nothing unasked means: has none."""
        ...
