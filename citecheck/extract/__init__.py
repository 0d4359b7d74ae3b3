"""Extracting: the bytes of a source's file become pages of plain text.

The format is told by content first, by the file's name second: a log-in page saved as `paper.pdf` is HTML. Everything here
may come from a stranger, so sizes, depth and time are bounded, nothing is fetched, no entity is expanded, and a PDF is
opened in a process of its own.
"""

from __future__ import annotations

from citecheck.errors import ExtractError
from citecheck.extract.extracted import Extracted
from citecheck.extract.formats import Format, tell_format

__all__ = ["ExtractError", "Extracted", "Format", "extract_text", "tell_format"]

MOST_BYTES = 100_000_000
"""A file longer than this is not read; theses with pictures stay below it."""
MOST_MARKUP_BYTES = 25_000_000
"""Markup grows tenfold in memory when parsed, and the longest articles in JATS have 5 MB."""
HEAD = 5_000
"""Characters that count as the head of a text without pages: title, authors and abstract stand there."""


def extract_text(data: bytes, name: str, *, head: bool = False) -> Extracted:
    """Give the text of a file's bytes; `name` is the file's name, which tells the format where the content does not.

    With `head`, only as much as a first page: enough to tell what the file is.

    Raises:
        ExtractError: the file gives no text; the message says why, `help` what to do.
    """
    format = tell_format(data, name)
    most = MOST_BYTES if format in (Format.PDF, Format.DOCX, Format.ODT) else MOST_MARKUP_BYTES
    if len(data) > most:
        raise ExtractError(
            f"{name}: {len(data) / 1e6:.0f} MB; at most {most / 1e6:.0f} MB are read.", help="Give a smaller copy."
        )
    found = _read(data, name, format, head=head)
    if not found.text.strip():
        raise ExtractError(f"{name}: holds no text.", help="Give a copy that holds the text.")
    return found


def _read(data: bytes, name: str, format: Format, *, head: bool) -> Extracted:
    """Hand the bytes to the format's own reader; each is imported only where it is needed."""
    match format:
        case Format.PDF:
            from citecheck.extract.pdf import read_pdf

            return read_pdf(data, name, most_pages=1 if head else 0)
        case Format.JATS:
            from citecheck.extract.jats import read_jats

            return read_jats(data, name)
        case Format.HTML:
            from citecheck.extract.html import read_html

            return read_html(data, name)
        case Format.DOCX:
            from citecheck.extract.word import read_docx

            return read_docx(data, name)
        case Format.ODT:
            from citecheck.extract.word import read_odt

            return read_odt(data, name)
        case Format.MARKDOWN | Format.TEXT:
            from citecheck.extract.plain import read_plain

            return read_plain(data, name, format)
