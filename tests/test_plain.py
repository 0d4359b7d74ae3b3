"""Agreement and standing from plain records."""

from __future__ import annotations

import doctest
from typing import Any

import pytest

import citecheck
from citecheck import agreement, plain, standing


def test_the_examples_hold() -> None:
    assert doctest.testmod(plain).failed == 0


@pytest.mark.parametrize(
    ("reference", "outcome"),
    [
        ("Ibarra C. (2014). Lithium glass: A practical guide for beam lines. J. Beam Instr. 9, 12-20.", "same"),
        ({"title": "Lithium glass", "authors": ["Ibarra, C."], "year": 2014}, "same"),
        ({"title": "Lithium glass", "author": "Ibarra, C. and Moss, D.", "year": "2014"}, "same"),
        ({"title": "Lithium glass", "authors": ["Novak, J."], "year": 2014}, "different"),
        ({"title": "Street trees", "authors": ["Ibarra, C."]}, "different"),
    ],
)
def test_a_reference_in_any_dress(reference: Any, outcome: str) -> None:
    record = {
        "DOI": "10.1234/jbi.2014.9.12",
        "title": ["Lithium glass"],
        "subtitle": ["A practical guide for beam lines"],
        "author": [{"family": "Ibarra", "given": "Carla"}],
        "issued": [2014],
    }
    assert agreement(reference, record).outcome == outcome


ROW = {"OriginalPaperDOI": "10.1234/A", "RetractionDOI": "10.1234/n", "RetractionDate": "2/6/2010 0:00"}


@pytest.mark.parametrize(
    ("record", "updates", "table", "status"),
    [
        ({"DOI": "10.1234/a"}, [], None, "current"),
        ({"DOI": "10.1234/a"}, [{"DOI": "10.1234/e", "type": "erratum"}], None, "corrected"),
        ({"DOI": "10.1234/a"}, [], [{**ROW, "RetractionNature": "Retraction"}], "retracted"),
        ({"DOI": "10.1234/b"}, [], [{**ROW, "RetractionNature": "Retraction"}], "current"),
        ({"DOI": "10.1234/a", "updated-by": [{"DOI": "10.1234/n", "type": "removal"}]}, [], None, "removed"),
        ({"DOI": "10.1234/n", "update-to": [{"DOI": "10.1234/a", "type": "retraction"}]}, [], None, "current"),
    ],
)
def test_a_standing_from_records_and_rows(record: Any, updates: Any, table: Any, status: str) -> None:
    assert standing(record, updates, table).status == status


TIE = {"reftype": "Retraction in", "refsource": "J Shade. 2020 Aug 14;1:1. doi: 10.1234/n"}


@pytest.mark.parametrize(
    ("record", "more", "status", "note"),
    [
        (
            {"DOI": "10.1234/a"},
            {"openalex": {"is_retracted": True}},
            "hinted",
            "retracted, says OpenAlex; Crossref does not",
        ),
        (
            {"DOI": "10.1234/a"},
            {"pubmed": {"references": [TIE]}},
            "retracted",
            "retracted, says PubMed; Crossref does not",
        ),
        (
            {"DOI": "10.1234/a", "updated-by": [{"DOI": "10.1234/n", "type": "retraction"}]},
            {"openalex": {"is_retracted": False}, "pubmed": {"references": [TIE]}},
            "retracted",
            "retracted, say Crossref and PubMed; OpenAlex does not",
        ),
        (
            {"DOI": "10.1234/a"},
            {
                "europepmc": {
                    "commentCorrectionList": {"commentCorrection": [{"type": "Erratum in", "reference": "J. 2020"}]}
                }
            },
            "corrected",
            "",
        ),
        (
            {"DOI": "10.1234/a"},
            {"notices": [{"DOI": "10.1234/n", "update-to": [{"DOI": "10.1234/A", "type": "removal"}]}]},
            "removed",
            "",
        ),
        (
            {"id": "10.48550/arxiv.2101.1", "attributes": {"doi": "10.48550/arXiv.2101.1"}},
            {"arxiv": {"comment": "This paper has been withdrawn by the author"}},
            "withdrawn",
            "",
        ),
        ({"attributes": {"doi": "10.48550/arXiv.2101.1"}}, {"arxiv": {"doi": "10.1/J"}}, "superseded", ""),
    ],
)
def test_a_standing_from_the_records_of_every_source(record: Any, more: Any, status: str, note: str) -> None:
    found = standing(record, **more)
    assert found.status == status
    assert not note or note in found.notes


def test_the_public_face_names_them() -> None:
    assert {"agreement", "standing"} <= set(citecheck.__all__)
