"""Parsing XML of strangers: no entity is expanded, no DTD loaded, nothing fetched, depth and text nodes bounded.

libxml2 refuses elements nested deeper than 256 and text nodes over 10 MB unless told otherwise; it is not told otherwise.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Any

from lxml import etree

from citecheck.errors import ExtractError

Element = Any
"""lxml ships no types."""


def parse_xml(data: bytes, name: str) -> Element:
    """Parse XML and give its root.

    Raises:
        ExtractError: it is not well-formed, or beyond the bounds.
    """
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=False,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip
    try:
        return etree.fromstring(data.lstrip(), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise ExtractError(f"{name}: XML that is cut or damaged ({error}).", help="Fetch the file again.") from error


def name_of(element: Element) -> str:
    """Give an element's name without its namespace; empty for comments and entities."""
    tag = element.tag
    return str(tag).rpartition("}")[2] if isinstance(tag, str) else ""


def attribute(element: Element, name: str) -> str:
    """Give an attribute by its name without namespace."""
    return next((str(value) for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")


def find(element: Element, *names: str) -> Iterator[Element]:
    """Give the descendants with one of the names, in the document's order."""
    return (each for each in element.iter() if name_of(each) in names)


def children(element: Element, *names: str) -> Iterator[Element]:
    """Give the children with one of the names."""
    return (each for each in element if name_of(each) in names)


def text_of(node: Element) -> str:
    """Give a node's own text up to its first child; HTML's entities (`&nbsp;`) have theirs, a document's own have none."""
    text = str(node.text or "")
    if node.tag is not etree.Entity:
        return text
    told = html.unescape(text)
    return "" if told == text else told


def words_of(element: Element | None) -> str:
    """Give an element's whole text on one line."""
    return "" if element is None else " ".join("".join(_texts_of(element)).split())


def _texts_of(element: Element) -> Iterator[str]:
    for event, node in etree.iterwalk(element, events=("start", "end")):
        if event == "start":
            yield text_of(node)
        elif node is not element:
            yield node.tail or ""
