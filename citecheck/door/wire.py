"""The wire: what happens to a request below the cache.

Contact address and keys are put on a copy of the request here, so that they are in no cache file, receipt or log. A replay
server, when one is set, stands in for every host. Each pool keeps its host's pace, and learns it from the answers.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from requests import PreparedRequest, Response
from requests.adapters import BaseAdapter, HTTPAdapter
from requests_ratelimiter import LimiterAdapter

import citecheck
from citecheck.settings import Settings

CROSSREF, OPENALEX, DATACITE = "api.crossref.org", "api.openalex.org", "api.datacite.org"
PUBMED, ARXIV, OPEN_LIBRARY = "eutils.ncbi.nlm.nih.gov", "export.arxiv.org", "openlibrary.org"
FASTEST, MOST_AT_ONCE = 50.0, 10
"""What an answer's headers can raise a pool to: a mistaken header must not make us a nuisance."""


class Pool(BaseAdapter):
    """One pool of a host: sends at its pace, so many at once, with contact and keys added on a copy."""

    def __init__(
        self, settings: Settings, *, per_second: float, at_once: int, sender: HTTPAdapter | None = None
    ) -> None:
        super().__init__()
        self._settings = settings
        self._sender = sender
        self._set_pace(per_second, at_once)

    def _set_pace(self, per_second: float, at_once: int) -> None:
        self.per_second, self.at_once = per_second, at_once
        self._slots = threading.Semaphore(at_once)
        burst = max(1.0, 1 / per_second)  # a pace below one a second is one request in so many seconds
        self._limited = LimiterAdapter(
            per_second=per_second, burst=burst, limit_statuses=(), per_host=False, pool_maxsize=MOST_AT_ONCE
        )

    def send(self, request: PreparedRequest, *args: Any, **options: Any) -> Response:
        """Send a copy of the request and give the answer under the request's own address."""
        with self._slots:
            sender = self._sender or self._limited
            response: Response = sender.send(self._dress(request), *args, **options)
        self.learn(response.headers)
        response.request = request
        response.url = request.url or ""
        return response

    def close(self) -> None:
        """Let go of the connections."""
        self._limited.close()

    def learn(self, headers: Mapping[str, str]) -> None:
        """Take over the pace that the host names (`x-rate-limit-limit`, `-interval`, `x-concurrency-limit`)."""
        try:
            limit = float(headers["x-rate-limit-limit"])
            interval = float(headers.get("x-rate-limit-interval", "1s").rstrip("s"))
            at_once = int(headers.get("x-concurrency-limit", str(self.at_once)))
            per_second = min(FASTEST, limit / interval)
        except (KeyError, ValueError, ZeroDivisionError):
            return
        at_once = max(1, min(MOST_AT_ONCE, at_once))
        if per_second > 0 and (per_second, at_once) != (self.per_second, self.at_once):
            self._set_pace(per_second, at_once)

    def _dress(self, request: PreparedRequest) -> PreparedRequest:
        """Give a copy with contact, keys and the replay server's address on it."""
        copy, settings = request.copy(), self._settings
        host = urlsplit(request.url or "").hostname or ""
        agent = f"citecheck/{citecheck.__version__}"
        if settings.mailto and host in (CROSSREF, DATACITE, OPEN_LIBRARY):
            agent += f" (mailto:{settings.mailto})"
        copy.headers["User-Agent"] = agent
        if host == OPENALEX and settings.openalex_api_key:
            copy.headers["Authorization"] = f"Bearer {settings.openalex_api_key}"
        if host == CROSSREF and settings.crossref_plus_token:
            copy.headers["Crossref-Plus-API-Token"] = f"Bearer {settings.crossref_plus_token}"
        if host == PUBMED and copy.url:
            known = {"tool": "citecheck", "email": settings.mailto, "api_key": settings.ncbi_api_key}
            copy.prepare_url(copy.url, {name: value for name, value in known.items() if value})
        if settings.replay and copy.url:
            parts = urlsplit(copy.url)
            path = f"{settings.replay.rstrip('/')}/{parts.netloc}{parts.path}"
            copy.url = path + (f"?{parts.query}" if parts.query else "")
        return copy
