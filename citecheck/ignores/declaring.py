"""How an ignore is written: `ignore[retracted, concern] the reason`, with `until 2027-01-31` before or behind the reason."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from enum import StrEnum

from citecheck.records import Place
from citecheck.rules import RULES


class Origin(StrEnum):
    """Where an ignore is written."""

    COMMENT = "comment"
    BIBLIOGRAPHY = "bibliography"
    SETTINGS = "settings"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignore:
    """One ignore, as written."""

    origin: Origin
    rules: tuple[str, ...] = ()
    """Names of rules; empty for every rule, which only a settings file may say."""
    key: str = ""
    """The reference's key or DOI; empty for whatever stands at the place, or, in a settings file, for every reference."""
    reason: str = ""
    until: str = ""
    """ISO date of the last day on which it holds; empty for no end."""
    place: Place = field(default_factory=Place)
    below: int | None = None
    """The line under a comment, which it speaks of when nothing on its own line is meant."""
    fault: str = ""
    """Why it cannot hold, when that is so."""
    nearest: str = ""
    """The rule that was perhaps meant."""
    is_unreadable: bool = False
    """Is it written in no way that can be read?"""

    @property
    def name(self) -> str:
        """What it is called in messages."""
        about = f" for {self.key}" if self.key else ""
        return f"ignore[{', '.join(self.rules)}]{about}" if self.rules else f"ignore{about}"

    def is_expired(self, today: date) -> bool:
        """Is it past its last day?"""
        return bool(self.until) and date.fromisoformat(self.until) < today

    def names(self, rule: str) -> bool:
        """Does it name the rule? A retraction that the sentence itself speaks of is still that retraction."""
        return not self.rules or rule in self.rules or (rule == ON_PURPOSE and not RETRACTIONS.isdisjoint(self.rules))


ON_PURPOSE = "cited-on-purpose"
RETRACTIONS = frozenset(("retracted", "withdrawn", "removed"))
DECLARATION = re.compile(r"\s*ignore\s*\[([^\]]*)\]\s*:?\s*(.*)", re.DOTALL | re.IGNORECASE)
UNTIL = r"\(?\s*until[\s:=]*(\d{4}-\d{1,2}-\d{1,2})\s*\)?"
FIRST, LAST = (
    re.compile(rf"{UNTIL}[\s:,;.–—-]*", re.IGNORECASE),
    re.compile(rf"[\s,;–—-]*{UNTIL}\s*\.?$", re.IGNORECASE),
)
HOW = "Write ignore[rule] and the reason, such as ignore[retracted] discussed as retracted."
LONGEST_REASON = 500
"""Characters of a reason that are kept: it stands in every report."""


def read_declaration(text: str, origin: Origin, *, place: Place, key: str = "", below: int | None = None) -> Ignore:
    """Read what stands behind `citecheck:` in a comment, or in a `citecheck` field."""
    found = DECLARATION.match(text)
    if found is None:
        fault = f"“{' '.join(text.split())[:60]}” cannot be read as an ignore"
        return Ignore(origin=origin, place=place, key=key, below=below, fault=fault, is_unreadable=True)
    rules = tuple(dict.fromkeys(filter(None, (each.strip().lower() for each in found[1].split(",")))))
    reason, until = _split_reason(" ".join(found[2].split()))
    return check_ignore(
        Ignore(
            origin=origin,
            rules=rules,
            key=key,
            reason=reason[:LONGEST_REASON],
            until=until,
            place=place,
            below=below,
            fault="" if rules else "it names no rule",
        )
    )


def _split_reason(text: str) -> tuple[str, str]:
    if first := FIRST.match(text):
        return text[first.end() :].strip(), first[1]
    if last := LAST.search(text[-40:]):
        return text[: len(text) - len(last[0])].strip(), last[1]
    return text, ""


def check_ignore(each: Ignore) -> Ignore:
    """Say why an ignore cannot hold: a rule that there is not, no reason, a date that is none."""
    unknown = [rule for rule in each.rules if rule not in RULES]
    if each.fault:
        return each
    if unknown:
        near = difflib.get_close_matches(unknown[0], RULES, n=1, cutoff=0.6)
        return replace(each, fault=f"no rule is named {unknown[0]}", nearest=near[0] if near else "")
    if not re.search(r"\w", each.reason):
        return replace(each, fault="it gives no reason")
    try:
        until = date(*map(int, each.until.split("-"))).isoformat() if each.until else ""
    except ValueError:
        return replace(each, fault=f"{each.until} is no date")
    return replace(each, until=until)


def acknowledgement(note: str, rule: str, today: date | None = None) -> str:
    """Give the reason for which a reference's `citecheck` field acknowledges a finding; empty when it does not.

    A field that is no `ignore[…]` is a reason by itself, for retractions, withdrawals and removals alone.
    """
    if not note.strip():
        return ""
    if DECLARATION.match(note) is None:
        return note if rule in RETRACTIONS else ""
    each = read_declaration(note, Origin.BIBLIOGRAPHY, place=Place())
    if each.fault or not each.names(rule) or each.is_expired(today or datetime.now(UTC).date()):
        return ""
    return each.reason
