"""Files made by the tests themselves: small PDFs by hand, JATS, web pages, Word and OpenDocument files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence

FILLER = [
    f"Plot {number} held {number * 3 % 17} sedges and {number * 7 % 11} rushes when the water stood at {number} cm."
    for number in range(1, 121)
]
"""Sentences enough for a text that is not thin."""
BODY = "".join(f"<p>{each}</p>" for each in FILLER)


def make_pdf(
    pages: Sequence[Sequence[str]], *, info: Mapping[str, str] | None = None, encrypted: bool = False
) -> bytes:
    """Write a PDF with one line of text for each string; a page without lines holds none."""
    objects: list[bytes] = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    kids = []
    for lines in pages:
        shown = b" T* ".join(b"(" + _escape(line) + b") Tj" for line in lines)
        stream = b"BT /F1 10 Tf 12 TL 40 800 Td " + shown + b" ET"
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % len(objects)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join(kids), len(kids))
    trailer = b"/Root 1 0 R"
    if info:
        objects.append(
            b"<< " + b" ".join(b"/%s (%s)" % (name.encode(), _escape(text)) for name, text in info.items()) + b" >>"
        )
        trailer += b" /Info %d 0 R" % len(objects)
    if encrypted:
        objects.append(b"<< /Filter /Standard /V 1 /R 2 /P -4 /O <%s> /U <%s> >>" % (b"41" * 32, b"42" * 32))
        trailer += b" /Encrypt %d 0 R /ID [<%s> <%s>]" % (len(objects), b"43" * 16, b"43" * 16)
    return _write_objects(objects, trailer)


def _write_objects(objects: Sequence[bytes], trailer: bytes) -> bytes:
    out = io.BytesIO(b"")
    out.write(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    out.writelines(b"%010d 00000 n \n" % place for place in places)
    out.write(b"trailer << /Size %d %s >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, trailer, start))
    return out.getvalue()


def _escape(text: str) -> bytes:
    return text.encode("latin-1").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def make_article_pdf(title: str, *, doi: str = "", pages: int = 3, info: Mapping[str, str] | None = None) -> bytes:
    """Write a PDF that looks like an article and is long enough to be one."""
    head = [title, "A. Reader and B. Writer", *([f"https://doi.org/{doi}"] if doi else [])]
    return make_pdf([[*head, *FILLER[:40]], *([FILLER[40:100]] * (pages - 1))], info=info)


def make_jats(
    title: str = "Sedges of wet meadows",
    *,
    doi: str = "10.5072/sedge.1",
    body: str = BODY,
    more: str = "",
    back: str = "",
) -> str:
    """Write an article in JATS as Europe PMC gives it, with its document type."""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Archiving DTD v1.3//EN" "JATS-archivearticle1-3.dtd">
<article xmlns:xlink="http://www.w3.org/1999/xlink" article-type="research-article" xml:lang="en">
<front><article-meta><article-id pub-id-type="doi">{doi}</article-id>
<title-group><article-title>{title}</article-title></title-group>
<permissions><license xlink:href="https://creativecommons.org/licenses/by/4.0/"><license-p>Open.</license-p></license></permissions>
<abstract><p>Sedges were counted.</p></abstract>{more}</article-meta></front>
{f"<body>{body}</body>" if body else ""}<back>{back}</back></article>"""


def make_page(paragraphs: Sequence[str], *, head: str = "", title: str = "A page") -> bytes:
    """Write a web page with menus around an article."""
    text = "".join(f"<p>{each}</p>" for each in paragraphs)
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>{head}
<script>var p = "<p>not text</p>";</script></head><body><nav><ul><li>Home</li><li>Journals</li></ul></nav>
<main><article><h1>{title}</h1>{text}</article></main><footer>Imprint of the press</footer></body></html>""".encode()


def make_docx(document: str, **members: str) -> bytes:
    """Write a Word file from the inside of its body; further members by name, `__` for a slash."""
    namespaces = (
        'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
        'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    )
    parts = {
        "[Content_Types].xml": "<Types/>",
        "word/document.xml": f"<w:document {namespaces}><w:body>{document}</w:body></w:document>",
    }
    parts |= {f"{name.replace('__', '/')}.xml": text for name, text in members.items()}
    return make_zip(parts)


def make_odt(text: str, meta: str = "") -> bytes:
    """Write an OpenDocument text from the inside of its body."""
    names = (
        'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"'
    )
    return make_zip(
        {
            "META-INF/manifest.xml": "<manifest/>",
            "content.xml": f"<office:document-content {names}><office:body><office:text>{text}</office:text></office:body>"
            "</office:document-content>",
            "meta.xml": f"<office:document-meta {names}><office:meta>{meta}</office:meta></office:document-meta>",
        }
    )


def make_zip(members: Mapping[str, str | bytes]) -> bytes:
    """Write a zip archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()
