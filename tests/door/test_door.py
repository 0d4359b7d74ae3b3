"""The door: cached, paced, retried within bounds, redacted and recorded."""

from __future__ import annotations

import socket
import threading
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from citecheck.demo.replay import ReplayServer
from citecheck.door import Door
from citecheck.door.answers import seconds_of
from citecheck.errors import AskError, BadAnswer, Budget, Offline, Paced, Refused, Time, Unreachable
from citecheck.settings import Settings

WORK = "https://api.crossref.org/works/10.1073%2Fpnas.1414271111"
ABSENT = "https://api.crossref.org/works/10.1234%2Fabsent"
HOST = "api.crossref.org"


def test_an_answer_is_asked_for_once_and_kept(settings: Settings, replay: ReplayServer) -> None:
    with Door(settings) as door:
        first = door.get(WORK)
    with Door(settings) as door:
        second = door.get(WORK)
    assert (first.from_cache, second.from_cache) == (False, True)
    assert first.json() == second.json()
    assert replay.count(HOST) == 1
    assert [each.from_cache for each in door.exchanges] == [True]


def test_what_is_not_kept_is_asked_again(settings: Settings, replay: ReplayServer) -> None:
    with Door(settings) as door:
        door.get(WORK, keep=False)
        door.get(WORK, keep=False)
    assert replay.count(HOST) == 2


def test_refresh_and_max_age_ask_afresh(settings: Settings, replay: ReplayServer) -> None:
    with Door(settings) as door:
        door.get(WORK)
    with Door(replace(settings, refresh=True)) as door:
        door.get(WORK)
    with Door(replace(settings, max_age=0)) as door:
        time.sleep(1.1)
        door.get(WORK)
    assert replay.count(HOST) == 3


