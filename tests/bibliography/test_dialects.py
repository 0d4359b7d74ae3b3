"""Exports and tables as registries, managers and spreadsheets of several languages write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from citecheck.bibliography import read_bibliography

WOS = """FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Noe, I
   Lee, A
AF Noe, Ida
   Lee, Ann
TI Bees in
   towns
SO J BEES
PY 2019
BP 1
EP 9
DI 10.1000/wos
PM 12345678
ER

PT J
TI Next
DI 10.1000/next
ER

EF
"""
CASES: dict[str, tuple[str, list[tuple[object, ...]]]] = {
    "german.csv": ("Autor;Titel;Zeitschrift;Jahr;DOI\nNoe, I.;Bees;Z;2019;10.1000/a\n",
                   [("Bees", ("Noe, I.",), 2019, "10.1000/a")]),
    "french.csv": ("Auteurs,Titre,Revue,Année\n\"Noe, I.\",Bees,Rev,2019\n", [("Bees", ("Noe, I.",), 2019, None)]),
    "spanish.csv": ("Autores,Título,Revista,Año\n\"Noe, I.\",Bees,Rev,2019\n", [("Bees", ("Noe, I.",), 2019, None)]),
    "excel.csv": ("sep=;\nDOI;Title\n10.1000/a;Bees\n", [("Bees", (), None, "10.1000/a")]),
    "marked.csv": ("\ufeff\"DOI\",\"Title\"\n\"10.1000/a\",\"Bees\"\n", [("Bees", (), None, "10.1000/a")]),
    "blank.csv": ("\n" * 80 + "DOI,Title\n10.1000/a,Bees\n", [("Bees", (), None, "10.1000/a")]),
    "pubmed.csv": ('PMID,Title,Authors,Publication Year\n12345678,Bees,"Noe I, Lee A.",2019\n',
                   [("Bees", ("Noe I", "Lee A"), 2019, None)]),
    "wos.txt": (WOS, [("Bees in towns", ("Noe, Ida", "Lee, Ann"), 2019, "10.1000/wos"), ("Next", (), None, "10.1000/next")]),
    "wos_tabs.txt": ("PT\tAU\tAF\tTI\tSO\tPY\tDI\nJ\tNoe, I\tNoe, Ida\tBees\tJ\t2019\t10.1000/w\n",
                     [("Bees", ("Noe, Ida",), 2019, "10.1000/w")]),
    "scopus.ris": ("TY  - JOUR\nTI  - Bees\nAU  - Noe, I.\nPY  - 2019\nDO  - 10.1000/s\n"
                   "UR  - https://www.scopus.com/r.uri?doi=10.1000%2fs&x=1\n"
                   "N1  - Export Date: 1 May 2020; Cited By: 3\nM3  - Article\nER  -\n",
                   [("Bees", ("Noe, I.",), 2019, "10.1000/s")]),
    "openalex.jsonl": ('{"doi":"https://doi.org/10.1000/oa","display_name":"Bees","publication_year":2019,'
                       '"authorships":[{"author":{"display_name":"Ida Noe"}}]}\n', [("Bees", ("Ida Noe",), 2019, "10.1000/oa")]),
    "dois.json": ('["10.1000/a", "https://doi.org/10.1000/b"]', [("", (), None, "10.1000/a"), ("", (), None, "10.1000/b")]),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_dialect(tmp_path: Path, name: str) -> None:
    text, expected = CASES[name]
    path = tmp_path / name
    path.write_text(text, "utf-8")
    bibliography = read_bibliography(path)
    assert [(each.title, each.authors, each.year, each.doi) for each in bibliography.references] == expected
    assert not bibliography.problems


def test_a_list_of_any_identifiers(tmp_path: Path) -> None:
    path = tmp_path / "ids.txt"
    old = "hep-th/9711200 PMC1234567 978-0-306-40615-7 # words".replace(" ", "\n")
    path.write_text(f"10.1000/a\nPMID: 12345678\n23456789\narXiv:1706.03762\n1706.03763v2\n{old}\n", "utf-8")
    bibliography = read_bibliography(path)
    assert [f"{each.kind}:{each.value}" for ref in bibliography.references for each in ref.identifiers] == [
        "doi:10.1000/a", "pmid:12345678", "pmid:23456789", "arxiv:1706.03762", "arxiv:1706.03763", "arxiv:hep-th/9711200",
        "pmcid:PMC1234567", "isbn:9780306406157",
    ]  # fmt: skip
    assert not any(each.key.isdecimal() for each in bibliography.references if each.identifier("pmid"))
    assert [each.place.line for each in bibliography.problems] == [10]


def test_a_line_that_is_no_json_costs_itself_only(tmp_path: Path) -> None:
    path = tmp_path / "works.jsonl"
    path.write_text('{"doi":"10.1000/a"}\nbad line\n{"doi":"10.1000/b"}\n', "utf-8")
    bibliography = read_bibliography(path)
    assert [each.doi for each in bibliography.references] == ["10.1000/a", "10.1000/b"]
    assert [each.place.line for each in bibliography.problems] == [2]


def test_what_nothing_closes_costs_its_own_object_only(tmp_path: Path) -> None:
    path = tmp_path / "works.json"
    path.write_text('[{"id":"a","abstract":"' + "x" * 5_000_000 + '"},\n{"id":"b","title":"T"}]', "utf-8")
    bibliography = read_bibliography(path)
    assert [each.key for each in bibliography.references] == ["b"]
    assert [each.place.line for each in bibliography.problems] == [1]


def test_runs_of_nothing_are_told_once_with_their_number(tmp_path: Path) -> None:
    path = tmp_path / "works.json"
    path.write_text("[" + "{},\n" * 100_000 + '{"id":"b","title":"T"}]', "utf-8")
    bibliography = read_bibliography(path)
    assert [(each.key, each.place.line) for each in bibliography.references] == [("b", 100_001)]
    (problem,) = bibliography.problems
    assert "100,000 entries in a row" in problem.message
