"""Documents that Pandoc reads: its tree, what the source says besides, and the way back to the source's lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from citecheck.manuscript.layout import Layout
from citecheck.manuscript.readers.jats import lay_out_jats
from citecheck.manuscript.readers.latex import read_latex, restore_commands
from citecheck.manuscript.readers.latex_parts import decode_latex, read_parts
from citecheck.manuscript.readers.office import lay_out_office
from citecheck.manuscript.readers.pandoc import read_tree
from citecheck.manuscript.readers.pandoc_tree import lay_out_tree
from citecheck.manuscript.readers.placing import place_in_source
from citecheck.manuscript.readers.source import Source, single_source
from citecheck.manuscript.readers.zipped import Zipped
from citecheck.records import Manuscript, Marker, Place, Reference

_TAGGED = {"html", "jats", "docbook", "fb2"}
_ID = re.compile(r"<[^<>]{0,500}?\bid\s*=\s*[\"']([^\"'<>]{1,200})[\"']")
_UNLINED = {"docx", "odt", "epub", "pptx", "rtf"}
"""Formats whose lines nobody sees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreign:
    """A document that is laid out, and how its places get their lines once it is put together."""

    layout: Layout
    place: Callable[[Manuscript], Manuscript]


def read_foreign(file: Path | None, data: bytes, format: str) -> Foreign:
    """Read a document through Pandoc, or a PDF. `file` is None for a text that is in no file.

    Raises:
        UnreadableManuscript: it cannot be read, or is damaged.
        PandocNotFound: there is no Pandoc.
    """
    path = str(file or "")
    if format == "pdf":
        from citecheck.manuscript.readers.pdf import lay_out_pdf

        pages = lay_out_pdf(data, file or Path("the text"))
        return Foreign(layout=pages.layout, place=pages.place)
    if format == "latex":
        return _read_latex(file, data)
    if format in ("docx", "odt") and file is not None:
        office = lay_out_office(file, data, format)
        return Foreign(layout=office.layout, place=office.complete)
    if format in _UNLINED:
        if format in ("epub", "pptx"):
            Zipped(data, path or "the text")
        tree = read_tree(file, None if file else data.decode("utf-8", "replace"), format)
        return Foreign(layout=lay_out_tree(tree, path=path, format=format), place=_keep)
    text = decode_latex(data)
    if format == "jats":
        layout = lay_out_jats(text, file)
    else:
        tree = read_tree(None, text, format, name=path)
        layout = lay_out_tree(tree, path=path, format=format)
    if format == "typst":
        layout = replace(layout, metadata={**layout.metadata, "bibliography": _typst_files(text)})
    source = single_source(text, path)
    ids = {match[1]: match.start() for match in _ID.finditer(text)} if format == "html" else {}

    def place(manuscript: Manuscript) -> Manuscript:
        placed = place_in_source(manuscript, layout, source, tags=format in _TAGGED)
        return replace(placed, references=tuple(_placed_by_id(each, ids, source) for each in placed.references))

    return Foreign(layout=layout, place=place)


def _placed_by_id(reference: Reference, ids: Mapping[str, int], source: Source) -> Reference:
    """Give an entry that Pandoc wrote, `<div id="ref-smith2019">`, its line."""
    at = ids.get(f"ref-{reference.key}") if reference.place.line is None else None
    return reference if at is None else replace(reference, place=source.place(at, at + 1, reference.place))


def _typst_files(text: str) -> list[str]:
    """Give the files that `#bibliography("refs.bib")` names; Pandoc drops it."""
    calls = re.findall(r"#bibliography\(([^)]{0,1000}\)?)", text)
    return [name for call in calls for name in re.findall(r'"([^"\n]{1,300}\.(?:bib|ya?ml))"', call)]


def _keep(manuscript: Manuscript) -> Manuscript:
    return manuscript


def _read_latex(file: Path | None, data: bytes) -> Foreign:
    source, problems = read_parts(data, file)
    read = read_latex(source)
    tree = read_tree(None, read.prepared, "latex", name=str(file or "the text"))
    restore_commands(tree, read.commands)
    layout = lay_out_tree(tree, path=str(file or ""), format="latex", references=read.references)
    layout = replace(layout, problems=(*problems, *layout.problems))
    written = Counter(each.raw for each in read.commands)
    single = {each.raw: source.place(each.start, each.end) for each in read.commands if written[each.raw] == 1}

    def place(manuscript: Manuscript) -> Manuscript:
        markers = tuple(_placed_at(each, single) for each in manuscript.markers)
        return place_in_source(replace(manuscript, markers=markers), layout, source)

    return Foreign(layout=layout, place=place)


def _placed_at(marker: Marker, places: Mapping[str, Place]) -> Marker:
    """Give a command that stands in the source once its place there."""
    found = places.get(marker.raw) if marker.style == "latex" else None
    return replace(marker, place=replace(found, **_offsets(marker.place))) if found else marker


def _offsets(place: Place) -> dict[str, Any]:
    return {"start": place.start, "end": place.end, "node": place.node, "context": place.context}