def test_an_absence_is_kept_for_a_shorter_time_than_a_work(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with Door(settings) as door:
        door.get(WORK)
        door.get(ABSENT)
        later = datetime.now(UTC) + timedelta(days=2)

        class Later(datetime):
            @classmethod
            def now(cls, tz: object = None) -> Later:
                return cls.fromtimestamp(later.timestamp(), UTC)

        monkeypatch.setattr("citecheck.door.session.datetime", Later)
        assert door.get(WORK).from_cache
        assert not door.get(ABSENT).from_cache


def test_simultaneous_questions_are_sent_once(settings: Settings, replay: ReplayServer) -> None:
    replay.delay = 0.2
    with Door(settings) as door:
        askers = [threading.Thread(target=door.get, args=(WORK,)) for _ in range(6)]
        for each in askers:
            each.start()
        for each in askers:
            each.join()
    assert replay.count(HOST) == 1


def test_offline_sends_nothing_and_uses_what_is_kept(settings: Settings, replay: ReplayServer) -> None:
    with Door(settings) as door:
        door.get(WORK)
    with Door(replace(settings, offline=True)) as door:
        assert door.get(WORK).from_cache
        with pytest.raises(Offline):
            door.get(ABSENT)
    assert replay.count() == 1


def test_a_stale_answer_is_used_and_dated_when_the_network_fails(settings: Settings, replay: ReplayServer) -> None:
    with Door(settings) as door:
        asked_at = door.get(WORK).asked_at
    replay.fail(HOST, 503)
    with Door(replace(settings, max_age=0), sleep=lambda _: None) as door:
        time.sleep(1.1)
        answer = door.get(WORK)
    assert answer.stale
    assert answer.asked_at == asked_at


@pytest.mark.parametrize("status", [429, 500, 503, 504])
def test_short_troubles_are_outlived(settings: Settings, replay: ReplayServer, status: int) -> None:
    replay.fail(HOST, status, times=2)
    waited: list[float] = []
    with Door(settings, sleep=waited.append) as door:
        assert door.get(WORK).status == 200
    assert len(waited) == 2
    assert replay.count(HOST) == 3


def test_a_lasting_trouble_ends_after_three_tries(settings: Settings, replay: ReplayServer) -> None:
    replay.fail(HOST, 500)
    with Door(settings, sleep=lambda _: None) as door, pytest.raises(BadAnswer):
        door.get(WORK)
    assert replay.count(HOST) == 3


def test_retry_after_is_obeyed(settings: Settings, replay: ReplayServer) -> None:
    replay.fail(HOST, 429, times=1, headers={"Retry-After": "7"})
    waited: list[float] = []
    with Door(settings, sleep=waited.append) as door:
        door.get(WORK)
    assert waited == [7.0]


def test_a_long_retry_after_closes_the_host_at_once(settings: Settings, replay: ReplayServer) -> None:
    replay.fail(HOST, 429, headers={"Retry-After": "39907"})
    replay.fail("api.openalex.org", 429, headers={"Retry-After": "39907"})
    with Door(settings) as door:
        for _ in range(2):
            with pytest.raises(Paced):
                door.get(WORK)
        with pytest.raises(Budget):
            door.get("https://api.openalex.org/works/doi:10.1234%2Fx")
    assert replay.count(HOST) == 1


def test_retry_after_may_be_a_date() -> None:
    when = (datetime.now(UTC) + timedelta(seconds=30)).strftime("%a, %d %b %Y %H:%M:%S GMT")
    assert 25 < seconds_of(when, default=1) <= 30
    assert seconds_of("soon", default=1) == 1


def test_an_answer_that_breaks_off_is_no_answer(settings: Settings, replay: ReplayServer) -> None:
    replay.cut(HOST)
    with Door(settings, sleep=lambda _: None) as door, pytest.raises(BadAnswer):
        door.get(WORK)
    assert replay.count(HOST) == 3
    replay.heal()
    with Door(settings) as door:
        assert not door.get(WORK).from_cache


def test_a_slow_host_is_left_after_its_time(settings: Settings, replay: ReplayServer) -> None:
    replay.hush(HOST, 5)
    begun = time.monotonic()
    with Door(replace(settings, read_timeout=0.3)) as door, pytest.raises(Time):
        door.get(WORK)
    assert time.monotonic() - begun < 3


def test_the_runs_own_time_limit_ends_all_asking(settings: Settings, replay: ReplayServer) -> None:
    with Door(replace(settings, time_limit=0.05)) as door:
        time.sleep(0.1)
        with pytest.raises(Time):
            door.get(WORK)
    assert replay.count() == 0


def test_a_refusing_host_is_unreachable_for_the_whole_run(settings: Settings) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    with Door(replace(settings, replay=f"http://127.0.0.1:{port}")) as door:
        for _ in range(3):
            with pytest.raises(Unreachable):
                door.get(WORK)
    assert len(door.exchanges) == 1


def test_a_silent_network_costs_seconds_however_many_hosts(settings: Settings) -> None:
    hosts = ("https://api.crossref.org/", "https://api.openalex.org/", "https://doi.org/")
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        begun = time.monotonic()
        with Door(replace(settings, replay=address, connect_timeout=0.5)) as door:
            door.expect(hosts)
            for each in hosts:
                with pytest.raises(Unreachable):
                    door.get(each)
        assert time.monotonic() - begun < 2


def test_contact_and_keys_are_on_the_wire_and_nowhere_else(
    settings: Settings, replay: ReplayServer, tmp_path: Path
) -> None:
    secret = replace(settings, openalex_api_key="KEY-7f3a", crossref_plus_token="PLUS-9b1c")
    alias = "https://api.crossref.org/works/10.26434%2Fchemrxiv.5406907"
    with Door(secret) as door:
        door.get(alias)
        door.get("https://api.openalex.org/works/doi:10.1234%2Fx")
    sent = " ".join(str(dict(each.headers)) for each in replay.asked)
    for word in ("reader@example.org", "KEY-7f3a", "PLUS-9b1c"):
        assert word in sent
    kept = b"".join(path.read_bytes() for path in Path(secret.cache_dir).rglob("*") if path.is_file())
    told = repr(door.exchanges)
    for word in ("reader@example.org", "KEY-7f3a", "PLUS-9b1c"):
        assert word.encode() not in kept
        assert word not in told
    assert b"openalex" in kept


def test_keys_go_to_their_own_host_only(settings: Settings, replay: ReplayServer) -> None:
    with Door(replace(settings, openalex_api_key="KEY-7f3a")) as door:
        door.get(WORK)
    assert all("KEY-7f3a" not in str(dict(each.headers)) for each in replay.asked)


def test_an_alias_is_followed_by_its_relative_address(settings: Settings) -> None:
    with Door(settings) as door:
        answer = door.get("https://api.crossref.org/works/10.26434%2Fchemrxiv.5406907")
    assert answer.json()["message"]["DOI"] == "10.26434/chemrxiv.5406907.v5"
    assert [each.status for each in door.exchanges] == [301, 200]


@pytest.mark.parametrize("location", ["http://127.0.0.1:9/", "http://[::ffff:10.0.0.1]/", "file:///etc/passwd"])
def test_a_redirect_into_the_readers_own_network_is_refused(
    settings: Settings, replay: ReplayServer, location: str
) -> None:
    replay.fail(HOST, 302, headers={"Location": location})
    with Door(settings) as door, pytest.raises(Refused):
        door.get(WORK)


def test_redirects_without_end_are_no_answer(settings: Settings, replay: ReplayServer) -> None:
    replay.fail(HOST, 301, headers={"Location": "/works/10.1%2Fround"})
    with Door(settings) as door, pytest.raises(BadAnswer, match="redirects"):
        door.get(WORK, keep=False)


def test_a_strangers_answer_is_bounded(settings: Settings, replay: ReplayServer) -> None:
    replay.fail("example.org", 200, body=b"x" * 300_000)
    with Door(settings) as door:
        with pytest.raises(BadAnswer, match="longer"):
            door.get("https://example.org/paper.pdf", stranger=True, max_bytes=100_000)
        assert len(door.get("https://example.org/paper.pdf", stranger=True).body) == 300_000


def test_the_pace_of_each_pool_is_kept(settings: Settings, replay: ReplayServer) -> None:
    replay.holds_limits = True
    urls = [f"https://api.crossref.org/works?filter=doi:10.1234/{number}" for number in range(7)]
    begun = time.monotonic()
    with Door(settings) as door:
        askers = [threading.Thread(target=door.get, args=(url,), kwargs={"keep": False}) for url in urls]
        for each in askers:
            each.start()
        for each in askers:
            each.join()
    assert [each.status for each in door.exchanges] == [200] * 7
    assert time.monotonic() - begun > 1.5


def test_a_learnt_pace_is_taken_over(settings: Settings, replay: ReplayServer) -> None:
    headers = {"x-rate-limit-limit": "2", "x-rate-limit-interval": "1s", "x-concurrency-limit": "1"}
    replay.fail("api.openalex.org", 404, headers=headers)
    with Door(settings) as door:
        begun = time.monotonic()
        for number in range(5):
            door.get(f"https://api.openalex.org/works/doi:10.1234%2F{number}", keep=False)
        assert time.monotonic() - begun > 0.9


def test_a_body_that_is_not_json_is_a_bad_answer_whatever_its_label(settings: Settings, replay: ReplayServer) -> None:
    replay.fail(HOST, 200, body=b"Resource not found.")
    with Door(settings) as door, pytest.raises(BadAnswer):
        door.get(WORK).json()


def test_a_cache_file_from_a_stranger_runs_no_code(settings: Settings) -> None:
    with Door(settings) as door:
        door.get(WORK)
    content = (Path(settings.cache_dir) / "http.sqlite").read_bytes()
    assert b"\x80\x04\x95" not in content, "a pickle's opening"


def test_every_failure_is_an_ask_error() -> None:
    for kind in (Offline, Unreachable, Refused, Paced, Budget, Time, BadAnswer):
        assert issubclass(kind, AskError)
        assert kind.reason == kind.__name__.lower()


def test_a_host_that_refuses_every_time_is_closed_and_one_that_answers_in_between_is_not(
    settings: Settings, replay: ReplayServer
) -> None:
    replay.fail("api.openalex.org", 403, holding="a=")
    with Door(settings, sleep=lambda _: None) as door:
        for number in range(30):
            with pytest.raises(Refused):
                door.get(f"https://api.openalex.org/works/x?a={number}", keep=False)
        assert replay.count("api.openalex.org") == 12
    replay.asked.clear()
    with Door(settings, sleep=lambda _: None) as door:
        for number in range(20):
            with pytest.raises(Refused):
                door.get(f"https://api.openalex.org/works/x?a={number}", keep=False)
            door.get(f"https://api.openalex.org/works/doi:10.1/{number}", keep=False)
        assert replay.count("api.openalex.org") == 40
