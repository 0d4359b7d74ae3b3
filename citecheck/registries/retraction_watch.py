"""Retraction Watch's table, kept locally: swept without any network.

`import_table` reads the CSV row by row into an SQLite index by DOI and PMID beside the old one, checks it, and only then puts
it in the old one's place, in one step. A file that is there is never written to, so that any number of processes read it
while another brings a newer one: each keeps the table that it opened.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import BinaryIO, NamedTuple

from citecheck.errors import TableError
from citecheck.records import Update
from citecheck.registries.retraction_rows import ASSERTED_BY, Row, iso_date, read_row, read_rows

__all__ = ["FILE", "Paper", "Table", "TableStatus", "import_table", "iso_date", "keep_table", "read_row", "read_rows"]

FILE = "retraction_watch.sqlite"
LOT = 500
SMALLEST_SHARE = 0.9
"""A new table with fewer than this share of the old one's rows was cut off: the table only grows (by some 600 rows a month)."""
STALE_DAYS = 30
"""Age from which a table is said to be old (spec: updates)."""
MOST_BYTES = 300_000_000
"""A longer file is not read: the table of 2026 has 67 MB."""
LEFT_OVER = 3600.0
"""Seconds after which an index under construction is one that a stopped run left behind."""
IMPORT_AGAIN = "Get it again: citecheck retractions update, or citecheck retractions import FILE"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableStatus:
    """What is known about a table."""

    count: int
    """Rows."""
    date: str
    """When it was published, as far as can be told: when it was downloaded, else its file's own date. ISO, in UTC."""
    sha256: str
    """Of the file it was read from."""
    newest: str = ""
    """Date of its newest event."""
    source: str = ""
    """Address or name of the file it was read from."""
    etag: str = ""
    """What the server called this version."""

    def age(self, today: datetime | None = None) -> int:
        """Give the whole days since its date."""
        now = today or datetime.now(UTC)
        return (now.date() - datetime.fromisoformat(self.date[:10]).date()).days


class Paper(NamedTuple):
    """What the table says of a paper itself."""

    title: str
    journal: str
    year: str


class TitleRow(NamedTuple):
    """An event on a paper that is known by its title, with what tells it from others of that title."""

    event: Update
    year: str
    author: str
    """The first author's family name, folded."""


EVENT = "kind, notice, date, reasons, record_id, doi"
"""The columns of an event."""


def _event_of(cells: Sequence[str]) -> Update:
    kind, notice, date, reasons, record_id, doi = cells
    return Update(
        kind=kind,
        work=doi,
        notice=notice,
        date=date,
        reasons=tuple(reasons.split("\n")) if reasons else (),
        asserted_by=(ASSERTED_BY,),
        record_id=record_id,
    )


