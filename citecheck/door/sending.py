"""Sending: one request and its answer, over the sessions that keep, that do not, and that strangers' hosts get.

Loaded at the first request that is really sent, or looked up in the HTTP cache: an offline or warm run does without.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import requests
from requests_cache import NEVER_EXPIRE, CachedSession
from urllib3.exceptions import NewConnectionError

from citecheck.door.answers import Answer, stamp
from citecheck.door.public import PublicAdapter
from citecheck.door.wire import ARXIV, CROSSREF, OPEN_LIBRARY, OPENALEX, PUBMED, Pool
from citecheck.errors import AskError, BadAnswer, Refused, Time, Unreachable
from citecheck.settings import Settings

logging.getLogger("requests_cache").setLevel(logging.CRITICAL)  # it logs a traceback for each stale answer used

SHORTEST_TIME = 0.05
"""Seconds a request is given at least, however near the run's end."""


class Sender:
    """Sends requests and reads answers whole. Safe to use from several threads."""

    def __init__(self, settings: Settings, remaining: Callable[[], float]) -> None:
        self.settings = settings
        self._remaining = remaining
        self._lock = threading.Lock()
        self._sessions: dict[str, requests.Session] = {}

    def close(self) -> None:
        """Let go of connections and cache."""
        with self._lock:
            for session in self._sessions.values():
                session.close()
                if isinstance(session, CachedSession):
                    session.cache.close()  # type: ignore[no-untyped-call]
            self._sessions.clear()

    def send(
        self,
        url: str,
        headers: Mapping[str, str],
        *,
        keep: bool,
        strange: bool,
        max_bytes: int,
        longest: float | None = None,
    ) -> Answer:
        """Send one request and give its answer, whatever its status; redirects are not followed.

        Raises:
            AskError: no whole answer came.
        """
        host = urlsplit(url).hostname or ""
        session = self._session("strange" if strange else "kept" if keep else "plain")
        time_left = max(SHORTEST_TIME, min(self.settings.read_timeout, self._remaining()))
        more: dict[str, Any] = {"force_refresh": True} if isinstance(session, CachedSession) else {"stream": True}
        try:
            response = session.get(
                url,
                headers=headers,
                timeout=(self.settings.connect_timeout, time_left),
                allow_redirects=False,
                auth=_leave_alone,
                **more,
            )
            body = (
                response.content
                if isinstance(session, CachedSession)
                else self._read(response, host, max_bytes, longest)
            )
        except requests.exceptions.RequestException as error:
            raise _read_failure(error, host) from error
        now = stamp(datetime.now(UTC))
        return Answer(url=url, status=response.status_code, headers=response.headers, body=body or b"", asked_at=now)

    def kept(self, url: str, accept: str) -> Answer | None:
        """Give what the cache holds for a URL, whatever its age."""
        session = self._session("kept")
        response = session.get(url, headers={"Accept": accept}, allow_redirects=False, only_if_cached=True)  # type: ignore[call-arg]
        if response.status_code == 504:  # what requests-cache says of a miss; no such answer is ever kept
            return None
        created = getattr(response, "created_at", None) or datetime.now(UTC)
        when = stamp(created if created.tzinfo else created.replace(tzinfo=UTC))
        headers, body = response.headers, response.content or b""
        return Answer(url=url, status=response.status_code, headers=headers, body=body, asked_at=when, from_cache=True)

    def _read(self, response: requests.Response, host: str, max_bytes: int, longest: float | None) -> bytes:
        """Read a body within bounds of size and time."""
        longest = longest or 3 * self.settings.read_timeout
        pieces, length, begun = [], 0, time.monotonic()
        with response:
            for piece in response.iter_content(65_536):
                length += len(piece)
                if length > max_bytes:
                    raise BadAnswer(f"{host}: longer than {max_bytes} bytes.", host=host)
                if time.monotonic() - begun > longest or self._remaining() <= 0:
                    raise Time(f"{host}: did not finish in time.", host=host)
                pieces.append(piece)
        return b"".join(pieces)

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
            f"https://{PUBMED}/": (10, 3) if self.settings.ncbi_api_key else (3, 3),
            f"https://{ARXIV}/": (1 / 3, 1),
            f"https://{OPEN_LIBRARY}/": (3, 3) if self.settings.mailto else (1, 1),
            "https://": (5, 3),
            "http://": (5, 3),
        }
        return {
            prefix: Pool(self.settings, per_second=per_second, at_once=at_once)
            for prefix, (per_second, at_once) in paces.items()
        }


def _read_failure(error: requests.exceptions.RequestException, host: str) -> AskError:
    """Tell a host that cannot be connected to from one that is slow or breaks off."""
    refused = _cause(error, Refused)
    if isinstance(refused, Refused):
        return refused
    if isinstance(error, requests.exceptions.ConnectTimeout) or _cause(error, NewConnectionError):
        return Unreachable(f"{host}: cannot be reached.", host=host)
    if isinstance(error, requests.exceptions.Timeout):
        return Time(f"{host}: did not answer in time.", host=host)
    if isinstance(error, requests.exceptions.ProxyError | requests.exceptions.SSLError):
        return Unreachable(f"{host}: cannot be reached ({type(error).__name__}).", host=host)
    return BadAnswer(f"{host}: an answer that broke off.", host=host)


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
