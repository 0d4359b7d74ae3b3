"""Web of Science's plain-text export: two-letter tags, further lines indented, `ER` behind each record."""

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
from citecheck.bibliography.tagged import Record, number_lines
from citecheck.records import Problem, Reference

TAG = re.compile(r"([A-Z][A-Z0-9])(?: (.*)|\s*$)")
LISTED = frozenset(("AU", "AF", "BA", "BE", "CR"))
"""Tags each of whose further lines is a value of its own."""
NO_FIELDS = frozenset(("FN", "VR", "EF"))
TYPES = {"J": "article-journal", "B": "book", "S": "chapter", "P": "patent"}


def read_wos(stream: IO[str], path: Path) -> Iterator[Reference | Problem]:
    """Give each record of a plain-text export, in order."""
    record: Record | None = None
    tag = ""
    for number, text in number_lines(stream):
        match = TAG.match(text)
        if match is None:
            if record is not None and tag in LISTED and text.strip():
                record.add(tag, text, text, number)
            elif record is not None:
                record.extend(text, number)
            continue
        tag, value = match.group(1), match.group(2) or ""
        if tag in ("ER", "PT") and record is not None:
            yield _describe(record, path)
            record = None
        if tag == "ER" or tag in NO_FIELDS:
            continue
        record = record or Record(line=number)
        record.add(tag, value, text, number)
    if record is not None:
        yield _describe(record, path)


def _describe(record: Record, path: Path) -> Reference | Problem:
    if all(tag == "PT" or not value for tag, value in record.tags):
        message = f"The record has no field but its type: {shorten(record.raw)}"
        return report_unreadable(path, record.line, message, help="Export the record again.")
    start, end = record.first("BP"), record.first("EP")
    return Reference(
        key=name_keyless(record.line),
        type=TYPES.get(record.first("PT"), ""),
        title=undo_markup(record.first("TI")),
        authors=tuple(record.all("AF") or record.all("AU") or record.all("BE")),
        year=year_in(record.first("PY")) or year_in(record.first("EA")),
        container=undo_markup(record.first("SO", "SE")),
        volume=record.first("VL"),
        issue=record.first("IS"),
        pages=join_pages(f"{start}-{end}" if start and end and start != end else start or record.first("AR")),
        identifiers=gather_identifiers(dois=record.all("DI"), pmids=record.all("PM"), isbns=record.all("BN")),
        raw=record.raw.rstrip(),
        place=record.place(path),
    )
