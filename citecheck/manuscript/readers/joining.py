"""Marks that Pandoc's tree has in pieces, `[`, a link, `–`, a link, `]`, joined to the one mark that a reader sees."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from citecheck.manuscript.readers.anchors import NUMBERED, anchor_of, is_citing_link
from citecheck.manuscript.readers.nodes import as_list, first_of, parts_of, plain_text, second_of

_BETWEEN = re.compile(r"\s*[,;–—‒-]\s*|\s+(?:and|und|et|y|&)\s+|\s+")
_DASH = re.compile(r"\s*[–—‒-]\s*")
_OPENS = re.compile(r"[\[(]$")
_CLOSES = re.compile(r"[\])]")
LONGEST_RANGE = 1000
"""A longer range stays its two ends."""
MOST_JOINED = 200
"""Pieces of one mark."""


def join_marks(inlines: list[Any], order: Mapping[str, int], *, whole: bool = False) -> list[Any]:
    """Give the inlines with pieces joined.

    `order` has the places of the reference list's keys, for ranges; with `whole`, pieces that are all there is are one mark.
    """
    if not any(_is_citing(each) for each in inlines):
        return inlines
    joined: list[Any] = []
    at = 0
    while at < len(inlines):
        if not _is_citing(inlines[at]):
            joined.append(inlines[at])
            at += 1
            continue
        end = _find_end(inlines, at)
        opening, closing = _text(joined[-1:]), _text(inlines[end : end + 1])
        run = inlines[at:end]
        enclosed = bool(_OPENS.search(opening)) and bool(_CLOSES.match(closing))
        enclosed = enclosed and not (opening.endswith("(") and _are_numbers(run))
        alone = whole and len(run) == len(inlines)
        if not enclosed and not alone and not any(_DASH.fullmatch(_text([each])) for each in run):
            joined += run
            at = end
            continue
        before, behind = (opening[-1], closing[0]) if enclosed else ("", "")
        if enclosed:
            joined[-1] = {"t": "Str", "c": opening[:-1]}
        joined.append(_join(run, before, behind, order))
        if enclosed:
            joined.append({"t": "Str", "c": closing[1:]})
        at = end + 1 if enclosed else end
    return joined


def _is_citing(node: Any) -> bool:
    """Is it a citation that is printed bare, or a link to an entry?"""
    kind, content = parts_of(node)
    if kind == "Cite":
        text = plain_text(second_of(content))
        return bool(text.strip()) and "@" not in text and not text.startswith("[")
    if kind == "Link" and anchor_of(content):
        label = plain_text(second_of(content)).strip()
        return bool(NUMBERED.match(label) and "[" not in label) or (is_citing_link(content) and "[" not in label)
    return False


def _text(nodes: list[Any]) -> str:
    kind, content = parts_of(nodes[0]) if nodes else ("", None)
    if kind == "Str":
        return content if isinstance(content, str) else ""
    return " " if kind in ("Space", "SoftBreak") else ""


def _find_end(inlines: list[Any], start: int) -> int:
    """Find the end of a run of citing nodes with commas, semicolons or dashes between."""
    end = at = start + 1
    while at < min(len(inlines), start + MOST_JOINED):
        between = ""
        while at < len(inlines) and len(between) < 10 and (text := _text([inlines[at]])):
            between += text
            at += 1
        if at >= len(inlines) or not between or not _BETWEEN.fullmatch(between) or not _is_citing(inlines[at]):
            break
        at += 1
        end = at
    return end


def _join(run: list[Any], before: str, behind: str, order: Mapping[str, int]) -> dict[str, Any]:
    text = before + "".join(_shown(each) for each in run) + behind
    if _are_numbers(run):
        return {"t": "Str", "c": text if before else f"[{text}]"}  # one grammar reads numbers
    keys: list[str] = []
    ranged = False
    for each in run:
        found = _keys_of(each)
        if not found:
            ranged = ranged or bool(_DASH.fullmatch(_text([each])))
            continue
        if ranged and keys:
            keys += _between(keys[-1], found[0], order)
        keys += found
        ranged = False
    citations = [
        {
            "citationId": key,
            "citationPrefix": [],
            "citationSuffix": [],
            "citationMode": {"t": "NormalCitation"},
            "citationNoteNum": 0,
            "citationHash": 0,
        }
        for key in dict.fromkeys(keys)
    ]
    return {"t": "Cite", "c": [citations, [{"t": "Str", "c": text}]]}


def _are_numbers(run: list[Any]) -> bool:
    """Are all pieces links with numbers as labels, such as are read by their numbers?"""
    pieces = [each for each in run if _is_citing(each)]
    return all(parts_of(each)[0] == "Link" and NUMBERED.match(_shown(each)) for each in pieces)


def _shown(node: Any) -> str:
    kind, content = parts_of(node)
    return plain_text(second_of(content)) if kind in ("Cite", "Link") else _text([node])


def _keys_of(node: Any) -> list[str]:
    kind, content = parts_of(node)
    if kind == "Link":
        return [anchor_of(content)]
    if kind != "Cite":
        return []
    return [str(each.get("citationId") or "") for each in as_list(first_of(content)) if isinstance(each, dict)]


def _between(first: str, last: str, order: Mapping[str, int]) -> list[str]:
    low, high = order.get(first, -1), order.get(last, -1)
    if low < 0 or not low < high <= low + LONGEST_RANGE:
        return []
    names = list(order)
    return names[low + 1 : high]
