"""Scanning: one row for every reference, in input order, and nothing asked twice."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from citecheck import scan
from citecheck.cli import main
from citecheck.demo.replay import ReplayServer
from citecheck.errors import SettingsError
from citecheck.registries.retraction_watch import import_table
from citecheck.scanning import COLUMNS, LOT, ScanTotals, guard_cell
from citecheck.scanning.counting import MOST_NAMES, OTHERS, Tally
from citecheck.scanning.writing import MOST_ROWS, summary_lines, text_of
from citecheck.settings import Settings
from tests.registries.test_retraction_watch import HEADER, line

BIB = """@article{good, title = {Developing functional musculoskeletal tissues through hypoxia and lysyl oxidase-induced collagen
  cross-linking}, author = {Makris, E}, doi = {10.1073/PNAS.1414271111}}
@article{bad, title = {Ileal-lymphoid-nodular hyperplasia, non-specific colitis, and pervasive developmental disorder in
  children}, author = {Wakefield, A}, doi = {10.1016/S0140-6736(97)11096-0}}
@article{broken, }
@article{dead, title = {Nothing}, doi = {10.1234/made.up.99}}
"""


def run(paths: list[Path], settings: Settings) -> tuple[list[dict[str, str]], ScanTotals]:
    """Scan, and read the rows back."""
    output = io.StringIO(newline="")
    totals = scan(paths, output, settings=settings)
    output.seek(0)
    return list(csv.DictReader(output)), totals


def test_every_reference_has_one_row_in_input_order(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "a.bib").write_text(BIB, encoding="utf-8")
    (tmp_path / "b.csv").write_text(
        "doi\n10.1038/s41586-020-2012-7\nnot a doi\n10.1073/pnas.1414271111\n", encoding="utf-8"
    )
    rows, totals = run([tmp_path / "a.bib", tmp_path / "b.csv"], settings)
    assert [(each["key"], each["outcome"], each["standing"]) for each in rows[:4]] == [
        ("good", "resolved", "corrected"),
        ("bad", "resolved", "retracted"),
        ("", "unreadable", ""),
        ("dead", "not_found", "not_asked"),
    ]
    assert [each["outcome"] for each in rows[4:]] == ["resolved", "unreadable", "resolved"]
    assert (rows[1]["date"], rows[1]["notice"]) == ("2010-02-06", "10.1016/s0140-6736(10)60175-4")
    assert totals.rows == len(rows) == sum(totals.outcomes.values()) + totals.unreadable
    assert totals.retracted == 1
    assert rows[0]["line"] == "1" and rows[1]["line"] == "3"


def test_a_scan_started_again_asks_nothing_twice(tmp_path: Path, settings: Settings, replay: ReplayServer) -> None:
    (tmp_path / "a.bib").write_text(BIB, encoding="utf-8")
    first, _ = run([tmp_path / "a.bib"], settings)
    asked = len(replay.asked)
    second, totals = run([tmp_path / "a.bib"], settings)
    assert first == second
    assert len(replay.asked) == asked
    assert totals.asked == 0


def test_a_file_longer_than_a_lot(tmp_path: Path, settings: Settings) -> None:
    dois = [f"10.1234/row.{number}" for number in range(LOT + 50)]
    (tmp_path / "many.csv").write_text("\n".join(["doi", *dois, ""]), encoding="utf-8")
    rows, _ = run([tmp_path / "many.csv"], replace(settings, offline=True))
    assert [each["doi"] for each in rows] == dois
    assert {each["message"] for each in rows} == {"api.crossref.org: offline"}


def test_a_file_that_cannot_be_read_is_a_row_and_the_rest_is_scanned(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "ok.csv").write_text("doi\n10.1073/pnas.1414271111\n", encoding="utf-8")
    rows, totals = run([tmp_path / "missing.bib", tmp_path / "ok.csv"], settings)
    assert [each["outcome"] for each in rows] == ["unreadable", "resolved"]
    assert totals.unreadable == 1


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@sum", "\tx"])
def test_a_cell_that_a_stranger_wrote_runs_nothing(text: str) -> None:
    assert guard_cell(text) == f"'{text}"
    assert guard_cell("10.1/a") == "10.1/a"


def test_the_columns_are_named(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "a.csv").write_text("doi\n", encoding="utf-8")
    output = io.StringIO(newline="")
    scan([tmp_path / "a.csv"], output, settings=settings)
    assert output.getvalue().splitlines()[0] == ",".join(COLUMNS)


TABLE = [
    line(1, "Retraction", "10.1234/A", notice="10.1234/n", title="On shade"),
    line(2, "Retraction", "10.1234/b", notice="10.1234/n"),
    line(3, "Expression of concern", "10.1234/c"),
    line(4, "Correction", "10.1234/d").replace(",J,", ",Annals of Shade,"),
    line(5, "Retraction", "unavailable", pmid="16354850"),
]


@pytest.fixture
def offline(settings: Settings, tmp_path: Path) -> Settings:
    """Settings of an offline run with a table."""
    (tmp_path / "t.csv").write_text("\r\n".join([HEADER, *TABLE, ""]), encoding="utf-8")
    import_table(tmp_path / "t.csv", Path(settings.cache_dir))
    return replace(settings, offline=True)


DOIS = ["10.1234/a", "10.1234/z", "10.1234/c", "10.1234/B", "10.1234/d", "10.1234/a"]
KINDS = ["retracted", "not_asked", "concern", "retracted", "corrected", "retracted"]


def as_bibtex(dois: list[str]) -> str:
    return "\n".join(f"@misc{{k{number}, doi = {{{doi}}}}}" for number, doi in enumerate(dois))


FORMATS = {
    "refs.csv": "\n".join(["doi", *DOIS]),
    "refs.tsv": "\n".join(["key\tdoi", *(f"k\t{each}" for each in DOIS)]),
    "refs.txt": "\n".join(DOIS),
    "refs.bib": as_bibtex(DOIS),
    "refs.ris": "".join(f"TY  - JOUR\nDO  - {each}\nER  - \n\n" for each in DOIS),
    "refs.json": json.dumps([{"id": str(number), "DOI": each} for number, each in enumerate(DOIS)]),
    "refs.yaml": "references:\n" + "".join(f"- id: k{number}\n  DOI: {each}\n" for number, each in enumerate(DOIS)),
    "refs.nbib": "".join(f"PMID- {number}\nTI  - T\nLID - {each} [doi]\n\n" for number, each in enumerate(DOIS, 900)),
    "refs.enw": "".join(f"%0 Journal Article\n%R {each}\n\n" for each in DOIS),
    "refs.jsonl": "".join(json.dumps({"id": str(number), "DOI": each}) + "\n" for number, each in enumerate(DOIS)),
}


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_joined_with_the_table(
    tmp_path: Path, offline: Settings, replay: ReplayServer, name: str
) -> None:
    (tmp_path / name).write_text(FORMATS[name], encoding="utf-8")
    rows, totals = run([tmp_path / name], offline)
    assert [each["doi"].lower() for each in rows] == [each.lower() for each in DOIS]
    assert [each["standing"] for each in rows] == KINDS
    assert totals.rows == sum(totals.outcomes.values()) + totals.unreadable == len(DOIS)
    assert not replay.asked


def test_a_row_has_what_the_table_knows_of_the_paper(tmp_path: Path, offline: Settings) -> None:
    (tmp_path / "refs.csv").write_text(FORMATS["refs.csv"], encoding="utf-8")
    rows, _ = run([tmp_path / "refs.csv"], offline)
    first, unknown = rows[0], rows[1]
    assert (first["title"], first["journal"], first["year"], first["reasons"]) == (
        "On shade",
        "J",
        "2019",
        "Error; Fraud",
    )
    assert (unknown["title"], unknown["journal"], unknown["year"]) == ("", "", "")


def test_a_pmid_is_joined_too(tmp_path: Path, offline: Settings) -> None:
    (tmp_path / "refs.csv").write_text("pmid\n16354850\n1\n", encoding="utf-8")
    rows, _ = run([tmp_path / "refs.csv"], offline)
    assert [each["standing"] for each in rows] == ["retracted", "not_asked"]


def test_the_summary_is_by_kind_journal_and_year(tmp_path: Path, offline: Settings) -> None:
    (tmp_path / "refs.csv").write_text(FORMATS["refs.csv"], encoding="utf-8")
    (tmp_path / "own.bib").write_text(
        "@misc{x, doi={10.1234/d}, journal={annals of  shade}, year={2001}}", encoding="utf-8"
    )
    _, totals = run([tmp_path / "refs.csv", tmp_path / "own.bib"], offline)
    assert totals.affected == {"retracted": 3, "concern": 1, "corrected": 2}
    assert [(each.name, each.rows, each.standings) for each in totals.journals.lines()] == [
        ("J", 4, {"retracted": 3, "concern": 1}),
        ("Annals of Shade", 2, {"corrected": 2}),
    ]
    assert [(each.name, each.rows) for each in totals.years.lines(by_name=True)] == [("2001", 1), ("2019", 5)]
    assert sum(each.rows for each in totals.journals.lines()) == sum(totals.affected.values())
    assert dict(totals.levels) == {"error": 3, "warning": 1, "note": 2}
    text = text_of(totals)
    assert "Retraction Watch table of 20" in text
    assert [each.split() for each in text.splitlines() if each.startswith(("Journals", "J ", "Annals"))] == [
        ["Journals", "rows", "retracted", "concern", "corrected"],
        ["J", "4", "3", "1", "0"],
        ["Annals", "of", "Shade", "2", "0", "0", "2"],
    ]


def test_json_has_every_row_and_the_summary(tmp_path: Path, offline: Settings) -> None:
    (tmp_path / "refs.csv").write_text(FORMATS["refs.csv"], encoding="utf-8")
    output = io.StringIO()
    totals = scan([tmp_path / "refs.csv"], output, settings=offline, format="json")
    written = json.loads(output.getvalue())
    assert written["schema"] == "citecheck-scan/1"
    assert [each["standing"] for each in written["rows"]] == KINDS
    assert set(written["rows"][0]) == set(COLUMNS)
    assert (written["rows"][0]["line"], written["rows"][0]["year"]) == (2, 2019)
    assert written["rows"][0]["reasons"] == ["Error", "Fraud"]
    assert written["rows"][1]["journal"] is None
    assert written["summary"] == json.loads(json.dumps(totals.summary()))
    lines = io.StringIO()
    scan([tmp_path / "refs.csv"], lines, settings=offline, format="jsonl")
    assert [json.loads(each) for each in lines.getvalue().splitlines()] == written["rows"]


def test_json_of_nothing_is_json(tmp_path: Path, offline: Settings) -> None:
    output = io.StringIO()
    scan([], output, settings=offline, format="json")
    assert json.loads(output.getvalue())["rows"] == []


def test_markdown_lists_what_is_affected_and_is_no_longer_than_a_reader(tmp_path: Path, offline: Settings) -> None:
    many = "".join(
        f"@misc{{k{number}, title={{[x](y) | @all}}, doi={{10.1234/b}}}}\n" for number in range(MOST_ROWS + 5)
    )
    (tmp_path / "refs.bib").write_text(as_bibtex(DOIS) + "\n" + many, encoding="utf-8")
    output = io.StringIO()
    scan([tmp_path / "refs.bib"], output, settings=offline, format="markdown")
    text = output.getvalue()
    assert text.count("- [ ] ") == MOST_ROWS
    assert "- and 10 more" in text
    assert "- [ ] **retracted** k0: On shade (2020-01-02, notice 10.1234/n, Error; Fraud)" in text
    assert "[x](y)" not in text and r"\@all" in text
    assert "| J | 1009 | 1008 | 1 | 0 |" in text
    clean = io.StringIO()
    scan([], clean, settings=offline, format="markdown")
    assert "No affected work is known." in clean.getvalue()


def test_no_input_makes_the_summary_endless() -> None:
    tally = Tally()
    for number in range(MOST_NAMES + 10):
        tally.add(f"Journal {number}", "retracted")
    lines = tally.lines()
    assert len(lines) == MOST_NAMES + 1
    assert (lines[0].name, lines[0].rows) == (OTHERS, 10)


def test_a_format_that_there_is_not_is_told(tmp_path: Path, offline: Settings) -> None:
    with pytest.raises(SettingsError, match="no such format"):
        scan([], io.StringIO(), settings=offline, format="xml")


@pytest.mark.parametrize(("fail_on", "doi", "code"), [
    ("error", "10.1234/a", 1), ("error", "10.1234/c", 0), ("warning", "10.1234/c", 1), ("note", "10.1234/d", 1),
    ("never", "10.1234/a", 0), ("note", "10.1234/z", 0),
])  # fmt: skip
def test_the_command_writes_several_files_and_its_code_is_of_the_level(
    tmp_path: Path,
    offline: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    fail_on: str,
    doi: str,
    code: int,
) -> None:
    monkeypatch.setenv("CITECHECK_CACHE_DIR", offline.cache_dir)
    (tmp_path / "refs.txt").write_text(f"{doi}\n", encoding="utf-8")
    outputs = [tmp_path / f"out.{each}" for each in ("csv", "jsonl", "json", "md")]
    words = [word for each in outputs for word in ("--output", str(each))]
    with pytest.raises(SystemExit) as stop:
        main(["scan", str(tmp_path / "refs.txt"), "--offline", "--fail-on", fail_on, *words])
    assert stop.value.code == code
    assert all(doi in each.read_text(encoding="utf-8") or code == 0 for each in outputs)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("1 rows:")


def test_an_output_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in (str(tmp_path), str(tmp_path / "out.xml")):
        with pytest.raises(SystemExit) as stop:
            main(["scan", "refs.txt", "--offline", "--output", name])
        assert stop.value.code == 2
    assert "fault in citecheck" not in capsys.readouterr().err


def test_repairs_are_counted_and_the_first_are_shown(tmp_path: Path, settings: Settings) -> None:
    path = tmp_path / "refs.bib"
    path.write_text(
        "@article{a, title={One}, year={2001} doi={10.1234/a}}\n@article{a, title={Two}, year={2002}}\n", "utf-8"
    )
    written = io.StringIO()
    totals = scan([path], written, settings=replace(settings, offline=True))
    assert totals.rows == 2
    assert dict(totals.repaired) == {"repaired-entry": 1}
    assert any(f"{path}:1: a: no comma" in each for each in summary_lines(totals))
