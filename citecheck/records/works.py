"""What the registries say: works, how they agree with references, and what has become of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from citecheck.records.manuscript import Reference


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAsked:
    """A question that could not be put: a value, never a finding."""

    reason: str
    """`offline`, `unreachable`, `refused`, `paced`, `budget`, `time` or `badanswer`."""
    host: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """A person or, with only `family`, an organisation or a single name."""

    family: str = ""
    given: str = ""
    organisation: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """An editorial event on a work."""

    kind: str
    """One of Crossref's twelve types, `reinstatement`, or `unknown` with the registry's word in `label`."""
    work: str = ""
    """DOI of the updated work, folded."""
    notice: str = ""
    """DOI of the notice, folded; empty when there is none."""
    date: str = ""
    """ISO date, as far as known."""
    label: str = ""
    reasons: tuple[str, ...] = ()
    asserted_by: tuple[str, ...] = ()
    """`publisher`, `retraction-watch`, `retraction-watch-table`, `openalex`, `title`."""
    record_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A work as a registry describes it."""

    registry: str
    doi: str = ""
    identifiers: tuple[tuple[str, str], ...] = ()
    """(kind, value) pairs besides the DOI."""
    title: str = ""
    subtitle: str = ""
    other_titles: tuple[str, ...] = ()
    authors: tuple[Author, ...] = ()
    year: int | None = None
    years: tuple[int, ...] = ()
    """Every year of publication the registry gives: issued, online, print, accepted; never the deposit."""
    container: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    type: str = ""
    relations: tuple[tuple[str, str], ...] = ()
    """(relation type, DOI) pairs."""
    updates: tuple[Update, ...] = ()
    """Events on this work (`updated-by`, and `update-to` naming itself)."""
    notice_of: tuple[Update, ...] = ()
    """Events that this work announces about others (`update-to`)."""
    retracted_hint: bool = False
    """OpenAlex's `is_retracted`: asks for confirmation, proves nothing."""
    asked_at: str = ""
    alias_of: str = ""
    """The DOI that was asked for, when the registry redirected it here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookup:
    """What one registry said to one question: works, absent, or not asked."""

    works: tuple[Work, ...] = ()
    not_asked: NotAsked | None = None
    asked_at: str = ""
    agency: str = ""
    """For doi.org: the agency's name, or `none` when the DOI does not exist."""


class FieldOutcome(StrEnum):
    """How one field of a reference compares with the work's."""

    AGREES = "agrees"
    DIFFERS = "differs"
    MISSING = "missing"
    NOT_COMPARABLE = "not_comparable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One field of a reference beside the work's."""

    field: str
    outcome: FieldOutcome
    reference: str = ""
    work: str = ""
    note: str = ""


class AgreementOutcome(StrEnum):
    """Whether a reference describes a work."""

    SAME = "same"
    DIFFERENT = "different"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """A reference held against a work, field by field."""

    outcome: AgreementOutcome
    fields: tuple[Comparison, ...] = ()
    reason: str = ""


class ResolutionOutcome(StrEnum):
    """What became of a reference at the registries."""

    RESOLVED = "resolved"
    MISMATCHED = "mismatched"
    AMBIGUOUS = "ambiguous"
    NOT_FOUND = "not_found"
    NO_REGISTRY = "no_registry"
    NOT_ASKED = "not_asked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """What was looked for, where, and what came back."""

    reference: Reference
    outcome: ResolutionOutcome
    work: Work | None = None
    candidates: tuple[Work, ...] = ()
    agreement: Agreement | None = None
    not_asked: tuple[NotAsked, ...] = ()
    asked: tuple[str, ...] = ()
    """Who answered: `crossref`, `crossref search`, `openalex search`, `doi.org`, `datacite` …"""
    message: str = ""


class StandingStatus(StrEnum):
    """What all updates of one work add up to today, worst first."""

    RETRACTED = "retracted"
    WITHDRAWN = "withdrawn"
    REMOVED = "removed"
    PARTIALLY_RETRACTED = "partially_retracted"
    CONCERN = "concern"
    RETRACTED_AND_REPLACED = "retracted_and_replaced"
    HINTED = "hinted"
    CORRECTED = "corrected"
    SUPERSEDED = "superseded"
    UNKNOWN_UPDATE = "unknown_update"
    CURRENT = "current"
    NOT_ASKED = "not_asked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    """One place that was, or was not, asked about a work's updates."""

    name: str
    """`crossref`, `retraction-watch-table`, `openalex` …"""
    says: str = ""
    """A status word, or empty when it knows of nothing."""
    asked_at: str = ""
    not_asked: NotAsked | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A work's standing, with every update and every signal behind it."""

    work: Work
    status: StandingStatus
    updates: tuple[Update, ...] = ()
    signals: tuple[Signal, ...] = ()
    reinstated: bool = False
    is_notice: bool = False
    as_of: str = ""
    notes: tuple[str, ...] = field(default=())
