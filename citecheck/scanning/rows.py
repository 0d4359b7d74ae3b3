"""The row of one reference: where it stands, what it is, what became of it."""

from __future__ import annotations

from collections.abc import Sequence

from citecheck.records import Problem, Resolution, ResolutionOutcome, Standing, StandingStatus
from citecheck.registries.retraction_watch import Paper
from citecheck.standings import telling_update

COLUMNS = (
    "path", "line", "key", "doi", "title", "outcome", "standing", "date", "notice", "reasons", "message", "journal", "year",
)  # fmt: skip
Row = tuple[str, ...]
"""One text for each of `COLUMNS`, empty where there is nothing to say."""
UNREADABLE = "unreadable"
NO_PAPER = Paper(title="", journal="", year="")


def row_of(resolution: Resolution, standing: Standing | None, paper: Paper = NO_PAPER) -> Row:
    """Give the row of one reference, in the order of `COLUMNS`.

    Title, journal and year are the work's, else the reference's, else those of `paper`: the retraction table's.
    """
    reference, work = resolution.reference, resolution.work
    update = telling_update(standing) if standing is not None else None
    status = standing.status.value if standing is not None else StandingStatus.NOT_ASKED.value
    message = resolution.message
    if resolution.outcome is ResolutionOutcome.NOT_ASKED and not message:
        message = "; ".join(f"{each.host or 'registry'}: {each.reason}" for each in resolution.not_asked)
    year = (work.year if work else None) or reference.year
    return (
        reference.place.path,
        str(reference.place.line or ""),
        reference.key,
        (work.doi if work else "") or reference.doi or "",
        (work.title if work else "") or reference.title or paper.title,
        resolution.outcome.value,
        status,
        update.date if update else "",
        update.notice if update else "",
        "; ".join(update.reasons) if update else "",
        message,
        (work.container if work else "") or reference.container or paper.journal,
        str(year) if year else paper.year,
    )


def row_of_problem(problem: Problem) -> Row:
    """Give the row of what could not be read."""
    said = {"path": problem.place.path, "line": str(problem.place.line or ""), "outcome": UNREADABLE}
    said["message"] = problem.message
    return tuple(said.get(each, "") for each in COLUMNS)


def cells_of(row: Sequence[str]) -> dict[str, object]:
    """Give a row by the names of its columns: numbers as numbers, reasons as a list, null for what there is not."""
    cells: dict[str, object] = {name: each or None for name, each in zip(COLUMNS, row, strict=True)}
    for name in ("line", "year"):
        number = str(cells[name] or "")
        cells[name] = int(number) if number.isdecimal() else None
    cells["reasons"] = str(cells["reasons"]).split("; ") if cells["reasons"] else []
    return cells


def guard_cell(text: str) -> str:
    """Keep a spreadsheet from running a cell that a stranger wrote."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
