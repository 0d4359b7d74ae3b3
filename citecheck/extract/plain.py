"""Plain text and Markdown: bytes are decoded, and front matter comes off.

A byte order mark tells; then UTF-8, strictly; then UTF-16 by its zeros; what is left is Windows-1252, in which every byte of
a Latin-1 text has its meaning.
"""

from __future__ import annotations

import codecs
import re

from citecheck.errors import ExtractError
from citecheck.extract.extracted import Extracted, clean
from citecheck.extract.formats import Format
from citecheck.identifiers import Kind, parse_identifier

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
MANY_ZEROS = 0.2
"""Share of zero bytes on one side from which a text is UTF-16: Latin scripts have nearly a half, no other text any."""
_FRONT = re.compile(r"---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_FIELD = re.compile(r"^([A-Za-z][\w-]*)[ \t]*:[ \t]*(.*?)[ \t]*$", re.MULTILINE)
MADE_BY_MACHINE = frozenset(("generated", "ai-generated", "ai_generated", "generated-by", "generated_by", "summarised-by",
                             "summarized-by", "summarized_by", "ai-summary"))  # fmt: skip
"""Fields of front matter by which a note says that a machine wrote it: no such text is a source's own words."""
_NO = frozenset(("", "false", "no", "none", "null", "off", "0", "human"))


def read_plain(data: bytes, name: str, format: Format = Format.TEXT) -> Extracted:
    """Read plain text, or Markdown without its front matter."""
    text = clean(decode(data, name))
    fields: dict[str, str] = {}
    if format is Format.MARKDOWN and (front := _FRONT.match(text)):
        fields = {each[1].lower(): each[2].strip("\"'") for each in _FIELD.finditer(front[1])}
        text = text[front.end() :].lstrip("\n")
    doi = parse_identifier(fields.get("doi", ""), Kind.DOI)
    return Extracted(
        text=text,
        format=format.value,
        title=fields.get("title", ""),
        doi=doi.value if doi else "",
        lang=fields.get("lang", ""),
        generated=any(fields[each].casefold() not in _NO for each in MADE_BY_MACHINE & fields.keys()),
    )


def decode(data: bytes, name: str = "") -> str:
    """Decode bytes of an unknown encoding.

    Raises:
        ExtractError: they are no text.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    if b"\x00" not in data:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            return data.decode("cp1252", "replace") if _has_cp1252(data) else data.decode("latin-1")
    even, odd = data[0::2].count(0), data[1::2].count(0)
    if max(even, odd) >= MANY_ZEROS * len(data) / 2 and min(even, odd) < max(even, odd) / 10:
        return data.decode("utf-16-be" if even > odd else "utf-16-le", "replace")
    raise ExtractError(f"{name}: is no text.", help="Give a PDF, HTML, JATS, docx or text copy.")


def _has_cp1252(data: bytes) -> bool:
    """Do the bytes that Latin-1 leaves empty stand for dashes and quotation marks?"""
    return not re.search(rb"[\x81\x8d\x8f\x90\x9d]", data)
