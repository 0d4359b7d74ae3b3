"""Set findings aside as the ignores say, and tell which ignores are broken, expired or without a finding."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime

from citecheck.findings.of_standings import STANDING_RULES
from citecheck.findings.telling import fingerprint_all
from citecheck.findings.wording import make_finding
from citecheck.ignores.declaring import HOW, Ignore, Origin
from citecheck.ignores.subjects import Subjects, blocks_around, lines_of
from citecheck.records import Finding, Level, Place

ACKNOWLEDGED = frozenset(STANDING_RULES.values())
"""What has become of a work: acknowledged, it is a note (spec: updates)."""
HOUSEKEEPING = frozenset(("expired-ignore", "unused-ignore", "stale-table"))


def apply_ignores(
    found: Sequence[Finding], ignores: Sequence[Ignore], subjects: Subjects, *, today: date | None = None
) -> tuple[Finding, ...]:
    """Set aside what the ignores name, and append a finding for each ignore that does not hold or hides nothing.

    A finding with several places stays, with the rest of them, when only some of its markers are commented.
    """
    today = today or datetime.now(UTC).date()
    holding = [each for each in ignores if not each.fault and not each.is_expired(today)]
    applied = _Applied(holding, subjects, found)
    kept = [applied.set_aside(each) for each in found]
    told = [
        *(_tell_fault(each) for each in ignores if each.fault),
        *(_tell_expired(each) for each in ignores if not each.fault and each.is_expired(today)),
        *applied.unused(),
    ]
    return (*kept, *fingerprint_all(told))


class _Applied:
    """Ignores that hold, by what they speak of, and which rules each has met."""

    def __init__(self, holding: Sequence[Ignore], subjects: Subjects, found: Iterable[Finding]) -> None:
        self.holding, self.subjects = holding, subjects
        self._met: dict[int, set[str]] = defaultdict(set)
        self._named: dict[str, list[int]] = defaultdict(list)
        self._placed: dict[Place, list[int]] = defaultdict(list)
        self._at: dict[tuple[str, int], list[int]] = defaultdict(list)
        self._in_block: dict[str, list[int]] = defaultdict(list)
        self._above: dict[tuple[str, int], list[int]] = defaultdict(list)
        for number, each in enumerate(holding):
            path = subjects.path_of(each.place)
            if each.origin is Origin.COMMENT and each.place.line is not None:
                self._at[path, each.place.line].append(number)
                if each.below is not None:
                    self._above[path, each.below].append(number)
            elif each.origin is Origin.COMMENT:
                self._in_block[each.place.node].append(number)
            else:
                for name in subjects.names_like(each.key) if each.key else ("",):
                    self._named[name].append(number)
                if each.origin is Origin.BIBLIOGRAPHY:
                    self._placed[each.place].append(number)
        self._busy = {
            (number, finding.rule)
            for finding in found
            for place in finding.places
            for line in lines_of(place)
            for number in self._at.get((subjects.path_of(place), line), ())
            if holding[number].names(finding.rule)
        }
        """Comments that have a finding on their own line: they do not speak of the line under it."""

    def set_aside(self, finding: Finding) -> Finding:
        """Give the finding as the ignores leave it."""
        if finding.rule in HOUSEKEEPING:
            return finding
        for number in sorted(self._speaking_of(finding)):
            if self.holding[number].names(finding.rule):
                self._met[number].add(finding.rule)
                return finding if finding.ignored_because else _ignored(finding, self.holding[number])
        covering = {
            place: each for place in finding.places if (each := self._comment_at(place, finding.rule)) is not None
        }
        if not covering or finding.ignored_because:
            return finding
        open_places = [each for each in finding.places if each not in covering]
        own = self.subjects.reference_places
        if any(each in own for each in covering) or all(each in own for each in open_places):
            return _ignored(finding, next(iter(covering.values())))
        aside = [
            f"set aside at {f'line {place.line}' if place.line else place.context}: {each.reason}"
            for place, each in covering.items()
        ]
        return replace(finding, places=tuple(open_places), evidence=(*finding.evidence, *aside))

    def _speaking_of(self, finding: Finding) -> set[int]:
        """Give the ignores of bibliography and settings that speak of the finding's reference."""
        if not self._named:
            return set()
        found = {number for name in ("", *self.subjects.names_of(finding)) for number in self._named.get(name, ())}
        return found | {number for place in finding.places for number in self._placed.get(place, ())}

    def _comment_at(self, place: Place, rule: str) -> Ignore | None:
        """Give the comment that speaks of a place: one on its lines, else one above it; without lines, of its block."""
        path = self.subjects.path_of(place)
        lines = lines_of(place)
        on = (number for line in lines for number in self._at.get((path, line), ()))
        above = (
            number for line in lines for number in self._above.get((path, line), ()) if (number, rule) not in self._busy
        )
        around = (number for node in blocks_around(place) for number in self._in_block.get(node, ()))
        for number in (*on, *above, *around):
            if self.holding[number].names(rule):
                self._met[number].add(rule)
                return self.holding[number]
        return None

    def unused(self) -> Iterator[Finding]:
        """Tell the ignores that met nothing, as far as what they speak of could be asked and read."""
        for number, each in enumerate(self.holding):
            met = self._met.get(number, set())
            idle = [rule for rule in each.rules if not any(replace(each, rules=(rule,)).names(other) for other in met)]
            if not each.rules and not met:
                idle = [""] if self.subjects.is_settled(each, "retracted") else []
            idle = [rule for rule in idle if not rule or self.subjects.is_settled(each, rule)]
            if idle:
                named = replace(each, rules=tuple(filter(None, idle)))
                yield _tell(each, f"{named.name}: there is no such finding here.")


def _ignored(finding: Finding, each: Ignore) -> Finding:
    level = Level.NOTE if finding.rule in ACKNOWLEDGED else finding.level
    until = f", until {each.until}" if each.until else ""
    return replace(finding, level=level, ignored_because=f"{each.reason} ({each.origin.value}{until})")


def _tell(each: Ignore, message: str, *, rule: str = "unused-ignore", help: str = "") -> Finding:
    subject = f"ignore:{','.join(each.rules)}:{each.key}:{each.reason}"
    return make_finding(rule, message, (each.place,), subject=subject, help=help)


def _tell_fault(each: Ignore) -> Finding:
    if each.is_unreadable:
        return _tell(each, f"{each.fault}; it sets nothing aside.", help=HOW)
    help = f"Did you mean {each.nearest}?" if each.nearest else HOW
    return _tell(each, f"{each.name}: {each.fault}, so it does not hold.", help=help)


def _tell_expired(each: Ignore) -> Finding:
    return _tell(each, f"{each.name}: held until {each.until} ({each.reason}).", rule="expired-ignore")
