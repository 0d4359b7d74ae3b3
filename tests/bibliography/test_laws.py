"""Laws: every entry once, whatever stands between; hostile files end soon; the memory stays flat."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citecheck.bibliography import BibliographyError, iter_references
from citecheck.bibliography.bibtex.names import split_authors
from citecheck.bibliography.latex import undo_markup
from citecheck.records import Problem, Reference

SUFFIXES = ["bib", "json", "yaml", "ris", "nbib", "csv", "txt", ""]
PIECES = st.sampled_from(
    [
        "@article{{k{n}, title={{T{n}}}, doi={{10.1234/x.{n}}}}}",
        '@book{{k{n}, title="T{n}", doi="10.1234/x.{n}"}}',
        "@misc(k{n}, title={{T{n}}}, doi={{10.1234/x.{n}}})",
        "@article{{k{n},\n  title = {{T{n}}},\n  doi = {{10.1234/x.{n}}},\n}}",
        "@article{{k{n}, title={{T{n}\n@inner{{x}} y}}, doi={{10.1234/x.{n}}}}}",
        "@article{{k{n}, title={{T{n}}}, doi={{10.1234/x.{n}}}",
        "@article{{k{n}, title={{T{n}, doi={{10.1234/x.{n}}}}}",
        "@article{{k{n} title={{T{n}}},, doi={{10.1234/x.{n}}}}}",
    ]
)
BETWEEN = st.sampled_from(
    ["", "\n", "}\n", "% remark\n", "free text, a@b.example\n", "@comment{no}\n", '@string{s = "x"}\n']
)


@given(st.lists(st.tuples(PIECES, BETWEEN), min_size=1, max_size=12))
def test_every_entry_is_a_reference_or_a_problem_once(
    tmp_path_factory: pytest.TempPathFactory, parts: list[tuple[str, str]]
) -> None:
    path = tmp_path_factory.mktemp("laws") / "refs.bib"
    text, lines = "", []
    for number, (piece, between) in enumerate(parts):
        lines.append(text.count("\n") + 1)
        text += piece.format(n=number) + "\n" + between
    path.write_text(text, "utf-8")
    assert [each.place.line for each in iter_references(path)] == lines


@given(
    st.text(alphabet="@{}(),=\"#%\\\n\t abAB1é:-'$~", max_size=300),
    st.sampled_from(["bib", "json", "yaml", "ris", "csv", "txt"]),
)
def test_no_text_makes_a_reader_fall(tmp_path_factory: pytest.TempPathFactory, text: str, suffix: str) -> None:
    path = tmp_path_factory.mktemp("fuzz") / f"refs.{suffix}"
    path.write_text(text, "utf-8")
    found = list(iter_references(path))
    assert found
    assert all(isinstance(each, Reference | Problem) for each in found)


@given(st.binary(max_size=300), st.sampled_from(SUFFIXES))
def test_no_bytes_make_a_reader_fall(tmp_path_factory: pytest.TempPathFactory, content: bytes, suffix: str) -> None:
    path = tmp_path_factory.mktemp("bytes") / f"refs.{suffix}"
    path.write_bytes(content)
    try:
        assert list(iter_references(path))
    except BibliographyError as error:
        assert error.help


@given(st.text(max_size=80))
def test_markup_is_undone_to_one_line(text: str) -> None:
    plain = undo_markup(text)
    assert plain == plain.strip()
    assert "\n" not in plain.replace("\x85", "")


@pytest.mark.parametrize(
    ("text", "authors"),
    [
        ("Noe, Ida and Abe, Ken and others", ("Noe, Ida", "Abe, Ken")),
        ("Ida Noe AND Ken Abe", ("Noe, Ida", "Abe, Ken")),
        ("{Centers for Bees and Wasps}", ("Centers for Bees and Wasps",)),
        ("{Noe, Ida and Abe, Ken}", ("Noe, Ida", "Abe, Ken")),
        ("Noe, I.; Abe, K.", ("Noe, I.", "Abe, K.")),
        ("King, Jr., Martin", ("King, Martin, Jr.",)),
        ("family=Lind, given=Ida, prefix=von", ("von Lind, Ida",)),
        ("Anderson, Andy", ("Anderson, Andy",)),
        ("Noe, Ida and et al.", ("Noe, Ida",)),
        ("", ()),
        (" and ", ()),
    ],
)
def test_splits_authors(text: str, authors: tuple[str, ...]) -> None:
    assert split_authors(text) == authors


MEGABYTE = 1_000_000
HOSTILE: dict[str, Callable[[], str]] = {
    "at.bib": lambda: "@" * MEGABYTE,
    "braces.bib": lambda: "{" * MEGABYTE,
    "open_braces.bib": lambda: "@article{a," + "{" * 2 * MEGABYTE,
    "open_entries.bib": lambda: "@article{a,\n" * 20_000,
    "open_fields.bib": lambda: "@article{a, b={\n" * 20_000,
    "open_comments.bib": lambda: "@comment{\n" * 20_000,
    "heads.bib": lambda: "@a{" * 100_000,
    "commas.bib": lambda: "@article{a" + "," * 500_000 + "}",
    "equals.bib": lambda: "@article{a," + "=" * 500_000 + "}",
    "quotes.bib": lambda: '@article{a,t="' + '"' * 500_000 + "}",
    "ands.bib": lambda: "@article{a,author={" + " and" * 100_000 + "}}",
    "dollars.bib": lambda: "@article{a,title={" + "$" * 500_000 + "}}",
    "backslashes.bib": lambda: "@article{a,title={" + "\\" * 500_000 + "}}",
    "nested.json": lambda: "[" * MEGABYTE,
    "objects.json": lambda: "[" + '{"a":' * 200_000,
    "broken.json": lambda: "[" + '{"a" 1},\n' * 20_000,
    "string.json": lambda: '["' + "x" * 3 * MEGABYTE,
    "empties.json": lambda: "[" + "{}," * 2 * MEGABYTE,
    "numbers.jsonl": lambda: "1\n" * 2 * MEGABYTE,
    "deep.json": lambda: '{"a":' * MEGABYTE,
    "broken_objects.json": lambda: "[" + '{"id":"a" "b"},' * 20_000,
    "blanks.json": lambda: " " * 5 * MEGABYTE + '[{"id":"a","title":"T"}]',
    "blanks.csv": lambda: "\n" * MEGABYTE + "doi\n10.1234/a\n",
    "semicolons.bib": lambda: "@article{a,title={T}" + ";" * 500_000 + "}",
    "open_values.bib": lambda: "@article{a," + "b={ , " * 100_000 + "}",
    "names_only.bib": lambda: "@article{a," + "b=c " * 200_000 + "}",
    "nested.yaml": lambda: "references:\n- " + "[" * 100_000,
    "dashes.yaml": lambda: "- " * 100_000,
    "bomb.yaml": lambda: (
        "- id: a\n  k0: &b0 [x,x,x,x,x,x,x,x,x]\n"
        + "".join(f"  k{i}: &b{i} [{','.join([f'*b{i - 1}'] * 9)}]\n" for i in range(1, 10))
        + "  author: *b9\n  title: *b9\n"
    ),
    "field.csv": lambda: 'doi,title\n10.1234/a,"' + "x" * MEGABYTE + '"\n10.1234/b,t\n',
    "open.csv": lambda: "doi,title\n" + '10.1234/a,"x\n' * 20_000,
    "commas.csv": lambda: "," * MEGABYTE,
    "line.ris": lambda: "TY  - JOUR\nTI  - " + "x" * 3 * MEGABYTE,
    "wrapped.ris": lambda: "TY  - JOUR\nTI  - x\n" + "y\n" * 100_000,
    "digits.txt": lambda: "10." * 300_000,
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_hostile_files_end(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(HOSTILE[name](), "utf-8")
    assert sum(1 for _ in iter_references(path)) > 0


ENTRIES = 8_000


@pytest.mark.parametrize("suffix", ["bib", "json", "csv", "ris"])
def test_memory_is_flat(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"refs.{suffix}"
    lines = {
        "bib": "@article{{k{n}, title={{{filler}}}, doi={{10.1234/x.{n}}}}}\n",
        "csv": "10.1234/x.{n},{filler}\n",
        "ris": "TY  - JOUR\nTI  - {filler}\nDO  - 10.1234/x.{n}\nER  - \n",
    }
    with path.open("w", encoding="utf-8") as stream:
        if suffix == "json":
            stream.write(
                "[" + ",\n".join(json.dumps({"id": f"k{n}", "title": "word " * 200}) for n in range(ENTRIES)) + "]"
            )
        else:
            stream.write("doi,title\n" if suffix == "csv" else "")
            for n in range(ENTRIES):
                stream.write(lines[suffix].format(n=n, filler="word " * 200))
    tracemalloc.start()
    assert sum(isinstance(each, Reference) for each in iter_references(path)) == ENTRIES
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 25 * MEGABYTE
