"""Word and LibreOffice files: fields of every program, tracked changes, boxes, tables, notes, and files that are broken."""

from __future__ import annotations

import base64
import html
import json
import zipfile
from pathlib import Path

import pytest

from citecheck.errors import UnreadableManuscript
from citecheck.manuscript import read_manuscript
from tests.manuscript.cases import bound, states
from tests.manuscript.making import DOORS, WALLS, W, cite, instruct, run, write_docx

pytestmark = pytest.mark.usefixtures("each_pandoc")
HEADING = '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>'
LIST = (HEADING + run("References"), run("[1] Abel. Walls. 2011."), run("[2] Berg. Doors. 2012."))
ENDNOTE = (
    "<EndNote><Cite><Author>Smith</Author><Year>2019</Year><RecNum>7</RecNum><record><contributors><authors><author>Smith, J."
    "</author></authors></contributors><titles><title>Ends</title></titles><dates><year>2019</year></dates>"
    "<electronic-resource-num>10.1234/ends</electronic-resource-num></record></Cite></EndNote>"
)
CITAVI = {
    "Entries": [
        {"Reference": {"Title": "Vans", "Year": "2014", "Doi": "10.1234/vans", "Authors": [{"LastName": "Voss"}]}},
        {"Reference": "odd"},
        None,
    ]
}
PLACEHOLDER = f"ADDIN CitaviPlaceholder{{{base64.b64encode(json.dumps(CITAVI).encode()).decode()}}}"
RELATIONS = (
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    + "".join(
        f'<Relationship Id="r{name}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{name}" '
        f'Target="{name}.xml"/>'
        for name in ("footnotes", "endnotes", "comments")
    )
    + "</Relationships>"
)


def encode(text: str) -> str:
    """Encode in base64."""
    return base64.b64encode(text.encode()).decode()


def end_field(printed: str) -> str:
    """Make a field of EndNote that keeps its data in a field within it, as long ones do."""
    begin = f'<w:r><w:fldChar w:fldCharType="begin"><w:fldData>{encode(ENDNOTE)}</w:fldData></w:fldChar></w:r>'
    code = "<w:r><w:instrText> ADDIN EN.CITE{} </w:instrText></w:r>"
    ends = ['<w:r><w:fldChar w:fldCharType="separate"/></w:r>', '<w:r><w:fldChar w:fldCharType="end"/></w:r>']
    return begin + code.format("") + begin + code.format(".DATA") + ends[1] + ends[0] + run(printed) + ends[1]


def notes(kind: str, text: str) -> str:
    """Make a part of footnotes, endnotes or comments with one of them."""
    return f'<?xml version="1.0"?><w:{kind}s {W}><w:{kind} w:id="2"><w:p>{run(text)}</w:p></w:{kind}></w:{kind}s>'


def control(tag: str, inside: str) -> str:
    """Make a content control."""
    return f'<w:sdt><w:sdtPr><w:tag w:val="{tag}"/></w:sdtPr><w:sdtContent>{inside}</w:sdtContent></w:sdt>'


def simple(item: dict[str, object], printed: str) -> str:
    """Make a simple field of Zotero."""
    instruction = "ADDIN ZOTERO_ITEM CSL_CITATION " + json.dumps({"citationItems": [{"itemData": item}]})
    return f'<w:fldSimple w:instr="{html.escape(instruction)}">{run(printed)}</w:fldSimple>'


MENDELEY = control("MENDELEY_CITATION_v3_" + encode(json.dumps({"citationItems": [{"itemData": WALLS}]})), run("[1]"))
SOURCES = (
    '<?xml version="1.0"?><b:Sources xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/bibliography"><b:Source>'
    "<b:Tag>Abe11</b:Tag><b:Title>Walls</b:Title><b:Year>2011</b:Year><b:DOI>10.1234/walls</b:DOI><b:Author><b:Author><b:NameList>"
    "<b:Person><b:Last>Abel</b:Last></b:Person></b:NameList></b:Author></b:Author></b:Source></b:Sources>"
)


