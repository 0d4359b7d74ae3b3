"""PubMed's own export (`.nbib`, MEDLINE format): a record's DOI is the one marked `[doi]`, never one of a linked notice."""

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

TAG = re.compile(r"([A-Z]{2,4}) {0,2}-(?: |$)(.*)")
_MARKED = re.compile(r"\s*\[doi\]\s*$", re.IGNORECASE)


def read_pubmed(stream: IO[str], path: Path) -> Iterator[Reference | Problem]:
    """Give each record of a PubMed export, in order."""
    for record in gather_records(stream, TAG, opens=frozenset(("PMID",)), closes=frozenset()):
        yield _describe(record, path)


def _describe(record: Record, path: Path) -> Reference | Problem:
    if not any(value for _, value in record.tags):
        message = f"The record has no field that can be read: {shorten(record.raw)}"
        return report_unreadable(path, record.line, message, help="Export the record again.")
    pmid = record.first("PMID")
    dois = [_MARKED.sub("", each) for each in record.all("LID", "AID") if _MARKED.search(each)]
    return Reference(
        key=f"pmid:{pmid}" if pmid.isdecimal() else name_keyless(record.line),
        type="article-journal" if record.first("JT", "TA") else "book" if record.first("BTI") else "",
        title=undo_markup(record.first("TI", "TT", "BTI")).rstrip("."),
        authors=tuple(record.all("FAU") or record.all("AU")) + tuple(record.all("CN")),
        year=year_in(record.first("DP")) or year_in(record.first("DEP")),
        container=record.first("JT", "TA", "BTI"),
        volume=record.first("VI"),
        issue=record.first("IP"),
        pages=join_pages(record.first("PG")),
        identifiers=gather_identifiers(
            dois=dois,
            pmids=[pmid],
            pmcids=[each.split()[0] for each in record.all("PMC")],
            isbns=[each.split()[0] for each in record.all("ISBN")],
        ),
        url="",
        raw=record.raw.rstrip(),
        place=record.place(path),
    )
