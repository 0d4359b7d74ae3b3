"""Tables with a column of DOIs or PMIDs, whatever its header is called, and plain lists of DOIs, one a line.

The header names the columns where it can; where it does not, the column that holds DOIs is found by looking. A quotation
mark that nothing closes would swallow the rest of a file: such a row is a problem, and the lines behind it are read again.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile, islice
from pathlib import Path
from typing import IO

from citecheck.bibliography.describing import (
    RAW_LIMIT,
    gather_identifiers,
    join_pages,
    name_keyless,
    report_unreadable,
    shorten,
    year_in,
)
from citecheck.bibliography.latex import undo_markup
from citecheck.bibliography.tagged import number_lines
from citecheck.identifiers import Identifier, Kind, explain_no_doi, find_identifiers, parse_identifier
from citecheck.records import Place, Problem, Reference

HEADERS: Mapping[str, tuple[str, ...]] = {
    "doi": ("originalpaperdoi", "doi", "dois", "doiurl", "doilink", "articledoi", "paperdoi",
            "digitalobjectidentifier", "di", "doinumber", "prismdoi"),
    "pmid": ("originalpaperpubmedid", "pmid", "pubmedid", "pubmed", "pmids", "pm"),
    "pmcid": ("pmcid", "pmc"),
    "isbn": ("isbn", "isbns", "isbn13"),
    "arxiv": ("arxiv", "arxivid"),
    "title": ("title", "titel", "titre", "titulo", "titolo",
              "articletitle", "papertitle", "documenttitle", "itemtitle", "ti"),
    "author": ("author", "authors", "authorfullnames", "authornames",
               "creators", "af", "au", "autor", "autoren", "auteur", "auteurs", "autores", "autore", "autori", "verfasser"),
    "year": ("year", "jahr", "annee", "ano", "anno", "erscheinungsjahr",
             "publicationyear", "pubyear", "py", "originalpaperdate", "date", "publicationdate", "published", "issued"),
    "container": ("journal", "sourcetitle", "publicationtitle", "publicationname", "journalbook", "container", "containertitle",
                  "venue", "source", "journaltitle", "booktitle", "so", "zeitschrift", "revue", "revista", "rivista"),
    "volume": ("volume", "vol", "vl", "band", "tome", "volumen"),
    "issue": ("issue", "number", "is", "heft", "numero"),
    "pages": ("pages", "page", "pagerange", "artno", "seiten", "paginas", "pagine"),
    "url": ("url", "link", "urls", "doilink"),
    "key": ("key", "citekey", "citationkey", "bibtexkey", "recordid", "id"),
    "type": ("itemtype", "type", "documenttype", "articletype", "publicationtype"),
    "note": ("citecheck",),
    "first_page": ("pagestart", "startpage", "firstpage", "bp"),
    "extra": ("extra", "notes"),
    "files": ("fileattachments", "file"),
}  # fmt: skip
"""Which headers name a column, without case, spaces and signs; the first that is there is used."""
LOOKED_AT = 50
"""Rows that are looked at to find a column without a name."""
ROW_LINES = 2_000
"""Lines one row may span: an abstract with line breaks has dozens."""
_DOI = re.compile(r"10\.\d{4,9}/\S")
_INITIALS = re.compile(r"[^\W\d_][^,;]* [A-Z]{1,3}(?:,\s*[^\W\d_][^,;]* [A-Z]{1,3})+\.?")
"""Names as PubMed lists them: `Noe I, Lee A.`"""
_SEPARATOR_LINE = re.compile(r"sep=(.)\s*$", re.IGNORECASE)
_SEPARATORS = ",\t;|"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row: its cells, first and last line, and its own text."""

    cells: Sequence[str]
    line: int
    last_line: int
    raw: str
    broken: str = ""


def read_table(stream: IO[str], path: Path, head: str) -> Iterator[Reference | Problem]:
    """Give each row of a table, in order; `head` is the file's beginning."""
    separator = _separator_of(head, path)
    rows = _rows(stream, separator)
    if _SEPARATOR_LINE.match(head.partition("\n")[0]):
        next(rows, None)
    filled = dropwhile(lambda row: not row.broken and not any(map(str.strip, row.cells)), rows)
    first = list(islice(filled, LOOKED_AT))
    if not first:
        return
    columns, has_header = name_columns(first)
    for row in first[has_header:]:
        if (described := describe_row(row, columns, path)) is not None:
            yield described
    for row in filled:
        if (described := describe_row(row, columns, path)) is not None:
            yield described


