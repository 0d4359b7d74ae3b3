"""The reference list: where it stands, how it is cut, and what is read of an entry."""

from __future__ import annotations

import json
from typing import Any

import pytest

from citecheck.manuscript import read_manuscript, read_pandoc
from citecheck.manuscript.describing import LONGEST, describe
from citecheck.manuscript.headings import is_list_heading
from tests.manuscript.cases import bound, load_cases, tree_of

HEADINGS = (
    "References|7. References|REFERENCES|**Works cited**|Bibliography|Literatur|Literaturverzeichnis|Références|Bibliografía"
    "|Referências|Riferimenti bibliografici|Literatuurlijst|Källförteckning|Referanser|Lähteet|Piśmiennictwo|Список литературы"
    "|参考文献|引用文献|참고문헌|Kaynakça|Βιβλιογραφία|المراجع"
)
LISTS = {
    "numbered": "## References\n\n1. Abel A. One. 2001.\n2. Berg B. Two. 2002.\n",
    "all ones": "## References\n\n1. Abel A. One. 2001.\n1. Berg B. Two. 2002.\n",
    "square": "## References\n\n[1] Abel A. One. 2001.\n[2] Berg B. Two. 2002.\n",
    "square, apart": "## References\n\n[1] Abel A. One. 2001.\n\n[2] Berg B. Two. 2002.\n",
    "bulleted": "## References\n\n- Abel A. One. 2001.\n- Berg B. Two. 2002.\n",
    "a bare heading": "References\n[1] Abel A. One. 2001.\n[2] Berg B. Two. 2002.\n",
    "a bold heading": "**References**\n\n[1] Abel A. One. 2001.\n\n[2] Berg B. Two. 2002.\n",
    "a run": "Sources: [1] Abel A. One. 2001. [2] Berg B. Two. 2002.\n",
    "no heading": "[1] Abel A. One. 2001.\n\n[2] Berg B. Two. 2002.\n",
    "definitions": "[1]: Abel A. One. 2001.\n\n[2]: Berg B. Two. 2002.\n",
    "links": '[1]: https://example.org/1 "One"\n[2]: https://example.org/2 "Two"\n',
    "two lines": "## References\n\n1. Abel A.\n   One. 2001.\n2. Berg B. Two. 2002.\n",
    "a URL on the next line": "## References\n\n1. Abel A. One. 2001.\n\n   https://example.org/1\n\n2. Berg B. Two. 2002.\n",
    "setext": "References\n==========\n\n1. Abel A. One. 2001.\n2. Berg B. Two. 2002.\n",
}


@pytest.mark.parametrize("name", HEADINGS.split("|"))
def test_headings(name: str) -> None:
    assert is_list_heading(name) in (True, None)


@pytest.mark.parametrize("name", LISTS)
def test_lists(name: str) -> None:
    manuscript = read_manuscript(text=f"It fell by a third in [1]. It rose again later in [2].\n\n{LISTS[name]}")
    assert bound(manuscript) == ["[1]", "[2]"]
    assert [(each.key, each.title) for each in manuscript.references] == [("1", "One"), ("2", "Two")]
    assert manuscript.has_reference_list
    assert len(manuscript.claims) == 2


ENTRIES = [
    (
        "Smith, J., & Jones, K. (2020). A title with a colon: and more. *Journal of Tests*, 3(2), 1–9. https://doi.org/10.1234/abc",
        ("Smith, J", "Jones, K"),
        "A title with a colon: and more",
        2020,
        "10.1234/abc",
    ),
    (
        "Abel Y, Berg Y, Chan G. Deep walls. Stone. 2015;521:436-44.",
        ("Abel, Y", "Berg, Y", "Chan, G"),
        "Deep walls",
        2015,
        None,
    ),
    (
        "A. Smith and B. Jones, “On walls and doors,” J. Stone, vol. 3, 2019.",
        ("A. Smith", "B. Jones"),
        "On walls and doors",
        2019,
        None,
    ),
    (
        "World Health Organization (2021). Report on walls. Geneva.",
        ("World Health Organization",),
        "Report on walls",
        2021,
        None,
    ),
    (
        "Müller, M., Berg, B.: Hören und Glauben. Steinverlag, 2020.",
        ("Müller, M", "Berg, B"),
        "Hören und Glauben",
        2020,
        None,
    ),
    (
        "Report on walls, accessed May 2, 2025, [https://example.org/a](https://example.org/a)",
        (),
        "Report on walls",
        None,
        None,
    ),
]


@pytest.mark.parametrize(("raw", "authors", "title", "year", "doi"), ENTRIES, ids=[each[0][:30] for each in ENTRIES])
def test_entries(raw: str, authors: tuple[str, ...], title: str, year: int | None, doi: str | None) -> None:
    (reference,) = read_manuscript(text=f"It fell [1].\n\n# References\n\n1. {raw}\n").references
    assert (reference.authors, reference.title, reference.year, reference.doi) == (authors, title, year, doi)
    assert reference.raw == f"1. {raw}"
    assert (reference.place.line, reference.place.column) == (5, 1)


@pytest.mark.parametrize("case", load_cases("entries.jsonl"), ids=lambda each: each["raw"][:40])
def test_entries_of_every_style(case: dict[str, Any]) -> None:
    (reference,) = read_manuscript(text=f"It fell [1].\n\n# References\n\n1. {case['raw']}\n").references
    assert (reference.title, reference.year, len(reference.authors)) == (case["title"], case["year"], case["authors"])
    assert case["first"] in (reference.authors or ("",))[0]


