"""RIS, as its many writers write it: with or without a mark of byte order, an ending tag, two spaces, or tags of their own."""

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

TAG = re.compile(r"([A-Z][A-Z0-9]) {0,3}-(?: |\s*$)(.*)")
TYPES = {
    "JOUR": "article-journal", "JFULL": "article-journal", "MGZN": "article-magazine", "NEWS": "article-newspaper",
    "CHAP": "chapter", "ECHAP": "chapter", "BOOK": "book", "EBOOK": "book", "EDBOOK": "book", "CONF": "paper-conference",
    "CPAPER": "paper-conference", "THES": "thesis", "RPRT": "report", "ELEC": "webpage", "WEB": "webpage", "BLOG": "webpage",
    "DATA": "dataset", "PAT": "patent", "STAT": "legislation", "CASE": "legal_case", "PCOMM": "personal_communication",
    "UNPB": "manuscript", "GEN": "", "COMP": "software",
}  # fmt: skip
"""RIS types as CSL names them."""


def read_ris(stream: IO[str], path: Path) -> Iterator[Reference | Problem]:
    """Give each record of a RIS file, in order."""
    for record in gather_records(stream, TAG, opens=frozenset(("TY",)), closes=frozenset(("ER",))):
        yield _describe(record, path)


def _describe(record: Record, path: Path) -> Reference | Problem:
    if all(tag == "TY" or not value for tag, value in record.tags):
        message = f"The record has no field but its type: {shorten(record.raw)}"
        return report_unreadable(path, record.line, message, help="Export the record again.")
    start, end = record.first("SP"), record.first("EP")
    kind = record.first("TY").upper()
    pages = start if not end or "-" in start or start == end else f"{start}-{end}" if start else end
    return Reference(
        key=record.first("ID", "LB") or name_keyless(record.line),
        type=TYPES.get(kind, kind.lower()),
        title=undo_markup(record.first("TI", "T1", "CT", "BT" if kind in ("BOOK", "EBOOK") else "TI")),
        authors=tuple(record.all("AU") or record.all("A1") or record.all("A2", "ED")),
        year=next((year for each in record.all("PY", "Y1", "DA") if (year := year_in(each))), None),
        container=undo_markup(record.first("JF", "JO", "T2", "JA", "J2", "BT", "T3")),
        volume=record.first("VL"),
        issue=record.first("IS", "CP"),
        pages=join_pages(pages or record.first("C7", "AR")),
        identifiers=gather_identifiers(
            dois=(*record.all("DO", "DI"), *_dois_among(record.all("M3", "L3"))),
            pmids=_pmids_among(record),
            pmcids=record.all("C2") if record.first("C2").upper().startswith("PMC") else (),
            isbns=record.all("SN"),
            urls=record.all("UR", "L2", "M1"),
            notes=record.all("N1", "AN", "M1"),
        ),
        url=record.first("UR"),
        files=tuple(record.all("L1", "L4")),
        raw=record.raw.rstrip(),
        place=record.place(path),
    )


def _dois_among(values: list[str]) -> list[str]:
    return [each for each in values if "10." in each]


def _pmids_among(record: Record) -> list[str]:
    """An accession number is a PMID only where the record comes from PubMed."""
    if re.search(r"pubmed|medline|nlm", " ".join(record.all("DB", "DP")), re.IGNORECASE):
        return [each for each in record.all("AN") if each.isdecimal()]
    return []
