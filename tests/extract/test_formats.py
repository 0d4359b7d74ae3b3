"""JATS, web pages, Word, OpenDocument and plain text: what a reader sees, and nothing of what harms."""

from __future__ import annotations

import builtins
import sys
from typing import Any

import pytest

from citecheck.extract import ExtractError, extract_text
from citecheck.extract.html import strip_tags
from citecheck.records import Extent
from tests.extract.making import FILLER, make_docx, make_jats, make_odt, make_page, make_zip


def jats(**parts: str) -> str:
    """Extract an article in JATS."""
    return extract_text(make_jats(**parts).encode(), "a.xml").text


# JATS


def test_jats_gives_title_abstract_body_and_what_it_says_of_itself() -> None:
    found = extract_text(make_jats(doi="10.5072/SEDGE.1").encode(), "PMC1.xml")
    assert found.text.startswith("Sedges of wet meadows\n\nSedges were counted.\n\nPlot 1 held")
    assert (found.format, found.doi, found.lang, found.extent) == ("jats", "10.5072/sedge.1", "en", Extent.FULLTEXT)
    assert found.licence == "https://creativecommons.org/licenses/by/4.0/"


def test_inline_elements_run_on_within_the_sentence() -> None:
    body = (
        "<p>In <italic>Carex</italic> we saw 10<sup>3</sup> cells<xref ref-type='bibr'>4</xref> at a<sub>w</sub>.</p>"
    )
    assert "In Carex we saw 103 cells4 at aw." in jats(body=body)


def test_what_floats_stands_apart_at_the_end() -> None:
    body = """<p>The water <fig><label>Figure 1.</label><caption><p>A ditch.</p></caption></fig>rose<fn><p>In May.</p></fn>
    quickly.</p><table-wrap><table><tr><th><p>Plot</p></th><td>7</td></tr></table></table-wrap><p>It fell.</p>"""
    text = jats(body=body, back="<ack><p>We thank Mx Q.</p></ack>")
    assert "The water rose quickly.\n\nIt fell.\n\nWe thank Mx Q." in text
    assert text.endswith("Figure 1.\n\nA ditch.\n\nIn May.\n\nPlot 7")


def test_reviews_and_reference_lists_are_other_peoples_words() -> None:
    article = make_jats(back="<ref-list><ref><mixed-citation>Cited, A. 2001</mixed-citation></ref></ref-list>")
    article = article.replace(
        "</article>", "<sub-article><body><p>The reviewer doubts it.</p></body></sub-article></article>"
    )
    text = extract_text(article.encode(), "a.xml").text
    assert "Cited, A." not in text and "reviewer" not in text and "Plot 1 held" in text


def test_article_without_body_is_an_abstract() -> None:
    found = extract_text(make_jats(body="", back="<ack><p>Thanks.</p></ack>").encode(), "a.xml")
    assert found.extent is Extent.ABSTRACT
    assert found.text == "Sedges of wet meadows\n\nSedges were counted."


def test_formulas_are_told_once() -> None:
    both = "<alternatives><tex-math>x^2</tex-math><math><mi>x</mi></math></alternatives>"
    assert "So x grew." in jats(body=f"<p>So <inline-formula>{both}</inline-formula> grew.</p>")


def test_version_is_told_where_the_article_says_it() -> None:
    manuscript = make_jats().replace(
        "<title-group>", '<article-id pub-id-type="manuscript">EMS1</article-id><title-group>', 1
    )
    assert extract_text(manuscript.encode(), "a.xml").version == "accepted"
    record = make_jats().replace(
        "<title-group>", '<article-version vocab-term="VoR">x</article-version><title-group>', 1
    )
    assert extract_text(record.encode(), "a.xml").version == "published"


def test_known_entities_are_read_without_the_dtd_and_namespaces_do_no_harm() -> None:
    assert "wet\xa0soil – deep" in jats(body="<p>wet&nbsp;soil &ndash; deep</p>")
    wrapped = "<OAI-PMH xmlns='urn:x'><record><article xmlns='https://jats.nlm.nih.gov/ns/archiving/1.3/'>" \
        "<front><article-meta/></front><body><p>Inside.</p></body></article></record></OAI-PMH>"  # fmt: skip
    assert extract_text(wrapped.encode(), "a.xml").text == "Inside."


