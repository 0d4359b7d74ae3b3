"""CSL JSON, Better BibTeX's JSON and lines of JSON, read one object at a time so that a library of any size fits."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from citecheck.bibliography.csl import describe_csl
from citecheck.bibliography.describing import report_unreadable, shorten
from citecheck.records import Problem, Reference

LIMIT = 2_000_000
"""Characters of the longest object: an author list of five thousand names takes a fifth."""
WINDOW = 32_768
"""Characters tried first: nearly every object is shorter."""
DEPTH = 64
"""Objects within objects; CSL has four."""
_LISTS = re.compile(r'"(?:items|references|bibliography|data)"\s*:\s*\[')
_GAP = re.compile(r"[\s,]*")
_MARK = re.compile(r'"(?:[^"\\]|\\[\s\S])*"|[{}\[\]]')
_NEXT = re.compile(r"[}\]]\s*,?\s*(?=\{\s*\"(?:id|type|DOI|title|itemType|key|citation-key)\")")
"""Where the next work begins, after one whose brackets do not close."""
MEND = "Mend the JSON at the place shown, or export the library again."


def read_csl_json(stream: IO[str], path: Path) -> Iterator[Reference | Problem]:
    """Give each object of a JSON file, in order: of a list, of the list within an object, or of lines."""
    buffer = stream.read(LIMIT)
    position = 0
    lead = len(buffer) - len(buffer.lstrip())
    if buffer[lead : lead + 1] == "[":
        position = lead + 1
    elif found := find_list(buffer):
        position = found
    line, decoder = 1, json.JSONDecoder()
    line += buffer.count("\n", 0, position)
    while True:
        if len(buffer) - position < LIMIT and (fresh := stream.read(LIMIT)):
            buffer, position = buffer[position:] + fresh, 0
        gap = _GAP.match(buffer, position)
        start = gap.end() if gap else position
        line += buffer.count("\n", position, start)
        if start >= len(buffer) or buffer[start] == "]":
            return
        end, item, whole = _read_object(decoder, buffer, start)
        raw = buffer[start:end]
        last = line + raw.count("\n")
        if not whole:
            message = f"The entry is not JSON that can be read: {shorten(raw)}"
            yield report_unreadable(path, line, message, help=MEND)
        elif (described := describe_csl(item, raw, path, line, last)) is not None:
            yield described
        line, position = last, end


def find_list(buffer: str) -> int | None:
    """Find the list of works in an object that wraps one; none in an object that is a work."""
    match = _LISTS.search(buffer)
    if match is None or re.search(r'"(?:DOI|title|container-title)"\s*:', buffer[: match.start()]):
        return None
    return match.end()


def _read_object(decoder: json.JSONDecoder, buffer: str, start: int) -> tuple[int, object, bool]:
    """Read the object at a place; give the place behind it, the object, and whether it could be read.

    A window is tried first: the cost of an error grows with the text that the decoder was given.
    """
    window = buffer[start : start + WINDOW]
    try:
        item, length = decoder.raw_decode(window)
        if (length < len(window) and window[length] in ",] \t\n}") or start + length == len(buffer):
            return start + length, item, True
    except (ValueError, RecursionError):
        pass
    end = _skip(buffer, start)
    if end - start >= WINDOW - 1:
        try:
            return end, decoder.decode(buffer[start:end]), True
        except (ValueError, RecursionError):
            pass
    return end, None, False


def _skip(buffer: str, start: int) -> int:
    """Find the end of an object that is broken inside: where its brackets close, or the next one begins a line."""
    depth = 0
    stop = min(len(buffer), start + LIMIT)
    for mark in _MARK.finditer(buffer, start, stop):
        sign = mark.group()
        if sign in "{[":
            depth += 1
        elif sign in "}]":
            depth -= 1
            if depth <= 0:
                return mark.end()
        if depth > DEPTH:
            break
    following = _NEXT.search(buffer, start + 1, stop)
    return following.end() if following else stop
