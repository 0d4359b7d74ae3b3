"""What sweeping again tells: works as they were known, news of them, and those that could not be asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from citecheck.records import Exchange, Level, NotAsked, Standing, StandingStatus, Update

SCHEMA = "citecheck-sweep/1"


class Change(StrEnum):
    """How a work's standing differs from the earlier one."""

    WORSE = "worse"
    BETTER = "better"
    REINSTATED = "reinstated"
    NEW_UPDATE = "new_update"


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownWork:
    """A work as an earlier run, or an earlier sweep, knew it."""

    standing: Standing
    names: tuple[str, ...] = ()
    """How its readers know the references to it: `smith2020`, `[5] Grau 2017`."""
    documents: tuple[str, ...] = ()
    since: str = ""
    """When this was known: the end of that run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """What is new about one work."""

    work: KnownWork
    """As it is known now; the names and documents are those to which it is news."""
    was: StandingStatus
    since: str
    changes: tuple[Change, ...]
    updates: tuple[Update, ...] = ()
    """Events that were not known then."""
    level: Level = Level.NOTE
    """As loud as a check would tell it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unasked:
    """A work that could not be asked, wholly or at its own registry, and why."""

    work: KnownWork
    """As it was known."""
    reasons: tuple[NotAsked, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """The whole record of sweeping again; itself an earlier run for the next one."""

    versions: dict[str, str]
    started_at: str
    finished_at: str
    schema: str = SCHEMA
    tables: tuple[dict[str, str], ...] = ()
    works: tuple[KnownWork, ...] = ()
    """Each work once, as it is known now."""
    news: tuple[News, ...] = ()
    unasked: tuple[Unasked, ...] = ()
    exchanges: tuple[Exchange, ...] = ()
    counters: dict[str, dict[str, int]] = field(default_factory=dict)
    """`works`: news, nothing new, not asked, and their total."""
