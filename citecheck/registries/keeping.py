"""Keeping and halving: what every registry's batches have in common.

What the store holds is not asked again. What is asked goes out in batches; a batch that is refused or fails is halved, down
to singles, so that one bad identifier costs only itself. When the network fails, what was kept earlier is used, however
old: it carries its date.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

from citecheck.errors import AskError, BadAnswer, Refused
from citecheck.records import Lookup, NotAsked, Work
from citecheck.settings import Settings
from citecheck.store import DAY, Store

AT_ONCE = 3
"""Batches under way at once: Crossref's own limit for the polite pool."""
FAILURES_IN_A_ROW = 12
"""Failed batches in a row after which a host is no longer asked: halving 40 takes 6 to find one bad identifier."""
FOREVER = float("inf")
UPDATES_KEPT_FOR = DAY
"""Seconds for which a kept answer about updates is used without asking again (spec: updates)."""
Record = dict[str, Any]
Found = Record | list[Record]
"""What a registry has for a key: one record, or the candidates of a search."""
Asked = dict[str, Found | NotAsked | None]
"""Key → what was found, None for *absent*, or why it could not be asked."""


class Kept:
    """A registry's shelf in the store, and the way from its records to works."""

    def __init__(
        self,
        store: Store,
        kind: str,
        settings: Settings,
        read: Callable[[Record], Work],
        *,
        host: str,
        kept_for: float | None = None,
    ) -> None:
        """`kept_for` is how many seconds an answer is used without asking again; by default the store's own."""
        self._store, self._kind, self._settings, self._read = store, kind, settings, read
        self._kept_for = kept_for
        self._offline = NotAsked(reason="offline", host=host, message=f"{host}: not asked, offline.")

    def look_up(self, keys: Sequence[str], ask: Callable[[Sequence[str]], Asked]) -> dict[str, Lookup]:
        """Give a lookup for every key: kept and young, or asked now, or kept and dated, or not asked."""
        keys = list(dict.fromkeys(keys))
        age = self._kept_for if self._settings.max_age is None else self._settings.max_age * DAY
        young = {} if self._settings.refresh else self._store.get_many(self._kind, keys, max_age=age)
        found = {key: self._lookup(kept.payload, kept.asked_at) for key, kept in young.items()}
        missing = [key for key in keys if key not in found]
        if not missing:
            return found
        asked: Asked = dict.fromkeys(missing, self._offline) if self._settings.offline else ask(missing)
        now = stamp_now()
        fresh = {key: each for key, each in asked.items() if not isinstance(each, NotAsked)}
        if fresh:
            self._store.put_many(self._kind, fresh, now)
        found |= {key: self._lookup(each, now) for key, each in fresh.items()}
        failed = {key: each for key, each in asked.items() if isinstance(each, NotAsked)}
        old = self._store.get_many(self._kind, failed, max_age=FOREVER) if failed else {}
        for key, why in failed.items():
            kept = old.get(key)
            found[key] = self._lookup(kept.payload, kept.asked_at) if kept else Lookup(not_asked=why)
        return found

    def _lookup(self, payload: Any, asked_at: str) -> Lookup:
        records = payload if isinstance(payload, list) else [payload] if payload else []
        works = tuple(self._read({**each, "_asked_at": asked_at}) for each in records if isinstance(each, dict))
        return Lookup(works=works, asked_at=asked_at)


def split_batches(keys: Sequence[str], *, most: int, longest: int, size: Callable[[str], int]) -> Iterator[list[str]]:
    """Split keys into batches of at most `most` keys and `longest` bytes."""
    batch: list[str] = []
    length = 0
    for key in keys:
        if batch and (len(batch) >= most or length + size(key) > longest):
            yield batch
            batch, length = [], 0
        batch.append(key)
        length += size(key)
    if batch:
        yield batch


def ask_in_batches(
    batches: Sequence[Sequence[str]], ask: Callable[[Sequence[str]], Mapping[str, Found | None]]
) -> Asked:
    """Ask each batch, several at once; halve those that are refused or fail; only what fails alone is not asked."""
    found: Asked = {}
    if len(batches) < 2:
        for batch in batches:
            found |= ask_halving(batch, ask)
        return found
    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="citecheck") as pool:
        for each in pool.map(lambda batch: ask_halving(batch, ask), batches):
            found |= each
    return found


def ask_halving(batch: Sequence[str], ask: Callable[[Sequence[str]], Mapping[str, Found | None]]) -> Asked:
    """Ask a batch; halve it when it is refused or its answer cannot be read."""
    found: Asked = {}
    pending = [list(batch)]
    failures = 0
    while pending:
        part = pending.pop(0)
        try:
            found |= ask(part)
            failures = 0
        except (Refused, BadAnswer) as error:
            failures += isinstance(error, BadAnswer)
            if failures >= FAILURES_IN_A_ROW:
                unasked = [key for each in (part, *pending) for key in each]
                return found | dict.fromkeys(unasked, not_asked_of(error))
            if len(part) == 1:
                found |= dict.fromkeys(part, not_asked_of(error))
            else:
                middle = len(part) // 2
                pending[:0] = [part[:middle], part[middle:]]
        except AskError as error:
            found |= dict.fromkeys(part, not_asked_of(error))
    return found


def not_asked_of(error: AskError) -> NotAsked:
    """Turn an error at the door into a value."""
    return NotAsked(reason=error.reason, host=error.host, message=str(error))


def stamp_now() -> str:
    """Give the time of asking, in UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
