"""Measure how long a 20-page PDF takes: the first one, which starts the worker, and the next ones, which find it warm.

Beside it, pypdfium2 in the process itself, without the worker's protection; and JATS and HTML of the same text. The PDF is
made here, by PDF's own syntax.
"""

from __future__ import annotations

import html
import io
import time
from collections.abc import Callable

import pypdfium2

from citecheck.extract import extract_text

PAGES, LINES, TRIES = 20, 60, 7
AIM = 0.3
"""Seconds that a warm worker may take for 20 pages: a hundred cited papers are then read in half a minute."""
WORDS = "the water meadow held sedges and rushes when the ditch stood high in a wet year of many floods".split()


def main() -> None:
    """Measure, print, and fail where the aim is missed."""
    pages = [[make_line(page * LINES + line) for line in range(LINES)] for page in range(PAGES)]
    pdf = make_pdf(pages)
    paragraphs = [html.escape(" ".join(lines)) for lines in pages]
    body = "".join(f"<p>{each}</p>" for each in paragraphs)
    jats = f"<article><front><article-meta/></front><body>{body}</body></article>".encode()
    page = f"<!DOCTYPE html><html><body><main>{body}</main></body></html>".encode()
    cold = timed(lambda: extract_text(pdf, "a.pdf"))
    rows = [
        ("PDF, warm worker", best(lambda: extract_text(pdf, "a.pdf"))),
        ("PDF, cold worker", cold),
        ("PDF, first page only", best(lambda: extract_text(pdf, "a.pdf", head=True))),
        ("pypdfium2 without a worker", best(lambda: read_unprotected(pdf))),
        ("JATS", best(lambda: extract_text(jats, "a.xml"))),
        ("HTML", best(lambda: extract_text(page, "a.html"))),
    ]
    letters = len(extract_text(pdf, "a.pdf").text)
    print(f"Extraction of {PAGES} pages, {letters:,} characters, {len(pdf) / 1e3:.0f} kB of PDF; best of {TRIES}")
    print(f"  {'':34}{'seconds':>9}{'ratio':>8}")
    for name, seconds in rows:
        print(f"  {name:34}{seconds:>9.4f}{seconds / rows[0][1]:>8.2f}")
    if rows[0][1] > AIM:
        raise SystemExit(f"warm worker: {rows[0][1]:.3f} s, more than {AIM} s")


def make_line(number: int) -> str:
    """Give a line of some 85 letters, different from all others."""
    return " ".join(WORDS[(number + place * (number % 7 + 1)) % len(WORDS)] for place in range(17)) + f" {number}"


def make_pdf(pages: list[list[str]]) -> bytes:
    """Write a PDF with a line of text for each string."""
    kids = b" ".join(b"%d 0 R" % (5 + 2 * number) for number in range(len(pages)))
    bodies = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(pages)),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>",
    ]
    for lines in pages:
        shown = b" T* ".join(b"(%s) Tj" % line.encode() for line in lines)
        stream = b"BT /F1 9 Tf 12 TL 40 800 Td %s ET" % shown
        bodies.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        bodies.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % len(bodies)
        )
    out, places = io.BytesIO(), []
    out.write(b"%PDF-1.4\n")
    for number, body in enumerate(bodies, start=1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(bodies) + 1))
    out.writelines(b"%010d 00000 n \n" % place for place in places)
    out.write(b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(bodies) + 1, start))
    return out.getvalue()


def read_unprotected(pdf: bytes) -> str:
    """Read the PDF in this process."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return "\n".join(document.get_page(number).get_textpage().get_text_range() for number in range(len(document)))
    finally:
        document.close()


def timed(work: Callable[[], object]) -> float:
    """Give the seconds that a piece of work takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def best(work: Callable[[], object]) -> float:
    """Give the best of several times."""
    return min(timed(work) for _ in range(TRIES))


if __name__ == "__main__":
    main()
