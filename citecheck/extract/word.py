"""Word and OpenDocument files: the text of their XML, as a reader who accepts all changes sees it.

Paragraphs in order, then foot- and endnotes. Deleted text, comments, and the second form of whatever is stored twice are left
out (ECMA-376, part 1; OpenDocument 1.3).
"""

from __future__ import annotations

from lxml import etree

from citecheck.extract.extracted import Extracted, join_blocks
from citecheck.extract.markup import Element, find, name_of, parse_xml, text_of, words_of
from citecheck.extract.zipped import Archive

_WORD_LEFT_OUT = frozenset(("del", "moveFrom", "Fallback", "instrText", "delText", "commentReference", "pPr", "rPr"))
_ODT_LEFT_OUT = frozenset(("tracked-changes", "annotation", "note-citation", "sequence-decls", "index-title-template"))
_NOTES = ("word/footnotes.xml", "word/endnotes.xml")


def read_docx(data: bytes, name: str) -> Extracted:
    """Read a Word file.

    Raises:
        ExtractError: it is damaged, encrypted or beyond the bounds.
    """
    archive = Archive(data, name)
    blocks: list[str] = []
    for member in ("word/document.xml", *filter(archive.holds, _NOTES)):
        blocks += _word_paragraphs(parse_xml(archive.read(member), name))
    return Extracted(text=join_blocks(blocks), format="docx", title=_title(archive, "docProps/core.xml", name))


def _word_paragraphs(root: Element) -> list[str]:
    """Give the paragraphs; one within another (a text box) comes before the one that holds it."""
    done: list[str] = []
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
            done.append("".join(pending.pop()))
    return done


def read_odt(data: bytes, name: str) -> Extracted:
    """Read an OpenDocument text.

    Raises:
        ExtractError: it is damaged, encrypted or beyond the bounds.
    """
    archive = Archive(data, name)
    blocks, notes = _odt_paragraphs(parse_xml(archive.read("content.xml"), name))
    return Extracted(text=join_blocks([*blocks, *notes]), format="odt", title=_title(archive, "meta.xml", name))


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
