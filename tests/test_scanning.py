"""Scanning: one row for every reference, in input order, and nothing asked twice."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

from citecheck import scan
from citecheck.demo.replay import ReplayServer
from citecheck.scanning import COLUMNS, LOT, ScanTotals, guard_cell
from citecheck.settings import Settings

BIB = """@article{good, title = {Developing functional musculoskeletal tissues through hypoxia and lysyl oxidase-induced collagen
  cross-linking}, author = {Makris, E}, doi = {10.1073/PNAS.1414271111}}
@article{bad, title = {Ileal-lymphoid-nodular hyperplasia, non-specific colitis, and pervasive developmental disorder in
  children}, author = {Wakefield, A}, doi = {10.1016/S0140-6736(97)11096-0}}
@article{broken, title = {Never closed
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
