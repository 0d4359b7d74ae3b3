"""The pages on manuscripts of every source: their files are written, their commands run, and all is printed that they say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.extract.making import make_pdf
from tests.manuscript.making import cite, write_docx
from tests.manuscript.making import run as runs
from tests.test_cli import run

HOWTO = Path(__file__).parent.parent / "docs" / "howto"
SOURCES = ("markdown", "quarto", "r-markdown", "word", "latex", "pdf")
FILE = re.compile(r"^`([\w./]+)`(?: prints this, .*?| has this text)?:\n\n(`{3,})\w+\n(.*?)^\2$", re.M | re.S)
CONSOLE = re.compile(r"^```console\n(\$ .*?)^```$", re.M | re.S)
WORKS = {
    "[1]": {"id": 1, "title": "On shade in streets", "DOI": "10.1234/shade.1", "author": [{"family": "Abel"}]},
    "[2]": {"id": 2, "title": "Nights", "DOI": "10.1234/night", "author": [{"family": "Cole"}]},
}


def write_files(page: str, folder: Path) -> None:
    """Write what the page shows: texts as they are, Word files and PDFs of the lines that they print."""
    for name, _, text in FILE.findall(page):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".docx":
            write_docx(path, *(paragraph(each) for each in text.splitlines()))
        elif path.suffix == ".pdf":
            path.write_bytes(make_pdf([text.splitlines()]))
        else:
            path.write_text(text, encoding="utf-8")


def paragraph(line: str) -> str:
    """Make a paragraph of Word; marks in a sentence are fields of Zotero."""
    if line == "References":
        return '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>' + runs(line)
    if line.startswith("["):
        return runs(line)
    pieces = re.split(r"(\[\d\])", line)
    return "".join(cite(each, WORKS[each]) if each in WORKS else runs(each) for each in pieces if each)


def commands(page: str) -> Iterator[tuple[list[str], list[str]]]:
    """Give the words of every command, and the lines that it prints."""
    for block in CONSOLE.findall(page):
        for each in re.split(r"^\$ citecheck ", block, flags=re.M)[1:]:
            command, *printed = each.splitlines()
            yield command.split(), printed


@pytest.mark.parametrize("source", SOURCES)
def test_every_command_prints_what_its_page_says(source: str, tmp_path: Path) -> None:
    page = (HOWTO / f"manuscripts-from-{source}.md").read_text(encoding="utf-8")
    write_files(page, tmp_path)
    found = list(commands(page))
    assert found
    for words, printed in found:
        result = run(*words, cwd=tmp_path)
        lines = [*result.stdout.splitlines(), *result.stderr.splitlines()]
        assert [each for each in lines if each.strip() and not each.startswith("[WARNING]")] == printed
        assert result.returncode == (0 if words[0] == "pandoc" else 1)
