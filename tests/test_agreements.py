"""Agreement: a reference held against a work, field by field."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citecheck.agreements import (
    compare,
    compare_authors,
    compare_container,
    compare_pages,
    compare_year,
    title_likeness,
)
from citecheck.agreements.titles import SAME_TITLE
from citecheck.records import AgreementOutcome, Author, FieldOutcome, Reference, Work
from citecheck.registries.crossref_record import read_work
from citecheck.text.titles import fold_title, strip_markup


def reference(**fields: Any) -> Reference:
    """Give a reference."""
    return Reference(key="r", **fields)


def work(**record: Any) -> Work:
    """Give the work of a Crossref record."""
    return read_work({"DOI": "10.1234/w", **record})


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            "NeisseriaBase: a specialised Neisseria genomic resource",
            "NeisseriaBase: a specialisedNeisseriagenomic resource",
        ),
        (
            "Particle-resolved CFD and machine learning for CO2 capture",
            'Particle‐resolved <span style="font-variant:small-caps;">CFD</span> and machine learning for '
            '<span style="font-variant:small-caps;"> CO<sub>2</sub> </span> capture',
        ),
        (
            "Vibrational properties of LiNb1-xTaxO3 mixed crystals",
            "Vibrational properties ofLiNb1−xTaxO3mixed crystals",
        ),
        ("Title with &amp; and <i>in vitro</i> work", "Title with & and in vitro work"),
        ("Role of α-synuclein in ageing", "Role of alpha-synuclein in ageing"),
        (r"Role of $\alpha$-synuclein in ag{\"e}ing", "Role of α-synuclein in agëing"),
        ("Überraschende Élan vitals", "Uberraschende Elan vitals"),
    ],
)
def test_titles_that_are_one(first: str, second: str) -> None:
    assert fold_title(first) == fold_title(second)
    assert title_likeness(first, second) == 1.0


def test_an_inequality_is_no_tag() -> None:
    assert strip_markup("If a<b then c>d: order in small samples") == "If a<b then c>d: order in small samples"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Shear survey paper III: B-modes", "Shear survey paper II: B-modes"),
        ("Global report on hunger 2019", "Global report on hunger 2020"),
        ("Attention is all you need", "Mathematics is all you need"),
        ("Deep learning", "Deep learning for powder spreading"),
    ],
)
def test_titles_that_are_two(first: str, second: str) -> None:
    assert title_likeness(first, second) < SAME_TITLE


@pytest.mark.parametrize(
    ("written", "author"),
    [
        ("Gulsah Yildiz", Author(family="Yıldız", given="Gülşah")),
        ("Jan Hajek", Author(family="Hájek", given="Jan")),
        ("Mueller K", Author(family="Müller", given="Klaus")),
        ("Oersted H", Author(family="Ørsted", given="Hans")),
        ("Falten-Dumas M", Author(family="Falten‐Dumas", given="Martha")),
        ("Wei Gao 0001", Author(family="Gao", given="Wei")),
        ("Wu X-L", Author(family="Wu", given="Xiaolin")),
        ("de Souza LD", Author(family="de Souza Lima", given="Davi")),
        ("de Souza LD", Author(family="Lima", given="Davi de Souza")),
        ("van der Groot P", Author(family="Groot", given="Piet Van Der")),
        ("Van Duren K", Author(family="Van Duren", given="Karel")),
        ("{von Demming}, Arno", Author(family="von Demming", given="A")),
        ("Smith III J", Author(family="Smith", given="John")),
        ("Do T", Author(family="Do", given="Thanh")),
        ("da Silva P", Author(family="Silva", given="Pedro")),
        ("García Márquez, Gabriel", Author(family="García Márquez", given="G.")),
        ("World Health Organization", Author(family="World Health Organisation", organisation=True)),
        ("WHO", Author(family="World Health Organization", organisation=True)),
    ],
)
def test_names_that_are_compatible(written: str, author: Author) -> None:
    found = compare_authors(reference(authors=(written,)), Work(registry="crossref", authors=(author,)))
    assert found.outcome is FieldOutcome.AGREES


@pytest.mark.parametrize(
    ("written", "author"),
    [
        ("Jan Smith", Author(family="Jones", given="Jan")),
        ("Smith J", Author(family="Smythe-Jones", given="J")),
        ("Do T", Author(family="Dong", given="T")),
    ],
)
def test_names_that_are_not(written: str, author: Author) -> None:
    found = compare_authors(reference(authors=(written,)), Work(registry="crossref", authors=(author,)))
    assert found.outcome is FieldOutcome.DIFFERS


def test_missing_added_and_moved_authors_are_told() -> None:
    known = tuple(Author(family=each, given="A") for each in ("Adler", "Brandt", "Castro"))
    moved = compare_authors(reference(authors=("Brandt A", "Adler A", "Castro A")), Work(registry="x", authors=known))
    assert (moved.outcome, moved.note) == (FieldOutcome.AGREES, "in another order")
    added = compare_authors(reference(authors=("Adler A", "Brandt A", "Doyle P")), Work(registry="x", authors=known))
    assert added.outcome is FieldOutcome.AGREES
    assert "Doyle P" in added.note and "Castro" in added.note
    invented = compare_authors(reference(authors=("Adler A", "X Y", "Z Q")), Work(registry="x", authors=known))
    assert invented.outcome is FieldOutcome.DIFFERS


@pytest.mark.parametrize(
    ("cited", "record", "outcome", "note"),
    [
        (2020, {"published-online": [2019, 10], "published-print": [2020, 3], "issued": [2019, 10]}, "agrees", ""),
        (2019, {"published-online": [2019, 10], "published-print": [2020, 3], "issued": [2019, 10]}, "agrees", ""),
        (
            2021,
            {"published-online": [2020, 3, 23], "published-print": [2021, 1], "issued": [2020, 3, 23]},
            "agrees",
            "",
        ),
        (
            2015,
            {"published-online": [2014, 12, 8], "published-print": [2015, 1], "issued": [2014, 12, 8]},
            "agrees",
            "",
        ),
        (2013, {"issued": [2014]}, "agrees", "one year off"),
        (1997, {"issued": [2013, 5, 9], "published-print": [2013, 5, 9]}, "differs", "16 years off"),
        (2016, {"published-online": [2019], "published-print": [2020]}, "differs", "3 years off"),
        (2016, {"issued": {"date-parts": [[None]]}}, "missing", ""),
        (2016, {"deposited": [2016]}, "missing", ""),
    ],
)
def test_years(cited: int, record: dict[str, Any], outcome: str, note: str) -> None:
    found = compare_year(reference(year=cited), work(**record))
    assert (found.outcome.value, found.note) == (outcome, note)


@pytest.mark.parametrize(
    ("own", "theirs", "agrees"),
    [
        ("J. Beam Instr.", "Journal of Beam Instrumentation", True),
        ("PNAS", "Proceedings of the National Academy of Sciences", True),
        ("Proc. Natl. Acad. Sci.", "Proceedings of the National Academy of Sciences", True),
        ("Nat Comm", "Nature Communications", True),
        ("The Lancet", "Lancet", True),
        ("Nature", "Nature Medicine", False),
        ("Physical Review B", "Journal of Urban Shade", False),
    ],
)
def test_containers(own: str, theirs: str, agrees: bool) -> None:
    assert (compare_container(own, theirs).outcome is FieldOutcome.AGREES) == agrees


@pytest.mark.parametrize(
    ("own", "theirs", "agrees"),
    [
        ("12-20", "12–20", True),
        ("12", "12-20", True),
        ("e1008184", "1008184", True),
        ("pp. 12-20", "12", True),
        ("12-20", "21", False),
    ],
)
def test_pages(own: str, theirs: str, agrees: bool) -> None:
    assert (compare_pages(own, theirs).outcome is FieldOutcome.AGREES) == agrees


LITHIUM = {
    "title": ["Lithium glass"],
    "subtitle": ["A practical guide for beam lines"],
    "author": [{"family": "Ibarra", "given": "Carla"}],
    "issued": [2014],
}


@pytest.mark.parametrize(
    "title", ["Lithium glass: A practical guide for beam lines", "Lithium glass", "LITHIUM GLASS."]
)
def test_a_title_agrees_with_and_without_its_subtitle(title: str) -> None:
    found = compare(reference(title=title, authors=("Ibarra C.",), year=2014), work(**LITHIUM))
    assert found.outcome is AgreementOutcome.SAME


@pytest.mark.parametrize(
    ("cited", "record", "outcome"),
    [
        # a few characters of difference
        (
            {
                "title": "University Faculty’s Awareness and Attitudes towards Open Access Publishing and Institutional "
                "Repository: A Case Study"
            },
            {
                "title": [
                    "University Faculty Awareness and Attitudes towards Open Access Publishing and the Institutional "
                    "Repository: A Case Study"
                ]
            },
            "same",
        ),
        # valid identifier, another paper
        (
            {"title": "Research software sustainability in the wild", "authors": ("Druskat S.",), "year": 2023},
            {"title": ["Deep embeddings of chemical space"], "author": [{"family": "Zhou"}], "issued": [2023]},
            "different",
        ),
        # the title is real, the authors are not its
        (
            {"title": "Attention is all you need", "authors": ("Vaswani A",), "year": 2017},
            {"title": ["Attention Is All You Need"], "author": [{"family": "Smith"}], "issued": [2025]},
            "different",
        ),
        # the authors are real, the title is not theirs
        (
            {"title": "Benign overfitting of ridge estimators", "authors": ("Adler B", "Castro C")},
            {"title": ["Street trees and heat"], "author": [{"family": "Adler"}, {"family": "Castro"}]},
            "different",
        ),
        # a correction bears the whole title of its article
        (
            {"title": "TRPV1 tagging regulates signalling in pain", "authors": ("Moutal L.",), "year": 2018},
            {
                "title": ["Author Correction: TRPV1 tagging regulates signalling in pain"],
                "author": [{"family": "Moutal"}],
                "issued": [2018],
            },
            "different",
        ),
        # the notice itself is cited
        (
            {"title": "Correction: Chen et al. Deep learning for powder spreading", "authors": ("Chen",), "year": 2024},
            {
                "title": ["Correction: Chen et al. Deep Learning for Powder Spreading. Materials 2022, 15, 5662"],
                "author": [{"family": "Chen"}],
                "issued": [2024],
            },
            "same",
        ),
        (
            {"title": "Correction: Chen et al. Deep learning for powder spreading", "authors": ("Chen",), "year": 2024},
            {"title": ["Deep Learning for Powder Spreading"], "author": [{"family": "Chen"}], "issued": [2022]},
            "different",
        ),
        # another language: year, volume, issue and pages decide
        (
            {
                "title": "Preparation and performance of inorganic insulation coatings",
                "authors": ("WANG G", "FANG L"),
                "year": 2014,
                "volume": "29",
                "issue": "5",
                "pages": "25-29",
            },
            {
                "title": ["无机反射隔热颜料的制备及性能研究"],
                "author": [{"family": "王"}, {"family": "方"}],
                "issued": [2014],
                "volume": "29",
                "issue": "5",
                "page": "25-29",
            },
            "same",
        ),
        (
            {"title": "Preparation of coatings", "year": 2014, "volume": "2", "pages": "1"},
            {"title": ["无机反射隔热颜料的制备及性能研究"], "issued": [2009], "volume": "29", "page": "25-29"},
            "different",
        ),
        (
            {"title": "Der Einfluss der Bäume auf das Klima von Städten", "year": 2014},
            {"title": ["The influence of trees on the climate of cities"], "issued": [2014]},
            "unsure",
        ),
        # nothing to hold against
        ({}, {"title": ["Lithium glass"], "issued": [2014]}, "unsure"),
        ({"title": "Lithium glass"}, {"issued": {"date-parts": [[None]]}}, "unsure"),
        # a review of the work
        (
            {"title": "The sixth extinction in numbers", "authors": ("Adler B",)},
            {"title": ["Review of: The sixth extinction in numbers"], "author": [{"family": "Adler"}]},
            "different",
        ),
    ],
)
def test_references_and_works(cited: dict[str, Any], record: dict[str, Any], outcome: str) -> None:
    assert compare(reference(**cited), work(**record)).outcome == outcome


def test_the_whole_string_is_a_witness_where_fields_were_cut_wrongly() -> None:
    raw = "3. Ibarra C. Lithium glass: A practical guide for beam lines. J. Beam Instr. 2014;9:12-20."
    cut_wrongly = reference(raw=raw, title="J. Beam Instr", authors=("Lithium glass",), year=2014)
    assert compare(cut_wrongly, work(**LITHIUM)).outcome is AgreementOutcome.SAME


def test_every_field_carries_both_values() -> None:
    found = compare(reference(title="Lithium glass", authors=("Ibarra C",), year=2014, pages="12"), work(**LITHIUM))
    fields = {each.field: each for each in found.fields}
    assert list(fields) == ["title", "authors", "year", "container", "volume", "issue", "pages"]
    assert (fields["year"].reference, fields["year"].work) == ("2014", "2014")
    assert fields["pages"].outcome is FieldOutcome.MISSING


@given(st.text(max_size=80))
def test_a_title_is_like_itself_and_folding_is_settled(title: str) -> None:
    folded = fold_title(title)
    assert fold_title(folded) == folded or any(each.isupper() for each in folded)
    if folded:
        assert title_likeness(title, title) == 1.0


@given(st.text(max_size=60), st.lists(st.text(max_size=20), max_size=4), st.text(max_size=60))
def test_no_text_breaks_a_comparison(title: str, authors: list[str], other: str) -> None:
    held = work(title=[other], author=[{"family": each} for each in authors])
    compare(reference(title=title, authors=tuple(authors), raw=f"{title} {other}"), held)
