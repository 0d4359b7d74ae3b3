"""CSL YAML, cut at its items and read one by one: a broken item costs itself, and every value stays the text it was."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from citecheck.bibliography.csl import describe_csl
from citecheck.bibliography.describing import report_unreadable, shorten
from citecheck.bibliography.tagged import number_lines
from citecheck.records import Problem, Reference

ITEM_LIMIT = 500_000
"""Characters of one item."""
FLOW_LIMIT = 2_000_000
"""Characters of a file that is not written as a list of lines, and so is read whole."""
_ITEM = re.compile(r"([ \t]*)-(?:[ \t]+|$)")
_LIST = re.compile(r"(?:references|bibliography|items)\s*:\s*(?:#.*)?$")
MEND = "Mend the YAML at the place shown, or export the library again."


def read_csl_yaml(stream: IO[str], path: Path) -> Iterator[Reference | Problem]:
    """Give each item of `references:`, or of a bare list, in order."""
    for line, text in cut_items(stream):
        if len(text) > ITEM_LIMIT:
            message = f"The item is longer than any description of a work: {shorten(text)}"
            yield report_unreadable(path, line, message, help=MEND)
            continue
        for item in _load(text):
            last = line + text.rstrip().count("\n")
            if isinstance(item, str) and item.startswith("\0"):
                yield report_unreadable(
                    path, line, f"The item cannot be read as YAML ({item[1:]}): {shorten(text)}", help=MEND
                )
            elif (described := describe_csl(item, text.strip(), path, line, last)) is not None:
                yield described


def cut_items(stream: IO[str]) -> Iterator[tuple[int, str]]:
    """Give the first line and the text of each item of the file's list."""
    indent: str | None = None
    first, lines, size, before = 0, [], 0, []  # type: int, list[str], int, list[str]
    for number, text in number_lines(stream):
        item = _ITEM.match(text)
        if indent is None and item is None:
            if sum(map(len, before[-1:])) + size <= FLOW_LIMIT:
                before.append(text)
                size += len(text)
            continue
        if item is not None and (indent is None or item.group(1) == indent):
            if indent is None:
                indent, size = item.group(1), 0
            if lines:
                yield first, "".join(lines)
            first, lines, size = number, [text], len(text)
        elif text.strip() and not text.lstrip().startswith("#") and _leaves(text, indent or ""):
            if lines:
                yield first, "".join(lines)
            lines = []
            indent = None if _LIST.match(text.strip()) else "\0"
        elif lines and size <= ITEM_LIMIT:
            lines.append(text)
            size += len(text)
    if lines:
        yield first, "".join(lines)
    elif indent is None and before and size <= FLOW_LIMIT:
        yield 1, "".join(before)


def _leaves(text: str, indent: str) -> bool:
    """Does a line stand left of the items' own text, so that the list is over?"""
    lead = len(text) - len(text.lstrip(" \t"))
    return lead <= len(indent) and not _ITEM.match(text)


def _load(text: str) -> list[object]:
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    if "*" in text and len(re.findall(r"(?m)(?:[:\-,\[]\s*)\*[\w-]+", text)) > 100:
        return ["\0too many aliases"]
    try:
        documents = [each for each in yaml.load_all(text, Loader=loader) if each]
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        problem = getattr(error, "problem", None) or getattr(error, "context", None) or "nested too deeply"
        return [f"\0{problem}"]
    items: list[object] = []
    for document in documents:
        listed = document
        if isinstance(document, dict):
            listed = next((document[name] for name in ("references", "items") if name in document), document)
        items += listed if isinstance(listed, list) else [listed]
    return items
