"""Citation fields of a Word file: Zotero, Mendeley, EndNote and Word's own keep the cited works beside the printed text.

Pandoc prints the fields and drops their data (or, with `docx+citations`, binds Mendeley's to the wrong work), so the data
are read here. A numeric style is joined by the printed numbers, another one by author and year.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from xml.etree import ElementTree

from citecheck.identifiers import Kind, parse_identifier
from citecheck.manuscript.csl import read_csl
from citecheck.manuscript.entries import author_key
from citecheck.manuscript.markers.numbers import read_numbers
from citecheck.records import Reference

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_B = "{http://schemas.openxmlformats.org/officeDocument/2006/bibliography}"
_PARTS = ("word/document.xml", "word/footnotes.xml", "word/endnotes.xml")
_LARGEST = 100_000_000
"""Bytes of one part that are read: a zip may hold far more than it weighs."""
_PRINTED = re.compile(r"(?P<name>[^\W\d_][\w’'-]+).*?(?P<year>(?:1[5-9]|20)\d\d)")


@dataclass(slots=True)
class _Field:
    """A field that is open: its instruction, then what it prints."""

    instruction: str = ""
    printed: str = ""
    separated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedField:
    """A citation field: what it prints, and the works it holds."""

    printed: str
    works: tuple[Reference, ...] = field(default=())


def read_fields(path: Path) -> tuple[CitedField, ...]:
    """Read the citation fields of a Word file, in order; none when it cannot be read so."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
            bookmarks = _read_bookmarks(archive, names)
            sources = dict(_read_sources(archive, names))
            found: list[CitedField] = []
            for part in _PARTS:
                if part in names and (root := _parse(archive, part)) is not None:
                    found += _fields_of(root, bookmarks, sources)
            return tuple(found)
    except (OSError, zipfile.BadZipFile, ValueError, RuntimeError, NotImplementedError):
        return ()


def references_of(fields: tuple[CitedField, ...]) -> tuple[Reference, ...]:
    """Give the works of the fields as references, keyed by the printed number, else by author and year."""
    numbered: dict[str, Reference] = {}
    others: dict[str, Reference] = {}
    for each in sorted(fields, key=lambda one: len(one.works)):  # one work and one number leave no doubt
        numbers = read_numbers(each.printed.strip(" []()"))
        if numbers is None:
            for work in each.works:
                name = author_key(work) or work.key
                others.setdefault(name, replace(work, key=name))
            continue
        if len(numbers.targets) != len(each.works):
            continue
        left = [work for work in each.works if work not in [replace(one, key=work.key) for one in numbered.values()]]
        free = [number for number in numbers.targets if number not in numbered]
        for number, work in zip(free, left, strict=False):
            numbered[number] = replace(work, key=number)
    return (*numbered.values(), *others.values())


def _fields_of(
    root: ElementTree.Element, bookmarks: Mapping[str, str], sources: Mapping[str, Reference]
) -> Iterator[CitedField]:
    stack: list[_Field] = []
    marked: dict[str, tuple[str, list[str]]] = {}
    for element in root.iter():
        kind = element.get(f"{_W}fldCharType") if element.tag == f"{_W}fldChar" else ""
        if kind == "begin":
            stack.append(_Field())
        elif kind == "separate" and stack:
            stack[-1].separated = True
        elif kind == "end" and stack:
            done = stack.pop()
            if stack and stack[-1].separated:
                stack[-1].printed += done.printed
            yield from _cited(done.instruction, done.printed, sources)
        elif element.tag == f"{_W}instrText" and stack and not stack[-1].separated:
            stack[-1].instruction += element.text or ""
        elif element.tag == f"{_W}t":
            if stack and stack[-1].separated:
                stack[-1].printed += element.text or ""
            for _, printed in marked.values():
                printed.append(element.text or "")
        elif element.tag == f"{_W}fldSimple":
            yield from _cited(element.get(f"{_W}instr") or "", _text_of(element), sources)
        elif element.tag == f"{_W}sdt":
            yield from _controlled(element, sources)
        elif element.tag == f"{_W}bookmarkStart" and (name := element.get(f"{_W}name") or "") in bookmarks:
            marked[element.get(f"{_W}id") or ""] = (name, [])
        elif element.tag == f"{_W}bookmarkEnd" and (element.get(f"{_W}id") or "") in marked:
            name, printed = marked.pop(element.get(f"{_W}id") or "")
            yield from _cited(bookmarks[name], "".join(printed), sources)


def _controlled(element: ElementTree.Element, sources: Mapping[str, Reference]) -> Iterator[CitedField]:
    """Read a content control of Mendeley Cite."""
    tag = element.find(f"{_W}sdtPr/{_W}tag")
    value = (tag.get(f"{_W}val") if tag is not None else "") or ""
    if value.startswith("MENDELEY_CITATION_v3_"):
        try:
            data = base64.b64decode(value.removeprefix("MENDELEY_CITATION_v3_") + "===").decode("utf-8", "replace")
        except (binascii.Error, ValueError):
            return
        yield from _cited(f"CSL_CITATION {data}", _text_of(element), sources)


