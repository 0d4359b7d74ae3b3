"""Checking: from a document to its receipt, through the door and back."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from citecheck import check
from citecheck.demo.replay import ReplayServer
from citecheck.errors import BibliographyError, CitecheckError, ManuscriptError
from citecheck.receipt import check_sums, receipt_schema, to_data, to_json, verify_receipt
from citecheck.records import Receipt
from citecheck.registries.retraction_watch import FILE
from citecheck.report import exit_code, render
from citecheck.settings import Settings

REPORT = """# What became of it

The paper that began it [1] was retracted years later [2]. Musculoskeletal tissues stiffen under hypoxia [3, 4], and "two kinds
of pneumonia were told apart" [5]. Nobody knows [7].

## Sources

1. Wakefield A. Ileal-lymphoid-nodular hyperplasia, non-specific colitis, and pervasive developmental disorder in children.
   Lancet 1998. https://doi.org/10.1016/S0140-6736(97)11096-0
2. Retraction—Ileal-lymphoid-nodular hyperplasia, non-specific colitis, and pervasive developmental disorder in children.
   doi:10.1016/S0140-6736(10)60175-4
3. Makris E. Developing functional musculoskeletal tissues through hypoxia and lysyl oxidase-induced collagen cross-linking.
   PNAS 2014. doi:10.1073/pnas.1414271111
4. Nobody N. A paper that is nowhere to be found. Journal of Nothing. 2020;1:1-2. doi:10.1234/made.up.99
5. Zhou P. A pneumonia outbreak associated with a new coronavirus of probable bat origin. Nature 2020.
   doi:10.1038/s41586-020-2012-7
6. A page of our own. https://example.org/page
"""
PANDOC = """---
title: With a bibliography
bibliography: refs.bib
---

Tissues stiffen [@makris2014, p. 3], as @zhou2020 [p. 2] did not say; see also [-@missing2020] and @fig-one.
"""
BIB = r"""@article{makris2014,
  author = {Makris, Eleftherios A. and Responte, Donald J.},
  title = {Developing functional musculoskeletal tissues through hypoxia and lysyl oxidase-induced collagen cross-linking},
  journal = {PNAS}, year = {2014}, doi = {10.1073/pnas.1414271111}
}
@article{zhou2020,
  author = {Zhou, Peng}, title = {Street trees and heat}, year = {2020}, doi = {10.1038/s41586-020-2012-7}
}
@article{unused, title = {Nobody cites it}, author = {Adler, Bo}, year = 1999}
"""


@pytest.fixture
def report(tmp_path: Path) -> Path:
    path = tmp_path / "report.md"
    path.write_text(REPORT, encoding="utf-8")
    return path


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    (tmp_path / "refs.bib").write_text(BIB, encoding="utf-8")
    path = tmp_path / "paper.md"
    path.write_text(PANDOC, encoding="utf-8")
    return path


def rules(receipt: Receipt) -> dict[str, str]:
    """Give each finding's rule with the words its message begins with."""
    return {each.rule: each.message for each in receipt.findings}


def assert_holds(receipt: Receipt, document: Path) -> None:
    """Hold a receipt against its sums, its digests and the published schema."""
    import jsonschema

    data = json.loads(to_json(receipt))
    assert check_sums(receipt.counters) == []
    assert verify_receipt(data, document.read_bytes()) == []
    jsonschema.validate(data, receipt_schema())


def test_a_report_with_a_numbered_list(report: Path, settings: Settings) -> None:
    receipt = check(report, settings=settings)
    outcomes = [each.outcome.value for each in receipt.resolutions]
    assert outcomes == ["resolved", "resolved", "resolved", "not_found", "resolved", "no_registry"]
    found = rules(receipt)
    assert found["dangling-marker"].startswith("[7]")
    assert "10.1234/made.up.99 does not exist" in str(
        [each.evidence for each in receipt.findings if each.rule == "not-found"]
    )
    assert {"cited-on-purpose", "cited-notice", "corrected", "not-found", "unused-reference"} <= set(found)
    assert "retracted" not in found
    assert receipt.counters["markers"]["total"] == 5
    assert receipt.counters["quotations"]["not_checked"] == 1
    assert_holds(receipt, report)
    assert exit_code(receipt, "error") == 1


