"""Two thousand quotations made by rule: an altered one is never called verbatim, and a verbatim one is found."""

from __future__ import annotations

from collections import Counter

import pytest
from rapidfuzz import fuzz

from citecheck.quoting import match_quotation
from tests.quoting.generating import VERBATIM, Sample, make_samples

VERBATIM_RECALL = 0.995
ROUNDS = 40
SEEDS = (20, 21)


@pytest.fixture(scope="module", params=SEEDS)
def samples(request: pytest.FixtureRequest) -> list[tuple[Sample, str]]:
    """Make the samples of a seed, each with the status it gets."""
    return [(each, match_quotation(each.exact, each.text).status) for each in make_samples(request.param, ROUNDS)]


def test_there_are_enough_of_them(samples: list[tuple[Sample, str]]) -> None:
    assert len(samples) >= 2_000
    assert len({sample.kind for sample, _ in samples}) >= 30


def test_nothing_altered_is_verbatim(samples: list[tuple[Sample, str]]) -> None:
    assert [each for each, status in samples if each.statuses != VERBATIM and status == "verbatim"] == []


def test_nearly_everything_verbatim_is_found(samples: list[tuple[Sample, str]]) -> None:
    found = [status == "verbatim" for each, status in samples if each.statuses == VERBATIM]
    assert sum(found) >= VERBATIM_RECALL * len(found)


def test_changes_are_judged_right(samples: list[tuple[Sample, str]]) -> None:
    wrong = Counter(f"{each.kind}: {status}" for each, status in samples if status not in each.statuses)
    assert sum(wrong.values()) <= (1 - VERBATIM_RECALL) * len(samples), wrong


def test_the_naive_way_accepts_most_of_what_is_altered(samples: list[tuple[Sample, str]]) -> None:
    altered = [each for each, _ in samples if "near_verbatim" not in each.statuses and each.statuses != VERBATIM][:200]
    accepted = sum(
        fuzz.partial_ratio(each.exact.lower(), each.text.lower().replace("\n", " ")) >= 90 for each in altered
    )
    assert accepted > len(altered) / 2
