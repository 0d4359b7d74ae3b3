"""Identifiers in text: cases from the wild, and the laws that hold for any."""

from __future__ import annotations

import json
import string
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from citecheck.identifiers import Kind, explain_no_doi, find_identifiers, fold_doi, parse_identifier, same_identifier

CASES: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "data" / "identifiers.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=[each["name"] for each in CASES])
def test_finds(case: dict[str, Any]) -> None:
    text = case["text"]
    found = find_identifiers(text)
    names = [f"{each.kind}:{each.value}" for each in found]
    if "unique" in case:
        assert sorted(set(names)) == sorted(case["unique"])
    else:
        assert names == case["ids"]
    for each in found:
        assert text[each.start : each.end] == each.raw
    if "parents" in case:
        assert [each.parent for each in found] == case["parents"]
    for each, name in zip(found, names, strict=True):
        assert list(each.alternatives) == case.get("also", {}).get(name, list(each.alternatives))


@pytest.mark.parametrize(
    ("field", "problem"),
    [
        ("10.5007/%x", "unfilled template"),
        ("10.1145/nnnnnnn.nnnnnnn", "unfilled template"),
        ("10.5555/3295222.3295349", "test prefix"),
        ("10.14710/ilmu, 12, 2, 30-41", "spaces and commas"),
        ("10.1126/science.aaa1234dogs", ""),
    ],
)
def test_tells_what_leads_nowhere(field: str, problem: str) -> None:
    found = parse_identifier(field, Kind.DOI)
    assert found is not None
    assert found.problem == problem


@pytest.mark.parametrize(
    ("field", "why", "remedy"),
    [
        ("1016/j.cell.2013.01.012", "lacks its leading 10.", "10.1016/j.cell.2013.01.012"),
        ("0.1088/0022-3727/40/1/001", "lacks its leading 1", "10.1088/0022-3727/40/1/001"),
        ("j.watres.2005.02.017", "lacks its prefix", "10.1016/j.watres.2005.02.017"),
        ("10.1038", "prefix of a DOI only", "Add what follows"),
        ("https://doi.org/", "no DOI is given", "Add the DOI"),
        ("see the attachment", "no DOI or other identifier", "10.PREFIX/SUFFIX"),
    ],
)
def test_explains_what_is_none(field: str, why: str, remedy: str) -> None:
    assert parse_identifier(field, Kind.DOI) is None
    reason, advice = explain_no_doi(field)
    assert why in reason
    assert remedy in advice


@pytest.mark.parametrize(
    ("field", "readings"),
    [
        ("10.1000/abc.", ["10.1000/abc", "10.1000/abc."]),
        ("10.1016/j.x. 2013.01.012", ["10.1016/j.x.2013.01.012", "10.1016/j.x"]),
        ("10.1000/abc 12", ["10.1000/abc", "10.1000/abc12"]),
        ("10.1000/abc–12", ["10.1000/abc-12", "10.1000/abc–12"]),
        ("10.1000/abc+", ["10.1000/abc+"]),
    ],
)
def test_keeps_both_readings_of_a_field(field: str, readings: list[str]) -> None:
    found = parse_identifier(field, Kind.DOI)
    assert found is not None
    assert [found.value, *found.alternatives] == readings


def test_ignores_the_case_of_ascii_letters_only() -> None:
    one = ["doi:10.26165/ABC/YW1", "https://doi.org/10.26165/abc/yw1"]
    two = ["10.1097/JOM.01", "10.1097/jom.01"]
    pairs = [*one, *two, "10.1234/Ü-1", "10.1234/ü-1"]
    assert len({fold_doi(each) for each in pairs}) == 4
    assert not same_identifier("10.1234/Ü-1", "10.1234/ü-1")


