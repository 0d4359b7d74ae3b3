"""Quantities: what is found, what it is worth exactly, what is no quantity, and how two compare."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from citecheck.text.quantities import (
    Kind,
    Likeness,
    Quantity,
    compare_quantities,
    find_quantities,
    guess_language,
    mask_text,
)

DAY, YEAR = 86400, 31557600


def told(text: str, lang: str = "") -> list[tuple[str, object, str]]:
    """Give what is found, short: the span, its value or its ends, and its dimension."""
    return [
        (each.text, each.low if each.low == each.high else (each.low, each.high), each.dimension)
        for each in find_quantities(text, lang)
    ]


def one(text: str, lang: str = "en") -> Quantity:
    """Give the only quantity of a text."""
    (found,) = find_quantities(text, lang)
    return found


@pytest.mark.parametrize(
    ("text", "value", "dimension"),
    [
        ("1,200 people", 1200, "count"),
        ("1 200 people", 1200, "count"),
        ("1\u202f200 people", 1200, "count"),
        ("1'200 people", 1200, "count"),
        ("12,34,567 people", 1234567, "count"),
        ("1.200.000 people", 1200000, "count"),
        ("1.2 million people", 1200000, "count"),
        ("3 × 10^6 cells", 3000000, "count"),
        ("4.1×10³ cells", 4100, "count"),
        ("10⁶ cells", 1000000, "count"),
        ("4.3x10(-9) of it", Fraction("4.3e-9"), "count"),
        ("5e-3 of it", Fraction("0.005"), "count"),
        ("7½ tonnes", 7500, "mass"),
        ("twelve people", 12, "count"),
        ("one hundred and twenty people", 120, "count"),
        ("twenty-five thousand people", 25000, "count"),
        ("seven and a half million people", 7500000, "count"),
        ("a dozen people", 12, "count"),
        ("12k users", 12000, "count"),
        ("a fifth of them", 20, "percent"),
        ("two thirds of them", Fraction(200, 3), "percent"),
        ("two in five of them", 40, "percent"),
        ("nine out of ten of them", 90, "percent"),
        ("1 in 250 of them", Fraction(2, 5), "percent"),
        ("half of them", 50, "percent"),
        ("12 %", 12, "percent"),
        ("12 per cent", 12, "percent"),
        ("12 percentage points", 12, "points"),
        ("50 basis points", Fraction(1, 2), "points"),
        ("it doubled", 2, "fold"),
        ("it halved", Fraction(1, 2), "fold"),
        ("a 3-fold rise", 3, "fold"),
        ("three times more", 3, "fold"),
        ("$3.5bn", 3500000000, "money:USD"),
        ("£5m", 5000000, "money:GBP"),
        ("€3,400,000", 3400000, "money:EUR"),
        ("30 million dollars", 30000000, "money:USD"),
        ("CHF 12", 12, "money:CHF"),
        ("5 mg", Fraction(5, 1000000), "mass"),
        ("5 mg/kg", Fraction(5, 1000000), "mass/mass"),
        ("2.5 °C", Fraction(5, 2), "celsius"),
        ("36 km/h", 10, "speed"),
        ("four weeks", 28 * DAY, "time"),
        ("a 20-year-old man", 20 * YEAR, "time"),
        ("over ten years", 10 * YEAR, "time"),
        ("in 2019", 2019, "year"),
        ("5 March 2019", 20190305, "date"),
        ("March 5, 2019", 20190305, "date"),
        ("17.03.1927", 19270317, "date"),
        ("2019-03-05", 20190305, "date"),
        ("-3 °C", -3, "celsius"),
        ("−3 °C", -3, "celsius"),
        ("the 3rd floor", 3, "ordinal"),
    ],
)
def test_one_quantity_is_read_exactly(text: str, value: int | Fraction, dimension: str) -> None:
    found = one(text)
    assert (found.low, found.high, found.dimension) == (value, value, dimension)


@pytest.mark.parametrize(
    ("lang", "text", "value", "dimension"),
    [
        ("de", "um zwölf Prozent", 12, "percent"),
        ("de", "1.200,50 Euro", Fraction("1200.5"), "money:EUR"),
        ("de", "3,5 Millionen Menschen", 3500000, "count"),
        ("de", "fünfundzwanzig Tage", 25 * DAY, "time"),
        ("de", "dreihundertzwölf Leute", 312, "count"),
        ("de", "ein Fünftel der Zeit", 20, "percent"),
        ("de", "3 Prozentpunkte", 3, "points"),
        ("fr", "vingt-cinq pour cent", 25, "percent"),
        ("fr", "quatre-vingt-dix jours", 90 * DAY, "time"),
        ("fr", "soixante-douze jours", 72 * DAY, "time"),
        ("fr", "1 200 euros", 1200, "money:EUR"),
        ("fr", "deux tiers des cas", Fraction(200, 3), "percent"),
        ("es", "treinta y cinco días", 35 * DAY, "time"),
        ("es", "dos millones de euros", 2000000, "money:EUR"),
        ("es", "3,5 por ciento", Fraction(7, 2), "percent"),
        ("it", "ventidue giorni", 22 * DAY, "time"),
        ("it", "due milioni di euro", 2000000, "money:EUR"),
        ("pt", "vinte e cinco dias", 25 * DAY, "time"),
        ("nl", "vijfentwintig procent", 25, "percent"),
        ("nl", "twee miljoen mensen", 2000000, "count"),
    ],
)
def test_other_languages(lang: str, text: str, value: int | Fraction, dimension: str) -> None:
    found = one(text, lang)
    assert (found.low, found.dimension) == (value, dimension)


@pytest.mark.parametrize(
    ("text", "low", "high", "dimension"),
    [
        ("10–15 % of it", 10, 15, "percent"),
        ("10 % to 15 % of it", 10, 15, "percent"),
        ("between 10 and 15 per cent", 10, 15, "percent"),
        ("three to five weeks", 21 * DAY, 35 * DAY, "time"),
        ("two or three people", 2, 3, "count"),
        ("3 to 5 million people", 3000000, 5000000, "count"),
        ("from 2010 to 2015", 2010, 2015, "year"),
        ("between 2010 and 2015", 2010, 2015, "year"),
        ("in 2019–20", 2019, 2020, "year"),
        ("in the 1990s", 1990, 1999, "year"),
    ],
)
def test_ranges(text: str, low: int, high: int, dimension: str) -> None:
    found = one(text)
    assert (found.low, found.high) == (Fraction(low), Fraction(high))
    assert found.dimension == dimension


def test_from_one_to_another_is_two_and_shares_the_unit() -> None:
    assert told("It rose from 10 to 15 per cent.") == [("10", 10, "percent"), ("15 per cent", 15, "percent")]
    assert told("from €3.4bn to €2.9bn") == [
        ("€3.4bn", 3400000000, "money:EUR"),
        ("€2.9bn", 2900000000, "money:EUR"),
    ]


def test_statistics_are_kinds_of_their_own() -> None:
    found = find_quantities("n = 1 200, p < 0.05 (95% CI 1.1–2.9), dose 5.2 ± 0.3 mg")
    assert [each.kind for each in found] == [Kind.SAMPLE, Kind.P_VALUE, Kind.INTERVAL, Kind.PLAIN]
    assert found[1].comparator == "<"
    assert (found[2].low, found[2].high) == (Fraction("1.1"), Fraction("2.9"))
    assert found[3].spread == Fraction("0.3") / 1000000


@pytest.mark.parametrize(
    ("text", "comparator"),
    [
        ("more than 5 kg", ">"),
        ("no more than 5 kg", "<="),
        ("at least 5 kg", ">="),
        ("up to 5 kg", "<="),
        ("about 5 kg", "~"),
        ("fewer than 5 dogs", "<"),
        ("≥ 5 kg", ">="),
        ("65 years or older", ">="),
        ("5 kg", "="),
        ("mindestens 5 kg", ">="),
    ],
)
def test_comparators(text: str, comparator: str) -> None:
    assert one(text).comparator == comparator


@pytest.mark.parametrize(
    "text",
    [
        "as shown before [12] and [3, 4–6] and [^2]",
        "see https://example.org/2019/12 and doi 10.1234/abc.567",
        "Figure 3 and Table 2 and Section 3.2",
        "IL-6, COVID-19, PM2.5, H1N1 and p53",
        "type 2 diabetes in phase 3, version 3.2",
        "it expressed3,4 much and stayed.12 Then it left",
        "one of the few",
        "it may be, in May, a third study, the second",
        "pp. 3–9, vol. 12",
    ],
)
def test_what_is_no_quantity(text: str) -> None:
    assert told(text, "en") == []


def test_ten_is_not_in_a_hundred() -> None:
    assert [each.low for each in find_quantities("100 and 10.5 and 210", "en")] == [100, Fraction("10.5"), 210]


def test_a_share_of_people_and_their_number_stand_apart() -> None:
    assert told("About a fifth of 1,200 patients") == [("a fifth", 20, "percent"), ("1,200", 1200, "count")]
    assert find_quantities("1,200 patients")[0].noun == "patients"


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("The trees and the streets", "en"),
        ("Die Kosten stiegen um zwölf Prozent", "de"),
        ("Le prix a augmenté de la moitié", "fr"),
        ("Los costes de la ciudad y el campo", "es"),
        ("I costi sono aumentati per la crisi", "it"),
        ("Os custos subiram em um ano", "pt"),
        ("De kosten stegen met een derde", "nl"),
        ("Due to drought, 3.5 % fell", "en"),
        ("", "en"),
    ],
)
def test_the_language_is_guessed_by_its_commonest_words(text: str, lang: str) -> None:
    assert guess_language(text) == lang


@pytest.mark.parametrize(
    ("claim", "source", "likeness"),
    [
        ("12 %", "12 per cent", Likeness.SAME),
        ("a fifth of it", "20 %", Likeness.SAME),
        ("1,200 people", "1200 people", Likeness.SAME),
        ("5 mg", "0.005 g", Likeness.SAME),
        ("60 minutes", "one hour", Likeness.SAME),
        ("12 people", "12.4 people", Likeness.ROUNDED),
        ("1,200 people", "1,234 people", Likeness.ROUNDED),
        ("a fifth of it", "19.6 %", Likeness.ROUNDED),
        ("12.4 people", "12 people", Likeness.DIFFERS),
        ("20 people", "16 people", Likeness.DIFFERS),
        ("12 %", "10–15 %", Likeness.COMPATIBLE),
        ("more than 10 kg", "11 kg", Likeness.COMPATIBLE),
        ("more than 10 kg", "50 kg", Likeness.DIFFERS),
        ("in 2015", "from 2010 to 2020", Likeness.COMPATIBLE),
        ("in 2015", "5 March 2015", Likeness.COMPATIBLE),
        ("5 March 2015", "March 2015", Likeness.DIFFERS),
        ("March 2015", "5 March 2015", Likeness.COMPATIBLE),
        ("in 2015", "in 2016", Likeness.DIFFERS),
        ("12 %", "12 percentage points", Likeness.UNIT),
        ("$12", "€12", Likeness.UNIT),
        ("5 mg", "5 g", Likeness.UNIT),
        ("3 million people", "3 billion people", Likeness.UNIT),
        ("2.5 °C", "2.5 °F", Likeness.UNIT),
        ("0.05 of it", "p < 0.05", Likeness.DIFFERS),
        ("10 people", "100 people", Likeness.DIFFERS),
        ("2 years", "10 years", Likeness.DIFFERS),
        ("-3 °C", "3 °C", Likeness.DIFFERS),
    ],
)
def test_two_quantities_compare(claim: str, source: str, likeness: Likeness) -> None:
    assert compare_quantities(one(claim), one(source)) is likeness


PIECES = st.sampled_from(
    """10 1,200 1.200 3.5 ½ 10⁶ -5 €3 $ % ± × 10^6 e5 to from between and – - / ( ) [3] a one two fifth third hundred million
    per cent points mg kg m km/h °C March May 2019 1990s n p = < ≥ 95% CI IL-6 Figure x , . ; ein zwölf Prozent quatre vingt
    y treinta Millionen bn in out of half halves doubled years or more 9999999999999999999999 e999 10^999 ²""".split()
)


@given(
    st.lists(PIECES, max_size=14),
    st.sampled_from(["", " ", "\u00a0", "  "]),
    st.sampled_from(["", "en", "de", "fr", "es"]),
)
@example(["10", "to", "a"], " ", "en")
@example(["1990s", "-", "20"], "", "en")
def test_spans_are_exact_in_order_and_apart(pieces: list[str], gap: str, lang: str) -> None:
    text = gap.join(pieces)
    end = 0
    for each in find_quantities(text, lang):
        assert each.text == text[each.start : each.end] != ""
        assert each.start >= end
        assert each.low <= each.high
        end = each.end


@given(st.text())
def test_no_text_breaks_it(text: str) -> None:
    for each in find_quantities(text):
        assert each.text == text[each.start : each.end]
    assert len(mask_text(text)) == len(text)


@given(st.integers(0, 10**12), st.sampled_from(["{:,}", "{}"]), st.sampled_from(["", "it was ", "x ("]))
def test_a_whole_number_is_read_back(number: int, form: str, before: str) -> None:
    written = form.format(number)
    found = one(f"{before}{written} apples")
    assert found.text == written
    assert found.low == number


@given(st.integers(0, 999))
def test_german_compounds_are_read_back(number: int) -> None:
    from citecheck.lexicon.counting_words import number_words

    for word, value in number_words("de").items():
        if value == number and number > 1:
            assert one(f"{word} Bäume", "de").low == number
