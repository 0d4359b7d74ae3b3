"""The works that a citation field holds: CSL of Zotero and Mendeley, EndNote's XML, Citavi's JSON, Word's own keys."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from xml.etree import ElementTree

from citecheck.identifiers import Kind, parse_identifier
from citecheck.manuscript.csl import read_csl
from citecheck.manuscript.entries import author_key
from citecheck.manuscript.markers.numbers import read_numbers
from citecheck.records import Reference

_PRINTED = re.compile(r"(?P<name>[^\W\d_][\w’'-]+).*?(?P<year>(?:1[5-9]|20)\d\d)")
_ENDNOTE = re.compile(r"<EndNote>.*</EndNote>", re.DOTALL)
_CITAVI = re.compile(r"CitaviPlaceholder\{([\w+/=\s]{1,2000000})\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedField:
    """A citation field: what it prints, and the works it holds."""

    printed: str
    works: tuple[Reference, ...] = ()
    noted: bool = False
    """Does it stand in a footnote?"""


def read_works(instruction: str, printed: str, sources: Mapping[str, Reference]) -> tuple[Reference, ...]:
    """Read the works of a field's instruction. `sources` are Word's own, by their tags."""
    instruction = instruction.strip()
    if match := re.search(r"CSL_CITATION\s*(?=\{)", instruction):
        return tuple(_read_csl(instruction, match.end()))
    if found := _ENDNOTE.search(instruction):
        root = parse_xml(found[0].encode("utf-8", "replace"))
        return tuple(_endnote(cite) for cite in root.iter("Cite")) if root is not None else ()
    if found := _CITAVI.search(instruction):
        return tuple(_read_citavi(found[1]))
    if found := re.match(r"CITATION\s+(\S+)", instruction):
        tags = [found[1], *re.findall(r"\\m\s+(\S+)", instruction)]
        return tuple(sources.get(tag) or _printed_work(tag, printed) for tag in tags)
    return ()


def decode_data(data: str) -> str:
    """Decode base64 as Word files have it, with blanks and without its padding; empty when it is none."""
    try:
        return base64.b64decode("".join(data.split()) + "===").decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return ""


def references_of(fields: tuple[CitedField, ...]) -> tuple[Reference, ...]:
    """Give the works of the fields as references, keyed by the printed number, else by author and year."""
    numbered: dict[str, Reference] = {}
    others: dict[str, Reference] = {}
    for each in sorted(fields, key=lambda one: len(one.works)):  # one work and one number leave no doubt
        numbers = read_numbers(each.printed.strip(" []()"))
        if numbers is None:
            for work in each.works:
                _add_other(others, work)
            continue
        if len(numbers.targets) != len(each.works):
            continue
        left = [work for work in each.works if work not in [replace(one, key=work.key) for one in numbered.values()]]
        free = [number for number in numbers.targets if number not in numbered]
        for number, work in zip(free, left, strict=False):
            numbered[number] = replace(work, key=number)
    return (*numbered.values(), *others.values())


def _add_other(others: dict[str, Reference], work: Reference) -> None:
    """Add a work under its author and year; another one of that author and year gets a letter."""
    name = author_key(work) or work.key
    for letter in ("", *"bcdefghijklmnopqrstuvwxyz"):
        key = name + letter
        if key not in others:
            others[key] = replace(work, key=key)
            return
        if replace(others[key], key=work.key) == work or (work.doi and others[key].doi == work.doi):
            return


def _read_csl(instruction: str, position: int) -> Iterator[Reference]:
    try:
        data, _ = json.JSONDecoder().raw_decode(instruction, position)
    except (ValueError, RecursionError):
        return
    for item in (data.get("citationItems") or []) if isinstance(data, dict) else []:
        fields = item.get("itemData") if isinstance(item, dict) else None
        if isinstance(fields, dict) and (work := read_csl(fields, str(fields.get("id") or item.get("id") or "item"))):
            yield work


def _endnote(cite: ElementTree.Element) -> Reference:
    def value(path: str) -> str:
        found = cite.find(path)
        return " ".join("".join(found.itertext()).split()) if found is not None else ""

    year = value(".//dates/year") or value("Year")
    doi = parse_identifier(value(".//electronic-resource-num"), Kind.DOI)
    return Reference(
        key=value("RecNum") or "endnote",
        title=value(".//titles/title"),
        authors=tuple(" ".join("".join(each.itertext()).split()) for each in cite.findall(".//authors/author"))
        or tuple(each for each in (value("Author"),) if each),
        year=int(year) if re.fullmatch(r"\d{4}", year) else None,
        container=value(".//titles/secondary-title"),
        volume=value(".//volume"),
        pages=value(".//record/pages"),
        identifiers=(doi,) if doi else (),
    )


def _read_citavi(data: str) -> Iterator[Reference]:
    try:
        placeholder = json.loads(decode_data(data))
    except (ValueError, RecursionError):
        return
    given = placeholder.get("Entries") if isinstance(placeholder, dict) else None
    for each in given if isinstance(given, list) else []:
        work = each.get("Reference") if isinstance(each, dict) else None
        if not isinstance(work, dict):
            continue
        people = [one for one in work.get("Authors") or [] if isinstance(one, dict)]
        names = [", ".join(str(one[name]) for name in ("LastName", "FirstName") if one.get(name)) for one in people]
        year = re.search(r"(?:1[5-9]|20)\d\d", str(work.get("Year") or work.get("YearResolved") or ""))
        doi = parse_identifier(str(work.get("Doi") or ""), Kind.DOI)
        yield Reference(
            key=str(work.get("Id") or "citavi"),
            title=str(work.get("Title") or ""),
            authors=tuple(name for name in names if name),
            year=int(year[0]) if year else None,
            identifiers=(doi,) if doi else (),
        )


def _printed_work(tag: str, printed: str) -> Reference:
    """Describe a work of which there is no more than the field prints."""
    match = _PRINTED.search(printed)
    return Reference(key=tag, authors=(match["name"],) if match else (), year=int(match["year"]) if match else None)


def fold_text(text: str) -> str:
    """Give a paragraph's letters and digits alone, so that two programs' texts of it are the same."""
    return "".join(each for each in text.casefold() if each.isalnum())


def parse_xml(data: bytes) -> ElementTree.Element | None:
    """Parse XML that declares no type of its own: declarations are how XML is made to explode."""
    if b"<!DOCTYPE" in data[:2000] or b"<!ENTITY" in data:
        return None
    try:
        return ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, RecursionError):
        return None
