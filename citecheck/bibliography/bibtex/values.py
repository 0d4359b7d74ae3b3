"""The value of a BibTeX field: braces, quotation marks, numbers, names of strings, and `#` between them.

Where a comma was forgotten, the next field sticks to the value (`{Smith} title = {…}`); it is taken off and given back as
the field that it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

MONTHS = dict.fromkeys("jan feb mar apr may jun jul aug sep oct nov dec".split())
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_QUOTES = re.compile(r"\\.|[{}\"]", re.DOTALL)
_BARE = re.compile(r"[^\s,#{}\"=]+")
_JOIN = re.compile(r"\s*#\s*")
_FIELD = re.compile(r"(?<![^\s=,{}\"#])([^\s=,{}\"#]{1,80})\s{0,80}=\s*")


def read_fields(text: str, strings: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Give the fields of a body as names in lower case and plain values, passing over what is none."""
    position = 0
    while match := _FIELD.search(text, position):
        value, position = read_value(text, match.end(), strings)
        yield match.group(1).lower(), value
        position = max(position, match.end())


def read_field(name: str, text: str, strings: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Give a field as split off by a parser, and those that stick to its value."""
    if text[:1] == "{" and text[-1:] == "}" and text.find("{", 1) < 0 and text.find("}") == len(text) - 1:
        yield name, text[1:-1]
        return
    value, end = read_value(text, 0, strings)
    rest = text[end:]
    if not rest.strip():
        yield name, value
    elif _FIELD.match(rest.lstrip()):
        yield name, value
        yield from read_fields(rest, strings)
    elif text[0] == text[-1] == '"':
        yield name, text[1:-1]
    else:
        yield name, text


def read_value(text: str, start: int, strings: Mapping[str, str]) -> tuple[str, int]:
    """Read one value from a place; give it and the place after it."""
    parts: list[str] = []
    position = start
    while position < len(text):
        sign = text[position]
        if sign == "{":
            end = _find_close(_BRACES, text, position + 1, "}")
            parts.append(text[position + 1 : end - 1])
        elif sign == '"':
            end = _find_close(_QUOTES, text, position + 1, '"')
            parts.append(text[position + 1 : end - 1])
        elif bare := _BARE.match(text, position):
            end = bare.end()
            parts.append(strings.get(bare.group().lower(), bare.group()))
        else:
            break
        position = end
        join = _JOIN.match(text, position)
        if join is None:
            break
        position = join.end()
    return "".join(parts), position


def _find_close(marks: re.Pattern[str], text: str, start: int, closer: str) -> int:
    """Find the place after the sign that closes what was opened; the end of the text plus one when nothing does."""
    depth = 0
    for mark in marks.finditer(text, start):
        sign = mark.group()
        if sign == closer and depth == 0:
            return mark.end()
        if sign == "{":
            depth += 1
        elif sign == "}":
            depth -= 1
            if depth < 0:
                return mark.end()
    return len(text) + 1
