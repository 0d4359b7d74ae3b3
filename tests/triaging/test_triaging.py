"""Triage of a manuscript's pairs: states, evidence, fields, flags, better sources, the order of reading."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citecheck.records import ClaimField, Extent, Fulltext, Manuscript, Marker, Pair, PairState, Triage
from citecheck.triaging import prepare_text, reading_order, triage, triage_pairs
from citecheck.triaging.evidence import Pool, rank_windows
from citecheck.triaging.statements import find_cues, find_names, is_strong, read_statement
from citecheck.triaging.tokens import read_tokens, stem
from tests.triaging.sentences import SENTENCES

TREES = "Street trees lowered noon temperatures in the old town by 2.5 °C in the summer of 2019."
GARDENS = "Community gardens in Leeds raised the number of bee species from 12 to 31 within six years."


def manuscript(*pairs: tuple[str, str | None]) -> Manuscript:
    """Give a manuscript of pairs of sentence and reference."""
    return Manuscript(
        markers=tuple(Marker(style="numeric", raw=f"[{key}]", targets=(key or "9",)) for _, key in pairs),
        pairs=tuple(
            Pair(marker=number, target=key or "9", sentence=sentence, reference=key)
            for number, (sentence, key) in enumerate(pairs)
        ),
    )


def text(key: str, *sentences: str, extent: Extent = Extent.FULLTEXT) -> Fulltext:
    """Give a source's text."""
    return Fulltext(key=key, text=" ".join(sentences), extent=extent)


def fields_of(done: Triage) -> dict[str, tuple[str, str, str]]:
    """Give the fields of a triage by name."""
    return {each.field: (each.outcome, each.claim, each.source) for each in done.fields}


def test_every_pair_has_one_state_in_order() -> None:
    texts = {"1": text("1", TREES), "2": text("2", TREES, extent=Extent.ABSTRACT), "3": text("3", TREES)}
    done = triage_pairs(
        manuscript((TREES, "1"), (TREES, None), (TREES, "2"), (TREES, "4"), (TREES, "3"), (GARDENS, "1"), (TREES, "5")),
        texts,
        moot={"3"},
        why_unreadable={"4": "a scan without text"},
    )
    assert [each.pair for each in done] == list(range(7))
    assert [each.state for each in done] == [
        "passed", "dangling", "unreadable", "unreadable", "moot", "unread", "unreadable",
    ]  # fmt: skip
    assert [each.verdict for each in done] == ["supported", "", "", "", "", "", ""]
    assert [each.reasons[:1] for each in done[1:]] == [
        ("no reference",), ("abstract",), ("a scan without text",), ("retracted",), done[5].reasons[:1], ("no_text",),
    ]  # fmt: skip


def test_a_moot_pair_keeps_its_triage() -> None:
    (done,) = triage_pairs(manuscript((TREES, "1")), {"1": text("1", TREES)}, moot={"1"})
    assert (done.state, done.verdict, done.coverage) == (PairState.MOOT, "", 1.0)
    assert done.passages
    (without,) = triage_pairs(manuscript((TREES, "1")), {}, moot={"1"})
    assert without.state is PairState.MOOT


def test_the_fields_of_the_savings_potential() -> None:
    done = triage(
        "The scheme cut energy use by a fifth within two years.",
        "The scheme has a modelled energy savings potential of about a fifth over ten years. Nothing else is known.",
    )
    fields = fields_of(done)
    assert fields["number"] == ("same", "a fifth", "a fifth")
    assert fields["period"] == ("differs", "two years", "ten years")
    assert fields["modality"][0] == "differs"
    assert fields["comparison"] == ("differs", "", "about")
    assert {"modality_differs", "period_differs"} <= set(done.flags)
    assert done.state is PairState.UNREAD


@pytest.mark.parametrize(
    ("old", "new", "field", "outcome"),
    [
        ("lowered", "raised", "direction", "differs"),
        ("2.5 °C", "2.5 °F", "unit", "differs"),
        ("2.5 °C", "2.52 °C", "number", "differs"),
        ("2.5 °C", "1 °C", "number", "differs"),
        ("2.5 °C", "3 °C", "number", "rounded"),
        ("2019", "2018", "period", "differs"),
        ("2019", "2019", "period", "same"),
        ("old town", "old town of Graz", "entity", "absent"),
        ("noon", "children's noon", "population", "not_stated"),
        ("lowered", "may have lowered", "modality", "not_stated"),
        ("by 2.5", "by about 2.5", "comparison", "differs"),
    ],
)
def test_each_field_is_told_with_both_values(old: str, new: str, field: str, outcome: str) -> None:
    done = triage(TREES.replace(old, new), TREES)
    assert fields_of(done)[field][0] == outcome


