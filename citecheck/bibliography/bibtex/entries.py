"""Blocks to entries: what is as BibTeX has it is read by one pattern, the rest is handed to bibtexparser, and none is lost.

Each block of the rest is handed over under its own number, with what would mislead the parser hidden (an `@` that begins a
line of a field, a brace after a backslash); so what comes back is matched by number, whatever the keys were. What the parser
gives up on is read once more by the fields that can be told.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from citecheck.bibliography.bibtex.blocks import Block
from citecheck.bibliography.bibtex.grammar import split_regular
from citecheck.bibliography.bibtex.slips import Slip, find_undefined, walk_fields
from citecheck.bibliography.bibtex.values import read_field, read_fields, read_value

_AT, _BRACE = "\ufdd0", "\ufdd1"  # noncharacters: no text holds them
_ABSTRACT = re.compile(r"abstract(\s*=\s*)\{[^{}]*\}")
_LINE_AT = re.compile(r"^([ \t]*)@", re.MULTILINE)
_ESCAPED_BRACE = re.compile(r"\\(?=[{}])")
_DOUBLED = re.compile(r"(\\\\)(?=[{}\",=\n])")
_KEY = re.compile(r"[^,={}]*")
_KEY_LINE = re.compile(r"(\s*[^\s,={}\"]+)[ \t]*\n\s*[\w-]+\s*=")
_INNER_FIELD = re.compile(
    r",\s*(author|editor|title|year|date|journal|journaltitle|doi|pages|volume|publisher|booktitle|url)\s*=\s*[{\"]",
    re.IGNORECASE,
)
_SPACED_KEY = re.compile(r"(\s*[^\s,={}\"]+)[ \t]+[\w-]+\s*=\s*[{\"\d]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry with its fields, names in lower case, values as written but for strings and `#`."""

    key: str
    fields: Mapping[str, str]
    block: Block
    slips: tuple[Slip, ...] = ()


def read_entries(blocks: Sequence[Block], strings: Mapping[str, str]) -> Iterator[Entry]:
    """Give the entry of every block, in order; an entry without fields is one that could not be read."""
    odd: list[int] = []
    bodies: list[str] = []
    quick: dict[int, Entry] = {}
    slips: dict[int, tuple[str, tuple[Slip, ...]]] = {}
    for number, block in enumerate(blocks):
        key, start, of_key = _split_key(block.body)
        regular = None if of_key else split_regular(block.body, start)
        if regular is not None:
            fields, of_fields = _regular_fields(regular, strings)
            quick[number] = Entry(key=key, fields=fields, block=block, slips=(*block.slips, *of_fields))
            continue
        of_body, body = walk_fields(block.body, start)
        found = (*block.slips, *of_key, *of_body)
        mended = split_regular(body, 0)
        if mended is not None:
            fields, of_fields = _regular_fields(mended, strings)
            quick[number] = Entry(key=key, fields=fields, block=block, slips=(*found, *of_fields))
            continue
        slips[number] = key, found
        odd.append(number)
        bodies.append(body)
    parsed = _parse(bodies) if odd else {}
    places = {number: place for place, number in enumerate(odd)}
    for number, block in enumerate(blocks):
        if number in quick:
            yield quick[number]
            continue
        place = places[number]
        key, found = slips[number]
        fields, of_fields = _plain_fields(parsed.get(place) if block.closed else None, bodies[place], strings)
        yield Entry(key=key, fields=fields, block=block, slips=(*found, *of_fields))


def _regular_fields(
    split: Iterator[tuple[str, str | None, str]], strings: Mapping[str, str]
) -> tuple[dict[str, str], list[Slip]]:
    fields: dict[str, str] = {}
    slips: list[Slip] = []
    for name, braced, other in split:
        name = name.lower()
        if braced is not None:
            value = braced
        elif other.isdigit():
            value = other
        else:
            value, _ = read_value(other, 0, strings)
            slips += find_undefined(name, other, strings)
        _keep(fields, name, value, slips)
    _free_swallowed(fields, strings, slips)
    return fields, slips


def _plain_fields(
    split: list[tuple[str, str]] | None, body: str, strings: Mapping[str, str]
) -> tuple[dict[str, str], list[Slip]]:
    fields: dict[str, str] = {}
    slips: list[Slip] = []
    if split is None:
        for name, value in read_fields(body, strings):
            _keep(fields, name, value, slips)
        _free_swallowed(fields, strings, slips)
        return fields, slips
    hidden = "@" in body or "\\" in body
    for name, value in split:
        name = name.lower()
        if hidden:
            value = _show(value)
        if value[:1] not in ("{", '"'):
            slips += find_undefined(name, value, strings)
        for each, plain in read_field(name, value, strings):
            _keep(fields, each, plain, slips)
    _free_swallowed(fields, strings, slips)
    return fields, slips


def _free_swallowed(fields: dict[str, str], strings: Mapping[str, str], slips: list[Slip]) -> None:
    """Take fields out of a value that holds them because its brace was closed too late."""
    for name, value in [*fields.items()]:
        if "=" not in value or name in FREE_TEXT:
            continue
        inner = _INNER_FIELD.search(value)
        if inner is None:
            continue
        what = f"the field {inner[1].lower()} stands inside the field {name}"
        slips.append(Slip(offset=0, field=name, what=what, help="Close the field before it."))
        fields[name] = value[: inner.start()]
        for each, plain in read_fields(value[inner.start() + 1 :], strings):
            _keep(fields, each, plain, slips)


FREE_TEXT = frozenset("abstract annote annotation note keywords comment howpublished citecheck".split())
"""Fields that may well quote BibTeX."""


def _keep(fields: dict[str, str], name: str, value: str, slips: list[Slip]) -> None:
    """Keep the first value of a field; a later one counts only where the first is empty."""
    known = fields.get(name)
    if known is None or not known.strip():
        if name:
            fields[name] = value
    elif value.strip() and known.split() != value.split() and name not in REPEATED:
        slips.append(Slip(offset=0, field=name, what=f"{name} is given twice, with different values", help=_ONCE))


REPEATED = frozenset("file keywords keyword note annote annotation url abstract bdsk-url-1".split())
"""Fields that managers write several times: nothing is lost when a program keeps one."""
_ONCE = "Keep one: the first was read, as BibTeX does; Pandoc takes the last."


def _split_key(body: str) -> tuple[str, int, tuple[Slip, ...]]:
    """Split the key off a body: the key, where the fields begin, and what is wrong with it."""
    match = _KEY.match(body)
    end = match.end() if match else 0
    if end == len(body) or body[end] == ",":
        key = " ".join(body[:end].split())
        if not key:
            return "", end + 1, (_key_slip("it has no key", "Give it a key: nothing can cite it without."),)
        if " " in key:
            return (
                key,
                end + 1,
                (_key_slip("its key has a space", "Write the key in one word: Pandoc refuses the file."),),
            )
        return key, end + 1, ()
    for pattern in (_KEY_LINE, _SPACED_KEY):
        if keyed := pattern.match(body):
            comma = _key_slip("no comma after its key", "Put a comma behind the key: BibTeX drops the entry.")
            return keyed.group(1).strip().rstrip(";"), keyed.end(1), (comma,)
    return "", 0, (_key_slip("it has no key", "Give it a key: nothing can cite it without."),)


def _key_slip(what: str, help: str) -> Slip:
    return Slip(offset=0, what=what, help=help)


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
