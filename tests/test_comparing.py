"""Comparing: quotations and sentences of a manuscript held against the texts of its sources."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from citecheck import check
from citecheck.errors import ReceiptError
from citecheck.receipt import check_sums, receipt_schema, to_json, verify_receipt
from citecheck.records import QuoteMatch, QuoteStatus, Receipt
from citecheck.report import FORMATS, render
from citecheck.settings import Settings

SENTENCES = (
    "Streets with a closed canopy were 2.1 °C cooler at noon than bare streets.",
    "We found no difference after sunset.",
    "The cooling may depend on the age of the trees.",
)
FILLER = " ".join(f"Street {name} is planted on both sides and was surveyed by foot." for name in ("A", "B", "C") * 60)
OTHER = "Wide rings went with cool summers in the trunks that were cut. " + FILLER
MANUSCRIPT = """# Shade

Noon was "2.1 °C cooler at noon than bare streets" [1]. It was "3.1 °C cooler at noon than bare streets" [1]. The authors "found
a difference after sunset" [1], and "the cooling will depend on the age of the trees" [1].

They write that "wide rings went with cool summers in the trunks" [1], and that "every reader of this page will be cooler by next
June" [1]. Nothing of it is "known about the winters in these towns" [3].

Streets with a closed canopy were 2.1 °C cooler at noon than bare streets [1]. Some 47 % of the streets had no trees [1].

## References

1. Adler B. Streets and canopies of one town. Journal of Shade. 2015. doi:10.1234/one
2. Brandt L. Rings and summers of another town. Journal of Shade. 2016. doi:10.1234/two
3. Castro C. Winters in both of the towns. Journal of Shade. 2017. doi:10.1234/three
"""


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "10.1234_one.txt").write_text("\n\n".join([*SENTENCES, FILLER]), encoding="utf-8")
    (papers / "10.1234_two.txt").write_text(OTHER, encoding="utf-8")
    path = tmp_path / "paper.md"
    path.write_text(
        MANUSCRIPT.replace("at noon than bare streets [1].", "at noon than bare streets [1, 2].", 1), encoding="utf-8"
    )
    return path


@pytest.fixture
def receipt(paper: Path, settings: Settings) -> Receipt:
    return check(paper, settings=replace(settings, offline=True, papers=str(paper.parent / "papers")))


def test_every_quotation_has_its_status(receipt: Receipt) -> None:
    assert receipt.manuscript is not None
    found = {match.exact.split()[0] + " " + match.exact.split()[-1]: match.status.value for match in receipt.matches}
    assert found == {
        "2.1 streets": "verbatim",
        "3.1 streets": "altered",
        "found sunset": "altered",
        "the trees": "altered",
        "wide trunks": "elsewhere",
        "every June": "absent",
        "known towns": "not_checked",
    }
    changed = {
        change.kind for match in receipt.matches for change in match.changes if match.status is QuoteStatus.ALTERED
    }
    assert {"number", "negation", "strength"} <= changed


def test_places_are_exact(receipt: Receipt, paper: Path) -> None:
    text = (paper.parent / "papers" / "10.1234_one.txt").read_text(encoding="utf-8")
    for match in receipt.matches:
        for passage in match.passages:
            if passage.source == "1":
                assert text[passage.start : passage.end] == passage.text


def test_what_is_altered_absent_or_elsewhere_is_told(receipt: Receipt) -> None:
    told = {each.rule for each in receipt.findings}
    assert {"quotation-altered", "quotation-absent", "quotation-elsewhere", "number-absent"} <= told
    assert any("47 %" in each.message for each in receipt.findings if each.rule == "number-absent")


def test_only_a_sentence_whose_every_difference_is_harmless_passes(receipt: Receipt) -> None:
    assert receipt.manuscript is not None
    passed = [receipt.manuscript.pairs[each.pair].sentence for each in receipt.triages if each.state.value == "passed"]
    assert len(passed) == 1
    assert passed[0].startswith("Streets with a closed canopy")


def test_counters_add_up_and_the_receipt_holds(receipt: Receipt, paper: Path) -> None:
    import jsonschema

    data = json.loads(to_json(receipt))
    assert check_sums(receipt.counters) == []
    assert verify_receipt(data, paper.read_bytes()) == []
    jsonschema.validate(data, receipt_schema())
    assert receipt.counters["sources"]["fulltext"] == 2
    assert receipt.counters["sources"]["not_asked"] == 1
    assert FILLER[:60] not in json.dumps([each["fulltext"] for each in data["sources"]])


def test_what_could_not_be_held_against_a_text_is_said(receipt: Receipt) -> None:
    assert any(each.startswith("3: no text of it at hand") for each in receipt.incomplete_reasons)
    assert "1 quotation: not checked" in receipt.incomplete_reasons


def test_every_format_renders_it(receipt: Receipt) -> None:
    for each in FORMATS:
        assert render(receipt, each)
    text = render(receipt, "text")
    assert "not judged" in text
    assert "read beside the source first" in text


def test_without_texts_nothing_is_looked_for(paper: Path, settings: Settings) -> None:
    receipt = check(paper, settings=replace(settings, offline=True))
    assert (receipt.sources, receipt.matches, receipt.triages, receipt.claims) == ((), (), (), ())
    assert receipt.counters["quotations"]["not_checked"] == receipt.counters["quotations"]["total"] == 7


def test_a_thin_text_never_makes_a_quotation_absent(paper: Path, settings: Settings) -> None:
    (paper.parent / "papers" / "10.1234_one.txt").write_text("Only a preview of the page. " * 20, encoding="utf-8")
    receipt = check(paper, settings=replace(settings, offline=True, papers=str(paper.parent / "papers")))
    assert not [each for each in receipt.matches if each.status.value == "absent"]


def test_a_retracted_sources_support_is_moot(paper: Path, settings: Settings) -> None:
    from citecheck.registries.retraction_watch import import_table
    from tests.registries.test_retraction_watch import HEADER, line

    table = paper.parent / "t.csv"
    table.write_text(
        "\r\n".join([HEADER, line(1, "Retraction", "10.1234/one", notice="10.1234/n"), ""]), encoding="utf-8"
    )
    import_table(table, Path(settings.cache_dir))
    receipt = check(paper, settings=replace(settings, offline=True, papers=str(paper.parent / "papers")))
    assert receipt.counters["pairs"]["moot"] == 8
    assert receipt.counters["pairs"]["passed"] == 0


def test_a_marker_inside_the_quotation_marks_is_the_writers(paper: Path, settings: Settings) -> None:
    paper.write_text(
        'They "found no difference after sunset [1]".\n\n## References\n\n'
        "1. Adler B. Streets and canopies of one town. Journal of Shade. 2015. doi:10.1234/one\n",
        encoding="utf-8",
    )
    receipt = check(paper, settings=replace(settings, offline=True, papers=str(paper.parent / "papers")))
    assert {each.status.value for each in receipt.matches} == {"verbatim"}


NUMBERS = """# Shade

