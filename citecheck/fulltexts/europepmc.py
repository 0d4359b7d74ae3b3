"""Europe PMC: open copies of articles in the life sciences, and of preprints, as JATS; abstracts where there is none.

A work is asked for by its DOI in quotation marks, and an answer counts only when its own DOI is the one that was asked for:
the search is a text search, and finds works that merely cite it. Full texts come from the open-access subset alone
(https://europepmc.org/RestfulWebService).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import Any
from urllib.parse import quote

from citecheck.door import Door
from citecheck.errors import AskError, BadAnswer, ExtractError
from citecheck.extract import Extracted, extract_text
from citecheck.extract.html import strip_tags
from citecheck.fulltexts.thinness import make_fulltext
from citecheck.identifiers import fold_doi
from citecheck.records import Extent, NotAsked, Reference, SourceText, Work

HOST = "www.ebi.ac.uk"
SERVICE = f"https://{HOST}/europepmc/webservices/rest"
KEPT_FOR = timedelta(days=30)
"""How old a kept text may be: articles change seldom, and are large."""
AT_ONCE = 3
"""Works asked for at once; the door's pool sets the pace."""
Record = Mapping[str, Any]


class EuropePmc:
    """Europe PMC, through the door."""

    name = "europepmc"
    asks_network = True

    def __init__(self, door: Door) -> None:
        self._door = door

    def find_texts(self, questions: Sequence[tuple[Reference, Work | None]]) -> Iterator[SourceText]:
        """Look for an open text of each work, several at once; one without a DOI is not asked for."""
        with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="citecheck-texts") as pool:
            yield from pool.map(lambda question: self._find(*question), questions)

    def _find(self, reference: Reference, work: Work | None) -> SourceText:
        key, doi = reference.key, (work.doi if work else "") or reference.doi or ""
        if not doi or '"' in doi or "\\" in doi:
            return SourceText(key=key)
        try:
            record = self._search(doi)
            if record is None:
                return SourceText(key=key, failed=f"Europe PMC does not know {doi}.")
            return self._read_open_copy(key, doi, record) or _read_abstract(key, record)
        except AskError as error:
            return SourceText(
                key=key, not_asked=NotAsked(reason=error.reason, host=error.host or HOST, message=str(error))
            )

    def _search(self, doi: str) -> Record | None:
        """Ask for a work by DOI; of several records under it, the one with an open text."""
        params = {"query": f'DOI:"{doi}"', "resultType": "core", "format": "json", "pageSize": "5"}
        answer = self._door.get(f"{SERVICE}/search", params=params)
        if answer.status != 200:
            raise BadAnswer(f"{HOST}: answered {answer.status}.", host=HOST)
        message = answer.json()
        listed = message.get("resultList") if isinstance(message, dict) else None
        results = listed.get("result") if isinstance(listed, dict) else None
        if not isinstance(results, list):
            raise BadAnswer(f"{HOST}: an answer without results.", host=HOST)
        own = [each for each in results if isinstance(each, dict) and fold_doi(str(each.get("doi") or "")) == doi]
        own.sort(key=lambda each: not _open_id(each))
        return {**own[0], "_asked_at": answer.asked_at} if own else None

    def _read_open_copy(self, key: str, doi: str, record: Record) -> SourceText | None:
        """Read the open text; None when there is none after all."""
        id = _open_id(record)
        if not id:
            return None
        url = f"{SERVICE}/{quote(id, safe='')}/fullTextXML"
        answer = self._door.get(url, accept="application/xml", kept_for=KEPT_FOR)
        if answer.status != 200:
            return None
        try:
            found = extract_text(answer.body, f"{id}.xml")
        except ExtractError as error:
            return SourceText(key=key, failed=f"Europe PMC: {error}")
        if found.format != "jats":
            return SourceText(key=key, failed=f"Europe PMC: {id} came as {found.format}, not as JATS.")
        if found.doi and found.doi != doi:
            return SourceText(key=key, failed=f"Europe PMC: {id} says that it is {found.doi}, not {doi}.")
        fulltext = make_fulltext(
            key,
            found,
            origin=f"europepmc {url}",
            version=_version(record),
            licence=found.licence or str(record.get("license") or ""),
            retrieved_at=answer.asked_at,
        )
        return SourceText(key=key, fulltext=fulltext)


def _open_id(record: Record) -> str:
    """Give the id under which an open text may be had; empty when there is none."""
    if record.get("isOpenAccess") != "Y":
        return ""
    pmcid, id = str(record.get("pmcid") or ""), str(record.get("id") or "")
    return pmcid or (id if id.startswith("PPR") else "")


def _version(record: Record) -> str:
    if record.get("source") == "PPR" or str(record.get("id") or "").startswith("PPR"):
        return "preprint"
    is_manuscript = "Y" in (record.get("epmcAuthMan"), record.get("nihAuthMan"))
    return "accepted" if is_manuscript else "published"


def _read_abstract(key: str, record: Record) -> SourceText:
    """Give the record's abstract; the record is the publisher's own, and its abstract the author's words."""
    text = strip_tags(str(record.get("abstractText") or ""))
    if not text:
        return SourceText(key=key, failed="Europe PMC has neither an open text nor an abstract.")
    found = Extracted(text=text, format="html", lang=str(record.get("language") or ""))
    id = f"{record.get('source') or 'MED'}/{record.get('id') or ''}"
    fulltext = make_fulltext(
        key,
        replace(found, extent=Extent.ABSTRACT),
        origin=f"europepmc https://europepmc.org/article/{id}",
        version=_version(record),
        retrieved_at=str(record.get("_asked_at") or ""),
    )
    return SourceText(key=key, fulltext=fulltext)
