"""Open Library: books by ISBN, in lists, and what a reference's ISBN settles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from citecheck.bibliography import read_bibliography
from citecheck.demo.replay import ReplayServer
from citecheck.door import Door
from citecheck.identifiers import Kind, find_mistyped_isbn, parse_identifier
from citecheck.records import Reference, Resolution, ResolutionOutcome
from citecheck.registries.open_library import OpenLibrary, read_work
from citecheck.resolving import Registries, open_registries, resolve
from citecheck.resolving.books import find_wrong_isbn
from citecheck.settings import Settings
from citecheck.store import Store

HARBOURS, TIDES, GONE = "9780306406157", "9783161484100", "9781402894626"
BOOKS: dict[str, dict[str, Any]] = {
    HARBOURS: {
        "url": "https://openlibrary.org/books/OL1M/Harbours",
        "key": "/books/OL1M",
        "title": "Harbours of the northern coast",
        "subtitle": "a history in maps",
        "authors": [{"url": "https://openlibrary.org/authors/OL1A", "name": "Marta Ekholm"}],
        "publishers": [{"name": "Littoral Press"}],
        "publish_date": "March 3, 1994",
        "identifiers": {"isbn_10": ["0306406152"], "openlibrary": ["OL1M"]},
    },
    TIDES: {"title": "TIDES AND TRADE", "publish_date": "[20--]", "publishers": []},
}


def book(isbn: str, **more: object) -> Reference:
    identifier = parse_identifier(isbn, Kind.ISBN)
    described: dict[str, object] = {
        "key": "ekholm", "type": "book", "title": "Harbours of the Northern Coast", "authors": ("Ekholm, Marta",), "year": 1994,
    }  # fmt: skip
    return Reference(identifiers=(identifier,) if identifier else (), **{**described, **more})  # type: ignore[arg-type]


@pytest.fixture
def registries(settings: Settings, replay: ReplayServer) -> Iterator[Registries]:
    replay.add(books=BOOKS)
    with Door(settings, sleep=lambda _: None) as door:
        store = Store(Path(settings.cache_dir))
        yield open_registries(door, store, settings)
        store.close()


def settle(reference: Reference, registries: Registries) -> Resolution:
    (found,) = resolve([reference], registries)
    return found


def test_many_isbns_a_request_and_none_twice(registries: Registries, replay: ReplayServer) -> None:
    found = registries.open_library.look_up([HARBOURS, TIDES, GONE])
    work = found[HARBOURS].works[0]
    assert (work.title, work.subtitle, work.year) == ("Harbours of the northern coast", "a history in maps", 1994)
    assert (work.authors[0].family, work.authors[0].given) == ("Ekholm", "Marta")
    assert work.identifiers == (("isbn", HARBOURS),)
    assert (found[TIDES].works[0].authors, found[TIDES].works[0].year) == ((), None)
    assert found[GONE].works == ()
    assert replay.count("openlibrary.org") == 1
    registries.open_library.look_up([GONE, HARBOURS])
    assert replay.count("openlibrary.org") == 1


def test_a_long_list_is_asked_in_parts(registries: Registries, replay: ReplayServer) -> None:
    isbns = [f"978{number:010d}" for number in range(120)]
    assert len(registries.open_library.look_up(isbns)) == 120
    assert replay.count("openlibrary.org") == 3


@pytest.mark.parametrize("body", [b"[]", b"<html>", b"null", b'{"ISBN:9780306406157": '])
def test_an_odd_answer_is_not_an_absence(registries: Registries, replay: ReplayServer, body: bytes) -> None:
    replay.shelf.files["openlibrary.org/api/books"] = (body, "application/json")
    found = registries.open_library.look_up([HARBOURS])
    why = found[HARBOURS].not_asked
    assert why is not None
    assert why.reason == "badanswer"


def test_any_record_can_be_read() -> None:
    odd: dict[str, Any] = {
        "title": 7,
        "subtitle": None,
        "authors": {"name": "One, A."},
        "publish_date": 1999,
        "identifiers": [],
    }
    work = read_work(odd)
    assert (work.title, work.year, work.authors[0].family) == ("7", 1999, "One")
    assert read_work({"authors": [None, {"name": ""}, "x"]}).authors == ()


def test_a_book_is_resolved_by_its_isbn_and_nothing_is_searched(registries: Registries, replay: ReplayServer) -> None:
    found = settle(book("0-306-40615-2"), registries)
    assert (found.outcome, found.asked) == (ResolutionOutcome.RESOLVED, ("open library",))
    assert replay.count("api.crossref.org") == 0


def test_a_book_of_another_title_is_mismatched(registries: Registries) -> None:
    found = settle(book(HARBOURS, title="Bridges in Winter: An Essay", authors=("Novak, P.",)), registries)
    assert found.outcome is ResolutionOutcome.MISMATCHED
    assert found.work is not None
    assert found.work.title == "Harbours of the northern coast"


def test_a_chapter_may_carry_the_isbn_of_its_book(registries: Registries) -> None:
    chapter = book(
        HARBOURS, type="incollection", title="Ice on the Pilots' Charts of Long Ago", authors=("Novak, P.",),
        container="Harbours of the Northern Coast",
    )  # fmt: skip
    found = settle(chapter, registries)
    assert found.outcome is ResolutionOutcome.NOT_FOUND
    assert found.asked[0] == "open library"
    assert found.message == ""


def test_an_unknown_isbn_is_searched_for_by_its_words(registries: Registries, replay: ReplayServer) -> None:
    record = {
        "DOI": "10.1234/harbours", "type": "book", "title": ["Harbours of the Northern Coast"],
        "author": [{"family": "Ekholm", "given": "Marta"}], "issued": {"date-parts": [[1994]]},
    }  # fmt: skip
    assert settle(book(GONE), registries).outcome is ResolutionOutcome.NOT_FOUND
    assert "is not at Open Library" in settle(book(GONE), registries).message
    replay.add(crossref=[record])
    found = settle(book(GONE, key="again", year=1995), registries)
    assert (found.outcome, found.work and found.work.doi) == (ResolutionOutcome.RESOLVED, "10.1234/harbours")


def test_what_could_not_be_asked_is_not_not_found(registries: Registries, replay: ReplayServer) -> None:
    replay.fail("openlibrary.org", 503)
    found = settle(book(GONE), registries)
    assert found.outcome is ResolutionOutcome.NOT_ASKED
    assert found.not_asked[0].host == "openlibrary.org"


def test_a_wrong_check_digit_has_a_message_of_its_own(registries: Registries) -> None:
    wrong = book(
        "9780306406158", raw="@book{ekholm, isbn = {978-0-306-40615-8}, title = {Harbours of the Northern Coast}}"
    )
    assert wrong.identifier("isbn") is None
    found = settle(wrong, registries)
    assert "the ISBN 9780306406158 has a wrong check digit" in found.message


@pytest.mark.parametrize(
    ("raw", "is_wrong"),
    [
        ("ISBN 0-306-40615-3", True), ("ISBN: 0306406153.", True), ('"ISBN":"0306406153"', True), ("isbn={0306406152}", False),
        ("ISBN 12345", False), ("ISSN 0306406153", False), ("", False),
    ],
)  # fmt: skip
def test_wrong_isbns(raw: str, is_wrong: bool) -> None:
    assert bool(find_wrong_isbn(Reference(key="a", raw=raw))) == is_wrong


def test_the_name_is_the_one_in_the_receipt() -> None:
    assert OpenLibrary.name == read_work({}).registry


@pytest.mark.parametrize(
    ("written", "digits"),
    [
        ("0-306-40615-3", "0306406153"), ("978 0 306 40615 8", "9780306406158"), ("0-306-40615-2", ""), ("12345", ""),
        ("0306-4061", ""), ("9790306406158", "9790306406158"), ("978030640615", ""), ("", ""),
    ],
)  # fmt: skip
def test_only_a_whole_isbn_can_have_a_wrong_check_digit(written: str, digits: str) -> None:
    assert find_mistyped_isbn(written) == digits


def test_a_bibliography_tells_it_at_the_field(tmp_path: Path) -> None:
    path = tmp_path / "refs.bib"
    path.write_text("@book{x, title={Harbours of the North},\n  isbn={0-306-40615-3}}\n")
    (problem,) = read_bibliography(path).problems
    assert (problem.place.line, problem.rule) == (2, "repaired-entry")
    assert "0306406153 has a wrong check digit" in problem.message
