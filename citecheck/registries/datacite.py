"""DataCite: arXiv, Zenodo, Dryad, figshare, OSF and other DOIs, in lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from citecheck.door import Door
from citecheck.errors import BadAnswer, Refused
from citecheck.identifiers import fold_doi
from citecheck.records import Author, Lookup, Work
from citecheck.registries.keeping import Asked, Kept, Record, ask_in_batches, split_batches
from citecheck.settings import Settings
from citecheck.store import Store
from citecheck.text.titles import strip_markup

HOST = "api.datacite.org"
FIELDS = ("doi", "titles", "creators", "publisher", "container", "publicationYear", "types", "relatedIdentifiers")
MOST_DOIS, LONGEST_QUERY = 100, 4000
RELATIONS = {
    "IsPreviousVersionOf": "is-previous-version-of",
    "IsNewVersionOf": "is-new-version-of",
    "IsVersionOf": "is-version-of",
    "HasVersion": "has-version",
    "IsPreprintOf": "is-preprint-of",
    "IsObsoletedBy": "is-replaced-by",
    "Obsoletes": "replaces",
}


class DataCite:
    """DataCite, through the door and the store."""

    name = "datacite"

    def __init__(self, door: Door, store: Store, settings: Settings) -> None:
        self._door = door
        self._kept = Kept(store, "datacite", settings, read_work, host=HOST)

    def look_up(self, dois: Sequence[str]) -> dict[str, Lookup]:
        """Ask for works by DOI."""
        return self._kept.look_up(dois, self._ask)

    def _ask(self, dois: Sequence[str]) -> Asked:
        single = [[each] for each in dois if "," in each]
        listed = [each for each in dois if "," not in each]
        batches = split_batches(
            listed, most=MOST_DOIS, longest=LONGEST_QUERY, size=lambda doi: len(quote(doi, safe="")) + 3
        )
        return ask_in_batches(single, self._ask_single) | ask_in_batches(list(batches), self._ask_list)

    def _ask_single(self, dois: Sequence[str]) -> dict[str, Record | None]:
        (doi,) = dois
        answer = self._door.get(f"https://{HOST}/dois/{quote(doi, safe='')}", keep=False)
        if answer.status == 404:
            return {doi: None}
        data = answer.json() if answer.status == 200 else None
        record = data.get("data") if isinstance(data, dict) else None
        if not isinstance(record, dict):
            raise BadAnswer(f"{HOST}: answered {answer.status}.", host=HOST)
        return {doi: trim(record)}

    def _ask_list(self, dois: Sequence[str]) -> dict[str, Record | None]:
        params = {"ids": ",".join(dois), "page[size]": str(len(dois))}
        answer = self._door.get(f"https://{HOST}/dois", params=params, keep=False)
        if answer.status != 200:
            raise Refused(f"{HOST}: refused a list ({answer.status}).", host=HOST)
        data = answer.json()
        records = data.get("data") if isinstance(data, dict) else None
        if not isinstance(records, list):
            raise BadAnswer(f"{HOST}: a list without data.", host=HOST)
        found: dict[str, Record | None] = dict.fromkeys(dois)
        for each in records:
            record = trim(each) if isinstance(each, dict) else {}
            doi = fold_doi(str(record.get("doi") or ""))
            if doi in found:
                found[doi] = record
        return found


def trim(record: Mapping[str, Any]) -> Record:
    """Keep what a work is read from."""
    attributes = _map(record.get("attributes"))
    kept = {name: attributes[name] for name in FIELDS if name in attributes}
    kept.setdefault("doi", record.get("id"))
    return kept


def read_work(record: Mapping[str, Any]) -> Work:
    """Read a DataCite record's attributes into a work."""
    titles = [strip_markup(str(each.get("title") or "")) for each in _maps(record.get("titles"))]
    titles = [each for each in titles if each]
    written = str(record.get("publicationYear") or "")
    year = int(written) if written.isdigit() else None
    container, publisher = _map(record.get("container")), record.get("publisher")
    publisher = _map(publisher).get("name") if isinstance(publisher, Mapping) else publisher
    related = [
        (RELATIONS[str(each.get("relationType"))], fold_doi(str(each.get("relatedIdentifier") or "")))
        for each in _maps(record.get("relatedIdentifiers"))
        if str(each.get("relationType")) in RELATIONS and each.get("relatedIdentifierType") == "DOI"
    ]
    return Work(
        registry="datacite",
        doi=fold_doi(str(record.get("doi") or "")),
        title=titles[0] if titles else "",
        other_titles=tuple(titles[1:]),
        authors=tuple(
            _author(each) for each in _maps(record.get("creators")) if each.get("name") or each.get("familyName")
        ),
        year=year,
        years=(year,) if year else (),
        container=str(container.get("title") or publisher or ""),
        volume=str(container.get("volume") or ""),
        issue=str(container.get("issue") or ""),
        pages=str(container.get("firstPage") or ""),
        type=str(_map(record.get("types")).get("resourceTypeGeneral") or ""),
        relations=tuple(related),
        asked_at=str(record.get("_asked_at") or ""),
    )


def _author(creator: Mapping[str, Any]) -> Author:
    name = str(creator.get("name") or "")
    if creator.get("familyName"):
        return Author(family=str(creator["familyName"]), given=str(creator.get("givenName") or ""))
    if creator.get("nameType") == "Organizational":
        return Author(family=name, organisation=True)
    if "," in name:
        family, _, given = name.partition(",")
        return Author(family=family.strip(), given=given.strip())
    given, _, family = name.rpartition(" ")
    return Author(family=family, given=given)


def _map(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _maps(value: Any) -> list[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []
