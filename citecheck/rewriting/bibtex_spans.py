"""Where everything stands in a BibTeX file: each entry, its fields, and the inside of each value.

Only what BibTeX itself would read without a slip is given fields; whatever else stands in a file is left as it is.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from citecheck.bibliography.bibtex import read_bibtex
from citecheck.bibliography.bibtex.blocks import Block, cut_blocks
from citecheck.bibliography.bibtex.grammar import FIELD
from citecheck.records import Problem, Reference

_KEY = re.compile(r"\s*[^\s,={}\"#%]+\s*,")


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field: its name, and the inside of its value."""

    name: str
    """Lower case."""
    name_start: int
    start: int
    end: int
    """Of the value's inside, without braces or quotation marks."""
    opener: str
    """`{`, `"`, or nothing for a bare number; `@` for what is joined or named by a string, and cannot be edited."""

    @property
    def whole_end(self) -> int:
        """The place behind the closing brace or mark."""
        return self.end + (self.opener in ("{", '"'))


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """One entry as it stands in the text."""

    start: int
    fields_start: int
    """The place behind the comma of the key."""
    end: int
    fields: tuple[Field, ...]

    def field(self, text: str, *names: str) -> Field | None:
        """Give the field that is read: the first of the names that has a value, and of fields alike the first."""
        for name in names:
            for each in self.fields:
                if each.name == name and text[each.start : each.end].strip():
                    return each
        return None


def read_written(text: str, path: Path) -> Iterator[tuple[Reference | Problem, Written | None]]:
    """Give every reference of a BibTeX text, and every problem, with where it stands; none for one that has a slip."""
    blocks: dict[tuple[int | None, int | None], tuple[Block, int]] = {}
    position = 0
    for block in cut_blocks(io.StringIO(text)):
        start = text.index(block.raw, position)
        position = start + len(block.raw)
        blocks[block.line, block.column] = block, start
    for each in read_bibtex(io.StringIO(text), path):
        found = blocks.get((each.place.line, each.place.column)) if isinstance(each, Reference) else None
        yield each, find_fields(*found) if found else None


def find_fields(block: Block, start: int) -> Written | None:
    """Find the fields of a block that begins at a place; none where anything in it is not as BibTeX has it."""
    if not block.closed or block.slips:
        return None
    key = _KEY.match(block.body)
    if key is None:
        return None
    base = start + block.head_length
    matches = _match_fields(block.body, key.end())
    end = matches[-1].end() if matches else key.end()
    if not matches or block.body[end:].strip():
        return None
    fields = tuple(_field(each, base) for each in matches)
    return Written(start=start, fields_start=base + key.end(), end=start + len(block.raw), fields=fields)


def _match_fields(body: str, position: int) -> list[re.Match[str]]:
    found: list[re.Match[str]] = []
    while match := FIELD.match(body, position):
        found.append(match)
        position = match.end()
    return found


def _field(match: re.Match[str], base: int) -> Field:
    name, name_start = match[1].lower(), base + match.start(1)
    if match[2] is not None:
        return Field(name=name, name_start=name_start, start=base + match.start(2), end=base + match.end(2), opener="{")
    start, end, value = base + match.start(3), base + match.end(3), match[3]
    if value.isdigit():
        return Field(name=name, name_start=name_start, start=start, end=end, opener="")
    if value[0] == '"' and _is_one_part(value):
        return Field(name=name, name_start=name_start, start=start + 1, end=end - 1, opener='"')
    return Field(name=name, name_start=name_start, start=start, end=end, opener="@")


def _is_one_part(value: str) -> bool:
    """Does the quotation mark that opens a value close it, too?"""
    depth = 0
    for place, sign in enumerate(value[1:], 1):
        depth += (sign == "{") - (sign == "}")
        if sign == '"' and depth == 0:
            return place == len(value) - 1
    return False


def spell_like(fields: Sequence[str], name: str) -> str:
    """Write a field's name in the case of the others."""
    if all(each.isupper() for each in fields):
        return name.upper()
    return name.capitalize() if all(each[:1].isupper() for each in fields) else name
