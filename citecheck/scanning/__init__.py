"""Scanning: bibliographies of any size, streamed through table and registries, one row out per reference in.

References are taken in lots; each lot is folded, joined with the local table, resolved with few requests and written
before the next is read, so memory stays that of one lot. What a lot learnt is in the store: a scan stopped and started
again asks nothing twice.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import IO

from citecheck.bibliography import iter_references
from citecheck.door import Door
from citecheck.errors import BibliographyError
from citecheck.findings import MOOT, work_key
from citecheck.records import Place, Problem, Reference, Resolution, ResolutionOutcome, Standing, StandingStatus
from citecheck.registries.retraction_watch import Table
from citecheck.resolving import Registries, open_registries, resolve
from citecheck.settings import Settings
from citecheck.store import Store
from citecheck.sweeping import sweep_standings

LOT = 1000
"""References a lot: 25 list requests' worth, and a few megabytes at most."""
MANUSCRIPTS = frozenset(".md .qmd .rmd .docx .odt .tex .html .htm .org .rst .typ .ipynb .epub .pdf".split())
COLUMNS = ("path", "line", "key", "doi", "title", "outcome", "standing", "date", "notice", "reasons", "message")


@dataclass(slots=True, kw_only=True)
class ScanTotals:
    """What a scan counted; `rows` is the sum of the outcomes and the unreadable entries."""

    rows: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    standings: Counter[str] = field(default_factory=Counter)
    unreadable: int = 0
    failed: int = 0
    """Files that could not be read at all."""
    asked: int = 0
    retracted: int = 0


def scan(
    paths: Sequence[str | Path],
    output: IO[str],
    *,
    settings: Settings | None = None,
    tell: Callable[[str, int, int], None] | None = None,
) -> ScanTotals:
    """Scan bibliographies and write a CSV row for every reference, in input order.

    Raises:
        OSError: the output cannot be written.
    """
    settings = settings or Settings()
    totals, writer = ScanTotals(), csv.writer(output, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    table, store = Table.open(Path(settings.cache_dir)), Store(Path(settings.cache_dir))
    try:
        with Door(settings) as door:
            registries = open_registries(door, store, settings)
            for lot in _lots(_stream(paths, totals)):
                for row in _scan_lot(lot, table, registries, settings, totals):
                    writer.writerow([guard_cell(each) for each in row])
                output.flush()
                if tell is not None:
                    tell("references", totals.rows, 0)
            totals.asked = sum(1 for each in door.exchanges if not each.from_cache)
    finally:
        store.close()
    return totals


def _stream(paths: Iterable[str | Path], totals: ScanTotals) -> Iterator[Reference | Problem]:
    for path in paths:
        try:
            if Path(path).suffix.lower() in MANUSCRIPTS:
                raise BibliographyError(f"{path}: a manuscript, not a bibliography.", help=f"citecheck check {path}")
            yield from iter_references(path)
        except BibliographyError as error:
            totals.failed += 1
            yield Problem(rule="unreadable-entry", message=str(error), place=Place(path=str(path)), help=error.help)


def _lots(stream: Iterator[Reference | Problem]) -> Iterator[list[Reference | Problem]]:
    while lot := list(islice(stream, LOT)):
        yield lot


def _scan_lot(
    lot: list[Reference | Problem], table: Table | None, registries: Registries, settings: Settings, totals: ScanTotals
) -> Iterator[tuple[str, ...]]:
    references = [each for each in lot if isinstance(each, Reference)]
    resolutions = list(resolve(references, registries))
    standings = sweep_standings(resolutions, table, registries, all_signals=settings.all_signals)
    by_work = {work_key(each.work): each for each in standings}
    answers = iter(resolutions)
    for each in lot:
        totals.rows += 1
        if isinstance(each, Problem):
            totals.unreadable += 1
            yield (each.place.path, str(each.place.line or ""), "", "", "", "unreadable", "", "", "", "", each.message)
            continue
        resolution = next(answers)
        standing = by_work.get(work_key(resolution.work, resolution.reference))
        _count_row(totals, resolution, standing)
        yield row_of(resolution, standing)


def _count_row(totals: ScanTotals, resolution: Resolution, standing: Standing | None) -> None:
    totals.outcomes[resolution.outcome.value] += 1
    if standing is not None:
        totals.standings[standing.status.value] += 1
        totals.retracted += standing.status in MOOT


def row_of(resolution: Resolution, standing: Standing | None) -> tuple[str, ...]:
    """Give the row of one reference, in the order of `COLUMNS`."""
    reference, work = resolution.reference, resolution.work
    update = standing.updates[-1] if standing is not None and standing.updates else None
    status = standing.status.value if standing is not None else StandingStatus.NOT_ASKED.value
    message = resolution.message
    if resolution.outcome is ResolutionOutcome.NOT_ASKED and not message:
        message = "; ".join(f"{each.host or 'registry'}: {each.reason}" for each in resolution.not_asked)
    return (
        reference.place.path,
        str(reference.place.line or ""),
        reference.key,
        (work.doi if work else "") or reference.doi or "",
        (work.title if work else "") or reference.title,
        resolution.outcome.value,
        status,
        update.date if update else "",
        update.notice if update else "",
        "; ".join(update.reasons) if update else "",
        message,
    )


def guard_cell(text: str) -> str:
    """Keep a spreadsheet from running a cell that a stranger wrote."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
