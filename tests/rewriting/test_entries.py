"""Corrected entries to paste: an entry's own text put right, or the work's in BibTeX; and that they show in every report."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citecheck.agreements import compare
from citecheck.bibliography.bibtex import read_bibtex
from citecheck.checking import check
from citecheck.demo.replay import ReplayServer
from citecheck.identifiers import Kind, parse_identifier
from citecheck.records import Author, Reference, Resolution, ResolutionOutcome, Work
from citecheck.report import render
from citecheck.rewriting import corrected_entry, write_entry
from citecheck.settings import Settings

RIGHT = Work(
    registry="crossref", doi="10.1234/abc.300", title="Soil fungi & nitrogen exchange under drought",
    authors=(Author(family="Haas", given="Eva"), Author(family="Soil Survey of Norway", organisation=True)), year=2019,
    years=(2019,),
    container="Mycology Today", volume="3", pages="12-19", type="journal-article",
)  # fmt: skip
OTHER = Work(
    registry="crossref", doi="10.1234/abc.200", title="Tidal heating of icy moons", authors=(Author(family="Okafor"),)
)
ENTRY = (
    "@article{haas,\n  title = {Soil {F}ungi \\& nitrogen exchange under drought},\n"
    "  author = {Haas, E.},\n  doi = {10.1234/abc.200}}"
)
RECORDS = [
    {
        "DOI": work.doi, "type": "journal-article", "title": [work.title], "issued": {"date-parts": [[work.year or 2015]]},
        "author": [{"family": each.family, "given": each.given or "N."} for each in work.authors if not each.organisation],
    }
    for work in (RIGHT, OTHER)
]  # fmt: skip


def resolve_wrongly(raw: str, *candidates: Work) -> Resolution:
    found = next(iter(read_bibtex(io.StringIO(raw), Path("a.bib")))) if raw.startswith("@") else None
    doi = parse_identifier("10.1234/abc.200", Kind.DOI)
    reference = found or Reference(
        key="3", title=RIGHT.title, authors=("Haas E",), year=2019, raw=raw, identifiers=(doi,) if doi else ()
    )
    assert isinstance(reference, Reference)
    return Resolution(
        reference=reference, outcome=ResolutionOutcome.MISMATCHED, work=OTHER, agreement=compare(reference, OTHER),
        candidates=candidates,
    )  # fmt: skip


def test_an_entry_is_put_right_in_its_own_words() -> None:
    work = Work(registry="crossref", doi=RIGHT.doi, title=RIGHT.title, authors=RIGHT.authors[:1], year=2019)
    assert corrected_entry(resolve_wrongly(ENTRY, work)) == ENTRY.replace("abc.200", "abc.300")


def test_running_text_gets_the_work_that_its_words_describe() -> None:
    assert corrected_entry(resolve_wrongly("3. Haas E. Soil fungi & nitrogen exchange under drought.", RIGHT)) == (
        "@article{haas2019,\n"
        "  author  = {Haas, Eva and {Soil Survey of Norway}},\n"
        "  title   = {Soil fungi \\& nitrogen exchange under drought},\n"
        "  journal = {Mycology Today},\n"
        "  year    = {2019},\n"
        "  volume  = {3},\n"
        "  pages   = {12--19},\n"
        "  doi     = {10.1234/abc.300}\n"
        "}"
    )


def test_without_such_a_work_the_identifier_s_is_given() -> None:
    assert "doi    = {10.1234/abc.200}" in corrected_entry(resolve_wrongly(ENTRY))
    nothing = Resolution(reference=Reference(key="a"), outcome=ResolutionOutcome.MISMATCHED)
    assert corrected_entry(nothing) == ""


names = st.text(alphabet="abcXYZ éßøñ&%_#~^", min_size=1, max_size=12).filter(lambda each: bool(each.strip()))


@given(names, names)
def test_what_is_written_is_read_back(title: str, family: str) -> None:
    title, family = f"x{title.strip()}x", f"x{family.strip().replace(' and ', ' ')}x"
    work = Work(registry="crossref", title=title, authors=(Author(family=family, given="Eva"),), year=2019, type="book")
    (found,) = read_bibtex(io.StringIO(write_entry(work, "a")), Path("a.bib"))
    assert isinstance(found, Reference)
    assert found.title.split() == title.split()
    assert found.year == 2019
    assert len(found.authors) == 1


@pytest.mark.parametrize("format", ["text", "markdown", "html", "json"])
def test_every_report_shows_it(tmp_path: Path, replay: ReplayServer, settings: Settings, format: str) -> None:
    replay.add(crossref=RECORDS)
    path = tmp_path / "refs.bib"
    path.write_text(ENTRY + "\n")
    shown = render(check(path, settings=settings), format)
    entry = ENTRY.replace("abc.200", "abc.300")
    if format == "json":
        findings = json.loads(shown)["findings"]
        assert entry in [each["correction"] for each in findings]
    elif format == "html":
        assert entry.replace("&", "&amp;") in shown
    else:
        assert [each.strip() for each in entry.splitlines()] == [
            each.strip() for each in shown.splitlines() if each.strip() in entry and len(each.strip()) > 9
        ]


def test_an_entry_cannot_leave_its_fence(tmp_path: Path, replay: ReplayServer, settings: Settings) -> None:
    replay.add(crossref=RECORDS)
    path = tmp_path / "refs.bib"
    path.write_text(ENTRY.replace("drought},", "drought},\n  note = {a\n```\n# heading},") + "\n")
    shown = render(check(path, settings=settings), "markdown")
    assert "  ````\n" in shown
