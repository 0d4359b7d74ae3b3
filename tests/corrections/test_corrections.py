"""What is corrected of a reference, and what is kept: tables of both."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citecheck.agreements import compare
from citecheck.corrections import Proposal, propose
from citecheck.corrections.names import compare_names
from citecheck.corrections.places import compare_numbers, compare_ranges
from citecheck.corrections.proposal import Correction, Kept
from citecheck.corrections.spelling import distance, is_slip
from citecheck.corrections.titles import compare_words
from citecheck.identifiers import Kind, parse_identifier
from citecheck.records import Author, Reference, Work

WORK = Work(
    registry="crossref",
    doi="10.1234/abc.100",
    title="Magnetic levitation of granular beds in weak fields",
    authors=(
        Author(family="Müller", given="Klaus"),
        Author(family="O'Brien", given="Siobhan"),
        Author(family="Tanaka", given="Yuki"),
    ),
    year=2012,
    years=(2012, 2013),
    container="Journal of Granular Physics",
    volume="14",
    issue="3",
    pages="221-239",
    type="journal-article",
)
RIGHT = Reference(
    key="mueller",
    type="article",
    title=WORK.title,
    authors=("Müller, Klaus", "O'Brien, Siobhan", "Tanaka, Yuki"),
    year=2012,
    container="J. Granular Phys.",
    volume="14",
    issue="3",
    pages="221-239",
    identifiers=tuple(filter(None, [parse_identifier(WORK.doi, Kind.DOI)])),
)


def proposed(reference: Reference, work: Work = WORK) -> Proposal:
    return propose(reference, work, compare(reference, work))


def told(proposal: Proposal) -> list[tuple[str, str, str]]:
    return [(each.field, each.old, each.new) for each in proposal.corrections]


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({}, []),
        ({"year": 2021}, [("year", "2021", "2012")]),
        ({"year": 2011}, []),
        ({"year": 2014}, []),
        ({"volume": "41"}, [("volume", "41", "14")]),
        ({"volume": "014"}, []),
        ({"volume": "XIV"}, []),
        ({"issue": "4"}, [("issue", "4", "3")]),
        ({"issue": "Suppl. 3"}, []),
        ({"pages": "212-239"}, [("pages", "212-239", "221-239")]),
        ({"pages": "221-229"}, [("pages", "221-229", "221-239")]),
        ({"pages": "221-39"}, []),
        ({"pages": "221"}, []),
        ({"pages": "1-19"}, []),
        ({"pages": ""}, []),
        ({"identifiers": ()}, [("doi", "", "10.1234/abc.100")]),
        ({"title": "Magnetic levitation of granluar beds in weak fields"}, [("title", "granluar", "granular")]),
        ({"title": "MAGNETIC LEVITATION OF GRANLUAR BEDS IN WEAK FIELDS"}, [("title", "GRANLUAR", "GRANULAR")]),
        ({"title": "Magnetic Levitation of Granular Beds in Weak Fields."}, []),
        ({"authors": ("Müller, K.", "O'Brien, S.", "Tanaka, Y.")}, []),
        ({"authors": ("Mueller, K.", "O'Brien, S.", "Tanaka, Y.")}, []),
        ({"authors": ("Müller, K.", "O'Brien, S.", "Tanakka, Y.")}, [("authors", "Tanakka", "Tanaka")]),
        ({"authors": ("Müller, K.", "O'Brian, S.", "Tanaka, Y.")}, [("authors", "O'Brian", "O'Brien")]),
        ({"authors": ("Müller, K.", "Tanaka, Y.")}, [("authors", "", "O'Brien, Siobhan")]),
        ({"authors": ("Müller, K.", "O'Brien, S.")}, [("authors", "", "Tanaka, Yuki")]),
        ({"container": ""}, []),
        ({"container": "Proc. Granular"}, []),
    ],
)
def test_a_field_is_corrected_or_as_good_as_right(wrong: dict[str, Any], expected: list[tuple[str, str, str]]) -> None:
    proposal = proposed(replace(RIGHT, **wrong))
    assert proposal.doubt == ""
    assert told(proposal) == expected


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"title": "Magnetic levitation of liquid beds in weak fields"}, "liquid"),
        ({"title": "Magnetic levitation of granular beds in 3 weak fields"}, "3"),
        ({"title": "Something else altogether, written elsewhere"}, "the title differs"),
        ({"authors": ("Haas, Eva",)}, "not among"),
        ({"authors": ("Müller, K.", "Haas, E.")}, "not among"),
        ({"authors": ()}, "no authors"),
        ({"container": "Annals of Botany"}, "another container"),
        ({"year": 1999, "volume": "2", "issue": "9", "pages": "5-8"}, "another version"),
        ({"year": 1999, "volume": "2", "identifiers": ()}, "another version"),
        ({"year": 1999, "type": "book"}, "another edition"),
        ({"container": "arXiv preprint"}, "the published work"),
    ],
)
def test_in_doubt_nothing_is_corrected(wrong: dict[str, Any], why: str) -> None:
    proposal = proposed(replace(RIGHT, **wrong))
    assert proposal.corrections == ()
    assert why in proposal.doubt


def test_a_preprint_stays_one_and_its_published_version_is_a_hint() -> None:
    arxiv = parse_identifier("arXiv:1706.03762")
    assert arxiv is not None
    reference = replace(RIGHT, container="", volume="", issue="", pages="", identifiers=(arxiv,))
    work = replace(
        WORK, doi="10.48550/arxiv.1706.03762", type="Preprint", container="", volume="", issue="", pages="",
        relations=(("is-preprint-of", "10.1234/abc.100"),),
    )  # fmt: skip
    proposal = proposed(reference, work)
    assert (proposal.doubt, proposal.corrections) == ("", ())
    assert proposal.hints == ("published since as 10.1234/abc.100",)


def test_a_short_title_needs_a_place_to_confirm_it() -> None:
    work = replace(WORK, title="Introduction")
    assert "too short" in proposed(replace(RIGHT, title="Introduction", volume="", pages="", year=1990), work).doubt
    assert proposed(replace(RIGHT, title="Introduction", year=1990), work).doubt == ""


@pytest.mark.parametrize(
    ("own", "right"),
    [
        ("granluar", "granular"), ("recieve", "receive"), ("levitatoin", "levitation"), ("teh", "the"), ("Smtih", "Smith"),
        ("mesurement", "measurement"), ("occurence", "occurrence"), ("Tanakka", "Tanaka"), ("Erdös-Renyii", "Erdös-Renyi"),
    ],
)  # fmt: skip
def test_slips(own: str, right: str) -> None:
    assert is_slip(own, right)


@pytest.mark.parametrize(
    ("own", "right"),
    [
        ("behaviour", "behavior"), ("modelling", "modeling"), ("analyse", "analyze"), ("fibre", "fiber"), ("sulphur", "sulfur"),
        ("haemoglobin", "hemoglobin"), ("organisation", "organization"), ("colour", "color"), ("effect", "effects"),
        ("on", "in"), ("men", "man"), ("beds", "bars"), ("H1N1", "H2N1"), ("2012", "2021"), ("liquid", "granular"),
        ("catalogue", "catalog"), ("same", "same"), ("Müller", "Muller"),
    ],
)  # fmt: skip
def test_other_words_and_other_spellings_are_no_slips(own: str, right: str) -> None:
    assert not is_slip(own, right)


words = st.text(alphabet="abcde", max_size=9)


@given(words, words)
def test_the_distance_is_a_distance(one: str, two: str) -> None:
    assert distance(one, two) == distance(two, one)
    assert (distance(one, two) == 0) == (one == two)


@pytest.mark.parametrize(
    ("own", "right", "outcome"),
    [
        ("12-19", "12-19", None), ("12–19", "12-19", None), ("012-019", "12-19", None), ("112-9", "112-119", None),
        ("e1204", "1204", None), ("e0266781", "e0266781", None), ("12-19", "e1204", Kept), ("12-19", "21", Kept),
        ("1-8", "e1204", Kept), ("1-8", "112-119", Kept), ("S12-S19", "S12-S21", Correction), ("12-19", "19-12", Kept),
        ("ix-xii", "9-12", Kept), ("21", "12", Correction), ("", "12", None), ("12", "", None),
    ],
)  # fmt: skip
def test_pages(own: str, right: str, outcome: type | None) -> None:
    found = compare_ranges(own, right)
    assert found is None if outcome is None else isinstance(found, outcome)


def test_numbers_of_another_kind_are_kept() -> None:
    assert isinstance(compare_numbers("issue", "S1", "Suppl 1"), Kept)
    assert compare_numbers("issue", "3/4", "3-4") is None


def test_words_left_out_are_told_and_a_subtitle_may_be() -> None:
    work = Work(registry="crossref", title="Tidal heating of icy moons", subtitle="A survey of shells")
    assert compare_words("Tidal heating of icy moons", work).others == ""
    assert compare_words("Tidal heating of icy moons: A survey of shells", work).others == ""
    assert "icy" in compare_words("Tidal heating of moons", work).others
    assert "cold" in compare_words("Tidal heating of cold icy moons", work).others
    assert compare_words("Tidal heating of ice moons", work).others != ""


def test_a_cut_list_of_authors_is_left_cut() -> None:
    crowd = replace(WORK, authors=tuple(Author(family=f"Name{chr(97 + i)}son", given="A.") for i in range(12)))
    assert "of 12" in compare_names(["Nameason, A."], crowd, is_cut=False).keep
    assert compare_names(["Nameason, A."], crowd, is_cut=True).keep == ""
    inner = compare_names(["Nameason, A.", "Namecson, A."], crowd, is_cut=True)
    assert [(each.new, each.number) for each in inner.edits] == [("Namebson", 1)]
    assert "first author" in compare_names(["O'Brien, S.", "Tanaka, Y."], WORK, is_cut=False).keep
    assert "order" in compare_names(["Tanaka, Y.", "Müller, K.", "O'Brien, S."], WORK, is_cut=False).keep
