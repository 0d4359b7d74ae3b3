"""The session behind the door: cache, pace, retries, time and the record of every exchange."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urljoin, urlsplit

from citecheck.door.answers import ANSWERED, REDIRECTS, Answer, read_refusal, stamp
from citecheck.door.reaching import Reach
from citecheck.door.strangers import check_stranger
from citecheck.errors import AskError, BadAnswer, Offline, Paced, Refused, Time, Unreachable
from citecheck.records import Exchange
from citecheck.settings import Settings

if TYPE_CHECKING:
    from citecheck.door.sending import Sender

TRIES = 3
"""Tries for 429, 5xx and cut answers: two short troubles are outlived, a lasting one costs seconds."""
KEPT_FOR, ABSENT_FOR = timedelta(days=7), timedelta(days=1)
"""How old a kept answer may be, and a kept *no*; a caller may name another age."""
MOST_REDIRECTS = 5
CACHE_FILE = "http.sqlite"
BUDGETED = "api.openalex.org"
"""The host whose refusals speak of a day's allowance."""
MOST_SILENCES = 3
"""Time-outs in a row after which a host is no longer asked in this run: each costs the whole read time."""

MOST_REFUSALS = 12
"""Refusals (401, 403 …) in a row after which a host is no longer asked in this run: who is blocked and goes on is a nuisance."""

_Send = Callable[[str, bool, bool], Answer]
"""Sends one request: its URL, whether its answer is kept, and whether its host is a stranger's."""


