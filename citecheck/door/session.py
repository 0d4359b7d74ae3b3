"""The session behind the door: cache, pace, retries, time and the record of every exchange."""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

import requests
from requests_cache import NEVER_EXPIRE, CachedSession
from urllib3.exceptions import NewConnectionError

from citecheck.door.answers import ANSWERED, REDIRECTS, Answer, read_refusal
from citecheck.door.reaching import Reach
from citecheck.door.strangers import PublicAdapter, check_stranger
from citecheck.door.wire import CROSSREF, OPENALEX, Pool
from citecheck.errors import AskError, BadAnswer, Offline, Paced, Refused, Time, Unreachable
from citecheck.records import Exchange
from citecheck.settings import Settings

logging.getLogger("requests_cache").setLevel(logging.CRITICAL)  # it logs a traceback for each stale answer used

TRIES = 3
"""Tries for 429, 5xx and cut answers: two short troubles are outlived, a lasting one costs seconds."""
KEPT_FOR, ABSENT_FOR = timedelta(days=7), timedelta(days=1)
"""How old a kept answer may be, and a kept *no*; a caller may name another age."""
MOST_REDIRECTS = 5
MOST_SILENCES = 3
"""Time-outs in a row after which a host is no longer asked in this run: each costs the whole read time."""


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
        self._exchanges: list[Exchange] = []
        self._sessions: dict[str, requests.Session] = {}

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
            for session in self._sessions.values():
                session.close()
                if isinstance(session, CachedSession):
                    session.cache.close()  # type: ignore[no-untyped-call]
            self._sessions.clear()

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
    ) -> Answer:
        """Ask for a URL; answers are statuses 200, 400, 404, 410, 414 and 422, redirects followed.

        Simultaneous questions for one URL are sent once. With `keep` the answer is kept, and a kept one, `kept_for` at
        most old, is given without asking. A stranger's URL is checked, and so is every redirect to another host.

        Raises:
            AskError: it could not be asked, or was not answered; the kind says why.
        """
        if params:
            url = f"{url}{'&' if '?' in url else '?'}{urlencode(params)}"
        asked_host = urlsplit(url).hostname
        for _ in range(MOST_REDIRECTS):
            strange = stranger or urlsplit(url).hostname != asked_host
            if strange:
                check_stranger(url, self.settings.allow_hosts, look_up=not self._is_through_another(url))
            with self._flight(f"{accept} {url}"):
                answer = self._ask(url, accept, keep=keep, kept_for=kept_for, strange=strange, max_bytes=max_bytes)
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

    def _ask(self, url: str, accept: str, *, keep: bool, kept_for: timedelta, strange: bool, max_bytes: int) -> Answer:
        host = urlsplit(url).hostname or ""
        kept = self._kept(url, accept, host) if keep else None
        if kept is not None and not self.settings.refresh and self._is_young(kept, kept_for):
            return kept
        try:
            self._check_open(host, url, strange=strange)
            return self._try(url, accept, host, keep=keep, strange=strange, max_bytes=max_bytes)
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

    def _try(self, url: str, accept: str, host: str, *, keep: bool, strange: bool, max_bytes: int) -> Answer:
        trouble: AskError = BadAnswer(f"{host}: no answer.", host=host)
        connect_failures = 0
        for attempt in range(TRIES):
            try:
                answer = self._send(url, accept, host, keep=keep, strange=strange, max_bytes=max_bytes)
            except requests.exceptions.RequestException as error:
                self._record(host, url, 0, error=type(error).__name__)
                if refused := _cause(error, Refused):
                    raise refused from error
                trouble = self._read_failure(error, host)
                connect_failures += isinstance(trouble, Unreachable)
                if connect_failures >= 2:
                    self._close_host(host, trouble)
                if isinstance(trouble, Time):
                    self._note_silence(host, trouble)
                if connect_failures >= 2 or isinstance(trouble, Time):
                    break
                continue
            self._silences[host] = 0
            if answer.status in ANSWERED or answer.status in REDIRECTS:
                return answer
            refusal = read_refusal(answer, host, attempt, has_budget=host == OPENALEX)
            trouble = refusal.trouble
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

    def _read_failure(self, error: requests.exceptions.RequestException, host: str) -> AskError:
        """Tell a host that cannot be connected to from one that is slow or breaks off."""
        if isinstance(error, requests.exceptions.ConnectTimeout) or _cause(error, NewConnectionError):
            return Unreachable(f"{host}: cannot be reached.", host=host)
        if isinstance(error, requests.exceptions.Timeout):
            return Time(f"{host}: did not answer in time.", host=host)
        if isinstance(error, requests.exceptions.ProxyError | requests.exceptions.SSLError):
            return Unreachable(f"{host}: cannot be reached ({type(error).__name__}).", host=host)
        return BadAnswer(f"{host}: an answer that broke off.", host=host)

    def _send(self, url: str, accept: str, host: str, *, keep: bool, strange: bool, max_bytes: int) -> Answer:
        session = self._session("strange" if strange else "kept" if keep else "plain")
        connect = self.settings.connect_timeout
        timeout = (connect, max(0.05, min(self.settings.read_timeout, self._remaining())))
        more: dict[str, Any] = {"force_refresh": True} if isinstance(session, CachedSession) else {"stream": True}
        response = session.get(
            url, headers={"Accept": accept}, timeout=timeout, allow_redirects=False, auth=_leave_alone, **more
        )
        body = response.content if isinstance(session, CachedSession) else self._read(response, host, max_bytes)
        now = _stamp(datetime.now(UTC))
        self._record(host, url, response.status_code, asked_at=now)
        return Answer(url=url, status=response.status_code, headers=response.headers, body=body or b"", asked_at=now)

    def _read(self, response: requests.Response, host: str, max_bytes: int) -> bytes:
        """Read a body within bounds of size and time."""
        pieces, length, begun = [], 0, time.monotonic()
        with response:
            for piece in response.iter_content(65_536):
                length += len(piece)
                if length > max_bytes:
                    raise BadAnswer(f"{host}: longer than {max_bytes} bytes.", host=host)
                if time.monotonic() - begun > 3 * self.settings.read_timeout or self._remaining() <= 0:
                    raise Time(f"{host}: did not finish in time.", host=host)
                pieces.append(piece)
        return b"".join(pieces)

    def _kept(self, url: str, accept: str, host: str) -> Answer | None:
        """Give what the cache holds for a URL, whatever its age."""
        if not (Path(self.settings.cache_dir) / "http.sqlite").exists():
            return None
        session = self._session("kept")
        response = session.get(url, headers={"Accept": accept}, allow_redirects=False, only_if_cached=True)  # type: ignore[call-arg]
        if response.status_code == 504:  # what requests-cache says of a miss; no such answer is ever kept
            return None
        created = getattr(response, "created_at", None) or datetime.now(UTC)
        stamp = _stamp(created if created.tzinfo else created.replace(tzinfo=UTC))
        self._record(host, url, response.status_code, asked_at=stamp, from_cache=True)
        headers, body = response.headers, response.content or b""
        return Answer(url=url, status=response.status_code, headers=headers, body=body, asked_at=stamp, from_cache=True)

    def _is_young(self, kept: Answer, kept_for: timedelta) -> bool:
        limit = kept_for if kept.status == 200 or kept.status in REDIRECTS else min(kept_for, ABSENT_FOR)
        if self.settings.max_age is not None:
            limit = timedelta(days=self.settings.max_age)
        return datetime.now(UTC) - datetime.fromisoformat(kept.asked_at) <= limit

    def _record(
        self, host: str, url: str, status: int, *, asked_at: str = "", from_cache: bool = False, error: str = ""
    ) -> None:
        now = asked_at or _stamp(datetime.now(UTC))
        each = Exchange(
            host=host, method="GET", url=url, status=status, asked_at=now, from_cache=from_cache, error=error
        )
        with self._lock:
            self._exchanges.append(each)

    def _session(self, kind: str) -> requests.Session:
        with self._lock:
            if not self._sessions:
                self._sessions = self._open_sessions()
            return self._sessions[kind]

    def _open_sessions(self) -> dict[str, requests.Session]:
        """Open the session that keeps, and one that does not, over the same pools; strangers have pools of their own."""
        folder = Path(self.settings.cache_dir)
        folder.mkdir(parents=True, exist_ok=True)
        kept = CachedSession(
            str(folder / "http.sqlite"),
            serializer="json",
            wal=True,
            expire_after=NEVER_EXPIRE,  # ages are judged when an answer is used, so that --max-age holds for old ones
            allowable_codes=(200, 301, 302, 404, 410),
            match_headers=["Accept"],
        )
        sessions: dict[str, requests.Session] = {
            "kept": kept,
            "plain": requests.Session(),
            "strange": requests.Session(),
        }
        for prefix, pool in self._pools().items():
            kept.mount(prefix, pool)
            sessions["plain"].mount(prefix, pool)
        sender = None if self.settings.replay else PublicAdapter(self.settings.allow_hosts)
        for scheme in ("https://", "http://"):
            pool = Pool(self.settings, per_second=5, at_once=4, sender=sender)
            sessions["strange"].mount(scheme, pool)
        for session in sessions.values():
            session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        return sessions

    def _pools(self) -> dict[str, Pool]:
        """Start each pool at the numbers its host documents (Crossref: since December 2025)."""
        polite = bool(self.settings.mailto or self.settings.crossref_plus_token)
        paces = {
            f"https://{CROSSREF}/works?": (3, 3) if polite else (1, 1),
            f"https://{CROSSREF}/": (10, 3) if polite else (5, 1),
            f"https://{OPENALEX}/": (10, 3),
            "https://": (5, 3),
            "http://": (5, 3),
        }
        return {
            prefix: Pool(self.settings, per_second=per_second, at_once=at_once)
            for prefix, (per_second, at_once) in paces.items()
        }


def _leave_alone(request: requests.PreparedRequest) -> requests.PreparedRequest:
    """Stand in for credentials, so that none are taken from the user's netrc."""
    return request


def _cause(error: BaseException, kind: type[BaseException]) -> Any:
    """Find an error of a kind among what an error came of."""
    seen: set[int] = set()
    pending: list[Any] = [error]
    while pending:
        each = pending.pop()
        if not isinstance(each, BaseException) or id(each) in seen:
            continue
        if isinstance(each, kind):
            return each
        seen.add(id(each))
        pending += [each.__cause__, each.__context__, getattr(each, "reason", None), *each.args]
    return None


def _stamp(when: datetime) -> str:
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