def read_list(stream: IO[str], path: Path) -> Iterator[Reference | Problem]:
    """Give each DOI, or other identifier, of a list with one a line; a line that holds none is a problem."""
    started = False
    for line, text in number_lines(stream):
        text = text.strip().lstrip("\ufeff")
        if not text or text.startswith("#"):
            continue
        alone = parse_identifier(text, Kind.DOI) if len(text) < 300 and " " not in text and "," not in text else None
        found = (alone,) if alone else find_identifiers(text) or read_bare(text)
        place = Place(path=str(path), line=line, column=1, end_line=line)
        if not found:
            if started or _fold_header(text) not in HEADERS["doi"]:
                yield _report_no_doi(text, path, line)
            started = True
            continue
        started = True
        dois = [each for each in found if each.kind is Kind.DOI]
        if len(dois) > 1 and not re.search(r"[^\W\d_]{3,}\s+[^\W\d_]{3,}", text):
            for each in dois:
                yield Reference(key=each.value, identifiers=(each,), raw=text[:RAW_LIMIT], place=place)
        else:
            yield Reference(key=_key_of(found[0]), identifiers=found, raw=text[:RAW_LIMIT], place=place)


def _key_of(identifier: Identifier) -> str:
    """Name a reference by its identifier; never by a bare number, which a numeric marker would bind to."""
    return f"pmid:{identifier.value}" if identifier.kind is Kind.PMID else identifier.value


def read_bare(text: str) -> tuple[Identifier, ...]:
    """Read a line that is an identifier and nothing else: an arXiv id, an ISBN whose check digit fits, or a PMID."""
    if len(text) > 40 or not text[-1:].isalnum():
        return ()
    if _BARE_ARXIV.fullmatch(text):
        kinds = [Kind.ARXIV]
    elif _BARE_NUMBER.fullmatch(text):
        kinds = [Kind.ISBN] if len(text) > 9 else [Kind.PMID]
    else:
        return ()
    return tuple(each for kind in kinds if (each := parse_identifier(text, kind)) is not None)


_BARE_ARXIV = re.compile(r"\d{4}\.\d{4,5}(?:v\d+)?")
_BARE_NUMBER = re.compile(r"\d[\d -]{3,16}[\dXx]")


def _separator_of(head: str, path: Path) -> str:
    first = next((each for each in head.splitlines() if each.strip()), "")
    if named := _SEPARATOR_LINE.match(first):
        return named.group(1)
    plain = re.sub(r'"[^"]*"', "", first)
    if path.suffix.lower() in (".tsv", ".tab") and "\t" in plain:
        return "\t"
    counts = [plain.count(each) for each in _SEPARATORS]
    return _SEPARATORS[counts.index(max(counts))] if any(counts) else ","


def _rows(stream: IO[str], separator: str) -> Iterator[Row]:
    """Give the rows; a quotation mark left open, or closed within words of a later row, costs its own row only."""
    source, again, used = number_lines(stream), deque[tuple[int, str]](), list[tuple[int, str]]()

    def feed() -> Iterator[str]:
        while len(used) < ROW_LINES:
            each = again.popleft() if again else next(source, None)
            if each is None:
                return
            used.append(each)
            yield each[1]

    while True:
        used.clear()
        if not again and (ahead := next(source, None)) is not None:
            again.append(ahead)
        if not again:
            return
        line, text = again[0]
        if '"' not in text:
            again.popleft()
            yield Row(cells=text.rstrip("\n").split(separator), line=line, last_line=line, raw=text)
            continue
        cells: list[str] = []
        broken = ""
        try:
            cells = next(csv.reader(feed(), delimiter=separator, strict=True), [])
        except csv.Error as error:
            broken = str(error)
            again.extendleft(reversed(used[1:]))
            del used[1:]
            if text.count('"') % 2 == 0 and len(text) < csv.field_size_limit():
                cells, broken = next(csv.reader([text], delimiter=separator), []), ""
        raw = "".join(each for _, each in used[:50])
        yield Row(cells=cells, line=line, last_line=used[-1][0] if used else line, raw=raw, broken=broken)


def _fold_header(cell: str) -> str:
    plain = unicodedata.normalize("NFKD", cell)
    return re.sub(r"[\W_]", "", plain).lower()


