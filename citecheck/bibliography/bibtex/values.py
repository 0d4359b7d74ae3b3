"""The value of a BibTeX field: braces, quotation marks, numbers, names of strings, and `#` between them.

Where a comma was forgotten, the next field sticks to the value (`{Smith} title = {…}`); it is taken off and given back as
the field that it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

MOST_CUT = 20
"""Values that nothing closes, of one entry: each is looked for to the end, so that many would take long."""
MONTHS = frozenset("jan feb mar apr may jun jul aug sep oct nov dec".split())
"""Names that are defined in every file."""
_MARKS = {
    ("}", True): re.compile(r"\\.|[{}]", re.DOTALL),
    ("}", False): re.compile(r"[{}]"),
    ('"', True): re.compile(r"\\.|[{}\"]", re.DOTALL),
    ('"', False): re.compile(r"[{}\"]"),
}
_BARE = re.compile(r"[^\s,#{}\"=]+")
_JOIN = re.compile(r"\s*#\s*")
_NEXT_FIELD = re.compile(r",\s*[^\W\d][\w-]*\s*=\s*(?:[{\"]|\d)")
_FIELD = re.compile(r"(?<![^\s=,{}\"#])([^\s=,{}\"#]{1,80})\s{0,80}=\s*")


def read_fields(text: str, strings: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Give the fields of a body as names in lower case and plain values, passing over what is none."""
    position = 0
    cuts: list[int] = []
    while len(cuts) < MOST_CUT and (match := _FIELD.search(text, position)):
        value, position = read_value(text, match.end(), strings, cuts)
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


def read_value(text: str, start: int, strings: Mapping[str, str], cuts: list[int] | None = None) -> tuple[str, int]:
    """Read one value from a place; give it and the place after it. To `cuts` goes the place of a value never closed."""
    parts: list[str] = []
    position = start
    while position < len(text):
        if text[position] in '{"':
            end = find_close(text, position)
            if end > len(text):
                if cuts is not None:
                    cuts.append(position)
                end = end_of_swallowed(text, position)
                parts.append(text[position + 1 : end])
            else:
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


def find_close(text: str, start: int, *, escapes: bool = True) -> int:
    """Find the place after the sign that closes the brace or mark at `start`; the text's length plus one when none does.

    With `escapes`, a sign after a backslash opens and closes nothing, as Pandoc has it; BibTeX counts each.
    """
    closer = "}" if text[start] == "{" else '"'
    depth = 0
    for mark in _MARKS[closer, escapes].finditer(text, start + 1):
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


def end_of_swallowed(text: str, start: int) -> int:
    """Find where a value that nothing closes must end: before the comma of what looks like the next field."""
    following = _NEXT_FIELD.search(text, start + 1)
    return following.start() if following else len(text)
