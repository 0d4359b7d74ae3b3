"""Write the rows of a scan as they come: CSV, JSON with the summary, lines of JSON, or the affected rows in Markdown."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import IO, Protocol

from citecheck.errors import SettingsError
from citecheck.scanning.counting import AFFECTED, Line, ScanTotals, kinds_of
from citecheck.scanning.rows import COLUMNS, Row, cells_of, guard_cell

SCHEMA = "citecheck-scan/1"
FORMATS = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "json", ".md": "markdown"}
MOST_ROWS = 1000
"""Affected rows that Markdown shows: a tracker takes no longer body, and a reader none."""
TOP = 10
"""Journals that a summary for people names."""
STANDING = COLUMNS.index("standing")
TOLD = frozenset(each.value for each in AFFECTED)


class Writer(Protocol):
    """Takes rows one by one, and the totals at the end."""

    def write(self, row: Row) -> None:
        """Write one row."""

    def finish(self, totals: ScanTotals) -> None:
        """Write what stands behind the last row."""


def format_of(path: Path) -> str:
    """Tell the format from a file's suffix; CSV where it has none.

    Raises:
        SettingsError: the suffix belongs to no format.
    """
    if path.suffix.lower() in ("", ".txt"):
        return "csv"
    if path.suffix.lower() not in FORMATS:
        raise SettingsError(f"{path}: no format of a scan has this suffix.", help=f"Use one of {', '.join(FORMATS)}.")
    return FORMATS[path.suffix.lower()]


def open_writer(format: str, output: IO[str]) -> Writer:
    """Make a writer of a format over an open file.

    Raises:
        SettingsError: there is no such format.
    """
    match format:
        case "csv":
            return CsvWriter(output)
        case "jsonl":
            return LinesWriter(output)
        case "json":
            return JsonWriter(output)
        case "markdown":
            return MarkdownWriter(output)
        case _:
            known = ", ".join(dict.fromkeys(FORMATS.values()))
            raise SettingsError(f"{format}: a scan has no such format.", help=f"Take one of {known}.")


class CsvWriter:
    """One row a reference (RFC 4180), with cells that no spreadsheet runs."""

    def __init__(self, output: IO[str]) -> None:
        self._rows = csv.writer(output, lineterminator="\r\n")
        self._rows.writerow(COLUMNS)

    def write(self, row: Row) -> None:
        """Write one row."""
        self._rows.writerow(map(guard_cell, row))

    def finish(self, totals: ScanTotals) -> None:
        """Write nothing more."""


class LinesWriter:
    """One JSON object a line."""

    def __init__(self, output: IO[str]) -> None:
        self._output = output

    def write(self, row: Row) -> None:
        """Write one row."""
        self._output.write(json.dumps(cells_of(row), ensure_ascii=False) + "\n")

    def finish(self, totals: ScanTotals) -> None:
        """Write nothing more."""


class JsonWriter:
    """One JSON object: the rows as they come, then the summary."""

    def __init__(self, output: IO[str]) -> None:
        self._output = output
        self._between = "\n  "
        output.write(f'{{\n "schema": "{SCHEMA}",\n "rows": [')

    def write(self, row: Row) -> None:
        """Write one row."""
        self._output.write(self._between + json.dumps(cells_of(row), ensure_ascii=False))
        self._between = ",\n  "

    def finish(self, totals: ScanTotals) -> None:
        """Close the rows and write the summary."""
        summary = json.dumps(totals.summary(), ensure_ascii=False, indent=1)
        self._output.write("\n ],\n" + f' "summary": {summary}\n}}\n')


class MarkdownWriter:
    """The affected rows as a list to tick off, behind them the summary as tables."""

    def __init__(self, output: IO[str]) -> None:
        self._output = output
        self._told = 0
        output.write("## citecheck scan\n\n")

    def write(self, row: Row) -> None:
        """Write a row whose work is affected."""
        if row[STANDING] not in TOLD:
            return
        self._told += 1
        if self._told > MOST_ROWS:
            return
        cells = dict(zip(COLUMNS, row, strict=True))
        where = f"{cells['path']}:{cells['line']}" if cells["line"] else cells["path"]
        more = [cells["date"], f"notice {cells['notice']}" if cells["notice"] else "", cells["reasons"]]
        said = f"{cells['key']}: {cells['title'] or cells['doi']} ({', '.join(filter(None, more))})"
        self._output.write(
            f"- [ ] **{cells['standing'].replace('_', ' ')}** {_escape(said)} `{where.replace('`', '')}`\n"
        )

    def finish(self, totals: ScanTotals) -> None:
        """Write the summary."""
        if self._told > MOST_ROWS:
            self._output.write(f"- and {self._told - MOST_ROWS:,} more\n")
        if not self._told:
            self._output.write("No affected work is known.\n")
        self._output.write("\n" + "\n".join(f"{_escape(each)}  " for each in summary_lines(totals)) + "\n")
        for title, lines in tables_of(totals):
            kinds = kinds_of(lines)
            self._output.write(f"\n### {title}\n\n")
            head = [title.split()[0].lower().rstrip("s"), "rows", *(each.replace("_", " ") for each in kinds)]
            self._output.write(f"| {' | '.join(head)} |\n| --- |{' --: |' * (len(head) - 1)}\n")
            for each in lines:
                cells = [_escape(each.name), str(each.rows), *(str(each.standings.get(kind, 0)) for kind in kinds)]
                self._output.write(f"| {' | '.join(cells)} |\n")


def _escape(text: str) -> str:
    """Keep a stranger's words from being markup."""
    return re.sub(r"([\\`*_{}\[\]<>|#@])", r"\\\1", " ".join(text.split()))


