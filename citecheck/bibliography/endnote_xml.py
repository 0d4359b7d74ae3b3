"""EndNote's XML export, streamed record by record, with entities, network and document types off.

The DOI is in `electronic-resource-num`, which Pandoc's reader passes over; values are often wrapped in `<style>`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

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
from citecheck.records import Place, Problem, Reference

VALUE_LIMIT = 30_000
"""Characters kept of one value: an abstract has some thousands."""
TYPES = {
    "journal article": "article-journal", "electronic article": "article-journal", "magazine article": "article-magazine",
    "newspaper article": "article-newspaper", "book section": "chapter", "edited book": "book", "electronic book": "book",
    "conference proceedings": "paper-conference", "conference paper": "paper-conference", "web page": "webpage",
    "blog": "webpage",
}  # fmt: skip
"""EndNote's types as CSL names them."""


def read_endnote_xml(path: Path) -> Iterator[Reference | Problem]:
    """Give each record of an EndNote XML file, in order; where the XML breaks off, that is a problem with its line."""
    from lxml import etree

    records = etree.iterparse(
        str(path),
        events=("end",),
        tag="record",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_pis=True,
        remove_comments=True,
    )
    try:
        for _, record in records:
            yield _describe(record, path)
            record.clear()
            while record.getprevious() is not None:  # what was read is let go of, so that memory stays flat
                del record.getparent()[0]
    except etree.XMLSyntaxError as error:
        line = error.lineno or 1
        message = f"{path.name}: the XML breaks off here ({error.msg}); no record behind it was read."
        yield report_unreadable(path, line, message, help="Export the library again, or mend the XML.")


def _describe(record: Any, path: Path) -> Reference | Problem:
    from lxml import etree

    line = record.sourceline or 1
    raw = etree.tostring(record, encoding="unicode", with_tail=False)[:RAW_LIMIT]
    authors = _texts(record, "contributors/authors/author") or _texts(record, "contributors/secondary-authors/author")
    title = undo_markup(_first(record, "titles/title"))
    kind = record.find("ref-type")
    type = (kind.get("name") or "").lower() if kind is not None else ""
    identifiers = gather_identifiers(
        dois=_texts(record, "electronic-resource-num"),
        pmids=[each for each in _texts(record, "accession-num") if each.isdecimal() and _is_from_pubmed(record)],
        pmcids=[each for each in _texts(record, "custom2") if each.upper().startswith("PMC")],
        isbns=_texts(record, "isbn"),
        urls=[*_texts(record, "urls/related-urls/url"), *_texts(record, "urls/web-urls/url")],
        notes=[*_texts(record, "notes"), *_texts(record, "research-notes"), *_texts(record, "label")],
    )
    if not (title or authors or identifiers):
        message = f"The record names no title, author or identifier: {shorten(raw)}"
        return report_unreadable(path, line, message, help="Export the record again.")
    return Reference(
        key=_first(record, "label") or name_keyless(line),
        type=TYPES.get(type, type),
        title=title,
        authors=tuple(each.rstrip(",") for each in authors),
        year=year_in(_first(record, "dates/year")) or year_in(_first(record, "dates/pub-dates/date")),
        container=undo_markup(
            _first(record, "periodical/full-title", "titles/secondary-title", "alt-periodical/full-title")
        ),
        volume=_first(record, "volume"),
        issue=_first(record, "number"),
        pages=join_pages(_first(record, "pages", "electronic-resource-id")),
        identifiers=identifiers,
        url=_first(record, "urls/related-urls/url", "urls/web-urls/url"),
        files=tuple(each.removeprefix("internal-pdf://") for each in _texts(record, "urls/pdf-urls/url")),
        raw=raw,
        place=Place(path=str(path), line=line, column=1),
    )


def _is_from_pubmed(record: Any) -> bool:
    told = " ".join((*_texts(record, "remote-database-name"), *_texts(record, "remote-database-provider"))).lower()
    return any(each in told for each in ("pubmed", "medline", "nlm"))


def _texts(record: Any, path: str) -> list[str]:
    found = (" ".join("".join(each.itertext())[:VALUE_LIMIT].split()) for each in record.iterfind(path))
    return [each for each in found if each]


def _first(record: Any, *paths: str) -> str:
    return next((found[0] for path in paths if (found := _texts(record, path))), "")
