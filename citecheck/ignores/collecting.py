"""Collect the ignores of a run: from comments, from the bibliography's own fields, and from the settings file."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path

from citecheck.ignores.commenting import Comment, find_comments
from citecheck.ignores.declaring import DECLARATION, Ignore, Origin, check_ignore, read_declaration
from citecheck.ignores.trees import find_tree_comments
from citecheck.records import Bibliography, Manuscript, Place, Reference
from citecheck.settings import IgnoreTable

COMMENTED = {".bib": "bibtex", ".bibtex": "bibtex", ".biblatex": "bibtex", ".yaml": "yaml", ".yml": "yaml"}
"""Formats of bibliographies that have comments."""
SPOKEN_TO = re.compile(rb"citecheck\s*:", re.IGNORECASE)
LONGEST_FILE = 100_000_000
"""Bytes of a bibliography that is looked through for comments."""
LINE_END = re.compile(r"\r\n|\r|\n")


def collect_ignores(
    manuscript: Manuscript | None,
    bibliographies: Iterable[Bibliography],
    tables: Iterable[IgnoreTable],
    *,
    document: str = "",
    source: bytes = b"",
) -> tuple[Ignore, ...]:
    """Give every ignore of a run, in the order of the documents; what cannot hold says why.

    `source` is the document as it was read, for formats whose text the manuscript does not keep.
    """
    found: list[Ignore] = []
    references: list[Reference] = []
    if manuscript is not None:
        found += _of_manuscript(manuscript, document, source)
        references += manuscript.references
    for each in bibliographies:
        found += _of_file(each)
        references += each.references
    found += _of_fields(references)
    found += [_of_table(each) for each in tables]
    return tuple(found)


def _of_manuscript(manuscript: Manuscript, document: str, source: bytes) -> Iterator[Ignore]:
    if not SPOKEN_TO.search(source or manuscript.text.encode("utf-8", "replace")):
        return
    if manuscript.format == "pandoc":
        for said, node in find_tree_comments(source):
            yield read_declaration(said, Origin.COMMENT, place=Place(path=manuscript.path or document, node=node))
        return
    text = source.decode("utf-8", "replace").removeprefix("\ufeff") if source else manuscript.text
    quoted = sorted(
        ((place.line, place.column or 1), (place.end_line, place.end_column or 1))
        for place in (each.place for each in manuscript.quotations)
        if place.line is not None and place.end_line is not None
    )
    # The furthest end of all quotations that begin no later.
    ends = list(accumulate((end for _, end in quoted), max))
    for comment in find_comments(LINE_END.split(text), manuscript.format):
        here = (comment.line, comment.column)
        before = bisect_left(quoted, (here, here))
        if not before or ends[before - 1] <= here:
            yield _of_comment(comment, manuscript.path or document)


def _of_comment(comment: Comment, path: str) -> Ignore:
    place = Place(path=path, line=comment.line, column=comment.column)
    return read_declaration(comment.text, Origin.COMMENT, place=place, below=comment.below)


def _of_file(bibliography: Bibliography) -> Iterator[Ignore]:
    """Find comments between a bibliography's entries; within one there are none."""
    path = Path(bibliography.path)
    format = COMMENTED.get(path.suffix.lower())
    if format is None:
        return
    try:
        with path.open("rb") as stream:
            data = stream.read(LONGEST_FILE)
    except OSError:
        return  # it was readable a moment ago; that it is no more is no matter of ignores
    if not SPOKEN_TO.search(data):
        return
    lines = LINE_END.split(data.decode("utf-8", "replace").removeprefix("\ufeff"))
    inside = _insides(bibliography.references) if format == "bibtex" else set()
    for comment in find_comments(lines, format):
        before = lines[comment.line - 1][: comment.column - 1].rstrip(" \t%")
        if comment.line not in inside and (format != "bibtex" or not before or before.endswith(("}", ")"))):
            yield _of_comment(comment, bibliography.path)


def _insides(references: Sequence[Reference]) -> set[int]:
    """Give the lines within entries: all but an entry's last."""
    places = [each.place for each in references if each.place.line is not None and each.place.end_line is not None]
    return {line for each in places for line in range(each.line or 0, each.end_line or 0)}


def _of_fields(references: Iterable[Reference]) -> Iterator[Ignore]:
    for each in references:
        if DECLARATION.match(each.note):
            yield read_declaration(each.note, Origin.BIBLIOGRAPHY, place=each.place, key=each.key)


def _of_table(table: IgnoreTable) -> Ignore:
    return check_ignore(
        Ignore(
            origin=Origin.SETTINGS,
            rules=table.rules,
            key=table.key,
            reason=table.reason,
            until=table.until,
            place=Place(path=table.path, line=table.line),
            fault="" if table.rules or table.key else "it names neither a rule nor a key",
        )
    )
