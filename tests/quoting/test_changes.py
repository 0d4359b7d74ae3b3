"""What a change is called: digits inside names, footnote marks, opposites."""

from __future__ import annotations

import pytest

from citecheck import verify_quotation
from citecheck.lexicon.antonyms import PAIRS, are_opposites

BEFORE, AFTER = "In the second year of the work ", " was kept apart from the others by two of the nurses"
REST = ". Another sentence stands here about the weather of the towns in winter."


def kinds(quoted: str, source: str) -> tuple[str, set[str], bool | None]:
    match = verify_quotation(f"{BEFORE}{quoted}{AFTER}", f"{BEFORE}{source}{AFTER}{REST}")
    return match.status.value, {each.kind for each in match.changes}, match.critical_ok


@pytest.mark.parametrize(
    ("quoted", "source"),
    [
        ("the phage T5", "the phage T4"),
        ("the strain H38Rv", "the strain H37Rv"),
        ("the genome of ΦX147", "the genome of ΦX174"),
        ("the level of IL-8", "the level of IL-6"),
        ("the level of IL8", "the level of IL6"),
        ("the carrier of BRCA2", "the carrier of BRCA1"),
        ("the strain H1N2", "the strain H1N1"),
        ("the gas CO", "the gas CO2"),
        ("the gas CO2", "the gas CO"),
        ("the protein p63", "the protein p53"),
        ("the vitamin B6", "the vitamin B12"),
        ("the group of CD8", "the group of CD4"),
        ("the cytochrome CYP3A4", "the cytochrome CYP3A5"),
        ("the patient — the one with HER2 —", "the patient — the one with HER3 —"),
        ("the aircraft A380", "the aircraft A320"),
    ],
)
def test_a_changed_digit_inside_a_name_is_critical(quoted: str, source: str) -> None:
    assert kinds(quoted, source) == ("altered", {"number"}, False)


@pytest.mark.parametrize(
    ("quoted", "source"),
    [
        ("what they reported", "what they reported12"),
        ("what they reported13", "what they reported12"),
        ("what they reported12", "what they reported"),
        ("what was in the repr0gramming", "what was in the reprogramming"),
        ("all of the l5 pupils", "all of the ls pupils"),
    ],
)
def test_a_footnote_mark_or_a_scanning_error_is_no_changed_digit(quoted: str, source: str) -> None:
    assert kinds(quoted, source)[0] in ("verbatim", "near_verbatim")


@pytest.mark.parametrize(
    ("quoted", "source"),
    [
        ("the closed valve", "the open valve"),
        ("the wet room", "the dry room"),
        ("the group of the excluded", "the group of the included"),
        ("the chronic form", "the acute form"),
        ("the benign growth", "the malignant growth"),
        ("the resistant strain", "the susceptible strain"),
        ("the distal part", "the proximal part"),
        ("the winter sample", "the summer sample"),
    ],
)
def test_a_word_exchanged_for_its_opposite_is_altered(quoted: str, source: str) -> None:
    assert kinds(quoted, source)[:2] == ("altered", {"direction"})


def test_opposites_hold_both_ways_and_no_word_is_its_own() -> None:
    for pair in PAIRS:
        one, other = pair.split(":")
        assert one != other
        assert are_opposites(one, other)
        assert are_opposites(other, one)
    assert not are_opposites("open", "shallow")


@pytest.mark.parametrize(
    ("quoted", "source"),
    [
        ("all that was last of the clover", "all that was 1ast of the c1over"),
        ("all that was not seen then", "all that was n0t seen then"),
        ("all that was some of them", "all that was 5ome of them"),
    ],
)
def test_a_letter_scanned_as_a_digit_is_no_number_and_hides_no_negation(quoted: str, source: str) -> None:
    assert kinds(quoted, source) == ("near_verbatim", {"ocr"}, True)


def test_a_number_before_a_unit_is_no_scanned_word() -> None:
    assert kinds("a beam of 15 s", "a beam of 1s s")[0] in ("altered", "near_verbatim")
    assert kinds("a beam of 15s", "a beam of 18s") == ("altered", {"number"}, False)