def name_columns(rows: Sequence[Row]) -> tuple[dict[str, int], bool]:
    """Give the place of each column by name, and whether the first row is a header."""
    header = [_fold_header(each) for each in rows[0].cells]
    has_header = not any(_DOI.search(each) for each in rows[0].cells) and not rows[0].broken
    columns: dict[str, int] = {}
    if has_header:
        for name, known in HEADERS.items():
            place = next((header.index(each) for each in known if each in header), None)
            if place is not None:
                columns[name] = place
        has_header = bool(columns) or (len(rows) > 1 and not any(map(str.isdigit, "".join(rows[0].cells))))
        if "doi" not in columns:
            place = next((i for i, each in enumerate(header) if "doi" in each and "retraction" not in each), None)
            if place is not None:
                columns["doi"] = place
    if "doi" not in columns and (best := _column_of_dois(rows)) is not None:
        columns["doi"] = best
    if not columns and len(rows[0].cells) == 1:
        columns["pmid" if rows[-1].cells and rows[-1].cells[0].strip().isdecimal() else "doi"] = 0
    return columns, has_header


def _column_of_dois(rows: Sequence[Row]) -> int | None:
    width = max((len(each.cells) for each in rows), default=0)
    counts = [
        sum(1 for row in rows if i < len(row.cells) and _DOI.search(row.cells[i])) for i in range(min(width, 500))
    ]
    return counts.index(max(counts)) if any(counts) else None


def describe_row(row: Row, columns: Mapping[str, int], path: Path) -> Reference | Problem | None:
    """Make a reference of one row; None for a row without any words."""
    if row.broken:
        message = f"The row cannot be read ({row.broken}): {shorten(row.raw)}"
        return report_unreadable(
            path, row.line, message, help="Close the quotation mark, or double those within a cell."
        )
    cells = row.cells

    def cell(name: str) -> str:
        place = columns.get(name)
        return cells[place].strip() if place is not None and place < len(cells) else ""

    doi = cell("doi")
    if len(columns) == 1 and (found := parse_identifier(doi, Kind.DOI)) is not None:
        place = Place(path=str(path), line=row.line, column=1, end_line=row.last_line)
        return Reference(key=found.value, identifiers=(found,), raw=row.raw[:RAW_LIMIT].rstrip(), place=place)
    identifiers = _identifiers(doi, cell)
    title = cell("title")
    if not identifiers and not title:
        if not any(each.strip() for each in cells):
            return None
        return _report_no_doi(doi or row.raw, path, row.line)
    key = cell("key") or (_key_of(identifiers[0]) if identifiers else name_keyless(row.line))
    place = Place(path=str(path), line=row.line, column=1, end_line=row.last_line)
    return Reference(
        key=key,
        type=cell("type").rstrip(";").lower(),
        title=undo_markup(title),
        authors=_split_authors(cell("author")),
        year=year_in(cell("year")),
        container=cell("container"),
        volume=cell("volume"),
        issue=cell("issue"),
        pages=join_pages(cell("pages") or cell("first_page")),
        identifiers=identifiers,
        url=cell("url"),
        files=tuple(each.strip() for each in cell("files").split(";") if each.strip()),
        note=cell("note"),
        raw=row.raw[:RAW_LIMIT].rstrip(),
        place=place,
    )


def _identifiers(doi: str, cell: Callable[[str], str]) -> tuple[Identifier, ...]:
    pmid = cell("pmid").removesuffix(".0").removeprefix("0") if cell("pmid") else ""
    others = (cell("pmcid"), cell("isbn"), cell("arxiv"), cell("url"))
    extra = cell("extra")
    if not pmid and not extra and not any(others):
        found = parse_identifier(doi, Kind.DOI) if doi else None
        return (found,) if found else ()
    pmcid, isbn, arxiv, url = others
    return gather_identifiers(
        dois=(doi,), pmids=(pmid,), pmcids=(pmcid,), isbns=(isbn,), arxiv=(arxiv,), urls=(url,), notes=(extra,)
    )


def _split_authors(text: str) -> tuple[str, ...]:
    if not text:
        return ()
    if _INITIALS.fullmatch(text):
        return tuple(each.strip(" .") for each in text.split(","))
    parts = text.split(";") if ";" in text else re.split(r"\s+and\s+|\s*\|\s*", text)
    if len(parts) == 1 and text.count(",") > 1:
        parts = re.split(r",\s*(?=[^\s,]+\s)", text)
    return tuple(each.strip() for each in parts if each.strip())


def _report_no_doi(text: str, path: Path, line: int) -> Problem:
    why, remedy = explain_no_doi(text)
    return report_unreadable(path, line, f"{shorten(text) or '(empty)'}: {why}.", help=remedy)
