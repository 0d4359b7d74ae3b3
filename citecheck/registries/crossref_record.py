"""Crossref's records, read: every field may be missing, empty, null or of another type than documented."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from citecheck.identifiers import fold_doi
from citecheck.records import Author, Update, Work
from citecheck.standings import SEVERITY, UNKNOWN
from citecheck.text.titles import strip_markup

FIELDS = (
    "DOI", "type", "title", "subtitle", "original-title", "short-title", "author", "editor", "issued", "published",
    "published-online", "published-print", "accepted", "posted", "container-title", "short-container-title", "volume",
    "issue", "page", "article-number", "relation", "updated-by", "update-to", "ISBN", "resource",
)  # fmt: skip
"""What a list is asked to `select`: all that a work is read from."""
YEAR_FIELDS = ("published-print", "published-online", "published", "issued", "accepted", "posted")
"""Dates of publication; never `created`, `deposited` or `indexed`, which say when a record was made."""
DELETED_TYPE = "deleted"
"""The type that a work gets when its DOI was deleted: whatever the record says is of no use."""
DELETED = "deleted_doi"
"""What the address of a deleted DOI's page holds."""


def read_work(record: Mapping[str, Any]) -> Work:
    """Read a Crossref record, whole or by `select`, into a work."""
    doi = fold_doi(_text(record.get("DOI")))
    titles = _texts(record.get("title"))
    years = _years(record)
    updates = tuple(read_update(each, work=doi) for each in _dicts(record.get("updated-by")))
    announced = [read_announcement(each, notice=doi) for each in _dicts(record.get("update-to"))]
    authors = _authors(record.get("author")) or _authors(record.get("editor"))
    other = (*titles[1:], *_texts(record.get("original-title")))
    return Work(
        registry="crossref",
        doi=doi,
        identifiers=tuple(("isbn", each.replace("-", "")) for each in _texts(record.get("ISBN"))),
        title=titles[0] if titles else "",
        subtitle=next(iter(_texts(record.get("subtitle"))), ""),
        other_titles=tuple(strip_markup(each) for each in other),
        authors=authors,
        year=years[0] if years else None,
        years=years,
        container=next(
            iter((*_texts(record.get("container-title")), *_texts(record.get("short-container-title")))), ""
        ),
        volume=_text(record.get("volume")),
        issue=_text(record.get("issue")),
        pages=_text(record.get("page")) or _text(record.get("article-number")),
        type=DELETED_TYPE if record.get("_deleted") else _text(record.get("type")),
        relations=_relations(record.get("relation")),
        updates=(*updates, *(each for each in announced if each.work == doi)),
        notice_of=tuple(each for each in announced if each.work != doi),
        asked_at=_text(record.get("_asked_at")),
        alias_of=_text(record.get("_alias_of")),
    )


def is_deleted(record: Mapping[str, Any]) -> bool:
    """Does the record lead to Crossref's page for deleted DOIs?"""
    resource = record.get("resource")
    primary = resource.get("primary") if isinstance(resource, Mapping) else None
    return isinstance(primary, Mapping) and DELETED in _text(primary.get("URL")).casefold()


def read_update(entry: Mapping[str, Any], *, work: str) -> Update:
    """Read an entry of `updated-by`: an event on `work`, announced by the entry's DOI."""
    kind, label = _kind(entry)
    return Update(
        kind=kind,
        work=work,
        notice=fold_doi(_text(entry.get("DOI"))),
        date=_date(entry.get("updated")),
        label=label,
        asserted_by=(_text(entry.get("source")) or "publisher",),
        record_id=_text(entry.get("record-id")),
    )


def read_announcement(entry: Mapping[str, Any], *, notice: str) -> Update:
    """Read an entry of `update-to`: an event on the entry's DOI, announced by `notice`."""
    kind, label = _kind(entry)
    return Update(
        kind=kind,
        work=fold_doi(_text(entry.get("DOI"))),
        notice=notice,
        date=_date(entry.get("updated")),
        label=label,
        asserted_by=(_text(entry.get("source")) or "publisher",),
        record_id=_text(entry.get("record-id")),
    )


def _kind(entry: Mapping[str, Any]) -> tuple[str, str]:
    word = _text(entry.get("type")).strip().casefold().replace(" ", "_").replace("-", "_")
    label = _text(entry.get("label")) or _text(entry.get("type"))
    return (word, label) if word in SEVERITY and word != UNKNOWN else (UNKNOWN, label)


def _years(record: Mapping[str, Any]) -> tuple[int, ...]:
    found = []
    for name in YEAR_FIELDS:
        parts = _date_parts(record.get(name))
        if parts:
            found.append(parts[0])
    return tuple(dict.fromkeys(found))


def _date_parts(value: Any) -> list[int]:
    """Read `date-parts`, which may be `[[null]]`, or a bare list."""
    parts = value.get("date-parts") if isinstance(value, Mapping) else value
    if isinstance(parts, list) and parts and isinstance(parts[0], list):
        parts = parts[0]
    if not isinstance(parts, list):
        return []
    numbers = []
    for each in parts[:3]:
        try:
            numbers.append(int(each))
        except (TypeError, ValueError):
            break
    return numbers if numbers and 1000 <= numbers[0] <= 2200 else []


def _date(value: Any) -> str:
    parts = _date_parts(value)
    return "-".join(f"{each:04d}" if place == 0 else f"{each:02d}" for place, each in enumerate(parts))


def _authors(value: Any) -> tuple[Author, ...]:
    found = []
    for each in _dicts(value):
        family, given, name = (strip_markup(_text(each.get(part))) for part in ("family", "given", "name"))
        if family:
            found.append(Author(family=family, given=given))
        elif name or given:
            found.append(Author(family=name or given, organisation=bool(name)))
    return tuple(found)


def _relations(value: Any) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    for name, entries in value.items() if isinstance(value, Mapping) else ():
        doi_entries = [each for each in _dicts(entries) if each.get("id-type") == "doi" and each.get("id")]
        found.extend((str(name), fold_doi(_text(each["id"]))) for each in doi_entries)
    return tuple(dict.fromkeys(found))


def _dicts(value: Any) -> Iterable[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []


def _texts(value: Any) -> list[str]:
    values = value if isinstance(value, list) else [value]
    return [strip_markup(each) for each in values if isinstance(each, str) and each.strip()]


def _text(value: Any) -> str:
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
