"""What is wrong in an entry that was read all the same: each slip with its place, so that no repair is silent.

BibTeX drops such an entry or a part of it, and Pandoc refuses the whole file; whoever reads only citecheck's answer would
never know. The walk follows the grammar field by field and notes where the text leaves it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from citecheck.bibliography.bibtex.values import MONTHS, end_of_swallowed, find_close

MOST = 5
"""Slips told of one entry: who mends five looks at the whole of it."""
_GAP = re.compile(r"\s*")
_NAME = re.compile(r"[^\s=,{}\"#%'()]+")
_EQUALS = re.compile(r"\s*=\s*")
_BARE = re.compile(r"[^\s,#{}\"=]+")
_PLAIN_BARE = re.compile(r"\d+|[^\W\d][\w:.+/-]*")
_INSIDE_QUOTES = re.compile(r"((?:[^\"{}=]|\"(?!\s*(?:,|\Z)))*+)\"\s*+,?+")
_INSTEAD_OF_EQUALS = re.compile(r"(?<=:)[ \t]*(?=[{\"]|\d)|[ \t]*:?[ \t]*(?=[{\"])")
_SWALLOWED = re.compile(r",\s*[^\W\d][\w-]*\s*=\s*\Z")
"""The name of the next field, at the end of a value that a later quotation mark closed."""
_CURLY = re.compile(r"[“”„‘‚«][^“”„’»=]*[”“’»](?=\s*(?:,|\Z))")
_JOIN = re.compile(r"\s*#\s*")
_RESUME = re.compile(r",|(?<![^\s,{}\"])[^\W\d][\w-]*\s*=\s*[{\"\w]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """One slip: where it is in the entry's body, what it is, and what to write instead."""

    offset: int
    what: str
    """Said of the entry: `no comma after title`."""
    help: str
    field: str = ""
    """The field it is in, where the offset is not known."""


@dataclass(slots=True)
class _Walk:
    """A walk through one body: the slips found, and what to write instead so that the body can be read."""

    body: str
    slips: list[Slip] = field(default_factory=list)
    edits: list[tuple[int, int, str]] = field(default_factory=list)

    def note(self, offset: int, what: str, help: str, edit: tuple[int, int, str] | None = None) -> None:
        self.slips.append(Slip(offset=offset, what=what, help=help))
        if edit is not None:
            self.edits.append(edit)

    def mended(self) -> str:
        parts: list[str] = []
        position = 0
        for first, last, instead in self.edits:
            parts += (self.body[position:first], instead)
            position = last
        return "".join((*parts, self.body[position:]))


def walk_fields(body: str, start: int) -> tuple[tuple[Slip, ...], str]:
    """Give the slips of a body behind its key, and the part behind the key with what can be mended mended."""
    walk = _Walk(body=body)
    position = _end_of_gap(body, start)
    while position < len(body) and len(walk.slips) < MOST:
        if body[position] == "%":
            end = body.find("\n", position)
            end = len(body) if end < 0 else end
            help = "Move the remark out of the entry: BibTeX takes `%` for a part of it."
            walk.note(position, "a remark stands between its fields", help, (position, end, ""))
            position = _end_of_gap(body, end)
        elif body[position] in ",;":
            help = "Take one away: Pandoc refuses the file."
            walk.note(position, "there are two commas in a row", help, (position, position + 1, ""))
            position = _end_of_gap(body, position + 1)
        else:
            position = _walk_field(walk, position)
    told = {each.what: each for each in reversed(walk.slips)}
    return tuple(told.values())[::-1], walk.mended()[start:]