{sentence}

## References

1. Adler B. Streets and canopies of one town. Journal of Shade. 2015. doi:10.1234/one
"""


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ('Noon was 3.4 °C cooler ("streets with a closed canopy were 2.1 °C cooler at noon" [1]).', "3.4 °C"),
        ('Streets were 3.4 °C cooler: "the cooling may depend on the age of the trees" [1].', ""),
        ('Trees cut the cooling by 12 %: "the cooling may depend on the age of the trees" [1].', "12 %"),
        ('Noon was 2.1 °C cooler ("streets with a closed canopy were 2.1 °C cooler at noon" [1]).', ""),
        ('Of 45 towns one had "streets with a closed canopy" [1].', ""),
    ],
)
def test_a_quotation_must_state_the_number_it_is_shown_for(
    paper: Path, settings: Settings, sentence: str, told: str
) -> None:
    paper.write_text(NUMBERS.format(sentence=sentence), encoding="utf-8")
    receipt = check(paper, settings=replace(settings, offline=True, papers=str(paper.parent / "papers")))
    assert [each.status.value for each in receipt.matches] == ["verbatim"]
    messages = [each.message for each in receipt.findings if each.rule == "value-not-stated"]
    assert len(messages) == bool(told)
    assert all(f"does not state {told}, which it is quoted for." in each for each in messages)


def test_a_file_of_the_folder_that_nothing_cites_is_searched_before_absent(paper: Path, settings: Settings) -> None:
    papers = paper.parent / "papers"
    (papers / "sub").mkdir()
    (papers / "sub" / "later.txt").write_text(
        "Every reader of this page will be cooler by next June. " + FILLER, encoding="utf-8"
    )
    (papers / "broken.pdf").write_bytes(b"%PDF-1.4 nothing follows")
    receipt = check(paper, settings=replace(settings, offline=True, papers=str(papers)))
    (match,) = (each for each in receipt.matches if each.exact.startswith("every reader"))
    assert (match.status, match.source) == (QuoteStatus.ELSEWHERE, "sub/later.txt")
    assert "uncited_file" in match.flags
    (message,) = (each.message for each in receipt.findings if "sub/later.txt" in each.message)
    assert message.endswith("it stands in sub/later.txt, a file of the folder that is no cited work's.")


def test_an_absent_quotation_says_where_it_was_looked_for(paper: Path, settings: Settings) -> None:
    papers = paper.parent / "papers"
    (papers / "unrelated.txt").write_text("Nothing of it is here. " + FILLER, encoding="utf-8")
    receipt = check(paper, settings=replace(settings, offline=True, papers=str(papers)))
    (match,) = (each for each in receipt.matches if each.status is QuoteStatus.ABSENT)
    assert match.why_not == "not found; nor in 1 other file of the folder"
    (finding,) = (each for each in receipt.findings if each.rule == "quotation-absent")
    assert "nor do these words stand in 1 other file of the folder" in finding.evidence


def test_the_file_of_a_reference_whose_file_was_not_recognised_is_named(paper: Path, settings: Settings) -> None:
    papers = paper.parent / "papers"
    (papers / "scan0001.txt").write_text(
        "Little was known about the winters in these towns. " + FILLER, encoding="utf-8"
    )
    receipt = check(paper, settings=replace(settings, offline=True, papers=str(papers)))
    (match,) = (each for each in receipt.matches if each.exact.startswith("known about"))
    assert match.status is QuoteStatus.NOT_CHECKED
    assert match.flags == ("in_another_source", "uncited_file")
    assert match.passages[0].source == "scan0001.txt"


class TestAgainst:
    """`--against` tells a text that has changed from a quotation that is wrong."""

    @pytest.fixture
    def before(self, receipt: Receipt, paper: Path) -> Path:
        path = paper.parent / "before.json"
        path.write_text(to_json(receipt), encoding="utf-8")
        return path

    def again(self, paper: Path, settings: Settings, before: Path) -> dict[str, QuoteMatch]:
        papers = str(paper.parent / "papers")
        receipt = check(paper, settings=replace(settings, offline=True, papers=papers, against=str(before)))
        assert check_sums(receipt.counters) == []
        assert "against" not in receipt.settings
        return {each.exact.split()[0] + " " + each.exact.split()[-1]: each for each in receipt.matches}

    def test_nothing_has_changed(self, paper: Path, settings: Settings, before: Path, receipt: Receipt) -> None:
        assert tuple(self.again(paper, settings, before).values()) == receipt.matches

    def test_a_text_without_the_quotation_has_drifted(self, paper: Path, settings: Settings, before: Path) -> None:
        one = paper.parent / "papers" / "10.1234_one.txt"
        one.write_text("Bare ground was measured, and nothing else. " + FILLER, encoding="utf-8")
        found = self.again(paper, settings, before)
        assert found["2.1 streets"].status is QuoteStatus.DRIFTED
        assert "source_changed" in found["2.1 streets"].flags
        assert found["every June"].status is QuoteStatus.ABSENT  # it was not there before, either

    def test_a_changed_text_that_still_has_it(self, paper: Path, settings: Settings, before: Path) -> None:
        one = paper.parent / "papers" / "10.1234_one.txt"
        one.write_text(one.read_text(encoding="utf-8") + " A line was added.", encoding="utf-8")
        found = self.again(paper, settings, before)
        assert (found["2.1 streets"].status, found["2.1 streets"].flags) == (QuoteStatus.VERBATIM, ("source_changed",))

    def test_a_text_that_is_gone(self, paper: Path, settings: Settings, before: Path) -> None:
        (paper.parent / "papers" / "10.1234_one.txt").unlink()
        found = self.again(paper, settings, before)
        assert found["2.1 streets"].status is QuoteStatus.NOT_CHECKED
        assert found["2.1 streets"].why_not.startswith("source missing: ")

    def test_a_reference_with_another_key_is_known_again(self, paper: Path, settings: Settings, before: Path) -> None:
        one = paper.parent / "papers" / "10.1234_one.txt"
        one.write_text("Bare ground was measured, and nothing else. " + FILLER, encoding="utf-8")
        renumbered = paper.read_text(encoding="utf-8").replace("[1]", "[9]").replace("\n1. Adler", "\n9. Adler")
        paper.write_text(renumbered, encoding="utf-8")
        assert self.again(paper, settings, before)["2.1 streets"].status is QuoteStatus.DRIFTED

    @pytest.mark.parametrize(
        "content",
        [
            "",
            "[]",
            "{}",
            '{"schema": "citecheck-receipt/1", "matches": [1]}',
            '{"schema": "citecheck-receipt/1", "resolutions": [{}]}',
        ],
    )
    def test_no_receipt_is_an_error_before_anything_is_asked(
        self, paper: Path, settings: Settings, content: str
    ) -> None:
        path = paper.parent / "broken.json"
        path.write_text(content, encoding="utf-8")
        with pytest.raises(ReceiptError):
            self.again(paper, settings, path)

    def test_a_receipt_that_is_not_there_is_an_error(self, paper: Path, settings: Settings) -> None:
        with pytest.raises(ReceiptError, match=r"nowhere\.json"):
            self.again(paper, settings, paper.parent / "nowhere.json")


def test_totals_by_method_and_extent_and_rates(receipt: Receipt, paper: Path, settings: Settings) -> None:
    totals = receipt.quotation_totals
    assert totals["method"] == {"edits": 4, "identical": 1, "folded": 1, "none": 1, "total": 7}
    assert (totals["extent"]["fulltext"], totals["extent"]["none"], totals["extent"]["total"]) == (6, 1, 7)
    assert receipt.quotation_rates == {
        "checked": round(6 / 7, 4),
        "found": round(1 / 6, 4),
        "verbatim": round(1 / 6, 4),
    }
    empty = check(paper, settings=replace(settings, offline=True))
    assert empty.quotation_rates == {"checked": 0.0, "found": None, "verbatim": None}
    paper.write_text("# Nothing is quoted here\n", encoding="utf-8")
    assert set(check(paper, settings=replace(settings, offline=True)).quotation_rates.values()) == {None}


def test_rates_that_do_not_fit_are_told(receipt: Receipt) -> None:
    data = json.loads(to_json(receipt))
    data["quotation_rates"]["found"] = 0.9
    assert verify_receipt(data) == ["quotations: the rates do not fit the counters."]