def test_a_pandoc_manuscript_with_a_bib(paper: Path, settings: Settings) -> None:
    receipt = check(paper, settings=settings)
    assert [each.reference.key for each in receipt.resolutions] == ["makris2014", "zhou2020", "unused"]
    found = rules(receipt)
    assert "missing2020" in found["dangling-marker"]
    assert found["mismatched-work"].startswith("zhou2020")
    assert "fig-one" not in str(found)
    places = {
        each.rule: [(place.path.rpartition("/")[2], place.line) for place in each.places] for each in receipt.findings
    }
    assert places["mismatched-work"] == [("refs.bib", 6), ("paper.md", 6)]
    assert_holds(receipt, paper)


def test_a_bibliography_alone(paper: Path, settings: Settings) -> None:
    receipt = check(paper.with_name("refs.bib"), settings=settings)
    assert receipt.manuscript is None
    assert "no-marker-resolves" not in rules(receipt)
    assert_holds(receipt, paper.with_name("refs.bib"))


def test_a_warm_run_asks_nothing_and_gives_the_same_bytes_but_for_times(
    report: Path, settings: Settings, replay: ReplayServer
) -> None:
    first = check(report, settings=settings)
    asked = len(replay.asked)
    second = check(report, settings=settings)
    assert len(replay.asked) == asked
    assert second.exchanges == ()
    for one, two in ((first.findings, second.findings), (first.counters, second.counters)):
        assert one == two
    third = to_data(check(report, settings=settings))
    fourth = to_data(second)
    for each in (third, fourth):
        each["started_at"] = each["finished_at"] = ""
    assert third == fourth


def test_nothing_of_the_manuscript_leaves_the_machine(report: Path, settings: Settings, replay: ReplayServer) -> None:
    check(report, settings=settings)
    sent = " ".join(f"{each.path} {each.query} {dict(each.headers)}" for each in replay.asked).lower()
    for sentence_word in ("years+later", "pneumonia+were", "nobody+knows", "became"):
        assert sentence_word not in sent


def test_offline_is_incomplete_by_choice(report: Path, settings: Settings, replay: ReplayServer) -> None:
    receipt = check(report, settings=replace(settings, offline=True))
    assert not replay.asked
    assert receipt.incomplete
    assert receipt.counters["references"]["not_asked"] == 5
    assert {each.status.value for each in receipt.standings} == {"not_asked"}
    assert exit_code(receipt, "never", offline=True) == 0
    assert exit_code(receipt, "never", offline=False, strict=True) == 3
    assert_holds(receipt, report)


def test_with_the_network_gone_nothing_is_called_wrong(report: Path, settings: Settings) -> None:
    receipt = check(report, settings=replace(settings, replay="http://127.0.0.1:9"))
    assert exit_code(receipt, "never") == 3
    assert not {"not-found", "mismatched-work", "retracted"} & set(rules(receipt))
    assert any("unreachable" in each for each in receipt.incomplete_reasons)
    assert_holds(receipt, report)


def test_a_stale_table_is_told(report: Path, settings: Settings, tmp_path: Path) -> None:
    import os

    from citecheck.registries.retraction_watch import import_table
    from tests.registries.test_retraction_watch import HEADER, line

    table = tmp_path / "t.csv"
    rows = [line(1, "Retraction", "10.1073/pnas.1414271111", notice="10.1234/n")]
    table.write_text("\r\n".join([HEADER, *rows, ""]), encoding="utf-8")
    os.utime(table, (1_700_000_000, 1_700_000_000))
    import_table(table, Path(settings.cache_dir))
    found = rules(check(report, settings=settings))
    assert "days old" in found["stale-table"]
    assert found["retracted"].startswith("[3]")
    assert receipt_names_its_table(check(report, settings=settings))


def receipt_names_its_table(receipt: Receipt) -> bool:
    (table,) = receipt.tables
    return bool(table["date"] and table["sha256"])


