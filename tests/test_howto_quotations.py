"""The page on the quotations of a chapter: its commands are run on a chapter and a folder of PDFs, and do what it says."""

from __future__ import annotations

import csv
import re
import shlex
from pathlib import Path

import pytest

from citecheck.receipt import load_receipt
from tests.extract.making import FILLER, make_pdf
from tests.test_cli import run

PAGE = Path(__file__).parent.parent / "docs" / "howto" / "check-quotations-of-a-chapter.md"
CHAPTER = """# Shade

Trees matter: "streets with a closed canopy were cooler at noon" [@almeida2015]. They "found a difference after sunset"
[@almeida2015]. Of rings, "wide rings went with cool summers in the trunks" [@almeida2015], and "every reader of this page will be
cooler by next June" [@brandt2016]. "The roots were never dug up by anybody at all" [@castro2017], he says.
"""
BIBLIOGRAPHY = """@article{almeida2015, title = {Streets and canopies of one town}, author = {Almeida, Ana}, year = 2015}
@article{brandt2016, title = {Rings and summers of another town}, author = {Brandt, Bo}, year = 2016}
@article{castro2017, title = {Roots that nobody has dug up}, author = {Castro, Cy}, year = 2017}
"""
ALMEIDA = (
    "Streets and canopies of one town",
    "Streets with a closed can-",
    "opy were cooler at noon. We found no",
    "difference after sunset.",
)
BRANDT = ("Rings and summers of another town", "Wide rings went with cool summers in the trunks.")
MEANINGS = ("verbatim", "altered", "elsewhere", "absent", "not_checked")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write the chapter, its bibliography and the PDFs."""
    (tmp_path / "pdfs").mkdir()
    (tmp_path / "chapter.md").write_text(CHAPTER, encoding="utf-8")
    (tmp_path / "refs.bib").write_text(BIBLIOGRAPHY, encoding="utf-8")
    for name, lines in (("almeida2015", ALMEIDA), ("brandt2016 - Growth rings", BRANDT)):
        pages = [[*lines, *FILLER[:40]], FILLER[40:100], FILLER[40:100]]
        (tmp_path / "pdfs" / f"{name}.pdf").write_bytes(make_pdf(pages))
    return tmp_path


def commands(word: str) -> list[list[str]]:
    """Give the page's commands that begin so; the chapter is Markdown, which needs no Pandoc."""
    lines = re.findall(rf"^citecheck ({word} .*)$", PAGE.read_text("utf-8"), re.M)
    return [shlex.split(each.replace("chapter.docx", "chapter.md")) for each in lines]


def test_every_quotation_has_the_status_that_the_page_explains(folder: Path) -> None:
    first, keeping, again = commands("check")
    assert run(*first, "--offline", "--output", "quotations.csv", cwd=folder).returncode == 1
    assert "Quotations" in (folder / "chapter.html").read_text("utf-8")
    with (folder / "quotations.csv").open(encoding="utf-8", newline="") as file:
        assert sorted(row["status"] for row in csv.DictReader(file)) == ["absent", "altered"]
    run(*keeping, "--offline", cwd=folder)
    before = load_receipt((folder / "chapter.json").read_text("utf-8"))
    assert sorted(each["status"] for each in before["matches"]) == sorted(MEANINGS)
    page = PAGE.read_text("utf-8")
    assert all(f"| {each.replace('_', ' ')} |" in page for each in (*MEANINGS, "drifted"))
    (folder / "pdfs" / "almeida2015.pdf").write_bytes(make_pdf([FILLER[:40], FILLER[40:100], FILLER[:60]]))
    run(*again, "--offline", "--output", "again.json", cwd=folder)
    after = load_receipt((folder / "again.json").read_text("utf-8"))
    assert after["matches"][0]["status"] == "drifted"


def test_one_quotation_prints_what_the_page_says(folder: Path) -> None:
    ((words),) = [each for each in commands("quote") if "--table" not in each]
    done = run(*words, cwd=folder)
    (printed,) = re.findall(r"^```\n(altered .*?)```$", PAGE.read_text("utf-8"), re.M | re.S)
    assert re.sub(r"\d+-\d+", "", done.stdout) == re.sub(r"\d+-\d+", "", printed)
    assert done.returncode == 1


def test_a_table_gives_its_matches_in_order(folder: Path) -> None:
    (span,) = re.findall(r'^(\{"id".*\})$', PAGE.read_text("utf-8"), re.M)
    (folder / "spans.jsonl").write_text(span + "\n", encoding="utf-8")
    (folder / "sources.json").write_text('{"almeida2015": "We found no difference after sunset."}', encoding="utf-8")
    ((words),) = [each for each in commands("quote") if "--table" in each]
    assert run(*words, cwd=folder).returncode == 0
    assert '"status": "verbatim"' in (folder / "matches.jsonl").read_text("utf-8")
