"""Word and OpenDocument files: the text of their XML, as a reader who accepts all changes sees it.

Paragraphs in order, then foot- and endnotes. Deleted text, comments, and the second form of whatever is stored twice are left
out (ECMA-376, part 1; OpenDocument 1.3).
"""

from __future__ import annotations

from lxml import etree

from citecheck.extract.extracted import Extracted, join_blocks, place_headings
from citecheck.extract.markup import Element, attribute, children, find, name_of, parse_xml, text_of, words_of
from citecheck.extract.zipped import Archive

_WORD_LEFT_OUT = frozenset(("del", "moveFrom", "Fallback", "instrText", "delText", "commentReference", "pPr", "rPr"))
_ODT_LEFT_OUT = frozenset(("tracked-changes", "annotation", "note-citation", "sequence-decls", "index-title-template"))
_STYLES = "word/styles.xml"
_NOTES = ("word/footnotes.xml", "word/endnotes.xml")


def read_docx(data: bytes, name: str) -> Extracted:
    """Read a Word file.

    Raises:
        ExtractError: it is damaged, encrypted or beyond the bounds.
    """
    archive = Archive(data, name)
    blocks: list[str] = []
    headings: list[str] = []
    styles = _heading_styles(archive, name)
    for member in ("word/document.xml", *filter(archive.holds, _NOTES)):
        paragraphs = _word_paragraphs(parse_xml(archive.read(member), name), styles)
        blocks += [text for text, _ in paragraphs]
        headings += [text for text, is_heading in paragraphs if is_heading]
    text = join_blocks(blocks)
    return Extracted(
        text=text,
        format="docx",
        sections=place_headings(text, headings),
        title=_title(archive, "docProps/core.xml", name),
    )


def _heading_styles(archive: Archive, name: str) -> frozenset[str]:
    """Give the ids of the styles of headings: ids are in the writer's language, the names of built-in styles in English."""
    if not archive.holds(_STYLES):
        return frozenset()
    named = (
        (attribute(style, "styleId"), attribute(named, "val"))
        for style in find(parse_xml(archive.read(_STYLES), name), "style")
        for named in children(style, "name")
    )
    return frozenset(own for own, known in named if known.lower().startswith("heading"))


def _is_heading(paragraph: Element, styles: frozenset[str]) -> bool:
    properties = next(children(paragraph, "pPr"), None)
    style = next(children(properties, "pStyle"), None) if properties is not None else None
    return style is not None and attribute(style, "val") in styles


def _word_paragraphs(root: Element, styles: frozenset[str]) -> list[tuple[str, bool]]:
    """Give the paragraphs, and which are headings; one within another (a text box) comes before the one that holds it."""
    done: list[tuple[str, bool]] = []
    pending: list[list[str]] = []
    walk = etree.iterwalk(root, events=("start", "end"))
    for event, node in walk:
        name = name_of(node)
        if event == "start":
            if name in _WORD_LEFT_OUT:
                walk.skip_subtree()
            elif name == "p":
                pending.append([])
            elif pending:
                match name:
                    case "t":
                        pending[-1].append(text_of(node))
                    case "tab" | "br" | "cr" | "ptab":
                        pending[-1].append(" ")
                    case "noBreakHyphen":
                        pending[-1].append("\u2011")
                    case "softHyphen":
                        pending[-1].append("\u00ad")
        elif name == "p" and pending:
            done.append(("".join(pending.pop()), _is_heading(node, styles)))
    return done


def read_odt(data: bytes, name: str) -> Extracted:
    """Read an OpenDocument text.

    Raises:
        ExtractError: it is damaged, encrypted or beyond the bounds.
    """
    archive = Archive(data, name)
    content = parse_xml(archive.read("content.xml"), name)
    blocks, notes = _odt_paragraphs(content)
    text = join_blocks([*blocks, *notes])
    headings = place_headings(text, (words_of(each) for each in find(content, "h")))
    return Extracted(text=text, format="odt", sections=headings, title=_title(archive, "meta.xml", name))


def _odt_paragraphs(root: Element) -> tuple[list[str], list[str]]:
    done: list[str] = []
    notes: list[str] = []
    pending: list[list[str]] = []
    depth = 0
    walk = etree.iterwalk(root, events=("start", "end"))
    for event, node in walk:
        name = name_of(node)
        if event == "start":
            if name in _ODT_LEFT_OUT:
                walk.skip_subtree()
                continue
            depth += name == "note"
            if name in ("p", "h"):
                pending.append([])
            if pending:
                pending[-1].append(" " if name in ("s", "tab", "line-break") else text_of(node))
            continue
        depth -= name == "note"
        if name in ("p", "h") and pending and name not in _ODT_LEFT_OUT:
            (notes if depth else done).append("".join(pending.pop()))
        if pending:
            pending[-1].append(node.tail or "")
    return done, notes


def _title(archive: Archive, member: str, name: str) -> str:
    if not archive.holds(member):
        return ""
    return words_of(next(find(parse_xml(archive.read(member), name), "title"), None))