class Table:
    """The local table, open for reading. Safe to use from one thread."""

    def __init__(self, base: sqlite3.Connection, status: TableStatus) -> None:
        self._base = base
        self.status = status
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
            # Never written in place, so it needs no locks, and lies as well on a disk that cannot be written.
            base = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
            facts = dict(base.execute("SELECT name, value FROM facts").fetchall())
            known = {each.name: str(facts[each.name]) for each in fields(TableStatus) if each.name in facts}
            status = TableStatus(**{**known, "count": int(known["count"])})  # type: ignore[arg-type]
            status.age()
        except (sqlite3.DatabaseError, KeyError, ValueError, TypeError) as error:
            raise TableError(f"The local retraction table cannot be read ({error}).", help=IMPORT_AGAIN) from error
        return cls(base, status)

    def close(self) -> None:
        """Let go of the file."""
        self._base.close()

    def rows(self, dois: Iterable[str], pmids: Iterable[str] = ()) -> dict[str, tuple[Update, ...]]:
        """Give the events of works, in date order, by folded DOI and by `pmid:` and the number."""
        found: defaultdict[str, list[Update]] = defaultdict(list)
        for column, values in (("doi", dois), ("pmid", pmids)):
            for key, *cells in self._select(f"{column}, {EVENT}", column, values):
                found[key if column == "doi" else f"pmid:{key}"].append(_event_of(cells))
        return {key: tuple(events) for key, events in found.items()}

    def announced(self, dois: Iterable[str]) -> dict[str, tuple[Update, ...]]:
        """Give the events that works announce about other papers, by the folded DOI of the notice."""
        found: defaultdict[str, list[Update]] = defaultdict(list)
        if not self._has("title_key"):
            return {}
        for key, *cells in self._select(f"notice, {EVENT}", "notice", dois):
            event = _event_of(cells)
            if event.work != key:
                found[key].append(event)
        return {key: tuple(events) for key, events in found.items()}

    def rows_by_title(self, titles: Iterable[str]) -> dict[str, tuple[TitleRow, ...]]:
        """Give the rows about papers of exactly these titles, by `title_key_of`, in date order."""
        found: defaultdict[str, list[TitleRow]] = defaultdict(list)
        if not self._has("title_key"):
            return {}
        for key, year, author, *cells in self._select(f"title_key, year, author, {EVENT}", "title_key", titles):
            found[key].append(TitleRow(event=_event_of(cells), year=year, author=author))
        return {key: tuple(rows) for key, rows in found.items()}

    def _has(self, column: str) -> bool:
        """Has the index this column? One that an older version made has fewer."""
        try:
            return any(name == column for _, name, *_ in self._base.execute("PRAGMA table_info(rows)"))
        except sqlite3.DatabaseError as error:
            raise TableError(f"The local retraction table is damaged ({error}).", help=IMPORT_AGAIN) from error

    def papers(self, dois: Iterable[str]) -> dict[str, Paper]:
        """Give title, journal and year of papers, by folded DOI."""
        selected = self._select("doi, title, journal, year", "doi", dois)
        return {doi: Paper(title=title, journal=journal, year=year) for doi, title, journal, year in selected}

    def _select(self, columns: str, by: str, values: Iterable[str]) -> Iterator[tuple[str, ...]]:
        remaining = iter(dict.fromkeys(filter(None, values)))
        while lot := list(islice(remaining, LOT)):
            marks = ",".join("?" * len(lot))
            try:
                yield from self._base.execute(
                    f"SELECT {columns} FROM rows WHERE {by} IN ({marks}) ORDER BY date, record_id", lot
                )
            except sqlite3.DatabaseError as error:
                raise TableError(f"The local retraction table is damaged ({error}).", help=IMPORT_AGAIN) from error


def import_table(path: Path, folder: Path) -> TableStatus:
    """Read the table from a CSV file into a cache folder; the old one stays unless the new one is whole.

    Raises:
        TableError: the file is missing, is too large, is HTML or another table, or was cut off.
    """
    try:
        with path.open("rb") as stream:
            changed = datetime.fromtimestamp(os.fstat(stream.fileno()).st_mtime, UTC)
            if os.fstat(stream.fileno()).st_size > MOST_BYTES:
                raise TableError(
                    f"{path}: larger than {MOST_BYTES // 1_000_000} MB.", help="Is this retraction_watch.csv?"
                )
            return keep_table(stream, folder, source=str(path), changed=changed)
    except OSError as error:
        where = error.filename or path
        raise TableError(
            f"{where}: {error.strerror or error}.", help="Check the path, and the cache folder."
        ) from error


def keep_table(
    stream: BinaryIO, folder: Path, *, source: str, changed: datetime, etag: str = "", downloaded: bool = False
) -> TableStatus:
    """Fold a table into the index, check it, and put it in the old one's place.

    A table from a file is dated by the file, unless its own newest event is later; a download by its hour.

    Raises:
        TableError: it is not the table, or was cut off; the old one stays.
        OSError: the folder cannot be written.
    """
    with _beside(folder) as fresh:
        try:
            count, newest = _write_rows(fresh, read_rows(stream, source))
        except sqlite3.Error as error:
            raise TableError(f"{folder}: {error}.", help="See whether there is room for the table.") from error
        if not count:
            raise TableError(
                f"{source}: no row names a nature that citecheck knows.", help="Is this retraction_watch.csv?"
            )
        stream.seek(0)
        status = TableStatus(
            count=count,
            date=_stamp(changed) if downloaded else _date_of(changed, newest),
            sha256=_digest(stream),
            newest=newest,
            source=source,
            etag=etag,
        )
        _check_not_cut(source, folder, status)
        _write_facts(fresh, status)
        fresh.replace(folder / FILE)
    return status


