"""Sweeping: each work once, the table first, OpenAlex only about works that another signal names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from citecheck.demo.replay import ReplayServer
from citecheck.door import Door
from citecheck.errors import TableError
from citecheck.findings import find_all
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


NURSES = "Nurses and Sleep: A Survey of Wards"


def sweep_references(references: list[Reference], settings: Settings, rows: list[str]) -> tuple[Standing, ...]:
    """Judge references that nothing identifies, offline."""
    folder = Path(settings.cache_dir)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "t.csv").write_text("\r\n".join([HEADER, *rows, ""]), encoding="utf-8")
    import_table(folder / "t.csv", folder)
    store = Store(folder)
    with Door(replace(settings, offline=True)) as door:
        registries = open_registries(door, store, replace(settings, offline=True))
        standings = sweep_standings(list(resolve(references, registries)), Table.open(folder), registries)
    store.close()
    return standings


@pytest.mark.parametrize(
    ("title", "author", "year", "status"),
    [
        ("Nurses and sleep: a survey of wards", "A, B.", 2019, "hinted"),
        ("Nurses and sleep – a survey of wards.", "", None, "hinted"),
        ("Nurses and sleep: a survey of wards", "", 2020, "hinted"),
        ("Nurses and sleep: a survey of wards", "A, B.", 1987, "hinted"),
        ("Nurses and sleep: a survey of wards", "Grau, C.", 1987, ""),
        ("Nurses and sleep: a survey of wards", "", 1987, ""),
        ("Nurses and sleep: a survey of homes", "A, B.", 2019, ""),
        ("Editorial", "A, B.", 2019, ""),
    ],
)
def test_a_title_in_the_table_is_a_hint_unless_year_and_author_are_anothers(
    title: str, author: str, year: int | None, status: str, settings: Settings
) -> None:
    rows = [
        line(1, "Retraction", "unavailable", title=NURSES),
        line(2, "Retraction", "unavailable", title="Editorial"),
        line(3, "Correction", "unavailable", title="Nurses and sleep: a survey of homes"),
    ]
    reference = Reference(key="a", title=title, authors=(author,) if author else (), year=year)
    standings = sweep_references([reference], settings, rows)
    assert [each.status.value for each in standings] == ([status] if status else [])


def test_a_title_whose_retraction_was_taken_back_hints_at_nothing(settings: Settings) -> None:
    rows = [
        line(1, "Retraction", "unavailable", title=NURSES),
        line(2, "Reinstatement", "unavailable", title=NURSES, date="1/2/2021 0:00"),
    ]
    (standing,) = sweep_references([Reference(key="a", title=NURSES, year=2019)], settings, rows)
    assert (standing.status.value, standing.reinstated) == ("not_asked", True)


def test_the_table_alone_says_only_that_the_work_is_not_in_it(settings: Settings) -> None:
    (standing,) = sweep(["10.1234/b"], replace(settings, offline=True), [line(1, "Retraction", "10.1234/A")])
    assert standing.status.value == "not_asked"
    assert standing.notes[0].startswith("not in the table of 20")
    assert standing.notes[1] == "not asked: Crossref (offline)"


def test_the_strongest_good_news_names_who_was_asked_and_the_tables_date(settings: Settings) -> None:
    (standing,) = sweep([CURRENT], settings, [line(1, "Retraction", "10.1234/A")])
    assert standing.status.value == "current"
    assert standing.notes[0].startswith("no update known to Crossref and Retraction Watch (table of 20")


def test_nothing_is_current_when_somebody_due_could_not_be_asked(settings: Settings, replay: ReplayServer) -> None:
    replay.fail("eutils.ncbi.nlm.nih.gov", 429, headers={"Retry-After": "40000"})
    (standing,) = sweep([CURRENT], replace(settings, all_signals=True))
    assert standing.status.value == "not_asked"
    assert "not asked: PubMed (paced)" in standing.notes
    assert standing.notes[0] == "no update known to Crossref, OpenAlex and Crossref's notices"


def test_answers_about_updates_are_dated_each_by_itself(settings: Settings) -> None:
    (standing,) = sweep([WAKEFIELD], settings)
    assert all(each.asked_at for each in standing.signals if each.not_asked is None)


def test_the_table_is_asked_about_the_later_version_too(settings: Settings, replay: ReplayServer) -> None:
    relation = {"is-preprint-of": [{"id-type": "doi", "id": "10.1234/article"}]}
    replay.add(crossref=[{"DOI": "10.1234/p", "type": "posted-content", "title": ["Shade"], "relation": relation}])
    row = line(1, "Retraction", "10.1234/ARTICLE", notice="10.1234/n")
    (standing,) = sweep(["10.1234/p"], settings, [row])
    assert standing.status.value == "superseded"
    assert "its later version 10.1234/article was retracted on 2020-01-02, says Retraction Watch" in standing.notes
    (finding,) = find_all(None, (), [], [standing])
    assert (finding.rule, finding.level.value) == ("superseded", "warning")
    back = line(2, "Reinstatement", "10.1234/article", date="1/2/2021 0:00")
    (standing,) = sweep(["10.1234/p"], settings, [row, back])
    assert not any("later version" in each for each in standing.notes)


def test_a_table_damaged_meanwhile_makes_nobody_current_and_stops_nothing(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(*_: object) -> None:
        raise TableError("The local retraction table is damaged.")

    monkeypatch.setattr(Table, "rows", damaged)
    retracted, unknown = sweep([WAKEFIELD, CURRENT], settings, [line(1, "Retraction", "10.1234/A")])
    assert (retracted.status.value, unknown.status.value) == ("retracted", "not_asked")
    assert unknown.signals[1].not_asked is not None