class Door:
    """The one way to the network. Safe to use from several threads; use as a context manager."""

    def __init__(self, settings: Settings, *, sleep: Callable[[float], None] = time.sleep) -> None:
        self.settings = settings
        self._sleep = sleep
        self._started = time.monotonic()
        self._lock = threading.Lock()
        self._flights: dict[str, threading.Lock] = {}
        self._reach = Reach(settings)
        self._expected: list[str] = []
        self._closed: dict[str, AskError] = {}
        self._silences: Counter[str] = Counter()
        self._refusals: Counter[str] = Counter()
        self._exchanges: list[Exchange] = []
        self._sender: Sender | None = None

    def __enter__(self) -> Door:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        """Every exchange so far."""
        with self._lock:
            return tuple(self._exchanges)

    def close(self) -> None:
        """Let go of connections and cache."""
        with self._lock:
            sender, self._sender = self._sender, None
        if sender is not None:
            sender.close()

    def _open(self) -> Sender:
        from citecheck.door.sending import Sender  # it brings the HTTP libraries, which many runs do without

        with self._lock:
            if self._sender is None:
                self._sender = Sender(self.settings, self._remaining)
            return self._sender

    def expect(self, urls: Iterable[str]) -> None:
        """Name hosts that this run may ask later: when the first is asked, all are reached for, side by side."""
        self._expected += [each for each in urls if each not in self._expected]

    def get(
        self,
        url: str,
        *,
        params: Mapping[str, str] | None = None,
        accept: str = "application/json",
        keep: bool = True,
        kept_for: timedelta = KEPT_FOR,
        stranger: bool = False,
        max_bytes: int = 20_000_000,
        headers: Mapping[str, str] | None = None,
        longest: float | None = None,
    ) -> Answer:
        """Ask for a URL; answers are statuses 200, 304, 400, 404, 410, 414 and 422, redirects followed.

        Simultaneous questions for one URL are sent once. With `keep` the answer is kept, and a kept one, `kept_for` at
        most old, is given without asking. A stranger's URL is checked, and so is every redirect to another host. `headers`
        go with the request; `longest` is how many seconds a body that is not kept may take, three times the read time-out
        by default.

        Raises:
            AskError: it could not be asked, or was not answered; the kind says why.
        """
        if params:
            url = f"{url}{'&' if '?' in url else '?'}{urlencode(params)}"
        asked_host = urlsplit(url).hostname
        send = self._sending({"Accept": accept, **(headers or {})}, max_bytes, longest)
        for _ in range(MOST_REDIRECTS):
            strange = stranger or urlsplit(url).hostname != asked_host
            if strange:
                check_stranger(url, self.settings.allow_hosts, look_up=not self._is_through_another(url))
            with self._flight(f"{accept} {url}"):
                answer = self._ask(url, accept, send, keep=keep, kept_for=kept_for, strange=strange)
            if answer.status not in REDIRECTS:
                return answer
            url = urljoin(url, answer.headers.get("Location", ""))
        host = urlsplit(url).hostname or ""
        raise BadAnswer(f"{host}: too many redirects.", host=host)

    def _is_through_another(self, url: str) -> bool:
        """Does a replay server or proxy stand between, so that names are its to look up?"""
        return self._reach.address(url)[0] != (urlsplit(url).hostname or "")

    def _flight(self, key: str) -> threading.Lock:
        with self._lock:
            return self._flights.setdefault(key, threading.Lock())

    def _sending(self, headers: Mapping[str, str], max_bytes: int, longest: float | None) -> _Send:
        def send(url: str, keep: bool, strange: bool) -> Answer:
            sender = self._open()
            return sender.send(url, headers, keep=keep, strange=strange, max_bytes=max_bytes, longest=longest)

        return send

    def _ask(self, url: str, accept: str, send: _Send, *, keep: bool, kept_for: timedelta, strange: bool) -> Answer:
        host = urlsplit(url).hostname or ""
        kept = self._kept(url, accept, host) if keep else None
        if kept is not None and not self.settings.refresh and self._is_young(kept, kept_for):
            return kept
        try:
            self._check_open(host, url, strange=strange)
            return self._try(url, send, host, keep=keep, strange=strange)
        except AskError:
            if kept is None:
                raise
            return Answer(
                url=kept.url,
                status=kept.status,
                headers=kept.headers,
                body=kept.body,
                asked_at=kept.asked_at,
                from_cache=True,
                stale=True,
            )

    def _check_open(self, host: str, url: str, *, strange: bool) -> None:
        """Refuse at once what this run will not send; a stranger's host is not even reached for beforehand."""
        if self.settings.offline:
            raise Offline(f"{host}: not asked, offline.", host=host)
        if closed := self._closed.get(host):
            raise closed
        if self._remaining() <= 0:
            raise Time(f"{host}: not asked, the run's time was over.", host=host)
        if strange:
            return
        try:
            self._reach.begin(self._expected)
            self._reach.ensure(url)
        except Unreachable as trouble:
            self._close_host(host, trouble)
            raise

    def _remaining(self) -> float:
        limit = self.settings.time_limit
        return limit - (time.monotonic() - self._started) if limit else float("inf")

    def _close_host(self, host: str, trouble: AskError) -> None:
        with self._lock:
            first = host not in self._closed
            self._closed.setdefault(host, trouble)
        if first and isinstance(trouble, Unreachable):
            self._record(host, f"https://{host}/", 0, error="unreachable")

    def _try(self, url: str, send: _Send, host: str, *, keep: bool, strange: bool) -> Answer:
        trouble: AskError = BadAnswer(f"{host}: no answer.", host=host)
        connect_failures = 0
        for attempt in range(TRIES):
            try:
                answer = send(url, keep, strange)
            except AskError as error:
                trouble = error
                self._record(host, url, 0, error=type(error.__cause__ or error).__name__)
                connect_failures += isinstance(error, Unreachable)
                if connect_failures >= 2:
                    self._close_host(host, error)
                if isinstance(error, Time):
                    self._note_silence(host, error)
                if connect_failures >= 2 or isinstance(error, Time | Refused):
                    break
                continue
            self._record(host, url, answer.status, asked_at=answer.asked_at)
            self._silences[host] = 0
            if answer.status in ANSWERED:
                self._refusals[host] = 0
            if answer.status in ANSWERED or answer.status in REDIRECTS:
                return answer
            refusal = read_refusal(answer, host, attempt, has_budget=host == BUDGETED)
            trouble = refusal.trouble
            if isinstance(trouble, Refused) and not strange:
                self._note_refusal(host, trouble)
            if refusal.closes_host or (attempt == TRIES - 1 and isinstance(trouble, Paced)):
                self._close_host(host, trouble)
            if refusal.wait is None or attempt == TRIES - 1 or refusal.wait >= self._remaining():
                break
            self._sleep(refusal.wait)
        raise trouble

    def _note_silence(self, host: str, trouble: AskError) -> None:
        with self._lock:
            self._silences[host] += 1
        if self._silences[host] >= MOST_SILENCES:
            self._close_host(host, trouble)

    def _note_refusal(self, host: str, trouble: AskError) -> None:
        with self._lock:
            self._refusals[host] += 1
        if self._refusals[host] >= MOST_REFUSALS:
            self._close_host(host, trouble)

    def _kept(self, url: str, accept: str, host: str) -> Answer | None:
        """Give what the cache holds for a URL, whatever its age."""
        if not (Path(self.settings.cache_dir) / CACHE_FILE).exists():
            return None
        kept = self._open().kept(url, accept)
        if kept is not None:
            self._record(host, url, kept.status, asked_at=kept.asked_at, from_cache=True)
        return kept

    def _is_young(self, kept: Answer, kept_for: timedelta) -> bool:
        limit = kept_for if kept.status == 200 or kept.status in REDIRECTS else min(kept_for, ABSENT_FOR)
        if self.settings.max_age is not None:
            limit = timedelta(days=self.settings.max_age)
        return datetime.now(UTC) - datetime.fromisoformat(kept.asked_at) <= limit

    def _record(
        self, host: str, url: str, status: int, *, asked_at: str = "", from_cache: bool = False, error: str = ""
    ) -> None:
        now = asked_at or stamp(datetime.now(UTC))
        each = Exchange(
            host=host, method="GET", url=url, status=status, asked_at=now, from_cache=from_cache, error=error
        )
        with self._lock:
            self._exchanges.append(each)
