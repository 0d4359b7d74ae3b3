"""Sentences end where a reader ends them, markers or not."""

from __future__ import annotations

import pytest

from citecheck.text.sentences import split_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two.", ["One.", "Two."]),
        ("As Fig. 2 shows, it fell. It rose.", ["As Fig. 2 shows, it fell.", "It rose."]),
        ("It fell by 3.5 points. Good.", ["It fell by 3.5 points.", "Good."]),
        ("", []),
        ("   ", []),
    ],
)
def test_splits(text: str, sentences: list[str]) -> None:
    assert [text[start:end] for start, end in split_sentences(text)] == sentences


def test_a_marker_after_the_stop_belongs_to_the_sentence_before() -> None:
    text = "It fell.[1] It rose.[2]"
    spans = split_sentences(text, markers=[(8, 11), (20, 23)])
    assert [text[start:end] for start, end in spans] == ["It fell.[1]", "It rose.[2]"]
