"""OpenAlex, DataCite and doi.org."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citecheck.demo.replay import ReplayServer
from citecheck.door import Door
from citecheck.records import Reference
from citecheck.registries import datacite, doi_org, openalex
from citecheck.registries.datacite import DataCite
from citecheck.registries.doi_org import NO_AGENCY, DoiOrg
from citecheck.registries.openalex import OpenAlex
from citecheck.resolving import Registries, open_registries
from citecheck.settings import Settings
from citecheck.store import Store

WAKEFIELD = "10.1016/s0140-6736(97)11096-0"
COMMA = "10.1175/1520-0477(1998)079,0061:apgtwa"


@pytest.fixture
def registries(settings: Settings) -> Iterator[Registries]:
    with Door(settings, sleep=lambda _: None) as door:
        store = Store(Path(settings.cache_dir))
        yield open_registries(door, store, settings)
        store.close()


def test_openalex_lists_a_hundred_a_request_and_few_singly(registries: Registries, replay: ReplayServer) -> None:
    dois = [f"10.1234/{number}" for number in range(150)]
    found = registries.openalex.look_up([*dois, COMMA])
    assert len(found) == 151
    assert found[COMMA].works[0].doi == COMMA
    assert replay.count("api.openalex.org", "filter=") == 2
    assert replay.count("api.openalex.org") == 3


def test_openalex_flags_are_hints(registries: Registries) -> None:
    found = registries.openalex.look_up([WAKEFIELD, "10.1016/s0140-6736(10)60175-4", "10.1234/absent"])
    assert [bool(each.works and each.works[0].retracted_hint) for each in found.values()] == [True, True, False]


def test_openalex_works_of_one_doi_are_read_as_one_and_a_flag_on_either_counts(
    registries: Registries, replay: ReplayServer
) -> None:
    twin = {
        "id": "https://openalex.org/W1",
        "doi": f"https://doi.org/{WAKEFIELD}",
        "title": "Twin",
        "is_retracted": False,
    }
    replay.shelf.openalex.insert(0, twin)
    found = registries.openalex.look_up([WAKEFIELD, "10.1/b", "10.1/c"])
    assert found[WAKEFIELD].works[0].retracted_hint


def test_openalex_searches_the_exact_title(registries: Registries, replay: ReplayServer) -> None:
    title = (
        "Developing functional musculoskeletal tissues through hypoxia and lysyl oxidase-induced collagen cross-linking"
    )
    found = registries.openalex.search(Reference(key="r", title=title))
    assert found.works[0].doi == "10.1073/pnas.1414271111"
    assert registries.openalex.search(Reference(key="r", title="Short")).works == ()
    assert replay.count("api.openalex.org") == 1


def test_openalex_pmids(registries: Registries, replay: ReplayServer) -> None:
    record = {
        "id": "https://openalex.org/W2",
        "doi": None,
        "title": "By number",
        "ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/16354850"},
    }
    replay.shelf.openalex.append(record)
    found = registries.openalex.look_up_pmids(["16354850", "1"])
    assert found["16354850"].works[0].title == "By number"
    assert found["1"].works == ()


def test_a_spent_budget_is_said_at_once(registries: Registries, replay: ReplayServer) -> None:
    replay.fail("api.openalex.org", 429, headers={"Retry-After": "39907"})
    found = registries.openalex.look_up([f"10.1234/{number}" for number in range(250)])
    assert {each.not_asked.reason for each in found.values() if each.not_asked} == {"budget"}
    assert replay.count("api.openalex.org") <= 3


def test_datacite_lists(registries: Registries, replay: ReplayServer) -> None:
    found = registries.datacite.look_up(["10.48550/arxiv.2311.16162", "10.48550/arxiv.2207.04779", "10.5281/zenodo.0"])
    assert found["10.48550/arxiv.2207.04779"].works[0].title == "Mathematical Proof Between Generations"
    assert found["10.48550/arxiv.2207.04779"].works[0].authors[0].family
    assert found["10.5281/zenodo.0"].works == ()
    assert replay.count("api.datacite.org") == 1


def test_agencies_many_a_request(registries: Registries, replay: ReplayServer) -> None:
    wanted = {
        "10.2143/jiabs.41.0.3285748": "mEDRA",
        "10.34450/data.jsda.11868957": "JaLC",
        "10.48550/arxiv.2311.16162": "DataCite",
        "10.26434/chemrxiv.5406907": "Crossref",
        COMMA: "Crossref",
        "10.1234/made.up.99": NO_AGENCY,
    }
    found = registries.doi_org.find_agencies(list(wanted))
    assert {doi: each.agency for doi, each in found.items()} == wanted
    assert replay.count("doi.org") == 2
    registries.doi_org.find_agencies(list(wanted))
    assert replay.count("doi.org") == 2


def test_an_agency_answers_by_content_negotiation(registries: Registries) -> None:
    found = registries.doi_org.look_up(["10.2143/jiabs.41.0.3285748", "10.34450/data.jsda.11868957"])
    assert found["10.2143/jiabs.41.0.3285748"].works[0].year == 2018
    assert found["10.34450/data.jsda.11868957"].works == ()


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["title", "name", "author", "source", "date-parts", "doi"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)


@pytest.mark.parametrize("module", [openalex, datacite, doi_org])
@given(data=st.data())
def test_no_shape_of_a_record_breaks_reading_it(module: Any, data: st.DataObject) -> None:
    names = [*getattr(module, "FIELDS", ()), "title", "author", "issued", "DOI"]
    module.read_work(data.draw(st.dictionaries(st.sampled_from(names), ANY, max_size=5)))


def test_each_registry_has_the_name_that_signals_bear(registries: Registries) -> None:
    kinds = (OpenAlex, DataCite, DoiOrg)
    assert [each.name for each in kinds] == ["openalex", "datacite", "doi.org"]
