"""Corrections written into CSL JSON and CSL YAML: the value that is wrong, in its own form; order and unknown fields stay."""

from __future__ import annotations

import io
import re
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from pathlib import Path

from citecheck.bibliography.csl import DATES, describe_csl, year_of
from citecheck.bibliography.csl_json import find_list, read_csl_json
from citecheck.bibliography.csl_yaml import read_csl_yaml
from citecheck.bibliography.yaml_places import Placed, place_items
from citecheck.corrections import Correction, Edit, Kept
from citecheck.records import Problem, Reference
from citecheck.rewriting.formats import Slot
from citecheck.rewriting.given import shorten_like
from citecheck.rewriting.nodes import Node, read_objects, write_scalar
from citecheck.rewriting.replacing import Replacement, Rewritten, replace_all, replace_words

NAMES = {"volume": ("volume",), "issue": ("issue",), "pages": ("page", "pages", "number-of-article", "article-number")}
_DOI = re.compile(r"(\s*(?:(?:https?://)?(?:dx\.)?doi\.org/|doi:?\s*)?)(10\.\S+?)\s*", re.IGNORECASE)
_OWN_WAY = "it is written in a way of its own"


def csl_slots(text: str, path: Path, *, is_yaml: bool) -> Iterator[Slot]:
    """Give every reference of a text with where it stands."""
    nodes: dict[tuple[int, str], deque[Node]] = defaultdict(deque)
    for line, node in _placed_yaml(text) if is_yaml else _placed_json(text):
        described = describe_csl(node.plain(), "", path, line, line)
        if isinstance(described, Reference):
            nodes[line, described.key].append(node)
    stream = io.StringIO(text)
    for reference in read_csl_yaml(stream, path) if is_yaml else read_csl_json(stream, path):
        if isinstance(reference, Problem) or not (own := nodes[reference.place.line or 0, reference.key]):
            yield Slot(reference=reference)
            continue
        yield _slot(text, reference, own.popleft())


def _slot(text: str, reference: Reference, node: Node) -> Slot:
    def write(corrections: Sequence[Correction]) -> Rewritten:
        return rewrite_csl(text, node, reference, corrections)

    people = node.get("author")
    names = [each.get("literal", "family", "name") for each in people.elements] if people is not None else []
    others = any(str(each.value).casefold() in ("others", "et al.", "et al") for each in names if each is not None)
    return Slot(reference=reference, is_cut=others, write=write)


def _placed_json(text: str) -> Iterator[tuple[int, Node]]:
    lead = len(text) - len(text.lstrip())
    start = lead + 1 if text[lead : lead + 1] == "[" else find_list(text) or 0
    line, counted = 1, 0
    for node in read_objects(text, start):
        line += text.count("\n", counted, node.start)
        counted = node.start
        yield line, node


def _placed_yaml(text: str) -> Iterator[tuple[int, Node]]:
    for line, placed in place_items(text):
        yield line, _as_node(placed)


def _as_node(placed: Placed) -> Node:
    node = Node(start=placed.start, end=placed.end, kind=placed.kind, value=placed.value)
    node.quote = "|" if placed.style in ("|", ">") else placed.style
    node.is_block = placed.kind != "scalar" and placed.style != "flow"
    for name, start, value in placed.members:
        if placed.kind == "object":
            node.members.append((name, start, _as_node(value)))
        else:
            node.elements.append(_as_node(value))
    return node


def rewrite_csl(text: str, node: Node, reference: Reference, corrections: Sequence[Correction]) -> Rewritten:
    """Give the replacements that write corrections into an item, and the fields that cannot be written."""
    found: list[Replacement] = []
    done: list[str] = []
    kept: list[Kept] = []
    for each in corrections:
        match each.field:
            case "year":
                written = _write_year(text, node, each)
            case "title":
                written = _write_words(text, node.get("title"), each.edits)
            case "authors":
                written = _write_authors(text, node.get("author"), reference, each)
            case "doi":
                written = _write_doi(text, node, each)
            case _:
                own = node.get(*NAMES[each.field])
                written = _write(text, own, each.new)
        if written is None:
            kept.append(Kept(field=each.field, why=f"{_OWN_WAY}: write {each.new} yourself"))
        else:
            found += written
            done.append(each.field)
    return Rewritten(replacements=tuple(found), written=tuple(done), kept=tuple(kept))


def _write(text: str, node: Node | None, value: str) -> list[Replacement] | None:
    if node is None or node.kind != "scalar":
        return None
    written = write_scalar(value, node, text)
    return None if written is None else [Replacement(start=node.start, end=node.end, new=written)]


def _write_words(text: str, node: Node | None, edits: Sequence[Edit]) -> list[Replacement] | None:
    if node is None or not isinstance(node.value, str):
        return None
    replaced = replace_words(node.value, 0, len(node.value), edits)
    return None if replaced is None else _write(text, node, replace_all(node.value, replaced))


