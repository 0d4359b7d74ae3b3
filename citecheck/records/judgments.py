"""What holding a manuscript against its sources gives: matches of quotations, triage of pairs, lexical claims."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from citecheck.records.sources import Extent, Passage


class QuoteStatus(StrEnum):
    """What became of a quotation; exactly one."""

    VERBATIM = "verbatim"
    NEAR_VERBATIM = "near_verbatim"
    ALTERED = "altered"
    INTERLEAVED = "interleaved"
    ELSEWHERE = "elsewhere"
    DRIFTED = "drifted"
    ABSENT = "absent"
    NOT_CHECKED = "not_checked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One difference between a quotation and its passage. Either side may be empty."""

    kind: str
    """`number`, `sign`, `unit`, `negation`, `hedge`, `strength`, `direction`, `scope`, `name`, `wording`, `spelling`, `ocr`,
    `punctuation`, `order`, `elision` or `bracket`."""
    quoted: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteMatch:
    """A quotation held against texts."""

    exact: str
    status: QuoteStatus
    source: str = ""
    """The key of the text it was found in, or held against."""
    method: str = ""
    """The step of the ladder that found it, or the last one reached."""
    similarity: float | None = None
    coverage: float | None = None
    edits: int | None = None
    run: float | None = None
    critical_ok: bool | None = None
    changes: tuple[Change, ...] = ()
    flags: tuple[str, ...] = ()
    passages: tuple[Passage, ...] = ()
    """Where it was found; else the closest passage, and always with exact offsets."""
    ambiguous: bool = False
    """Does it occur in several places?"""
    extent: Extent | None = None
    why_not: str = ""
    """Why it was not found, or not checked."""
    sha256: str = ""
    """Of the text."""


class PairState(StrEnum):
    """What was done about a pair."""

    PASSED = "passed"
    READ = "read"
    UNREAD = "unread"
    UNREADABLE = "unreadable"
    MOOT = "moot"
    DANGLING = "dangling"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimField:
    """One field of a claim beside its source: number, unit, period, population, direction, comparison, modality, entity."""

    field: str
    outcome: str
    """`same`, `rounded`, `compatible`, `differs`, `absent` or `not_stated`."""
    claim: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Triage:
    """A pair held against its source by words, numbers and modality; no model."""

    pair: int
    """Index into the manuscript's pairs."""
    state: PairState
    verdict: str = ""
    """`supported` when the pair passed (basis mechanical); else empty: nobody has judged."""
    reasons: tuple[str, ...] = ()
    """What keeps the pair from passing, or why it is unreadable."""
    flags: tuple[str, ...] = ()
    fields: tuple[ClaimField, ...] = ()
    passages: tuple[Passage, ...] = ()
    """The best evidence, at most three spans of one to three sentences."""
    coverage: float | None = None
    risk: float | None = None
    strong: bool = False
    better_source: str = ""
    """The key of a source that covers the sentence much better."""
    absent_numbers: tuple[str, ...] = ()
    """Numbers of the sentence that are nowhere in the full text."""
    superseded_numbers: tuple[str, ...] = ()
    """Numbers of the sentence that stand in the cited version's text and nowhere in that of the later version."""
    later_source: str = ""
    """The key of that later version's reference."""
    extent: Extent | None = None


class LexicalStatus(StrEnum):
    """The lexical claim checker's words: shared terms, never shared meaning."""

    SUPPORTED = "supported"
    WEAKLY_SUPPORTED = "weakly_supported"
    CONTESTED = "contested"
    UNSUPPORTED = "unsupported"
    NOT_ASSESSED = "not_assessed"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimPassage:
    """A source sentence that shares terms with a claim."""

    source: str
    url: str = ""
    title: str = ""
    sentence: int = 0
    """Counted from 1."""
    text: str = ""
    polarity: str = "support"
    overlap: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewEvent:
    """One judgment on a claim: the machine's first, then people's."""

    by: str
    at: str
    status: LexicalStatus
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimStatus:
    """A claim against all supplied sources, by the lexical rule."""

    id: str
    text: str
    status: LexicalStatus
    confidence: str
    passages: tuple[ClaimPassage, ...] = ()
    supporting: int = 0
    contradicting: int = 0
    independent_sources: int = 0
    largest_overlap: int = 0
    stale_sources: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    """What a reader should know: both sides in one source, same words in the opposite direction, a time-bound claim."""
    events: tuple[ReviewEvent, ...] = ()
    limitations: tuple[str, ...] = ()
    verifier: str = ""
    certified: bool = False
