"""The replay server: loopback HTTP that stands in for every registry, with its manners and, when told, its troubles.

`CITECHECK_REPLAY` or the setting `replay` sends `https://HOST/PATH` to `ADDRESS/HOST/PATH`. It keeps what it was asked, so that
requests can be counted and read; it can be slow, refuse, break off, fall silent, and hold callers to the limits.
"""

from __future__ import annotations

import json
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from citecheck.demo.manners import HTML, Record, Reply, Shelf, answer, file_answer

CROSSREF_LIMITS = {
    ("polite", "single"): (10, 3),
    ("polite", "list"): (3, 3),
    ("public", "single"): (5, 1),
    ("public", "list"): (1, 1),
}
"""Requests a second and at once, by pool and kind: Crossref's numbers since December 2025."""
ARXIV_PREFIX = "10.48550/arxiv."
HURRIED = {"x-rate-limit-limit": "50", "x-rate-limit-interval": "1s", "x-concurrency-limit": "10"}
SLACK = 1.25
"""How far over its limit a pool may go within a second: clocks are not in step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request as it arrived."""

    host: str
    path: str
    query: str
    headers: Mapping[str, str]
    at: float


@dataclass(slots=True, kw_only=True)
class Trouble:
    """What goes wrong with a host's answers, and how often."""

    reply: Reply | None
    """What is answered instead; None breaks the answer off in the middle."""
    times: int
    fits: Callable[[Asked], bool]
    silent: float = 0.0
    """Seconds of silence before."""


@dataclass(slots=True, kw_only=True)
class _Pace:
    begun: list[float] = field(default_factory=list)
    under_way: int = 0


class ReplayServer:
    """A loopback stand-in for Crossref, OpenAlex, DataCite, doi.org, PubMed, Europe PMC and arXiv; use as a context manager."""

    def __init__(self, folder: Path | None = None, **records: Any) -> None:
        self.shelf = Shelf()
        self.asked: list[Asked] = []
        self.delay = 0.0
        self.holds_limits = False
        self.hurries = False
        """Does every answer say that its host may be asked fifty times a second? Callers who learn their pace lose no time."""
        self._troubles: list[Trouble] = []
        self._paces: dict[tuple[str, str], _Pace] = {}
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))
        self._server.daemon_threads = True
        if folder is not None:
            self.add(**_read_folder(folder))
        self.add(**records)

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def add(
        self,
        crossref: Iterable[Record] = (),
        openalex: Iterable[Record] = (),
        datacite: Iterable[Record] = (),
        aliases: Mapping[str, str] | None = None,
        agencies: Mapping[str, str] | None = None,
        csl: Iterable[Record] = (),
        europepmc: Iterable[Record] = (),
        pubmed: Iterable[Record] = (),
        arxiv: Mapping[str, Record] | None = None,
        books: Mapping[str, Record] | None = None,
    ) -> None:
        """Put records on the shelf.

        A Crossref record without one of its own gets an OpenAlex record, a preprint at DataCite one of arXiv's.
        """
        known = {str(each.get("doi", "")).lower().removeprefix("https://doi.org/") for each in openalex}
        self.shelf.openalex += [*openalex]
        for each in crossref:
            doi = str(each["DOI"]).lower()
            self.shelf.crossref[doi] = each
            if doi not in known:
                self.shelf.openalex.append(as_openalex(each))
        self.shelf.datacite |= {str(each["id"]).lower(): each for each in datacite}
        self.shelf.aliases |= {alias.lower(): prime for alias, prime in (aliases or {}).items()}
        self.shelf.agencies |= {doi.lower(): agency for doi, agency in (agencies or {}).items()}
        self.shelf.csl |= {str(each["DOI"]).lower(): each for each in csl}
        for doi in self.shelf.datacite:
            if doi.startswith(ARXIV_PREFIX):
                self.shelf.arxiv.setdefault(doi.removeprefix(ARXIV_PREFIX), {})
        self.shelf.arxiv |= arxiv or {}
        self.shelf.books |= books or {}
        self.shelf.europepmc += [*europepmc]
        self.shelf.pubmed += [*pubmed]

    def fail(
        self,
        host: str,
        status: int,
        *,
        times: int = 1_000_000,
        headers: Mapping[str, str] | None = None,
        body: bytes = b"<html><title>out of order</title></html>",
        holding: str = "",
    ) -> None:
        """Answer a host's next requests (those whose address holds a text) with a status."""
        reply = Reply(status=status, body=body, kind=HTML, headers=headers or {})
        self._troubles.append(Trouble(reply=reply, times=times, fits=_fits(host, holding)))

    def cut(self, host: str, *, times: int = 1_000_000, holding: str = "") -> None:
        """Break a host's next answers off in the middle."""
        self._troubles.append(Trouble(reply=None, times=times, fits=_fits(host, holding)))

    def hush(self, host: str, seconds: float, *, times: int = 1_000_000) -> None:
        """Take a host's requests and stay silent for so long."""
        reply = Reply(status=503, kind=HTML)
        self._troubles.append(Trouble(reply=reply, times=times, fits=_fits(host, ""), silent=seconds))

    def heal(self) -> None:
        """End every trouble."""
        self._troubles.clear()

    def count(self, host: str = "", holding: str = "") -> int:
        """Count the requests of a host whose address holds a text."""
        return sum(1 for each in self.asked if host in each.host and holding in f"{each.path}?{each.query}")

    def reply_to(self, asked: Asked) -> Reply | None:
        """Answer one request: with trouble when there is some, within limits when they are held, else as the host does."""
        with self._lock:
            self.asked.append(asked)
            trouble = next((each for each in self._troubles if each.times > 0 and each.fits(asked)), None)
            if trouble is not None:
                trouble.times -= 1
        if self.delay:
            time.sleep(self.delay)
        if trouble is not None:
            time.sleep(trouble.silent)
            return trouble.reply
        accept = str(asked.headers.get("Accept", ""))
        file = file_answer(self.shelf, asked.host, asked.path, str(asked.headers.get("If-None-Match", "")))
        if file is not None:
            return file
        if self.hurries:
            reply = answer(self.shelf, asked.host, asked.path, asked.query, accept)
            return replace(reply, headers={**reply.headers, **HURRIED})
        if asked.host != "api.crossref.org":
            return answer(self.shelf, asked.host, asked.path, asked.query, accept)
        polite = "mailto:" in f"{asked.headers.get('User-Agent', '')} {asked.query}"
        pool = ("polite" if polite else "public", "list" if asked.path.rstrip("/") == "/works" else "single")
        if self.holds_limits and not self._is_within(pool):
            return Reply(status=429, body=b"<html><body><h1>429 Too Many Requests</h1></body></html>", kind=HTML)
        reply = answer(self.shelf, asked.host, asked.path, asked.query, accept)
        rate, at_once = CROSSREF_LIMITS[pool]
        limits = {"x-rate-limit-limit": str(rate), "x-rate-limit-interval": "1s", "x-concurrency-limit": str(at_once)}
        headers = {**reply.headers, **limits, "x-api-pool": "-".join(pool)}
        return Reply(status=reply.status, body=reply.body, kind=reply.kind, headers=headers)

    def _is_within(self, pool: tuple[str, str]) -> bool:
        now = time.monotonic()
        with self._lock:
            pace = self._paces.setdefault(pool, _Pace())
            pace.begun = [each for each in pace.begun if now - each < 1.0]
            if len(pace.begun) >= SLACK * CROSSREF_LIMITS[pool][0]:
                return False
            pace.begun.append(now)
            return True


