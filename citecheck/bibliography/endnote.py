"""EndNote's tagged export (`%0 Journal Article`), which is often found in files named `.ris` or `.txt`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from citecheck.bibliography.describing import (
    gather_identifiers,
    join_pages,
    name_keyless,
    report_unreadable,
    shorten,
    year_in,
)
from citecheck.bibliography.latex import undo_markup
from citecheck.bibliography.tagged import Record, gather_records
from citecheck.records import Problem, Reference

TAG = re.compile(r"%([0-9A-Z@!#$&*+^<>\[~(|])(?: |\t|$)(.*)")


def read_endnote(stream: IO[str], path: Path) -> Iterator[Reference | Problem]:
    """Give each record of a tagged EndNote file, in order."""
    for record in gather_records(stream, TAG, opens=frozenset("0"), closes=frozenset(), blank_closes=True):
        yield _describe(record, path)


def _describe(record: Record, path: Path) -> Reference | Problem:
    if all(tag == "0" or not value for tag, value in record.tags):
        message = f"The record has no field but its type: {shorten(record.raw)}"
        return report_unreadable(path, record.line, message, help="Export the record again.")
    return Reference(
        key=record.first("F") or name_keyless(record.line),
        type=record.first("0").lower().replace("journal article", "article-journal"),
        title=undo_markup(record.first("T")),
        authors=tuple(each.rstrip(",") for each in record.all("A") or record.all("E")),
        year=year_in(record.first("D")) or year_in(record.first("8")),
        container=undo_markup(record.first("J", "B", "S")),
        volume=record.first("V"),
        issue=record.first("N"),
        pages=join_pages(record.first("P")),
        identifiers=gather_identifiers(
            dois=record.all("R"), isbns=record.all("@"), urls=record.all("U"), notes=record.all("Z", "1", "M")
        ),
        url=record.first("U"),
        files=tuple(record.all(">")),
        raw=record.raw.rstrip(),
        place=record.place(path),
    )
