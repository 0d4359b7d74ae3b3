"""Retraction Watch's table, kept locally: swept without any network.

`import_table` reads the CSV (columns and traps as published at Crossref's repository for it), checks it, and folds it into
an SQLite index by DOI and PMID that replaces the old one only when it is whole. A row is an event on the *original paper*;
the DOI of the notice never is a retracted paper.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from citecheck.errors import TableError
from citecheck.identifiers import fold_doi
from citecheck.records import Update

FILE = "retraction_watch.sqlite"
NATURES = {
    "retraction": "retraction",
    "expression of concern": "expression_of_concern",
    "correction": "correction",
    "reinstatement": "reinstatement",
}
NEEDED = (
    "Record ID",
    "RetractionDate",
    "RetractionDOI",
    "OriginalPaperDOI",
    "OriginalPaperPubMedID",
    "RetractionNature",
    "Reason",
)
ASSERTED_BY = "retraction-watch-table"
LOT = 500
SMALLEST_SHARE = 0.5
"""A new table with fewer than this share of the old one's rows was cut off on its way."""
NO_VALUE = frozenset(("", "0", "unavailable", "n/a", "none"))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableStatus:
    """What is known about a table: rows, date (ISO) and sha256 of the file it was read from."""

    count: int
    date: str
    sha256: str


class Table:
    """The local table, open for reading. Safe to use from one thread."""

    def __init__(self, base: sqlite3.Connection, status: TableStatus) -> None:
        self._base = base
        self.count, self.date, self.sha256 = status.count, status.date, status.sha256

    @classmethod
    def open(cls, folder: Path) -> Table | None:
        """Open the table of a cache folder; None when none was imported.

        Raises:
            TableError: the file there is not ours, or damaged.
        """
        path = folder / FILE
        if not path.is_file():
            return None
        try:
            base = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
            facts = dict(base.execute("SELECT name, value FROM facts").fetchall())
            status = TableStatus(count=int(facts["count"]), date=str(facts["date"]), sha256=str(facts["sha256"]))
        except (sqlite3.DatabaseError, KeyError, ValueError) as error:
            raise TableError(
                f"The local retraction table cannot be read ({error}).",
                help="Import it again: citecheck retractions import FILE",
            ) from error
        return cls(base, status)

    def close(self) -> None:
        """Let go of the file."""
        self._base.close()

    def rows(self, dois: Iterable[str], pmids: Iterable[str] = ()) -> dict[str, tuple[Update, ...]]:
        """Give the events of works, in date order, by folded DOI and by `pmid:` and the number."""
        found: dict[str, tuple[Update, ...]] = {}
        for column, values in (("doi", dois), ("pmid", pmids)):
            remaining = iter(dict.fromkeys(filter(None, values)))
            while lot := list(islice(remaining, LOT)):
                marks = ",".join("?" * len(lot))
                query = (
                    f"SELECT {column}, kind, notice, date, reasons, record_id, doi FROM rows "
                    f"WHERE {column} IN ({marks}) ORDER BY date, record_id"
                )
                for key, kind, notice, date, reasons, record_id, doi in self._base.execute(query, lot):
                    name = key if column == "doi" else f"pmid:{key}"
                    update = Update(
                        kind=kind,
                        work=doi,
                        notice=notice,
                        date=date,
                        reasons=tuple(reasons.split("\n")) if reasons else (),
                        asserted_by=(ASSERTED_BY,),
                        record_id=record_id,
                    )
                    found[name] = (*found.get(name, ()), update)
        return found


def import_table(path: Path, folder: Path) -> TableStatus:
    """Read the table from a CSV file into a cache folder; the old one stays unless the new one is whole.

    Raises:
        TableError: the file is missing, is HTML or another table, or was cut off.
    """
    try:
        data = path.read_bytes()
        changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except OSError as error:
        raise TableError(f"{path}: {error.strerror or error}.", help="Check the path.") from error
    rows = list(read_rows(data, str(path)))
    if not rows:
        raise TableError(f"{path}: no row names a nature that citecheck knows.", help="Is this retraction_watch.csv?")
    latest = max((each[4] for each in rows if each[4]), default="")
    status = TableStatus(count=len(rows), date=_date_of(changed, latest), sha256=hashlib.sha256(data).hexdigest())
    _check_not_cut(path, folder, status)
    _write(folder, rows, status)
    return status


Row = tuple[str, str, str, str, str, str, str]
"""doi, pmid, kind, notice, date, reasons, record id."""


