"""CSL's description of a work, as JSON or YAML holds it, made a reference; Zotero's and Crossref's dialects are near enough."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from citecheck.bibliography.describing import (
    RAW_LIMIT,
    gather_identifiers,
    join_name,
    join_pages,
    name_keyless,
    report_unreadable,
    shorten,
    spoken_in,
    year_in,
)
from citecheck.bibliography.latex import undo_markup
from citecheck.records import Place, Problem, Reference

PARTICLES = ("dropping-particle", "non-dropping-particle")
TYPES = {
    "journalarticle": "article-journal", "booksection": "chapter", "conferencepaper": "paper-conference",
    "magazinearticle": "article-magazine", "newspaperarticle": "article-newspaper", "journal-article": "article-journal",
    "book-chapter": "chapter", "proceedings-article": "paper-conference", "blogpost": "webpage",
}  # fmt: skip
"""Zotero's and Crossref's types, in lower case, as CSL names them."""
_CITATION_KEY = re.compile(r"^\s*citation\s?key\s*:\s*(\S+)", re.MULTILINE | re.IGNORECASE)
NO_WORKS = frozenset(("attachment", "note", "annotation"))


def describe_csl(item: object, raw: str, path: Path, line: int, last_line: int) -> Reference | Problem | None:
    """Make a reference of one object; None for one of Zotero's that is no work, such as a note."""
    place = Place(path=str(path), line=line, column=1, end_line=last_line)
    if not isinstance(item, Mapping) or not item:
        message = f"The entry is not a description of a work: {shorten(raw)}"
        return report_unreadable(path, line, message, help="Each entry is an object with an id, a type and a title.")
    if "itemType" in item and str(item["itemType"]).lower() in NO_WORKS:
        return None
    kind = _text(item, "type", "itemType").lower()
    reference = Reference(
        key=_text(item, "citation-key", "citationKey", "citekey")
        or _key_in_note(item)
        or _text(item, "id")
        or name_keyless(line),
        type=TYPES.get(kind, kind),
        title=_title(item),
        authors=_authors(item),
        year=next((year for name in DATES if (year := year_of(item.get(name))) is not None), _year_in_note(item)),
        container=undo_markup(
            _text(item, "container-title", "publicationTitle", "bookTitle", "proceedingsTitle", "journal")
        ),
        volume=_text(item, "volume"),
        issue=_text(item, "issue"),
        pages=join_pages(_text(item, "page", "pages", "number-of-article", "article-number")),
        identifiers=gather_identifiers(
            dois=(_text(item, "DOI", "doi"),),
            pmids=(_text(item, "PMID", "pmid"),),
            pmcids=(_text(item, "PMCID", "pmcid"),),
            arxiv=(
                _text(item, "arXiv", "arxiv"),
                _text(item, "number") if "arxiv" in _text(item, "publisher").lower() else "",
            ),
            isbns=_texts(item.get("ISBN")),
            urls=(_text(item, "URL", "url"),),
            notes=(_text(item, "note"), _text(item, "extra"), _text(item, "annote")),
        ),
        url=_text(item, "URL", "url"),
        files=tuple(_paths(item.get("attachments"))),
        note=_spoken(item),
        raw=raw[:RAW_LIMIT],
        place=place,
    )
    if not (reference.title or reference.identifiers or reference.authors or reference.url or reference.container):
        message = f"{reference.key}: the entry names no title, author or identifier: {shorten(raw)}"
        return report_unreadable(path, line, message, help="Add a title or an identifier.")
    return reference


DATES = (
    "issued",
    "publication_year",
    "published",
    "published-print",
    "published-online",
    "date",
    "year",
    "original-date",
    "submitted",
)


