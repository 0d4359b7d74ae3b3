"""Citations of a LibreOffice file: Zotero's reference marks and bookmarks, and LibreOffice's own bibliography marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from citecheck.identifiers import find_identifiers
from citecheck.manuscript.readers.cited_works import CitedField, fold_text, read_works, references_of
from citecheck.manuscript.readers.zipped import Zipped
from citecheck.records import Reference

_T = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_META = "{urn:oasis:names:tc:opendocument:xmlns:meta:1.0}"
_STARTS = {f"{_T}reference-mark-start": f"{_T}reference-mark-end", f"{_T}bookmark-start": f"{_T}bookmark-end"}
_ATTRIBUTES = rb"""(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*/?"""
_WRAPPER = re.compile(rb"</?text:(?:section|bibliography|index-body|index-title)" + _ATTRIBUTES + rb">")
_HIDDEN = re.compile(rb"<text:(tracked-changes|bibliography-source)\b" + _ATTRIBUTES + rb">.*?</text:\1\s*>", re.DOTALL)
_DELETED = f"{_T}tracked-changes"


def read_marks(archive: Zipped) -> tuple[Reference, ...]:
    """Read the works that a LibreOffice file cites with their data."""
    root = archive.parse("content.xml")
    if root is None:
        return ()
    own = {each.key: each for each in _own_marks(root)}
    return (*references_of(tuple(_fields_of(root, _bookmarks(archive)))), *own.values())


def unwrap_sections(archive: Zipped) -> bytes | None:
    """Take sections and indexes off what they hold, which Pandoc would leave out: a whole reference list is one.

    None when the file has neither.
    """
    content = archive.read("content.xml")
    open_content = _WRAPPER.sub(b"", _HIDDEN.sub(b"", content))
    return None if open_content == content else archive.replace({"content.xml": open_content})


def read_named(archive: Zipped) -> dict[str, str]:
    """Read the entries that Pandoc's own files name `ref-smith2019`: the text of each, with its key."""
    root = archive.parse("content.xml")
    keys: dict[str, str] = {}
    for each in root.iter(f"{_T}section") if root is not None else ():
        name = each.get(f"{_T}name") or ""
        if name.startswith("ref-"):
            keys[fold_text("".join(each.itertext()))] = name.removeprefix("ref-")
    return keys


def _fields_of(root: ElementTree.Element, bookmarks: dict[str, str]) -> Iterator[CitedField]:
    """Read Zotero's marks: the name of each holds its data, and what stands between start and end is printed."""
    opened: dict[str, list[str]] = {}
    for element, text in _texts(root):
        name = element.get(f"{_T}name") or ""
        if text is not None:
            for printed in opened.values():
                printed.append(text)
        elif element.tag in _STARTS:
            opened[name] = []
        elif element.tag in _STARTS.values() and name in opened:
            printed_text = "".join(opened.pop(name))
            works = read_works(bookmarks.get(name, name), printed_text, {})
            if works and printed_text.strip():
                yield CitedField(printed=printed_text, works=works)


def _texts(root: ElementTree.Element) -> Iterator[tuple[ElementTree.Element, str | None]]:
    """Give elements and texts in order; nothing of what tracked changes have deleted."""
    stack: list[tuple[ElementTree.Element, str | None]] = [(root, None)]
    while stack:
        element, text = stack.pop()
        yield element, text
        if text is not None:
            continue
        inner: list[tuple[ElementTree.Element, str | None]] = [(element, element.text)] if element.text else []
        for each in element:
            if each.tag != _DELETED:
                inner.append((each, None))
            if each.tail:
                inner.append((element, each.tail))
        stack.extend(reversed(inner))


def _bookmarks(archive: Zipped) -> dict[str, str]:
    """Zotero's bookmarks keep their data in the document's properties, in numbered pieces."""
    root = archive.parse("meta.xml")
    pieces: dict[str, list[tuple[int, str]]] = {}
    for each in root.iter(f"{_META}user-defined") if root is not None else ():
        if match := re.fullmatch(r"(ZOTERO_BREF_\w+?)_(\d+)", each.get(f"{_META}name") or ""):
            pieces.setdefault(match[1], []).append((int(match[2]), "".join(each.itertext())))
    return {name: "".join(text for _, text in sorted(found)) for name, found in pieces.items()}


def _own_marks(root: ElementTree.Element) -> Iterator[Reference]:
    for mark in root.iter(f"{_T}bibliography-mark"):
        fields = {name.removeprefix(_T): value for name, value in mark.attrib.items()}
        key = fields.get("identifier") or "".join(mark.itertext()).strip(" []")
        if not key:
            continue
        year = re.search(r"(?:1[5-9]|20)\d\d", fields.get("year", ""))
        people = re.split(r"\s*(?:;|\band\b)\s*", fields.get("author", ""))
        yield Reference(
            key=key,
            type=fields.get("bibliography-type", "").lower(),
            title=fields.get("title") or fields.get("booktitle", ""),
            authors=tuple(each for each in people if each),
            year=int(year[0]) if year else None,
            container=fields.get("journal", ""),
            volume=fields.get("volume", ""),
            pages=fields.get("pages", ""),
            identifiers=find_identifiers(" ".join(f"{name}: {value}" for name, value in sorted(fields.items()))),
            url=fields.get("url", ""),
        )
