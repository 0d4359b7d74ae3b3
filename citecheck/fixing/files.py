"""A bibliography's bytes, and the way there and back: encoding, mark and line ends come out as they went in."""

from __future__ import annotations

import codecs
import os
import re
import shutil
import tempfile
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from citecheck.bibliography.decoding import open_text
from citecheck.errors import BibliographyError
from citecheck.rewriting import Replacement, replace_all

MOST_BYTES = 300_000_000
"""Bytes of a file that is rewritten: it is held in memory several times over."""
_MARK = "\ufeff"
_RETURN = re.compile(r"\r\n?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file's bytes, its text, and the text as the readers see it."""

    path: Path
    content: bytes
    encoding: str
    whole: str
    """Decoded, with mark and line ends; bytes that are no text are kept as surrogates."""
    text: str
    """Without mark, line ends made `\\n`."""

    def rewrite(self, replacements: Iterable[Replacement]) -> bytes:
        """Give the bytes with spans of `text` replaced, in the file's own encoding and line ends."""
        shift = len(_MARK) if self.whole.startswith(_MARK) else 0
        # where, in `text`, two characters became one
        breaks = [each.start() - shift - gone for gone, each in enumerate(re.finditer("\r\n", self.whole))]
        newline = "\r\n" if 2 * len(breaks) > self.text.count("\n") else "\r" if "\r" in _rest(self.whole) else "\n"

        def back(place: int) -> int:
            return place + bisect_left(breaks, place) + shift

        moved = (
            Replacement(start=back(each.start), end=back(each.end), new=each.new.replace("\n", newline))
            for each in replacements
        )
        return replace_all(self.whole, moved).encode(
            self.encoding, "surrogateescape" if self.encoding == "utf-8" else "strict"
        )


def _rest(whole: str) -> str:
    return "\r" if re.search(r"\r(?!\n)", whole) and not re.search(r"(?<!\r)\n", whole) else ""


def read_source(path: Path) -> Source:
    """Read a bibliography whole.

    Raises:
        BibliographyError: it cannot be read, is binary or too large, or holds what would not come out as it went in.
    """
    stream, _ = open_text(path)
    stream.close()
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BibliographyError(f"{path}: the file is too large to rewrite.", help="Split it, and fix the parts.")
        content = path.read_bytes()
    except OSError as error:
        raise BibliographyError(f"{path}: {error.strerror or error}.", help="Check the file.") from error
    encoding = "utf-8"
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16-le" if content.startswith(codecs.BOM_UTF16_LE) else "utf-16-be"
    try:
        whole = content.decode(encoding, "surrogateescape" if encoding == "utf-8" else "strict")
        comes_back = whole.encode(encoding, "surrogateescape" if encoding == "utf-8" else "strict") == content
    except UnicodeError:
        whole, comes_back = "", False
    if not comes_back or "\0" in whole:
        raise BibliographyError(
            f"{path}: the file holds bytes that are no text.",
            help="Save it as UTF-8, and run again; nothing was written.",
        )
    text = _RETURN.sub("\n", whole.removeprefix(_MARK))
    return Source(path=path, content=content, encoding=encoding, whole=whole, text=text)


def write_fixed(source: Source, fixed: bytes, target: Path) -> None:
    """Write a file so that it is there whole or not at all; one that was changed meanwhile is not overwritten.

    Raises:
        BibliographyError: the file cannot be written, or is no longer the one that was read.
    """
    target = target.resolve()
    part = ""
    try:
        descriptor, part = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
        with os.fdopen(descriptor, "wb") as file:
            file.write(fixed)
            file.flush()
            os.fsync(file.fileno())
        like = target if target.exists() else source.path
        shutil.copymode(like, part)
        if target == source.path.resolve() and target.read_bytes() != source.content:
            raise BibliographyError(
                f"{source.path}: the file was changed while it was checked; nothing was written.", help="Run again."
            )
        Path(part).replace(target)
        part = ""
    except OSError as error:
        raise BibliographyError(
            f"{target}: {error.strerror or error}; nothing was written.", help="Check the folder and its permissions."
        ) from error
    finally:
        if part:
            Path(part).unlink(missing_ok=True)
