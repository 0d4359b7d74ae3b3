"""Citation fields of a Word file: Zotero, Mendeley, EndNote, Citavi and Word's own keep the cited works beside the printed text.

Pandoc prints the fields and drops their data (or, with `docx+citations`, binds Mendeley's to the wrong work), so the data
are read here. A numeric style is joined by the printed numbers, another one by author and year.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from xml.etree import ElementTree

from citecheck.identifiers import Kind, parse_identifier
from citecheck.manuscript.readers.cited_works import CitedField, decode_data, fold_text, read_works
from citecheck.manuscript.readers.zipped import Zipped
from citecheck.records import Reference

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_B = "{http://schemas.openxmlformats.org/officeDocument/2006/bibliography}"
_PARTS = ("word/document.xml", "word/footnotes.xml", "word/endnotes.xml")
_UNREAD = {f"{_W}del", f"{_W}moveFrom", "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"}
"""What is not in the text: tracked deletions, and the second copy of a text box for older programs."""
_SIMPLE = re.compile(rb"""</?w:fldSimple(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*/?>""")
_TEXT_BOX = f"{_W}txbxContent"


@dataclass(slots=True)
class _Field:
    """A field that is open: its instruction, then what it prints."""

    instruction: str = ""
    printed: str = ""
    separated: bool = False


def read_fields(archive: Zipped) -> tuple[CitedField, ...]:
    """Read the citation fields of a Word file, in order."""
    bookmarks = _read_bookmarks(archive)
    sources = dict(_read_sources(archive))
    found: list[CitedField] = []
    for part in _PARTS:
        if (root := archive.parse(part)) is not None:
            noted = part != _PARTS[0]
            found += (replace(each, noted=noted) for each in _fields_of(root, bookmarks, sources))
    return tuple(found)


def unwrap_simple_fields(archive: Zipped) -> bytes | None:
    """Take simple fields off what they print, which Pandoc would leave out; None when there are none."""
    parts = {name: archive.read(name) for name in _PARTS if name in archive.parts}
    changed = {name: new for name, data in parts.items() if (new := _SIMPLE.sub(b"", data)) != data}
    return archive.replace(changed) if changed else None


def read_bookmarked(archive: Zipped) -> dict[str, str]:
    """Read the entries that Pandoc's own Word files mark `ref-smith2019`: the text of each paragraph, with its key."""
    keys: dict[str, str] = {}
    root = archive.parse(_PARTS[0])
    opened = ""
    for element in _walk(root) if root is not None else ():
        if element.tag == f"{_W}bookmarkStart":
            name = element.get(f"{_W}name") or ""
            opened = name.removeprefix("ref-") if name.startswith("ref-") else opened
        elif element.tag == f"{_W}p" and opened:
            keys[fold_text(_text_of(element))] = opened
            opened = ""
    return keys


def read_boxes(archive: Zipped) -> tuple[str, ...]:
    """Read the paragraphs of text boxes."""
    root = archive.parse(_PARTS[0])
    boxes = [each for each in _walk(root) if each.tag == _TEXT_BOX] if root is not None else []
    texts = (_text_of(each).strip() for box in boxes for each in box.iter(f"{_W}p"))
    return tuple(text for text in texts if text)


def _walk(root: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """Give every element that is in the text, in order."""
    stack = [root]
    while stack:
        element = stack.pop()
        yield element
        stack.extend(each for each in reversed(element) if each.tag not in _UNREAD)


def _fields_of(
    root: ElementTree.Element, bookmarks: Mapping[str, str], sources: Mapping[str, Reference]
) -> Iterator[CitedField]:
    stack: list[_Field] = []
    marked: dict[str, tuple[str, list[str]]] = {}
    for element in _walk(root):
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
        elif element.tag == f"{_W}fldData" and stack and "<EndNote>" not in stack[0].instruction:
            stack[0].instruction += " " + decode_data(element.text or "")
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
        data = decode_data(value.removeprefix("MENDELEY_CITATION_v3_"))
        yield from _cited(f"CSL_CITATION {data}", _text_of(element), sources)


def _cited(instruction: str, printed: str, sources: Mapping[str, Reference]) -> Iterator[CitedField]:
    works = read_works(instruction, printed, sources) if printed.strip() else ()
    if works:
        yield CitedField(printed=printed, works=works)


def _read_bookmarks(archive: Zipped) -> dict[str, str]:
    """Zotero's bookmarks keep their data in the document's properties, in numbered pieces."""
    root = archive.parse("docProps/custom.xml")
    pieces: dict[str, list[tuple[int, str]]] = {}
    for each in root if root is not None else ():
        if match := re.fullmatch(r"(ZOTERO_BREF_\w+?)_(\d+)", each.get("name") or ""):
            pieces.setdefault(match[1], []).append((int(match[2]), "".join(each.itertext())))
    return {name: "".join(text for _, text in sorted(found)) for name, found in pieces.items()}


def _read_sources(archive: Zipped) -> Iterator[tuple[str, Reference]]:
    """Read Word's own list of sources."""
    for name in sorted(each for each in archive.parts if re.fullmatch(r"customXml/item\d+\.xml", each)):
        root = archive.parse(name)
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


def _text_of(element: ElementTree.Element) -> str:
    return "".join(each.text or "" for each in _walk(element) if each.tag == f"{_W}t")
