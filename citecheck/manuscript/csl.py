"""References that the document itself describes in CSL: `references:` metadata of Pandoc, and field data of Word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from citecheck.bibliography.describing import spoken_in
from citecheck.identifiers import Identifier, Kind, parse_identifier
from citecheck.records import Reference

_FIELDS = (
    (Kind.DOI, ("DOI", "doi")),
    (Kind.PMID, ("PMID", "pmid")),
    (Kind.PMCID, ("PMCID", "pmcid")),
    (Kind.ISBN, ("ISBN",)),
)


def read_csl(fields: Mapping[object, object], key: str = "") -> Reference | None:
    """Read one CSL item; None when it has no id."""
    key = key or _text(fields.get("id") or fields.get("citation-key"))
    if not key:
        return None
    url = _text(fields.get("URL") or fields.get("url"))
    return Reference(
        key=key,
        type=_text(fields.get("type")).lower(),
        title=_text(fields.get("title")),
        authors=tuple(_names(fields.get("author") or fields.get("editor"))),
        year=_year(fields.get("issued")),
        container=_text(fields.get("container-title")),
        volume=_text(fields.get("volume")),
        issue=_text(fields.get("issue")),
        pages=_text(fields.get("page")),
        identifiers=tuple(_identifiers(fields, url)),
        url=url,
        note=_spoken(fields),
    )


def _spoken(fields: Mapping[object, object]) -> str:
    """Give what an entry says to citecheck: in a field of that name, in `custom`, or in a line of its note."""
    custom = fields.get("custom")
    own = _text(fields.get("citecheck")) or (_text(custom.get("citecheck")) if isinstance(custom, Mapping) else "")
    return own or spoken_in(str(fields.get("note") or ""))


def _identifiers(fields: Mapping[object, object], url: str) -> Iterator[Identifier]:
    seen: set[tuple[str, str]] = set()
    given = [(kind, _text(fields.get(name))) for kind, names in _FIELDS for name in names]
    for kind, value in [*given, (Kind.DOI, url), (Kind.ARXIV, url), (Kind.PMID, url)]:
        if value and (found := parse_identifier(value, kind)) and (found.kind, found.value) not in seen:
            seen.add((found.kind, found.value))
            yield found


def _names(given: object) -> Iterator[str]:
    for each in given if isinstance(given, list) else [given] if given else []:
        if not isinstance(each, Mapping):
            if text := _text(each):
                yield text
            continue
        if literal := _text(each.get("literal")):
            yield literal
            continue
        particle = _text(each.get("non-dropping-particle") or each.get("dropping-particle"))
        family = " ".join(part for part in (particle, _text(each.get("family"))) if part)
        given_name = _text(each.get("given"))
        if family or given_name:
            yield f"{family}, {given_name}" if family and given_name else family or given_name


def _year(issued: object) -> int | None:
    """Read a year from CSL's many ways to write a date."""
    for _ in range(6):
        if isinstance(issued, Mapping):
            issued = next((issued[name] for name in ("date-parts", "year", "literal", "raw") if name in issued), None)
        elif isinstance(issued, list | tuple):
            issued = issued[0] if issued else None
    match = re.search(r"(?<!\d)(1[0-9]{3}|20\d\d)(?!\d)", str(issued or ""))
    return int(match[1]) if match else None


def _text(value: object) -> str:
    return " ".join(str(value).split()) if isinstance(value, str | int | float) else ""
