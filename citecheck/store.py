"""The store: works, and absences, already fetched, by registry and identifier.

List requests go past the HTTP cache, since the next run asks for the same works with other neighbours; what they brought is
kept here one by one, with the day it was asked. JSON in SQLite: a file from a stranger runs no code.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

DAY = 86_400.0
KEPT_FOR, ABSENT_FOR = 7 * DAY, DAY
LOT = 500
"""Keys a query: below SQLite's limit on bound values in every build."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """One kept answer; `payload` None says that the registry did not have it."""

    payload: Any | None
    asked_at: str


class Store:
    """What is kept. Safe to use from several threads."""

    def __init__(self, folder: Path | None) -> None:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        place = ":memory:" if folder is None else str(folder / "store.sqlite")
        self._lock = threading.Lock()
        self._base = sqlite3.connect(place, check_same_thread=False, timeout=10)
        self._base.execute("PRAGMA journal_mode=WAL")
        self._base.execute("PRAGMA synchronous=NORMAL")
        self._base.execute(
            "CREATE TABLE IF NOT EXISTS kept (kind TEXT, key TEXT, payload TEXT, asked_at TEXT, PRIMARY KEY (kind, key))"
        )

    def close(self) -> None:
        """Let go of the file."""
        self._base.close()

    def get_many(self, kind: str, keys: Iterable[str], *, max_age: float | None = None) -> dict[str, Kept]:
        """Give what is kept and young enough; `max_age` in seconds, by default a week, a day for absences."""
        found: dict[str, Kept] = {}
        remaining = iter(dict.fromkeys(keys))
        now = datetime.now(UTC)
        while lot := list(islice(remaining, LOT)):
            marks = ",".join("?" * len(lot))
            with self._lock:
                rows = self._base.execute(
                    f"SELECT key, payload, asked_at FROM kept WHERE kind = ? AND key IN ({marks})", (kind, *lot)
                ).fetchall()
            for key, payload, asked_at in rows:
                limit = max_age if max_age is not None else KEPT_FOR if payload is not None else ABSENT_FOR
                if (now - datetime.fromisoformat(asked_at)).total_seconds() <= limit:
                    found[key] = Kept(payload=None if payload is None else json.loads(payload), asked_at=asked_at)
        return found

    def put_many(self, kind: str, rows: Mapping[str, object | None], asked_at: str) -> None:
        """Keep answers; None keeps an absence."""
        values = [
            (kind, key, None if payload is None else json.dumps(payload, ensure_ascii=False), asked_at)
            for key, payload in rows.items()
        ]
        with self._lock, self._base:
            self._base.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)", values)
