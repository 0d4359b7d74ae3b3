"""What a scan counts while rows go by: outcomes, standings, and which journals and years the affected works are from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from citecheck.findings import MOOT
from citecheck.findings.of_standings import STANDING_RULES
from citecheck.records import Level, Problem, Resolution, Standing, StandingStatus
from citecheck.rules import RULES
from citecheck.scanning.rows import COLUMNS, Row

AFFECTED = tuple(each for each in StandingStatus if each in STANDING_RULES and each is not StandingStatus.SUPERSEDED)
"""Standings that say that something is the matter, worst first; a later version is no such matter."""
MOST_NAMES = 100_000
"""Names that are counted apart; more are counted together, so that no input fills the memory."""
SHOWN_REPAIRS = 5
"""Repairs that a summary shows; a check of the file shows all."""
OTHERS, UNNAMED = "others", "not known"
JOURNAL, YEAR = COLUMNS.index("journal"), COLUMNS.index("year")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a summary: a name, its rows, and how many of them stand how."""

    name: str
    rows: int
    standings: dict[str, int]


@dataclass(slots=True, kw_only=True)
class Tally:
    """Affected rows by a name, such as the journal's, and by standing."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    """As first written, by the folded name."""

    def add(self, name: str, standing: str) -> None:
        """Count one row."""
        folded = " ".join(name.split()).casefold()
        if folded not in self.counts and len(self.counts) >= MOST_NAMES:
            folded = name = OTHERS
        self.counts.setdefault(folded, Counter())[standing] += 1
        self.names.setdefault(folded, " ".join(name.split()) or UNNAMED)

    def lines(self, *, by_name: bool = False) -> tuple[Line, ...]:
        """Give the lines, those with most rows first, or by name."""
        made = [
            Line(name=self.names[folded], rows=counts.total(), standings=_in_order(counts))
            for folded, counts in self.counts.items()
        ]
        return tuple(sorted(made, key=lambda each: (0 if by_name else -each.rows, each.name)))


def _in_order(counts: Counter[str]) -> dict[str, int]:
    return {each.value: counts[each.value] for each in AFFECTED if counts[each.value]}


@dataclass(slots=True, kw_only=True)
class ScanTotals:
    """What a scan counted; `rows` is the sum of the outcomes and the unreadable entries."""

    rows: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    standings: Counter[str] = field(default_factory=Counter)
    unreadable: int = 0
    repaired: Counter[str] = field(default_factory=Counter)
    """Entries that were read after a repair, by rule; their rows are among the others."""
    first_repairs: list[str] = field(default_factory=list)
    failed: int = 0
    """Files that could not be read at all."""
    asked: int = 0
    retracted: int = 0
    """Rows whose work is retracted, withdrawn or removed."""
    levels: Counter[str] = field(default_factory=Counter)
    """Affected rows by the level at which a check would tell them."""
    journals: Tally = field(default_factory=Tally)
    years: Tally = field(default_factory=Tally)
    table: str = ""
    """Date of the retraction table; empty without one."""

    def count(self, resolution: Resolution, standing: Standing | None, row: Row) -> None:
        """Count one reference."""
        self.outcomes[resolution.outcome.value] += 1
        if standing is None:
            return
        self.standings[standing.status.value] += 1
        self.retracted += standing.status in MOOT
        if standing.status in AFFECTED:
            self.levels[RULES[STANDING_RULES[standing.status]].level.value] += 1
            self.journals.add(row[JOURNAL], standing.status.value)
            self.years.add(row[YEAR], standing.status.value)

    def note_repair(self, problem: Problem) -> None:
        """Count what was read after a repair, and keep the first few to show."""
        self.repaired[problem.rule] += 1
        if len(self.first_repairs) < SHOWN_REPAIRS:
            self.first_repairs.append(f"{problem.place.path}:{problem.place.line or 1}: {problem.message}")

    @property
    def affected(self) -> dict[str, int]:
        """Affected rows by standing, worst first."""
        return _in_order(self.standings)

    def is_at_or_above(self, level: str) -> bool:
        """Is a row affected as loudly as this level, or more so?"""
        order = [each.value for each in Level]
        return level in order and any(self.levels[each] for each in order[: order.index(level) + 1])

    def summary(self) -> dict[str, object]:
        """Give the whole summary as plain data."""
        return {
            "rows": self.rows,
            "outcomes": dict(sorted(self.outcomes.items())),
            "standings": dict(sorted(self.standings.items())),
            "unreadable": self.unreadable,
            "repaired": dict(sorted(self.repaired.items())),
            "failed_files": self.failed,
            "requests": self.asked,
            "table": self.table,
            "affected": self.affected,
            "journals": [_plain(each) for each in self.journals.lines()],
            "years": [_plain(each) for each in self.years.lines(by_name=True)],
        }


def _plain(line: Line) -> dict[str, object]:
    return {"name": line.name, "rows": line.rows, "standings": line.standings}


def kinds_of(lines: Iterable[Line]) -> tuple[str, ...]:
    """Give the standings that any of the lines has, worst first."""
    seen = {name for each in lines for name in each.standings}
    return tuple(each.value for each in AFFECTED if each.value in seen)
