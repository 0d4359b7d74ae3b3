"""The lexical claim checker: the rule to the letter, in tables that can be counted by hand."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citecheck.claims import (
    CONTRADICTING,
    add_review,
    assess_claims,
    claim_statuses,
    find_terms,
    needed_terms,
    split_claims,
)
from citecheck.records import ClaimStatus, LexicalStatus

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
TREES = "Street trees lowered noon temperatures."
"""Five terms: street, trees, lowered, noon, temperatures; two of them are needed."""


def source(identity: str, text: str, **more: Any) -> dict[str, Any]:
    """Give a source with a date."""
    return {"id": identity, "text": text, "retrieved_at": "2026-11-01T00:00:00Z", **more}


def judge(claim: str, *sources: dict[str, Any]) -> ClaimStatus:
    """Judge a report of one claim."""
    (status,) = claim_statuses(claim, sources, now=NOW)
    return status


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("The cat sat on it.", {"cat", "sat"}),
        ("It is not so.", {"not"}),
        ("A1 B2C 10 100 1000", {"b2c", "100", "1000"}),
        ("Trees, trees and TREES", {"trees"}),
        ("Straßenbäume kühlen", {"stra", "enb", "ume", "hlen"}),
        ("那些树木", set()),
        ("did be as by from that this", {"did"}),
    ],
)
def test_terms_are_counted_once_and_without_stop_words(text: str, terms: set[str]) -> None:
    assert find_terms(text) == terms


@pytest.mark.parametrize(
    ("terms", "needed"), [(2, 2), (3, 2), (5, 2), (6, 3), (8, 3), (9, 4), (20, 7), (21, 8), (2000, 700)]
)
def test_needed_terms_are_a_third_and_a_little_rounded_up(terms: int, needed: int) -> None:
    assert needed_terms(terms) == needed


@pytest.mark.parametrize(
    ("report", "claims"),
    [
        ("Trees cool streets. Really? Bare squares heat up!", ["Trees cool streets.", "Bare squares heat up!"]),
        ("Version 3.2 came out. It is so.", ["Version 3.2 came out."]),
        ("One line\nand another line", ["One line\nand another line"]),
        ('He said "trees cool." Then left town.', ['He said "trees cool." Then left town.']),
        ("", []),
        ("Ok. No. Yes.", []),
    ],
)
def test_claims_end_at_a_stop_before_white_space_and_have_two_terms(report: str, claims: list[str]) -> None:
    assert split_claims(report) == claims


def test_ids_have_no_gaps() -> None:
    report = "Trees cool streets. Ok. Bare squares heat."
    assert [each.id for each in claim_statuses(report, [], now=NOW)] == ["claim-1", "claim-2"]


AGREE = "Noon temperatures were lower."
AGAINST = "Noon temperatures declined."


@pytest.mark.parametrize(
    ("texts", "status", "confidence", "counts"),
    [
        ([AGREE, AGREE], "supported", "high", (2, 0, 2)),
        ([f"{AGREE} Street trees help.", "Cars."], "weakly_supported", "low", (2, 0, 1)),
        ([AGREE], "weakly_supported", "low", (1, 0, 1)),
        ([AGREE, AGAINST], "contested", "unsupported", (1, 1, 1)),
        ([AGREE, AGREE, AGAINST], "contested", "unsupported", (2, 1, 2)),
        ([AGAINST], "unsupported", "unsupported", (0, 1, 0)),
        (["Only noon is shared."], "unsupported", "unsupported", (0, 0, 0)),
        ([], "unsupported", "unsupported", (0, 0, 0)),
    ],
)
def test_statuses(texts: list[str], status: str, confidence: str, counts: tuple[int, int, int]) -> None:
    judged = judge(TREES, *(source(f"s{number}", text) for number, text in enumerate(texts)))
    assert (judged.status, judged.confidence) == (status, confidence)
    assert (judged.supporting, judged.contradicting, judged.independent_sources) == counts


@pytest.mark.parametrize("word", sorted(CONTRADICTING))
def test_each_contradicting_word_counts_whole_and_in_any_case(word: str) -> None:
    assert judge(TREES, source("a", f"Street trees {word.upper()}.")).contradicting == 1
    assert judge(TREES, source("a", f"Street trees x{word}y.")).contradicting == 0


def test_not_is_a_term_and_not_only_a_trap() -> None:
    judged = judge("Trees did not cool.", source("a", "They did not stop."))
    assert (judged.contradicting, judged.passages[0].overlap) == (1, 2)
    trap = judge(TREES, source("a", "Street trees not only shade but also cool."), source("b", AGREE))
    assert trap.status is LexicalStatus.CONTESTED


def test_passages_say_where_they_stand() -> None:
    long = "Street trees " + "x" * 600 + "."
    judged = judge(TREES, source("a", f"Hello. {AGREE} {long}", url="https://example.org/a", title="A"))
    first, second = judged.passages
    assert (first.source, first.url, first.title, first.sentence) == ("a", "https://example.org/a", "A", 2)
    assert (first.text, first.polarity, first.overlap) == (AGREE, "support", 2)
    assert (second.sentence, len(second.text)) == (3, 500)
    assert judged.largest_overlap == 2


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"snippet": AGREE}, 1),
        ({"text": None, "snippet": AGREE}, 1),
        ({"text": "", "snippet": AGREE}, 0),
        ({"text": AGREE, "snippet": ""}, 1),
        ({}, 0),
    ],
)
def test_an_empty_text_does_not_fall_back_to_the_snippet(given: dict[str, Any], found: int) -> None:
    assert judge(TREES, {"id": "a", **given}).supporting == found


@pytest.mark.parametrize(
    ("when", "stale"),
    [("2026-11-01", False), ("2026-11-01T10:00:00Z", False), ("yesterday", True), ("", True), (None, True), (7, True)],
)
def test_sources_without_a_readable_date_are_stale(when: object, stale: bool) -> None:
    judged = judge(TREES, {"id": "a", "text": AGREE, "retrieved_at": when}, source("b", "Else."))
    assert judged.stale_sources == (("a",) if stale else ())


def test_sources_without_id_are_told_apart() -> None:
    judged = judge(TREES, {"text": AGREE}, {"text": AGREE, "url": "https://example.org"})
    assert [each.source for each in judged.passages] == ["source-1", "https://example.org"]
    assert judged.status is LexicalStatus.SUPPORTED


def test_both_sides_in_one_source_are_told() -> None:
    judged = judge(TREES, source("a", f"{AGREE} {AGAINST}"))
    assert any("one source: a" in each for each in judged.notes)
    assert not judge(TREES, source("a", AGREE), source("b", AGAINST)).notes


def test_same_words_in_the_opposite_direction_are_told() -> None:
    judged = judge(TREES, source("a", "Street trees never lowered noon temperatures."))
    assert judged.status is LexicalStatus.UNSUPPORTED
    assert judged.notes == (
        "same words, opposite direction: a sentence:1 shares 5 of 5 terms and points against the claim",
    )


def test_time_bound_claims_on_undated_sources_are_told() -> None:
    claim = "Version 4 of the library is available."
    undated = {"id": "a", "text": "The library is available as version 4."}
    assert any("time-bound" in each and each.endswith("a") for each in judge(claim, undated).notes)
    assert not judge(claim, source("a", undated["text"])).notes
    assert not judge(TREES, {"id": "a", "text": AGREE}).notes


def test_the_machine_judges_first_and_people_override() -> None:
    judged = judge(TREES, source("a", AGREE))
    assert [(each.by, each.at, each.status) for each in judged.events] == [
        ("machine", "2026-11-30T12:00:00+00:00", LexicalStatus.WEAKLY_SUPPORTED)
    ]
    reviewed = add_review(judged, by="Ada", at="2026-12-01", status_word="Supported", note="read both")
    assert (reviewed.status, reviewed.confidence) == (LexicalStatus.SUPPORTED, "high")
    assert [each.by for each in reviewed.events] == ["machine", "Ada"]
    assert reviewed.events[0] == judged.events[0]
    assert reviewed.events[1].note == "read both"
    assert reviewed.passages == judged.passages


def test_a_review_needs_a_known_word_and_a_name() -> None:
    judged = judge(TREES)
    with pytest.raises(ValueError, match="splendid"):
        add_review(judged, by="Ada", at="", status_word="splendid")
    with pytest.raises(ValueError, match="who made it"):
        add_review(judged, by=" ", at="", status_word="supported")


def test_every_status_says_what_it_is() -> None:
    judged = judge(TREES, source("a", AGREE))
    assert judged.verifier.startswith("deterministic_local ")
    assert judged.certified is False
    assert judged.limitations


def test_given_sentences_without_terms_are_not_assessed() -> None:
    statuses = assess_claims(["那些树木让街道变得凉爽", TREES], [source("a", AGREE)], now=NOW)
    assert [each.status for each in statuses] == ["not_assessed", "weakly_supported"]
    assert [each.id for each in statuses] == ["claim-1", "claim-2"]


@given(st.text(), st.lists(st.fixed_dictionaries({"id": st.text(), "text": st.none() | st.text()}), max_size=4))
def test_no_text_breaks_it_and_the_counts_agree(report: str, sources: list[dict[str, Any]]) -> None:
    for each in claim_statuses(report, sources, now=NOW):
        assert each.supporting + each.contradicting == len(each.passages)
        assert each.largest_overlap == max((one.overlap for one in each.passages), default=0)
        assert all(one.overlap >= needed_terms(len(find_terms(each.text))) for one in each.passages)
