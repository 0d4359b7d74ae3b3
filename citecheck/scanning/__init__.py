"""Scanning: bibliographies of any size, streamed through table and registries, one row out per reference in.

References are taken in lots; each lot is folded, joined with the local table, resolved with few requests and written
before the next is read, so memory stays that of one lot. What a lot learnt is in the store: a scan stopped and started
again asks nothing twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import IO

from citecheck.bibliography import iter_references
from citecheck.door import Door
from citecheck.errors import BibliographyError
from citecheck.findings import work_key
from citecheck.records import Place, Problem, Reference, Resolution
from citecheck.registries.retraction_watch import Table
from citecheck.resolving import Registries, open_registries, resolve
from citecheck.scanning.counting import ScanTotals
from citecheck.scanning.rows import COLUMNS, NO_PAPER, Row, guard_cell, row_of, row_of_problem
from citecheck.scanning.writing import Writer, open_writer
from citecheck.settings import Settings
from citecheck.store import Store
from citecheck.sweeping import sweep_standings

__all__ = ["COLUMNS", "LOT", "ScanTotals", "guard_cell", "row_of", "scan", "scan_into"]

LOT = 1000
"""References a lot: 25 list requests' worth, and a few megabytes at most."""
MANUSCRIPTS = frozenset(".md .qmd .rmd .docx .odt .tex .html .htm .org .rst .typ .ipynb .epub .pdf".split())
Told = Callable[[str, int, int], None]


def scan(
    paths: Sequence[str | Path],
    output: IO[str],
    *,
    settings: Settings | None = None,
    format: str = "csv",
    tell: Told | None = None,
) -> ScanTotals:
    """Scan bibliographies and write a row for every reference, in input order, as csv, jsonl, json or markdown.

    Raises:
        OSError: the output cannot be written.
        SettingsError: there is no such format.
    """
    return scan_into(paths, [(open_writer(format, output), output)], settings=settings, tell=tell)


def scan_into(
    paths: Sequence[str | Path],
    outputs: Sequence[tuple[Writer, IO[str]]],
    *,
    settings: Settings | None = None,
    tell: Told | None = None,
) -> ScanTotals:
    """Scan bibliographies into several writers at once, each with the file that it writes to.

    Raises:
        OSError: an output cannot be written.
    """
    settings = settings or Settings()
    totals = ScanTotals()
    table = Table.open(Path(settings.cache_dir))
    totals.table = table.date if table else ""
    with closing(Store(Path(settings.cache_dir))) as store, Door(settings) as door:
        registries = open_registries(door, store, settings)
        for lot in _lots(_stream(paths, totals)):
            for row in _scan_lot(lot, table, registries, settings, totals):
                for writer, _ in outputs:
                    writer.write(row)
            for _, output in outputs:
                output.flush()
            if tell is not None:
                tell("references", totals.rows, 0)
        totals.asked = sum(1 for each in door.exchanges if not each.from_cache)
    if table is not None:
        table.close()
    for writer, _ in outputs:
        writer.finish(totals)
    return totals


def _stream(paths: Iterable[str | Path], totals: ScanTotals) -> Iterator[Reference | Problem]:
    for path in paths:
        try:
            if Path(path).suffix.lower() in MANUSCRIPTS:
                raise BibliographyError(f"{path}: a manuscript, not a bibliography.", help=f"citecheck check {path}")
            yield from iter_references(path, tell=totals.note_repair)
        except BibliographyError as error:
            totals.failed += 1
            yield Problem(rule="unreadable-entry", message=str(error), place=Place(path=str(path)), help=error.help)


def _lots(stream: Iterator[Reference | Problem]) -> Iterator[list[Reference | Problem]]:
    while lot := list(islice(stream, LOT)):
        yield lot


def _scan_lot(
    lot: list[Reference | Problem], table: Table | None, registries: Registries, settings: Settings, totals: ScanTotals
) -> Iterator[Row]:
    references = [each for each in lot if isinstance(each, Reference)]
    resolutions = list(resolve(references, registries))
    standings = sweep_standings(resolutions, table, registries, all_signals=settings.all_signals)
    by_work = {work_key(each.work): each for each in standings}
    affected = [each.work.doi for each in standings if each.updates and each.work.doi]
    papers = table.papers(affected) if table is not None else {}
    answers = iter(resolutions)
    for each in lot:
        totals.rows += 1
        if isinstance(each, Problem):
            totals.unreadable += 1
            yield row_of_problem(each)
            continue
        resolution = next(answers)
        standing = by_work.get(work_key(resolution.work, resolution.reference))
        row = row_of(resolution, standing, papers.get(_doi_of(resolution), NO_PAPER))
        totals.count(resolution, standing, row)
        yield row


def _doi_of(resolution: Resolution) -> str:
    return (resolution.work.doi if resolution.work else "") or resolution.reference.doi or ""
