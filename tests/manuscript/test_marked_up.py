"""JATS, HTML, org, reStructuredText, typst and notebooks: every way in which each of them cites."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citecheck.errors import UnreadableManuscript
from citecheck.manuscript import bind_markers, read_manuscript, read_pandoc
from citecheck.records import Manuscript, Reference
from tests.manuscript.cases import spots, states, tree_of
from tests.manuscript.conftest import OWN

pytestmark = pytest.mark.usefixtures("each_pandoc")
JATS = """<?xml version="1.0"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Archiving and Interchange DTD v1.2 20190208//EN" "JATS.dtd">
<article xmlns:xlink="http://www.w3.org/1999/xlink"><body><sec><title>Shade</title>
<p>Trees cool the streets of towns [<xref ref-type="bibr" rid="B1">1</xref>–<xref ref-type="bibr" rid="B3">3</xref>].</p>
<p>Parks do<sup><xref ref-type="bibr" rid="B2">2</xref>,<xref ref-type="bibr" rid="B4">4</xref></sup>, and caf&#233;s too.
They fell (<xref ref-type="bibr" rid="B1 B2">Adler 2015; Brandt 2016</xref>), and [<xref ref-type="bibr" rid="B9">9</xref>] is
lost.<xref ref-type="fn" rid="fn1">a</xref></p></sec></body>
<back><fn-group><fn id="fn1"><p>A plain note of thanks.</p></fn></fn-group><ref-list><title>References</title>
<ref id="B1"><label>1</label><element-citation publication-type="journal"><person-group person-group-type="author"><name>
<surname>Adler</surname><given-names>B</given-names></name></person-group><person-group person-group-type="editor"><name>
<surname>Wrong</surname></name></person-group><article-title>Streets and <italic>canopies</italic></article-title>
<source>Journal of Shade</source><year>2015</year><volume>3</volume><issue>2</issue><fpage>11</fpage><lpage>19</lpage>
<pub-id pub-id-type="doi">10.1234/one</pub-id><pub-id pub-id-type="pmid">123456</pub-id></element-citation></ref>
<ref id="B2"><label>2</label><mixed-citation><name><surname>Brandt</surname> <given-names>L</given-names></name>.
<article-title>Rings and summers</article-title>. <source>Journal of Shade</source>. <year>2016</year>;&nbsp;<ext-link
xlink:href="https://example.org/two">link</ext-link>.</mixed-citation></ref>
<ref id="B3"><label>3</label><mixed-citation>Cole T. Parks of one more town. Journal of Shade. 2017.</mixed-citation></ref>
<ref id="B4"><label>4</label><citation-alternatives><mixed-citation>Wood Group. Woods of the town. 2018</mixed-citation>
<element-citation publication-type="book"><person-group><collab>The Wood Group</collab></person-group>
<source>Woods of the town</source><year>2018</year></element-citation></citation-alternatives></ref></ref-list></back></article>
"""
LIST = """<h2>References</h2>
<ol>
<li id="ref1">Adler B. Streets and canopies of one town. Journal of Shade. 2015. doi:10.1234/one</li>
<li id="ref2">Brandt L. Rings and summers of another town. Journal of Shade. 2016.</li>
<li id="ref3">Cole T. Parks of one more town. Journal of Shade. 2017.</li>
</ol>"""
KEYS = [Reference(key=each) for each in ("adler2015", "brandt2016", "cole2017")]


def write(folder: Path, name: str, text: str) -> Manuscript:
    """Read a document of this text."""
    (folder / name).write_text(text, encoding="utf-8")
    return read_manuscript(folder / name)


def test_jats(tmp_path: Path) -> None:
    manuscript = write(tmp_path, "paper.xml", JATS)
    assert states(manuscript) == [
        (("B1", "B2", "B3"), "bound"),
        (("B2", "B4"), "bound"),
        (("B1", "B2"), "bound"),
        (("B9",), "dangling"),
    ]
    assert [each[1] for each in spots(manuscript)] == [4, 5, 6, 6]
    assert [(each.key, each.title, each.authors, each.year, each.place.line) for each in manuscript.references] == [
        ("B1", "Streets and canopies", ("Adler, B",), 2015, 9),
        ("B2", "Rings and summers", ("Brandt, L",), 2016, 14),
        ("B3", "Parks of one more town", ("Cole, T",), 2017, 17),
        ("B4", "Woods of the town", ("The Wood Group",), 2018, 18),
    ]
    first, second = manuscript.references[:2]
    assert (first.container, first.volume, first.issue, first.pages) == ("Journal of Shade", "3", "2", "11–19")
    assert (first.doi, first.identifier("pmid"), second.url) == ("10.1234/one", "123456", "https://example.org/two")
    assert "Trees cool the streets of towns." in [each.text for each in manuscript.claims]


def test_jats_that_cites_in_plain_numbers(tmp_path: Path) -> None:
    text = JATS.replace('ref-type="bibr"', 'ref-type="other"')
    manuscript = write(tmp_path, "paper.xml", text)
    assert [each.key for each in manuscript.references] == ["1", "2", "3", "4"]


def test_jats_with_entities_of_its_own_is_refused(tmp_path: Path) -> None:
    text = JATS.replace('"JATS.dtd">', '"JATS.dtd" [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>')
    with pytest.raises(UnreadableManuscript, match="declares entities") as raised:
        write(tmp_path, "paper.xml", text)
    assert "xmllint" in raised.value.help


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ('It fell [<a href="#ref3">3</a>] then.', [(("3",), "bound")]),
        ('It fell [<a href="#ref1">1</a>, <a href="#ref9">9</a>] then.', [(("1", "9"), "dangling")]),
        ('It fell [<a href="#ref1">1</a>–<a href="#ref3">3</a>] then.', [(("1", "2", "3"), "bound")]),
        ('It fell<sup><a href="#ref1">1</a>,<a href="#ref2">2</a></sup> then.', [(("1", "2"), "bound")]),
        ('It fell<sup><a href="#ref1">1</a>–<a href="#ref3">3</a></sup> then.', [(("1", "2", "3"), "bound")]),
        ('It fell <a role="doc-biblioref" href="#ref2">[2]</a> then.', [(("2",), "bound")]),
        ("It fell<sup>2</sup> then, over 20 m<sup>2</sup>.", [(("2",), "bound")]),
        ('It fell [1], see <a href="#sec2">section 2</a> and <a href="#fig3">3</a>.', [(("1",), "bound")]),
        ('It fell [1].<a href="#top">Back to the top</a>', [(("1",), "bound")]),
    ],
)
def test_html_by_numbers(sentence: str, found: list[tuple[tuple[str, ...], str]], tmp_path: Path) -> None:
    manuscript = write(tmp_path, "paper.html", f"<html><body>\n<p>{sentence}</p>\n{LIST}</body></html>")
    assert states(manuscript) == found
    assert {each[1] for each in spots(manuscript)} == {2}
    assert [each.place.line for each in manuscript.references] == [5, 6, 7]


def test_html_with_numbers_that_lead_to_a_list_without_them(tmp_path: Path) -> None:
    listed = LIST.replace("<ol>", "<ul>").replace("</ol>", "</ul>").replace("ref1", "cite_a").replace("ref3", "cite_c")
    text = 'It fell [<a href="#cite_c">1</a>], and rose [<a href="#cite_a">2</a>].'
    manuscript = write(tmp_path, "paper.html", f"<html><body><p>{text}</p>{listed}</body></html>")
    assert states(manuscript) == [(("1",), "bound"), (("2",), "bound")]
    assert {each.key: each.authors for each in manuscript.references if each.key in "12"} == {
        "2": ("Adler, B",),
        "1": ("Cole, T",),
    }


def test_html_by_roles(tmp_path: Path) -> None:
    text = (
        '<p>It fell (<a role="doc-biblioref" href="#bib-adler">Adler 2015</a>), and <a role="doc-biblioref" href="#bib-brandt">'
        '[Bra16]</a> says, or <a role="doc-biblioref" href="#bib-none">[Non]</a>.</p>'
        '<section role="doc-bibliography"><h2>Works</h2>'
        '<ul>\n<li id="bib-adler" role="doc-biblioentry">Adler, B. (2015). Streets and canopies. Journal of Shade.</li>\n'
        '<li id="bib-brandt" role="doc-biblioentry">Brandt, L. (2016). Rings and summers. Journal of Shade.</li></ul></section>'
    )
    manuscript = write(tmp_path, "paper.html", f"<html><body>\n{text}</body></html>")
    assert states(manuscript) == [(("bib-adler",), "bound"), (("bib-brandt",), "bound"), (("bib-none",), "dangling")]
    assert [(each.key, each.title, each.place.line) for each in manuscript.references] == [
        ("bib-adler", "Streets and canopies", 3),
        ("bib-brandt", "Rings and summers", 4),
    ]


def test_html_of_mediawiki(tmp_path: Path) -> None:
    def mark(number: int, name: str) -> str:
        label = f'<span class="cite-bracket">[</span>{number}<span class="cite-bracket">]</span>'
        return f'<sup id="cite_ref-{name}" class="reference"><a href="#cite_note-{name}">{label}</a></sup>'

    def entry(name: str, text: str) -> str:
        back = f'<span class="mw-cite-backlink">^ <a href="#cite_ref-{name}"><sup><i><b>a</b></i></sup></a></span>'
        return f'<li id="cite_note-{name}">{back} <span class="reference-text"><cite class="citation">{text}</cite></span></li>'

    edit = '<span class="mw-editsection">[<a href="/edit">edit</a>]</span>'
    text = (
        f"<p>Trees cool the streets.{mark(1, 'adler_1-0')} Parks too.{mark(2, '2')}{mark(1, 'adler_1-0')} So they say.</p>"
        f'<h2><span class="mw-headline">References</span>{edit}</h2><ol class="references">'
        + entry(
            "adler_1-0",
            'Adler, B. (2015). <a href="https://doi.org/10.1234/one">"Streets and canopies"</a>. <i>Shade</i>.',
        )
        + entry("2", "Brandt, L. (2016). Rings and summers. Journal of Shade.")
        + "</ol>"
    )
    manuscript = write(tmp_path, "page.html", f"<html><body>{text}</body></html>")
    assert states(manuscript) == [(("1",), "bound"), (("2", "1"), "bound")]
    assert [(each.key, each.authors, each.doi) for each in manuscript.references] == [
        ("1", ("Adler, B",), "10.1234/one"),
        ("2", ("Brandt, L",), None),
    ]


def test_org(tmp_path: Path) -> None:
    text = (
        "#+bibliography: refs.bib\n\n* Intro\nTrees cool [cite:@adler2015 p. 4] and [cite/t:@brandt2016;@cole2017].\n"
        "Also [cite:see @adler2015, p. 3; @none2020]. Old style cite:adler2015 too. And plain [1]. Note[fn:1].\n\n"
        "[fn:1] Thanks to all of you.\n\n* References\n1. Adler B. Streets and canopies of one town. Shade. 2015.\n"
    )
    manuscript = bind_markers(write(tmp_path, "paper.org", text), KEYS)
    assert states(manuscript) == [
        (("adler2015",), "bound"),
        (("brandt2016", "cole2017"), "bound"),
        (("adler2015", "none2020"), "dangling"),
        (("adler2015",), "bound"),
        (("1",), "bound"),
    ]
    assert [each[1] for each in spots(manuscript)] == [4, 4, 5, 5, 5]


def test_restructured_text(tmp_path: Path) -> None:
    text = (
        "Shade\n=====\n\nTrees cool [1]_ and [CIT2002]_ more.\nMissing [NONE]_ here. Auto [#a]_ note. "
        "Role :cite:p:`adler2015,cole2017` too.\n\n"
        ".. [1] Adler B. Streets and canopies of one town. Journal of Shade. 2015. doi:10.1234/one\n"
        ".. [CIT2002] Brandt L. Rings and summers. Journal of Shade. 2002.\n.. [#a] Thanks to all.\n"
    )
    manuscript = bind_markers(write(tmp_path, "paper.rst", text), KEYS)
    assert states(manuscript) == [
        (("fn:1",), "bound"),
        (("CIT2002",), "bound"),
        (("NONE",), "dangling"),
        (("adler2015", "cole2017"), "bound"),
    ]
    assert [each[1] for each in spots(manuscript)] == [4, 4, 5, 5]
    assert {each.key: each.place.line for each in manuscript.references} == {"CIT2002": 8, "fn:1": 7}


def test_typst(each_pandoc: str, tmp_path: Path) -> None:
    if each_pandoc != OWN:
        pytest.skip("an older Pandoc knows no typst")
    text = (
        "= Intro\nTrees cool the streets @adler2015 and the parks @brandt2016[p. 7].\n"
        "More say #cite(<cole2017>) so, as @fig-x shows.\n"
        'Then #cite(<none2020>, form: "prose") says a thing.\n#bibliography(("refs.bib", "more.yml"))\n'
    )
    manuscript = bind_markers(write(tmp_path, "paper.typ", text), KEYS)
    assert states(manuscript) == [
        (("adler2015",), "bound"),
        (("brandt2016",), "bound"),
        (("cole2017",), "bound"),
        (("none2020",), "dangling"),
    ]
    assert [each[1] for each in spots(manuscript)] == [2, 2, 3, 4]
    assert manuscript.bibliography_files == ("refs.bib", "more.yml")


def test_notebook(tmp_path: Path) -> None:
    cells = [
        (
            "markdown",
            "# Shade\n\nTrees cool the streets [@adler2015, p. 4] and more [1].\nNote[^1].\n\n[^1]: Thanks to all.\n",
        ),
        ("code", "x[1]\n"),
        (
            "markdown",
            "Parks do [@none2020].\n\n## References\n\n1. Adler B. Streets and canopies of one town. Shade. 2015.\n",
        ),
    ]
    empty: dict[str, object] = {"metadata": {}, "execution_count": None, "outputs": []}
    made = [
        {
            "cell_type": kind,
            "metadata": {},
            "source": text.splitlines(keepends=True),
            **(empty if kind == "code" else {}),
        }
        for kind, text in cells
    ]
    notebook = {"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    manuscript = bind_markers(write(tmp_path, "paper.ipynb", json.dumps(notebook, indent=1)), KEYS)
    assert states(manuscript) == [(("adler2015",), "bound"), (("1",), "bound"), (("none2020",), "dangling")]
    lines = (tmp_path / "paper.ipynb").read_text(encoding="utf-8").split("\n")
    assert all(each.raw in lines[(each.place.line or 0) - 1] for each in manuscript.markers)


HTML = '<p>It fell [<a href="#ref1">1</a>–<a href="#ref3">3</a>], and rose<sup><a href="#ref9">9</a></sup>.</p>' + LIST
RST = "Trees cool [CIT2002]_ more. Missing [NONE]_ here.\n\n.. [CIT2002] Brandt L. Rings and summers. Shade. 2002.\n"
LATEX = (
    "It fell \\cite{adler2015}, and rose \\citep[see][9]{brandt16}, as \\textcite{none} says\\footcite{adler2015}.\n\n"
    "\\begin{thebibliography}{99}\n\\bibitem{adler2015} Adler, B. (2015). Streets and canopies. Shade.\n"
    "\\bibitem[B]{brandt16} Brandt, L. (2016). Rings and summers. Shade.\n\\end{thebibliography}\n"
)


@pytest.mark.parametrize(
    ("format", "text", "found"),
    [
        ("html", HTML, [(("1", "2", "3"), "bound"), (("9",), "dangling")]),
        ("rst", RST, [(("CIT2002",), "bound"), (("NONE",), "dangling")]),
        (
            "latex",
            LATEX,
            [(("adler2015",), "bound"), (("brandt2016",), "bound"), ((), "unparsed"), (("adler2015",), "bound")],
        ),
        ("jats", JATS.replace("&nbsp;", " "), [(("B1", "B2", "B3"), "bound")]),
    ],
)
def test_the_filter_reads_them_from_the_tree(format: str, text: str, found: list[tuple[tuple[str, ...], str]]) -> None:
    """But for keys of `thebibliography`, which Pandoc drops."""
    assert states(read_pandoc(json.loads(tree_of(text, format))))[: len(found)] == found
