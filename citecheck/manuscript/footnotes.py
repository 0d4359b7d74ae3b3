"""Footnotes that describe works: a whole reference in the first, `ibid.`, `op. cit.` or a short title in those after it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from citecheck.identifiers import find_identifiers
from citecheck.manuscript.entries import read_entry, resembles_reference
from citecheck.manuscript.layout import Block, BlockKind, Layout
from citecheck.manuscript.markers.names import PARTICLE
from citecheck.records import Reference
from citecheck.text.fold import fold_key
from citecheck.text.names import family_name

_POINTS = re.compile(
    r"\W*(?:see|cf|compare|but see|vgl|siehe|voir|véase|vedi|zie)\b.{0,80}?[^\W\d_]{2,}\s\((?:1[5-9]|20)\d\d[a-z]?\)",
    re.IGNORECASE | re.DOTALL,
)
"""A footnote that points to a work of the list, `See Smith (2019), p. 9`, and describes none."""
IBID = re.compile(r"\W*(?:ibid|ibidem|ebd|ebenda|id|idem)\b", re.IGNORECASE)
_MARKED = re.compile(r"(?<![\w.])@[\w{]|\\cite|\[\d{1,3}\](?!\()")
"""What a footnote holds that cites in another way: its own markers count then."""
_AGAIN = re.compile(
    r"\W*(?:(?:[Ss]ee(?:\s+also)?|[Cc]f\.?|[Vv]gl\.|[Ss]iehe|[Vv]oir|[Vv]éase|[Aa]lso|[Ss]o)\s+)?(?:[A-ZÀ-Þ]\.\s?){0,3}"
    rf"(?P<name>{PARTICLE}{{0,3}}[A-ZÀ-ÞА-Я][\w’'-]{{1,40}})(?:,?\s+(?:and|&|und|et|y|e)\s+[A-ZÀ-Þ][\w’'-]{{1,40}}|\s+et\s+al\.)?"
    r"(?:[,:]\s+(?P<title>[^;]{2,80}?))??,?\s+(?:op\.?\s?cit|loc\.?\s?cit|a\.\s?a\.\s?O|ob\.\s?cit|(?:pp?\.|S\.|ch\.|no\.)?\s?\d{1,4}(?![\d/]))"
)
"""A work named again by its author: `Smith, *On Walls*, 50` or `Smith, op. cit., p. 51`."""


def find_doubled_footnotes(layout: Layout) -> list[Block]:
    """Give the blocks that define a footnote whose label has one already; the first definition counts."""
    return [layout.blocks[at] for at in sorted(_footnote_texts(layout)[1])]


def _begins_note(layout: Layout, block: Block) -> bool:
    """Does the block begin with its label, as a definition does, and not a further paragraph of it?"""
    return layout.text[max(0, block.start - 12) : block.start].rstrip(" \t").endswith("]:")


def _footnote_texts(layout: Layout) -> tuple[dict[str, list[int]], set[int]]:
    """Give the blocks of each footnote by its label, and those that define one again."""
    texts: dict[str, list[int]] = {}
    again: set[int] = set()
    for at, block in enumerate(layout.blocks):
        if block.kind is not BlockKind.NOTE:
            continue
        before = texts.get(block.label, [])
        continues = bool(before) and before[-1] == at - 1 and not _begins_note(layout, block)
        if continues or not before:
            texts.setdefault(block.label, []).append(at)
        else:
            again.add(at)
    return texts, again


def find_footnotes(layout: Layout, skipped: frozenset[int]) -> tuple[dict[str, Reference], frozenset[int]]:
    """Give the footnotes that describe a work, by label, and their blocks. `ibid.` gives the work before."""
    texts, again = _footnote_texts(layout)
    found: dict[str, Reference] = {}
    blocks: set[int] = set(again)
    before: Reference | None = None
    works: list[Reference] = []
    for label, places in texts.items():
        first, last = layout.blocks[places[0]], layout.blocks[places[-1]]
        raw = layout.text[first.start : last.end].strip()
        shown = " ".join(layout.blocks[at].prose.text for at in places)
        place = layout.place(first.start, first.end if len(places) == 1 else last.end)
        key = f"fn:{label}"
        if before and IBID.match(shown):
            found[label] = replace(before, key=key, raw=raw, place=place)
        elif (skipped or layout.references) and _POINTS.match(shown) and not find_identifiers(shown):
            continue
        elif known := _named_again(shown, works):
            found[label] = before = replace(known, key=key, raw=raw, place=place)
        elif resembles_reference(shown) and not _MARKED.search(raw):
            found[label] = before = read_entry(key, raw, place)
            works.append(before)
        else:
            continue
        blocks.update(places)
    return found, frozenset(blocks - skipped)


def _named_again(shown: str, works: Sequence[Reference]) -> Reference | None:
    """Give the work of an earlier footnote that this one names by author, and perhaps a short title; the last that fits."""
    match = _AGAIN.match(shown) if works and not find_identifiers(shown) else None
    if match is None:
        return None
    name, title = fold_key(match["name"]), fold_key(match["title"] or "").strip(" .,\"'*_")
    of_author = [each for each in works if each.authors and fold_key(family_name(each.authors[0])) == name]
    titled = [each for each in of_author if title and title in fold_key(each.title)]
    if title and not titled and len(of_author) > 1:
        return None
    fitting = titled or of_author
    return fitting[-1] if fitting else None
