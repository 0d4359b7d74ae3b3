"""Hard documents with right answers, each for a trouble that people had."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from citecheck.manuscript import bind_markers, read_manuscript, read_pandoc
from citecheck.manuscript.markers import Known, find_marks
from citecheck.manuscript.splitting import split_prose
from citecheck.records import Manuscript, Reference
from tests.manuscript.cases import DATA, load_cases, tree_of, with_list

DOCUMENTS = load_cases("documents.jsonl")
UNSPLIT = {
    "The session ended at 5 p.m. Lunch had been served.": "an abbreviation at the end, then a noun",
}
"""Sentences that are not split as they should be, and why."""


def read(case: dict[str, Any]) -> Manuscript:
    """Read a case, and bind it to its bibliography when it has one."""
    manuscript = read_manuscript(text=case["text"])
    return bind_markers(manuscript, [Reference(key=each) for each in case.get("keys", ())])


@pytest.mark.parametrize("case", [each for each in DOCUMENTS if "markers" in each], ids=lambda each: each["name"])
def test_markers(case: dict[str, Any]) -> None:
    manuscript = read(case)
    found = [{"raw": each.raw, "targets": list(each.targets), "state": each.state.value} for each in manuscript.markers]
    assert found == [{name: each[name] for name in ("raw", "targets", "state")} for each in case["markers"]]
    for at, each in enumerate(case["markers"]):
        if "locator" in each:
            assert manuscript.markers[at].locator == each["locator"]
        if "sentence" in each:
            assert {pair.sentence for pair in manuscript.pairs if pair.marker == at} == {each["sentence"]}


@pytest.mark.parametrize("case", [each for each in DOCUMENTS if "quotations" in each], ids=lambda each: each["name"])
def test_quotations(case: dict[str, Any]) -> None:
    assert [each.exact for each in read(case).quotations] == case["quotations"]


@pytest.mark.parametrize("case", [each for each in DOCUMENTS if "uncited" in each], ids=lambda each: each["name"])
def test_uncited(case: dict[str, Any]) -> None:
    manuscript = read(case)
    cited = {target for each in manuscript.markers for target in each.targets}
    assert [each.key for each in manuscript.references if each.key not in cited] == case["uncited"]


@pytest.mark.parametrize("case", [each for each in DOCUMENTS if "references" in each], ids=lambda each: each["name"])
def test_references(case: dict[str, Any]) -> None:
    assert {each.key: each.url for each in read(case).references} == case["references"]


def test_a_suspect_marker_cites_nothing() -> None:
    case = DOCUMENTS[0]
    manuscript = read(case)
    assert [each.markers for each in manuscript.claims] == [(0,)]
    assert [each.reference for each in manuscript.pairs] == ["fn:1", None]


def test_marks_inside_a_quotation_are_the_sources() -> None:
    manuscript = read(next(each for each in DOCUMENTS if each["name"] == "brackets of the source"))
    assert [each.raw for each in manuscript.markers] == ["[1]", "[2]"]
    assert [each.markers for each in manuscript.quotations] == [(0,), (1,)]


def test_a_missing_closing_mark_is_a_problem_with_its_place() -> None:
    manuscript = read(next(each for each in DOCUMENTS if each["name"] == "a missing closing mark"))
    assert [(each.rule, each.place.line, each.place.column) for each in manuscript.problems] == [
        ("unbalanced-quotation", 1, 29)
    ]


def test_notes(tmp_path: Path) -> None:
    case = json.loads((DATA / "vault.json").read_text(encoding="utf-8"))
    for name, text in case["notes"].items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    manuscript = read_manuscript(text=case["text"], notes=tmp_path)
    assert [(each.raw, each.targets, each.state.value, each.locator) for each in manuscript.markers] == [
        ("[[Ruiz2021-ab|Ruiz and Pohl (2021)]]", ("Ruiz2021-ab",), "bound", ""),
        ("[[Papers/Okoye2023-cd]]", ("Okoye2023-cd",), "bound", ""),
        ("[[Ruiz2021-ab#Findings]]", ("Ruiz2021-ab",), "bound", "Findings"),
        ("[[Nobody1999-zz]]", ("Nobody1999-zz",), "dangling", ""),
        ("[[Okoye2023-cd|Okoye|2023]]", ("Okoye2023-cd",), "bound", ""),
    ]
    assert {each.key: each.doi for each in manuscript.references} == {
        "Ruiz2021-ab": "10.1234/ruiz.2021",
        "Okoye2023-cd": "10.1234/okoye.2023",
    }


@pytest.mark.parametrize("case", load_cases("sentences.jsonl"), ids=lambda each: each["joined"][:50])
def test_sentences(case: dict[str, Any], request: pytest.FixtureRequest) -> None:
    if case["joined"] in UNSPLIT:
        request.applymarker(pytest.mark.xfail(reason=UNSPLIT[case["joined"]], strict=True))
    text = case["joined"]
    marks = find_marks(text, [(0, len(text))], Known(keys=frozenset("345")))
    spots = [(each.start, each.end) for each in marks if not (each.tentative and each.style == "pandoc")]
    assert [text[start:end] for start, end in split_prose(text, case["lang"], spots)] == case["sentences"]


def test_two_notes_of_one_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    for folder in ("old", "new"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "abel.md").write_text(f"---\ndoi: 10.1234/{folder}\n---\n", encoding="utf-8")
    text = "It fell [[abel]], [[old/abel]] and [[new/abel|Abel]]. ![[abel]] It rose ^block-1"
    manuscript = read_manuscript(text=text, notes=tmp_path)
    assert [each.targets for each in manuscript.markers] == [("abel",), ("old/abel",), ("abel",)]
    assert {each.key: each.doi for each in manuscript.references} == {"abel": "10.1234/new", "old/abel": "10.1234/old"}
    assert manuscript.text == text
    assert manuscript.pairs[-1].sentence == "It fell and Abel."


TERMS = [
    ("A “smart” grid fell [1].", [], ["smart"]),
    ("He said “no” [1].", ["no"], []),
    ("In “Attention Is All You Need” it fell [1].", [], ["Attention Is All You Need"]),
    ("It is “not so bad” [1].", [], ["not so bad"]),
    ("It fell by “some 12%” [1].", ["some 12%"], []),
    ("It is ‹nothing less than theft› [1].", ["nothing less than theft"], []),
    ("他说：“需求下降了”[1]。", ["需求下降了"], []),
]


@pytest.mark.parametrize(("text", "quotations", "terms"), TERMS, ids=[each[0][:30] for each in TERMS])
def test_terms_are_listed_with_their_reason(text: str, quotations: list[str], terms: list[str]) -> None:
    manuscript = read_manuscript(text=with_list(text))
    assert [each.exact for each in manuscript.quotations] == quotations
    assert [each.exact for each in manuscript.terms] == terms
    assert all(each.why_not for each in manuscript.terms)
    assert not any(each.why_not for each in manuscript.quotations)


PARAGRAPHS = {
    "marks at each paragraph": "He wrote: “It fell and nobody knew.\n\n“It rose and nobody cared” [3].\n\nThen all was still.",
    "a block quotation": "He wrote:\n\n> It fell and nobody knew.\n>\n> It rose and nobody cared [3]\n\nThen all was still.",
    "an attributed one": "> It fell and nobody knew.\n>\n> It rose and nobody cared\n>\n> — Abel, p. 4 [3]\n",
}


@pytest.mark.parametrize("name", PARAGRAPHS)
def test_a_quotation_over_paragraphs_is_one(name: str) -> None:
    manuscript = read_manuscript(text=with_list(PARAGRAPHS[name]))
    (quotation,) = manuscript.quotations
    assert quotation.exact == "It fell and nobody knew.\n\nIt rose and nobody cared"
    assert [manuscript.markers[each].raw for each in quotation.markers] == ["[3]"]
    walked = read_pandoc(json.loads(tree_of(with_list(PARAGRAPHS[name]))))
    assert [each.exact for each in walked.quotations] == [quotation.exact]
    assert [each.markers for each in walked.quotations] == [quotation.markers]
