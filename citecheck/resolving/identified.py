"""Ask for identifiers, a batch of them with few requests: Crossref, then the agency of what Crossref does not list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from citecheck.identifiers import Identifier
from citecheck.records import Lookup, NotAsked
from citecheck.registries.doi_org import NO_AGENCY
from citecheck.resolving.registries import Registries

ARXIV_PREFIX = "10.48550/arxiv."
SHORT_PREFIX = "10/"
"""How short DOIs begin (https://shortdoi.org)."""


def is_usable(identifier: Identifier) -> bool:
    """Can an identifier lead anywhere at all?"""
    return identifier.problem not in ("prefix only", "unfilled template")


@dataclass(frozen=True, slots=True, kw_only=True)
class Identified:
    """What all that were asked about one identifier said together."""

    lookup: Lookup
    asked: tuple[str, ...] = ()
    not_asked: tuple[NotAsked, ...] = ()
    message: str = ""


def ask_identifiers(dois: Sequence[str], registries: Registries) -> dict[str, Identified]:
    """Ask for DOIs: Crossref by list, then doi.org for the agency of what is missing, then that agency."""
    dois = list(dict.fromkeys(dois))
    short = [each for each in dois if each.startswith(SHORT_PREFIX)]
    if short:
        rest = ask_identifiers([each for each in dois if each not in set(short)], registries)
        return rest | _ask_short(short, registries)
    others = [each for each in dois if each.startswith(ARXIV_PREFIX)]
    first = registries.crossref.look_up([each for each in dois if not each.startswith(ARXIV_PREFIX)])
    found = {doi: Identified(lookup=each, asked=_named("crossref", each)) for doi, each in first.items()}
    missing = [doi for doi, each in first.items() if not each.works and each.not_asked is None]
    agencies = registries.doi_org.find_agencies(missing) if missing else {}
    of_agency: dict[str, list[str]] = {"crossref": [], "datacite": list(others), "other": []}
    for doi, each in agencies.items():
        if each.agency == NO_AGENCY:
            found[doi] = Identified(
                lookup=Lookup(asked_at=each.asked_at),
                asked=("crossref", "doi.org"),
                message=f"{doi} does not exist, says doi.org.",
            )
        elif each.not_asked is not None or not each.agency or each.agency.casefold() == "crossref":
            of_agency["crossref"].append(doi)
        else:
            name = each.agency.casefold()
            of_agency["datacite" if name == "datacite" else "other"].append(doi)
    return found | _ask_agencies(of_agency, agencies, registries)


def _ask_short(dois: Sequence[str], registries: Registries) -> dict[str, Identified]:
    """Ask doi.org what short DOIs stand for, which no registry knows, and then for those."""
    said = registries.doi_org.look_up(dois)
    whole = {doi: each.works[0].doi for doi, each in said.items() if each.works}
    meant = {doi: value for doi, value in whole.items() if value and not value.startswith(SHORT_PREFIX)}
    answers = ask_identifiers(list(meant.values()), registries) if meant else {}
    found = {}
    for doi, each in said.items():
        message = f"{doi} is short for {meant[doi]}." if doi in meant else "" if each.works else f"{doi} is not known."
        own = answers.get(meant.get(doi, ""), Identified(lookup=each, asked=("doi.org",) * (each.not_asked is None)))
        found[doi] = replace(own, message=own.message or message)
    return found


def _ask_agencies(
    of_agency: dict[str, list[str]], agencies: dict[str, Lookup], registries: Registries
) -> dict[str, Identified]:
    found: dict[str, Identified] = {}
    singly = registries.crossref.look_up_singly(of_agency["crossref"]) if of_agency["crossref"] else {}
    for doi, each in singly.items():
        unknown_agency = agencies[doi].not_asked
        found[doi] = Identified(
            lookup=each,
            asked=("crossref",) if unknown_agency else ("crossref", "doi.org"),
            not_asked=(unknown_agency,) if unknown_agency and not each.works else (),
            message="" if each.works or unknown_agency else f"{doi} is registered, and Crossref has no record of it.",
        )
    answers = (
        ("datacite", registries.datacite.look_up(of_agency["datacite"]) if of_agency["datacite"] else {}),
        ("", registries.doi_org.look_up(of_agency["other"]) if of_agency["other"] else {}),
    )
    for name, lookups in answers:
        for doi, each in lookups.items():
            agency = name or agencies[doi].agency
            said = f"{doi} is registered with {agency}, whose record could not be had."
            message = "" if each.works or each.not_asked else said
            found[doi] = Identified(
                lookup=each, asked=(*(("crossref", "doi.org") if doi in agencies else ()), agency), message=message
            )
    return found


def ask_pmids(pmids: Sequence[str], registries: Registries) -> dict[str, Lookup]:
    """Ask OpenAlex for PubMed ids, and Crossref for the DOIs it names: the record of the work's own agency."""
    if not pmids:
        return {}
    found = registries.openalex.look_up_pmids(pmids)
    dois = {pmid: each.works[0].doi for pmid, each in found.items() if each.works and each.works[0].doi}
    own = registries.crossref.look_up(list(dois.values())) if dois else {}
    for pmid, doi in dois.items():
        if own[doi].works:
            work = own[doi].works[0]
            work = replace(work, identifiers=(*work.identifiers, ("pmid", pmid)))
            found[pmid] = replace(own[doi], works=(work,))
    return found


def _named(name: str, lookup: Lookup) -> tuple[str, ...]:
    return () if lookup.not_asked is not None else (name,)
