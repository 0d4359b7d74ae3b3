"""Cut a reference list into entries: by items, by labels at line beginnings, by lines, or by labels that count up in a run."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from citecheck.manuscript.describing import YEAR
from citecheck.manuscript.entries import LABEL, resembles_reference, split_label
from citecheck.manuscript.layout import Block, BlockKind, Layout

_RUN = re.compile(
    r"(?:(?<=[.;,)\]])|(?<=\s))\s*(?:\[(\d{1,3})\]|\((\d{1,3})\)|(\d{1,3})[.)]|(\d{1,3}))(?=\s+[^\W\d_“\"\[<h])"
)
_STARTS_ENTRY = re.compile(
    r"(?:[a-z]{2,3}\s)?[A-ZÀ-ÞĀ-ŽА-Я][\w’'-]+(?:,|\s[A-Z]{1,3}\b|\s+et al|\s+(?:and|&)\s|\.?\s+\()"
)
_ENDED = re.compile(r"(?:[.)\]>/]|\d|https?://\S+)\s*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of the text that is one entry, or the continuation of one."""

    start: int
    end: int
    label: str
    item: bool = False


def cut_blocks(layout: Layout, blocks: Sequence[Block], start: int | None) -> Iterator[Piece]:
    """Cut the list's blocks into entries."""
    pieces: list[Piece] = []
    if blocks and layout.line_starts and all(each.kind is BlockKind.CELL for each in blocks):
        yield from _cut_rows(layout, blocks)
        return
    for block in blocks:
        if block.kind in (BlockKind.HEADING, BlockKind.NOTE):
            continue
        begin = block.start if start is None else start
        start = None
        for piece in cut_block(layout, block, begin):
            bare = layout.text[piece.start : piece.end]
            address = re.fullmatch(r"\s*(?:<?https?://\S+|doi:\s*\S+|10\.\d{4,9}/\S+)\s*", bare)
            follows = block.kind is BlockKind.ITEM and not block.label and not piece.label
            if pieces and (address or follows) and not piece.label:
                pieces[-1] = replace(pieces[-1], end=piece.end)
            else:
                pieces.append(piece)
    yield from pieces


def _cut_rows(layout: Layout, cells: Sequence[Block]) -> Iterator[Piece]:
    """Cut a table into rows, each an entry with its number in the first cell; a row without one is the head."""
    for _, row in itertools.groupby(cells, key=lambda each: layout.place(each.start, each.end).line):
        first, *rest = row
        label = re.fullmatch(r"\[?(\d{1,4})\]?\.?", first.prose.text)
        if label and rest:
            yield Piece(start=first.start, end=rest[-1].end, label=str(int(label[1])))


def cut_block(layout: Layout, block: Block, begin: int) -> Iterator[Piece]:
    text = layout.text
    if block.kind is BlockKind.ITEM:
        label = split_label(block.label + " x")[0] if block.label else ""
        own, _ = split_label(text[begin : block.end])
        if not label and own:
            label = own
        line = text.rfind("\n", 0, begin) + 1 if layout.line_starts else begin
        lead = len(text[line:begin]) - len(text[line:begin].lstrip()) if block.label else begin - line
        yield Piece(start=line + lead, end=block.end, label=label, item=True)
        return
    lines = _lines(text, begin, block.end)
    labelled = any(split_label(text[low:high])[0] for low, high in lines)
    opened: Piece | None = None
    for low, high in lines:
        line_text = text[low:high]
        match = LABEL.match(line_text)
        label = split_label(line_text)[0] if match else ""
        fresh = opened is None or bool(match) or (not labelled and _begins(line_text, text[opened.start : opened.end]))
        if fresh:
            if opened:
                yield from _cut_run(text, opened)
            opened = Piece(start=low, end=high, label=label)
        elif opened:
            opened = replace(opened, end=high)
    if opened:
        yield from _cut_run(text, opened)


def _begins(line: str, before: str) -> bool:
    """Does an unlabelled line begin an entry?"""
    if not _ENDED.search(before):
        return False
    has_year = bool(YEAR.search(before)) or "http" in before or "10." in before
    return has_year and bool(_STARTS_ENTRY.match(line.strip()) or resembles_reference(line))


def _lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    lines = []
    position = start
    for line in text[start:end].split("\n"):
        if line.strip():
            lines.append((position + len(line) - len(line.lstrip()), position + len(line.rstrip())))
        position += len(line) + 1
    return lines


def _cut_run(text: str, piece: Piece) -> Iterator[Piece]:
    """Cut a run-on paragraph at labels that count up from its first."""
    raw = text[piece.start : piece.end]
    label, start = piece.label, piece.start
    if not label and (bare := re.match(r"(\d{1,3})\s+(?=[^\W\d_])", raw)):
        label = bare[1]
    if not label.isdecimal():
        yield piece
        return
    expected = int(label) + 1
    for match in _RUN.finditer(raw):
        number = next(each for each in match.groups() if each)
        bare_number = match[4] is not None
        before = raw[max(0, match.start() - 40) : match.start()].rstrip()
        if int(number) != expected or (bare_number and not before.endswith(";")):
            continue
        if match[3] and not before.endswith((".", ";", ")")):
            continue
        at = piece.start + match.start() + len(match[0]) - len(match[0].lstrip())
        yield replace(piece, start=start, end=_rstrip(text, start, at), label=label)
        label, start, expected = number, at, expected + 1
    yield replace(piece, start=start, label=label)


def _rstrip(text: str, start: int, end: int) -> int:
    while end > start and text[end - 1] in " \n\t;":
        end -= 1
    return end
