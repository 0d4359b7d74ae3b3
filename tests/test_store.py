"""The store: works and absences by registry and identifier, each with the day it was asked."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

from citecheck.store import DAY, Store


def stamp(days: float = 0) -> str:
    return (datetime.now(UTC) - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")


def test_what_was_put_is_given_with_its_date(tmp_path: Path) -> None:
    store = Store(tmp_path)
    when = stamp()
    store.put_many("crossref", {"10.1/a": {"title": ["Ä"]}, "10.1/b": None}, when)
    store.close()
    store = Store(tmp_path)
    found = store.get_many("crossref", ["10.1/a", "10.1/b", "10.1/c"])
    assert {key: (each.payload, each.asked_at) for key, each in found.items()} == {
        "10.1/a": ({"title": ["Ä"]}, when),
        "10.1/b": (None, when),
    }
    assert store.get_many("openalex", ["10.1/a"]) == {}
    store.close()


def test_an_absence_is_kept_for_a_day_and_a_work_for_a_week() -> None:
    store = Store(None)
    for days in (0.5, 2, 8):
        store.put_many("k", {f"work {days}": {}, f"absent {days}": None}, stamp(days))
    keys = [f"{name} {days}" for days in (0.5, 2, 8) for name in ("work", "absent")]
    assert set(store.get_many("k", keys)) == {"work 0.5", "absent 0.5", "work 2"}
    assert set(store.get_many("k", keys, max_age=30 * DAY)) == set(keys)
    assert set(store.get_many("k", keys, max_age=DAY)) == {"work 0.5", "absent 0.5"}
    store.close()


def test_more_keys_than_a_query_holds() -> None:
    store = Store(None)
    rows = {f"10.1/{number}": number for number in range(3000)}
    store.put_many("k", rows, stamp())
    assert len(store.get_many("k", rows)) == 3000
    store.close()


def test_several_threads_at_once(tmp_path: Path) -> None:
    store = Store(tmp_path)

    def work(name: int) -> None:
        for number in range(30):
            store.put_many("k", {f"{name}/{number}": number}, stamp())
            assert store.get_many("k", [f"{name}/{number}"])

    threads = [threading.Thread(target=work, args=(name,)) for name in range(6)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(store.get_many("k", [f"{name}/{number}" for name in range(6) for number in range(30)])) == 180
    store.close()


def test_two_programs_share_one_file(tmp_path: Path) -> None:
    first, second = Store(tmp_path), Store(tmp_path)
    first.put_many("k", {"a": 1}, stamp())
    second.put_many("k", {"b": 2}, stamp())
    assert set(first.get_many("k", ["a", "b"])) == {"a", "b"}
    first.close()
    second.close()
