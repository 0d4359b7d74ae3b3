"""Floors of quality over quotations made by rule in five languages, some hundred kinds (`benchmarks/quoting_quality.py`)."""

from __future__ import annotations

import pytest

from citecheck.quoting.engines import installed
from tests.quoting.scoring import NEAR_PRECISION, VERBATIM_RECALL, Scores, all_samples, score

SEED, ROUNDS = 7, 20


@pytest.fixture(scope="module", params=installed())
def scores(request: pytest.FixtureRequest) -> Scores:
    """Score every sample with each engine that is there."""
    return score(all_samples(SEED, ROUNDS), engine=request.param)


def test_there_are_enough_of_them(scores: Scores) -> None:
    assert scores.total >= 2_000
    assert len(scores.by_kind) >= 100


def test_nothing_altered_is_called_verbatim(scores: Scores) -> None:
    assert scores.precision("verbatim") == 1.0


def test_what_is_verbatim_is_found(scores: Scores) -> None:
    assert scores.recall("verbatim") >= VERBATIM_RECALL


def test_what_is_called_near_may_be(scores: Scores) -> None:
    assert scores.precision("near") >= NEAR_PRECISION


def test_no_kind_is_judged_wrong_more_than_once_in_twenty(scores: Scores) -> None:
    for kind, counted in scores.by_kind.items():
        right = sum(counted[each] for each in scores.expected[kind])
        assert right >= 0.95 * counted.total(), (kind, counted)
