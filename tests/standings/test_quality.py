"""Floors of standings, over facts of every kind, with all sources there and with each of them silent."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from citecheck.records import StandingStatus
from tests.standings.facts import TAKEN_BACK, World, broken_floors, judge_run, make_world
from tests.standings.kinds import KINDS
from tests.standings.runs import HOSTS, run_world

FACTS = 250


@pytest.fixture(scope="module")
def world() -> World:
    return make_world(FACTS, seed=11)


MODES: list[dict[str, Any]] = [
    {},
    {"all_signals": True},
    {"with_table": False},
    {"all_signals": True, "with_table": False},
    *({"all_signals": True, "silent": each} for each in HOSTS),
    {"silent": "crossref"},
    {"silent": "pubmed"},
]


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_no_standing_is_wrong_whoever_is_silent(world: World, tmp_path: Path, mode: dict[str, Any]) -> None:
    run = run_world(world, tmp_path, **mode)
    assert list(broken_floors(world.facts, run.standings)) == []
    assert [each for tally in judge_run(world.facts, run.standings).values() for each in tally.wrong] == []


def test_every_kind_is_in_the_world_and_events_are_merged(world: World, tmp_path: Path) -> None:
    assert len({each.kind for each in world.facts}) >= len(KINDS) - 1
    run = run_world(world, tmp_path, all_signals=True)
    counted = [(fact, each) for fact, each in zip(world.facts, run.standings, strict=True) if fact.events is not None]
    assert counted
    assert all(len(standing.updates) == fact.events for fact, standing in counted)


def test_the_floors_can_break(world: World, tmp_path: Path) -> None:
    run = run_world(world, tmp_path)
    alarmed = [replace(each, status=StandingStatus.RETRACTED) for each in run.standings]
    missed = [replace(each, status=StandingStatus.CURRENT) for each in run.standings]
    sound = sum(each.sound for each in world.facts)
    assert len(list(broken_floors(world.facts, alarmed))) >= sound
    assert len(list(broken_floors(world.facts, missed))) >= len(world.facts) - sound - 20
    assert sum(each.alarms for each in judge_run(world.facts, alarmed).values()) >= sound


def test_everybody_is_asked_about_each_when_all_signals_are_wanted(world: World, tmp_path: Path) -> None:
    run = run_world(world, tmp_path, all_signals=True)
    for standing in run.standings:
        names = {each.name for each in standing.signals}
        assert {"openalex", "pubmed", "europepmc"} <= names
        if standing.work.registry == "crossref" and "," not in standing.work.doi:
            assert "crossref-notices" in names


def test_by_default_others_are_asked_only_about_works_that_a_signal_names(world: World, tmp_path: Path) -> None:
    run = run_world(world, tmp_path)
    unnamed = [
        each
        for fact, each in zip(world.facts, run.standings, strict=True)
        if fact.kind == "nothing known" or (fact.kind == "erratum at pubmed" and each.status.value == "current")
    ]
    assert unnamed
    assert all([signal.name for signal in each.signals] == ["crossref", "retraction-watch-table"] for each in unnamed)
    retracted = [each for each in run.standings if each.status.value in TAKEN_BACK and each.work.registry == "crossref"]
    assert all({"openalex", "pubmed"} <= {signal.name for signal in each.signals} for each in retracted)
