"""habanero on the door: no request, header or address of it goes another way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from citecheck.demo.replay import ReplayServer
from citecheck.door import Door, libraries
from citecheck.door.libraries import list_crossref_works
from citecheck.errors import BadAnswer, Refused, Unreachable
from citecheck.settings import Settings

DOIS = ["10.1073/pnas.1414271111", "10.1002/(sici)1096-911x(199805)30:5<297::aid-mpo7>3.0.co;2-a", "10.1234/absent"]


def test_a_list_is_asked_by_habanero_and_sent_by_the_door(settings: Settings, replay: ReplayServer) -> None:
    with Door(settings) as door:
        found = list_crossref_works(door, filters={"doi": DOIS}, select=["DOI", "title", "updated-by"], rows=3)
    assert {each["DOI"] for each in found} == set(DOIS[:2])
    assert len(door.exchanges) == replay.count() == 1
    (asked,) = replay.asked
    assert "habanero" not in str(dict(asked.headers)).lower()
    assert "httpx" not in str(dict(asked.headers)).lower()
    assert "reader@example.org" in asked.headers["User-Agent"]


def test_nothing_of_it_escapes_the_door(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    import httpx2

    def refuse(*_: object, **__: object) -> Any:
        raise AssertionError("a request went past the door")

    monkeypatch.setattr(httpx2, "get", refuse)
    monkeypatch.setattr(httpx2.Client, "send", refuse)
    with Door(settings) as door:
        assert list_crossref_works(door, filters={"doi": DOIS}, rows=3)
        assert list_crossref_works(door, bibliographic="musculoskeletal tissues", rows=3)


def test_the_door_asks_the_same_itself_where_habanero_is_another(settings: Settings, replay: ReplayServer) -> None:
    with Door(settings) as door:
        first = list_crossref_works(door, filters={"doi": DOIS}, select=["DOI"], rows=3)
    with pytest.MonkeyPatch.context() as patch, Door(settings) as door:
        patch.setattr(libraries, "_install_stand_in", lambda: False)
        second = list_crossref_works(door, filters={"doi": DOIS}, select=["DOI"], rows=3)
    assert first == second
    assert sorted(replay.asked[0].query.split("&")) == sorted(replay.asked[1].query.split("&"))


def test_an_unknown_version_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    import habanero
    from habanero import request_class

    monkeypatch.setattr(habanero, "__version__", "9.9.9")
    monkeypatch.setattr(request_class, "httpx2", object())
    assert not libraries._install_stand_in()


def test_a_refused_list_is_refused_and_a_broken_one_is_a_bad_answer(settings: Settings, replay: ReplayServer) -> None:
    with Door(settings, sleep=lambda _: None) as door:
        with pytest.raises(Refused):
            list_crossref_works(door, filters={"doi": ["10.1234/a,b"]}, rows=1)
        replay.fail("api.crossref.org", 200, body=b"<html>maintenance</html>")
        with pytest.raises(BadAnswer):
            list_crossref_works(door, filters={"doi": DOIS}, rows=3)


def test_the_doors_own_errors_pass_through(settings: Settings, tmp_path: Path) -> None:
    from dataclasses import replace

    with Door(replace(settings, replay="http://127.0.0.1:9")) as door, pytest.raises(Unreachable):
        list_crossref_works(door, filters={"doi": DOIS}, rows=3)


def test_other_users_of_habanero_keep_their_own_way(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    from habanero import request_class

    with Door(settings) as door:
        list_crossref_works(door, filters={"doi": DOIS}, rows=3)
    asked: list[str] = []
    library = request_class.httpx2._library
    monkeypatch.setattr(library, "get", lambda url, **_: asked.append(url))
    request_class.httpx2.get("https://example.org/theirs")
    assert asked == ["https://example.org/theirs"]