@pytest.mark.parametrize(
    ("field", "key", "doi"),
    [
        (simple(WALLS, "[1]"), "1", "10.1234/walls"),
        (cite("[1]", WALLS), "1", "10.1234/walls"),
        (cite("(Abel 2011)", WALLS), "abel2011", "10.1234/walls"),
        (end_field("[3]"), "3", "10.1234/ends"),
        (instruct(f"ADDIN EN.CITE {ENDNOTE}", run("(Smith 2019)"), pieces=5), "smith2019", "10.1234/ends"),
        (MENDELEY, "1", "10.1234/walls"),
        (
            instruct(
                "ADDIN CSL_CITATION " + json.dumps({"citationItems": [{"id": "ITEM-1", "itemData": WALLS}]}), run("[1]")
            ),
            "1",
            "10.1234/walls",
        ),
        (
            control(
                "CitaviPlaceholder#1",
                instruct(f"ADDIN CitaviPlaceholder{{{encode(json.dumps(CITAVI))}}}", run("(Voss 2014)")),
            ),
            "voss2014",
            "10.1234/vans",
        ),
        (instruct("CITATION Abe11 \\l 1033", run("(Abel, 2011)")), "abel2011", "10.1234/walls"),
        (control("", instruct("CITATION Abe11 \\l 1033", run("[1]"))), "1", "10.1234/walls"),
    ],
    ids=[
        "simple",
        "complex",
        "author-year",
        "endnote in data",
        "endnote",
        "cite",
        "desktop",
        "citavi",
        "word",
        "word by number",
    ],
)
def test_every_program_s_fields_are_bound_and_have_their_works(field: str, key: str, doi: str, tmp_path: Path) -> None:
    path = write_docx(
        tmp_path / "paper.docx",
        run("Heat fell in every town ") + field + run("."),
        parts={"customXml/item1.xml": SOURCES},
    )
    manuscript = read_manuscript(path)
    assert states(manuscript) == [((key,), "bound")]
    assert [(each.key, each.doi) for each in manuscript.references] == [(key, doi)]


def test_two_works_of_one_author_and_year_stay_two(tmp_path: Path) -> None:
    again = {**WALLS, "id": 9, "title": "More walls", "DOI": "10.1234/more"}
    fields = (
        cite("(Abel 2011a)", WALLS)
        + run(" and ")
        + cite("(Abel 2011b)", again)
        + run(" and ")
        + cite("(Abel 2011a)", WALLS)
    )
    manuscript = read_manuscript(write_docx(tmp_path / "paper.docx", run("Heat fell ") + fields + run(".")))
    assert [each.doi for each in manuscript.references] == ["10.1234/walls", "10.1234/more"]
    assert [pair.reference for pair in manuscript.pairs] == ["abel2011", "abel2011b", "abel2011"]


def test_what_is_struck_out_is_not_read_and_what_is_put_in_is(tmp_path: Path) -> None:
    gone = (
        cite("[8]", DOORS)
        .replace("<w:t ", "<w:delText ")
        .replace("</w:t>", "</w:delText>")
        .replace("instrText", "delInstrText")
    )
    struck = f'<w:del w:id="1" w:author="x">{gone}</w:del><w:ins w:id="2" w:author="x">{run("New words came in ")}'
    path = write_docx(tmp_path / "paper.docx", struck + cite("[2]", DOORS) + run(".") + "</w:ins>", *LIST)
    manuscript = read_manuscript(path)
    assert states(manuscript) == [(("2",), "bound")]
    assert [each.doi for each in manuscript.references] == [None, "10.1234/doors"]


def test_boxes_tables_notes_and_comments(tmp_path: Path) -> None:
    inside = f"<w:txbxContent><w:p>{run('The box in the margin says it fell [1].')}</w:p></w:txbxContent>"
    box = (
        '<w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        '<mc:Choice Requires="wps"><w:drawing><s:txbx xmlns:s="http://schemas.microsoft.com/office/word/2010/wordprocessingShape">'
        f"{inside}</s:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict>"
        f'<v:textbox xmlns:v="urn:schemas-microsoft-com:vml">{inside}</v:textbox></w:pict>'
        "</mc:Fallback></mc:AlternateContent></w:r>"
    )
    cell = run("A cell of the table cites ") + cite("[2]", DOORS)
    table = (
        '</w:p><w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="900"/></w:tblGrid><w:tr><w:tc>'
        f"<w:p>{cell}</w:p></w:tc></w:tr></w:tbl><w:p>"
    )
    noted = run("Both kinds of notes are here") + "".join(
        f'<w:r><w:{each}Reference w:id="2"/></w:r>' for each in ("footnote", "endnote", "comment")
    )
    parts = {
        "word/footnotes.xml": notes("footnote", "A note that thanks everyone and cites [1]."),
        "word/endnotes.xml": notes("endnote", "An endnote that cites one which is not there [7]."),
        "word/comments.xml": notes("comment", "Really? See [99]."),
        "word/_rels/document.xml.rels": RELATIONS,
    }
    manuscript = read_manuscript(write_docx(tmp_path / "paper.docx", box, table, noted, *LIST, parts=parts))
    assert states(manuscript) == [(("1",), "bound"), (("2",), "bound"), (("1",), "bound"), (("7",), "dangling")]
    last = manuscript.references[-1]
    assert last.raw == last.place.context == "[2] Berg. Doors. 2012."