def test_no_entity_is_expanded_and_no_file_read() -> None:
    body = "<article><front><article-meta/></front><body><p>Calm. &l3; &f; End.</p></body></article>"
    own = '<!DOCTYPE article [<!ENTITY l3 "ha"><!ENTITY f SYSTEM "file:///etc/hostname">]>'
    assert extract_text((own + body).encode(), "a.xml").text == "Calm. End."
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    bomb = f'<!DOCTYPE article [<!ENTITY l0 "ha">{laughs}<!ENTITY f "&l9;">]>{body}'
    with pytest.raises(ExtractError, match="amplification"):
        extract_text(bomb.encode(), "a.xml")


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (make_jats()[:2000].encode(), "cut.xml"),
        (b"<article>" + b"<sec>" * 100_000, "deep.xml"),
        (b"<?xml version='1.0'?><TEI><text><body><p>No JATS.</p></body></text></TEI>", "tei.xml"),
        (b"<article/>", "empty.xml"),
    ],
)
def test_xml_that_cannot_be_read_is_a_clear_failure(data: bytes, name: str) -> None:
    with pytest.raises(ExtractError, match=name) as caught:
        extract_text(data, name)
    assert caught.value.help


# Web pages


def test_page_gives_its_article_without_menus_and_scripts() -> None:
    found = extract_text(make_page(FILLER, title="Sedges"), "a.html")
    assert "Plot 1 held" in found.text and "Plot 120 held" in found.text
    assert "not text" not in found.text and "Imprint" not in found.text
    assert "\n\n" in found.text


def test_publishers_fields_come_first() -> None:
    head = (
        '<meta name="citation_doi" content="doi:10.5072/Sedge.1"><meta name="citation_title" content="The true title">'
    )
    found = extract_text(make_page(FILLER, head=head, title="The true title | Press"), "a.html")
    assert (found.doi, found.title, found.lang) == ("10.5072/sedge.1", "The true title", "en")