def test_a_documents_metadata_reaches_nothing_outside_its_folder(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "secret.bib").write_text(BIB, encoding="utf-8")
    folder = tmp_path / "folder"
    folder.mkdir()
    document = folder / "paper.md"
    document.write_text(
        "---\nbibliography: ../secret.bib\ncitecheck:\n  cache-dir: /tmp/elsewhere\n  replay: http://127.0.0.1:1\n"
        "  allow-hosts: 127.0.0.1\n  mailto: thief@example.org\n  fail-on: never\n---\n\nTissues stiffen [@makris2014].\n",
        encoding="utf-8",
    )
    receipt = check(document, settings=settings)
    assert receipt.resolutions == ()
    told = " ".join(each.message for each in receipt.findings) + " ".join(receipt.incomplete_reasons)
    for word in ("cache-dir", "replay", "allow-hosts", "mailto", "secret.bib"):
        assert word in told
    assert not Path("/tmp/elsewhere").exists()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.md", b""),
        ("binary.md", bytes(range(256)) * 40),
        ("latin.md", "Über [1].\n\n## Literatur\n\n1. Müller K. Bäume. 2001.\n".encode("latin-1")),
        ("utf16.md", "A claim [1].\n\n# References\n\n1. Adler B. Trees. 2001.\n".encode("utf-16")),
        ("brackets.md", b"[" * 200_000),
        ("fences.md", b"```\n" * 20_000),
        ("front.md", b"---\nbibliography: [unclosed\n---\n\nText [1].\n"),
        ("empty.bib", b""),
        ("binary.bib", bytes(range(256)) * 40),
        ("open.bib", b"@article{a, title = {Never closed\n\n@article{b, title = {Closed}}\n"),
        ("page.bib", b"<!DOCTYPE html><html>sign in</html>"),
        ("deep.json", b"[" * 100_000),
        ("rows.csv", b"doi\n" + b"x" * 500_000 + b"\n10.1073/pnas.1414271111\n"),
    ],
)
def test_hostile_and_broken_files_are_an_error_with_a_remedy_or_a_receipt(
    tmp_path: Path, settings: Settings, name: str, content: bytes
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    try:
        receipt = check(path, settings=replace(settings, offline=True))
    except (ManuscriptError, BibliographyError) as error:
        assert name in str(error)
        assert error.help
        return
    assert check_sums(receipt.counters) == []
    for each in ("text", "concise", "json", "csv"):
        render(receipt, each)


def test_a_missing_file_is_an_error(tmp_path: Path, settings: Settings) -> None:
    with pytest.raises(CitecheckError, match=r"none\.md"):
        check(tmp_path / "none.md", settings=settings)


def test_every_report_speaks_of_what_was_not_checked(report: Path, settings: Settings) -> None:
    receipt = check(report, settings=replace(settings, offline=True))
    text = render(receipt, "text")
    assert "5 not asked" in text and "without --offline" in text
    assert "not asked" in render(receipt, "concise")


def test_a_strangers_title_does_not_drive_the_terminal(report: Path, settings: Settings, replay: ReplayServer) -> None:
    replay.add(crossref=[{"DOI": "10.1073/pnas.1414271111", "title": ["\x1b]0;owned\x07 Trees \x1b[2J"], "author": []}])
    for each in ("text", "concise"):
        assert "\x1b" not in render(check(report, settings=settings), each)


def test_an_update_known_for_longer_than_a_day_is_told_with_its_date(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "refs.csv").write_text("doi\n10.1016/S0140-6736(97)11096-0\n10.1371/journal.pone.0173707\n")
    assert "as known on" not in rules(check(tmp_path / "refs.csv", settings=settings))["retracted"]
    with sqlite3.connect(Path(settings.cache_dir) / "store.sqlite") as base:
        old = (datetime.now(UTC) - timedelta(days=3)).strftime("%Y-%m-%dT%H:%M:%SZ")
        base.execute("UPDATE kept SET asked_at = ?", (old,))
    base.close()
    receipt = check(tmp_path / "refs.csv", settings=replace(settings, offline=True))
    assert rules(receipt)["retracted"].endswith(f"; as known on {old[:10]}.")
    assert f"updates of 2 works are as known on {old[:10]} or later" in render(receipt, "text")
    assert f"updates of 2 works are as known on {old[:10]} or later" in render(receipt, "markdown")
    fresh = check(tmp_path / "refs.csv", settings=replace(settings, refresh=True))
    assert "as known on" not in render(fresh, "text")


def test_a_damaged_table_is_told_and_the_rest_is_checked(tmp_path: Path, settings: Settings) -> None:
    (Path(settings.cache_dir)).mkdir(parents=True, exist_ok=True)
    (Path(settings.cache_dir) / FILE).write_bytes(b"SQLite format 3\0 and no more")
    path = tmp_path / "paper.md"
    path.write_text("It fell [1], and [2].\n\n# References\n\n1. Abel A. One. 2001.\n", encoding="utf-8")
    receipt = check(path, settings=replace(settings, offline=True))
    assert {"unreadable-table", "dangling-marker"} <= {each.rule for each in receipt.findings}
    assert any("table" in each for each in receipt.incomplete_reasons)
