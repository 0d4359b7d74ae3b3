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
_ABSTRACT = re.compile(r"abstract(\s*=\s*)\{[^{}]*\}")
_LINE_AT = re.compile(r"^([ \t]*)@", re.MULTILINE)
_ESCAPED_BRACE = re.compile(r"\\(?=[{}])")
_DOUBLED = re.compile(r"(\\\\)(?=[{}\",=\n])")
_KEY = re.compile(r"[^,={}\"]*")
_KEY_LINE = re.compile(r"(\s*[^\s,={}\"]+)[ \t]*\n\s*[\w-]+\s*=")


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
        split = parsed.get(number)
        yield Entry(key=key, fields=_plain_fields(split, body, strings), block=block)


def _plain_fields(split: list[tuple[str, str]] | None, body: str, strings: Mapping[str, str]) -> dict[str, str]:
    fields: dict[str, str] = {}
    if split is None:
        for name, value in read_fields(body, strings):
            _keep(fields, name, value)
        return fields
    hidden = "@" in body or "\\" in body
    for name, value in split:
        name = name.lower()
        if hidden:
            value = _show(value)
        if value[:1] == "{" and value.find("}") == len(value) - 1 and name not in fields:  # most are
            fields[name] = value[1:-1]
            continue
        for each, plain in read_field(name, value, strings):
            _keep(fields, each, plain)
    return fields


def _keep(fields: dict[str, str], name: str, value: str) -> None:
    """Keep the first value of a field; a later one counts only where the first is empty."""
    if name and (name not in fields or not fields[name].strip()):
        fields[name] = value


def _split_key(body: str) -> tuple[str, str]:
    """Split the key off a body; a key whose comma was forgotten stands on a line of its own."""
    match = _KEY.match(body)
    end = match.end() if match else 0
    if end == len(body) or body[end] == ",":
        return " ".join(body[:end].split()), body[end + 1 :]
    if keyed := _KEY_LINE.match(body):
        return keyed.group(1).strip(), body[keyed.end(1) :]
    return "", body


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
    """Hide what would mislead the parser, and the abstract, which takes half of its time and no reference needs."""
    if "@" in body:
        body = _LINE_AT.sub(rf"\1{_AT}", body)
    if "\\{" in body or "\\}" in body or "\\\\" in body:
        body = _DOUBLED.sub(rf"\1{_BRACE}", body)
        if body.count("\\{") != body.count("\\}"):
            body = _ESCAPED_BRACE.sub(rf"\\{_BRACE}", body)
    elif "abstract" in body:
        body = _ABSTRACT.sub(r"abstract\1{}", body)
    return body


def _show(value: str) -> str:
    if _AT in value or _BRACE in value:
        return value.replace(_AT, "@").replace(_BRACE, "")
    return value