def test_numbers_that_are_nowhere_are_absent_and_only_in_a_full_text() -> None:
    sentence = TREES.replace("2.5 °C", "4.7 °C")
    done = triage(sentence, text("1", TREES, GARDENS))
    assert done.absent_numbers == ("4.7 °C",)
    assert "number_absent" in done.flags
    abstract = triage(sentence, text("1", TREES, extent=Extent.ABSTRACT))
    assert (abstract.absent_numbers, abstract.state) == ((), PairState.UNREADABLE)


@pytest.mark.parametrize(
    ("number", "source", "absent"),
    [
        ("10 cities", "There were 100 of them, in 10.5 years.", True),
        ("10 cities", "There were 10 of them.", False),
        ("10 cities", "There were ten of them.", False),
        ("20 % of cities", "A fifth of them did.", False),
        ("1,200 cities", "Some 1200 of them did.", False),
        ("1,200 cities", "Some 1,234 of them did.", False),
        ("5 mg of it", "There were 0.005 g of it.", False),
        ("three cities", "There were none.", False),
        ("41 cities", "See [41] and Figure 41.", False),
        ("in 2015", "From 2010 to 2020.", False),
    ],
)
def test_a_number_is_absent_only_when_no_form_of_it_is_there(number: str, source: str, absent: bool) -> None:
    done = triage(f"The programme covered {number}.", source)
    assert bool(done.absent_numbers) is absent


def test_risk_orders_by_coverage_absent_numbers_and_names() -> None:
    right, wrong = triage(TREES, TREES), triage(GARDENS, TREES)
    changed = triage(TREES.replace("2.5", "4.7"), TREES)
    assert right.risk == 0.0
    assert right.risk < (changed.risk or 0) < (wrong.risk or 0) <= 1.0


def test_evidence_is_exact_and_the_best_first() -> None:
    source = text("1", *SENTENCES[:6], GARDENS, *SENTENCES[6:])
    done = triage("Gardens in Leeds raised bee species.", source)
    assert done.passages[0].text == GARDENS
    assert len(done.passages) <= 3
    for each in done.passages:
        assert each.text == source.text[each.start : each.end]
        assert each.source == "1"


def test_pages_of_evidence_are_told() -> None:
    source = Fulltext(key="1", text=f"{TREES}\f{GARDENS}", pages=(0, len(TREES) + 1))
    assert triage(GARDENS, source).passages[0].pages == (2,)
    assert triage(TREES, source).passages[0].pages == (1,)


def test_a_window_of_two_sentences_covers_what_one_cannot() -> None:
    prepared = prepare_text(text("1", "Trees cool streets.", "Bees like gardens.", "Nothing follows."))
    best = rank_windows({"tree", "cool", "bee", "garden"}, prepared, Pool(texts=(prepared,)))[0]
    assert (best.first, best.last, best.coverage) == (0, 1, 1.0)


def test_a_better_source_is_named() -> None:
    texts = {"1": text("1", TREES), "2": text("2", GARDENS), "3": text("3", *SENTENCES[1:])}
    swapped, right = triage_pairs(manuscript((GARDENS, "1"), (TREES, "1")), texts)
    assert (swapped.better_source, right.better_source) == ("2", "")
    assert "better_source" in swapped.flags
    assert swapped.verdict == ""


def test_a_source_that_the_sentence_cites_too_is_no_better_one() -> None:
    texts = {"1": text("1", TREES), "2": text("2", GARDENS)}
    first, second = triage_pairs(manuscript((GARDENS, "1"), (GARDENS, "2")), texts)
    assert (first.better_source, "two_sources_one_citation" in first.flags) == ("", True)
    assert second.state is PairState.PASSED


def test_a_sentence_that_rests_on_a_figure_is_unreadable() -> None:
    done = triage("As shown in Figure 3 of the report, trees cool the old town by night.", text("1", GARDENS))
    assert (done.state, done.reasons[0]) == (PairState.UNREADABLE, "figure")
    own = triage("Trees cool the old town by night (Figure 3).", text("1", GARDENS))
    assert (own.state, "figure_or_table" in own.flags) == (PairState.UNREAD, True)