def as_openalex(record: Record) -> Record:
    """Give an OpenAlex record for a Crossref one; its flag is set as OpenAlex sets it, for notices too."""
    doi = str(record["DOI"]).lower()
    kinds = [each.get("type") for name in ("updated-by", "update-to") for each in record.get(name, ())]
    issued = (record.get("issued") or {}).get("date-parts") or [[None]]
    people = [
        f"{each.get('given', '')} {each.get('family', each.get('name', ''))}".strip()
        for each in record.get("author", ())
    ]
    return {
        "id": f"https://openalex.org/W{zlib.crc32(doi.encode())}",
        "doi": f"https://doi.org/{doi}",
        "title": next(iter(record.get("title") or ()), None),
        "publication_year": issued[0][0] if issued[0] else None,
        "authorships": [{"author": {"display_name": each}} for each in people],
        "biblio": {"volume": record.get("volume"), "issue": record.get("issue")},
        "primary_location": {"source": None},
        "ids": {},
        "type": "article",
        "is_retracted": "retraction" in kinds,
    }


def _fits(host: str, holding: str) -> Callable[[Asked], bool]:
    return lambda asked: asked.host == host and holding in f"{asked.path}?{asked.query}"


def _read_folder(folder: Path) -> dict[str, Any]:
    names = ("crossref", "openalex", "datacite", "aliases", "agencies", "csl", "europepmc", "pubmed", "arxiv", "books")
    files = {name: folder / f"{name}.json" for name in names}
    return {name: json.loads(path.read_text(encoding="utf-8")) for name, path in files.items() if path.is_file()}


def _handler_of(replay: ReplayServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 30

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            host, _, path = parts.path.lstrip("/").partition("/")
            asked = Asked(
                host=host, path=f"/{path}", query=parts.query, headers=dict(self.headers), at=time.monotonic()
            )
            try:
                self._send(replay.reply_to(asked))
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def _send(self, reply: Reply | None) -> None:
            if reply is None:
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", "100000")
                self.end_headers()
                self.wfile.write(b'{"status":"ok","message":{"items":[{"DOI":"10.')
                self.close_connection = True
                return
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.kind)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            self.wfile.write(reply.body)

        def log_message(self, *_: object) -> None:
            """Say nothing: what was asked is kept."""

    return Handler
