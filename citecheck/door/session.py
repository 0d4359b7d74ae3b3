"""The session behind the door: cache, pace, retries, time and the record of every exchange."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

import requests
from requests_cache import CachedSession

from citecheck.door.strangers import check_stranger
from citecheck.door.wire import CROSSREF, OPENALEX, WireAdapter
from citecheck.errors import AskError, BadAnswer, Budget, Offline, Paced, Refused, Time, Unreachable
from citecheck.records import Exchange
from citecheck.settings import Settings

logging.getLogger("requests_cache").setLevel(logging.CRITICAL)  # it logs a traceback for each stale answer used

TRIES = 3
"""Tries for 429, 5xx and cut answers: two short troubles are outlived, a lasting one costs seconds."""
LONGEST_WAIT = 60.0
"""Seconds of `Retry-After` that are obeyed; OpenAlex's daily limit asks for hours, and sleeping on that is a hang."""
DAY = 86_400
ANSWERED = {200, 400, 404, 410, 414, 422}
REDIRECTS = {301, 302, 303, 307, 308}
MOST_REDIRECTS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One answer, whole."""

    url: str
    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    asked_at: str = ""
    from_cache: bool = False
    stale: bool = False

    @property
    def text(self) -> str:
        """The body as UTF-8, with what is not replaced."""
        return self.body.decode("utf-8", errors="replace")

    def json(self) -> Any:
        """Read the body as JSON.

        Raises:
            BadAnswer: it is none, whatever its label says.
        """
        try:
            return json.loads(self.body)
        except ValueError as error:
            host = urlsplit(self.url).hostname or ""
            raise BadAnswer(f"{host}: an answer that is not JSON.", host=host) from error


class Door:
    """The one way to the network. Safe to use from several threads."""

    def __init__(self, settings: Settings, *, sleep: Callable[[float], None] = time.sleep) -> None:
        self.settings = settings
        self._sleep = sleep
        self._started = time.monotonic()
        self._lock = threading.Lock()
        self._flights: dict[str, threading.Lock] = {}
        self._unreachable: dict[str, str] = {}
        self._spent: set[str] = set()
        self._exchanges: list[Exchange] = []
        self._session: CachedSession | None = None

    def __enter__(self) -> Door:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        """Every exchange so far."""
        return tuple(self._exchanges)

    def close(self) -> None:
        """Let go of connections and cache."""
        if self._session is not None:
            self._session.close()
            self._session.cache.close()
            self._session = None

    def get(
        self,
        url: str,
        *,
        params: Mapping[str, str] | None = None,
        accept: str = "application/json",
        fresh: bool = False,
        keep: bool = True,
        stranger: bool = False,
        max_bytes: int = 20_000_000,
    ) -> Answer:
        """Ask for a URL.

        Raises:
            AskError: it could not be asked, or was not answered; the kind says why.
        """
        if params:
            url = f"{url}{'&' if '?' in url else '?'}{urlencode(params)}"
        with self._flight(f"{accept} {url}"):
            for _ in range(MOST_REDIRECTS):
                if stranger:
                    check_stranger(url, self.settings.allow_hosts)
                answer = self._ask(url, accept, fresh=fresh or self.settings.refresh, keep=keep and not stranger)
                if len(answer.body) > max_bytes:
                    raise BadAnswer(f"{url}: longer than {max_bytes} bytes.", host=urlsplit(url).hostname or "")
                if answer.status not in REDIRECTS:
                    return answer
                url = urljoin(url, answer.headers.get("Location", ""))
        raise BadAnswer("Too many redirects.", host=urlsplit(url).hostname or "")

    def _flight(self, key: str) -> threading.Lock:
        with self._lock:
            return self._flights.setdefault(key, threading.Lock())

    def _ask(self, url: str, accept: str, *, fresh: bool, keep: bool) -> Answer:
        host = urlsplit(url).hostname or ""
        session = self._open()
        headers = {"Accept": accept}
        if self.settings.offline:
            kept = session.get(url, headers=headers, only_if_cached=True, allow_redirects=False) if keep else None
            if kept is None or kept.status_code == 504:
                raise Offline(f"{host}: not asked, offline.", host=host)
            return self._answer(kept, host)
        self._may_ask(host)
        return self._try(session, url, headers, host, fresh=fresh, keep=keep)

    def _may_ask(self, host: str) -> None:
        if host in self._unreachable:
            raise Unreachable(self._unreachable[host], host=host)
        if host in self._spent:
            raise Budget(f"{host}: the day's allowance is spent.", host=host)
        if self.settings.time_limit and time.monotonic() - self._started > self.settings.time_limit:
            raise Time(f"{host}: not asked, the run's time was over.", host=host)

    def _try(
        self, session: CachedSession, url: str, headers: dict[str, str], host: str, *, fresh: bool, keep: bool
    ) -> Answer:
        trouble: AskError = BadAnswer(f"{host}: no answer.", host=host)
        connect_failures = 0
        for attempt in range(TRIES):
            try:
                response = self._send(session, url, headers, fresh=fresh, keep=keep)
            except (requests.exceptions.ConnectTimeout, requests.exceptions.ConnectionError) as error:
                connect_failures += 1
                self._record(host, url, 0, error=type(error).__name__)
                trouble = self._unreached(host, connect_failures)
                if host in self._unreachable:
                    break
                continue
            except requests.exceptions.Timeout:
                self._record(host, url, 0, error="timeout")
                self._unreachable[host] = f"{host}: did not answer in time."
                trouble = Time(f"{host}: did not answer in time.", host=host)
                break
            except requests.exceptions.RequestException as error:
                self._record(host, url, 0, error=type(error).__name__)
                trouble = BadAnswer(f"{host}: an answer that broke off.", host=host)
                continue
            answer = self._answer(response, host)
            if answer.status in ANSWERED or answer.status in REDIRECTS:
                return answer
            trouble, wait = self._refusal(answer, host, attempt)
            if wait is None or attempt == TRIES - 1:
                break
            self._sleep(wait)
        return self._stale(session, url, headers, host, trouble, keep=keep)

    def _send(
        self, session: CachedSession, url: str, headers: dict[str, str], *, fresh: bool, keep: bool
    ) -> requests.Response:
        timeout = (self.settings.connect_timeout, self.settings.read_timeout)
        if not keep:
            request = session.prepare_request(requests.Request("GET", url, headers=headers))
            sent: requests.Response = requests.Session.send(session, request, timeout=timeout, allow_redirects=False)
            return sent
        return session.get(url, headers=headers, timeout=timeout, force_refresh=fresh, allow_redirects=False)

    def _unreached(self, host: str, failures: int) -> AskError:
        if failures >= 2:
            self._unreachable[host] = f"{host}: cannot be reached."
        return Unreachable(f"{host}: cannot be reached.", host=host)

    def _refusal(self, answer: Answer, host: str, attempt: int) -> tuple[AskError, float | None]:
        if answer.status in (401, 403):
            return Refused(f"{host}: refused ({answer.status}).", host=host), None
        if answer.status == 429:
            asked = _seconds(answer.headers.get("Retry-After", ""), 1.0 + attempt)
            if asked > LONGEST_WAIT:
                if host == OPENALEX:
                    self._spent.add(host)
                    return Budget(f"{host}: the day's allowance is spent.", host=host), None
                self._unreachable[host] = f"{host}: asked us to wait {asked:.0f} s."
                return Paced(f"{host}: asked us to wait {asked:.0f} s.", host=host), None
            return Paced(f"{host}: asked us to slow down.", host=host), asked
        return BadAnswer(f"{host}: answered {answer.status}.", host=host), 0.2 * 2**attempt

    def _stale(
        self, session: CachedSession, url: str, headers: dict[str, str], host: str, trouble: AskError, *, keep: bool
    ) -> Answer:
        """Use what is kept, however old, when the network fails; it carries its own date."""
        if keep:
            kept = session.cache.get_response(session.cache.create_key(requests.Request("GET", url, headers=headers)))
            if kept is not None:
                return self._answer(kept, host, stale=True)
        raise trouble

    def _answer(self, response: Any, host: str, *, stale: bool = False) -> Answer:
        cached = bool(getattr(response, "from_cache", False)) or stale
        created = getattr(response, "created_at", None) if cached else None
        asked_at = (created or datetime.now(UTC)).strftime("%Y-%m-%dT%H:%M:%SZ")
        self._record(host, response.url, response.status_code, asked_at=asked_at, from_cache=cached)
        return Answer(
            url=response.url,
            status=response.status_code,
            headers=response.headers,
            body=response.content or b"",
            asked_at=asked_at,
            from_cache=cached,
            stale=stale or bool(getattr(response, "is_expired", False) and cached),
        )

    def _record(
        self, host: str, url: str, status: int, *, asked_at: str = "", from_cache: bool = False, error: str = ""
    ) -> None:
        now = asked_at or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        each = Exchange(
            host=host, method="GET", url=url, status=status, asked_at=now, from_cache=from_cache, error=error
        )
        with self._lock:
            self._exchanges.append(each)

    def _open(self) -> CachedSession:
        with self._lock:
            if self._session is None:
                self._session = self._new_session()
            return self._session

    def _new_session(self) -> CachedSession:
        folder = Path(self.settings.cache_dir)
        folder.mkdir(parents=True, exist_ok=True)
        session = CachedSession(
            str(folder / "http.sqlite"),
            serializer="json",
            wal=True,
            expire_after=(self.settings.max_age or 7) * DAY,
            allowable_codes=(200, 404),
            match_headers=["Accept"],
            urls_expire_after=None,
        )
        polite = bool(self.settings.mailto)
        pools = {
            f"https://{CROSSREF}/works?": (3, 3) if polite else (1, 1),
            f"https://{CROSSREF}/": (10, 3) if polite else (5, 1),
            f"https://{OPENALEX}/": (10, 3),
            "https://": (10, 4),
            "http://": (10, 4),
        }
        for prefix, (per_second, at_once) in pools.items():
            session.mount(prefix, WireAdapter(self.settings, per_second=per_second, at_once=at_once))
        return session


def _seconds(text: str, default: float) -> float:
    try:
        return max(0.0, float(text))
    except ValueError:
        return default
