"""Resolving: references become resolutions. Does the cited work exist, and is it the one described?

All identifiers of a batch are asked first, with few requests: Crossref by list; what a list leaves out, doi.org for its agency;
then that agency; books
by ISBN at Open Library. Only references that no identifier settles are searched for, by the whole string at Crossref and by exact
title at OpenAlex. *Not found* needs every way that was due to have answered; *could not ask* is neither right nor wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from citecheck.records import Reference, Resolution
from citecheck.resolving.books import ask_books, settle_book
from citecheck.resolving.identified import Identified, ask_pmids
from citecheck.resolving.readings import ask_readings, choose_reading, doi_to_ask
from citecheck.resolving.registries import Registries, open_registries
from citecheck.resolving.settling import settle_identified

__all__ = ["Registries", "open_registries", "resolve"]

SEARCHES_AT_ONCE = 3
"""Searches under way at once; the door's pools set the pace."""
SEARCHED = ("https://api.crossref.org/", "https://api.openalex.org/")


def resolve(references: Sequence[Reference], registries: Registries) -> Iterator[Resolution]:
    """Give a resolution for every reference, in order; identifiers are asked in batches before the first is given."""
    dois = [doi_to_ask(each) for each in references]
    pmids = ["" if doi else each.identifier("pmid") or "" for doi, each in zip(dois, references, strict=True)]
    if not all(dois):
        registries.door.expect(SEARCHED)
    answers = ask_readings(references, registries)
    meant = {number: choose_reading(each, answers) for number, each in enumerate(references) if dois[number]}
    by_pmid = ask_pmids([each for each in pmids if each], registries)
    books = ask_books(references, registries)

    def settle(number: int) -> Resolution:
        reference, pmid = references[number], pmids[number]
        if number in meant:
            chosen = meant[number]
            return settle_identified(reference, chosen.doi, chosen.answer, registries, behind=chosen.behind)
        lookup = by_pmid.get(pmid)
        if lookup is not None and (lookup.works or lookup.not_asked):
            return settle_identified(reference, pmid, Identified(lookup=lookup, asked=("openalex",)), registries)
        return settle_book(reference, books, registries)

    def may_search(number: int) -> bool:
        lookup = meant[number].answer.lookup if number in meant else by_pmid.get(pmids[number])
        return lookup is None or not (lookup.works or lookup.not_asked)

    with ThreadPoolExecutor(SEARCHES_AT_ONCE, thread_name_prefix="citecheck-search") as pool:
        searching = {number: pool.submit(settle, number) for number in range(len(references)) if may_search(number)}
        for number in range(len(references)):
            future = searching.get(number)
            yield settle(number) if future is None else future.result()