def test_page_is_read_without_trafilatura(monkeypatch: pytest.MonkeyPatch) -> None:
    really = builtins.__import__

    def refuse(name: str, *rest: Any, **more: Any) -> Any:
        if name == "trafilatura":
            raise ImportError(name)
        return really(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", refuse)
    monkeypatch.delitem(sys.modules, "trafilatura", raising=False)
    found = extract_text(make_page(FILLER), "a.html")
    assert "Plot 120 held" in found.text and "not text" not in found.text and "Imprint" not in found.text


def test_deep_and_broken_pages_end() -> None:
    deep = b"<!DOCTYPE html><html><body>" + b"<div>" * 100_000 + b"<p>Deep down.</p>"
    try:
        extract_text(deep, "deep.html")
    except ExtractError as error:
        assert error.help
    assert "kept" in extract_text(b"<!DOCTYPE html><p>kept<b>and</p><table><tr>never closed", "broken.html").text


def test_encoding_of_a_page_is_its_own_word() -> None:
    page = '<html><head><meta charset="iso-8859-1"></head><body><p>Größe der Äste</p></body></html>'
    assert "Größe der Äste" in extract_text(page.encode("latin-1"), "a.html").text
    assert "Größe" in extract_text("<html><body><p>Größe</p></body></html>".encode(), "a.html").text


def test_fragments_lose_their_tags() -> None:
    assert strip_tags("<h4>Background</h4>Sedges &amp; rushes <i>grow</i>.") == "Background\n\nSedges & rushes grow."
    assert strip_tags("  ") == ""


# Word and OpenDocument


def test_docx_is_read_as_with_all_changes_accepted() -> None:
    document = """<w:p><w:r><w:t>The water </w:t></w:r><w:del><w:r><w:delText>never</w:delText></w:r></w:del>
    <w:ins><w:r><w:t>rose</w:t><w:br/><w:t>fast.</w:t></w:r></w:ins></w:p>
    <w:p><w:r><mc:AlternateContent><mc:Choice><w:t>Once.</w:t></mc:Choice><mc:Fallback><w:t>Twice.</w:t></mc:Fallback>
    </mc:AlternateContent><w:instrText>ADDIN ZOTERO</w:instrText></w:r></w:p>"""
    notes = (
        '<w:footnotes xmlns:w="urn:w"><w:footnote><w:p><w:r><w:t>A note.</w:t></w:r></w:p></w:footnote></w:footnotes>'
    )
    core = '<cp xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Sedges</dc:title></cp>'
    found = extract_text(make_docx(document, word__footnotes=notes, docProps__core=core), "a.docx")
    assert found.text == "The water rose fast.\n\nOnce.\n\nA note."
    assert (found.format, found.title) == ("docx", "Sedges")


def test_odt_keeps_notes_apart_and_leaves_comments_out() -> None:
    text = """<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes><text:h>Results</text:h>
    <text:p>The water<text:note><text:note-citation>1</text:note-citation><text:note-body>
    <text:p>In May.</text:p></text:note-body></text:note>
    rose<text:s/>fast<office:annotation><text:p>Really?</text:p></office:annotation>.</text:p>"""
    found = extract_text(make_odt(text, "<dc:title>Sedges</dc:title>"), "a.odt")
    assert found.text == "Results\n\nThe water rose fast.\n\nIn May."
    assert (found.format, found.title) == ("odt", "Sedges")


def test_zip_bombs_are_not_unpacked() -> None:
    bomb = make_zip({"word/document.xml": b"<w>" + b"0" * 30_000_000})
    assert len(bomb) < 100_000
    with pytest.raises(ExtractError, match="unpacks to more than"):
        extract_text(bomb, "a.docx")


@pytest.mark.parametrize("data", [b"PK\x03\x04garbage", make_docx("<w:p/>")[:200], make_zip({"a.txt": "x"})])
def test_archives_that_are_no_documents(data: bytes) -> None:
    with pytest.raises(ExtractError, match=r"a\.docx") as caught:
        extract_text(data, "a.docx")
    assert caught.value.help


# Plain text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1"])
def test_encodings_are_told(encoding: str) -> None:
    text = "Größe der Äste: 3 µm, naïve Schätzung.\r\nZweite Zeile."
    assert extract_text(text.encode(encoding), "a.txt").text == text.replace("\r\n", "\n")


def test_windows_quotation_marks_are_read() -> None:
    assert extract_text("“so” – and so".encode("cp1252"), "a.txt").text == "“so” – and so"


def test_front_matter_comes_off_markdown_and_says_what_it_says() -> None:
    note = '---\ntitle: "Sedges"\ndoi: https://doi.org/10.5072/Sedge.1\nlang: de\n---\n\n# Text\n\nWords.\n'
    found = extract_text(note.encode(), "a.md")
    assert (found.text, found.title, found.doi, found.lang) == ("# Text\n\nWords.\n", "Sedges", "10.5072/sedge.1", "de")
    assert extract_text(note.encode(), "a.txt").text == note


@pytest.mark.parametrize(
    ("line", "generated"), [("generated: true", True), ("ai-generated: false", False), ("by: me", False)]
)
def test_text_that_says_a_machine_wrote_it(line: str, generated: bool) -> None:
    assert extract_text(f"---\n{line}\n---\nWords.".encode(), "a.md").generated is generated


@pytest.mark.parametrize(
    ("data", "name", "said"),
    [
        (b"", "a.pdf", "is empty"),
        (b"   \n", "a.txt", "is empty"),
        (b"no pdf at all", "a.pdf", "is no PDF"),
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 50, "a.pdf", "an image"),
        (b"{\\rtf1 hello}", "a.rtf", "Rich Text"),
        (b"\xd0\xcf\x11\xe0" + b"\x00" * 50, "a.doc", "old Word"),
        (b"\x00\x01\x02\x03" * 50, "a.bin", "unknown format"),
        (b"words\x00\x00\x00words", "a.txt", "is no text"),
        (b"<html><body></body></html>", "a.html", "holds no text"),
        (b"<html>" + b" " * 26_000_000, "a.html", "at most 25 MB"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_files_that_give_no_text(data: bytes, name: str, said: str) -> None:
    with pytest.raises(ExtractError, match=said) as caught:
        extract_text(data, name)
    assert caught.value.help


def test_huge_files_are_refused_before_they_are_parsed() -> None:
    with pytest.raises(ExtractError, match="at most 100 MB"):
        extract_text(b"%PDF-1.7\n" + bytes(100_000_001), "a.pdf")
