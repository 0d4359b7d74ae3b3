"""Versions: which later version of a work there is, as records tell it by their relations.

A preprint names the article it became, and the article names its preprint; a data set names the version that follows it. A
relation says nothing of later unless its name does: *is-version-of* leads to a concept, to a sibling or, for a preprint at
arXiv, to the published article.
"""

from __future__ import annotations

from collections.abc import Iterable

from citecheck.records import Update, Work

LATER = {
    "is-preprint-of": "published version",
    "is-replaced-by": "replacement",
    "is-previous-version-of": "newer version",
}
"""Relations whose other end came after, and what it is."""
EARLIER = {
    "has-preprint": "published version",
    "replaces": "replacement",
    "is-new-version-of": "newer version",
}
"""The same, told by the later work of its predecessor."""
ARXIV_PREFIX = "10.48550/"


def version_events(work: Work) -> list[Update]:
    """Give the later versions that the work's own record names, as events without a date."""
    found = []
    for name, other in work.relations:
        what = LATER.get(name)
        if name == "is-version-of" and work.doi.startswith(ARXIV_PREFIX) and not other.startswith(ARXIV_PREFIX):
            what = LATER["is-preprint-of"]
        if what and other and other != work.doi:
            found.append(_event(work.doi, other, what, work.registry))
    return found


def told_by_successors(works: Iterable[Work]) -> dict[str, tuple[Update, ...]]:
    """Give, by DOI of the earlier work, what the records of later ones say of it: *has-preprint*, *replaces*."""
    told: dict[str, list[Update]] = {}
    for work in works:
        for name, other in work.relations:
            if (what := EARLIER.get(name)) and work.doi and other and other != work.doi:
                told.setdefault(other, []).append(_event(other, work.doi, what, work.registry))
    return {doi: tuple(events) for doi, events in told.items()}


def _event(work: str, later: str, what: str, said_by: str) -> Update:
    source = "publisher" if said_by == "crossref" else said_by
    return Update(kind="new_version", work=work, notice=later, label=what, asserted_by=(source,) if source else ())
