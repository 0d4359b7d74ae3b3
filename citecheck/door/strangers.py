"""Strangers' addresses: a URL from a registry, a manuscript, a bibliography or a note.

Only http(s), no user or password, and public addresses only: checked after the name is looked up, and again at every
redirect. `public` checks once more on the open connection.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence
from urllib.parse import urlsplit

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
