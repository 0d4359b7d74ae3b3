"""Reaching: can a host be connected to at all?

Asked once a host and run, with name lookup and connection both under the time limit, for many hosts side by side: a dead
network costs seconds, however many hosts would be asked after one another. Nothing is sent.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from citecheck.errors import Unreachable
from citecheck.settings import Settings

TRIES = 2
"""One more try after a failure: a lost packet is no outage."""


@dataclass(slots=True)
class _Probe:
    done: threading.Event = field(default_factory=threading.Event)
    reached: bool = False


class Reach:
    """Knows which hosts can be connected to; safe to use from several threads."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._probes: dict[tuple[str, int], _Probe] = {}

    def begin(self, urls: Iterable[str]) -> None:
        """Start to reach for the hosts of URLs, side by side, and do not wait."""
        for url in urls:
            self._probe_of(url)

    def ensure(self, url: str) -> None:
        """Wait until the host of a URL is known to be there.

        Raises:
            Unreachable: it could not be named or connected to in time.
        """
        probe = self._probe_of(url)
        probe.done.wait(TRIES * self._settings.connect_timeout)
        if not probe.reached:
            host = urlsplit(url).hostname or ""
            raise Unreachable(f"{host}: cannot be reached.", host=host)

    def _probe_of(self, url: str) -> _Probe:
        address = self.address(url)
        with self._lock:
            if address not in self._probes:
                self._probes[address] = _Probe()
                reach = (address, self._probes[address])
                threading.Thread(target=self._connect, args=reach, daemon=True, name="citecheck-reach").start()
            return self._probes[address]

    def address(self, url: str) -> tuple[str, int]:
        """Give host and port a request for the URL connects to: the replay server's, the proxy's, or its own."""
        target = self._settings.replay
        if not target:
            import requests.utils  # only where something may be sent

            proxies = requests.utils.get_environ_proxies(url)
            target = requests.utils.select_proxy(url, proxies) or url
            target = target if "://" in target else f"http://{target}"
        parts = urlsplit(target)
        return parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)

    def _connect(self, address: tuple[str, int], probe: _Probe) -> None:
        for _ in range(TRIES):
            try:
                with socket.create_connection(address, timeout=self._settings.connect_timeout) as connection:
                    if self._settings.replay:
                        self._expect_word(connection)
            except (OSError, UnicodeError):
                continue
            probe.reached = True
            break
        probe.done.set()

    def _expect_word(self, connection: socket.socket) -> None:
        """Wait for any word from a replay server: without TLS, a connection alone does not tell a server from a void.

        What is sent is no request, so that nothing is counted as asked.
        """
        connection.settimeout(self._settings.connect_timeout)
        connection.sendall(b"?\r\n\r\n")
        connection.recv(1)
