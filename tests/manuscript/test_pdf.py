"""PDF manuscripts: their text, with its pages, without heads, and what cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from citecheck.errors import UnreadableManuscript
from citecheck.manuscript import read_manuscript
from tests.extract.making import make_pdf
from tests.manuscript.cases import states

FIRST = [
    "Shade in towns",
    "1 Introduction",
    "Trees cool the streets of towns in every summer [1], and they do so more",
    "when they are old and many [2, 3]. Nobody knows why the temper-",
    "ature falls so much at night [7]. Another well-known thing is told on page 2.",
    'Parks are another matter: "the grass was warmer than the street in the end" [2],',
    "as was said before. A key is lost [?].",
]
SECOND = [
    "The second page goes on with a well-",
    "known thing, and cites all of them at once in its running text [1-3].",
    "It ends so.",
    "A new paragraph begins here, with no blank line before it, and cites one [3].",
]
THIRD = [
    "References",
    "[1] Adler B. Streets and canopies of one town. Journal of Shade. 2015.",
    "doi:10.1234/one",
    "[2] Brandt L. Rings and summers of another town. Journal of",
    "Shade. 2016. https://doi.org/10.1234/two",
]
FOURTH = ["[3] Cole T. Parks of one more town. Journal of Shade. 2017."]
AUTHOR_YEAR = [
    "Trees cool the streets of towns in every summer (Adler & Cole, 2015), and they do so more",
    "when they are old and many, as Brandt (2016) found. Nobody knows why (Doe, 1999).",
    "References",
    "Adler, B., & Cole, T. (2015). Streets and canopies of one town. Journal of Shade, 3, 11-19.",
    "https://doi.org/10.1234/one",
    "Brandt, L. (2016). Rings and summers of another town, with a title so long that it goes on",
    "over the line. Journal of Shade, 4, 20-29.",
]


def write(folder: Path, *pages: list[str]) -> Path:
    """Write a PDF whose pages have a running head and a number."""
    path = folder / "paper.pdf"
    path.write_bytes(make_pdf([[f"Journal of Shade {at} (2020)", *page, str(at)] for at, page in enumerate(pages, 1)]))
    return path


def test_marks_list_and_pages(tmp_path: Path) -> None:
    manuscript = read_manuscript(write(tmp_path, FIRST, SECOND, THIRD, FOURTH))
    assert states(manuscript) == [
        (("1",), "bound"),
        (("2", "3"), "bound"),
        (("7",), "dangling"),
        (("2",), "bound"),
        ((), "unparsed"),
        (("1", "2", "3"), "bound"),
        (("3",), "bound"),
    ]
    assert [each.place.node for each in manuscript.markers] == ["page 1"] * 5 + ["page 2"] * 2
    assert all(
        each.place.line is None and each.place.context.startswith(each.place.node) for each in manuscript.markers
    )
    assert [(each.key, each.doi, each.place.node) for each in manuscript.references] == [
        ("1", "10.1234/one", "page 3"),
        ("2", "10.1234/two", "page 3"),
        ("3", None, "page 4"),
    ]
    assert [(each.exact, each.markers) for each in manuscript.quotations] == [
        ("the grass was warmer than the street in the end", (3,))
    ]


def test_words_parted_at_a_line_s_end_are_joined(tmp_path: Path) -> None:
    text = read_manuscript(write(tmp_path, FIRST, SECOND, THIRD, FOURTH)).text
    assert "the temperature falls" in text
    assert "a well-known thing" in text
    assert "Journal of Shade 1 (2020)" not in text


def test_paragraphs_end_with_short_lines(tmp_path: Path) -> None:
    claims = [each.text for each in read_manuscript(write(tmp_path, FIRST, SECOND, THIRD)).claims]
    assert "A new paragraph begins here, with no blank line before it, and cites one." in claims
    assert any(each.startswith("Trees cool the streets") for each in claims)


def test_author_and_year(tmp_path: Path) -> None:
    manuscript = read_manuscript(write(tmp_path, AUTHOR_YEAR))
    assert [(pair.reference, pair.target) for pair in manuscript.pairs] == [
        ("adler2015", "adler2015"),
        ("brandt2016", "brandt2016"),
        (None, "Doe 1999"),
    ]
    assert [(each.title.split(",")[0], each.doi) for each in manuscript.references] == [
        ("Streets and canopies of one town", "10.1234/one"),
        ("Rings and summers of another town", None),
    ]


def test_that_it_is_text_only_is_said(tmp_path: Path) -> None:
    problems = read_manuscript(write(tmp_path, FIRST, [], THIRD)).problems
    assert problems[0].rule == "text-only"
    assert "Only the text" in problems[0].message
    assert problems[0].help


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (make_pdf([FIRST])[:200], "cut or damaged"),
        (make_pdf([FIRST], encrypted=True), "encrypted"),
        (make_pdf([[]]), "without a text layer"),
    ],
    ids=["cut", "encrypted", "empty"],
)
def test_what_cannot_be_read_says_so(data: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "paper.pdf").write_bytes(data)
    with pytest.raises(UnreadableManuscript, match=said) as raised:
        read_manuscript(tmp_path / "paper.pdf")
    assert raised.value.help


def test_a_pdf_is_known_by_its_bytes(tmp_path: Path) -> None:
    path = write(tmp_path, FIRST, SECOND, THIRD, FOURTH).rename(tmp_path / "paper.txt")
    assert read_manuscript(path).format == "pdf"
