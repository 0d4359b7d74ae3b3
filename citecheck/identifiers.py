"""Identifiers: find, fold and compare."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """The kinds of identifier citecheck reads."""

    DOI = "doi"
    PMID = "pmid"
    PMCID = "pmcid"
    ARXIV = "arxiv"
    ISBN = "isbn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Identifier:
    """One identifier as found in a text."""

    kind: Kind
    value: str
    """Folded: what is compared and asked for."""
    raw: str = ""
    start: int | None = None
    end: int | None = None
    problem: str = ""
    """Why it cannot lead anywhere: `test prefix`, `prefix only`, `unfilled template` …; empty when it can."""
    parent: str = ""
    """For a component, supplement, review or version DOI: the article behind it."""
    alternatives: tuple[str, ...] = ()
    """Other readings, for one broken over a line."""


def find_identifiers(text: str) -> tuple[Identifier, ...]:
    """Find every identifier of a text, in order."""
    raise NotImplementedError
