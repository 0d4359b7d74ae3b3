"""BibTeX and BibLaTeX, a quarter of a million entries at a time in the memory of a few hundred."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import IO

from citecheck.bibliography.bibtex.blocks import Block, cut_blocks
from citecheck.bibliography.bibtex.entries import Entry, read_entries
from citecheck.bibliography.bibtex.inheritance import find_orphan, find_parents, inherit
from citecheck.bibliography.bibtex.names import split_authors
from citecheck.bibliography.bibtex.odd_fields import find_odd_fields
from citecheck.bibliography.bibtex.slips import UNDEFINED, Slip
from citecheck.bibliography.bibtex.types import meant_type
from citecheck.bibliography.bibtex.values import read_fields
from citecheck.bibliography.describing import (
    RAW_LIMIT,
    gather_identifiers,
    join_pages,
    name_keyless,
    report_repaired,
    report_unreadable,
    shorten,
    spoken_in,
    year_in,
)
from citecheck.bibliography.latex import undo_markup
from citecheck.errors import BibliographyError
from citecheck.identifiers import Identifier, undo_latex
from citecheck.records import Place, Problem, Reference

CHUNK = 500
"""Entries handed to the parser at once: more gains no speed and costs memory (measured at 100,000)."""
CHUNK_CHARACTERS = 2_000_000
NO_WORKS = frozenset(("comment", "preamble", "string", "xdata", "control"))
"""Blocks that describe no work."""


def read_bibtex(stream: IO[str], path: Path) -> Iterator[Reference | Problem]:
    """Give each entry of a BibTeX file, in order, as a reference or as the problem that kept it from being one.

    Behind a reference stand the problems that tell what was repaired to read it.
    """
    parents = find_parents(stream)
    stream.seek(0)
    strings: dict[str, str] = {}
    told: set[str] = set()
    blocks = cut_blocks(stream)
    while chunk := _take(blocks):
        readable = []
        for block in chunk:
            if block.closed and block.type == "string":
                strings.update((name, value) for name, value in read_fields(block.body, strings))
            elif block.type not in NO_WORKS and not block.too_long:
                readable.append(block)
        entries = read_entries(readable, strings)
        for block in chunk:
            if block.type in NO_WORKS:
                continue
            if block.too_long:
                yield _report_unclosed(block, path)
            else:
                yield from _describe(next(entries), parents, path, told)


def _take(blocks: Iterator[Block]) -> list[Block]:
    chunk: list[Block] = []
    size = 0
    for block in islice(blocks, CHUNK):
        chunk.append(block)
        size += len(block.raw)
        if size > CHUNK_CHARACTERS:
            break
    return chunk


def _report_unclosed(block: Block, path: Path) -> Problem:
    named = re.match(r"\s*([^\s,={}\"]+)\s*,", block.body)
    name = named.group(1) if named else f"@{block.type}"
    if block.too_long:
        message = f"{name}: the entry has no end within a million characters."
    else:
        message = f"{name}: the entry is never closed; a brace or quotation mark is missing in it."
    help = "Close the entry; reading went on at the next one."
    return report_unreadable(path, block.line, message, column=block.column, help=help)


def _describe(
    entry: Entry, parents: Mapping[str, Mapping[str, str]], path: Path, told: set[str]
) -> Iterator[Reference | Problem]:
    """Give the reference of an entry and what was repaired in it, or the problem that it cannot be read."""
    block = entry.block
    if any(value.strip() for value in entry.fields.values()):
        slips = [*entry.slips, *find_odd_fields(block.type, entry.fields), *find_orphan(entry.fields, parents)]
        yield _reference(entry, parents, path)
        if not block.closed and not any(each.what.endswith("never closed") for each in slips):
            slips.insert(0, Slip(offset=0, what=_UNCLOSED, help="Close it; reading went on at the next entry."))
        for slip in slips:
            if not slip.what.startswith(UNDEFINED) or slip.what not in told:
                yield _report_slip(slip, entry, path)
            if slip.what.startswith(UNDEFINED) and len(told) < CHUNK:
                told.add(slip.what)
    elif not block.closed:
        yield _report_unclosed(block, path)
    else:
        message = f"{entry.key or '@' + block.type}: the entry has no field that can be read: {shorten(block.raw)}"
        help = "Write its fields as name = {value}."
        yield report_unreadable(path, block.line, message, column=block.column, help=help)


_UNCLOSED = "it is never closed; a brace or quotation mark is missing in it"


def _report_slip(slip: Slip, entry: Entry, path: Path) -> Problem:
    block = entry.block
    offset = slip.offset
    if slip.field:
        named = re.compile(rf"(?<![\w-]){re.escape(slip.field)}\s*=", re.IGNORECASE)
        offset = max((each.start() for each in named.finditer(block.body)), default=0)
    line = block.line + block.raw.count("\n", 0, block.head_length + offset)
    column = None if line > block.line else block.column
    message = f"{entry.key or name_keyless(block.line)}: {slip.what}."
    return report_repaired(path, line, message, column=column, help=slip.help)


def _reference(entry: Entry, parents: Mapping[str, Mapping[str, str]], path: Path) -> Reference:
    block = entry.block
    fields = inherit(block.type, entry.fields, parents)
    return Reference(
        key=entry.key or name_keyless(block.line),
        type=meant_type(block.type) or block.type,
        title=_title(fields),
        authors=split_authors(_first(fields, "author", "editor")),
        year=year_in(fields.get("year", "")) or year_in(fields.get("date", "")),
        container=undo_markup(_first(fields, "journaltitle", "journal", "booktitle", "maintitle", "series")),
        volume=undo_markup(fields.get("volume", "")),
        issue=undo_markup(_first(fields, "number", "issue")),
        pages=join_pages(undo_markup(_first(fields, "pages", "eid", "article-number"))),
        identifiers=_identifiers(fields),
        url=_url(fields),
        files=split_files(fields.get("file", "")),
        note=fields.get("citecheck", "").strip() or spoken_in(fields.get("note", "")),
        raw=block.raw[:RAW_LIMIT],
        place=Place(
            path=str(path),
            line=block.line,
            column=block.column,
            end_line=block.line + block.raw.count("\n"),
        ),
    )


def _first(fields: Mapping[str, str], *names: str) -> str:
    for name in names:
        if name in fields and (value := fields[name]) and not value.isspace():
            return value
    return ""


def _title(fields: Mapping[str, str]) -> str:
    title = undo_markup(fields.get("title", ""))
    subtitle = undo_markup(fields.get("subtitle", ""))
    if not title or not subtitle or subtitle.casefold() in title.casefold():
        return title or subtitle
    return f"{title}{' ' if title[-1] in '?!:.' else ': '}{subtitle}"


def _url(fields: Mapping[str, str]) -> str:
    url = _first(fields, "url", "howpublished", "link")
    match = re.search(r"https?://[^\s{}]+", undo_latex(url)) if url else None
    return match.group() if match else ""


def _identifiers(fields: Mapping[str, str]) -> tuple[Identifier, ...]:
    eprint = fields.get("eprint", "").strip()
    kind = _first(fields, "archiveprefix", "eprinttype", "archive").strip().lower() if eprint else ""
    return gather_identifiers(
        dois=(fields.get("doi", ""), eprint if kind == "doi" else ""),
        pmids=(fields.get("pmid", ""), eprint if kind in ("pubmed", "pmid") else ""),
        pmcids=(_first(fields, "pmcid", "pmc"), eprint if kind in ("pmc", "pmcid") else ""),
        arxiv=(eprint if kind in ("", "arxiv") else "", fields.get("arxiv", ""), fields.get("arxivid", "")),
        isbns=(fields.get("isbn", ""),),
        urls=[undo_latex(fields[name]) for name in LINKS if name in fields and "://" in fields[name]],
        notes=[fields[name] for name in NOTES if name in fields],
        elsewhere=[*(fields[name] for name in ELSEWHERE if name in fields), *_dblp(fields)],
        files=split_files(fields["file"]) if "file" in fields else (),
    )


LINKS = ("url", "howpublished", "link", "ee", "bdsk-url-1", "note")
ELSEWHERE = (
    "pages",
    "journal",
    "journaltitle",
    "volume",
    "number",
    "eid",
    "publisher",
    "series",
    "institution",
    "howpublished",
)
"""Fields that describe the work itself, so that an identifier in them is its own."""


def _dblp(fields: Mapping[str, str]) -> Iterator[str]:
    """Give what DBLP writes for a preprint, `journal = {CoRR}, volume = {abs/1706.03762}`, as arXiv itself writes it."""
    if fields.get("volume", "").startswith("abs/"):
        yield f"arXiv:{fields['volume'].removeprefix('abs/')}"


NOTES = ("note", "annote", "annotation", "extra", "addendum", "howpublished")


def split_files(text: str) -> tuple[str, ...]:
    """Give the paths of a `file` field as JabRef, Zotero or Mendeley write it: `Description:path:type;…`, or the path alone."""
    if not text.strip():
        return ()
    paths = []
    for each in re.split(r"(?<!\\);", text):
        parts = [_unescape(part) for part in re.split(r"(?<!\\):", each.strip())]
        if len(parts) >= 2 and len(parts[0]) == 1 and parts[1][:1] in "\\/":
            parts = [f"{parts[0]}:{parts[1]}", *parts[2:]]
            path = parts[0]
        elif len(parts) >= 3:
            middle = parts[1:-1]
            path = ":".join(middle)
        else:
            path = parts[0] or parts[-1]
        if path.strip():
            paths.append(path.strip())
    return tuple(paths)


def _unescape(part: str) -> str:
    return re.sub(r"\\([\\:;_&%#])", r"\1", part)


__all__ = ["BibliographyError", "read_bibtex", "split_files"]
