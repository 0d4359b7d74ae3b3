"""The section that a passage stands in: the heading above it, in every format that marks headings."""

from __future__ import annotations

import pytest

from citecheck.extract import extract_text
from citecheck.fulltexts.thinness import make_fulltext
from citecheck.quoting import fold_source, match_quotation
from tests.extract.making import make_docx, make_jats, make_odt, make_page

FIRST, SECOND = (
    "The sedges of the first plot were counted twice.",
    "The sedges of the second plot were mown before that.",
)
JATS = make_jats(
    body=f"<p>Nothing stands above this sentence of the body.</p><sec><title>Methods</title><p>{FIRST}</p><sec><title>Plots"
    f" <italic>in wet</italic> meadows</title><p>{SECOND}</p><fig><caption><title>Figure title</title><p>A ditch was drawn here"
    " by a pupil.</p></caption></fig></sec></sec>",
    more="<abstract><title>Summary</title><p>The sedges of both plots are rare.</p></abstract>",
).encode()
STYLES = (
    '<w:styles xmlns:w="urn:w"><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:styleId="Standard"><w:name w:val="Normal"/></w:style></w:styles>'
)
DOCX = make_docx(
    '<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>Methoden</w:t></w:r></w:p>'
    f'<w:p><w:pPr><w:pStyle w:val="Standard"/></w:pPr><w:r><w:t>{FIRST}</w:t></w:r></w:p>'
    '<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>Flächen</w:t></w:r></w:p>'
    f"<w:p><w:r><w:t>{SECOND}</w:t></w:r></w:p>",
    word__styles=STYLES,
)
ODT = make_odt(
    f"<text:h>Methods</text:h><text:p>{FIRST}</text:p><text:h>Plots</text:h><text:p>{SECOND}</text:p>",
)
PAGE = make_page([FIRST]).replace(b"</article>", f"<h2>Plots</h2><p>{SECOND}</p></article>".encode())
MARKDOWN = f"Methods\n=======\n\n{FIRST}\n\n## Plots *in wet* meadows ##\n\n{SECOND}\n".encode()
TEXT = f"2. Methods\n\n{FIRST}\n\nRESULTS\n{SECOND}\n".encode()


@pytest.mark.parametrize(
    ("data", "name", "first", "second"),
    [
        (JATS, "a.xml", "Methods", "Plots in wet meadows"),
        (DOCX, "a.docx", "Methoden", "Flächen"),
        (ODT, "a.odt", "Methods", "Plots"),
        (PAGE, "a.html", "A page", "Plots"),
        (MARKDOWN, "a.md", "Methods", "Plots in wet meadows"),
        (TEXT, "a.txt", "2. Methods", "RESULTS"),
    ],
)
def test_a_passage_has_the_heading_above_it(data: bytes, name: str, first: str, second: str) -> None:
    source = fold_source(make_fulltext("a", extract_text(data, name), origin="file"))
    sections = [match_quotation(each, source).passages[0].section for each in (FIRST, SECOND)]
    assert sections == [first, second]


@pytest.mark.parametrize(
    ("exact", "section"),
    [
        ("The sedges of both plots are rare", "Summary"),
        ("Nothing stands above this sentence of the body", ""),
        ("A ditch was drawn here by a pupil", ""),
    ],
)
def test_what_stands_under_no_heading_has_none(exact: str, section: str) -> None:
    source = fold_source(make_fulltext("a", extract_text(JATS, "a.xml"), origin="file"))
    assert match_quotation(exact, source).passages[0].section == section


def test_a_heading_that_occurs_twice_is_placed_twice() -> None:
    body = "".join(f"<sec><title>Results</title><p>Sedge {at} was rare there.</p></sec>" for at in range(3))
    found = extract_text(make_jats(body=body).encode(), "a.xml")
    assert [found.text[at : at + len(name)] for at, name in found.sections] == ["Results"] * 3
