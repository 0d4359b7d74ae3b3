"""Documents that are zip archives: opened within bounds, and what is wrong with one said plainly."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from xml.etree import ElementTree

from citecheck.errors import UnreadableManuscript
from citecheck.manuscript.readers.cited_works import parse_xml

MOST_UNPACKED = 100_000_000
"""Bytes of one part: a zip may hold far more than it weighs, and the text of the longest book in Word has some 30 MB."""
MOST_IN_ALL = 2_000_000_000
"""Bytes of all parts, pictures among them."""
_BODIES = {"docx": "word/document.xml", "odt": "content.xml"}


class Zipped:
    """A document's archive, held in memory."""

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        try:
            self._file = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
            raise UnreadableManuscript(f"{name}: is cut or damaged.", help="Save the document again.") from error
        self.parts = frozenset(self._file.namelist())
        if sum(each.file_size for each in self._file.infolist()) > MOST_IN_ALL:
            raise UnreadableManuscript(
                f"{name}: unpacks to more than {MOST_IN_ALL / 1e6:,.0f} MB.", help="Take pictures out of it."
            )

    def check(self, format: str) -> None:
        """Make sure that the document's text is there and can be read.

        Raises:
            UnreadableManuscript: it cannot; the message says why.
        """
        body = _BODIES[format]
        if body not in self.parts:
            raise UnreadableManuscript(
                f"{self.name}: is an archive without {body}, so it is no {format}.", help="Save the document again."
            )
        data = self.read(body)
        if b"<!ENTITY" in data or b"<!DOCTYPE" in data[:2000]:
            raise UnreadableManuscript(
                f"{self.name}: {body} declares a document type or entities, which are not expanded.",
                help="Open it in its program and save it again.",
            )
        if parse_xml(data) is None:
            raise UnreadableManuscript(f"{self.name}: {body} is not XML.", help="Save the document again.")

    def read(self, part: str) -> bytes:
        """Unpack a part."""
        try:
            with self._file.open(part) as file:
                data = file.read(MOST_UNPACKED + 1)
        except RuntimeError as error:
            raise UnreadableManuscript(f"{self.name}: is encrypted.", help="Save it without a password.") from error
        except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, OSError, NotImplementedError, ValueError) as error:
            raise UnreadableManuscript(f"{self.name}: is cut or damaged.", help="Save the document again.") from error
        if len(data) > MOST_UNPACKED:
            most = f"{MOST_UNPACKED / 1e6:.0f} MB"
            raise UnreadableManuscript(
                f"{self.name}: {part} unpacks to more than {most}.", help="Check its chapters one by one."
            )
        return data

    def replace(self, changed: Mapping[str, bytes]) -> bytes:
        """Give the archive with some parts replaced, pictures left out."""
        written = io.BytesIO()
        with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as file:
            for name in self._file.namelist():
                if name in changed or name.endswith((".xml", ".rels", ".rdf", "mimetype")):
                    file.writestr(name, changed[name] if name in changed else self.read(name))
        return written.getvalue()

    def parse(self, part: str) -> ElementTree.Element | None:
        """Parse a part that is XML; None when it is absent or broken: the text can be read without it."""
        if part not in self.parts:
            return None
        try:
            return parse_xml(self.read(part))
        except UnreadableManuscript:
            return None