def test_raised_runs_are_marks_and_powers_are_not(tmp_path: Path) -> None:
    text = (
        run("The plot covers 20 m")
        + run("2", raised=True)
        + run(" and it fell")
        + run("1,2", raised=True)
        + run(" fast.")
    )
    split = run("It rose ") + run("[") + run("1") + run(",") + run("2]") + run(".")
    manuscript = read_manuscript(write_docx(tmp_path / "paper.docx", text, split, *LIST))
    assert states(manuscript) == [(("1", "2"), "bound"), (("1", "2"), "bound")]


def test_notes_that_are_the_references_have_the_works_of_their_fields(tmp_path: Path) -> None:
    note = run(" ") + cite("Abel, “Walls,” 2011, 4", WALLS) + run(".")
    again = run(" ") + cite("Berg, “Doors,” 2012", DOORS) + run(".")
    foot = "".join(f'<w:footnote w:id="{at}"><w:p>{each}</w:p></w:footnote>' for at, each in ((2, note), (3, again)))
    marks = [f'<w:r><w:footnoteReference w:id="{at}"/></w:r>' for at in (2, 3)]
    parts = {
        "word/footnotes.xml": f'<?xml version="1.0"?><w:footnotes {W}>{foot}</w:footnotes>',
        "word/_rels/document.xml.rels": RELATIONS,
    }
    text = run("Heat fell in every town.") + marks[0] + run(" It rose again in the end.") + marks[1]
    manuscript = read_manuscript(write_docx(tmp_path / "paper.docx", text, parts=parts))
    assert states(manuscript) == [(("fn:1",), "bound"), (("fn:2",), "bound")]
    assert [(each.key, each.title, each.doi) for each in manuscript.references] == [
        ("fn:1", "Walls", "10.1234/walls"),
        ("fn:2", "Doors", "10.1234/doors"),
    ]


BOMB = "<w:document>" + " " * 101_000_000


@pytest.mark.parametrize(
    ("part", "content", "said"),
    [
        ("word/other.xml", "<a/>", "without word/document.xml"),
        ("word/document.xml", f"<w:document {W}><w:body>", "is not XML"),
        (
            "word/document.xml",
            f'<!DOCTYPE d [<!ENTITY e "e">]><w:document {W}>&e;</w:document>',
            "declares",
        ),
        ("word/document.xml", BOMB, "unpacks to more than 100 MB"),
    ],
    ids=["no document", "no xml", "entities", "bomb"],
)
def test_a_broken_word_file_says_what_is_wrong(part: str, content: str, said: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "paper.docx", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(part, content)
    with pytest.raises(UnreadableManuscript, match=said) as raised:
        read_manuscript(tmp_path / "paper.docx")
    assert raised.value.help


def test_a_damaged_word_file_says_so(tmp_path: Path) -> None:
    path = write_docx(tmp_path / "paper.docx", run("Heat fell [1]."))
    data = bytearray(path.read_bytes())
    at = data.index(b"Heat fell")
    data[at : at + 4] = b"Cold"
    path.write_bytes(data)
    with pytest.raises(UnreadableManuscript, match="cut or damaged"):
        read_manuscript(path)


def test_odd_fields_are_passed_over(tmp_path: Path) -> None:
    codes = (
        "ADDIN ZOTERO_ITEM CSL_CITATION {",
        "ADDIN ZOTERO_ITEM CSL_CITATION [1]",
        "ADDIN EN.CITE <EndNote><Cite></EndNote>",
    )
    odd = [instruct(code, run("[1]")) for code in codes]
    odd += [
        control("MENDELEY_CITATION_v3_%%%", run("[1]")),
        instruct("ADDIN CitaviPlaceholder{bm90anNvbg==}", run("[1]")),
    ]
    odd += ['<w:r><w:fldChar w:fldCharType="end"/></w:r>', '<w:r><w:fldChar w:fldCharType="begin"/></w:r>']
    manuscript = read_manuscript(
        write_docx(tmp_path / "paper.docx", *[run("It fell ") + each for each in odd[:-1]], *LIST, odd[-1])
    )
    assert bound(manuscript) == ["[1]"] * 5


OFFICE = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0"'
)


