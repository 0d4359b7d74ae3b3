"""Europe PMC: what its records say of an article's notices, and of the article that a preprint became.

Many works are asked for in one search, each by its DOI in quotation marks or by its PubMed id. The search is a text search: a
record counts only when its own identifier is the one that was asked for. (https://europepmc.org/RestfulWebService)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from citecheck.door import Door
from citecheck.errors import BadAnswer, Refused
from citecheck.identifiers import fold_doi
from citecheck.records import Lookup, Work
from citecheck.registries.comments import read_comments
from citecheck.registries.keeping import UPDATES_KEPT_FOR, Asked, Found, Kept, Record, ask_in_batches, split_batches
from citecheck.settings import Settings
from citecheck.store import Store
from citecheck.text.titles import strip_markup

HOST = "www.ebi.ac.uk"
SEARCH = f"https://{HOST}/europepmc/webservices/rest/search"
MOST_WORKS, LONGEST_QUERY = 30, 3500
"""Works a search, and bytes of its query: whole records are long, and proxies refuse long addresses."""
RECORDS_A_WORK = 3
"""Records that one DOI may have: article, preprint, and a repository's copy."""
FIELDS = ("id", "source", "pmid", "doi", "title", "pubYear", "pubTypeList", "commentCorrectionList")
PMID = "pmid:"


class EuropePmc:
    """Europe PMC's records, through the door and the store."""

    name = "europepmc"

    def __init__(self, door: Door, store: Store, settings: Settings) -> None:
        self._door = door
        self._kept = Kept(store, "europepmc", settings, read_work, host=HOST, kept_for=UPDATES_KEPT_FOR)

    def look_up(self, dois: Sequence[str]) -> dict[str, Lookup]:
        """Ask for articles by DOI."""
        return self._kept.look_up(dois, self._ask)

    def look_up_pmids(self, pmids: Sequence[str]) -> dict[str, Lookup]:
        """Ask for articles by PubMed id."""
        found = self._kept.look_up([f"{PMID}{each}" for each in pmids], self._ask)
        return {key.removeprefix(PMID): each for key, each in found.items()}

    def _ask(self, keys: Sequence[str]) -> Asked:
        good = [each for each in keys if _is_askable(each)]
        batches = split_batches(
            good, most=MOST_WORKS, longest=LONGEST_QUERY, size=lambda key: len(quote(_term(key), safe="")) + 4
        )
        return dict.fromkeys(keys) | ask_in_batches(list(batches), self._ask_batch)

    def _ask_batch(self, keys: Sequence[str]) -> dict[str, Found | None]:
        rows = RECORDS_A_WORK * len(keys)
        params = {
            "query": " OR ".join(map(_term, keys)),
            "resultType": "core",
            "format": "json",
            "pageSize": str(rows),
        }
        answer = self._door.get(SEARCH, params=params, keep=False)
        if answer.status in (400, 414):
            raise Refused(f"{HOST}: refused a search ({answer.status}).", host=HOST)
        message = answer.json() if answer.status == 200 else None
        listed = message.get("resultList") if isinstance(message, dict) else None
        results = listed.get("result") if isinstance(listed, dict) else None
        if not isinstance(results, list):
            raise BadAnswer(f"{HOST}: answered {answer.status}, without results.", host=HOST)
        if len(results) >= rows and len(keys) > 1:
            raise Refused(f"{HOST}: more results than one page holds.", host=HOST)
        found: dict[str, Found | None] = dict.fromkeys(keys)
        for each in results:
            for key in _keys_of(each) if isinstance(each, dict) else ():
                if key in found:
                    earlier = found[key]
                    found[key] = [*(earlier if isinstance(earlier, list) else ()), trim(each)]
        return found


def read_work(record: Mapping[str, Any]) -> Work:
    """Read a `core` record into a work: who it is, and what its notices say."""
    doi = fold_doi(str(record.get("doi") or ""))
    pmid = str(record.get("pmid") or "")
    listed = _map(record.get("commentCorrectionList")).get("commentCorrection")
    ties = [(str(each.get("type") or ""), str(each.get("reference") or "")) for each in _maps(listed)]
    types = _map(record.get("pubTypeList")).get("pubType")
    types = [str(each) for each in types] if isinstance(types, list) else [str(types)] if types else []
    own, announced = read_comments(ties, types, work=doi, source="europepmc")
    written = str(record.get("pubYear") or "")
    year = int(written) if written.isdigit() else None
    return Work(
        registry="europepmc",
        doi=doi,
        identifiers=(("pmid", pmid),) if pmid else (),
        title=strip_markup(str(record.get("title") or "")),
        year=year,
        years=(year,) if year else (),
        updates=own,
        notice_of=announced,
        asked_at=str(record.get("_asked_at") or ""),
    )


def trim(record: Mapping[str, Any]) -> Record:
    """Keep what a work is read from; comments, which make up most ties, are left out."""
    kept = {name: record[name] for name in FIELDS if name in record}
    ties = _maps(_map(record.get("commentCorrectionList")).get("commentCorrection"))
    told = [each for each in ties if not str(each.get("type") or "").startswith("Comment")]
    kept["commentCorrectionList"] = {"commentCorrection": told}
    return kept


def _is_askable(key: str) -> bool:
    if key.startswith(PMID):
        return key.removeprefix(PMID).isdecimal()
    return '"' not in key and "\\" not in key


def _term(key: str) -> str:
    return f"(EXT_ID:{key.removeprefix(PMID)} AND SRC:MED)" if key.startswith(PMID) else f'DOI:"{key}"'


def _keys_of(record: Mapping[str, Any]) -> list[str]:
    return [fold_doi(str(record.get("doi") or "")), f"{PMID}{record.get('pmid') or ''}"]


def _map(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _maps(value: Any) -> list[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []
