"""Crossref: lists, what they leave out, what they refuse, and records of every shape."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citecheck.demo.replay import ReplayServer
from citecheck.door import Door
from citecheck.records import Reference
from citecheck.registries.crossref import Crossref, search_words
from citecheck.registries.crossref_record import DELETED_TYPE, FIELDS, read_work
from citecheck.settings import Settings
from citecheck.store import Store

HOST = "api.crossref.org"
SICI = "10.1002/(sici)1096-911x(199805)30:5<297::aid-mpo7>3.0.co;2-a"
BRACKETS = "10.1890/0012-9658(2006)87[2832:tiopma]2.0.co;2"
CLOSING = "10.1016/s0140-6736(97)11096-0"
COMMA = "10.1175/1520-0477(1998)079,0061:apgtwa"


@pytest.fixture
def crossref(settings: Settings) -> Iterator[Crossref]:
    with Door(settings, sleep=lambda _: None) as door:
        store = Store(Path(settings.cache_dir))
        yield Crossref(door, store, settings)
        store.close()


def fill(replay: ReplayServer, count: int) -> list[str]:
    """Put invented works on the shelf and give their DOIs."""
    dois = [f"10.1234/invented.{number}" for number in range(count)]
    replay.add(crossref=[{"DOI": doi, "title": [f"Work {doi}"], "issued": {"date-parts": [[2001]]}} for doi in dois])
    return dois


def test_a_thousand_dois_take_a_request_for_every_forty(crossref: Crossref, replay: ReplayServer) -> None:
    dois = fill(replay, 200)
    found = crossref.look_up(dois)
    assert all(found[doi].works[0].doi == doi for doi in dois)
    assert replay.count(HOST) == 5
    crossref.look_up(dois)
    assert replay.count(HOST) == 5


def test_hard_dois_are_asked_for_whole(crossref: Crossref, replay: ReplayServer) -> None:
    found = crossref.look_up([SICI, BRACKETS, CLOSING, COMMA])
    assert {each.works[0].doi for each in found.values()} == {SICI, BRACKETS, CLOSING, COMMA}
    assert replay.count(HOST) == 2


def test_long_dois_make_smaller_lists(crossref: Crossref, replay: ReplayServer) -> None:
    dois = [f"10.1234/{'(x)' * 30}{number}" for number in range(40)]
    crossref.look_up(dois)
    assert replay.count(HOST) > 1
    assert all(len(each.query) < 5000 for each in replay.asked)


def test_what_a_list_leaves_out_is_absent_from_it(crossref: Crossref) -> None:
    found = crossref.look_up(["10.26434/chemrxiv.5406907", "10.1234/nowhere", CLOSING])
    assert [bool(each.works) for each in found.values()] == [False, False, True]
    assert all(each.not_asked is None for each in found.values())


def test_an_alias_leads_to_its_work(crossref: Crossref) -> None:
    (found,) = crossref.look_up_singly(["10.26434/chemrxiv.5406907"]).values()
    assert found.works[0].doi == "10.26434/chemrxiv.5406907.v5"
    assert found.works[0].alias_of == "10.26434/chemrxiv.5406907"


def test_a_poisoned_batch_costs_only_its_poison(crossref: Crossref, replay: ReplayServer) -> None:
    dois = fill(replay, 40)
    replay.fail(HOST, 400, holding="invented.17%2C")
    replay.fail(HOST, 400, holding="invented.17&")
    found = crossref.look_up(dois)
    assert [doi for doi, each in found.items() if each.not_asked] == ["10.1234/invented.17"]
    assert sum(bool(each.works) for each in found.values()) == 39


def test_a_host_that_always_fails_is_not_asked_for_ever(crossref: Crossref, replay: ReplayServer) -> None:
    dois = fill(replay, 40)
    replay.fail(HOST, 500)
    found = crossref.look_up(dois)
    assert all(each.not_asked is not None and each.not_asked.reason == "badanswer" for each in found.values())
    assert replay.count(HOST) <= 36


def test_a_page_of_some_proxy_is_no_absence(crossref: Crossref, replay: ReplayServer) -> None:
    replay.fail(HOST, 404, body=b"<html><h1>404 not found on this network</h1></html>")
    (found,) = crossref.look_up_singly([CLOSING]).values()
    assert found.not_asked is not None


def test_what_was_kept_is_used_and_dated_when_the_network_fails(settings: Settings, replay: ReplayServer) -> None:
    store = Store(Path(settings.cache_dir))
    store.put_many("crossref", {CLOSING: {"DOI": CLOSING, "title": ["Kept"]}}, "2020-01-01T00:00:00Z")
    replay.fail(HOST, 503)
    with Door(settings, sleep=lambda _: None) as door:
        (found,) = Crossref(door, store, settings).look_up([CLOSING]).values()
    store.close()
    assert found.works[0].title == "Kept"
    assert found.works[0].asked_at == "2020-01-01T00:00:00Z"


def test_refresh_asks_afresh(settings: Settings, replay: ReplayServer) -> None:
    store = Store(Path(settings.cache_dir))
    for each in (settings, replace(settings, refresh=True)):
        with Door(each) as door:
            Crossref(door, store, each).look_up([CLOSING])
    store.close()
    assert replay.count(HOST) == 2


def test_only_what_a_reference_says_of_its_work_is_searched_for() -> None:
    titled = Reference(key="a", title="Street trees", authors=("Adler B",), year=2020, container="Shade")
    assert search_words(titled) == "Adler B 2020 Street trees Shade"
    raw = Reference(
        key="b", raw="[3] Adler B. Street trees and heat. 2020. https://example.org/x (accessed 3 May 2021)"
    )
    assert search_words(raw) == "Adler B. Street trees and heat. 2020."
    assert search_words(Reference(key="c", raw="see above")) == ""


def test_a_deleted_doi_is_told_from_a_work() -> None:
    page = {"resource": {"primary": {"URL": "http://www.crossref.org/deleted_DOI.html"}}}
    from citecheck.registries.crossref import trim

    assert read_work(trim({"DOI": "10.4028/0-87849-424-3.195", **page})).type == DELETED_TYPE


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*FIELDS, "family", "date-parts"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(FIELDS), ANY, max_size=6))
def test_no_shape_of_a_record_breaks_reading_it(record: dict[str, Any]) -> None:
    read_work(record)
