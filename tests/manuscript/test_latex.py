"""LaTeX: commands of natbib and biblatex, parts, lists, what is no text, and the place of everything."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citecheck.manuscript import read_manuscript
from citecheck.manuscript.readers.latex import read_latex
from citecheck.manuscript.readers.latex_parts import read_parts
from citecheck.manuscript.readers.latex_scan import blank_unread, read_argument
from citecheck.manuscript.readers.source import single_source
from citecheck.records import MarkerState
from tests.manuscript.cases import spots, states

ITEMS = r"""
\begin{thebibliography}{9}
\bibitem{abel} Abel, A. (2001). \emph{One}. Stone.
\bibitem[{Berg et~al.(2002)Berg, Cole}]{berg} B. Berg, T. Cole and R. Doe. \newblock Rings \& summers.
  \newblock \url{https://example.org/rings}, 2002. % \bibitem{gone} Gone.
\bibitem[\protect\citeauthoryear{Cole}{2003}]{cole} {\"O}. Cole. ``Parks''. doi:10.1234/parks
\end{thebibliography}
"""


def write(folder: Path, text: str, name: str = "paper.tex") -> Path:
    """Write a document's body as a file."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"\\documentclass{{article}}\n\\begin{{document}}\n{text}\n\\end{{document}}\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("command", "keys", "locator"),
    [
        (r"\cite{abel}", ("abel",), ""),
        (r"\cite[p.~3]{abel}", ("abel",), "p. 3"),
        (r"\citep[see][pp. 3--5]{abel,berg}", ("abel", "berg"), "pp. 3–5"),
        (r"\citet*{abel}", ("abel",), ""),
        (r"\Citealt[9]{abel}", ("abel",), "9"),
        (r"\citeauthor{abel}", ("abel",), ""),
        (r"\citeyearpar{abel}", ("abel",), ""),
        (r"\parencite[][12]{abel}", ("abel",), "12"),
        (r"\Textcite{abel}", ("abel",), ""),
        (r"\autocite[{[sic]}, 3]{abel}", ("abel",), "[sic], 3"),
        (r"\autocites(see)()[1]{abel}[2]{berg}", ("abel", "berg"), "2"),
        (r"\cites{abel}{berg}{cole}", ("abel", "berg", "cole"), ""),
        (r"\footcite[9]{abel}", ("abel",), "9"),
        (r"\supercite{abel}", ("abel",), ""),
        (r"\fullcite{abel}", ("abel",), ""),
        (r"\citetitle{abel}", ("abel",), ""),
        (r"\volcite{2}[12]{abel}", ("abel",), "12"),
        (r"\cite{ abel ,%", (), ""),
        ("\\cite{\n  abel,\n  berg}", ("abel", "berg"), ""),
        (r"\shortciteA{abel}", ("abel",), ""),
        (r"\posscite{abel}", ("abel",), ""),
    ],
)
def test_commands(command: str, keys: tuple[str, ...], locator: str) -> None:
    found = read_latex(single_source(f"It fell {command} in the end.", "")).commands
    assert [(each.raw, each.keys, each.locator) for each in found] == ([(command, keys, locator)] if keys else [])


@pytest.mark.parametrize(
    "text",
    [
        r"\nocite{abel}",
        r"\citestyle{abel}",
        r"\defcitealias{abel}{One}",
        r"\setcitestyle{numbers}",
        r"\newcommand{\mycite}[1]{\cite{#1}}",
        r"\renewcommand{\cite}[1]{x}",
        r"\DeclareCiteCommand{\cite}{a}{b}{c}{d}",
        r"\bibcite{abel}{1}",
        r"\cite",
        r"\cite[p. 3]",
        r"\verb|\cite{abel}|",
        r"% \cite{abel}",
        "\\begin{verbatim}\n\\cite{abel}\n\\end{verbatim}",
        "\\begin{lstlisting}[language=TeX]\n\\cite{abel}\n\\end{lstlisting}",
        "\\begin{filecontents*}{refs.bib}\n@book{abel, note={\\cite{abel}}}\n\\end{filecontents*}",
        r"\iffalse \cite{abel} \fi",
        r"\end{document} \cite{abel}",
    ],
)
def test_what_cites_nothing(text: str, tmp_path: Path) -> None:
    source, _ = read_parts(f"It fell.\n{text}\n".encode(), None)
    assert read_latex(source).commands == ()


def test_commands_of_the_document_s_own_cite(tmp_path: Path) -> None:
    text = (
        "\\newcommand{\\see}[2][]{(see \\cite[#1]{#2})}\nIt fell in the end \\see[9]{abel}, and rose \\see{none}."
        + ITEMS
    )
    manuscript = read_manuscript(write(tmp_path, text))
    assert states(manuscript) == [(("abel",), "bound"), (("none",), "dangling")]


@pytest.mark.usefixtures("each_pandoc")
def test_every_style_in_one_document(tmp_path: Path) -> None:
    text = (
        "Trees cool streets \\citep[see][p.~4]{abel,berg}. As \\citet{cole} says, % \\cite{hidden}\n"
        "parks are \\textcite{abel} cool \\parencites[3]{abel}{none}.\n\n"
        "Words matter\\footcite[9]{berg}.\\footnote{See \\cite{cole}, a long one.} It is \\fullcite{cole}.\n"
        "\\begin{equation} x[1] = \\text{\\cite{math}} \\end{equation}\n"
        "\\begin{tabular}{l} Cells cite \\cite{abel} \\\\ \\end{tabular}\n"
        "\\nocite{unread}\n" + ITEMS
    )
    manuscript = read_manuscript(write(tmp_path, text))
    by_line = sorted(zip(spots(manuscript), states(manuscript), strict=True), key=lambda each: each[0][1:])
    assert [(where[1], where[2], keys, state) for where, (keys, state) in by_line] == [
        (3, 20, ("abel", "berg"), "bound"),
        (3, 53, ("cole",), "bound"),
        (4, 11, ("abel",), "bound"),
        (4, 32, ("abel", "none"), "dangling"),
        (6, 13, ("berg",), "bound"),
        (6, 46, ("cole",), "bound"),
        (6, 78, ("cole",), "bound"),
        (7, 31, ("math",), "dangling"),
        (8, 31, ("abel",), "bound"),
    ]
    assert [(each.key, each.title, each.year, each.place.line) for each in manuscript.references] == [
        ("abel", "One", 2001, 12),
        ("berg", "Rings & summers", 2002, 13),
        ("cole", "Parks", None, 15),
    ]
    assert manuscript.references[1].url == "https://example.org/rings"
    assert manuscript.references[2].doi == "10.1234/parks"


@pytest.mark.usefixtures("each_pandoc")
def test_parts_are_read_in_their_places_and_no_file_outside(tmp_path: Path) -> None:
    folder = tmp_path / "paper"
    (tmp_path / "secret.tex").write_text("Secret words \\cite{secret}.", encoding="utf-8")
    write(folder, "Nested words cite \\cite{abel} here.\n\\input{paper}", "sections/deep.tex")
    (folder / "sections" / "one.tex").write_text(
        "% a part\nThe part says ``it fell in every single year'' \\cite[5]{berg}.\n\\input{deep}\n", encoding="utf-8"
    )
    (folder / "link.tex").symlink_to(tmp_path / "secret.tex")
    lines = [r"\input{sections/one}", r"\include{missing}", r"\input{../secret}", rf"\input{{{tmp_path}/secret.tex}}"]
    path = write(folder, "First words \\cite{abel}.\n\n" + "\n".join([*lines, r"\input{link}"]) + ITEMS)
    manuscript = read_manuscript(path)
    assert [
        (Path(each.place.path).name, *where[1:])
        for each, where in zip(manuscript.markers, spots(manuscript), strict=True)
    ] == [
        ("paper.tex", 3, 13),
        ("one.tex", 2, 48),
        ("deep.tex", 3, 19),
    ]
    assert [(Path(each.place.path).name, each.place.line) for each in manuscript.quotations] == [("one.tex", 2)]
    assert sorted((Path(each.place.path).name, each.place.line) for each in manuscript.problems) == [
        ("deep.tex", 4),
        ("paper.tex", 6),
        ("paper.tex", 7),
        ("paper.tex", 8),
        ("paper.tex", 9),
    ]
    assert all(each.help and "was not followed" in each.message for each in manuscript.problems)
    assert "Secret" not in manuscript.text


def test_parts_that_name_parts_without_end_are_bounded(tmp_path: Path) -> None:
    for number in range(60):
        names = "".join(f"\\input{{p{number + 1}}}" for _ in range(3))
        (tmp_path / f"p{number}.tex").write_text(f"Words {number}.{names}", encoding="utf-8")
    source, problems = read_parts((tmp_path / "p0.tex").read_bytes(), tmp_path / "p0.tex")
    assert len(source.text) < 100_000
    assert any("one file too many" in each.message for each in problems)


def test_bibliographies_are_named_and_a_made_list_stands_in(tmp_path: Path) -> None:
    path = write(tmp_path, "Trees cool the streets \\cite{abel}.\n\\bibliography{one,two}\n\\addbibresource{three.bib}")
    assert read_manuscript(path).bibliography_files == ("one.bib", "two.bib", "three.bib")
    (tmp_path / "paper.bbl").write_text(ITEMS, encoding="utf-8")
    manuscript = read_manuscript(path)
    assert states(manuscript) == [(("abel",), "bound")]
    assert [(Path(each.place.path).name, each.place.line) for each in manuscript.references][:1] == [("paper.bbl", 3)]
    (tmp_path / "one.bib").write_text("", encoding="utf-8")
    assert read_manuscript(path).references == ()


def test_an_old_encoding_is_read(tmp_path: Path) -> None:
    path = tmp_path / "paper.tex"
    path.write_bytes("\\begin{document}\r\nCafés cool the streets \\cite{müller}.\r\n\\end{document}".encode("latin-1"))
    assert spots(read_manuscript(path)) == [("\\cite{müller}", 2, 24)]


@given(
    st.lists(
        st.sampled_from(["word ", "\\cite{a} ", "% c \\cite{b}\n", "\\% ", "{x} ", "\\verb|%| ", "\\\\%\n", "\n\n"])
    )
)
def test_blanking_keeps_every_offset_and_hides_only_comments(pieces: list[str]) -> None:
    text = "".join(pieces)
    blanked = blank_unread(text)
    assert len(blanked) == len(text)
    assert blanked.count("\n") == text.count("\n")
    assert blanked.count("\\cite{a}") == pieces.count("\\cite{a} ")
    assert "\\cite{b}" not in blanked


@given(st.text(alphabet="a{}[]\\%\n", max_size=60))
def test_arguments_end(text: str) -> None:
    found = read_argument(f"{{{text}", 0)
    assert found is None or found[1] <= len(text) + 1


WORDS = st.lists(
    st.sampled_from("trees streets cool shade town summer rings parks old many the of".split()), min_size=3, max_size=9
)


@given(st.lists(st.tuples(WORDS, st.sampled_from(["abel", "berg", "none"])), min_size=1, max_size=8))
def test_every_marker_stands_where_its_place_says(sentences: list[tuple[list[str], str]]) -> None:
    """Among sentences of few words, again and again the same."""
    text = "\\begin{document}\n" + "\n".join(f"{' '.join(words)} \\cite{{{key}}}." for words, key in sentences)
    text += "\n\\end{document}"
    manuscript = read_manuscript(text=text, format="latex")
    lines = text.split("\n")
    assert len(manuscript.markers) == len(sentences)
    for at, each in enumerate(manuscript.markers):
        line, column = each.place.line or 0, each.place.column or 0
        assert line == at + 2
        assert lines[line - 1][column - 1 :].startswith(each.raw)
    assert all(each.state is MarkerState.DANGLING for each in manuscript.markers)
