"""The gold set is read as a person reads it. The floors only rise."""

from __future__ import annotations

import pytest

from tests.manuscript.cases import load_cases
from tests.manuscript.gold import Score, load_gold, score_all

FOUND = 0.995
"""Markers found with their text, targets and state, of all that there are."""
WRONG = 0.005
"""Markers that are none, or read otherwise, of all that there are."""
BOUND = 0.995
"""Markers in the right sentence."""
SPLIT = 0.99
"""Sentences with both their ends."""
FEWEST_LANGUAGES = 12


def test_it_is_large_and_speaks_many_languages() -> None:
    sentences = sum(len(each["sentences"]) for each in (*load_gold(), *load_cases("sentences.jsonl")))
    assert sentences >= 200
    assert len({each["lang"] for each in load_gold()}) >= FEWEST_LANGUAGES


@pytest.mark.parametrize("by", ["style", "lang"])
def test_floors(by: str) -> None:
    total = Score()
    for each in score_all(load_gold(), by).values():
        total.add(each)
    assert total.found >= FOUND * total.markers, total.misses
    assert total.wrong <= WRONG * total.markers, total.misses
    assert total.bound >= BOUND * total.markers, total.misses
    assert total.split >= SPLIT * total.sentences, total.misses
