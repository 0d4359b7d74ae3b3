"""Sweeping: each work once, the table first, OpenAlex only about works that another signal names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from citecheck.demo.replay import ReplayServer
from citecheck.door import Door
from citecheck.identifiers import Kind, parse_identifier
from citecheck.records import Reference, Standing
from citecheck.registries.retraction_watch import Table, import_table
from citecheck.resolving import open_registries, resolve
from citecheck.settings import Settings
from citecheck.store import Store
from citecheck.sweeping import sweep_standings
from tests.registries.test_retraction_watch import HEADER, line

WAKEFIELD, CURRENT = "10.1016/s0140-6736(97)11096-0", "10.1371/journal.pone.0173707"


def sweep(dois: list[str], settings: Settings, rows: list[str] | None = None) -> tuple[Standing, ...]:
    """Resolve DOIs and judge their works."""
    folder = Path(settings.cache_dir)
    if rows is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "t.csv").write_text("\r\n".join([HEADER, *rows, ""]), encoding="utf-8")
        import_table(folder / "t.csv", folder)
    found = [parse_identifier(doi, Kind.DOI) for doi in dois]
    references = [Reference(key=str(number), identifiers=(each,)) for number, each in enumerate(found) if each]
    store = Store(folder)
    with Door(settings) as door:
        registries = open_registries(door, store, settings)
        resolutions = list(resolve(references, registries))
        standings = sweep_standings(resolutions, Table.open(folder), registries, all_signals=settings.all_signals)
    store.close()
    return standings


def test_each_work_is_judged_once(settings: Settings) -> None:
    standings = sweep([WAKEFIELD, CURRENT, WAKEFIELD.upper()], settings)
    assert [each.status.value for each in standings] == ["retracted", "current"]


def test_openalex_is_asked_only_about_works_that_another_signal_names(settings: Settings, replay: ReplayServer) -> None:
    sweep([CURRENT], settings)
    assert replay.count("api.openalex.org") == 0
    (standing,) = sweep([WAKEFIELD], settings)
    assert replay.count("api.openalex.org") == 1
    assert [each.name for each in standing.signals] == [
        "crossref", "openalex", "crossref-notices", "pubmed", "europepmc"
    ]  # fmt: skip


def test_all_signals_asks_about_each(settings: Settings, replay: ReplayServer) -> None:
    (standing,) = sweep([CURRENT], replace(settings, all_signals=True))
    assert replay.count("api.openalex.org") == 1
    assert standing.status.value == "current"


def test_the_table_answers_without_any_network(settings: Settings, replay: ReplayServer) -> None:
    rows = [line(1, "Retraction", "10.1234/A", notice="10.1234/n"), line(2, "Retraction", CURRENT.upper())]
    offline = replace(settings, offline=True)
    retracted, unknown = sweep(["10.1234/a", "10.1234/b"], offline, rows)
    assert (retracted.status.value, unknown.status.value) == ("retracted", "not_asked")
    assert unknown.signals[0].not_asked is not None
    assert [each.name for each in unknown.signals] == ["crossref", "retraction-watch-table"]
    assert not replay.asked


def test_signals_that_disagree_are_all_shown(settings: Settings) -> None:
    (standing,) = sweep([CURRENT], settings, [line(1, "Retraction", CURRENT.upper(), notice="10.1234/n")])
    assert standing.status.value == "retracted"
    assert standing.notes == ("retracted, says Retraction Watch; Crossref and OpenAlex do not",)


def test_a_silent_openalex_is_a_signal_not_asked(settings: Settings, replay: ReplayServer) -> None:
    replay.fail("api.openalex.org", 429, headers={"Retry-After": "40000"})
    (standing,) = sweep([WAKEFIELD], settings)
    hint = next(each for each in standing.signals if each.name == "openalex")
    assert hint.not_asked is not None and hint.not_asked.reason == "budget"
    assert standing.status.value == "retracted"
