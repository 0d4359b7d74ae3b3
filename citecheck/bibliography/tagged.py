"""Lines that begin with a tag, gathered into records: what RIS, EndNote's and PubMed's exports have in common."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from citecheck.bibliography.describing import RAW_LIMIT
from citecheck.records import Place

VALUE_LIMIT = 30_000
"""Characters kept of one value: an abstract has some thousands."""
VALUES_LIMIT = 20_000
"""Values kept of one record; the longest lists of authors have some thousands."""
LINE_LIMIT = 1_000_000


@dataclass(slots=True, kw_only=True)
class Record:
    """One record: its tags with their values in order, its first line and its own text."""

    line: int
    tags: list[tuple[str, str]] = field(default_factory=list)
    raw: str = ""
    last_line: int = 0

    def all(self, *names: str) -> list[str]:
        """Give the values of some tags, tag by tag."""
        return [value for name in names for tag, value in self.tags if tag == name and value]

    def first(self, *names: str) -> str:
        """Give the first value of the first tag that has one."""
        return next(iter(self.all(*names)), "")

    def add(self, tag: str, value: str, text: str, line: int) -> None:
        """Add a tagged line."""
        if len(self.tags) < VALUES_LIMIT:
            self.tags.append((tag, value.strip()[:VALUE_LIMIT]))
        self._keep(text, line)

    def extend(self, text: str, line: int) -> None:
        """Add a line that goes on with the last value."""
        if self.tags and text.strip():
            tag, value = self.tags[-1]
            if len(value) < VALUE_LIMIT:
                self.tags[-1] = (tag, f"{value} {text.strip()}".strip())
        self._keep(text, line)

    def place(self, path: Path) -> Place:
        """Give the place of the record."""
        return Place(path=str(path), line=self.line, column=1, end_line=self.last_line or self.line)

    def _keep(self, text: str, line: int) -> None:
        if len(self.raw) < RAW_LIMIT:
            self.raw = f"{self.raw}{text}"[:RAW_LIMIT]
        if text.strip():
            self.last_line = line


def number_lines(stream: IO[str]) -> Iterator[tuple[int, str]]:
    """Give the lines with their numbers, NUL characters left out; a line beyond all measure comes in parts."""
    number, cut = 0, False
    while line := stream.readline(LINE_LIMIT):
        number += not cut
        cut = not line.endswith("\n")
        yield number, line.replace("\0", "")


def gather_records(
    stream: IO[str], tag: re.Pattern[str], *, opens: frozenset[str], closes: frozenset[str], blank_closes: bool = False
) -> Iterator[Record]:
    """Gather lines into records: a tag of `opens` begins one, one of `closes` ends it, and so may a blank line.

    A record that is never ended ends where the next begins; one that lacks its opening tag begins with its first tag.
    """
    record: Record | None = None
    for number, text in number_lines(stream):
        match = tag.match(text)
        if match is None:
            if record is not None and blank_closes and not text.strip():
                yield record
                record = None
            elif record is not None:
                record.extend(text, number)
            continue
        name, value = match.group(1), match.group(2)
        if name in closes:
            if record is not None:
                yield record
            record = None
            continue
        if record is not None and name in opens:
            yield record
            record = None
        record = record or Record(line=number)
        record.add(name, value, text, number)
    if record is not None:
        yield record
