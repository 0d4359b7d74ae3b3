"""The log of quotations that were not found as they stand."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from citecheck.records import Change, Manuscript, Marker, Pair, Quotation, QuoteMatch, QuoteStatus, Receipt
from citecheck.report import format_of, render
from citecheck.report.quotations_csv import COLUMNS, log_quotations, quotation_ids

SENTENCE = 'They say, "many trees, and\nno shade".'


def match(exact: str, status: QuoteStatus, **more: object) -> QuoteMatch:
    return QuoteMatch(exact=exact, status=status, **more)  # type: ignore[arg-type]


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_only_what_is_absent_altered_or_drifted_is_logged() -> None:
    log = log_quotations([match(f"words {status.value}", status) for status in QuoteStatus])
    assert {row["status"] for row in rows_of(log)} == {"absent", "altered", "drifted"}
    assert len(rows_of(log)) == 3


def test_cells_hold_commas_quotes_and_line_ends(tmp_path: Path) -> None:
    exact = 'many "tall" trees,\nand no shade'
    change = Change(kind="negation", quoted="no", source="a")
    log = log_quotations(
        [match(exact, QuoteStatus.ALTERED, source="1", changes=(change,))], sentences=[SENTENCE], time="2026-01-02T03:04:05Z"
    )  # fmt: skip
    assert log.splitlines()[0] == ",".join(COLUMNS)
    assert log.endswith("\r\n")
    (row,) = rows_of(log)
    assert row["text"] == exact
    assert (row["time"], row["source"], row["sentence"]) == ("2026-01-02T03:04:05Z", "1", " ".join(SENTENCE.split()))
    assert row["reason"] == "negation: quoted “no”, source “a”"


def test_no_more_than_500_characters_and_no_formula() -> None:
    log = log_quotations([match("=1+1 " + "long " * 300, QuoteStatus.ABSENT, why_not="not found")])
    (row,) = rows_of(log)
    assert row["text"] == ("'=1+1 " + "long " * 300)[:501]
    assert row["reason"] == "not found"


def test_an_id_stays_when_others_come_and_go() -> None:
    ids = quotation_ids(["many trees", "no shade", "Many trees"])
    assert ids[2] == f"{ids[0]}-2"
    assert quotation_ids(["something else", "no shade", "many  trees"])[1:] == [ids[1], ids[0]]


def test_the_file_is_known_by_its_name() -> None:
    assert format_of("out/quotations.csv") == format_of("chapter-quotations.csv") == "quotations"
    assert format_of("references.csv") == "csv"


@pytest.mark.parametrize("has_pair", [True, False])
def test_the_sentence_is_the_manuscripts(has_pair: bool) -> None:
    quotation = Quotation(exact="many trees, and no shade", prefix='say, "', suffix='" [1].', markers=(0,))
    pair = Pair(marker=0, target="1", sentence='They say, "many trees, and no shade".')
    manuscript = Manuscript(
        quotations=(quotation,), markers=(Marker(style="numeric", raw="[1]", targets=("1",)),), pairs=(pair,) * has_pair
    )
    receipt = Receipt(
        schema="", versions={}, document="", sha256="", settings={}, settings_sha256="", started_at="", finished_at="2026",
        manuscript=manuscript, matches=(match(quotation.exact, QuoteStatus.DRIFTED, flags=("source_changed",)),),
    )  # fmt: skip
    (row,) = rows_of(render(receipt, "quotations"))
    assert row["sentence"] == (pair.sentence if has_pair else 'say, "many trees, and no shade" [1].')
    assert row["reason"] == "the source's text has changed"
