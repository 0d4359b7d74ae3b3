"""Quotations with right answers: each must get its status, whatever engine looks for the nearest window."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from citecheck.quoting import fold_source, match_quotation, verify_quotation
from citecheck.quoting.engines import installed

CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "quotations.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("engine", installed())
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['rule']}")
def test_quotation_gets_its_status(case: dict[str, Any], engine: str) -> None:
    match = match_quotation(case["quotation"], case["source"], engine=engine)
    assert match.status == case["status"], (match, case["note"])
    if "similarity" in case:
        low, high = case["similarity"]
        assert match.similarity is not None
        assert low - 1e-9 <= match.similarity <= high + 1e-9, match
    if "named" in case:
        assert ({each.kind for each in match.changes} | {*match.flags}) & {*case["named"]}, match
    if "passage" in case:
        assert match.passages[0].text == case["passage"]
    for passage in match.passages:
        assert case["source"][passage.start : passage.end] == passage.text


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_verifying_says_the_same(case: dict[str, Any]) -> None:
    assert verify_quotation(case["quotation"], case["source"]).status == case["status"]


def test_known_value() -> None:
    match = verify_quotation(
        "Revenue rose to 88.9 billion dollars on record demand.",
        "Revenue rose to 45.2 million dollars.\n\nHeadcount grew to 1,204.",
    )
    assert match.edits == 17
    assert match.similarity == pytest.approx(0.6792, abs=5e-5)
    assert match.coverage == pytest.approx(4 / 9)
    assert match.run == pytest.approx(3 / 9)
    assert match.critical_ok is False


NOT_FOUND = [
    ("5%", "grew by 25% then"), ("12%", "it fell -12% then"), ("12%", "it fell −12% then"), ("20", "they hauled 200 crates"),
    ("200", "in 1\u2009200 cases"), ("200", "in 1\u00a0200 cases"), (".45", "it was 1.45 then"), ("45", "it was 45.2 then"),
    ("19", "of COVID-19 in"), ("inferior", "it was non-inferior to"), ("65 years", "aged 18-\n65 years"),
    ("10", "about 10⁶ cells"), ("-12 boats", "the storm passed—12 boats"), ("-12 boats", "the storm passed -- 12 boats"),
    ("5 km", "they ran 5 km/h"), ("it fell by 5", "it fell by 5 %"), ("5 mW of power", "then 5 MW of power"),
    ("p < 0.05 in men", "p > 0.05 in men"), ("0.05 in men", "p < 0.05 in men"), ("the slab of 40 m", "the slab of 40 m² was"),
    ("can", "they can't go"), ("can", "they cannot go"), ("depth", "set max_depth now"),
    ("the food was sugar", "the food was sugar-free"),
    ("5 million", "about 1.5 million"), ("the COVID", "the COVID-19 wave"), ("x 5", "x 5–10 mg"), ("5 m", "it took 5 min"),
]  # fmt: skip
FOUND = [
    ("we found boats reported", "we found boats reported12 and"), ("was done in 2019", "was done in 2019.4 Patients were"),
    ("12 boats", "the storm passed—12 boats"), ("12 boats", "the storm passed--12 boats"), ("5克盐", "步骤：②5克盐加入。"),
    ("200", "in 1 200 cases"), ("한강", "한강은 서울을 지난다"), ("the drug works", "the drug works but not here"),
    ("-12% then", "it fell −12% then"), ("1200 cases", "in 1\u2009200 cases"), ("masked trial", "a double-masked trial"),
    ("école", "près de l'école"), ("effect of 0.45", "an effect of 0.45** in men"), (".45 then", "it was .45 then"),
    ("fell: -12% then", "fell: –12% then"), ("7 %", "it was 7% then"), ("水质", "该湖水质在"), ("น้ำไหล", "แม่น้ำไหลผ่าน"),
    ("caf\u00e9 & tea", "the caf&eacute; &amp; tea house"), ("she said \"no\" twice", "then she said ‘no’ twice"),
    ("a \\\"b\\\" c", 'x a "b" c'),
]  # fmt: skip


@pytest.mark.parametrize(("exact", "text"), NOT_FOUND)
def test_cut_words_and_numbers_are_not_found(exact: str, text: str) -> None:
    assert verify_quotation(exact, text).status in ("altered", "absent")


@pytest.mark.parametrize(("exact", "text"), FOUND)
def test_whole_words_and_numbers_are_found(exact: str, text: str) -> None:
    assert verify_quotation(exact, text).status == "verbatim"


def test_similarity_of_long_quotations_is_exact_without_a_limit_of_length() -> None:
    words = " ".join(f"word{number:04d}" for number in range(4_000))
    quotation = words[5_000:5_600].replace("word0600", "ward0600")
    match = verify_quotation(quotation, fold_source(words))
    assert match.edits == 1


def test_hyphens_of_several_passages_must_be_the_sources() -> None:
    text = "They ran an observer-masked crossover design. It was long. We used a state-of-\nthe-art method then."
    assert verify_quotation("an observermasked crossover design", text).status == "verbatim"
    assert verify_quotation("They ran an observer-masked ... design", text).status == "verbatim"
    assert verify_quotation("They ran an observermasked ... design", text).status == "near_verbatim"
    several = "They ran an {} crossover design\n\nWe used a state-of-the-art method"
    assert verify_quotation(several.format("observer-masked"), text).status == "verbatim"
    assert verify_quotation(several.format("observermasked"), text).status == "near_verbatim"
