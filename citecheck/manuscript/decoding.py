"""Turn the bytes of a manuscript into text, saying so when that took a guess."""

from __future__ import annotations

import codecs

from citecheck.errors import UnreadableManuscript
from citecheck.records import Place, Problem


def decode_manuscript(data: bytes, path: str = "") -> tuple[str, tuple[Problem, ...]]:
    """Decode UTF-8, or UTF-16 with its mark, or else Windows-1252 with a problem noted.

    Raises:
        UnreadableManuscript: the bytes are no text.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            return data.decode("utf-16"), ()
        except UnicodeDecodeError as error:
            raise UnreadableManuscript(f"{path}: broken UTF-16.", help="Save the file as UTF-8.") from error
    if b"\0" in data:
        raise UnreadableManuscript(
            f"{path}: this is not text (it holds NUL bytes).",
            help="Name the format with --format, or save the document as Markdown or docx.",
        )
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = Problem(
            rule="unreadable-part",
            message=f"Byte {data[error.start]:#04x} is not UTF-8; the file was read as Windows-1252.",
            place=Place(path=path, line=line),
            help="Save the file as UTF-8.",
        )
        return data.decode("cp1252", errors="replace"), (problem,)
