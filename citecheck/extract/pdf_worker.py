"""The process that opens PDFs: reads one after another from standard input, answers on standard output, and does nothing else.

PDFium is a large C++ library, and a PDF may come from a stranger. So it runs here, with limits on memory, open files and
files written, without the caller's environment; the caller ends it when it takes too long. A message is eight bytes of
length and as many of content: a JSON line of wishes and the PDF on the way in, JSON on the way out.

This file is run by its path and imports nothing of citecheck, so that it starts fast and knows nothing.
"""

from __future__ import annotations

import json
import struct
import sys
from typing import Any, BinaryIO

LENGTH = struct.Struct(">Q")
MOST_MEMORY = 2_000_000_000
"""Bytes of address space: a 500-page atlas takes a quarter; Python and PDFium reserve 300 MB before the first page."""
MOST_PAGES = 5_000
MOST_CHARACTERS = 20_000_000
"""Characters of text: a dozen bibles."""
HYPHEN = ("\x02", "\ufffe")
"""What PDFium puts for a hyphen at a line's end, joining the lines; older versions have the second."""


def main() -> None:
    """Answer until nothing more comes."""
    limit_process()
    source, target = sys.stdin.buffer, sys.stdout.buffer
    while message := receive(source):
        wishes, _, data = message.partition(b"\n")
        answer = json.dumps(answer_one(data, json.loads(wishes))).encode("ascii")
        target.write(LENGTH.pack(len(answer)) + answer)
        target.flush()


def receive(source: BinaryIO) -> bytes:
    """Read one message; empty at the end."""
    head = source.read(LENGTH.size)
    return source.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else b""


def limit_process() -> None:
    """Take away what reading a PDF does not need; where the system knows no such limits, time alone bounds it."""
    try:
        import resource
    except ImportError:
        return
    for name, limit in (("RLIMIT_AS", MOST_MEMORY), ("RLIMIT_FSIZE", 0), ("RLIMIT_CORE", 0), ("RLIMIT_NPROC", 0)):
        kind = getattr(resource, name, None)
        if kind is not None:
            try:
                resource.setrlimit(kind, (limit, limit))
            except (ValueError, OSError):
                continue


def answer_one(data: bytes, wishes: dict[str, Any]) -> dict[str, Any]:
    """Read one PDF; trouble is an answer too."""
    try:
        return read(data, most_pages=int(wishes.get("most_pages") or MOST_PAGES))
    except ImportError:
        return {"error": "absent"}
    except MemoryError:
        return {"error": "memory"}
    except Exception as error:
        word = str(error).casefold()
        return {"error": "encrypted" if "password" in word or "security" in word else "damaged", "detail": str(error)}


def read(data: bytes, *, most_pages: int) -> dict[str, Any]:
    """Give the text of each page, which pages hold pictures only, and the document's own fields."""
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    try:
        pages: list[str] = []
        length, broken = 0, []
        for number in range(min(len(document), most_pages, MOST_PAGES)):
            try:
                text = read_page(document, number)
            except pypdfium2.PdfiumError:
                text = ""
                broken.append(number + 1)
            length += len(text)
            if length > MOST_CHARACTERS:
                return {"error": "long"}
            pages.append(text)
        fields = {name: value[:2000] for name, value in document.get_metadata_dict(skip_empty=True).items()}
        return {"pages": pages, "count": len(document), "broken": broken, "fields": fields}
    finally:
        document.close()


def read_page(document: Any, number: int) -> str:
    """Give one page's text, with the hyphens at line ends put back."""
    page = document.get_page(number)
    try:
        textpage = page.get_textpage()
        try:
            text = str(textpage.get_text_range(errors="replace"))
        finally:
            textpage.close()
    finally:
        page.close()
    for each in HYPHEN:
        text = text.replace(each, "-\n")
    return text


if __name__ == "__main__":
    main()