def read_rows(data: bytes, name: str = "") -> Iterator[Row]:
    """Read the rows of the table; empty rows and blank natures are left out.

    Raises:
        TableError: it is not that table.
    """
    text = data.decode("utf-8-sig", errors="replace")
    if re.match(r"\s*<(?:!doctype|html|\?xml)", text, re.IGNORECASE):
        raise TableError(f"{name}: a web page, not the table.", help="Download retraction_watch.csv itself.")
    if "\0" in text:
        raise TableError(f"{name}: not a CSV file.", help="Download retraction_watch.csv itself.")
    csv.field_size_limit(min(sys.maxsize, 10_000_000))
    reader = csv.reader(io.StringIO(text, newline=""))
    try:
        header = [each.strip() for each in next(reader, [])]
        missing = [each for each in NEEDED if each not in header and each != "Reason"]
        if missing:
            raise TableError(
                f"{name}: no column {', '.join(missing)}.",
                help="The table's columns are named as Retraction Watch names them.",
            )
        place = {each: header.index(each) for each in NEEDED if each in header}
        cells: list[str] = []
        for cells in reader:
            yield from _row_of({column: cells[at].strip() if at < len(cells) else "" for column, at in place.items()})
        if any(cells) and len(cells) < len(header) - 1:  # the newest files' last column is empty and nameless
            raise TableError(f"{name}:{reader.line_num}: ends in the middle of a row.", help="Download it again.")
    except csv.Error as error:
        raise TableError(f"{name}:{reader.line_num}: not CSV ({error}).") from error


def _row_of(cells: Mapping[str, str]) -> Iterator[Row]:
    kind = NATURES.get(cells["RetractionNature"].casefold())
    doi, pmid = _identifier(cells["OriginalPaperDOI"]), _identifier(cells["OriginalPaperPubMedID"])
    if kind is None or not (doi or pmid):
        return
    reasons = [each.strip().removeprefix("+") for each in cells.get("Reason", "").split(";")]
    yield (
        doi,
        pmid,
        kind,
        _identifier(cells["RetractionDOI"]),
        iso_date(cells["RetractionDate"]),
        "\n".join(each for each in reasons if each),
        cells["Record ID"],
    )


def read_row(cells: Mapping[str, Any]) -> Update | None:
    """Read one row, by the table's own column names, into an event; None when it names no nature or work."""
    texts = {name: str(cells.get(name) or "").strip() for name in NEEDED}
    kind = NATURES.get(texts["RetractionNature"].casefold())
    if kind is None:
        return None
    return Update(
        kind=kind,
        work=_identifier(texts["OriginalPaperDOI"]),
        notice=_identifier(texts["RetractionDOI"]),
        date=iso_date(texts["RetractionDate"]),
        reasons=tuple(each.strip().removeprefix("+") for each in texts["Reason"].split(";") if each.strip()),
        asserted_by=(ASSERTED_BY,),
        record_id=texts["Record ID"],
    )


def iso_date(text: str) -> str:
    """Read `M/D/YYYY 0:00` (or an ISO date) as an ISO date; empty when it is none."""
    if match := re.match(r"(\d{1,2})/(\d{1,2})/(\d{4})\b", text):
        month, day, year = map(int, match.groups())
        return f"{year:04d}-{month:02d}-{day:02d}" if 1 <= month <= 12 and 1 <= day <= 31 else f"{year:04d}"
    match = re.match(r"\d{4}(?:-\d{2}(?:-\d{2})?)?", text)
    return match[0] if match else ""


def _identifier(text: str) -> str:
    folded = text.strip().casefold()
    if folded in NO_VALUE:
        return ""
    return fold_doi(text) if "/" in text else folded


def _date_of(changed: datetime, latest: str) -> str:
    """Date the table by its file, unless its own newest row is later: a copied file is as new as what it says."""
    stamp = changed.strftime("%Y-%m-%dT%H:%M:%SZ")
    return f"{latest}T00:00:00Z" if latest[:10] > stamp[:10] and len(latest) == 10 else stamp


def _check_not_cut(path: Path, folder: Path, status: TableStatus) -> None:
    try:
        old = Table.open(folder)
    except TableError:
        return
    if old is None:
        return
    with closing(old):
        if status.count < SMALLEST_SHARE * old.count:
            raise TableError(
                f"{path}: {status.count} rows, and the table here has {old.count}: it was cut off.",
                help="Download it again; to import it all the same, delete the old one first.",
            )


def _write(folder: Path, rows: Iterable[Row], status: TableStatus) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    fresh = folder / f"{FILE}.new"
    fresh.unlink(missing_ok=True)
    with closing(sqlite3.connect(fresh)) as base, base:
        base.execute(
            "CREATE TABLE rows (doi TEXT, pmid TEXT, kind TEXT, notice TEXT, date TEXT, reasons TEXT, record_id TEXT)"
        )
        base.executemany("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        base.execute("CREATE INDEX by_doi ON rows (doi) WHERE doi <> ''")
        base.execute("CREATE INDEX by_pmid ON rows (pmid) WHERE pmid <> ''")
        base.execute("CREATE TABLE facts (name TEXT, value TEXT)")
        facts = [("count", str(status.count)), ("date", status.date), ("sha256", status.sha256)]
        base.executemany("INSERT INTO facts VALUES (?, ?)", facts)
    fresh.replace(folder / FILE)
