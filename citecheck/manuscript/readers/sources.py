"""What Pandoc drops of a source: LaTeX's `\\bibitem` with its key, and JATS's `mixed-citation`."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from xml.etree import ElementTree

from citecheck.manuscript.entries import read_entry
from citecheck.manuscript.layout import find_line_starts
from citecheck.records import Manuscript, Marker, Place, Reference

_ITEM = re.compile(r"\\bibitem\s*(?:\[[^\]]{0,200}\]\s*)?\{([^{}]{1,200})\}")
_END = re.compile(r"\\end\{thebibliography\}")
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_COMMAND = re.compile(r"\\(?:href\{[^{}]*\}|newblock|[a-zA-Z]+\*?|.)\s?|[{}]|~")


def read_bibitems(source: str, path: str) -> tuple[Reference, ...]:
    """Read the entries of `thebibliography`, each with its key and its line."""
    source = _COMMENT.sub(lambda match: " " * len(match[0]), source)
    starts = find_line_starts(source)
    items = list(_ITEM.finditer(source))
    ends = [each.start() for each in items[1:]] + [len(source)] * bool(items)
    return tuple(_read_item(source, match, end, starts, path) for match, end in zip(items, ends, strict=True))


def _read_item(source: str, match: re.Match[str], end: int, starts: tuple[int, ...], path: str) -> Reference:
    closed = _END.search(source, match.end(), end)
    body = source[match.end() : closed.start() if closed else end]
    body = body.replace("\\&", "&").replace("``", "“").replace("''", "”").replace("--", "–")
    body = " ".join(_COMMAND.sub(" ", body).split())
    line = bisect_right(starts, match.start())
    place = Place(path=path, line=line, column=match.start() - starts[line - 1] + 1)
    return replace(read_entry(match[1].strip(), body, place), raw=body)


def place_commands(manuscript: Manuscript, source: str) -> Manuscript:
    """Give markers that are LaTeX commands their lines in the source."""
    starts = find_line_starts(source)
    return replace(manuscript, markers=tuple(_placed(manuscript.markers, source, starts)))


def _placed(markers: tuple[Marker, ...], source: str, starts: tuple[int, ...]) -> Iterator[Marker]:
    position = 0
    for each in markers:
        at = source.find(each.raw, position) if each.style == "latex" else -1
        if at < 0:
            yield each
            continue
        position = at + len(each.raw)
        line, last = bisect_right(starts, at), bisect_right(starts, position - 1)
        place = replace(
            each.place,
            line=line,
            column=at - starts[line - 1] + 1,
            end_line=last,
            end_column=position - starts[last - 1] + 1,
        )
        yield replace(each, place=place)


def read_jats_references(data: bytes, path: str) -> tuple[Reference, ...]:
    """Read the references of a JATS article, whose ids its `xref` elements name."""
    if b"<!ENTITY" in data:
        return ()  # declarations are how XML is made to explode
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, RecursionError):
        return ()
    found = []
    for each in root.iter("ref"):
        key = each.get("id") or ""
        cited = next(
            (child for child in each.iter() if child.tag.endswith("citation") or child.tag == "citation"), each
        )
        raw = " ".join("".join(cited.itertext()).split())
        title = cited.find(".//article-title")
        if key and raw:
            known = " ".join("".join(title.itertext()).split()) if title is not None else ""
            found.append(read_entry(key, raw, Place(path=path, node=key), title=known))
    return tuple(found)
