"""Strangers' addresses: a URL from a registry, a manuscript, a bibliography or a note.

Only http(s), no user or password, and public addresses only, checked after the name is looked up and again at every redirect.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence
from urllib.parse import urlsplit

from citecheck.errors import Refused, Unreachable


def check_stranger(url: str, allow_hosts: Sequence[str] = ()) -> None:
    """Refuse a URL that may lead into the reader's own network.

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
    try:
        found = socket.getaddrinfo(host, port or 443, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unreachable(f"{host}: no such host.", host=host) from error
    for entry in found:
        if not is_public(str(entry[4][0])):
            raise Refused(f"{host}: leads to an address that is not public.", host=host)


def is_public(address: str) -> bool:
    """Is the address one of the public internet, whatever it is wrapped in?"""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv6Address):
        for inner in (parsed.ipv4_mapped, parsed.sixtofour, parsed.teredo[1] if parsed.teredo else None):
            if inner is not None:
                return inner.is_global and not inner.is_multicast
    return parsed.is_global and not parsed.is_multicast
