"""What a citing author knows of a work: read from records in the registries' own shape."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from citecheck.records import Work
from citecheck.registries import crossref_record, datacite
from citecheck.text.titles import strip_markup

WORKS = Path(__file__).parents[3] / "fixtures" / "works"
NO_WORK = frozenset(
    "journal journal-issue journal-volume component peer-review proceedings other standard reference-entry".split()
)
"""Types that nobody cites, or cites by other means than a title."""
MOST_NAME_WORDS = 4
"""Words of a creator's name, written without comma, that may be a person's."""
SHORTEST_TITLE = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """A work as someone who cites it would copy it down."""

    doi: str
    type: str
    title: str
    """Without its subtitle and without markup."""
    subtitle: str = ""
    marked: str = ""
    """The title with the registry's own markup."""
    other_title: str = ""
    """The title in another language."""
    people: tuple[tuple[str, str], ...] = ()
    """(family, given); an organisation has an empty given name and stands in `organisations` too."""
    organisations: frozenset[str] = frozenset()
    year: int | None = None
    container: str = ""
    short: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    publisher: str = ""
    is_searched: bool = True
    """Do the registries that are searched by words have it? DataCite's works stand in OpenAlex alone, by exact title."""
    others: frozenset[str] = frozenset()
    """DOIs that are the same work: versions, preprint and article."""

    @property
    def whole_title(self) -> str:
        """Title and subtitle."""
        return f"{self.title}: {self.subtitle}" if self.subtitle else self.title

    @property
    def is_telling(self) -> bool:
        """Can the work be told from all others by title and people?"""
        return len(self.title) >= SHORTEST_TITLE and bool(self.people) and self.year is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """Everything that the stand-in registries hold, and the works that references are made of."""

    crossref: tuple[Mapping[str, Any], ...]
    datacite: tuple[Mapping[str, Any], ...]
    works: tuple[Facts, ...]


def read_shelf(folder: Path = WORKS) -> Shelf:
    """Read the fixtures, and put beside the works what leads a search astray."""
    records = [*_read(folder / "crossref.json"), *_read(folder / "invented.json")]
    agency = _read(folder / "datacite.json")
    works = [read_facts(each) for each in records if each.get("type") not in NO_WORK]
    works += [read_datacite(each) for each in agency]
    chosen = tuple(each for each in works if each.title and each.year)
    return Shelf(crossref=(*records, *_astray(records)), datacite=tuple(agency), works=chosen)


def read_facts(record: Mapping[str, Any]) -> Facts:
    """Read a Crossref record."""
    work = crossref_record.read_work(record)
    short = next(iter(record.get("short-container-title") or ()), "")
    marked = next(iter(record.get("title") or ()), "")
    return _facts(work, short=str(short), marked=str(marked), publisher=str(record.get("publisher") or ""))


def read_datacite(record: Mapping[str, Any]) -> Facts:
    """Read a DataCite record."""
    work = datacite.read_work(datacite.trim(record))
    found = _facts(work, short="", marked=work.title, publisher=work.container)
    names = [str(each.get("name") or "") for each in record["attributes"].get("creators") or ()]
    together = frozenset(each for each in names if "," not in each and len(each.split()) > MOST_NAME_WORDS)
    people = zip(names, found.people, strict=False)
    return replace(
        found,
        people=tuple((name, "") if name in together else each for name, each in people),
        organisations=found.organisations | together,
    )


def _facts(work: Work, *, short: str, marked: str, publisher: str) -> Facts:
    return Facts(
        doi=work.doi,
        type=work.type,
        title=strip_markup(work.title),
        subtitle=strip_markup(work.subtitle),
        marked=marked,
        other_title=next(iter(work.other_titles), ""),
        people=tuple((each.family, "" if each.organisation else each.given) for each in work.authors),
        organisations=frozenset(each.family for each in work.authors if each.organisation),
        year=work.year,
        container=strip_markup(work.container),
        short=strip_markup(short),
        volume=work.volume,
        issue=work.issue,
        pages=work.pages,
        publisher=publisher,
        is_searched=work.registry == "crossref",
        others=frozenset(doi for _, doi in work.relations),
    )


def _astray(records: Iterable[Mapping[str, Any]]) -> Iterable[Mapping[str, Any]]:
    """Give notices, replies, reviews, and works of others under the same title, for works in turn."""
    for number, each in enumerate(each for each in records if each.get("title") and each.get("author")):
        title, people = each["title"][0], list(each["author"])
        doi = f"10.1234/astray.{number}"
        year = {"date-parts": [[(crossref_record.read_work(each).year or 2000) + 1]]}
        same = {name: each[name] for name in ("container-title", "volume") if name in each}
        base = {"DOI": doi, "type": "journal-article", "issued": year, **same}
        match number % 6:
            case 0:
                yield {**base, "title": [f"Correction to: {title}"], "author": people}
            case 1:
                yield {**base, "title": [f"Reply to “{title}”"], "author": [{"family": "Quist", "given": "Ove"}]}
            case 2:
                yield {**base, "title": [f"Review of: {title}"], "author": [{"family": "Marlow", "given": "Jo"}]}
            case 3:
                later = {"date-parts": [[1985]]}
                yield {**base, "title": [title], "author": [{"family": "Zeller", "given": "Uta"}], "issued": later}
            case 4:
                yield {**base, "title": [f"Comment on “{title}”"], "author": [{"family": "Quist", "given": "Ove"}]}
            case _:
                yield {**base, "title": [f"Retraction: {title}"], "author": people[:1]}


def _read(path: Path) -> list[Mapping[str, Any]]:
    records: list[Mapping[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return records