def summary_lines(totals: ScanTotals) -> tuple[str, ...]:
    """Say in words what was counted."""
    outcomes = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in sorted(totals.outcomes.items()))
    standings = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in sorted(totals.standings.items()))
    table = f"Retraction Watch table of {totals.table[:10]}" if totals.table else "no Retraction Watch table"
    lines = [
        f"{totals.rows} rows: {outcomes or 'no reference'}; {totals.unreadable} unreadable",
        f"standings: {standings or 'none'}; {totals.asked} requests; {table}",
    ]
    if repaired := totals.repaired.total():
        lines += [f"{repaired} told about entries that were read all the same; the first:", *totals.first_repairs]
    return tuple(lines)


def tables_of(totals: ScanTotals) -> tuple[tuple[str, tuple[Line, ...]], ...]:
    """Give the summary by kind, by journal and by year, for people: the journals with most rows, years from the newest."""
    if not totals.affected:
        return ()
    kinds = tuple(
        Line(name=name.replace("_", " "), rows=count, standings={}) for name, count in totals.affected.items()
    )
    journals, years = totals.journals.lines(), totals.years.lines(by_name=True)[::-1]
    named = f"Journals ({TOP} of {len(journals):,})" if len(journals) > TOP else "Journals"
    return (("Kinds", kinds), (named, journals[:TOP]), ("Years", years))


def text_of(totals: ScanTotals) -> str:
    """Write the summary for a terminal."""
    lines = [*summary_lines(totals)]
    for title, rows in tables_of(totals):
        kinds = kinds_of(rows)
        heads = [each.replace("_", " ") for each in kinds]
        width = max(len(title), *(len(each.name[:WIDEST]) for each in rows))
        lines += [
            "",
            "  ".join([f"{title:{width}}", f"{'rows':>7}", *(f"{each:>{max(7, len(each))}}" for each in heads)]),
        ]
        for each in rows:
            counts = [
                f"{each.standings.get(kind, 0):>{max(7, len(head))}}" for kind, head in zip(kinds, heads, strict=True)
            ]
            lines.append("  ".join([f"{_shown(each.name):{width}}", f"{each.rows:>7}", *counts]))
    return "\n".join(lines)


WIDEST = 40
"""Characters of a journal's name at a terminal."""


def _shown(name: str) -> str:
    cleaned = "".join(each if each.isprintable() else " " for each in name)
    return cleaned if len(cleaned) <= WIDEST else f"{cleaned[: WIDEST - 1]}…"
