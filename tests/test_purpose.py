"""Whether a sentence says that it cites a retracted work, and does not merely hold the word."""

from __future__ import annotations

import pytest

from citecheck.lexicon.purpose import says_retracted


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        ("The trial by Adler et al. [3], since retracted [4], reported a benefit; we exclude it.", True),
        ("That trial, since retracted, claimed more [1].", True),
        ("One retracted study found a link [1].", True),
        ("The paper was withdrawn by its authors [1].", True),
        ("The study [1] was later withdrawn.", True),
        ("A now-withdrawn preprint claimed the reverse [1].", True),
        ("The retraction of the paper came late [1].", True),
        ("Its claims did not survive the paper's retraction [1].", True),
        ("Die Studie wurde inzwischen zurückgezogen [1].", True),
        ("Cette étude, depuis rétractée, le disait [1].", True),
        ("El artículo fue retirado por la revista [1].", True),
        ("Lo studio è stato ritirato nel 2020 [1].", True),
        ("Het artikel is later ingetrokken [1].", True),
        ("该论文已被撤稿[1]。", True),
        ("Twelve patients had withdrawn from the trial [1].", False),
        ("In this study four patients were withdrawn from treatment [1].", False),
        ("The trial was withdrawn from the market of ideas [1].", False),
        ("Axon retraction followed within hours [1].", False),
        ("Troops withdrew from the valley [1].", False),
        ("The army withdrew its support of the study [1].", False),
        ("This work has not been retracted [1].", False),
        ("The paper was never retracted [1].", False),
        ("It wasn't retracted, and still stands [1].", False),
        ("Die Arbeit wurde nicht zurückgezogen [1].", False),
        ("Trees cool streets [1].", False),
        ("", False),
    ],
)
def test_only_a_sentence_that_says_so_counts(sentence: str, says: bool) -> None:
    assert says_retracted(sentence) == says
