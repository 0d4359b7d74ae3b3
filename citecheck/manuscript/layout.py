"""A text laid out in blocks, whatever it was read from: what a reader sees, with the way back to the text's own offsets.

Both readers end here, the scanner of Markdown and the walker of Pandoc's tree, so that everything behind them is one code.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from citecheck.manuscript.markers.mark import Mark
from citecheck.records import Place, Problem, Reference

NOISE = re.compile(
    r"\[cite_(?:start|end)\]|\[!\w{2,20}\][+-]?(?=\s)|!\[\[[^\[\]\n]{1,200}\]\]|(?<=\s)\^[\w-]{1,60}(?=\n\n|\s*\Z)|\ue200?entity\ue202?\[[^\[\]\n]{1,200}\]\ue201?",
    re.IGNORECASE,
)
"""Mark-up that no reader is meant to see as text: a chat's own remains, a callout's kind, Obsidian's embeds and block ids."""


class BlockKind(StrEnum):
    """What a block is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    QUOTE = "quote"
    CELL = "cell"
    CAPTION = "caption"
    NOTE = "note"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """A block as a reader sees it. `back[i]` is the offset, in the layout's text, of character i; one more for the end."""

    text: str
    back: Sequence[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Give the layout's span of a non-empty span of the prose."""
        return self.back[start], self.back[end - 1] + 1

    def find(self, start: int, end: int) -> tuple[int, int]:
        """Give the prose's span of a span of the layout's text."""
        low = bisect_left(self.back, start, 0, len(self.text))
        return low, max(low, bisect_left(self.back, end, 0, len(self.text)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One unit of the text: a heading, paragraph, list item, paragraph of a block quotation, cell, caption or footnote."""

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    """Of a heading; 7 for a line that only looks like one."""
    label: str = ""
    """Of an item its number or bullet, of a footnote its label."""
    node: str = ""
    prose: Prose = Prose(text="", back=(0,))


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link in the text, its label left to see."""

    start: int
    end: int
    url: str
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A link definition such as `[1]: https://example.org "Title"`."""

    label: str
    url: str
    title: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A text laid out. `masked` is as long as `text`, with blanks where nothing cites."""

    text: str
    masked: str
    path: str = ""
    format: str = "markdown"
    blocks: tuple[Block, ...] = ()
    links: tuple[Link, ...] = ()
    definitions: tuple[Definition, ...] = ()
    given: tuple[Mark, ...] = ()
    """Marks that the tree already names."""
    references: tuple[Reference, ...] = ()
    """References that the metadata or the tree's own list already describes."""
    metadata: Mapping[str, object] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    line_starts: tuple[int, ...] = ()
    """Offsets at which lines begin; empty for a text made from a tree."""

    def place(self, start: int, end: int) -> Place:
        """Give the place of a stretch: line and column, or for a tree its node and the words around."""
        if not self.line_starts:
            block = self._block(start)
            low, high = (block.start, max(end, block.end)) if block and start <= block.end else (start, end)
            words = " ".join(self.text[max(low, start - 40) : min(high, end + 40)].split())
            return Place(path=self.path, start=start, end=end, node=block.node if block else "", context=words)
        line = bisect_right(self.line_starts, start) - 1
        last = bisect_right(self.line_starts, max(start, end - 1)) - 1
        return Place(
            path=self.path,
            line=line + 1,
            column=start - self.line_starts[line] + 1,
            end_line=last + 1,
            end_column=end - self.line_starts[last] + 1,
            start=start,
            end=end,
        )

    def _block(self, start: int) -> Block | None:
        at = bisect_right(self.blocks, start, key=lambda each: each.start) - 1
        return self.blocks[at] if at >= 0 else None


def find_line_starts(text: str) -> tuple[int, ...]:
    """Give the offsets at which lines begin; a line ends with a line feed."""
    starts = [0]
    position = text.find("\n")
    while position >= 0:
        starts.append(position + 1)
        position = text.find("\n", position + 1)
    return tuple(starts)
