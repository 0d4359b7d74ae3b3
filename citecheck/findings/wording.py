"""How findings are made and worded: names of references and works, places, counts."""

from __future__ import annotations

from collections import defaultdict

from citecheck.records import Finding, Manuscript, Place, Reference, StandingStatus, Work
from citecheck.rules import RULES
from citecheck.text.fold import fold_key
from citecheck.text.names import family_name

MOOT = {StandingStatus.RETRACTED, StandingStatus.WITHDRAWN, StandingStatus.REMOVED}
"""Standings that make a source's support moot."""
_REGISTRIES = {"crossref": "Crossref", "openalex": "OpenAlex", "datacite": "DataCite", "open library": "Open Library"}
SHOWN_TITLE = 48
"""Characters of a title that name a reference without author."""


def make_finding(
    rule: str,
    message: str,
    places: tuple[Place, ...] = (),
    *,
    subject: str = "",
    evidence: tuple[str, ...] = (),
    help: str = "",
    correction: str = "",
    confidence: str = "high",
) -> Finding:
    known = RULES[rule]
    return Finding(
        rule=rule,
        level=known.level,
        message=message,
        places=tuple(place for place in places if place != Place()),
        subject=subject,
        evidence=evidence,
        help=help or known.what_to_do,
        correction=correction,
        confidence=confidence,
    )


def work_key(work: Work | None, reference: Reference | None = None) -> str:
    """Name a work for grouping: its DOI, else its PubMed id, else its folded title, else the reference's key."""
    if work is not None and work.doi:
        return work.doi
    if reference is not None and reference.doi:
        return reference.doi
    of_work = next((value for kind, value in work.identifiers if kind == "pmid"), None) if work is not None else None
    pmid = of_work or (reference.identifier("pmid") if reference is not None else None)
    if pmid:
        return f"pmid:{pmid.removeprefix('pmid:')}"
    title = work.title if work is not None else reference.title if reference is not None else ""
    return fold_key(title) if title else f"key:{reference.key if reference else ''}"


def name_registry(work: Work | None) -> str:
    """Name the registry that describes a work, as its people do."""
    return _REGISTRIES.get(work.registry, work.registry or "the registry") if work else "the registry"


def describe(work: Work) -> str:
    """Name a work in one line: first author, year, title, DOI."""
    author = work.authors[0].family if work.authors else ""
    who = " ".join(part for part in (author, str(work.year or "")) if part)
    return ": ".join(part for part in (who, work.title) if part) + (f" <{work.doi}>" if work.doi else "")


def reference_places(manuscript: Manuscript | None) -> dict[str, tuple[Place, ...]]:
    """Give the places of the markers that cite each reference."""
    places: dict[str, list[Place]] = defaultdict(list)
    for pair in manuscript.pairs if manuscript else ():
        if pair.reference is not None and manuscript is not None:
            places[pair.reference].append(manuscript.markers[pair.marker].place)
    return {key: tuple(each) for key, each in places.items()}


def introduce(reference: Reference) -> str:
    """Name a reference as its reader knows it: `[5] Grau 2017`, `note 2`, or its key."""
    who = family_name(reference.authors[0]) if reference.authors else ""
    words = " ".join(each for each in (who, str(reference.year or "")) if each)
    if not who and reference.title:
        words = reference.title if len(reference.title) <= SHOWN_TITLE else f"{reference.title[:SHOWN_TITLE].rstrip()}…"
    if reference.key.isdigit():
        return f"[{reference.key}] {words}".strip()
    if reference.key.startswith("fn:"):
        return f"note {reference.key[3:]}"
    return reference.key


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")