@pytest.mark.parametrize(
    ("field", "kind", "value"),
    [
        ("https://dx.doi.org/10.1000/ABC", Kind.DOI, "10.1000/abc"),
        ("doi: 10.1000/abc.", Kind.DOI, "10.1000/abc"),
        ("10.1000/abc;", Kind.DOI, "10.1000/abc"),
        ("10.1000/<i>x</i>-1", Kind.DOI, "10.1000/x-1"),
        ("10.1016/j.x. 2013.01.012", Kind.DOI, "10.1016/j.x.2013.01.012"),
        ("10.1000/abc 12", Kind.DOI, "10.1000/abc"),
        ("https://www.biorxiv.org/content/10.1101/2020.01.01.123456v2.full.pdf", Kind.DOI, "10.1101/2020.01.01.123456"),
        ("10.48550/arXiv.1706.03762v5", Kind.DOI, "10.48550/arxiv.1706.03762"),
        (
            "https://journals.example/article?id=10.1371/journal.pone.1&type=printable",
            Kind.DOI,
            "10.1371/journal.pone.1",
        ),
        ("https://europepmc.org/article/MED/12345678", Kind.PMID, "12345678"),
        ("https://pubmed.ncbi.nlm.nih.gov/?term=12345678", Kind.PMID, "12345678"),
        ("arXiv 1706.03762", Kind.ARXIV, "1706.03762"),
        ("https://huggingface.co/papers/1706.03762", Kind.ARXIV, "1706.03762"),
        ("info:doi/10.1000/a+", Kind.DOI, "10.1000/a+"),
        ("10.1000%2Fabc", None, None),
        ("20047655", Kind.PMID, "20047655"),
        ("PMC3531190", Kind.PMCID, "PMC3531190"),
        ("3531190", Kind.PMCID, "PMC3531190"),
        ("math.GT/0309136", Kind.ARXIV, "math/0309136"),
        ("2101.00001v2", Kind.ARXIV, "2101.00001"),
        ("0-306-40615-2", Kind.ISBN, "9780306406157"),
        ("0-306-40615-3", Kind.ISBN, None),
        ("", Kind.DOI, None),
    ],
)
def test_reads_one_field(field: str, kind: Kind | None, value: str | None) -> None:
    found = parse_identifier(field, kind)
    if kind is None:
        assert found is None or found.kind is Kind.DOI
    else:
        assert (found.value if found else None) == value


@given(st.text())
@example("%25252525252541")
@example("10.1000/%C2%AD&shy;a")
@example("doi:doi: https://doi.org/10.1/&amp;amp;")
def test_folding_twice_is_folding_once(text: str) -> None:
    once = fold_doi(text)
    assert fold_doi(once) == once


SUFFIXES = st.from_regex(r"[a-z0-9]([a-z0-9._-]{0,12}[a-z0-9])?", fullmatch=True).filter(
    lambda each: not any(word in each for word in ("pdf", "full", "abstract", "abs", "doi", "pmid", "pmc"))
)
DOIS = st.builds("10.{}/{}".format, st.integers(1000, 99999), SUFFIXES).filter(
    lambda each: "10." not in each[3:] and not each.partition("/")[2].isdecimal()
)


@given(
    DOIS, st.sampled_from(["see {}.", "({})", "[{}];", "“{}”", "<{}>,", "doi:{}, as", "https://doi.org/{}: new", "{}"])
)
def test_a_planted_doi_is_found_whole(doi: str, sentence: str) -> None:
    text = sentence.format(doi)
    found = [each for each in find_identifiers(text) if each.kind is Kind.DOI]
    assert [each.value for each in found] == [doi]
    assert text[found[0].start : found[0].end] == doi


@given(DOIS)
def test_the_quick_way_reads_what_the_long_way_reads(doi: str) -> None:
    quick, long = parse_identifier(doi, Kind.DOI), parse_identifier(f"https://doi.org/{doi}", Kind.DOI)
    assert quick is not None
    assert long is not None
    assert (quick.value, quick.problem, quick.parent) == (long.value, long.problem, long.parent)


@given(
    st.text(alphabet=string.printable + "äß“”&;<>", max_size=60), DOIS, st.text(alphabet=string.printable, max_size=40)
)
def test_spans_hold_what_was_found(before: str, doi: str, after: str) -> None:
    text = f"{before} {doi}{after}"
    for each in find_identifiers(text):
        assert each.start is not None
        assert text[each.start : each.end] == each.raw


@given(DOIS)
def test_comparing_ignores_ascii_case(doi: str) -> None:
    assert same_identifier(doi.upper(), doi)
    assert fold_doi(doi.upper()) == doi
