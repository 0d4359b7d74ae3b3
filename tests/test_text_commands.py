"""`citecheck quote` and `citecheck claims`, as a person runs them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from citecheck.cli.commands import citecheck

SOURCE = (
    "Streets with a closed canopy were 2.1 °C cooler at noon. "
    + "Every street was surveyed on foot by two people. " * 150
)


def call(*words: str) -> Result:
    return CliRunner().invoke(citecheck, list(words), standalone_mode=False, catch_exceptions=False)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "source.txt"
    path.write_text(SOURCE, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("quotation", "word", "code"),
    [
        ("a closed canopy were 2.1 °C cooler", "verbatim", 0),
        ("a closed canopy were 3.1 °C cooler", "altered", 1),
        ("nobody has ever written these words anywhere", "absent", 1),
    ],
)
def test_one_quotation_in_one_source(source: Path, quotation: str, word: str, code: int) -> None:
    done = call("quote", quotation, str(source))
    assert done.output.startswith(word)
    assert done.return_value == code


def test_the_change_is_shown_beside_the_source(source: Path) -> None:
    output = call("quote", "a closed canopy were 3.1 °C cooler", str(source)).output
    assert "[-3.1-]{+2.1+}" in output
    assert "number: quoted “3.1”, source “2.1”" in output


def test_a_table_of_spans_in_input_order(tmp_path: Path) -> None:
    spans = [
        {"id": "a", "exact": "2.1 °C cooler at noon", "source": "s", "kind": "verbatim"},
        {"id": "b", "exact": "nobody has ever written these words", "source": "s", "kind": "verbatim"},
        {"id": "c", "exact": "anything", "source": "unknown", "kind": "verbatim"},
    ]
    (tmp_path / "spans.jsonl").write_text("\n".join(map(json.dumps, spans)), encoding="utf-8")
    (tmp_path / "sources.json").write_text(json.dumps({"s": SOURCE}), encoding="utf-8")
    out = tmp_path / "matches.jsonl"
    call("quote", "--table", str(tmp_path / "spans.jsonl"), "--sources", str(tmp_path / "sources.json"), "-o", str(out))
    statuses = [json.loads(line)["status"] for line in out.read_text(encoding="utf-8").splitlines()]
    assert statuses == ["verbatim", "absent", "not_checked"]


def test_a_table_can_be_written_as_a_log_of_what_was_not_found(tmp_path: Path) -> None:
    spans = [
        {"id": "a", "exact": "2.1 °C cooler at noon", "source": "s"},
        {"id": "b", "exact": "nobody has ever written these words", "source": "s"},
        {"exact": "a closed canopy were 3.1 °C cooler", "source": "s"},
    ]
    (tmp_path / "spans.jsonl").write_text("\n".join(map(json.dumps, spans)), encoding="utf-8")
    (tmp_path / "sources.json").write_text(json.dumps({"s": SOURCE}), encoding="utf-8")
    out = tmp_path / "quotations.csv"
    done = call(
        "quote", "--table", str(tmp_path / "spans.jsonl"), "--sources", str(tmp_path / "sources.json"), "-o", str(out)
    )
    assert done.return_value == 1
    with out.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["status"], row["source"]) for row in rows] == [("absent", "s"), ("altered", "s")]
    assert rows[0]["quotation"] == "b"
    assert len(rows[1]["quotation"]) == 12


@pytest.mark.parametrize(
    ("exacts", "code"),
    [
        (["2.1 °C cooler at noon"], 0),
        (["2.1 °C cooler at noon", "3.1 °C cooler at noon"], 1),
        (["3.1 °C cooler at noon", None], 1),
        (["2.1 °C cooler at noon", None], 0),
        ([None, "…"], 3),
    ],
)
def test_exit_codes_of_a_table(tmp_path: Path, exacts: list[str | None], code: int) -> None:
    lines = [json.dumps({"exact": each, "source": "s"}) for each in exacts]
    (tmp_path / "spans.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "sources.json").write_text(json.dumps({"s": SOURCE}), encoding="utf-8")
    done = call("quote", "--table", str(tmp_path / "spans.jsonl"), "--sources", str(tmp_path / "sources.json"))
    assert done.return_value == code


def test_claims_by_the_lexical_rule(tmp_path: Path) -> None:
    (tmp_path / "report.md").write_text(
        "Closed canopies cool streets at noon. Nothing else matters today.", encoding="utf-8"
    )
    sources = [
        {"id": "s1", "text": "Closed canopies cool streets at noon."},
        {"id": "s2", "text": "At noon, closed canopies cool streets."},
    ]
    (tmp_path / "s.json").write_text(json.dumps(sources), encoding="utf-8")
    output = call("claims", str(tmp_path / "report.md"), "--sources", str(tmp_path / "s.json")).output
    assert "claim-1    lexical: supported" in output
    assert "claim-2    lexical: unsupported" in output
    data = json.loads(
        call("claims", str(tmp_path / "report.md"), "--sources", str(tmp_path / "s.json"), "--json").stdout
    )
    assert [each["certified"] for each in data] == [False, False]


@pytest.mark.parametrize("content", ["", "{", "[1]", '"text"', "[" * 50_000])
def test_sources_that_are_none_are_an_error(tmp_path: Path, content: str) -> None:
    import click

    (tmp_path / "report.md").write_text("Closed canopies cool streets.", encoding="utf-8")
    (tmp_path / "s.json").write_text(content, encoding="utf-8")
    with pytest.raises(click.UsageError):
        call("claims", str(tmp_path / "report.md"), "--sources", str(tmp_path / "s.json"))