def year_of(date: object) -> int | None:
    """Find the year in any of the shapes that dates have in the wild."""
    if isinstance(date, bool) or date is None:
        return None
    if isinstance(date, int):
        return date if -10_000 < date < 10_000 else None
    if isinstance(date, str):
        return year_in(date)
    if isinstance(date, list):
        return next((year for each in date[:2] if (year := year_of(each)) is not None), None)
    if not isinstance(date, Mapping):
        return None
    parts = date.get("date-parts")
    while isinstance(parts, list) and parts:
        parts = parts[0]
    if isinstance(parts, int | str) and (year := _whole_year(parts)) is not None:
        return year
    rest = (date.get(name) for name in ("year", "raw", "literal", "timestamp-year"))
    return next((year for each in rest if (year := _whole_year(each)) is not None), None)


def _whole_year(value: object) -> int | None:
    if isinstance(value, str) and re.fullmatch(r"\s*-?\d{1,4}\s*", value):
        return int(value)
    return year_of(value) if isinstance(value, int | str) else None


def _key_in_note(item: Mapping[Any, Any]) -> str:
    """Better BibTeX keeps a pinned key among what Zotero's fields cannot hold, as `Citation Key: smith2020`."""
    match = _CITATION_KEY.search(_text(item, "extra")) if "extra" in item else None
    return match.group(1) if match else ""


def _year_in_note(item: Mapping[Any, Any]) -> int | None:
    """Zotero keeps what its fields cannot hold in the note, as `issued: 2012`."""
    match = re.search(r"^(?:issued|original-date)\s*:(.*)$", _text(item, "note", "extra"), re.MULTILINE | re.IGNORECASE)
    return year_in(match.group(1)) if match else None


def _spoken(item: Mapping[Any, Any]) -> str:
    """Give what an entry says to citecheck: in a field of that name, in `custom`, or in a line of its note."""
    custom = item.get("custom")
    if own := _text(item, "citecheck") or (_text(custom, "citecheck") if isinstance(custom, Mapping) else ""):
        return own
    return next((said for name in ("note", "extra") if (said := spoken_in(_text(item, name)))), "")


def _title(item: Mapping[Any, Any]) -> str:
    title, subtitle = undo_markup(_text(item, "title", "display_name")), undo_markup(_text(item, "subtitle"))
    if not title or not subtitle or subtitle.casefold() in title.casefold():
        return title or subtitle
    return f"{title}: {subtitle}"


def _authors(item: Mapping[Any, Any]) -> tuple[str, ...]:
    for name in ("author", "creators", "authors", "authorships", "editor"):
        people = item.get(name)
        if isinstance(people, Mapping | str):
            people = [people]
        if isinstance(people, list):
            if name == "authorships":
                people = [each.get("author") for each in people if isinstance(each, Mapping)]
            if name == "creators":
                own = [
                    each
                    for each in people
                    if not isinstance(each, Mapping) or each.get("creatorType") in (None, "author")
                ]
                people = own or people
            names = tuple(spelt for each in people if (spelt := _name(each)))
            if names:
                return names
    return ()


def _name(person: object) -> str:
    if isinstance(person, str):
        return undo_markup(person)
    if not isinstance(person, Mapping):
        return ""
    if literal := _text(person, "literal", "name", "display_name"):
        return undo_markup(literal)
    family = " ".join(
        each for each in (*(_text(person, name) for name in PARTICLES), _text(person, "family", "lastName")) if each
    )
    given = _text(person, "given", "firstName")
    suffix = _text(person, "suffix")
    return undo_markup(join_name(family, f"{given}, {suffix}" if given and suffix else given))


def _text(item: Mapping[Any, Any], *names: str) -> str:
    return next((found[0] for name in names if (found := _texts(item.get(name)))), "")


def _texts(value: object) -> list[str]:
    """Give the texts of a value that may be one, a number, or a list of these."""
    if isinstance(value, str):
        return [value.strip()] if value.strip() else []
    if isinstance(value, int | float) and not isinstance(value, bool):
        return [str(value)]
    if isinstance(value, list):
        return [text for each in value[:100] if isinstance(each, str | int) for text in _texts(each)]
    return []


def _paths(attachments: object) -> Iterable[str]:
    for each in attachments if isinstance(attachments, list) else ():
        if isinstance(each, Mapping) and (path := _text(each, "path", "localPath")):
            yield path
