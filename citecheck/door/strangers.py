"""Strangers' addresses: a URL from a registry, a manuscript, a bibliography or a note.

Only http(s), no user or password, and public addresses only: checked after the name is looked up, again at every redirect,
and once more on the open connection, so that a name which changes its mind in between leads nowhere.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from citecheck.errors import Refused, Unreachable


def check_stranger(url: str, allow_hosts: Sequence[str] = (), *, look_up: bool = True) -> None:
    """Refuse a URL that may lead into the reader's own network.

    With `look_up` false a name is not looked up (a proxy or replay server does), an address is judged all the same.

    Raises:
        Refused: scheme, user part or address is not allowed.
        Unreachable: the name has no address.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise Refused(f"{url[:80]}: not an address ({error}).") from error
    if parts.scheme not in ("http", "https") or not host:
        raise Refused(f"{url[:80]}: only http and https are followed.", host=host)
    if parts.username is not None or parts.password is not None:
        raise Refused("An address with a user or password in it is not followed.", host=host)
    if host in allow_hosts:
        return
    for address in _addresses(host, port or 443, look_up=look_up):
        if not is_public(address):
            raise Refused(f"{host}: leads to an address that is not public.", host=host)


def _addresses(host: str, port: int, *, look_up: bool) -> list[str]:
    """Give the addresses of a host; odd spellings of an address (`0x7f.1`, `2130706433`) are looked up by the system."""
    try:
        return [str(ipaddress.ip_address(host.partition("%")[0]))]
    except ValueError:
        pass
    looks_numeric = host.rpartition(".")[2][:1].isdigit()
    if host == "localhost" or host.endswith((".localhost", ".local", ".internal")):
        return ["127.0.0.1"]
    if not look_up and not looks_numeric:
        return []
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unreachable(f"{host}: no such host.", host=host) from error
    return [str(entry[4][0]) for entry in found]


def is_public(address: str) -> bool:
    """Is the address one of the public internet, whatever it is wrapped in?"""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv6Address):
        inners = [parsed.ipv4_mapped, parsed.sixtofour, parsed.teredo[1] if parsed.teredo else None]
        if parsed in ipaddress.ip_network("64:ff9b::/96"):
            inners.append(ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF))
        for inner in inners:
            if inner is not None:
                return inner.is_global and not inner.is_multicast
    return parsed.is_global and not parsed.is_multicast


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
