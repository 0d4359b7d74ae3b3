"""Word and LibreOffice files: Pandoc's text of them, with the works that their citation fields hold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from citecheck.manuscript.entries import split_label
from citecheck.manuscript.layout import Layout
from citecheck.manuscript.readers.cited_works import CitedField, fold_text, references_of
from citecheck.manuscript.readers.nodes import parts_of, plain_text
from citecheck.manuscript.readers.odt import read_marks, read_named, unwrap_sections
from citecheck.manuscript.readers.pandoc import read_tree
from citecheck.manuscript.readers.pandoc_tree import lay_out_tree
from citecheck.manuscript.readers.word import read_bookmarked, read_boxes, read_fields, unwrap_simple_fields
from citecheck.manuscript.readers.zipped import Zipped
from citecheck.records import Manuscript, Reference


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficeLayout:
    """A Word or LibreOffice file laid out, with the citation fields of its footnotes."""

    layout: Layout
    noted: tuple[CitedField, ...] = ()

    def complete(self, manuscript: Manuscript) -> Manuscript:
        """Give footnotes that describe one work the data of the field that prints it; the work is listed once."""
        printed = [(fold_text(each.printed), each.works) for each in self.noted if len(each.works) == 1]
        printed = [(text, works) for text, works in printed if text]
        if not printed:
            return manuscript
        used = {pair.reference for pair in manuscript.pairs}
        merged: list[Reference] = []
        references: list[Reference] = []
        for each in manuscript.references:
            raw = fold_text(each.raw) if each.key.startswith("fn:") else ""
            works = {works[0] for text, works in printed if raw and text in raw}
            if len(works) == 1:
                work = works.pop()
                merged.append(work)
                each = replace(work, key=each.key, raw=each.raw, place=each.place)
            references.append(each)
        kept = (
            each
            for each in references
            if each.raw or each.key in used or not any(replace(each, key=work.key) == work for work in merged)
        )
        return replace(manuscript, references=tuple(kept))


def lay_out_office(file: Path, data: bytes, format: str) -> OfficeLayout:
    """Lay out a Word or LibreOffice file.

    Raises:
        UnreadableManuscript: it is damaged, encrypted, too large, or not what its name says.
        PandocNotFound: there is no Pandoc.
    """
    archive = Zipped(data, str(file))
    archive.check(format)
    opened = unwrap_sections(archive) if format == "odt" else unwrap_simple_fields(archive)
    noted: tuple[CitedField, ...] = ()
    tree = read_tree(None if opened else file, opened, format, name=str(file))
    if format == "odt":
        references = read_marks(archive)
        _name_entries(tree, read_named(archive))
    else:
        fields = read_fields(archive)
        references, noted = references_of(fields), tuple(each for each in fields if each.noted)
        _name_entries(tree, read_bookmarked(archive))
        _add_boxes(tree, read_boxes(archive))
    layout = lay_out_tree(tree, path=str(file), format=format, references=references)
    return OfficeLayout(layout=layout, noted=noted)


def _name_entries(tree: dict[str, Any], keys: dict[str, str]) -> None:
    """Give the entries of Pandoc's own list their keys back, in the form that its tree had them."""
    if not keys:
        return
    blocks: list[Any] = []
    listed: list[Any] = []
    for each in tree["blocks"]:
        kind, content = parts_of(each)
        text = plain_text(content) if kind in ("Para", "Plain") else ""
        key = keys.get(fold_text(text)) if text else None
        if key and not split_label(text)[0]:  # a list that prints numbers is cited by them
            listed.append({"t": "Div", "c": [[f"ref-{key}", ["csl-entry"], []], [each]]})
        else:
            blocks.append(each)
    if listed:
        blocks.append({"t": "Div", "c": [["refs", ["references", "csl-bib-body"], []], listed]})
    tree["blocks"] = blocks


def _add_boxes(tree: dict[str, Any], texts: tuple[str, ...]) -> None:
    """Add the text of text boxes that Pandoc has left out."""
    if not texts:
        return
    there = {fold_text(plain_text(parts_of(each)[1])) for each in _paragraphs(tree["blocks"])}
    missing = [text for text in texts if fold_text(text) not in there]
    tree["blocks"] = [*({"t": "Para", "c": [{"t": "Str", "c": text}]} for text in missing), *tree["blocks"]]


def _paragraphs(blocks: Any) -> list[Any]:
    found: list[Any] = []
    stack: list[Any] = [blocks]
    while stack:
        each = stack.pop()
        if isinstance(each, list):
            stack.extend(each)
        elif isinstance(each, dict):
            if each.get("t") in ("Para", "Plain"):
                found.append(each)
            else:
                stack.append(each.get("c"))
    return found
