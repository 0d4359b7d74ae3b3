"""What tests share: the replay server with the fixtures' records, and settings that lead to it."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from citecheck.demo.replay import ReplayServer
from citecheck.settings import Settings

# The same examples every time, so that a run tells of the change and of nothing else; HYPOTHESIS_PROFILE=search looks further.
hypothesis.settings.register_profile("steady", derandomize=True, deadline=None)
hypothesis.settings.register_profile("search", deadline=None, max_examples=1000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

ROOT = Path(__file__).parent.parent
FIXTURES = ROOT / "fixtures"


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep the machine's own settings, proxies and caches out of the tests."""
    for name in list(os.environ):
        if name.startswith("CITECHECK_") or name.lower() in (
            "http_proxy",
            "https_proxy",
            "all_proxy",
            "openalex_api_key",
        ):
            monkeypatch.delenv(name)
    monkeypatch.setenv("CITECHECK_CACHE_DIR", str(tmp_path / "cache"))


@pytest.fixture(autouse=True)
def no_socket_but_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test reach further than this machine."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in ("127.0.0.1", "::1"):
            raise OSError(f"a test may not connect to {address[0]}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture(autouse=True)
def sums_hold_in_every_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold every receipt that any test makes to its sums."""
    from citecheck.receipt import check_sums, count_outcomes

    def counted(*given: Any, **more: Any) -> Any:
        counters = count_outcomes(*given, **more)
        assert check_sums(counters) == []
        return counters

    monkeypatch.setattr("citecheck.checking.count_outcomes", counted)


@pytest.fixture
def replay() -> Iterator[ReplayServer]:
    """A replay server with the fixtures' records."""
    with ReplayServer(FIXTURES / "registries") as server:
        yield server


@pytest.fixture
def settings(replay: ReplayServer, tmp_path: Path) -> Settings:
    """Settings that lead to the replay server, with a contact address."""
    return Settings(
        cache_dir=str(tmp_path / "cache"), replay=replay.address, mailto="reader@example.org", progress=False
    )
