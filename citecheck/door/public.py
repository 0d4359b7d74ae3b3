"""Connections to strangers: the other end is checked once more before a byte is sent.

A name that was public when it was looked up, and leads home when it is connected to, leads nowhere.
"""

from __future__ import annotations

import socket
from collections.abc import Sequence
from typing import Any

from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from citecheck.door.strangers import is_public
from citecheck.errors import Refused


class PublicAdapter(HTTPAdapter):
    """Sends only over connections whose other end is a public address, or a host that the user named."""

    def __init__(self, allow_hosts: Sequence[str] = ()) -> None:
        self.allow_hosts = tuple(allow_hosts)
        super().__init__()

    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        """Make pools whose connections check their other end before a byte is sent."""
        super().init_poolmanager(*args, **options)
        allowed = self.allow_hosts

        class PublicHTTP(HTTPConnection):
            def _new_conn(self) -> socket.socket:
                return _check_peer(super()._new_conn(), self.host, allowed)

        class PublicHTTPS(HTTPSConnection):
            def _new_conn(self) -> socket.socket:
                return _check_peer(super()._new_conn(), self.host, allowed)

        http = type("PublicHTTPPool", (HTTPConnectionPool,), {"ConnectionCls": PublicHTTP})
        https = type("PublicHTTPSPool", (HTTPSConnectionPool,), {"ConnectionCls": PublicHTTPS})
        self.poolmanager.pool_classes_by_scheme = {"http": http, "https": https}


def _check_peer(connection: socket.socket, host: str, allowed: Sequence[str]) -> socket.socket:
    address = str(connection.getpeername()[0])
    if host not in allowed and not is_public(address):
        connection.close()
        raise Refused(f"{host}: leads to an address that is not public.", host=host)
    return connection