HOSTILE = [
    "A. ",
    "Smith, J., ",
    "Aa, ",
    "Aa-Bb-",
    "van der ",
    "王伟, ",
    "Aa Bb Cc, ",
    '"',
    "*a",
    "Smith J, ",
    "Aa and ",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_entries_that_never_end_are_read_at_once(piece: str) -> None:
    """A regular expression that tries every split would not come back within a lifetime."""
    described = describe(piece * 2000)
    assert len(described.title) <= LONGEST


def test_a_url_loses_stops_brackets_and_tracking() -> None:
    text = "It fell [1].\n\n# References\n\n1. Seen (at https://example.org/a_(b)?utm_source=x&id=3).\n"
    assert read_manuscript(text=text).references[0].url == "https://example.org/a_(b)?id=3"


def test_the_list_ends_at_the_next_heading_of_its_level() -> None:
    text = (
        "It fell [1].\n\n## References\n\n### Books\n\n1. Abel A. One. 2001.\n\n## After\n\nIt rose in the end [1].\n"
    )
    manuscript = read_manuscript(text=text)
    assert bound(manuscript) == ["[1]", "[1]"]
    assert [each.key for each in manuscript.references] == ["1"]


def test_a_section_on_literature_is_no_list() -> None:
    section = "## Literature\n\nMuch was written about walls [1]. Nothing was written about doors."
    text = f"{section}\n\n## References\n\n1. Abel A. One. 2001.\n"
    manuscript = read_manuscript(text=text)
    assert bound(manuscript) == ["[1]"]
    assert len(manuscript.claims) == 2


def test_nothing_in_the_list_is_a_marker_a_quotation_or_a_claim() -> None:
    entry = 'Abel A. "A title of many words in quotation marks". 2001. See [2].'
    text = f"It fell [1].\n\n# References\n\n1. {entry}\n2. Berg B. Two. 2002.\n"
    manuscript = read_manuscript(text=text)
    assert (len(manuscript.markers), manuscript.quotations, manuscript.claims) == (1, (), ())


CHAPTERS = """# One

It fell [1]. It rose [2].

## References

[1] Abel A. One of them. 2001.
[2] Berg B. Two of them. 2002.

# Two

It fell [1]. It rose [2].

## References

[1] Chan C. Three of them. 2003.
"""


def test_a_number_means_the_list_of_its_own_chapter() -> None:
    manuscript = read_manuscript(text=CHAPTERS)
    assert [(each.targets, each.state.value) for each in manuscript.markers] == [
        (("1",), "bound"),
        (("2",), "bound"),
        (("1/2",), "bound"),
        (("2/2",), "dangling"),
    ]
    assert [(each.key, each.title) for each in manuscript.references] == [
        ("1", "One of them"),
        ("2", "Two of them"),
        ("1/2", "Three of them"),
    ]


def test_a_list_that_only_repeats_another_adds_nothing() -> None:
    listed = "## References\n\n[1] Abel A. One of them. 2001.\n[2] Berg B. Two of them. 2002.\n"
    manuscript = read_manuscript(text=f"It fell [1]. It rose [2].\n\n{listed}\n# More\n\nIt stayed [2].\n\n{listed}")
    assert [each.key for each in manuscript.references] == ["1", "2"]
    assert [each.targets for each in manuscript.markers] == [("1",), ("2",), ("2",)]


MORE_LISTS = {
    "a table": "## Sources\n\n| # | Source | Where |\n|---|---|---|\n| 1 | Abel A. One of them. 2001. | page |\n",
    "bold numbers": "## References\n\n**[1]** Abel A. One of them. 2001.\n",
    "a number in a bullet": "## References\n\n- [1] Abel A. One of them. 2001.\n",
    "an escaped number": "## References\n\n1\\. Abel A. One of them. 2001.\n",
}


@pytest.mark.parametrize("name", MORE_LISTS)
def test_more_lists(name: str) -> None:
    manuscript = read_manuscript(text=f"It fell by a third [1].\n\n{MORE_LISTS[name]}")
    assert [(each.key, each.title, each.year) for each in manuscript.references] == [("1", "One of them", 2001)]
    assert bound(manuscript) == ["[1]"]


def test_a_dash_and_ibid_stand_for_the_entry_before() -> None:
    entries = "1. Abel, A. 2001. On walls. Stone.\n2. ———. 2002. On doors. Stone.\n3. Ibid., 4.\n"
    text = f"It fell [1], [2], [3].\n\n# Notes\n\n{entries}"
    found = [(each.key, each.title, each.authors) for each in read_manuscript(text=text).references]
    assert found == [("1", "On walls", ("Abel, A",)), ("2", "On doors", ("Abel, A",)), ("3", "On doors", ("Abel, A",))]


LINKS = [
    ("It fell ([Abel 2001](https://doi.org/10.1234/a)).", ["https://doi.org/10.1234/a"]),
    ("[Abel et al., 2001](https://example.org/a) say so.", ["https://example.org/a"]),
    ("It fell (https://example.org/a).", ["https://example.org/a"]),
    ("It fell [source](https://example.org/a).", ["https://example.org/a"]),
    ("See the [Berlin 2001](https://example.org/event) event.", []),
    ("Read [this page](https://example.org/a).", []),
]


@pytest.mark.parametrize(("text", "found"), LINKS, ids=[each[0][:30] for each in LINKS])
def test_links_that_cite(text: str, found: list[str]) -> None:
    manuscript = read_manuscript(text=text)
    assert [each.targets[0] for each in manuscript.markers] == found
    assert all(each.style == "link" and each.state.value == "bound" for each in manuscript.markers)
    walked = read_pandoc(json.loads(tree_of(text)))
    assert [each.targets[0] for each in walked.markers] == found
