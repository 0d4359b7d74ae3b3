"""Strangers' addresses lead to the public internet only."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from citecheck.door import Door
from citecheck.door.strangers import check_stranger, is_public
from citecheck.errors import Refused, Unreachable
from citecheck.settings import Settings

REFUSED = [
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:a00:1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://10.0.0.8/",
    "http://192.168.1.1/admin",
    "http://169.254.169.254/latest/meta-data/",
    "http://[fe80::1]/",
    "http://0.0.0.0/",
    "http://localhost:8080/",
    "http://printer.local/",
    "ftp://example.org/a",
    "file:///etc/passwd",
    "gopher://example.org",
    "http://user:word@example.org/",
    "http:///nowhere",
    "http://[broken/",
]


@pytest.mark.parametrize("url", REFUSED)
def test_these_are_refused(url: str) -> None:
    with pytest.raises(Refused):
        check_stranger(url)


@pytest.mark.parametrize("url", REFUSED)
def test_these_are_refused_behind_a_proxy_too(url: str) -> None:
    with pytest.raises(Refused):
        check_stranger(url, look_up=False)


def test_a_name_that_leads_home_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Any] = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 443)),
        (2, 1, 6, "", ("10.0.0.1", 443)),
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(Refused):
        check_stranger("https://example.org/")


def test_a_name_without_address_is_unreachable(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise socket.gaierror("no such host")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(Unreachable):
        check_stranger("https://example.org/")


def test_a_host_that_the_user_names_is_exempt() -> None:
    check_stranger("http://127.0.0.1:8080/", ["127.0.0.1"])


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"])
def test_public_addresses_pass(address: str) -> None:
    assert is_public(address)
    wrapped = address if ":" in address else f"::ffff:{address}"
    assert is_public(wrapped)


def test_the_open_connection_is_checked_once_more(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """A name that is public when it is looked up and private when it is connected to leads nowhere."""
    with socket.socket() as inside:
        inside.bind(("127.0.0.1", 0))
        inside.listen()
        port = inside.getsockname()[1]
        from dataclasses import replace

        monkeypatch.setattr("citecheck.door.session.check_stranger", lambda *_, **__: None)
        with Door(replace(settings, replay="")) as door, pytest.raises(Refused):
            door.get(f"http://127.0.0.1:{port}/", stranger=True)
        inside.settimeout(2)
        connection, _ = inside.accept()
        connection.settimeout(2)
        assert connection.recv(100) == b""
        connection.close()
