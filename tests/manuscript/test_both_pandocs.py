"""Formats read through every Pandoc of this machine."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from citecheck.manuscript import read_manuscript
from citecheck.manuscript.describing import describe
from tests.manuscript.cases import states
from tests.manuscript.conftest import OWN

TEXT = """# Shade

Trees cool streets [1], and "more so when they are old and many" [2]. Nobody knows why [3].

# References

1. Adler B. Streets and canopies of one town. Journal of Shade. 2015. doi:10.1234/one

2. Brandt L. Rings and summers of another town. Journal of Shade. 2016. doi:10.1234/two
"""
AUTHOR_YEAR = """---
references:
- {id: adler2015, type: book, title: Streets, author: [{family: Adler, given: Bo}, {family: Cole, given: Tim}], issued: 2015}
- {id: who2020, type: report, title: Health statistics, author: [{literal: World Health Organization}], issued: 2020}
- {id: smith2019, type: book, title: The walls of towns, author: [{family: Smith, given: Jane}], issued: 2019}
---

# Shade

Models grew [@adler2015; @who2020, p. 4]. Smith writes at length on walls [-@smith2019]. As @adler2015 [p. 3] found, it fell.
Nobody knows why [@nobody2020], and both agree [@smith2019; @nobody2021].^[See @smith2019, p. 9, for a long account of it.]
Organisations count too [@who2020].

# References
"""
SUFFIXES = {"latex": "tex", "jats": "xml", "typst": "typ"}


def convert(text: str, format: str, path: Path, *arguments: str) -> Path:
    """Write a document of Markdown in another format."""
    path = path / f"paper.{SUFFIXES.get(format, format)}"
    command = [OWN, "-f", "markdown", "-t", format, "-o", str(path), "--standalone", *arguments]
    subprocess.run(command, input=text.encode(), check=True, timeout=60, capture_output=True)
    return path


@pytest.mark.usefixtures("each_pandoc")
@pytest.mark.parametrize("format", ["docx", "latex", "html", "odt", "rst", "org", "epub", "ipynb", "jats"])
def test_a_document_is_read_the_same(format: str, tmp_path: Path) -> None:
    manuscript = read_manuscript(convert(TEXT, format, tmp_path))
    assert states(manuscript) == [(("1",), "bound"), (("2",), "bound"), (("3",), "dangling")]
    assert [each.doi for each in manuscript.references] == ["10.1234/one", "10.1234/two"]
    assert [each.exact for each in manuscript.quotations] == ["more so when they are old and many"]


@pytest.mark.usefixtures("each_pandoc")
@pytest.mark.parametrize("format", ["docx", "odt", "epub", "html"])
def test_what_citeproc_prints_is_read_back(format: str, tmp_path: Path) -> None:
    """Its keys that no bibliography has are dangling, its years without names are bound, its notes are no references."""
    manuscript = read_manuscript(convert(AUTHOR_YEAR, format, tmp_path, "--citeproc"))
    cited = [(target, pair.reference) for pair in manuscript.pairs for target in (pair.target,)]
    found = [reference for _, reference in cited if reference]
    assert found == ["adler2015", "who2020", "smith2019", "adler2015", "smith2019", "who2020", "smith2019"]
    assert [target for target, reference in cited if not reference] == ["nobody2020", "nobody2021"]
    assert {each.key: each.authors for each in manuscript.references} == {
        "adler2015": ("Adler, Bo", "Tim Cole"),
        "smith2019": ("Smith, Jane",),
        "who2020": ("World Health Organization",),
    }
    assert format != "html" or all(each.place.line for each in manuscript.references)
    last = manuscript.references[-1]
    assert "long account" not in last.raw + last.place.context


@pytest.mark.usefixtures("each_pandoc")
@pytest.mark.parametrize("linked", ["false", "true"])
def test_latex_of_pandoc_is_read_back(linked: str, tmp_path: Path) -> None:
    manuscript = read_manuscript(
        convert(AUTHOR_YEAR, "latex", tmp_path, "--citeproc", f"--metadata=link-citations:{linked}")
    )
    assert {pair.reference for pair in manuscript.pairs} == {"adler2015", "who2020", "smith2019", None}
    assert {pair.target for pair in manuscript.pairs if not pair.reference} == {"nobody2020", "nobody2021"}
    assert [each.key for each in manuscript.references] == ["adler2015", "smith2019", "who2020"]


NUMERIC = """<?xml version="1.0" encoding="utf-8"?>
<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0"><info><title>n</title><id>n</id>
<updated>2020-01-01T00:00:00+00:00</updated></info>
<citation collapse="citation-number"><sort><key variable="citation-number"/></sort>
<layout BRACKETS delimiter=","><text variable="citation-number"/></layout></citation>
<bibliography second-field-align="flush"><layout><text variable="citation-number" prefix="[" suffix="]"/>
<names variable="author"/><text variable="title" prefix=". "/><date variable="issued" prefix=". "><date-part name="year"/></date>
</layout></bibliography></style>
"""


@pytest.mark.usefixtures("each_pandoc")
@pytest.mark.parametrize("brackets", ['prefix="[" suffix="]"', 'vertical-align="sup"'], ids=["square", "raised"])
@pytest.mark.parametrize("format", ["docx", "odt", "epub", "html", "latex"])
def test_numeric_styles_of_citeproc_are_read_back(format: str, brackets: str, tmp_path: Path) -> None:
    (tmp_path / "numeric.csl").write_text(NUMERIC.replace("BRACKETS", brackets), encoding="utf-8")
    path = convert(AUTHOR_YEAR, format, tmp_path, "--citeproc", f"--csl={tmp_path / 'numeric.csl'}")
    manuscript = read_manuscript(path)
    known = ("Health statistics", "Streets", "The walls of towns")
    titles = {each.key: next(title for title in known if title in each.raw) for each in manuscript.references}
    cited = [titles[pair.reference] for pair in manuscript.pairs if pair.reference in titles]
    assert sorted(set(cited)) == list(known)
    assert len(cited) >= 5
    assert {pair.target for pair in manuscript.pairs if not pair.reference} == {"nobody2020", "nobody2021"}


@pytest.mark.parametrize(
    ("text", "authors"),
    [
        ("Berg, Anna van der, and Tim Cole. 2015. “Rings.” Shade.", ("Berg, Anna van der", "Tim Cole")),
        (
            "Cole, Ann, Noam Adler, Niki Doe, and Jo Ek. 2017. “Parks.” Shade.",
            ("Cole, Ann", "Noam Adler", "Niki Doe", "Jo Ek"),
        ),
        ("Humboldt, Alexander von. 1808. Views. Stone.", ("Humboldt, Alexander von",)),
    ],
)
def test_names_as_citeproc_turns_them(text: str, authors: tuple[str, ...]) -> None:
    assert describe(text).authors == authors
