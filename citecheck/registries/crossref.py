"""Crossref: works by DOI in lists, singles for what a list cannot hold or silently leaves out, and search.

A list leaves out aliases and what Crossref does not know without a word, keeps no order, and refuses a DOI with a comma
(`https://api.crossref.org/swagger-ui`; the traps are of experience).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from citecheck.door import Door
from citecheck.door.libraries import CROSSREF_WORKS, list_crossref_works
from citecheck.errors import BadAnswer, Refused
from citecheck.identifiers import fold_doi
from citecheck.records import Lookup, Reference
from citecheck.registries.crossref_record import FIELDS, is_deleted, read_work
from citecheck.registries.keeping import UPDATES_KEPT_FOR, Asked, Found, Kept, Record, ask_in_batches, split_batches
from citecheck.settings import Settings
from citecheck.store import Store

HOST = "api.crossref.org"
MOST_DOIS, LONGEST_QUERY = 40, 4000
"""DOIs a list, and bytes of its address: what proxies in between let through."""
MOST_NOTICES = 500
"""Notices a list of up to `MOST_DOIS` works may have: a list that is full may have been cut off, and is asked for in halves."""
NOTICE_FIELDS = ("DOI", "type", "title", "update-to")
CANDIDATES = 5
FEWEST_WORDS = 3
"""Words that are worth a search."""
SEARCHED_WORD = re.compile(r"[\u3040-\u9fff\uac00-\ud7af]{2}|[^\W\u3040-\u9fff\uac00-\ud7af]{2,}")
"""A word, or two signs of a script that writes without blanks."""
LONGEST_SEARCH = 500
"""Characters of a reference that are searched for: a longer one is no reference."""


class Crossref:
    """Crossref, through the door and the store."""

    name = "crossref"

    def __init__(self, door: Door, store: Store, settings: Settings) -> None:
        self._door = door
        self._kept = Kept(store, "crossref", settings, read_work, host=HOST)
        self._singles = Kept(store, "crossref-single", settings, read_work, host=HOST)
        self._searches = Kept(store, "crossref-search", settings, read_work, host=HOST)
        self._notices = Kept(store, "crossref-notices", settings, read_work, host=HOST, kept_for=UPDATES_KEPT_FOR)

    def look_up(self, dois: Sequence[str]) -> dict[str, Lookup]:
        """Ask for works by list; a DOI that no list may hold is asked for singly.

        *Absent* here means absent from a list: `look_up_singly` tells an alias from a DOI that Crossref does not know.
        """
        single = [each for each in dois if not _fits_list(each)]
        found = self.look_up_singly(single) if single else {}
        listed = [each for each in dois if _fits_list(each)]
        return found | self._kept.look_up(listed, self._ask_lists)

    def look_up_singly(self, dois: Sequence[str]) -> dict[str, Lookup]:
        """Ask for works one by one, aliases followed."""
        return self._singles.look_up(dois, lambda keys: ask_in_batches([[each] for each in keys], self._ask_single))

    def look_up_notices(self, dois: Sequence[str]) -> dict[str, Lookup]:
        """Ask which notices there are about works (`filter=updates:`), many works in one list; each gets its notices."""
        fitting = [each for each in dois if _fits_list(each)]
        return self._notices.look_up(fitting, self._ask_notices)

    def search(self, reference: Reference) -> Lookup:
        """Search by the whole reference (`query.bibliographic`), likeliest first."""
        words = search_words(reference)
        if not words:
            return Lookup()
        return self._searches.look_up([words], lambda keys: ask_in_batches([keys], self._ask_search))[words]

    def _ask_lists(self, dois: Sequence[str]) -> Asked:
        room = LONGEST_QUERY - len(",".join(FIELDS)) - 200
        batches = list(split_batches(dois, most=MOST_DOIS, longest=room, size=lambda doi: len(quote(doi, safe="")) + 9))
        return ask_in_batches(batches, self._ask_list)

    def _ask_list(self, dois: Sequence[str]) -> dict[str, Record | None]:
        records = list_crossref_works(self._door, filters={"doi": dois}, select=FIELDS, rows=len(dois))
        by_doi = {fold_doi(str(each.get("DOI", ""))): trim(each) for each in records}
        return {doi: by_doi.get(doi) for doi in dois}

    def _ask_notices(self, dois: Sequence[str]) -> Asked:
        size = len(",".join(NOTICE_FIELDS)) + 200
        batches = split_batches(
            dois, most=MOST_DOIS, longest=LONGEST_QUERY - size, size=lambda doi: len(quote(doi, safe="")) + 13
        )
        return ask_in_batches(list(batches), self._ask_notice_list)

    def _ask_notice_list(self, dois: Sequence[str]) -> dict[str, Found | None]:
        records = list_crossref_works(self._door, filters={"updates": dois}, select=NOTICE_FIELDS, rows=MOST_NOTICES)
        if len(records) >= MOST_NOTICES and len(dois) > 1:
            raise Refused(f"{HOST}: more notices than one list holds.", host=HOST)
        found: dict[str, list[Record]] = {doi: [] for doi in dois}
        for each in records:
            record = {name: each[name] for name in NOTICE_FIELDS if name in each}
            work = read_work(record)
            for doi in {event.work for event in (*work.notice_of, *work.updates)}:
                if doi in found:
                    found[doi].append(record)
        return {**found}

    def _ask_single(self, dois: Sequence[str]) -> dict[str, Record | None]:
        (doi,) = dois
        answer = self._door.get(f"{CROSSREF_WORKS}/{quote(doi, safe='')}", keep=False)
        if answer.status == 404 and "not found" in answer.text[:200].casefold() and "<" not in answer.text[:200]:
            return {doi: None}  # plain text, whatever its label; a page in HTML is some proxy's
        if answer.status != 200:
            raise BadAnswer(f"{HOST}: answered {answer.status}.", host=HOST)
        message = answer.json()
        record = message.get("message") if isinstance(message, dict) else None
        if not isinstance(record, dict) or not record.get("DOI"):
            raise BadAnswer(f"{HOST}: an answer without a work.", host=HOST)
        record = trim(record)
        if fold_doi(str(record["DOI"])) != doi:
            record["_alias_of"] = doi
        return {doi: record}

    def _ask_search(self, keys: Sequence[str]) -> dict[str, Found | None]:
        (words,) = keys
        records = list_crossref_works(self._door, bibliographic=words, select=FIELDS, rows=CANDIDATES)
        return {words: [trim(each) for each in records]}


def search_words(reference: Reference) -> str:
    """Give what is sent for a search: the reference's own words, without addresses and dates of access."""
    if reference.title and not _is_cut_short(reference):
        parts = [*reference.authors[:3], str(reference.year or ""), reference.title, reference.container]
        words = " ".join(each for each in parts if each)
    else:
        words = reference.raw
        words = re.sub(
            r"https?://\S+|\bdoi:\s*\S+|\(?(?:accessed|retrieved|available)\b[^.;)]*[.;)]?", " ", words, flags=re.I
        )
        words = re.sub(r"^\s*(?:\[\^?\w+\]:?|\d+[.)])\s+", "", words)
    words = " ".join(words.split())
    return words[:LONGEST_SEARCH] if len(SEARCHED_WORD.findall(words)) >= FEWEST_WORDS else ""


def _is_cut_short(reference: Reference) -> bool:
    """Was so little cut out of running text as title that the whole text says more?"""
    in_fields = not reference.raw or bool(reference.type) or reference.raw.lstrip().startswith("@")
    return not in_fields and len(SEARCHED_WORD.findall(reference.title)) < FEWEST_WORDS


def trim(record: dict[str, Any]) -> Record:
    """Keep what a work is read from; mark a deleted DOI's record so that it never becomes a work."""
    kept = {name: record[name] for name in FIELDS if name in record and name != "resource"}
    if is_deleted(record):
        kept["_deleted"] = True
    return kept


def _fits_list(doi: str) -> bool:
    return "," not in doi