def confirm_table(folder: Path, status: TableStatus, asked_at: datetime) -> TableStatus:
    """Date the table that is there anew: its server says that there is no newer one.

    Raises:
        OSError: the folder cannot be written.
    """
    status = replace(status, date=_stamp(asked_at))
    with _beside(folder) as fresh:
        fresh.write_bytes((folder / FILE).read_bytes())
        _write_facts(fresh, status)
        fresh.replace(folder / FILE)
    return status


class _beside:
    """A new file in the folder, of a name that no other process has; gone unless it was moved."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob(f"{FILE}.*.new*"):
            with suppress(OSError):
                if time.time() - old.stat().st_mtime > LEFT_OVER:
                    old.unlink()
        handle, name = tempfile.mkstemp(prefix=f"{FILE}.", suffix=".new", dir=folder)
        os.close(handle)
        self.path = Path(name)
        self.path.chmod(0o644)  # a cache folder may be shared

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        self.path.unlink(missing_ok=True)


def _write_rows(path: Path, rows: Iterable[Row]) -> tuple[int, str]:
    """Write the rows with their indexes; give how many there are, and the date of the newest."""
    count, newest, today = 0, "", datetime.now(UTC).strftime("%Y-%m-%d")

    def counted() -> Iterator[Row]:
        nonlocal count, newest
        for row in rows:
            count += 1
            if newest < row.date <= today:  # a year mistyped is no newer table
                newest = row.date
            yield row

    with closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA journal_mode=OFF")  # nobody reads it before it is whole
        base.execute("PRAGMA synchronous=OFF")
        columns = ", ".join(f"{each} TEXT" for each in Row._fields)
        base.execute(f"CREATE TABLE rows ({columns})")
        base.executemany(f"INSERT INTO rows VALUES ({', '.join('?' * len(Row._fields))})", counted())
        # Whole indexes: SQLite uses one that leaves out empty values only where it can prove that the asked ones are none.
        base.execute("CREATE INDEX by_doi ON rows (doi)")
        base.execute("CREATE INDEX by_pmid ON rows (pmid)")
        base.execute("CREATE INDEX by_notice ON rows (notice)")
        base.execute("CREATE INDEX by_title ON rows (title_key)")
        base.commit()
    return count, newest


def _write_facts(path: Path, status: TableStatus) -> None:
    with closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA journal_mode=OFF")
        base.execute("CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT)")
        facts: Mapping[str, object] = {each.name: getattr(status, each.name) for each in fields(status)}
        base.executemany(
            "INSERT OR REPLACE INTO facts VALUES (?, ?)", [(name, str(each)) for name, each in facts.items()]
        )
        base.commit()
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)  # whole on the disk before it takes the old one's place
    finally:
        os.close(handle)


def _digest(stream: BinaryIO) -> str:
    digest = hashlib.sha256()
    while piece := stream.read(1 << 20):
        digest.update(piece)
    return digest.hexdigest()


def _stamp(when: datetime) -> str:
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _date_of(changed: datetime, newest: str) -> str:
    """Date the table by its file, unless its own newest row is later: a copied file is as new as what it says."""
    stamp = _stamp(changed)
    return f"{newest}T00:00:00Z" if newest[:10] > stamp[:10] and len(newest) == 10 else stamp


def _check_not_cut(source: str, folder: Path, status: TableStatus) -> None:
    try:
        old = Table.open(folder)
    except TableError:
        return
    if old is None:
        return
    with closing(old):
        if status.count < SMALLEST_SHARE * old.count:
            raise TableError(
                f"{source}: {status.count} rows, and the table here has {old.count}: it was cut off.",
                help=f"Get it again; to import it all the same, delete {folder / FILE} first.",
            )
