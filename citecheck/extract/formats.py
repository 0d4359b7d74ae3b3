"""Telling formats: by the first bytes, and where they do not tell, by the name."""

from __future__ import annotations

import io
import re
import zipfile
from enum import StrEnum
from pathlib import PurePath

from citecheck.errors import ExtractError

_START = 4096
"""Bytes at the start in which a format shows: a PDF may have 1,024 of something else before it (PDF 1.7, annex H)."""


class Format(StrEnum):
    """The formats that are read."""

    PDF = "pdf"
    JATS = "jats"
    HTML = "html"
    DOCX = "docx"
    ODT = "odt"
    MARKDOWN = "markdown"
    TEXT = "text"


BY_SUFFIX = {
    ".pdf": Format.PDF,
    ".xml": Format.JATS,
    ".nxml": Format.JATS,
    ".jats": Format.JATS,
    ".html": Format.HTML,
    ".htm": Format.HTML,
    ".xhtml": Format.HTML,
    ".docx": Format.DOCX,
    ".odt": Format.ODT,
    ".md": Format.MARKDOWN,
    ".markdown": Format.MARKDOWN,
    ".txt": Format.TEXT,
    ".text": Format.TEXT,
}
_UNREAD = (
    (b"{\\rtf", "Rich Text"),
    (b"\xd0\xcf\x11\xe0", "an old Word or Office file"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
    (b"II*\x00", "an image"),
    (b"MM\x00*", "an image"),
    (b"\x1f\x8b", "compressed"),
    (b"7z\xbc\xaf", "compressed"),
    (b"Rar!", "compressed"),
    (b"%!PS", "PostScript"),
    (b"AT&TFORM", "DjVu"),
)
_HTML = re.compile(rb"<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>]|<meta\s", re.IGNORECASE)
_XHTML = re.compile(rb"<!doctype\s+html|<html[\s>]", re.IGNORECASE)
_BARE_ARTICLE = re.compile(rb"<article[\s>]")
_JATS = re.compile(rb"<(?:\w+:)?article[\s>]|<!DOCTYPE\s+(?:\w+:)?article\b|<pmc-articleset|<OAI-PMH[\s>]")


def tell_format(data: bytes, name: str) -> Format:
    """Tell the format of a file.

    Raises:
        ExtractError: it is empty, or of a format that is not read.
    """
    start = data[:_START].lstrip(b"\xef\xbb\xbf \t\r\n")
    by_name = BY_SUFFIX.get(PurePath(name).suffix.lower())
    if not start:
        raise ExtractError(f"{name}: is empty.", help="Fetch the file again.")
    if b"%PDF-" in data[:1024]:
        return Format.PDF
    if start.startswith(b"PK\x03\x04"):
        return _tell_zipped(data, name)
    for mark, kind in _UNREAD:
        if start.startswith(mark):
            raise ExtractError(f"{name}: {kind}, which is not read.", help="Give a PDF, HTML, JATS, docx or text copy.")
    if start.startswith(b"<"):
        return _tell_markup(start, by_name)
    if by_name is Format.PDF:
        raise ExtractError(f"{name}: is no PDF, whatever its name says.", help="Fetch the file again.")
    if by_name in (Format.JATS, Format.DOCX, Format.ODT):
        raise ExtractError(f"{name}: the content does not fit the name.", help="Fetch the file again.")
    if by_name is None and b"\x00" in start and not start.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ExtractError(f"{name}: of an unknown format.", help="Give a PDF, HTML, JATS, docx or text copy.")
    return by_name or Format.TEXT


def _tell_markup(start: bytes, by_name: Format | None) -> Format:
    html, jats = (_XHTML if start.startswith(b"<?xml") else _HTML).search(start), _JATS.search(start)
    if jats and not (html and html.start() < jats.start()):  # `<article>` is a tag of HTML too
        return Format.HTML if by_name is Format.HTML and _BARE_ARTICLE.match(start) else Format.JATS
    if html:
        return Format.HTML
    if start.startswith(b"<?xml"):
        return Format.JATS  # whose reader says what it is not
    return by_name if by_name in (Format.MARKDOWN, Format.TEXT, Format.JATS) else Format.HTML


def _tell_zipped(data: bytes, name: str) -> Format:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = set(archive.namelist())
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise ExtractError(f"{name}: cut or damaged.", help="Fetch the file again.") from error
    if "word/document.xml" in members:
        return Format.DOCX
    if "content.xml" in members and "META-INF/manifest.xml" in members:
        return Format.ODT
    raise ExtractError(f"{name}: an archive that is no docx or odt.", help="Unpack it, and give the file in it.")
