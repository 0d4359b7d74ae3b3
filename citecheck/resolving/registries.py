"""Whom a run asks: the built-in registries over one door and one store."""

from __future__ import annotations

from dataclasses import dataclass

from citecheck.door import Door
from citecheck.registries.arxiv import Arxiv
from citecheck.registries.crossref import Crossref
from citecheck.registries.datacite import DataCite
from citecheck.registries.doi_org import DoiOrg
from citecheck.registries.europepmc import EuropePmc
from citecheck.registries.open_library import OpenLibrary
from citecheck.registries.openalex import OpenAlex
from citecheck.registries.pubmed import PubMed
from citecheck.settings import Settings
from citecheck.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Registries:
    """Whom to ask."""

    crossref: Crossref
    openalex: OpenAlex
    datacite: DataCite
    doi_org: DoiOrg
    pubmed: PubMed
    europepmc: EuropePmc
    arxiv: Arxiv
    open_library: OpenLibrary
    door: Door


def open_registries(door: Door, store: Store, settings: Settings) -> Registries:
    """Make the built-in registries, all over one door and one store."""
    return Registries(
        crossref=Crossref(door, store, settings),
        openalex=OpenAlex(door, store, settings),
        datacite=DataCite(door, store, settings),
        doi_org=DoiOrg(door, store, settings),
        pubmed=PubMed(door, store, settings),
        europepmc=EuropePmc(door, store, settings),
        arxiv=Arxiv(door, store, settings),
        open_library=OpenLibrary(door, store, settings),
        door=door,
    )
