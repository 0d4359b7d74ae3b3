"""Find the reference list of a manuscript and cut it into references.

The list stands under a heading that names it, in some language, or as a trailing run of labelled lines, or as numbered
definitions; footnotes that describe a work are references too.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from citecheck.manuscript.cutting import Piece, cut_block, cut_blocks
from citecheck.manuscript.entries import (
    LABEL,
    author_key,
    clean_url,
    read_entry,
    resembles_reference,
    split_label,
)
from citecheck.manuscript.footnotes import IBID
from citecheck.manuscript.headings import is_list_heading
from citecheck.manuscript.layout import Block, BlockKind, Layout
from citecheck.manuscript.scoping import Scope, scope_lists
from citecheck.records import Place, Reference

_LEAD = re.compile(r"[*_\s]{0,4}(?P<name>[^\W\d_][\w ]{2,40}?)[*_\s]{0,4}:[*_\s]{0,4}(?=\S)")
_SAME_AUTHORS = re.compile(r"(?:[—–―]{1,3}|-{2,6}|_{2,6})\s?[.,:]?\s+")
"""What stands for the authors of the entry before, in the manner of Chicago."""
_DEFINED = re.compile(r"\s*\[(\d{1,4})\]:\s+\S")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceList:
    """What was found: references, and the blocks that are the list's, of which nothing is text."""

    references: tuple[Reference, ...] = ()
    blocks: frozenset[int] = frozenset()
    found: bool = False
    numbered: bool = False
    """Do the entries bear numbers?"""
    scopes: tuple[Scope, ...] = ()
    """The lists, where a label comes in several of them: one for each chapter."""


def find_references(layout: Layout, heading: str = "") -> ReferenceList:
    """Find the references of a manuscript. `heading` is one more name for the list's heading."""
    lists: list[list[Piece]] = []
    pieces: list[Piece] = []
    taken: set[int] = set()
    for first, last, start in _regions(layout, heading):
        lists.append(list(cut_blocks(layout, layout.blocks[first:last], start)))
        taken.update(range(first if start is not None else first - 1, last))
        pieces += lists[-1]
    if not pieces:
        first = _trailing_run(layout)
        if first < len(layout.blocks):
            pieces = list(cut_blocks(layout, layout.blocks[first:], None))
            taken.update(range(first, len(layout.blocks)))
    for at, block in enumerate(layout.blocks):
        if (
            at not in taken
            and block.kind is BlockKind.PARAGRAPH
            and _DEFINED.match(layout.text[block.start : block.end])
        ):
            pieces += cut_blocks(layout, [block], None)
            taken.add(at)
    listed, scopes = _scoped(_read_pieces(layout, pieces), lists)
    defined = list(_read_definitions(layout, {each.key for each in listed}))
    taken -= {at for at in taken if layout.blocks[at].kind is BlockKind.NOTE}
    references = tuple(_merged(layout.references, [*listed, *defined]))
    numbered = any(each.key.isdecimal() for each in references)
    found_list = bool(pieces or defined or layout.references)
    return ReferenceList(
        references=references, blocks=frozenset(taken), found=found_list, numbered=numbered, scopes=scopes
    )


def _scoped(references: list[Reference], lists: Sequence[Sequence[Piece]]) -> tuple[list[Reference], tuple[Scope, ...]]:
    """Part the references by the lists that they stand in; those beyond them stand in none."""
    parted: list[tuple[int, list[Reference]]] = []
    at = 0
    for pieces in lists:
        if pieces:
            parted.append((pieces[0].start, references[at : at + len(pieces)]))
        at += len(pieces)
    scoped, scopes = scope_lists(parted)
    return [*scoped, *references[at:]], scopes


def _merged(described: Sequence[Reference], listed: Sequence[Reference]) -> Iterator[Reference]:
    """Join what the document's data describe with what its list prints: the list has the place, the data the fields."""
    data = {each.key.casefold(): each for each in described}
    printed = {each.key.casefold() for each in listed}
    yield from (each for each in described if each.key.casefold() not in printed)
    for each in listed:
        known = data.get(each.key.casefold())
        yield each if known is None else replace(known, raw=each.raw, place=each.place, url=known.url or each.url)


def _regions(layout: Layout, heading: str) -> Iterator[tuple[int, int, int | None]]:
    """Give the block ranges of the lists; the third is where the first block's entries begin, when it holds the heading."""
    blocks = layout.blocks
    at = 0
    while at < len(blocks):
        block = blocks[at]
        named, start = _names_list(layout, block, heading)
        if named is False:
            at += 1
            continue
        first = at if start is not None else at + 1
        level = block.level if block.kind is BlockKind.HEADING else 7
        last = at + 1
        while last < len(blocks) and not _ends_region(blocks[last], level):
            last += 1
        pieces = list(cut_blocks(layout, blocks[first:last], start))
        if pieces and (named or _resemble_list(layout, pieces)):
            yield first, last, start
            at = last
        else:
            at += 1


