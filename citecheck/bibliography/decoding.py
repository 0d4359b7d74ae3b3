"""Bytes to text: a bibliography's encoding found without reading it twice, and what is no text refused.

UTF-8 is read strictly, and each byte that is none is read as Windows-1252: that reads old Latin-1 files whole, and a UTF-8
file with one foreign line without harm to the others.
"""

from __future__ import annotations

import codecs
import io
import re
from pathlib import Path
from typing import IO

from citecheck.errors import BibliographyError

HEAD_BYTES = 65_536
"""What is looked at to tell the kind of a file: the header of any export is shorter."""
BINARY_SHARE = 0.001
"""Share of NUL bytes from which a file is binary; a stray NUL in a text is only dropped."""
WIDE = ("utf-16", "utf-32")
STRAY = 3
"""NUL bytes that any text may hold, however short it is; a Latin text of ten characters, as UTF-16, has more."""
_FOREIGN = "citecheck.windows-1252"
_SIGNATURES = {
    b"PK\x03\x04": "a ZIP archive or an Office file",
    b"%PDF": "a PDF",
    b"\x1f\x8b": "a gzip archive",
    b"\x89PNG": "a picture",
    b"\xd0\xcf\x11\xe0": "an old Office file",
    b"SQLite format 3": "a database",
    b"7z\xbc\xaf": "a 7z archive",
    b"BZh": "a bzip2 archive",
}
_HTML = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.S
)
EXPORT = "Export the library again, as BibTeX, CSL JSON, RIS or CSV."


def _read_foreign(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    raw = error.object[error.start : error.end]
    text = "".join(bytes((each,)).decode("cp1252", "ignore") or chr(each) for each in raw)
    return text, error.end


codecs.register_error(_FOREIGN, _read_foreign)


def open_text(path: Path) -> tuple[IO[str], str]:
    """Open a file as text, line ends made `\\n`, and give its first part too.

    Raises:
        BibliographyError: the file is missing, a folder, binary or a web page.
    """
    try:
        stream = path.open("rb")
    except OSError as error:
        raise BibliographyError(f"{path}: {_reason(path, error)}.", help="Check the path.") from error
    try:
        head = stream.read(HEAD_BYTES)
        encoding = _encoding_of(path, head)
        text = head.decode(encoding, "ignore" if encoding.startswith(WIDE) else _FOREIGN).removeprefix("\ufeff")
        if _HTML.match(text):
            raise BibliographyError(
                f"{path}: this is a web page, not a bibliography.",
                help="The download may have failed: open the file in a browser to see what the page says.",
            )
        stream.seek(0)
    except OSError as error:
        stream.close()
        raise BibliographyError(f"{path}: {error.strerror or error}.", help="Check the file.") from error
    except BibliographyError:
        stream.close()
        raise
    errors = "replace" if encoding.startswith(WIDE) else _FOREIGN
    return io.TextIOWrapper(stream, encoding=encoding, errors=errors), text.replace("\r\n", "\n").replace("\r", "\n")


def find_foreign_line(path: Path) -> int | None:
    """Give the first line, of a file's first part, that is not UTF-8 and so was read as Windows-1252."""
    with path.open("rb") as stream:
        head = stream.read(HEAD_BYTES)
    if _encoding_of(path, head) != "utf-8-sig":
        return None
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)  # a character cut at the end of the part is none foreign
    except UnicodeDecodeError as error:
        return head.count(b"\n", 0, error.start) + 1
    return None


def _reason(path: Path, error: OSError) -> str:
    if path.is_dir():
        return "this is a folder"
    return "there is no such file" if isinstance(error, FileNotFoundError) else (error.strerror or str(error))


def _encoding_of(path: Path, head: bytes) -> str:
    if head.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32"
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    for signature, name in _SIGNATURES.items():
        if head.startswith(signature):
            raise BibliographyError(f"{path}: this is {name}, not a bibliography.", help=EXPORT)
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if even + odd > max(STRAY, BINARY_SHARE * len(head)):
        # Text in a Latin script, as UTF-16 without its mark, has a NUL in nearly every second byte.
        if odd > 0.35 * len(head) and even < 0.05 * len(head):
            return "utf-16-le"
        if even > 0.35 * len(head) and odd < 0.05 * len(head):
            return "utf-16-be"
        raise BibliographyError(f"{path}: this is a binary file, not a bibliography.", help=EXPORT)
    return "utf-8-sig"
