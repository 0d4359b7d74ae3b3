"""Floors under resolution that only rise: a smaller sample of what `benchmarks/resolution_quality.py` measures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from citecheck.records import FieldOutcome, ResolutionOutcome
from tests.resolving.generated.cases import (
    ALL_STYLES,
    Case,
    Truth,
    faithful_cases,
    identifier_cases,
    liberty_cases,
    wrong_cases,
)
from tests.resolving.generated.facts import Shelf, read_shelf
from tests.resolving.generated.running import Judged, Run, Verdict, make_aliases, make_server, run_cases

SEED = 20261
EVERY = 5
"""One work of so many is cited faithfully here; the benchmark cites all."""
MOST_FAITHFUL_ALARMS = 0.004
"""Share of faithful references called wrong or not found; the benchmark has 0.2 %, of odd titles at DataCite."""
FEWEST_LIBERTIES = 0.99
"""Share of references with slips and liberties that are resolved; the benchmark has 99.8 %."""
FEWEST_OTHERS = 0.99
"""Share of identifiers of other works, and of parts of two works, that are found; the benchmark misses none."""


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    """Give the works."""
    return read_shelf()


@pytest.fixture(scope="module")
def run(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Resolve the sample."""
    return resolved(sample(shelf), shelf, tmp_path_factory.mktemp("quality"))


@pytest.fixture(scope="module")
def asked_in_full(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Resolve what is resolved again with one host out of order."""
    return resolved(half_asked(shelf), shelf, tmp_path_factory.mktemp("whole"))


def half_asked(shelf: Shelf) -> list[Case]:
    """Give a part of the sample, most of it without DOI."""
    return [each for each in sample(shelf) if each.kind != "faithful, with DOI"][::9]


def sample(shelf: Shelf) -> list[Case]:
    """Give the sample: the same every time."""
    aliases = make_aliases(shelf)
    return [
        *faithful_cases(shelf.works[::EVERY]),
        *liberty_cases(shelf.works, SEED, 12),
        *wrong_cases(shelf.works, SEED, 40),
        *identifier_cases(shelf.works, aliases),
    ]


def resolved(cases: Sequence[Case], shelf: Shelf, folder: Path, *, failing: str = "") -> Run:
    """Resolve cases against the stand-in registries, one of them out of order when it is named."""
    with make_server(shelf, make_aliases(shelf)) as server:
        if failing:
            server.fail(failing, 503)
        return run_cases(cases, server, folder)


def of_kind(run: Run, kind: str) -> list[Judged]:
    """Give what came of one kind."""
    found = [each for each in run.judged if each.case.kind == kind]
    assert found, kind
    return found


def test_faithful_references_in_every_style_raise_hardly_an_alarm(run: Run) -> None:
    assert {each.case.style for each in run.judged if each.case.kind.startswith("faithful")} == set(ALL_STYLES)
    assert run.share(Verdict.ALARM, lambda case: case.kind.startswith("faithful")) <= MOST_FAITHFUL_ALARMS
    assert run.share(Verdict.ALARM, lambda case: case.kind == "faithful, with DOI") == 0


def test_liberties_and_slips_are_forgiven(run: Run) -> None:
    assert run.share(Verdict.RIGHT, lambda case: case.truth is Truth.SAME) >= FEWEST_LIBERTIES


def test_no_reference_is_taken_for_a_work_that_it_does_not_mean(run: Run) -> None:
    assert run.share(Verdict.MISSED, lambda case: case.truth is Truth.SAME) == 0


@pytest.mark.parametrize("truth", [Truth.OTHER, Truth.ABSENT])
def test_wrong_identifiers_and_works_that_there_are_not_are_found(run: Run, truth: Truth) -> None:
    assert run.share(Verdict.MISSED, lambda case: case.truth is truth) <= 1 - FEWEST_OTHERS
    assert run.share(Verdict.RIGHT, lambda case: case.truth is truth) >= FEWEST_OTHERS - 0.02


@pytest.mark.parametrize("kind", ["hard DOI", "alias", "preprint for article", "another work's DOI"])
def test_these_kinds_come_out_right_without_exception(run: Run, kind: str) -> None:
    assert {each.verdict for each in of_kind(run, kind)} == {Verdict.RIGHT}


def test_a_wrong_year_is_told_and_does_not_make_another_work(run: Run) -> None:
    for each in of_kind(run, "wrong year"):
        assert each.resolution.agreement is not None
        year = next(field for field in each.resolution.agreement.fields if field.field == "year")
        years = each.resolution.work.years if each.resolution.work else ()
        near = any(abs((each.case.work.year or 0) - known) <= 1 for known in years)
        assert year.outcome is (FieldOutcome.AGREES if near else FieldOutcome.DIFFERS)


def test_the_work_meant_is_suggested_for_most_wrong_identifiers(run: Run) -> None:
    found = of_kind(run, "another work's DOI")
    suggested = [each.case.work.doi in {work.doi for work in each.resolution.candidates} for each in found]
    assert sum(suggested) >= 0.9 * len([each for each in found if each.case.work.is_searched])


@pytest.mark.parametrize("host", ["api.crossref.org", "api.openalex.org", "doi.org", "api.datacite.org"])
def test_nothing_is_not_found_that_could_not_be_asked(
    shelf: Shelf, asked_in_full: Run, tmp_path: Path, host: str
) -> None:
    run = resolved(half_asked(shelf), shelf, tmp_path, failing=host)
    assert run.share(Verdict.ALARM, lambda case: case.truth is Truth.SAME) <= MOST_FAITHFUL_ALARMS
    for half, full in zip(run.judged, asked_in_full.judged, strict=True):
        outcome = half.resolution.outcome
        if outcome is ResolutionOutcome.NOT_FOUND:
            assert full.resolution.outcome is ResolutionOutcome.NOT_FOUND
            assert set(half.resolution.asked) == set(full.resolution.asked)
        elif outcome is ResolutionOutcome.MISMATCHED:
            assert full.resolution.outcome is ResolutionOutcome.MISMATCHED


def test_requests_stay_few(shelf: Shelf, tmp_path: Path) -> None:
    cases = [each for each in faithful_cases(shelf.works, ("BibTeX",)) if each.work.is_searched]
    with_doi, without = ([each for each in cases if bool(each.doi) is wanted] for wanted in (True, False))
    assert len(resolved(with_doi, shelf, tmp_path / "with").exchanges) <= 0.05 * len(with_doi)
    cold, warm = (resolved(without, shelf, tmp_path / "without") for _ in range(2))
    assert len(cold.exchanges) <= 1.01 * len(without)
    assert not warm.exchanges
