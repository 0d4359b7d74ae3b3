"""JSON read with its places: every value knows where it stands, and how it is written anew in its own form."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

DEPTH = 64
"""Values within values; CSL has five."""
_GAP = re.compile(r"[ \t\n\r]*+")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*+"')
_PLAIN = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")


@dataclass(slots=True, kw_only=True)
class Node:
    """A value with its place: half-open, quotation marks and brackets included."""

    start: int
    end: int = 0
    value: Any = None
    """Of a string, number or word."""
    members: list[tuple[str, int, Node]] = field(default_factory=list)
    """Of an object: each name, where it begins, and its value."""
    elements: list[Node] = field(default_factory=list)
    """Of a list."""
    kind: str = "scalar"
    """`scalar`, `object` or `list`."""
    quote: str = '"'
    """How a scalar is written: `"`, `'`, nothing for a plain one, `|` for one that spans lines."""

    is_block: bool = False
    """Is it YAML written in lines, without brackets?"""

    def get(self, *names: str) -> Node | None:
        """Give the first member of these names that holds something."""
        for name in names:
            for known, _, node in self.members:
                if known == name and (node.kind != "scalar" or node.value not in (None, "")):
                    return node
        return None

    def plain(self) -> Any:
        """Give the value without places."""
        match self.kind:
            case "object":
                return {name: node.plain() for name, _, node in self.members}
            case "list":
                return [each.plain() for each in self.elements]
            case _:
                return self.value


def read_objects(text: str, start: int) -> Iterator[Node]:
    """Give the objects of a list, or lines of objects, from a place on, until one cannot be read."""
    position = start
    while True:
        gap = re.compile(r"[\s,]*").match(text, position)
        position = gap.end() if gap else position
        if position >= len(text) or text[position] != "{":
            return
        try:
            node = _read(text, position, 0)
        except (ValueError, IndexError):
            return
        yield node
        position = node.end


def _read(text: str, start: int, depth: int) -> Node:
    if depth > DEPTH:
        raise ValueError("too deep")
    sign = text[start]
    if sign in "{[":
        return _read_object(text, start, depth) if sign == "{" else _read_list(text, start, depth)
    pattern = _STRING if sign == '"' else _PLAIN
    match = pattern.match(text, start)
    if match is None:
        raise ValueError(f"no value at {start}")
    return Node(start=start, end=match.end(), value=json.loads(match.group()), quote='"' if sign == '"' else "")


def _read_object(text: str, start: int, depth: int) -> Node:
    node = Node(start=start, kind="object")
    position = _skip(text, start + 1)
    while text[position] != "}":
        if node.members:
            if text[position] != ",":
                raise ValueError(f"no comma at {position}")
            position = _skip(text, position + 1)
        match = _STRING.match(text, position)
        if match is None:
            raise ValueError(f"no name at {position}")
        colon = _skip(text, match.end())
        if text[colon] != ":":
            raise ValueError(f"no colon at {colon}")
        value = _read(text, _skip(text, colon + 1), depth + 1)
        node.members.append((json.loads(match.group()), position, value))
        position = _skip(text, value.end)
    node.end = position + 1
    return node


def _read_list(text: str, start: int, depth: int) -> Node:
    node = Node(start=start, kind="list")
    position = _skip(text, start + 1)
    while text[position] != "]":
        if node.elements:
            if text[position] != ",":
                raise ValueError(f"no comma at {position}")
            position = _skip(text, position + 1)
        node.elements.append(_read(text, position, depth + 1))
        position = _skip(text, node.elements[-1].end)
    node.end = position + 1
    return node


def _skip(text: str, position: int) -> int:
    gap = _GAP.match(text, position)
    return gap.end() if gap else position


def write_scalar(value: str, like: Node, text: str) -> str | None:
    """Write a string in the form of a value that is there; None when that form cannot hold it."""
    raw = text[like.start : like.end]
    match like.quote:
        case '"':
            written = json.dumps(value, ensure_ascii=raw.isascii() and text.isascii())
            return written.replace("/", "\\/") if "\\/" in raw else written
        case "'":
            return "'" + value.replace("'", "''") + "'"
        case "":
            is_plain = (
                re.fullmatch(r"[^\W_](?:[\w./()+-]|[\w.),;/] (?=[\w(]))*", value)
                and ": " not in value
                and " #" not in value
            )
            if value.isdigit() and isinstance(like.value, int):
                return value
            return (
                value
                if is_plain and isinstance(like.value, str) and raw[:1] != '"'
                else json.dumps(value, ensure_ascii=False)
            )
        case _:
            return None