def _cited(instruction: str, printed: str, sources: Mapping[str, Reference]) -> Iterator[CitedField]:
    works = tuple(_works_of(instruction.strip(), printed, sources))
    if works:
        yield CitedField(printed=printed, works=works)


def _works_of(instruction: str, printed: str, sources: Mapping[str, Reference]) -> Iterator[Reference]:
    if match := re.search(r"CSL_CITATION\s*(?=\{)", instruction):
        try:
            data, _ = json.JSONDecoder().raw_decode(instruction, match.end())
        except (ValueError, RecursionError):
            return
        for item in data.get("citationItems") or [] if isinstance(data, dict) else []:
            fields = item.get("itemData") if isinstance(item, dict) else None
            if isinstance(fields, dict) and (
                work := read_csl(fields, str(fields.get("id") or item.get("id") or "item"))
            ):
                yield work
    elif match := re.search(r"<EndNote>.*</EndNote>", instruction, re.DOTALL):
        root = _parse_text(match[0].encode("utf-8", "replace"))
        for cite in root.iter("Cite") if root is not None else ():
            yield _endnote(cite)
    elif match := re.match(r"CITATION\s+(\S+)", instruction):
        yield sources.get(match[1]) or _printed_work(match[1], printed)


def _endnote(cite: ElementTree.Element) -> Reference:
    def value(path: str) -> str:
        found = cite.find(path)
        return " ".join("".join(found.itertext()).split()) if found is not None else ""

    year = value(".//dates/year") or value("Year")
    doi = parse_identifier(value(".//electronic-resource-num"), Kind.DOI)
    return Reference(
        key=value("RecNum") or "endnote",
        title=value(".//titles/title"),
        authors=tuple(" ".join("".join(each.itertext()).split()) for each in cite.findall(".//authors/author")),
        year=int(year) if re.fullmatch(r"\d{4}", year) else None,
        container=value(".//titles/secondary-title"),
        identifiers=(doi,) if doi else (),
    )


def _printed_work(tag: str, printed: str) -> Reference:
    """Describe a work of which there is no more than the field prints."""
    match = _PRINTED.search(printed)
    return Reference(key=tag, authors=(match["name"],) if match else (), year=int(match["year"]) if match else None)


def _read_bookmarks(archive: zipfile.ZipFile, names: set[str]) -> dict[str, str]:
    """Zotero's bookmarks keep their data in the document's properties, in numbered pieces."""
    root = _parse(archive, "docProps/custom.xml") if "docProps/custom.xml" in names else None
    pieces: dict[str, list[tuple[int, str]]] = {}
    for each in root if root is not None else ():
        if match := re.fullmatch(r"(ZOTERO_BREF_\w+?)_(\d+)", each.get("name") or ""):
            pieces.setdefault(match[1], []).append((int(match[2]), "".join(each.itertext())))
    return {name: "".join(text for _, text in sorted(found)) for name, found in pieces.items()}


def _read_sources(archive: zipfile.ZipFile, names: set[str]) -> Iterator[tuple[str, Reference]]:
    """Read Word's own list of sources."""
    for name in sorted(names):
        root = _parse(archive, name) if re.fullmatch(r"customXml/item\d+\.xml", name) else None
        for source in root.iter(f"{_B}Source") if root is not None else ():
            tag, year = source.findtext(f"{_B}Tag") or "", source.findtext(f"{_B}Year") or ""
            people = [
                ", ".join(part for part in (each.findtext(f"{_B}Last"), each.findtext(f"{_B}First")) if part)
                for each in source.iter(f"{_B}Person")
            ]
            doi = parse_identifier(source.findtext(f"{_B}DOI") or "", Kind.DOI)
            yield (
                tag,
                Reference(
                    key=tag,
                    title=source.findtext(f"{_B}Title") or "",
                    authors=tuple(people),
                    year=int(year) if re.fullmatch(r"\d{4}", year) else None,
                    url=source.findtext(f"{_B}URL") or "",
                    identifiers=(doi,) if doi else (),
                ),
            )


def _parse(archive: zipfile.ZipFile, name: str) -> ElementTree.Element | None:
    if archive.getinfo(name).file_size > _LARGEST:
        return None
    return _parse_text(archive.read(name))


def _parse_text(data: bytes) -> ElementTree.Element | None:
    """Parse XML that declares no type of its own: declarations are how XML is made to explode."""
    if b"<!DOCTYPE" in data[:2000] or b"<!ENTITY" in data:
        return None
    try:
        return ElementTree.fromstring(data)
    except (ElementTree.ParseError, RecursionError):
        return None


def _text_of(element: ElementTree.Element) -> str:
    return "".join(each.text or "" for each in element.iter(f"{_W}t"))
