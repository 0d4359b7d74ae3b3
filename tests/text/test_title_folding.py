"""Folding of titles: texts of ASCII take a shorter way to the same words."""

from __future__ import annotations

import string

from hypothesis import given
from hypothesis import strategies as st

from citecheck.text.titles import fold_words

PLAIN = "".join(sorted(set(string.printable) - set("<&\\{}$")))


@given(st.text(alphabet=PLAIN, max_size=80))
def test_the_short_way_gives_the_words_of_the_long_one(text: str) -> None:
    assert [*fold_words(text), "e"] == fold_words(f"{text} é")
