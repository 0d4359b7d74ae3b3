"""A source as one text, though several files may hold it, with the way back to each file's own lines."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from citecheck.manuscript.layout import find_line_starts
from citecheck.records import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """One file of a source."""

    path: str
    lines: tuple[int, ...]
    """Offsets at which its lines begin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A stretch of the whole text, and where in which file it stands."""

    start: int
    file: SourceFile
    offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The whole text, and the stretches that it is made of, in order."""

    text: str = ""
    stretches: tuple[Stretch, ...] = ()
    starts: tuple[int, ...] = field(default=())
    """Where each stretch begins in the whole text."""

    def locate(self, offset: int) -> tuple[str, int, int]:
        """Give path, line and column of an offset."""
        at = max(0, bisect_right(self.starts, offset) - 1)
        stretch = self.stretches[at]
        inside = stretch.offset + offset - stretch.start
        line = bisect_right(stretch.file.lines, inside)
        return stretch.file.path, line, inside - stretch.file.lines[line - 1] + 1

    def place(self, start: int, end: int, place: Place | None = None) -> Place:
        """Give the place of a stretch, or set the lines and columns of a place that has none."""
        path, line, column = self.locate(start)
        last_path, last_line, last_column = self.locate(max(start, end - 1))
        found = replace(place or Place(), path=path, line=line, column=column)
        if last_path != path:
            return found
        return replace(found, end_line=last_line, end_column=last_column + 1)


def join_stretches(pieces: Iterable[tuple[str, SourceFile, int]]) -> Source:
    """Join pieces, each with its file and its offset there."""
    texts: list[str] = []
    stretches: list[Stretch] = []
    position = 0
    for text, file, offset in pieces:
        texts.append(text)
        stretches.append(Stretch(start=position, file=file, offset=offset))
        position += len(text)
    return Source(text="".join(texts), stretches=tuple(stretches), starts=tuple(each.start for each in stretches))


def single_source(text: str, path: str) -> Source:
    """Give a source of one file."""
    return join_stretches([(text, SourceFile(path=path, lines=find_line_starts(text)), 0)])
