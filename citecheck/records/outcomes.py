"""What is told: findings, exchanges and the receipt that holds the whole run."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from citecheck.records.judgments import ClaimStatus, QuoteMatch, Triage
from citecheck.records.manuscript import Bibliography, Manuscript, Place
from citecheck.records.sources import SourceText
from citecheck.records.works import Resolution, Standing


class Level(StrEnum):
    """How loud a finding is."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing to tell a person."""

    rule: str
    level: Level
    message: str
    places: tuple[Place, ...] = ()
    subject: str = ""
    """The reference key or work it is about."""
    evidence: tuple[str, ...] = ()
    help: str = ""
    correction: str = ""
    """A corrected entry to paste, where the reference leads to another work: its own text put right, or BibTeX."""
    confidence: str = "high"
    fingerprint: str = ""
    ignored_because: str = ""

    @property
    def place(self) -> Place:
        """The first place."""
        return self.places[0] if self.places else Place()


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One request and its answer, without contact address or key."""

    host: str
    method: str
    url: str
    status: int
    """HTTP status; 0 when no answer came."""
    asked_at: str
    from_cache: bool = False
    error: str = ""


Counters = dict[str, dict[str, int]]
"""Group → outcome → count; in each group `total` is the sum of the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What became of the sources' texts, of each quotation, pair and claim; empty when no texts were looked for."""

    sources: tuple[SourceText, ...] = ()
    matches: tuple[QuoteMatch, ...] = ()
    triages: tuple[Triage, ...] = ()
    claims: tuple[ClaimStatus, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """The whole record of a run."""

    schema: str
    versions: dict[str, str]
    document: str
    sha256: str
    settings: dict[str, Any]
    settings_sha256: str
    started_at: str
    finished_at: str
    tables: tuple[dict[str, str], ...] = ()
    manuscript: Manuscript | None = None
    bibliographies: tuple[Bibliography, ...] = ()
    resolutions: tuple[Resolution, ...] = ()
    standings: tuple[Standing, ...] = ()
    sources: tuple[SourceText, ...] = ()
    """What became of looking for each cited reference's text; the texts themselves stay out of the receipt's JSON."""
    matches: tuple[QuoteMatch, ...] = ()
    """One for each quotation of the manuscript, in its order; empty when no texts were looked for."""
    triages: tuple[Triage, ...] = ()
    """One for each pair of the manuscript, in its order; empty when no texts were looked for."""
    claims: tuple[ClaimStatus, ...] = ()
    """One for each claim of the manuscript, by the lexical rule; empty when there was no text to hold them against."""
    findings: tuple[Finding, ...] = ()
    exchanges: tuple[Exchange, ...] = ()
    counters: Counters = field(default_factory=dict)
    quotation_totals: Counters = field(default_factory=dict)
    """How many quotations were found by each step (`method`), and in how much of a work (`extent`); `none` where in no text."""
    quotation_rates: dict[str, float | None] = field(default_factory=dict)
    """Of all quotations, those `checked`; of these, those `found` (verbatim, near, interleaved) and those `verbatim`. Null where
    there was nothing to count."""
    incomplete: bool = False
    incomplete_reasons: tuple[str, ...] = ()
    limitations: tuple[str, ...] = ()
    certified: bool = False