def _names_list(layout: Layout, block: Block, heading: str) -> tuple[bool | None, int | None]:
    """Does the block name a list, and does it hold its first entries too?"""
    if block.kind is BlockKind.HEADING:
        return is_list_heading(block.prose.text, heading), None
    if block.kind is not BlockKind.PARAGRAPH:
        return False, None
    text = layout.text[block.start : block.end]
    line, newline, rest = text.partition("\n")
    if len(line) <= 60 and (named := is_list_heading(line, heading)) is not False:
        return named, (block.start + len(line) + 1 if newline and rest.strip() else None)
    lead = _LEAD.match(text)
    if lead and (named := is_list_heading(lead["name"], heading)) is not False:
        return None, block.start + lead.end()
    return False, None


def _ends_region(block: Block, level: int) -> bool:
    return block.kind is BlockKind.HEADING and block.level <= level


def _resemble_list(layout: Layout, pieces: Sequence[Piece]) -> bool:
    """Do at least half of the pieces look like entries?"""
    good = sum(
        1 for each in pieces if each.label.isdecimal() or resembles_reference(layout.text[each.start : each.end])
    )
    return 2 * good >= len(pieces)


def _trailing_run(layout: Layout) -> int:
    """Find a run of labelled entries at the end, without a heading; the first block of it, or the number of blocks."""
    blocks = layout.blocks
    first = len(blocks)
    sure = likely = count = 0
    while first > 0 and blocks[first - 1].kind is BlockKind.NOTE:
        first -= 1
    while first > 0:
        block = blocks[first - 1]
        raw = layout.text[block.start : block.end]
        label = LABEL.match(f"{block.label} {raw}" if block.kind is BlockKind.ITEM else raw)
        if block.kind not in (BlockKind.PARAGRAPH, BlockKind.ITEM) or not label or label["name"]:
            break
        if block.kind is BlockKind.ITEM and not block.label:
            break
        pieces = list(cut_block(layout, block, block.start))
        count += len(pieces)
        likely += sum(1 for each in pieces if resembles_reference(layout.text[each.start : each.end]))
        sure += len(pieces) if label["square"] or label["raised"] else 0
        first -= 1
    enough = count >= 2 and first > 0 and (4 * likely >= 3 * count or (sure == count and 2 * likely >= count))
    return first if enough else len(blocks)


def _read_pieces(layout: Layout, pieces: Sequence[Piece]) -> list[Reference]:
    labels = _number(pieces, layout)
    references: list[Reference] = []
    used: set[str] = set()
    for piece, label in zip(pieces, labels, strict=True):
        raw = layout.text[piece.start : piece.end]
        linked = next((each for each in layout.links if piece.start <= each.start < piece.end), None)
        url = linked.url if linked and "://" in linked.url else ""
        reference = _read_piece(label, raw, layout.place(piece.start, piece.end), url, references)
        if not label:
            reference = replace(reference, key=_unique(author_key(reference) or f"entry-{len(references) + 1}", used))
        used.add(reference.key)
        references.append(reference)
    return references


def _read_piece(label: str, raw: str, place: Place, url: str, before: Sequence[Reference]) -> Reference:
    """Read an entry; one that says `ibid.`, or has a dash for its authors, takes them from the one before."""
    body = split_label(raw)[1]
    if before and IBID.match(body):
        return replace(before[-1], key=label, raw=raw, place=place)
    reference = read_entry(label, raw, place, url=url)
    dash = _SAME_AUTHORS.match(body)
    if not before or not dash or not before[-1].authors:
        return reference
    again = read_entry(label, f"{before[-1].authors[0].rstrip('.')}. {body[dash.end() :]}", place, url=url)
    return replace(again, authors=before[-1].authors, raw=raw)


def _number(pieces: Sequence[Piece], layout: Layout) -> list[str]:
    """Give each entry its number: the one written where numbers rise, else its position in its list."""
    labels = [each.label for each in pieces]
    items = [at for at, each in enumerate(pieces) if each.item]
    for before, at in itertools.pairwise(items):
        if (
            at == before + 1
            and labels[at].isdecimal()
            and labels[before].isdecimal()
            and pieces[at].label == pieces[before].label
        ):
            labels[at] = str(int(labels[before]) + 1)
    if pieces and not any(labels) and re.search(r"(?<!\w)\[\d{1,3}(?:\s?[,–-]\s?\d{1,3})*\](?!\()", layout.masked):
        cited = [int(each) for each in re.findall(r"(?<!\w)\[(\d{1,3})\](?!\()", layout.masked)]
        if cited and max(cited) <= len(pieces):
            labels = [str(at) for at in range(1, len(pieces) + 1)]
    return labels


def _unique(key: str, used: set[str]) -> str:
    if key not in used:
        return key
    return next(name for letter in range(2, 100_000) if (name := f"{key}-{letter}") not in used)


def _read_definitions(layout: Layout, known: set[str]) -> Iterator[Reference]:
    for each in layout.definitions:
        if each.label.isdecimal() and each.label not in known:
            known.add(each.label)
            place: Place = layout.place(each.start, each.end)
            raw = layout.text[each.start : each.end]
            yield read_entry(each.label, raw, place, url=clean_url(each.url), title=each.title)
