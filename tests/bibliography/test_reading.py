"""Every file of `data/`: what is in it is read, or told with its line; nothing is lost and nothing given twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from citecheck.bibliography import BibliographyError, iter_references, read_bibliography
from citecheck.records import Problem, Reference
from citecheck.rules import RULES

DATA = Path(__file__).parent / "data"
EXPECTED: dict[str, dict[str, Any]] = json.loads((DATA / "expected.json").read_text("utf-8"))


def field_of(reference: Reference, name: str) -> object:
    if name in ("line", "column"):
        return getattr(reference.place, name)
    if name == "identifiers":
        return [f"{each.kind}:{each.value}" for each in reference.identifiers]
    value = getattr(reference, name)
    return list(value) if isinstance(value, tuple) else value


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_reads(name: str) -> None:
    bibliography, expected = read_bibliography(DATA / name), EXPECTED[name]
    wanted = expected["references"]
    assert len(bibliography.references) == len(wanted), [each.key for each in bibliography.references]
    for reference, fields in zip(bibliography.references, wanted, strict=True):
        assert {each: field_of(reference, each) for each in fields} == fields
        assert reference.key
        assert reference.raw
        assert reference.place.path.endswith(name)
    told = [(each.place.line, each.message, each.rule) for each in bibliography.problems]
    wanted_problems = [(line, rule) for line, _, rule in expected["problems"]]
    assert [(line, rule) for line, _, rule in told] == wanted_problems, told
    for (_, message, _), (_, part, _) in zip(told, expected["problems"], strict=True):
        assert part in message
    assert all(each.rule in RULES and each.help for each in bibliography.problems)


def test_every_file_is_expected() -> None:
    files = {each.name for each in DATA.iterdir()} - {"expected.json", "README.md"}
    assert files == set(EXPECTED)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_the_stream_gives_each_entry_once_in_order(name: str) -> None:
    streamed = list(iter_references(DATA / name))
    whole = read_bibliography(DATA / name)
    assert [each for each in streamed if isinstance(each, Reference)] == list(whole.references)
    unread = [each for each in streamed if isinstance(each, Problem)]
    assert unread == [each for each in whole.problems if each.rule == "unreadable-entry"]
    lines = [each.place.line or 0 for each in streamed]
    assert lines == sorted(lines)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("page.bib", b"<!DOCTYPE html>\n<html><body>Not found</body></html>", "web page"),
        ("page.json", b"\n  <html lang='en'>", "web page"),
        ("paper.bib", b"%PDF-1.7\n%\xe2\xe3", "PDF"),
        ("refs.docx", b"PK\x03\x04abc", "ZIP"),
        ("zeros.bib", b"\0" * 5000, "binary"),
        ("library.xml", b"<?xml version='1.0'?><xml><works/></xml>", "XML"),
    ],
)
def test_refuses_what_is_no_bibliography(tmp_path: Path, name: str, content: bytes, says: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(BibliographyError, match=says) as error:
        read_bibliography(path)
    assert error.value.help


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "cp1252"]
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends(tmp_path: Path, encoding: str, line_end: str) -> None:
    path = tmp_path / "refs.bib"
    text = "@article{mü1,\n title={Größe},\n author={Müller, Jörg}\n}\n@article{last, title={Löß}}\n"
    path.write_bytes(text.replace("\n", line_end).encode(encoding))
    bibliography = read_bibliography(path)
    assert [(each.key, each.title, each.place.line) for each in bibliography.references] == [
        ("mü1", "Größe", 1),
        ("last", "Löß", 5),
    ]
    assert bool(bibliography.problems) == (encoding in ("latin-1", "cp1252"))


def test_a_stray_nul_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "refs.bib"
    path.write_bytes(b"@article{a, title={T\0wo}}\n")
    assert [each.title for each in read_bibliography(path).references] == ["Two"]


def test_refuses_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BibliographyError, match="no such file"):
        read_bibliography(tmp_path / "none.bib")
    with pytest.raises(BibliographyError, match="folder"):
        read_bibliography(tmp_path)


@pytest.mark.parametrize(
    "name", ["empty.bib", "empty.json", "empty.csv", "empty.ris", "empty.yaml", "empty.txt", "empty"]
)
def test_never_nothing_without_a_word(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"")
    bibliography = read_bibliography(path)
    assert not bibliography.references
    assert len(bibliography.problems) == 1
