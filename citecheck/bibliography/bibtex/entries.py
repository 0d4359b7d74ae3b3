"""Entries to references: bibtexparser splits five hundred blocks at a time, values are read, and no entry is lost.

Each block is handed over under its own number, with what would mislead the parser hidden (an `@` that begins a line of a
field, a brace after a backslash); so what comes back is matched by number, whatever the keys were. What the parser gives up
on is read once more by the fields that can be told.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from citecheck.bibliography.bibtex.blocks import Block
from citecheck.bibliography.bibtex.values import read_field, read_fields

_AT, _BRACE = "\ufdd0", "\ufdd1"  # noncharacters: no text holds them
_LINE_AT = re.compile(r"^([ \t]*)@", re.MULTILINE)
_ESCAPED_BRACE = re.compile(r"\\(?=[{}])")
_DOUBLED = re.compile(r"(\\\\)(?=[{}\",=\n])")
_KEY = re.compile(r"\s*([^,={}\"]*?)\s*(,|\n(?=\s*[\w-]+\s*=)|$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry with its fields, names in lower case, values as written but for strings and `#`."""

    key: str
    fields: Mapping[str, str]
    block: Block


def read_entries(blocks: Sequence[Block], strings: Mapping[str, str]) -> Iterator[Entry]:
    """Give the entry of every block, in order; an entry without fields is one that could not be read."""
    keys, bodies = [], []
    for block in blocks:
        key, body = _split_key(block.body)
        keys.append(key)
        bodies.append(body)
    parsed = _parse(bodies)
    for number, (block, key, body) in enumerate(zip(blocks, keys, bodies, strict=True)):
        fields: dict[str, str] = {}
        split = parsed.get(number)
        if split is not None:
            for name, value in split:
                for each, plain in read_field(name.lower(), _show(value), strings):
                    _keep(fields, each, plain)
        else:
            for each, plain in read_fields(body, strings):
                _keep(fields, each, plain)
        yield Entry(key=key, fields=fields, block=block)


def _keep(fields: dict[str, str], name: str, value: str) -> None:
    """Keep the first value of a field; a later one counts only where the first is empty."""
    if value.strip() or name not in fields:
        if fields.get(name, "").strip():
            return
        fields[name] = value


def _split_key(body: str) -> tuple[str, str]:
    match = _KEY.match(body)
    if match is None or (match.group(2) == "" and "=" in body):
        return "", body
    return " ".join(match.group(1).split()), body[match.end() :]


def _parse(bodies: Sequence[str]) -> dict[int, list[tuple[str, str]]]:
    """Let bibtexparser split the bodies; give the fields of those it understood, by number."""
    from bibtexparser.entrypoint import parse_string

    # Its warnings about broken blocks would reach the terminal; each becomes a problem with a place instead.
    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)
    text = "\n".join(f"@e{{{number},{_hide(body)}\n}}" for number, body in enumerate(bodies))
    library = parse_string(text, parse_stack=[])
    found: dict[int, list[tuple[str, str]]] = {}
    for each in library.blocks:
        entry: Any = getattr(each, "ignore_error_block", None) or each
        key = getattr(entry, "key", None)
        if key is not None and hasattr(entry, "fields") and str(key).isdecimal():
            found.setdefault(int(key), [(field.key, str(field.value)) for field in entry.fields])
    return found


def _hide(body: str) -> str:
    if "@" in body:
        body = _LINE_AT.sub(rf"\1{_AT}", body)
    if "\\" in body:
        if "\\\\" in body:
            body = _DOUBLED.sub(rf"\1{_BRACE}", body)
        if body.count("\\{") != body.count("\\}"):
            body = _ESCAPED_BRACE.sub(rf"\\{_BRACE}", body)
    return body


def _show(value: str) -> str:
    if _AT in value or _BRACE in value:
        return value.replace(_AT, "@").replace(_BRACE, "")
    return value