def _write_year(text: str, node: Node, correction: Correction) -> list[Replacement] | None:
    date = next((each for name in DATES if (each := node.get(name)) and year_of(each.plain()) is not None), None)
    scalar = _scalar_of(date) if date is not None else None
    if scalar is None:
        return None
    value, count = re.subn(rf"(?<!\d){correction.old}(?!\d)", correction.new, str(scalar.value), count=1)
    return _write(text, scalar, value) if count else None


def _scalar_of(date: Node) -> Node | None:
    """Find the value that holds a date's year."""
    while date.kind != "scalar":
        if date.kind == "list":
            if not date.elements:
                return None
            date = date.elements[0]
        else:
            inner = date.get("date-parts", "year", "raw", "literal")
            if inner is None:
                return None
            date = inner
    return date


def _write_authors(
    text: str, people: Node | None, reference: Reference, correction: Correction
) -> list[Replacement] | None:
    if people is None or people.kind != "list" or len(people.elements) != len(reference.authors):
        return None
    found: list[Replacement] = []
    for edit in correction.edits:
        if edit.old:
            person = people.elements[edit.number]
            written = _write_words(text, person.get("family", "lastName"), [Edit(old=edit.old, new=edit.new)])
        else:
            written = _put_in(text, people, edit)
        if written is None:
            return None
        found += written
    places = [each.start for each in found if each.start == each.end]
    return found if len(set(places)) == len(places) else None


def _put_in(text: str, people: Node, edit: Edit) -> list[Replacement] | None:
    """Put a person between others, written as the first of them is."""
    like = next(
        (each for each in people.elements if [name for name, _, _ in each.members] == ["family", "given"]), None
    )
    if like is None or people.is_block or not edit.given:
        return None
    (_, _, family), (_, _, given) = like.members
    givens = [str(node.value) for each in people.elements if (node := each.get("given")) is not None]
    short = shorten_like(edit.given, givens)
    written = [write_scalar(value, node, text) for value, node in ((edit.new, family), (short, given))]
    if None in written:
        return None
    parts = (
        text[like.start : family.start],
        written[0],
        text[family.end : given.start],
        written[1],
        text[given.end : like.end],
    )
    person = "".join(each or "" for each in parts)
    elements = people.elements
    if len(elements) > 1:
        gap = text[elements[0].end : elements[1].start]
    else:
        gap = "," + (text[people.start + 1 : elements[0].start] or " ")
    if edit.number < len(elements):
        place = elements[edit.number].start
        return [Replacement(start=place, end=place, new=f"{person}{gap}")]
    return [Replacement(start=elements[-1].end, end=elements[-1].end, new=f"{gap}{person}")]


def _write_doi(text: str, node: Node, correction: Correction) -> list[Replacement] | None:
    own = next((value for name, _, value in node.members if name in ("DOI", "doi")), None)
    if own is not None:
        match = _DOI.fullmatch(own.value) if isinstance(own.value, str) else None
        return _write(text, own, f"{match[1]}{correction.new}" if match else correction.new)
    url = node.get("URL", "url")
    if correction.old:
        match = _DOI.fullmatch(url.value) if url is not None and isinstance(url.value, str) else None
        return _write(text, url, f"{match[1]}{correction.new}") if match else None
    return _add_member(text, node, "DOI", correction.new)


def _add_member(text: str, node: Node, name: str, value: str) -> list[Replacement] | None:
    """Put a member after the last one, in its form."""
    if node.is_block:
        return _add_line(text, node, name, value)
    _, start, last = node.members[-1]
    before = node.members[-2][2].end if len(node.members) > 1 else node.start + 1
    gap = text[before:start] if len(node.members) > 1 else "," + text[before:start]
    like = next(
        (each for _, _, each in reversed(node.members) if each.kind == "scalar" and isinstance(each.value, str)), None
    )
    between = re.compile(r"\"?\s*:\s*").search(text, start)
    written = write_scalar(value, like, text) if like is not None else None
    if between is None or written is None:
        return None
    mark = '"' if text[start] == '"' else ""
    colon = between.group().lstrip('"')
    return [Replacement(start=last.end, end=last.end, new=f"{gap}{mark}{name}{mark}{colon}{written}")]


def _add_line(text: str, node: Node, name: str, value: str) -> list[Replacement] | None:
    """Put a line behind the last value that has a line to itself."""
    for _, start, each in reversed(node.members):
        end = text.find("\n", each.end)
        rest = text[each.end : len(text) if end < 0 else end]
        if each.kind != "scalar" or each.quote == "|" or rest.strip() or "\n" in text[each.start : each.end]:
            continue
        written = write_scalar(value, each, text)
        if written is None:
            return None
        column = start - (text.rfind("\n", 0, start) + 1)
        return [Replacement(start=each.end, end=each.end, new=f"\n{' ' * column}{name}: {written}")]
    return None
