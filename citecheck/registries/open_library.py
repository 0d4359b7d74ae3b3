"""Open Library: books by ISBN, many a request.

Its Books API takes a list of keys and answers with an object of those it has; the others are left out without a word. Records
are made by volunteers and libraries: one may have no authors, a date in any form, and a title in capitals.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from citecheck.door import Door
from citecheck.errors import BadAnswer, Refused
from citecheck.identifiers import Kind, parse_identifier
from citecheck.records import Author, Lookup, Work
from citecheck.registries.keeping import Asked, Kept, Record, ask_in_batches, split_batches
from citecheck.settings import Settings
from citecheck.store import Store
from citecheck.text.titles import strip_markup

HOST = "openlibrary.org"
FIELDS = ("title", "subtitle", "authors", "publishers", "publish_date", "identifiers")
MOST_ISBNS, LONGEST_QUERY = 50, 4000
KEY_BYTES = len("ISBN%3A9780000000000%2C")
_YEAR = re.compile(r"(?<!\d)(1[4-9]\d\d|20\d\d)(?!\d)")


class OpenLibrary:
    """Open Library, through the door and the store."""

    name = "open library"

    def __init__(self, door: Door, store: Store, settings: Settings) -> None:
        self._door = door
        self._kept = Kept(store, "open-library", settings, read_work, host=HOST)

    def look_up(self, isbns: Sequence[str]) -> dict[str, Lookup]:
        """Ask for books by ISBN, 13 digits each."""
        return self._kept.look_up(isbns, self._ask)

    def _ask(self, isbns: Sequence[str]) -> Asked:
        batches = split_batches(isbns, most=MOST_ISBNS, longest=LONGEST_QUERY, size=lambda _: KEY_BYTES)
        return ask_in_batches(list(batches), self._ask_list)

    def _ask_list(self, isbns: Sequence[str]) -> dict[str, Record | None]:
        params = {"bibkeys": ",".join(f"ISBN:{each}" for each in isbns), "format": "json", "jscmd": "data"}
        answer = self._door.get(f"https://{HOST}/api/books", params=params, keep=False)
        if answer.status != 200:
            raise Refused(f"{HOST}: refused a list ({answer.status}).", host=HOST)
        records = answer.json()
        if not isinstance(records, dict):
            raise BadAnswer(f"{HOST}: an answer that is no object.", host=HOST)
        found: dict[str, Record | None] = dict.fromkeys(isbns)
        for isbn in isbns:
            record = records.get(f"ISBN:{isbn}")
            if isinstance(record, dict) and record.get("title"):
                found[isbn] = {**{name: record[name] for name in FIELDS if name in record}, "isbn": isbn}
        return found


def read_work(record: Mapping[str, Any]) -> Work:
    """Read a record of the Books API into a work."""
    match = _YEAR.search(str(record.get("publish_date") or ""))
    year = int(match[1]) if match else None
    isbns = [str(record.get("isbn") or ""), *_isbns(record.get("identifiers"))]
    return Work(
        registry="open library",
        identifiers=tuple(("isbn", each) for each in dict.fromkeys(filter(None, isbns))),
        title=strip_markup(str(record.get("title") or "")),
        subtitle=strip_markup(str(record.get("subtitle") or "")),
        authors=tuple(_author(each) for each in _names(record.get("authors"))),
        year=year,
        years=(year,) if year else (),
        type="book",
        asked_at=str(record.get("_asked_at") or ""),
    )


def _author(name: str) -> Author:
    if "," in name:
        family, _, given = name.partition(",")
        return Author(family=family.strip(), given=given.strip())
    given, _, family = name.strip().rpartition(" ")
    return Author(family=family, given=given)


def _names(value: Any) -> list[str]:
    people = value if isinstance(value, list) else [value]
    return [str(each["name"]) for each in people if isinstance(each, Mapping) and each.get("name")]


def _isbns(value: Any) -> list[str]:
    listed = [value.get(name) for name in ("isbn_13", "isbn_10")] if isinstance(value, Mapping) else []
    written = [str(each) for values in listed if isinstance(values, list) for each in values]
    return [found.value for each in written if (found := parse_identifier(each, Kind.ISBN)) is not None]
