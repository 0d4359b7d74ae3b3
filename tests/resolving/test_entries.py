"""Entries of running text held against works: the kinds of trouble that people had, each with its right answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from citecheck.agreements import compare, compare_authors
from citecheck.agreements.noise import clear_noise
from citecheck.agreements.romanising import skeleton
from citecheck.agreements.witness import find_title, read_witness
from citecheck.manuscript.entries import read_entry
from citecheck.records import AgreementOutcome, Author, FieldOutcome, Place, Reference, Work

LINES = (Path(__file__).parent / "data" / "entries.jsonl").read_text(encoding="utf-8").splitlines()
ENTRIES = [json.loads(each) for each in LINES]


def read_author(name: str) -> Author:
    """Read `Family, Given`, or an organisation behind a sign of equality."""
    if name.startswith("="):
        return Author(family=name[1:], organisation=True)
    family, _, given = name.partition(", ")
    return Author(family=family, given=given)


def read_work(entry: dict[str, Any]) -> Work:
    """Give the work of a case."""
    year = entry.get("year")
    return Work(
        registry="crossref",
        doi="10.1234/w",
        title=entry["title"],
        authors=tuple(read_author(each) for each in entry["authors"]),
        year=year,
        years=(year,) if year else (),
        container=entry.get("container", ""),
        volume=entry.get("volume", ""),
        pages=entry.get("page") or entry.get("article-number", ""),
    )


@pytest.mark.parametrize("entry", ENTRIES, ids=[each["entry"][:40] for each in ENTRIES])
def test_an_entry_and_a_work(entry: dict[str, Any]) -> None:
    reference = read_entry("1", f"[1] {entry['entry']}", Place())
    found = compare(reference, read_work(entry)).outcome.value
    assert found != "same" if entry["expected"] == "notsame" else found == entry["expected"]


def test_a_title_is_not_seen_in_an_address() -> None:
    text = "Ada B. Notes on foam. Contributed Packages. https://doi.org/10.32614/cran.package.sunburstshinywidget"
    assert find_title(read_witness(text), "sunburstShinyWidget") is None


@pytest.mark.parametrize(
    ("text", "title", "seen"),
    [
        ("Ada B. Deep learning. Nature. 2015.", "Deep learning", True),
        ("Ada B. Deep learning for powders. Nature. 2015.", "Deep learning", False),
        ("Ada B. Notes. Felix Guattari's Schizoanalytic Ecology. 2020.", "Schizoanalytic Ecology", False),
        ("Ada B. “Shade of lime trees in the city of Lyon.” Air 3.", "Shade of lime trees in the city of Lyon", True),
        ("Ada B. Shade of lmie trees in teh city of Lyon. Air 3.", "Shade of lime trees in the city of Lyon", True),
        ("Ada B. Shade of lime trees in the... Air 3.", "Shade of lime trees in the city of Lyon", True),
        ("Ada B. Shade of plane trees in the city of Lyon. Air.", "Shade of lime trees in the city of Nice", False),
    ],
)
def test_a_title_is_seen_where_a_part_of_an_entry_is_it(text: str, title: str, seen: bool) -> None:
    assert (find_title(read_witness(text), title) is not None) == seen


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Щербаков", ("Shcherbakov", "Ščerbakov", "Scherbakow", "Shcherbakoff")),
        ("Достоевский", ("Dostoevsky", "Dostoyevskii", "Dostojewski")),
        ("Кузнецов", ("Kuznetsov", "Kuznecov")),
        ("Παπαδοπούλου", ("Papadopoulou",)),
    ],
)
def test_names_of_two_scripts_have_one_skeleton(name: str, written: tuple[str, ...]) -> None:
    assert {skeleton(each) for each in written} == {skeleton(name)}


@pytest.mark.parametrize(
    ("text", "clear"),
    [
        ("MÃ¶ller", "Möller"),
        ("Wind and hedges ✩", "Wind and hedges"),
        ("The the effect of shade", "The effect of shade"),
        ("São Paulo", "São Paulo"),
        ("Âge et ombre", "Âge et ombre"),
    ],
)
def test_noise_goes_and_names_stay(text: str, clear: str) -> None:
    assert clear_noise(text) == clear


@pytest.mark.parametrize(
    ("written", "family", "given", "outcome"),
    [
        ("Wei, Wang", "Wang", "Wei", FieldOutcome.AGREES),
        ("王伟", "王", "伟", FieldOutcome.AGREES),
        ("Scherbakow, J.", "Щербаков", "Юрий", FieldOutcome.AGREES),
        ("Kuznetsov, I.", "Щербаков", "Юрий", FieldOutcome.DIFFERS),
        ("Wang, W.", "王", "伟", FieldOutcome.NOT_COMPARABLE),
        ("MÃ¶ller, J.", "Möller", "Jürgen", FieldOutcome.AGREES),
    ],
)
def test_names_turned_romanised_and_read_wrongly(written: str, family: str, given: str, outcome: FieldOutcome) -> None:
    work = Work(registry="x", authors=(Author(family=family, given=given),))
    assert compare_authors(Reference(key="r", type="article", authors=(written,)), work).outcome is outcome


def test_a_title_of_many_works_needs_an_author_or_a_place() -> None:
    work = Work(
        registry="x", title="Editorial", year=2018, years=(2018,), volume="22", pages="1-2", container="Canopies"
    )
    bare = Reference(key="r", type="article", title="Editorial", year=2018)
    placed = Reference(key="r", type="article", title="Editorial", year=2018, volume="22", pages="1-2")
    assert compare(bare, work).outcome is AgreementOutcome.UNSURE
    assert compare(placed, work).outcome is AgreementOutcome.SAME
