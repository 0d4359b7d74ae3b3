"""Folding keeps the way back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citecheck.text.fold import fold_key, fold_text

TEXTS = st.text(alphabet=st.characters(codec="utf-8"), max_size=80) | st.text(
    alphabet="aA ä\u0308\u00ad\u200bßﬁ’“–—\t\n½Ⅳİ\u0307", max_size=40
)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("The “Quick”  Fox", 'the "quick" fox'),
        ("co\u00adoperate", "cooperate"),
        ("1990–2000", "1990-2000"),
        ("Straße", "strasse"),
        ("ﬁnd", "find"),
        ("e\u0301té", "été"),
        ("don’t", "don't"),
        ("don´t", "don't"),
        ("5″ wide", '5" wide'),
        ("na\u00adi\u00ad\u0308ve", "naïve"),
    ],
)
def test_folds(text: str, key: str) -> None:
    assert fold_key(text) == key


@given(TEXTS)
def test_offsets_lead_back_in_order(text: str) -> None:
    folded = fold_text(text)
    assert len(folded.key) == len(folded.starts) == len(folded.ends)
    assert list(folded.starts) == sorted(folded.starts)
    assert list(folded.ends) == sorted(folded.ends)
    assert all(0 <= start < end <= len(text) for start, end in zip(folded.starts, folded.ends, strict=True))


@given(TEXTS)
def test_folding_a_key_changes_nothing(text: str) -> None:
    key = fold_text(text).key
    assert fold_text(key).key == key


@given(TEXTS)
def test_both_ways_to_a_key_give_one(text: str) -> None:
    assert fold_key(text) == fold_text(text).key.strip(" ")


@given(TEXTS, st.data())
def test_a_span_folds_to_a_text_that_holds_the_slice(text: str, data: st.DataObject) -> None:
    folded = fold_text(text)
    if not folded.key:
        return
    start = data.draw(st.integers(0, len(folded.key) - 1))
    end = data.draw(st.integers(start + 1, len(folded.key)))
    first, last = folded.span(start, end)
    assert folded.key[start:end] in fold_text(text[first:last]).key


def test_an_empty_span_is_none() -> None:
    with pytest.raises(IndexError):
        fold_text("abc").span(1, 1)
    with pytest.raises(IndexError):
        fold_text("abc").span(2, 4)