STYLES = "<office:font-face-decls/><office:styles/><office:automatic-styles/><office:master-styles/>"


def write_odt(path: Path, *paragraphs: str, meta: str = "") -> Path:
    """Write a LibreOffice file; what is no element of its own is a paragraph."""
    body = "".join(
        each if each.startswith("<text:s") or each.startswith("<text:h") else f"<text:p>{each}</text:p>"
        for each in paragraphs
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr(
            "META-INF/manifest.xml", '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
        )
        archive.writestr("styles.xml", f"<office:document-styles {OFFICE}>{STYLES}</office:document-styles>")
        archive.writestr(
            "meta.xml", f"<office:document-meta {OFFICE}><office:meta>{meta}</office:meta></office:document-meta>"
        )
        start = f"<office:document-content {OFFICE}><office:font-face-decls/><office:automatic-styles/><office:body><office:text>"
        archive.writestr("content.xml", f"{start}{body}</office:text></office:body></office:document-content>")
    return path


def test_marks_of_libreoffice(tmp_path: Path) -> None:
    data = html.escape("ZOTERO_ITEM CSL_CITATION " + json.dumps({"citationItems": [{"itemData": WALLS}]}) + " RNDabc")
    name = html.escape('ZOTERO_BIBL {"uncited":[]} CSL_BIBLIOGRAPHY RNDx')
    own = (
        '<text:bibliography-mark text:identifier="Berg12" text:bibliography-type="article" text:author="Berg, B." '
        'text:title="Doors" text:year="2012" text:custom1="10.1234/doors">[Berg12]</text:bibliography-mark>'
    )
    marked = (
        f'It fell in every town <text:reference-mark-start text:name="{data}"/>[1]<text:reference-mark-end text:name="{data}"/>, '
        f"and rose {own}, and nobody knows [9]."
    )
    noted = (
        'A note is here<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>'
        "<text:p>Thanks to all who read it.</text:p></text:note-body></text:note>, and it says so in the end [1]."
    )
    listed = f'<text:section text:name="{name}"><text:p>[1] Abel. Walls. 2011.</text:p></text:section>'
    heading = '<text:h text:outline-level="1">References</text:h>'
    manuscript = read_manuscript(write_odt(tmp_path / "paper.odt", marked, noted, heading, listed))
    assert states(manuscript) == [(("1",), "bound"), (("Berg12",), "bound"), (("9",), "dangling"), (("1",), "bound")]
    assert {each.key: each.doi for each in manuscript.references} == {"1": "10.1234/walls", "Berg12": "10.1234/doors"}
    assert manuscript.references[-1].raw == "[1] Abel. Walls. 2011."


def test_bookmarks_of_libreoffice(tmp_path: Path) -> None:
    data = "ZOTERO_ITEM CSL_CITATION " + json.dumps({"citationItems": [{"itemData": WALLS}]})
    meta = "".join(
        f'<meta:user-defined meta:name="ZOTERO_BREF_x1_{at}">{html.escape(each)}</meta:user-defined>'
        for at, each in enumerate((data[:40], data[40:]), 1)
    )
    start, end = (f'<text:bookmark-{each} text:name="ZOTERO_BREF_x1"/>' for each in ("start", "end"))
    text = f"It fell in every town {start}(Abel 2011){end}."
    manuscript = read_manuscript(write_odt(tmp_path / "paper.odt", text, meta=meta))
    assert states(manuscript) == [(("abel2011",), "bound")]
    assert [each.doi for each in manuscript.references] == ["10.1234/walls"]
