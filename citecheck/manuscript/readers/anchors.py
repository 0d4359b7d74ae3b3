"""Links inside a document: which of them cite an entry, which lead to a footnote, and what stands at their ends.

HTML cites by links: Pandoc's own pages, MediaWiki's, those marked up by DPUB-ARIA (`doc-biblioref`, `doc-biblioentry`,
`doc-noteref`), and hand-made ones to `#ref3`; reStructuredText's citations become such links too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from citecheck.manuscript.readers.nodes import as_list, first_of, is_pair, parts_of, plain_text, second_of, third_of

NUMBERED = re.compile(r"\s*\[?\s*\^?\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*\s*\^?\]?\s*$")
_NAMED = re.compile(
    r"(?:ref|refs|bib|bibr|bibitem|cit|cite|citation|citeref|reference|cr|b)(?=[-_.:\d])", re.IGNORECASE
)
"""How anchors of entries are called."""
ELSEWHERE = re.compile(r"(?:fig|tab|tbl|eq|sec|lst|app|alg|box|page|chap)[a-z]*[-_.:]?\d", re.IGNORECASE)
"""Anchors of figures, tables and sections."""
_CITING_LABEL = re.compile(r"\[.{1,100}\]$|.{0,100}\b(?:1[5-9]|20)\d\d[a-z]?\b.{0,20}|n\.\s?d\.", re.DOTALL)
_KEY = re.compile(r"[^\W\d_][\w:.+-]{1,60}")
_BACK = ("footnote-back", "footnote-backref", "reversefootnote", "mw-cite-backlink", "mw-editsection")
_NOTE_REFERENCES = ("footnote-ref", "footnoteRef", "footnote-reference")
NOTE_SECTIONS = ("footnotes", "doc-endnotes", "doc-footnotes", "endnotes")
_ATTRIBUTED = {"Div": 0, "Span": 0, "Header": 1, "Link": 0, "Figure": 0, "Table": 0}
"""Kinds of nodes that have an id, and where their attributes stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchors:
    """What the links of a document lead to."""

    labels: Mapping[str, str] = field(default_factory=dict)
    """Ids to which citing links lead, each with what the entry there is called: the link's number, else the id."""
    headings: frozenset[str] = frozenset()
    """Ids of headings: links to them cite nothing."""
    noted: bool = False
    """Is there a section of footnotes?"""


def find_anchors(blocks: Any) -> Anchors:
    """Look through a tree for ids and for the links to them."""
    headings: set[str] = set()
    labels: dict[str, str] = {}
    noted = False
    for node in _nodes(blocks):
        kind, content = parts_of(node)
        attributes = content[_ATTRIBUTED[kind]] if isinstance(content, list) and len(content) > 1 else None
        if kind == "Header":
            headings.add(str(first_of(attributes)))
        if kind == "Div" and _names_of(attributes) & set(NOTE_SECTIONS):
            noted = True
        if kind == "Link" and (anchor := anchor_of(content)):
            label = plain_text(second_of(content)).strip()
            if NUMBERED.match(label) and label.strip("[] ^").isdecimal():
                if not is_note_link(content) and not labels.get(anchor, "").isdecimal():
                    labels[anchor] = label.strip("[] ^")
            elif is_citing_link(content) and _KEY.fullmatch(anchor):
                labels.setdefault(anchor, anchor)
    return Anchors(labels=labels, headings=frozenset(headings - {""}), noted=noted)


def _nodes(tree: Any) -> Iterator[Any]:
    stack: list[Any] = [tree]
    while stack:
        each = stack.pop()
        if isinstance(each, list):
            stack.extend(reversed(each))
        elif isinstance(each, dict):
            kind = each.get("t")
            if isinstance(kind, str) and kind in _ATTRIBUTED:
                yield each
            if "c" in each and kind != "Str":
                stack.append(each["c"])


def anchor_of(content: Any) -> str:
    """Give the id to which a link inside the document leads; empty for other links."""
    url = first_of(third_of(content))
    return url[1:] if isinstance(url, str) and url.startswith("#") else ""


def _names_of(attributes: Any) -> set[str]:
    """Give the classes of a node, and its role."""
    classes = {each for each in as_list(second_of(attributes)) if isinstance(each, str)}
    roles = [pair[1] for pair in as_list(third_of(attributes)) if is_pair(pair) and pair[0] in ("role", "epub:type")]
    return {*classes, *(word for role in roles for word in role.split())}


def leads_back(attributes: Any) -> bool:
    """Is a link or span only the way back from a footnote or an entry, or a page's button?"""
    return bool(_names_of(attributes) & {*_BACK, "doc-backlink"})


def is_note_section(attributes: Any) -> bool:
    """Does a division hold the footnotes?"""
    return bool(_names_of(attributes) & set(NOTE_SECTIONS))


def is_bibliography(attributes: Any) -> bool:
    """Does a division say that it is the reference list?"""
    return bool(_names_of(attributes) & {"doc-bibliography", "bibliography"})


def is_note_link(content: Any) -> bool:
    """Does a link lead to a footnote?"""
    names = _names_of(first_of(content))
    return bool(names & {*_NOTE_REFERENCES, "doc-noteref", "noteref"})


def is_citing_link(content: Any) -> bool:
    """Does a link inside the document cite an entry: by its role, by its class, or by its name and its label?"""
    anchor = anchor_of(content)
    if not anchor or is_note_link(content):
        return False
    names = _names_of(first_of(content))
    if names & {"doc-biblioref", "biblioref", "citation"}:
        return True
    return bool(_NAMED.match(anchor)) and bool(_CITING_LABEL.match(plain_text(second_of(content)).strip()))