def _walk_field(walk: _Walk, position: int) -> int:
    """Follow one field and the comma behind it; give the place where the next begins."""
    body = walk.body
    name = _NAME.match(body, position)
    equals = _EQUALS.match(body, name.end()) if name else None
    if name is not None and equals is None and (instead := _INSTEAD_OF_EQUALS.match(body, name.end())):
        equals = instead
        help, word = "Write fields as name = {value}.", name.group().rstrip(":")
        walk.note(position, f"no = after {word.lower()}", help, (position + len(word), instead.end(), " = "))
    if name is None or equals is None:
        return _pass_over(walk, position)
    label = name.group().rstrip(":").lower()
    if label[0].isdigit():
        walk.note(position, f"the field name {label} begins with a digit", "Begin the names of fields with a letter.")
    count = len(walk.slips)
    end = _walk_value(walk, equals.end(), label)
    after = _end_of_gap(body, end)
    if after >= len(body) or body[after] == "%":
        return max(after, position + 1)
    if body[after] == ",":
        return _end_of_gap(body, after + 1)
    if body[after] == ";":
        walk.note(after, f"a semicolon follows {label}", "Write a comma there.", (after, after + 1, ","))
        return _end_of_gap(body, after + 1)
    if len(walk.slips) == count:
        inside = _INSIDE_QUOTES.match(body, after) if body[end - 1] == '"' else None
        if inside is not None and not _RESUME.match(body, after):
            what = f"a quotation mark stands inside the value of {label}"
            edits = (equals.end(), equals.end() + 1, "{"), (inside.end(1), inside.end(1) + 1, "}")
            walk.note(end - 1, what, "Put the value in braces: BibTeX stops at the mark.", edits[0])
            walk.edits.append(edits[1])
            return _end_of_gap(body, inside.end())
        help = "Put one there: BibTeX drops what follows."
        walk.note(end, f"no comma after {label}", help, (end, end, ", ") if _RESUME.match(body, after) else None)
    return max(after, position + 1)


def _pass_over(walk: _Walk, position: int) -> int:
    """Pass over text that is no field, to the next comma or field."""
    body = walk.body
    resume = _RESUME.search(body, position + 1)
    end = resume.start() if resume else len(body)
    shown = " ".join(body[position : min(end, position + 60)].split())
    walk.note(position, f"“{shown}” is no field", "Write fields as name = {value}, with commas.")
    return _end_of_gap(body, max(end + 1 if resume and resume.group() == "," else end, position + 1))


def _walk_value(walk: _Walk, position: int, label: str) -> int:
    """Follow a value through its parts; give the place where it ends."""
    body, begun = walk.body, position
    while position < len(body):
        sign = body[position]
        if sign in '{"':
            end = find_close(body, position)
            if end > len(body) or (sign == '"' and _SWALLOWED.search(body, position, end - 1)):
                end = end_of_swallowed(body, position)
                closer = "}" if sign == "{" else '"'
                help = "Close it with a brace or a quotation mark."
                walk.note(position, f"the value of {label} is never closed", help, (end, end, closer))
                return end
            if find_close(body, position, escapes=False) != end:
                what = f"a brace or quotation mark after a backslash, in {label}, has no partner"
                walk.note(position, what, "Put it in braces: BibTeX counts it all the same.")
                return end
            position = end
        elif bare := _BARE.match(body, position):
            if curly := _CURLY.match(body, position):
                what = f"the value of {label} stands in typographic quotation marks"
                walk.note(position, what, "Put it in braces.", (position, position + 1, "{"))
                walk.edits.append((curly.end() - 1, curly.end(), "}"))
                return curly.end()
            if not _PLAIN_BARE.fullmatch(bare.group()):
                what = f"the value of {label} has neither braces nor quotation marks"
                walk.note(position, what, "Put the value in braces.", (position, bare.end(), f"{{{bare.group()}}}"))
                return bare.end()
            position = bare.end()
        else:
            break
        join = _JOIN.match(body, position)
        if join is None:
            return position
        position = join.end()
    if position == begun or position >= len(body) or body[position] in ",}":
        what = f"{label} has no value" if position == begun else f"{label} ends with #"
        edit = (position, position, "{}") if position == begun else None
        walk.note(begun, what, "Give it one, or take the field away.", edit)
    return position


def _end_of_gap(body: str, position: int) -> int:
    gap = _GAP.match(body, position)
    return gap.end() if gap else position


def find_undefined(label: str, value: str, strings: Mapping[str, str]) -> Iterator[Slip]:
    """Give a slip for each name in a value that no `@string` of the file defines."""
    position = 0
    while position < len(value):
        if value[position] in '{"':
            position = find_close(value, position)
        elif bare := _BARE.match(value, position):
            position, name = bare.end(), bare.group()
            if not name.isdigit() and name.lower() not in MONTHS and name.lower() not in strings:
                yield Slip(
                    offset=0,
                    field=label,
                    what=f"{UNDEFINED}{name}, in {label}, is not defined in this file",
                    help=_DEFINE,
                )
        join = _JOIN.match(value, position)
        if join is None:
            return
        position = join.end()


UNDEFINED = "the string "
_DEFINE = "Define it with @string, or put the words in braces; its name was read as the words."
