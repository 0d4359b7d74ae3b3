"""CSL JSON, Better BibTeX's JSON and lines of JSON, read one object at a time so that a library of any size fits."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import IO

from citecheck.bibliography.csl import describe_csl
from citecheck.bibliography.describing import RAW_LIMIT, report_unreadable, shorten
from citecheck.identifiers import find_identifiers
from citecheck.records import Place, Problem, Reference

LIMIT = 2_000_000
"""Characters of the longest object: an author list of five thousand names takes a fifth."""
WINDOW = 32_768
"""Characters tried first: nearly every object is shorter."""
DEPTH = 64
"""Objects within objects; CSL has four."""
_LISTS = re.compile(r'"(?:items|references|bibliography|data)"\s*:\s*\[')
_GAP = re.compile(r"[\s,]*")
_MARK = re.compile(r'"(?:[^"\\]++|\\[\s\S])*+"|[{}\[\]]')
_WORK = r"\{\s*\"(?:id|type|DOI|doi|title|itemType|key|citation-key|pmid|PMID)\""
_NEXT = re.compile(rf"[}}\]]\s*,?\s*(?={_WORK})")
"""Where the next work begins, after one whose brackets do not close."""
_ANY_NEXT = re.compile(rf"(?<=[,\s}}]){_WORK}")
_NOTHING = re.compile(r"(?:(?:\{\s*+\}|-?\d[\d.eE+-]*+|null|true|false)[\s,]++){3,}+")
"""A run of values that describe no work: told once, since there may be millions."""
_STRAY = re.compile(r"[^\n{\[\],]{1,10000}+")
"""Text that is no value of JSON: it ends with its line, or where an object begins."""
DESCRIBE = "Each entry is an object with an id, a type and a title."
MEND = "Mend the JSON at the place shown, or export the library again."


def read_csl_json(stream: IO[str], path: Path) -> Iterator[Reference | Problem]:
    """Give each object of a JSON file, in order: of a list, of the list within an object, or of lines."""
    window = _Window(stream=stream, buffer=stream.read(LIMIT))
    window.skip_gap()
    if window.buffer[window.position : window.position + 1] == "[":
        window.move(window.position + 1)
    elif found := find_list(window.buffer):
        window.move(found)
    decoder = json.JSONDecoder()
    while window.skip_gap():
        buffer, start, line = window.buffer, window.position, window.line
        if buffer[start] == "]":
            return
        if run := _NOTHING.match(buffer, start):
            window.move(run.end())
            count = len(run.group().replace(",", " ").replace("{ }", "{}").split())
            message = f"{count:,} entries in a row describe no work: {shorten(run.group())}"
            yield report_unreadable(path, line, message, help=DESCRIBE)
            continue
        end, item, read = _read_object(decoder, buffer, start)
        raw = buffer[start:end]
        window.move(end)
        if read is not _Read.WHOLE:
            if read is _Read.OPEN:
                window.skip_to_work()
            message = f"The entry is not JSON that can be read: {shorten(raw)}"
            yield report_unreadable(path, line, message, help=MEND)
        elif isinstance(item, str) and (named := find_identifiers(item)):
            place = Place(path=str(path), line=line, column=1, end_line=window.line)
            yield Reference(key=named[0].value, identifiers=named, raw=raw[:RAW_LIMIT], place=place)
        elif (described := describe_csl(item, raw, path, line, window.line)) is not None:
            yield described


class _Read(Enum):
    """How an object came out of the text."""

    WHOLE = auto()
    BROKEN = auto()
    OPEN = auto()
    """Nothing closes it within the window."""


@dataclass(slots=True, kw_only=True)
class _Window:
    """The part of the stream that is in memory: at least `LIMIT` characters after the position, while there are any."""

    stream: IO[str]
    buffer: str
    position: int = 0
    line: int = 1

    def move(self, position: int) -> None:
        self.line += self.buffer.count("\n", self.position, position)
        self.position = position

    def skip_gap(self) -> bool:
        """Pass over blanks and commas; say whether anything is left."""
        while True:
            gap = _GAP.match(self.buffer, self.position)
            self.move(gap.end() if gap else self.position)
            if len(self.buffer) - self.position >= LIMIT or not self._read_on():
                return self.position < len(self.buffer)

    def skip_to_work(self) -> None:
        """Pass over what nothing closes, to the next object that looks like a work."""
        while (following := _ANY_NEXT.search(self.buffer, self.position)) is None:
            self.move(max(self.position, len(self.buffer) - 100))
            if not self._read_on():
                self.move(len(self.buffer))
                return
        self.move(following.start())

    def _read_on(self) -> bool:
        fresh = self.stream.read(LIMIT)
        self.buffer, self.position = self.buffer[self.position :] + fresh, 0
        return bool(fresh)


def find_list(buffer: str) -> int | None:
    """Find the list of works in an object that wraps one; none in an object that is a work."""
    match = _LISTS.search(buffer)
    if match is None or re.search(r'"(?:DOI|title|container-title)"\s*:', buffer[: match.start()]):
        return None
    return match.end()


def _read_object(decoder: json.JSONDecoder, buffer: str, start: int) -> tuple[int, object, _Read]:
    """Read the object at a place; give the place behind it, the object, and how it was read.

    A window is tried first: the cost of an error grows with the text that the decoder was given.
    """
    window = buffer[start : start + WINDOW]
    try:
        item, length = decoder.raw_decode(window)
        if (length < len(window) and window[length] in ",] \t\n}") or start + length == len(buffer):
            return start + length, item, _Read.WHOLE
    except (ValueError, RecursionError):
        pass
    end, closed = _skip(buffer, start)
    if closed and end - start >= WINDOW - 1:
        try:
            return end, decoder.decode(buffer[start:end]), _Read.WHOLE
        except (ValueError, RecursionError):
            pass
    return end, None, _Read.BROKEN if closed else _Read.OPEN


def _skip(buffer: str, start: int) -> tuple[int, bool]:
    """Find the end of an object that is broken inside: where its brackets close, or the next one begins a line."""
    if buffer[start] not in '{["':
        stray = _STRAY.match(buffer, start)
        return (stray.end() if stray else start + 1), True
    depth = 0
    stop = min(len(buffer), start + LIMIT)
    for mark in _MARK.finditer(buffer, start, stop):
        sign = mark.group()
        if sign in "{[":
            depth += 1
        elif sign in "}]":
            depth -= 1
        if depth <= 0:  # a text that stands in no brackets ends with itself
            return mark.end(), True
        if depth > DEPTH:
            break
    following = _NEXT.search(buffer, start + 1, stop)
    return (following.end(), True) if following else (stop, False)
