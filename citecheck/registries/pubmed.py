"""PubMed: what its records say of a paper's notices, by PubMed id, two hundred a request, or by DOI.

E-utilities answer by PubMed id only, so a DOI is first searched for; the search keeps no order and splits DOIs at their
punctuation, so a record counts only when its own DOI is the one that was asked for. Three requests a second, ten with a key.
(`https://www.ncbi.nlm.nih.gov/books/NBK25499/`)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from citecheck.door import Door
from citecheck.errors import BadAnswer, Refused
from citecheck.identifiers import fold_doi
from citecheck.records import Lookup, NotAsked, Work
from citecheck.registries.comments import read_comments
from citecheck.registries.keeping import UPDATES_KEPT_FOR, Asked, Kept, Record, ask_in_batches, split_batches
from citecheck.settings import Settings
from citecheck.store import Store
from citecheck.text.titles import strip_markup

HOST = "eutils.ncbi.nlm.nih.gov"
UTILITIES = f"https://{HOST}/entrez/eutils"
MOST_IDS = 200
"""Ids a request, which E-utilities ask callers to keep to when the request is a GET."""
MOST_DOIS, LONGEST_QUERY = 40, 3500
"""DOIs a search, and bytes of its term."""
FIELDS = ("uid", "title", "pubtype", "articleids", "references", "pubdate")


class PubMed:
    """PubMed, through the door and the store."""

    name = "pubmed"

    def __init__(self, door: Door, store: Store, settings: Settings) -> None:
        self._door = door
        self._by_pmid = Kept(store, "pubmed", settings, read_work, host=HOST, kept_for=UPDATES_KEPT_FOR)
        self._by_doi = Kept(store, "pubmed-doi", settings, read_work, host=HOST, kept_for=UPDATES_KEPT_FOR)

    def look_up(self, dois: Sequence[str]) -> dict[str, Lookup]:
        """Ask for papers by DOI."""
        return self._by_doi.look_up(dois, self._ask_dois)

    def look_up_pmids(self, pmids: Sequence[str]) -> dict[str, Lookup]:
        """Ask for papers by PubMed id."""
        return self._by_pmid.look_up(pmids, self._ask_pmids)

    def _ask_pmids(self, pmids: Sequence[str]) -> Asked:
        good = [each for each in pmids if each.isdecimal()]
        batches = [good[at : at + MOST_IDS] for at in range(0, len(good), MOST_IDS)]
        return dict.fromkeys(pmids) | (ask_in_batches(batches, self._ask_summaries) if batches else {})

    def _ask_summaries(self, pmids: Sequence[str]) -> dict[str, Record | None]:
        params = {"db": "pubmed", "id": ",".join(pmids), "retmode": "json"}
        answer = self._door.get(f"{UTILITIES}/esummary.fcgi", params=params, keep=False)
        result = _message(answer.json() if answer.status == 200 else None, "result", answer.status)
        found: dict[str, Record | None] = {}
        for each in pmids:
            record = result.get(each)
            known = isinstance(record, dict) and "error" not in record
            found[each] = trim(record) if known and isinstance(record, dict) else None
        return found

    def _ask_dois(self, dois: Sequence[str]) -> Asked:
        """Search for the ids of all DOIs, then ask for the papers of all ids; a DOI is absent only when all of it answered."""
        searchable = [each for each in dois if '"' not in each]
        batches = list(split_batches(searchable, most=MOST_DOIS, longest=LONGEST_QUERY, size=lambda doi: len(doi) + 14))
        searched = ask_in_batches(batches, self._ask_search) if batches else {}
        ids = {doi: each["ids"] for doi, each in searched.items() if isinstance(each, dict)}
        papers = self._ask_pmids(list(dict.fromkeys(id for each in ids.values() for id in each)))
        by_doi = {_doi_of(each): each for each in papers.values() if isinstance(each, dict)}
        found: Asked = dict.fromkeys(dois)
        for doi, each in searched.items():
            gaps = [gap for id in ids.get(doi, ()) if isinstance(gap := papers.get(id), NotAsked)]
            found[doi] = by_doi.get(doi) or (each if isinstance(each, NotAsked) else gaps[0] if gaps else None)
        return found

    def _ask_search(self, dois: Sequence[str]) -> dict[str, Record | None]:
        """Give for each DOI the ids that the search for all of them found."""
        term = " OR ".join(f'"{each}"[doi]' for each in dois)
        params = {"db": "pubmed", "term": term, "retmode": "json", "retmax": str(MOST_IDS)}
        answer = self._door.get(f"{UTILITIES}/esearch.fcgi", params=params, keep=False)
        if answer.status in (400, 414):
            raise Refused(f"{HOST}: refused a search ({answer.status}).", host=HOST)
        result = _message(answer.json() if answer.status == 200 else None, "esearchresult", answer.status)
        ids = result.get("idlist")
        if not isinstance(ids, list):
            raise BadAnswer(f"{HOST}: a search without ids.", host=HOST)
        count = str(result.get("count") or "0")
        if not count.isdecimal() or int(count) > MOST_IDS:  # a phrase that PubMed took for words: ids may be missing
            raise Refused(f"{HOST}: more papers found than one answer holds.", host=HOST)
        return {doi: {"ids": [str(each) for each in ids]} for doi in dois}


def read_work(record: Mapping[str, Any]) -> Work:
    """Read a record of `esummary` into a work: who it is, and what its notices say."""
    doi = _doi_of(record)
    pmid = str(record.get("uid") or "")
    ties = [
        (str(each.get("reftype") or ""), str(each.get("refsource") or "")) for each in _maps(record.get("references"))
    ]
    types = record.get("pubtype")
    own, announced = read_comments(
        ties, [str(each) for each in types] if isinstance(types, list) else (), work=doi, source="pubmed"
    )
    written = str(record.get("pubdate") or "")[:4]
    year = int(written) if written.isdigit() else None
    return Work(
        registry="pubmed",
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
    kept["articleids"] = [each for each in _maps(record.get("articleids")) if each.get("idtype") == "doi"]
    ties = _maps(record.get("references"))
    kept["references"] = [each for each in ties if not str(each.get("reftype") or "").startswith("Comment")]
    return kept


def _doi_of(record: Mapping[str, Any]) -> str:
    ids = [each for each in _maps(record.get("articleids")) if each.get("idtype") == "doi"]
    return fold_doi(str(ids[0].get("value") or "")) if ids else ""


def _message(answer: Any, name: str, status: int) -> Mapping[str, Any]:
    message = answer.get(name) if isinstance(answer, dict) else None
    if not isinstance(message, dict):
        raise BadAnswer(f"{HOST}: answered {status}, without what was asked.", host=HOST)
    return message


def _maps(value: Any) -> list[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []
