"""The wire: what happens to a request below the cache.

Contact address and keys are put on a copy of the request here, so that they are in no cache file, receipt or log. A replay
server, when one is set, stands in for every host.
"""

from __future__ import annotations

import threading
from typing import Any
from urllib.parse import urlsplit

from requests import PreparedRequest, Response
from requests_ratelimiter import LimiterAdapter

from citecheck.settings import Settings

CROSSREF, OPENALEX = "api.crossref.org", "api.openalex.org"


class WireAdapter(LimiterAdapter):  # type: ignore[misc]
    """Sends one pool's requests at its pace, with contact and keys added on a copy."""

    def __init__(self, settings: Settings, *, per_second: float, at_once: int) -> None:
        super().__init__(per_second=per_second, burst=max(1, int(per_second)), limit_statuses=(), per_host=True)
        self.settings = settings
        self.slots = threading.Semaphore(at_once)

    def send(self, request: PreparedRequest, **options: Any) -> Response:
        """Send a copy of the request and give the answer under the request's own address."""
        with self.slots:
            response: Response = super().send(self.dress(request), **options)
        response.request = request
        response.url = request.url or ""
        return response

    def dress(self, request: PreparedRequest) -> PreparedRequest:
        """Give a copy with contact, keys and the replay server's address on it."""
        copy, settings = request.copy(), self.settings
        host = urlsplit(request.url or "").hostname or ""
        agent = "citecheck/0.1"
        if settings.mailto and host in (CROSSREF, "api.datacite.org"):
            agent += f" (mailto:{settings.mailto})"
        copy.headers["User-Agent"] = agent
        if host == OPENALEX and settings.openalex_api_key:
            copy.headers["Authorization"] = f"Bearer {settings.openalex_api_key}"
        if host == CROSSREF and settings.crossref_plus_token:
            copy.headers["Crossref-Plus-API-Token"] = f"Bearer {settings.crossref_plus_token}"
        if settings.replay and request.url:
            parts = urlsplit(request.url)
            copy.url = f"{settings.replay.rstrip('/')}/{parts.netloc}{parts.path}" + (
                f"?{parts.query}" if parts.query else ""
            )
            copy.headers["Host"] = urlsplit(settings.replay).netloc
        return copy

    def get_connection_with_tls_context(self, request: PreparedRequest, *args: Any, **options: Any) -> Any:
        """Connect to where the dressed request goes."""
        return super().get_connection_with_tls_context(request, *args, **options)