def test_a_text_without_words_is_unreadable() -> None:
    assert triage(TREES, text("1", " \n ")).state is PairState.UNREADABLE


def test_the_order_of_reading_takes_strong_claims_first_and_risk_within() -> None:
    rows = [
        Triage(pair=0, state=PairState.UNREAD, risk=0.9),
        Triage(pair=1, state=PairState.UNREAD, risk=0.2, strong=True),
        Triage(pair=2, state=PairState.PASSED, risk=0.0, strong=True),
        Triage(pair=3, state=PairState.UNREAD, risk=0.4, strong=True),
        Triage(pair=4, state=PairState.MOOT, risk=1.0, strong=True),
        Triage(pair=5, state=PairState.UNREAD, risk=0.9),
    ]
    assert reading_order(rows) == (3, 1, 0, 5)


@pytest.mark.parametrize(
    ("sentence", "strong"),
    [
        ("It covers 12 % of the area.", True),
        ("It cost €3.", True),
        ("There were 12,000 of them.", True),
        ("Prices declined.", True),
        ("It is the largest in town.", True),
        ("Dust causes asthma.", True),
        ("The paper is about 12 bridges of the town.", False),
        ("The report describes bridges.", False),
    ],
)
def test_strong_claims(sentence: str, strong: bool) -> None:
    assert is_strong(sentence, read_statement(sentence).quantities) is strong


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("Trees in Graz and New York cool.", ("Graz", "New", "York")),
        ("WHO and IL-6 in May.", ("WHO", "IL-6")),
        ("Anna Castellanos built it.", ("Anna", "Castellanos")),
        ("The town is old.", ()),
    ],
)
def test_names(sentence: str, names: Sequence[str]) -> None:
    assert find_names(sentence) == tuple(names)


def test_cues_see_through_false_negations() -> None:
    assert ("negation", "not") not in find_cues("It is not only cheap.")
    assert ("negation", "not") in find_cues("It is not cheap.")
    assert ("negation", "isn't") in find_cues("It isn’t cheap.")


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("reduces", "reduced", True), ("trees", "tree", True), ("studies", "study", True), ("planned", "plan", True),
        ("was", "is", True), ("employer", "employee", False), ("university", "universe", False), ("news", "new", False),
        ("rats", "rates", False), ("rats", "rated", False), ("causes", "causal", False),
    ],
)  # fmt: skip
def test_only_inflection_is_taken_off(one: str, other: str, alike: bool) -> None:
    assert (stem(one) == stem(other)) is alike


def test_marks_are_no_tokens_and_quantities_are_one() -> None:
    words = [each.word for each in read_tokens("Big trees3,4 cool [5] 12 per cent (a few).6", marks_glued=True)]
    assert words == ["big", "trees", "cool", "12 per cent", "few", "6"]


def test_unspaced_scripts_pass_only_letter_for_letter() -> None:
    sentence = "那些树木让街道变得凉爽。"
    assert triage(sentence, f"{sentence}其他的话。").state is PairState.PASSED
    assert triage(sentence.replace("让", "不让"), sentence).state is PairState.UNREAD


@given(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=4, unique=True), st.integers(0, 3))
@settings(max_examples=40)
def test_a_sentence_of_the_source_passes(sentences: list[str], at: int) -> None:
    sentence = sentences[at % len(sentences)]
    assert triage(sentence, text("1", *sentences)).state is PairState.PASSED


@given(
    st.sampled_from(SENTENCES), st.sampled_from(["It is not true that", "Perhaps", "Critics claim that", "If", "No:"])
)
def test_a_cue_before_the_sentence_keeps_it_from_passing(sentence: str, cue: str) -> None:
    source = f"{cue} {sentence[0].lower()}{sentence[1:]}"
    assert triage(sentence, source).state is PairState.UNREAD


@given(st.text(max_size=80), st.text(max_size=300))
@settings(max_examples=150)
def test_no_text_breaks_it(sentence: str, source: str) -> None:
    given_text = Fulltext(key="1", text=source)
    done = triage(sentence, given_text)
    assert done.state in (PairState.PASSED, PairState.UNREAD, PairState.UNREADABLE)
    assert all(each.text == source[each.start : each.end] for each in done.passages)
    assert all(isinstance(each, ClaimField) for each in done.fields)
