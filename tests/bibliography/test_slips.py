"""Slips in BibTeX: what other readers choke on is read all the same, and told with its line; neighbours lose nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citecheck.bibliography import read_bibliography
from citecheck.bibliography.bibtex.entries import _parse
from citecheck.bibliography.bibtex.grammar import ENTRY, split_regular
from citecheck.bibliography.bibtex.slips import walk_fields
from citecheck.bibliography.bibtex.types import meant_type
from citecheck.records import Bibliography

BEFORE = "@article{before, title={Before}, year={2001}, doi={10.1000/before}}\n"
AFTER = "@article{after, title={After}, year={2009}, doi={10.1000/after}}\n"

SLIPS: dict[str, tuple[str, int, str]] = {
    "no comma after a brace": ("@article{mid,\n title={Mid}\n year={2020}, doi={10.1000/mid}}", 2, "no comma after title"),
    "no comma after a mark": ('@article{mid,\n title="Mid"\n year={2020}, doi={10.1000/mid}}', 2, "no comma after title"),
    "no comma after a number": ("@article{mid, title={Mid},\n year=2020 doi={10.1000/mid}}", 2, "no comma after year"),
    "glued": ("@article{mid, title={Mid}year=2020,\n doi={10.1000/mid}}", 1, "no comma after title"),
    "no comma after the key": ("@article{mid\n title={Mid}, year={2020}, doi={10.1000/mid}}", 1, "no comma after its key"),
    "no comma after the key, on its line": ("@article{mid title={Mid}, year=2020, doi={10.1000/mid}}", 1, "after its key"),
    "two commas": ("@article{mid, title={Mid},,\n year={2020}, doi={10.1000/mid}}", 1, "two commas"),
    "semicolons": ("@article{mid, title={Mid};\n year={2020}; doi={10.1000/mid}}", 1, "semicolon follows title"),
    "colons": ("@article{mid, title: {Mid},\n year: 2020, doi: {10.1000/mid}}", 1, "no = after title"),
    "no equals sign": ("@article{mid, title {Mid},\n year=2020, doi={10.1000/mid}}", 1, "no = after title"),
    "a mark never closed": ('@article{mid,\n title="Mid,\n year={2020},\n doi={10.1000/mid}\n}', 2, "title is never closed"),
    "a mark closed by the next": ('@article{mid, year=2020, doi={10.1000/mid},\n title="Mid, journal="J"}', 2, "title is never"),
    "marks within marks": ('@article{mid, year=2020, title="Mid "x" y", doi={10.1000/mid}}', 1, "inside the value of title"),
    "a mark after a backslash": ('@article{mid, year=2020, doi={10.1000/mid},\n title="Mid\\"o"}', 2, "after a backslash"),
    "a brace after a backslash": ("@article{mid, year=2020, doi={10.1000/mid},\n title={Mid \\{ x}}", 2, "after a backslash"),
    "typographic marks": ("@article{mid, title=“Mid”,\n year=2020, doi={10.1000/mid}}", 1, "typographic quotation marks"),
    "a brace never closed": ("@article{mid,\n title={Mid,\n year={2020},\n doi={10.1000/mid}\n}\n", 2, "inside the field title"),
    "a brace closed late": ("@article{mid,\n title={Mid,\n year={2020},\n doi={10.1000/mid}}\n}", 2, "inside the field title"),
    "a brace closed early": ("@article{mid,\n title={Mid}},\n year={2020},\n doi={10.1000/mid}\n}", 2, "before its last field"),
    "no last brace": ("@article{mid,\n title={Mid},\n year={2020},\n doi={10.1000/mid}\n", 1, "never closed"),
    "a parenthesis and a brace": ("@article(mid, title={Mid}, year=2020, doi={10.1000/mid}}", 1, "a parenthesis opens it"),
    "no at sign": ("article{mid, title={Mid}, year={2020}, doi={10.1000/mid}}", 1, "no @ before its type"),
    "no brace": ("@article mid, title={Mid}, year={2020}, doi={10.1000/mid}}", 1, "no brace opens it"),
    "no type": ("@{mid, title={Mid}, year={2020}, doi={10.1000/mid}}", 1, "it has no type"),
    "a misspelt type": ("@artcle{mid, title={Mid}, year={2020}, doi={10.1000/mid}}", 1, "read as @article"),
    "a remark": ("@article{mid, title={Mid},\n% note={no},\n year={2020}, doi={10.1000/mid}}", 2, "a remark stands between"),
    "a value without braces": ("@article{mid, title={Mid}, year=2020,\n pages=1-9, doi={10.1000/mid}}", 2, "value of pages"),
    "no value": ("@article{mid, title={Mid}, year=2020,\n pages=, doi={10.1000/mid}}", 2, "pages has no value"),
    "a hash too many": ("@article{mid, title={Mid}, year=2020,\n pages={1} #, doi={10.1000/mid}}", 2, "pages ends with #"),
    "no field": ("@article{mid, title={Mid}, what now, year=2020, doi={10.1000/mid}}", 1, "“what now” is no field"),
    "a field twice": ("@article{mid, title={Mid}, year=2020, doi={10.1000/mid},\n title={Other}}", 2, "title is given twice"),
    "an undefined string": ("@article{mid, title={Mid}, year=2020, doi={10.1000/mid},\n journal=acta}", 2, "the string acta"),
    "names by commas": ("@article{mid, title={Mid}, year=2020, doi={10.1000/mid},\n author={Noe, A., Lee, B., Ito, C.}}", 2,
                        "names are parted by commas"),
    "an empty name": ("@article{mid, title={Mid}, year=2020, doi={10.1000/mid},\n author={A B and and C D}}", 2, "name is empty"),
    "an orphan": ("@article{mid, title={Mid}, year=2020, doi={10.1000/mid}, crossref={lost}}", 1, "crossref names lost"),
    "an entry within": ("@article{mid, title={Mid}, year=2020, doi={10.1000/mid},\n note={x\n@book{in, title={In}} y}}", 2,
                        "an entry stands inside the field note: @book{in"),
}  # fmt: skip


def read(tmp_path: Path, text: str) -> Bibliography:
    path = tmp_path / "refs.bib"
    path.write_text(text, "utf-8")
    return read_bibliography(path)


@pytest.mark.parametrize("name", SLIPS)
def test_slip_is_mended_and_told(tmp_path: Path, name: str) -> None:
    entry, line, part = SLIPS[name]
    bibliography = read(tmp_path, f"{BEFORE}{entry}\n{AFTER}")
    before, mid, after = bibliography.references
    assert [before.doi, mid.doi, after.doi] == ["10.1000/before", "10.1000/mid", "10.1000/after"]
    assert (mid.key, mid.type or "article", mid.title[:3], mid.year) == ("mid", "article", "Mid", 2020)
    assert {each.rule for each in bibliography.problems} == {"repaired-entry"}
    told = [each.message for each in bibliography.problems if each.place.line == line + 1]
    assert any(part in each for each in told), bibliography.problems
    assert all(each.message.startswith("mid: ") and each.help for each in bibliography.problems)


@pytest.mark.parametrize(
    ("field", "part"),
    [
        ("year={20021}", "“20021” is no year"),
        ("year={2O15}", "is no year"),
        ("year={in press}", ""),
        ("year={c. 900 BCE}", ""),
        ("year={forthcoming 2024}", ""),
        ("doi={10.1016}", "prefix of a DOI only"),
        ("doi={10.1016/}", "prefix of a DOI only"),
        ("doi={https://doi.org/}", "no DOI is given"),
        ("doi={1016/j.abc.2020.1}", "Perhaps"),
        ("doi={arXiv:1706.03762}", "another kind of identifier"),
        ("doi={n/a}", ""),
        ("doi={}", ""),
        ("doi={DOI: 10.1000/x}", ""),
        ("doi={10.1000/a{\\_}b}", ""),
        ("month=sept", "the string sept"),
        ("month=sep", ""),
        ('month="10~" # jan', ""),
        ("crossref={lost}, booktitle={B}", ""),
        ('title="An {"}inner{"} word"', ""),
        ('journal="A" # acta # {B}', "the string acta"),
        ("note={a, b = {c}}", ""),
        ("author={The LIGO, Virgo and KAGRA Collaborations}", ""),
        ("author={{Noe, Lee, Ito, and Abe}}", ""),
        ("author={Noe, A. and Lee, B. and others}", ""),
    ],
)
def test_odd_field_is_told(tmp_path: Path, field: str, part: str) -> None:
    (problem, *more) = read(tmp_path, f"@article{{mid, volume={{1}},\n {field}}}").problems or [None]
    assert not more
    if problem is None:
        assert not part
    else:
        assert part
        assert part in problem.message + problem.help
        assert problem.place.line == 2


def test_an_undefined_string_is_told_once(tmp_path: Path) -> None:
    text = "".join(f"@article{{k{n}, title={{T}}, journal=acta}}\n" for n in range(5))
    assert [each.place.line for each in read(tmp_path, text).problems] == [1]


@pytest.mark.parametrize(
    ("type", "meant"),
    [("artcle", "article"), ("inproceeding", "inproceedings"), ("boook", "book"), ("phdthesys", "phdthesis"), ("ebook", ""),
     ("article", ""), ("dataset", ""), ("weird", ""), ("podcast", ""), ("art", "")],
)  # fmt: skip
def test_misspelt_types(type: str, meant: str) -> None:
    assert meant_type(type) == meant


WHOLE = """@article{mid,
  author = {Noe, Ida and {The {Bee} Group}},
  title = "Mid {T}",
  year = 2020,
  doi = {10.1000/mid}
}
"""
STRUCTURE = [match.start() for match in re.finditer(r"[@{}\",=]", WHOLE)]
HARMLESS = {
    WHOLE.index(", Ida"),  # Noe Ida is a name as well
}


@pytest.mark.parametrize("place", sorted({*STRUCTURE} - HARMLESS))
def test_whatever_sign_is_lost_the_loss_is_told(tmp_path: Path, place: int) -> None:
    bibliography = read(tmp_path, f"{BEFORE}{WHOLE[:place]}{WHOLE[place + 1 :]}\n{AFTER}")
    assert bibliography.problems
    assert {each.place.line in range(2, 9) for each in bibliography.problems} == {True}
    dois = [each.doi for each in bibliography.references]
    assert dois[0] == "10.1000/before"
    assert dois[-1] == "10.1000/after"


WORDS = st.text(alphabet="ab {}é", max_size=12).filter(lambda each: _balances(each))
VALUES = st.one_of(
    WORDS.map(lambda each: f"{{{each}}}"),
    WORDS.map(lambda each: f'"{each}"'),
    st.integers(0, 9999).map(str),
    st.tuples(WORDS, WORDS).map(lambda each: f'{{{each[0]}}} # "{each[1]}"'),
)


def _balances(text: str) -> bool:
    depth = 0
    for each in text:
        depth += (each == "{") - (each == "}")
        if depth < 0:
            return False
    return depth == 0


@given(
    st.lists(VALUES, min_size=1, max_size=6), st.sampled_from(["", ",", ",\n"]), st.sampled_from(["=", " = ", "\n=\n"])
)
def test_what_bibtex_takes_is_read_without_a_word(values: list[str], last: str, equals: str) -> None:
    body = "key," + ",".join(f"\n f{n}{equals}{value}" for n, value in enumerate(values)) + last
    entry = ENTRY.match(body + "}")
    assert entry is not None
    assert entry.end() == len(body) + 1
    assert walk_fields(body, 4) == ((), body[4:])
    regular = split_regular(body, 4)
    assert regular is not None
    (parsed,) = _parse([body[4:]]).values()
    assert [name for name, _, _ in regular] == [name for name, _ in parsed]
