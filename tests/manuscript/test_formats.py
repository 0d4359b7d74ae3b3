"""Formats: what only Pandoc reads, Word's fields, and files that cannot be read."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pypandoc
import pytest

from citecheck.errors import PandocNotFound, UnreadableManuscript
from citecheck.manuscript import read_manuscript, read_pandoc, run_pandoc
from citecheck.manuscript.readers import pandoc
from citecheck.records import MarkerState
from tests.manuscript.cases import FIXTURES, bound, targets, tree_of, with_list
from tests.manuscript.making import DOORS, WALLS, cite, run, write_docx


@pytest.mark.parametrize("format", ["docx", "odt", "latex", "html", "org", "rst", "jats", "typst", "ipynb", "epub"])
def test_formats_keep_the_markers(format: str, tmp_path: Path) -> None:
    path = tmp_path / f"paper.{ {'latex': 'tex', 'jats': 'xml', 'typst': 'typ'}.get(format, format) }"
    source = str(FIXTURES / "superscripts.md")
    subprocess.run([pypandoc.get_pandoc_path(), source, "-s", "-t", format, "-o", str(path)], check=True)
    manuscript = read_manuscript(path)
    assert targets(manuscript) == [("1",), ("2", "3"), ("3",)]
    assert {each.state for each in manuscript.markers} == {MarkerState.BOUND}
    assert [each.key for each in manuscript.references] == ["1", "2", "3"]


def test_fields_of_word(tmp_path: Path) -> None:
    path = write_docx(
        tmp_path / "paper.docx",
        run("Heat fell ") + cite("[1]", WALLS) + run(", and rose ") + cite("[1,2]", WALLS, DOORS) + run("."),
    )
    manuscript = read_manuscript(path)
    assert {each.key: each.doi for each in manuscript.references} == {"1": "10.1234/walls", "2": "10.1234/doors"}
    assert bound(manuscript) == ["[1]", "[1,2]"]


def test_fields_of_word_by_author_and_year(tmp_path: Path) -> None:
    path = write_docx(
        tmp_path / "paper.docx", run("Heat fell ") + cite("(Abel 2011; Berg 2012)", WALLS, DOORS) + run(".")
    )
    manuscript = read_manuscript(path)
    assert {pair.reference for pair in manuscript.pairs} == {"abel2011", "berg2012"}
    assert {each.doi for each in manuscript.references} == {"10.1234/walls", "10.1234/doors"}


def test_a_bookmark_and_raised_runs_of_word(tmp_path: Path) -> None:
    mark = (
        '<w:bookmarkStart w:id="5" w:name="ZOTERO_BREF_Tce3"/>'
        + run("(Halm et al., 2011)")
        + '<w:bookmarkEnd w:id="5"/>'
    )
    rest = (
        run(" agrees; the plot covers 20 m")
        + run("2", raised=True)
        + run(" and three sites.")
        + run("4–6", raised=True)
    )
    data = 'ZOTERO_ITEM CSL_CITATION {"citationItems": [{"itemData": {"id": 1, "DOI": "10.1234/halm", '
    more = '"title": "Plots", "author": [{"family": "Halm"}], "issued": {"date-parts": [[2011]]}}}]}'
    pieces = "".join(
        f'<property name="ZOTERO_BREF_Tce3_{at}"><s>{each}</s></property>' for at, each in enumerate((data, more), 1)
    )
    path = write_docx(
        tmp_path / "paper.docx", run("An earlier trial ") + mark + rest, custom=f"<Properties>{pieces}</Properties>"
    )
    manuscript = read_manuscript(path)
    assert [(each.raw, each.state.value) for each in manuscript.markers] == [
        ("(Halm et al., 2011)", "bound"),
        ("^4–6^", "dangling"),
    ]
    assert manuscript.markers[1].targets == ("4", "5", "6")
    assert [each.doi for each in manuscript.references] == ["10.1234/halm"]


def test_bibitems_keep_their_keys_and_lines(tmp_path: Path) -> None:
    path = tmp_path / "paper.tex"
    path.write_text(
        "\\documentclass{article}\\begin{document}\nIt fell in the end \\cite[p. 3]{abel} and \\citep{berg,chan}.\n\n"
        "\\begin{thebibliography}{9}\n\\bibitem{abel} Abel, A. (2001). \\emph{One}. Stone.\n"
        "\\bibitem[B]{berg} Berg, B. (2002). Two. doi:10.1234/two\n\\end{thebibliography}\n\\end{document}\n",
        encoding="utf-8",
    )
    manuscript = read_manuscript(path)
    assert [(each.key, each.title, each.place.line) for each in manuscript.references] == [
        ("abel", "One", 5),
        ("berg", "Two", 6),
    ]
    assert [(each.targets, each.missing, each.place.line, each.place.column) for each in manuscript.markers] == [
        (("abel",), (), 2, 20),
        (("berg", "chan"), ("chan",), 2, 42),
    ]
    assert len(manuscript.claims) == 1


def test_mixed_citations_of_jats(tmp_path: Path) -> None:
    path = tmp_path / "paper.xml"
    path.write_text(
        '<article><body><p>It fell [<xref ref-type="bibr" rid="B1">1</xref>].</p></body><back><ref-list><ref id="B1">'
        "<mixed-citation>Abel A. <article-title>Quiet roads</article-title>. 1998. doi:10.1234/roads</mixed-citation>"
        "</ref></ref-list></back></article>",
        encoding="utf-8",
    )
    manuscript = read_manuscript(path)
    assert [(each.key, each.title, each.doi) for each in manuscript.references] == [
        ("B1", "Quiet roads", "10.1234/roads")
    ]
    assert [(each.targets, each.state.value) for each in manuscript.markers] == [(("B1",), "bound")]


def test_after_citeproc_the_entries_keep_their_keys() -> None:
    entry = {
        "t": "Div",
        "c": [["ref-abel", ["csl-entry"], []], [{"t": "Para", "c": [{"t": "Str", "c": "Abel. 1998."}]}]],
    }
    tree = json.loads(tree_of("It fell [@abel]."))
    tree["blocks"].append({"t": "Div", "c": [["refs", ["references"], []], [entry]]})
    manuscript = read_pandoc(tree)
    assert [each.key for each in manuscript.references] == ["abel"]
    assert manuscript.markers[0].state is MarkerState.BOUND


def test_settings_of_the_document() -> None:
    manuscript = read_manuscript(
        text='---\nciteccheck: 1\ncitecheck:\n  ignore: [a, "b*"]\n  offline: true\nbibliography: r.bib\n---\n'
    )
    assert manuscript.settings == (("ignore", "a,b*"), ("offline", "true"))
    assert manuscript.bibliography_files == ("r.bib",)


def test_broken_front_matter_is_a_problem_and_the_rest_is_read() -> None:
    manuscript = read_manuscript(text=f"---\ntitle: a\nbad: [1\nworse: }}\n---\n\n{with_list('It fell [1].')}")
    assert [(each.rule, each.place.line) for each in manuscript.problems] == [("unreadable-part", 4)]
    assert bound(manuscript) == ["[1]"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("paper.docx", b""),
        ("paper.docx", b"PK\x03\x04 cut"),
        ("paper.md", b"\x00\x01\x02"),
        ("paper.md", b"PK\x03\x04"),
        ("paper.pdf", b"%PDF-1.7"),
        ("paper.json", b"{"),
        ("paper.json", b"[]"),
    ],
)
def test_what_cannot_be_read_says_so(name: str, content: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UnreadableManuscript) as raised:
        read_manuscript(tmp_path / name)
    assert raised.value.help


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(UnreadableManuscript, match=r"missing\.md"):
        read_manuscript(tmp_path / "missing.md")


def test_an_empty_file_is_said_to_be_empty(tmp_path: Path) -> None:
    (tmp_path / "paper.md").write_bytes(b" \n")
    with pytest.raises(UnreadableManuscript, match="is empty"):
        read_manuscript(tmp_path / "paper.md")
    assert read_manuscript(text="").markers == ()


def test_windows_letters_are_read_with_a_problem(tmp_path: Path) -> None:
    (tmp_path / "paper.md").write_bytes("Café [1]. “So”".encode("cp1252"))
    manuscript = read_manuscript(tmp_path / "paper.md")
    assert manuscript.text == "Café [1]. “So”"
    assert [each.rule for each in manuscript.problems] == ["unreadable-part"]


def test_without_pandoc_there_is_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pandoc, "_candidates", lambda: iter(()))
    with pytest.raises(PandocNotFound) as raised:
        read_manuscript(text="<p>It fell [1].</p>", format="html")
    assert "pypandoc_binary" in raised.value.help
    assert read_manuscript(text="It fell [1].").markers


def test_run_pandoc_gives_its_exit_code(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.md").write_text("*a*", encoding="utf-8")
    assert run_pandoc([str(tmp_path / "a.md"), "-t", "html"]) == 0
    assert capfd.readouterr().out.strip() == "<p><em>a</em></p>"
    assert run_pandoc(["--no-such-option"]) != 0
