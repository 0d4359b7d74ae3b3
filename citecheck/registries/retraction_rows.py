"""The rows of Retraction Watch's table, as Crossref publishes it: which columns count, and the traps in them.

Line ends and quoting vary, some bytes are no UTF-8, hundreds of rows at the end are empty, dates are American, DOIs come in
any case or as *unavailable*, and notices have made-up DOIs. A row is an event on the *original paper*; the DOI of the notice
never is a retracted paper. (`https://gitlab.com/crossref/retraction-watch-data`; the traps are of experience.)
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, NamedTuple

from citecheck.errors import TableError
from citecheck.identifiers import fold_doi
from citecheck.records import Update
from citecheck.text.titles import fold_words

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
)
WELCOME = ("Reason", "Title", "Journal", "OriginalPaperDate", "Author")
"""Columns that are read where they are there."""
ASSERTED_BY = "retraction-watch-table"
NO_VALUE = frozenset(("", "0", "unavailable", "n/a", "none"))
FEWEST_WORDS, FEWEST_LETTERS = 4, 20
"""Shorter titles are those of many papers (test_retraction_watch)."""
HEAD = 4096
"""Bytes that tell a web page or a binary file from a table."""
LONGEST_CELL = 1_000_000
"""Characters a cell may have: the longest of the real table has some tens of thousands; an open quotation has millions."""
WEB_PAGE = re.compile(rb"\s*<(?:!doctype|html|\?xml|head|body)", re.IGNORECASE)


class Row(NamedTuple):
    """One event on one paper, as the index keeps it; all texts, empty where the table says nothing."""

    doi: str
    pmid: str
    kind: str
    notice: str
    date: str
    reasons: str
    """One a line."""
    record_id: str
    title: str
    journal: str
    year: str
    """When the paper was published."""
    title_key: str = ""
    """Digest of the folded title; empty when it is too short to tell a paper."""
    author: str = ""
    """The first author's family name, folded."""


def read_rows(table: bytes | BinaryIO, name: str = "") -> Iterator[Row]:
    """Read the rows of the table, one at a time; empty rows and unknown natures are left out.

    Raises:
        TableError: it is not that table, or ends in the middle of a row.
    """
    stream = io.BytesIO(table) if isinstance(table, bytes) else table
    head = stream.read(HEAD)
    stream.seek(0)
    if WEB_PAGE.match(head.removeprefix(b"\xef\xbb\xbf")):
        raise TableError(f"{name}: a web page, not the table.", help="Download retraction_watch.csv itself.")
    if b"\0" in head:
        raise TableError(f"{name}: not a CSV file.", help="Download retraction_watch.csv itself.")
    csv.field_size_limit(min(sys.maxsize, LONGEST_CELL))
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="replace", newline="")
    try:
        yield from _read_text(text, name)
    finally:
        text.detach()


def _read_text(text: io.TextIOWrapper, name: str) -> Iterator[Row]:
    reader = csv.reader(text)
    try:
        header = [each.strip() for each in next(reader, [])]
        if missing := [each for each in NEEDED if each not in header]:
            raise TableError(
                f"{name}: no column {', '.join(missing)}.",
                help="The table's columns are named as Retraction Watch names them.",
            )
        place = {each: header.index(each) for each in (*NEEDED, *WELCOME) if each in header}
        cells: list[str] = []
        for cells in reader:
            row = _row_of({column: cells[at].strip() if at < len(cells) else "" for column, at in place.items()})
            if row is not None:
                yield row
        if any(cells) and len(cells) < len(header) - 1:  # the newest files' last column is empty and nameless
            raise TableError(f"{name}:{reader.line_num}: ends in the middle of a row.", help="Download it again.")
    except csv.Error as error:
        raise TableError(f"{name}:{reader.line_num}: not CSV ({error}).", help="Download it again.") from error


def _row_of(cells: Mapping[str, str]) -> Row | None:
    kind = NATURES.get(cells["RetractionNature"].casefold())
    doi, pmid = _identifier(cells["OriginalPaperDOI"]), _identifier(cells["OriginalPaperPubMedID"])
    title_key = title_key_of(cells.get("Title", ""))
    if kind is None or not (doi or pmid or title_key):
        return None
    return Row(
        doi=doi,
        pmid=pmid,
        kind=kind,
        notice=_identifier(cells["RetractionDOI"]),
        date=iso_date(cells["RetractionDate"]),
        reasons="\n".join(_reasons(cells.get("Reason", ""))),
        record_id=cells["Record ID"],
        title=cells.get("Title", ""),
        journal=cells.get("Journal", ""),
        year=iso_date(cells.get("OriginalPaperDate", ""))[:4],
        title_key=title_key,
        author="".join(fold_words(cells.get("Author", "").split(";")[0].strip().rpartition(" ")[2])),
    )


def title_key_of(title: str) -> str:
    """Give a digest of a title's bare letters and digits; empty when it is too short to tell a paper (*Editorial*)."""
    words = fold_words(title)
    if len(words) < FEWEST_WORDS or sum(map(len, words)) < FEWEST_LETTERS:
        return ""
    return hashlib.blake2b("".join(words).encode(), digest_size=8).hexdigest()


def read_row(cells: Mapping[str, Any]) -> Update | None:
    """Read one row, by the table's own column names, into an event; None when it names no nature or work."""
    texts = {name: str(cells.get(name) or "").strip() for name in (*NEEDED, *WELCOME)}
    kind = NATURES.get(texts["RetractionNature"].casefold())
    if kind is None:
        return None
    return Update(
        kind=kind,
        work=_identifier(texts["OriginalPaperDOI"]),
        notice=_identifier(texts["RetractionDOI"]),
        date=iso_date(texts["RetractionDate"]),
        reasons=_reasons(texts["Reason"]),
        asserted_by=(ASSERTED_BY,),
        record_id=texts["Record ID"],
    )


def _reasons(text: str) -> tuple[str, ...]:
    return tuple(reason for each in text.split(";") if (reason := each.strip().removeprefix("+")))


def iso_date(text: str) -> str:
    """Read `M/D/YYYY 0:00` (or an ISO date) as an ISO date; empty when it is none."""
    if match := AMERICAN.match(text):
        month, day, year = map(int, match.groups())
        return f"{year:04d}-{month:02d}-{day:02d}" if 1 <= month <= 12 and 1 <= day <= 31 else f"{year:04d}"
    match = ISO.match(text)
    return match[0] if match else ""


AMERICAN = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})\b")
ISO = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")


def _identifier(text: str) -> str:
    folded = text.strip().casefold()
    if folded in NO_VALUE:
        return ""
    return fold_doi(text) if "/" in text else folded
