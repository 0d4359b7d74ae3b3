"""OpenAlex: works by DOI or PMID in lists, and search by exact title. pyalex writes the questions, the door sends them.

Its `is_retracted` is a hint that asks for confirmation: it is true of notices and of reinstated papers too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from citecheck.door import Door
from citecheck.errors import BadAnswer, Refused
from citecheck.identifiers import fold_doi
from citecheck.records import Author, Lookup, Reference, Work
from citecheck.registries.keeping import Asked, Found, Kept, Record, ask_in_batches, split_batches
from citecheck.settings import Settings
from citecheck.store import Store
from citecheck.text.titles import strip_markup

HOST = "api.openalex.org"
FIELDS = (
    "id",
    "doi",
    "ids",
    "title",
    "publication_year",
    "authorships",
    "biblio",
    "primary_location",
    "type",
    "is_retracted",
)
MOST_VALUES, LONGEST_QUERY = 100, 7000
"""Values a filter, and bytes of a request line; OpenAlex refuses more than 100 and 8,190."""
FREE_SINGLES = 2
"""Up to so many works are asked for singly, which costs no credits."""
CANDIDATES = 5


class OpenAlex:
    """OpenAlex, through the door and the store."""

    name = "openalex"

    def __init__(self, door: Door, store: Store, settings: Settings) -> None:
        self._door = door
        self._kept = Kept(store, "openalex", settings, read_work, host=HOST)
        self._searches = Kept(store, "openalex-search", settings, read_work, host=HOST)

    def look_up(self, dois: Sequence[str]) -> dict[str, Lookup]:
        """Ask for works by DOI."""
        return self._kept.look_up(dois, self._ask_dois)

    def look_up_pmids(self, pmids: Sequence[str]) -> dict[str, Lookup]:
        """Ask for works by PubMed id."""
        keys = {f"pmid:{each}": each for each in pmids}
        found = self._kept.look_up(list(keys), self._ask_pmids)
        return {keys[key]: lookup for key, lookup in found.items()}

    def search(self, reference: Reference) -> Lookup:
        """Search for works of exactly this title."""
        title = " ".join(re.sub(r"[,|\"!:&?*~()\[\]]+", " ", strip_markup(reference.title)).split())
        if len(title) < 8:
            return Lookup()
        return self._searches.look_up([title], lambda keys: ask_in_batches([keys], self._ask_title))[title]

    def _ask_dois(self, dois: Sequence[str]) -> Asked:
        single = [each for each in dois if "," in each or "|" in each or len(dois) <= FREE_SINGLES]
        listed = [each for each in dois if each not in set(single)]
        batches = list(
            split_batches(
                listed, most=MOST_VALUES, longest=LONGEST_QUERY, size=lambda doi: len(quote(doi, safe="")) + 1
            )
        )
        return ask_in_batches([[each] for each in single], self._ask_single) | ask_in_batches(batches, self._ask_list)

    def _ask_single(self, dois: Sequence[str]) -> dict[str, Record | None]:
        (doi,) = dois
        answer = self._door.get(f"https://{HOST}/works/doi:{quote(doi, safe='')}", keep=False)
        if answer.status == 404:
            return {doi: None}
        if answer.status != 200:
            raise BadAnswer(f"{HOST}: answered {answer.status}.", host=HOST)
        record = answer.json()
        return {doi: trim(record) if isinstance(record, dict) else None}

    def _ask_list(self, dois: Sequence[str]) -> dict[str, Record | None]:
        from pyalex import Works

        records = self._get_list(Works().filter_or(doi=list(dois)).select(list(FIELDS)).url, len(dois))
        found: dict[str, Record | None] = dict.fromkeys(dois)
        for each in records:  # one DOI may match two merged works: a flag on either is worth a look
            doi = fold_doi(str(each.get("doi") or ""))
            earlier = found.get(doi)
            if doi in found and (earlier is None or each.get("is_retracted")):
                found[doi] = trim(each)
        return found

    def _ask_pmids(self, keys: Sequence[str]) -> Asked:
        return ask_in_batches(
            list(split_batches(keys, most=MOST_VALUES, longest=LONGEST_QUERY, size=len)), self._ask_pmid_list
        )

    def _ask_pmid_list(self, keys: Sequence[str]) -> dict[str, Record | None]:
        from pyalex import Works

        pmids = [each.partition(":")[2] for each in keys]
        records = self._get_list(Works().filter_or(pmid=pmids).select(list(FIELDS)).url, len(pmids))
        found: dict[str, Record | None] = dict.fromkeys(keys)
        for each in records:
            pmid = str(_map(each.get("ids")).get("pmid") or "").rstrip("/").rpartition("/")[2]
            if f"pmid:{pmid}" in found:
                found[f"pmid:{pmid}"] = trim(each)
        return found

    def _ask_title(self, titles: Sequence[str]) -> dict[str, Found | None]:
        from pyalex import Works

        (title,) = titles
        url = Works().search_filter(title=f'"{title}"').select(list(FIELDS)).url
        return {title: [trim(each) for each in self._get_list(url, CANDIDATES)]}

    def _get_list(self, url: str, count: int) -> list[dict[str, Any]]:
        answer = self._door.get(url, params={"per_page": str(max(count, 1))}, keep=False)
        if answer.status != 200:
            raise Refused(f"{HOST}: refused a list ({answer.status}).", host=HOST)
        data = answer.json()
        results = data.get("results") if isinstance(data, dict) else None
        if not isinstance(results, list):
            raise BadAnswer(f"{HOST}: a list without results.", host=HOST)
        return [each for each in results if isinstance(each, dict)]


def read_work(record: Mapping[str, Any]) -> Work:
    """Read an OpenAlex record into a work."""
    biblio = _map(record.get("biblio"))
    source = _map(_map(record.get("primary_location")).get("source"))
    pages = "-".join(str(biblio[name]) for name in ("first_page", "last_page") if biblio.get(name))
    pmid = str(_map(record.get("ids")).get("pmid") or "").rstrip("/").rpartition("/")[2]
    year = record.get("publication_year")
    year = year if isinstance(year, int) else None
    return Work(
        registry="openalex",
        doi=fold_doi(str(record.get("doi") or "")),
        identifiers=(
            ("openalex", str(record.get("id") or "").rpartition("/")[2]),
            *((("pmid", pmid),) if pmid else ()),
        ),
        title=strip_markup(str(record.get("title") or "")),
        authors=_authors(record.get("authorships")),
        year=year,
        years=(year,) if year else (),
        container=str(source.get("display_name") or ""),
        volume=str(biblio.get("volume") or ""),
        issue=str(biblio.get("issue") or ""),
        pages=pages,
        type=str(record.get("type") or ""),
        retracted_hint=record.get("is_retracted") is True,
        asked_at=str(record.get("_asked_at") or ""),
    )


def trim(record: Mapping[str, Any]) -> Record:
    """Keep what a work is read from."""
    kept = {name: record[name] for name in FIELDS if name in record}
    authorships = kept.get("authorships")
    if isinstance(authorships, list):
        kept["authorships"] = [
            {"author": {"display_name": _map(_map(each).get("author")).get("display_name")}} for each in authorships
        ]
    location = _map(kept.get("primary_location"))
    kept["primary_location"] = {"source": {"display_name": _map(location.get("source")).get("display_name")}}
    return kept


def _authors(value: Any) -> tuple[Author, ...]:
    found = []
    for each in value if isinstance(value, list) else ():
        name = str(_map(_map(each).get("author")).get("display_name") or "").strip()
        if name:
            given, _, family = name.rpartition(" ")
            found.append(Author(family=family, given=given))
    return tuple(found)


def _map(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
