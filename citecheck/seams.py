"""The seams: what a registry, and a source of updates, must be able to do.

Batch in, one answer for every question out; a single is a batch of one. A provider is made from the door and the settings,
so that pacing, cache, offline mode, redaction and the receipt hold for it too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from citecheck.records import Lookup, Reference


class Registry(Protocol):
    """Knows works by identifier."""

    name: str

    def look_up(self, dois: Sequence[str]) -> dict[str, Lookup]:
        """Ask for works by folded DOI; every DOI gets its lookup, in any order."""
        ...


class Searcher(Protocol):
    """Finds works by what a reference says of them."""

    name: str

    def search(self, reference: Reference) -> Lookup:
        """Ask for candidates for one reference, likeliest first."""
        ...
