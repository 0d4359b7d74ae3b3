"""arXiv: whether a preprint was withdrawn, and which article it became, many ids a request.

DataCite, where arXiv registers its DOIs, says neither. A withdrawal stands only in what the authors or administrators wrote as
comment or in place of the abstract; the published article's DOI in `arxiv:doi`. Answers keep no order and leave out what is not
there. Three seconds between requests, as arXiv asks. (https://info.arxiv.org/help/api/user-manual.html)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from citecheck.door import Door
from citecheck.errors import BadAnswer, ExtractError, Refused
from citecheck.identifiers import fold_doi
from citecheck.records import Lookup, Update, Work
from citecheck.registries.keeping import UPDATES_KEPT_FOR, Asked, Kept, Record, ask_in_batches
from citecheck.settings import Settings
from citecheck.store import Store

HOST = "export.arxiv.org"
QUERY = f"https://{HOST}/api/query"
MOST_IDS = 100
PREFIX = "10.48550/arxiv."
ID = re.compile(r"(?:[a-z-]+(?:\.[a-z]{2})?/\d{7}|\d{4}\.\d{4,5})")
WITHDRAWN = re.compile(
    r"\[?withdrawn\b(?!\s+(?:from|before|after)\s+(?!arxiv))"
    r"|\W?(?:(?:this|the|our)\s+)?(?:paper|article|submission|manuscript|work|preprint|note|version|draft|it)"
    r"\s+(?:(?:has|have)\s+been|had\s+to\s+be|is|was|being)?\s*(?:\w+ly\s+|now\s+)?withdrawn\b"
    r"(?!\s+from\s+(?!arxiv|the\s+arxiv))",
    re.IGNORECASE,
)
"""How a comment, or what stands in place of an abstract, begins when the preprint was withdrawn. That something else was
withdrawn, or the paper from a conference, does not count."""


class Arxiv:
    """arXiv, through the door and the store."""

    name = "arxiv"

    def __init__(self, door: Door, store: Store, settings: Settings) -> None:
        self._door = door
        self._kept = Kept(store, "arxiv", settings, read_work, host=HOST, kept_for=UPDATES_KEPT_FOR)

    def look_up(self, dois: Sequence[str]) -> dict[str, Lookup]:
        """Ask for preprints by the DOIs that arXiv registers."""
        return self._kept.look_up([each for each in dois if is_arxiv(each)], self._ask)

    def _ask(self, dois: Sequence[str]) -> Asked:
        good = [each for each in dois if ID.fullmatch(each.removeprefix(PREFIX))]
        batches = [good[at : at + MOST_IDS] for at in range(0, len(good), MOST_IDS)]
        return dict.fromkeys(dois) | (ask_in_batches(batches, self._ask_batch) if batches else {})

    def _ask_batch(self, dois: Sequence[str]) -> dict[str, Record | None]:
        ids = ",".join(each.removeprefix(PREFIX) for each in dois)
        params = {"id_list": ids, "max_results": str(len(dois))}
        answer = self._door.get(QUERY, params=params, accept="application/atom+xml", keep=False)
        if answer.status in (400, 414):
            raise Refused(f"{HOST}: refused a list ({answer.status}).", host=HOST)
        if answer.status != 200:
            raise BadAnswer(f"{HOST}: answered {answer.status}.", host=HOST)
        found: dict[str, Record | None] = dict.fromkeys(dois)
        for each in read_feed(answer.body):
            if each["doi"] in found:
                found[each["doi"]] = each
        return found


def is_arxiv(doi: str) -> bool:
    """Is it a DOI that arXiv registers?"""
    return doi.startswith(PREFIX)


def read_feed(body: bytes) -> list[Record]:
    """Read an Atom feed of arXiv's into records.

    Raises:
        BadAnswer: it is none.
    """
    from citecheck.extract.markup import children, find, parse_xml, words_of  # lxml, which most runs do without

    try:
        root = parse_xml(body, HOST)
    except ExtractError as error:
        raise BadAnswer(f"{HOST}: an answer that is not Atom.", host=HOST) from error
    found = []
    for each in find(root, "entry"):
        told = {
            name: words_of(next(children(each, name), None)) for name in ("id", "title", "summary", "comment", "doi")
        }
        match = re.search(r"/abs/(.+?)(?:v(\d+))?$", told["id"])
        if match:
            published = fold_doi(told["doi"].split()[0]) if told["doi"] else ""
            found.append({**told, "doi": f"{PREFIX}{match[1].casefold()}", "published": published})
    return found


def read_work(record: Mapping[str, Any]) -> Work:
    """Read one of arXiv's records into a work: whether it was withdrawn, and what it became."""
    doi = str(record.get("doi") or "")
    comment, summary = str(record.get("comment") or ""), str(record.get("summary") or "")
    said = next((each for each in (comment, summary) if WITHDRAWN.match(each[:300].lstrip())), "")
    events = []
    if said:
        reason = said if len(said) <= 200 else f"{said[:200].rstrip()}…"
        events.append(Update(kind="withdrawal", work=doi, reasons=(reason,), asserted_by=("arxiv",)))
    if published := str(record.get("published") or ""):
        events.append(
            Update(kind="new_version", work=doi, notice=published, label="published version", asserted_by=("arxiv",))
        )
    return Work(
        registry="arxiv",
        doi=doi,
        title=str(record.get("title") or ""),
        updates=tuple(events),
        asked_at=str(record.get("_asked_at") or ""),
    )
