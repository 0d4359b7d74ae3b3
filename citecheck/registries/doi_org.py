"""doi.org: which agency a DOI is registered with, or that it does not exist; and the metadata of the smaller agencies.

*Not at Crossref* is not *does not exist*: a dozen agencies register DOIs. `https://doi.org/doiRA/` tells them apart, many DOIs a
request; content negotiation fetches what mEDRA, JaLC, KISTI, CNKI or the Publications Office know, as CSL JSON.
"""

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

HOST = "doi.org"
MOST_DOIS, LONGEST_QUERY = 50, 4000
CSL = "application/vnd.citationstyles.csl+json"
NO_AGENCY = "none"
"""The agency of a DOI that does not exist."""
DOES_NOT_EXIST = ("does not exist", "invalid doi")


class DoiOrg:
    """doi.org, through the door and the store."""

    name = "doi.org"

    def __init__(self, door: Door, store: Store, settings: Settings) -> None:
        self._door = door
        self._agencies = Kept(store, "doi-agency", settings, _read_agency, host=HOST)
        self._kept = Kept(store, "doi-csl", settings, read_work, host=HOST)

    def find_agencies(self, dois: Sequence[str]) -> dict[str, Lookup]:
        """Ask which agency each DOI is registered with; `Lookup.agency` is its name, or `none`."""
        found = self._agencies.look_up(dois, self._ask_agencies)
        return {
            doi: Lookup(
                agency=each.works[0].type if each.works else "", not_asked=each.not_asked, asked_at=each.asked_at
            )
            for doi, each in found.items()
        }

    def look_up(self, dois: Sequence[str]) -> dict[str, Lookup]:
        """Ask for works by content negotiation, one request each."""
        return self._kept.look_up(dois, lambda keys: ask_in_batches([[each] for each in keys], self._ask_csl))

    def _ask_agencies(self, dois: Sequence[str]) -> Asked:
        single = [[each] for each in dois if "," in each]
        listed = [each for each in dois if "," not in each]
        batches = split_batches(
            listed, most=MOST_DOIS, longest=LONGEST_QUERY, size=lambda doi: len(quote(doi, safe="")) + 1
        )
        return ask_in_batches([*single, *batches], self._ask_agency_list)

    def _ask_agency_list(self, dois: Sequence[str]) -> dict[str, Record | None]:
        path = ",".join(quote(each, safe="/") for each in dois)
        answer = self._door.get(f"https://{HOST}/doiRA/{path}", keep=False)
        if answer.status != 200:
            raise Refused(f"{HOST}: refused ({answer.status}).", host=HOST)
        entries = answer.json()
        if not isinstance(entries, list) or not all(isinstance(each, dict) for each in entries):
            raise BadAnswer(f"{HOST}: an answer that is no list.", host=HOST)
        if len(dois) == 1 and entries:
            return {dois[0]: _agency(entries[0])}
        by_doi = {fold_doi(str(each.get("DOI", ""))): _agency(each) for each in entries}
        missing = [each for each in dois if each not in by_doi]
        if missing:
            raise BadAnswer(f"{HOST}: no word about {len(missing)} of {len(dois)} DOIs.", host=HOST)
        return {doi: by_doi[doi] for doi in dois}

    def _ask_csl(self, dois: Sequence[str]) -> dict[str, Record | None]:
        (doi,) = dois
        answer = self._door.get(f"https://{HOST}/{quote(doi, safe='')}", accept=CSL)
        if answer.status in (404, 410):
            return {doi: None}
        if answer.status != 200:
            raise BadAnswer(f"{HOST}: answered {answer.status}.", host=HOST)
        record = answer.json()
        if not isinstance(record, dict):
            raise BadAnswer(f"{HOST}: an answer that is no record.", host=HOST)
        return {doi: {**{name: record[name] for name in _CSL_FIELDS if name in record}, "DOI": _own_doi(record, doi)}}


def _own_doi(record: Mapping[str, Any], asked: str) -> str:
    """Give the DOI that was asked for, or what a short one stands for."""
    return str(record.get("DOI") or asked) if asked.startswith("10/") else asked


_CSL_FIELDS = ("type", "title", "author", "issued", "container-title", "volume", "issue", "page", "publisher")


def _agency(entry: Mapping[str, Any]) -> Record:
    status = str(entry.get("status") or "")
    if any(each in status.casefold() for each in DOES_NOT_EXIST):
        return {"agency": NO_AGENCY}
    return {"agency": str(entry.get("RA") or "")}


def _read_agency(record: Mapping[str, Any]) -> Work:
    return Work(registry="doi.org", type=str(record.get("agency") or ""))


def read_work(record: Mapping[str, Any]) -> Work:
    """Read CSL JSON, as agencies write it, into a work."""
    year = _year(record.get("issued"))
    return Work(
        registry="doi.org",
        doi=fold_doi(str(record.get("DOI") or "")),
        title=_first(record.get("title")),
        authors=_authors(record.get("author")),
        year=year,
        years=(year,) if year else (),
        container=_first(record.get("container-title")) or _first(record.get("publisher")),
        volume=str(record.get("volume") or ""),
        issue=str(record.get("issue") or ""),
        pages=str(record.get("page") or ""),
        type=str(record.get("type") or ""),
        asked_at=str(record.get("_asked_at") or ""),
    )


def _authors(value: Any) -> tuple[Author, ...]:
    found = []
    for each in value if isinstance(value, list) else ():
        if isinstance(each, Mapping):
            family, name = str(each.get("family") or ""), str(each.get("literal") or each.get("name") or "")
            if family or name:
                found.append(Author(family=family or name, given=str(each.get("given") or ""), organisation=not family))
    return tuple(found)


def _first(value: Any) -> str:
    value = value[0] if isinstance(value, list) and value else value
    return strip_markup(value) if isinstance(value, str) else ""


def _year(value: Any) -> int | None:
    try:
        return int(value["date-parts"][0][0])
    except (TypeError, KeyError, IndexError, ValueError):
        return None
