"""Read Markdown of every flavour, and plain text, line by line, as its reader sees it.

Pandoc's tree hides labels, definitions and line numbers; this scanner keeps them. It knows front matter, fences, math,
comments, headings, lists, block quotations, pipe tables, footnotes and link definitions, and turns nothing into a tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from citecheck.manuscript.layout import NOISE, Block, BlockKind, Definition, Layout, Link, find_line_starts
from citecheck.manuscript.metadata import read_front_matter
from citecheck.manuscript.readers.inlines import make_prose, read_inlines
from citecheck.records import Place, Problem

_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})([^`]*)$")
_HEADING = re.compile(r"[ ]{0,3}(#{1,6})(?:[ \t]+|(?=\*))(\S.*?)?[ \t]*#*[ \t]*(?:\{[^{}]*\})?[ \t]*$")
_UNDERLINE = re.compile(r"[ ]{0,3}(=+|-{2,})[ \t]*$")
_RULE = re.compile(r"[ ]{0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_DEFINITION = re.compile(
    r"[ ]{0,3}\[([^\]\[^@][^\]\[]{0,200})\]:[ \t]*"
    r"(<[^>\n]{1,1000}>|(?:https?|ftp|mailto|doi):\S{1,2000}|[#/.]\S{0,500}|[\w-]+[./]\S{0,500})"
    r"[ \t]*(\".*\"|'.*'|\(.*\))?[ \t]*$"
)
_NOTE = re.compile(r"[ ]{0,3}\[\^([^\]\s]{1,80})\]:[ \t]*")
_ITEM = re.compile(r"[ \t]*((?:[-*+]|\d{1,4}[.)]|\(\d{1,3}\)|#\.)(?=[ \t]))[ \t]+(?:\[[ xX]\][ \t])?")
_DIV = re.compile(r"[ ]{0,3}:{3,}")
_QUOTE = re.compile(r"[ ]{0,3}(?:>[ ]?)+")
_SEPARATOR = re.compile(
    r"[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?[ \t]*)?$|[ \t]*\|[ \t]*:?-+:?[ \t]*\|[ \t]*$"
)
_CAPTION = re.compile(r"[ ]{0,3}(?::|[Tt]able:)[ \t]+(?=\S)")
_TEX = re.compile(r"[ ]{0,3}\\begin\{([a-zA-Z]+\*?)\}")
_PROSE_ENVIRONMENTS = ("quote", "quotation", "itemize", "enumerate", "document", "abstract")
_MATH = re.compile(r"[ ]{0,3}\$\$(?!.*\$\$)")


@dataclass(slots=True)
class _Open:
    """The block that is being read, and what was read before it."""

    kind: BlockKind | None = None
    start: int = 0
    end: int = 0
    label: str = ""
    cuts: list[tuple[int, int]] = field(default_factory=list)
    blank: bool = True
    """Was the line before blank?"""
    in_list: bool = False
    note: str = ""
    """The footnote whose indented paragraphs may follow."""
    done: list[tuple[Block, list[tuple[int, int]]]] = field(default_factory=list)

    def begin(self, kind: BlockKind, start: int, end: int, label: str = "") -> None:
        self.close()
        self.kind, self.start, self.end, self.label, self.cuts = kind, start, end, label, []

    def close(self) -> None:
        if self.kind is not None and self.end > self.start:
            self.add(self.kind, self.start, self.end, label=self.label)
        self.kind, self.cuts = None, []

    def add(self, kind: BlockKind, start: int, end: int, *, level: int = 0, label: str = "") -> None:
        cuts = self.cuts if self.kind is kind and self.start == start else []
        self.done.append((Block(kind=kind, start=start, end=end, level=level, label=label), cuts))


def lay_out_markdown(text: str, path: str = "", format: str = "markdown") -> Layout:
    """Lay out a Markdown or plain text."""
    line_starts = find_line_starts(text)
    lines = text.split("\n")
    front = read_front_matter(text, lines, path)
    scanner = _Scanner(text=text, lines=lines, starts=line_starts)
    scanner.scan(front.first)
    targets = {each.label.casefold(): each.url for each in scanner.definitions}
    blocks: list[Block] = []
    links: list[Link] = []
    masked: list[str] = []
    position = 0
    for block, cuts in scanner.open.done:
        inlines = read_inlines(text, block.start, block.end, targets)
        noise = [each.span() for each in NOISE.finditer(text, block.start, block.end)]
        prose = make_prose(text, block.start, block.end, cuts + inlines.cuts + noise)
        if not prose.text:
            continue
        blocks.append(replace(block, prose=prose))
        links += inlines.links
        for low, high in sorted(inlines.blind + cuts + noise):
            if high > position:
                masked += [text[position:low], " " * (high - max(low, position))]
                position = high
    masked.append(text[position:])
    return Layout(
        text=text,
        masked="".join(masked),
        path=path,
        format=format,
        blocks=tuple(blocks),
        links=tuple(links),
        definitions=tuple(scanner.definitions),
        references=front.references,
        metadata=front.values,
        problems=(*front.problems, *scanner.problems(path)),
        line_starts=line_starts,
    )


@dataclass(slots=True)
class _Scanner:
    """Goes through the lines once."""

    text: str
    lines: Sequence[str]
    starts: Sequence[int]
    open: _Open = field(default_factory=_Open)
    definitions: list[Definition] = field(default_factory=list)
    unclosed: list[tuple[int, str]] = field(default_factory=list)

    def scan(self, first: int) -> None:
        """Scan all lines from the first one behind the front matter."""
        skip = _Skipper(self.lines)
        number = first
        while number < len(self.lines):
            following = skip.skip(number, in_list=self.open.in_list)
            if following > number:
                self.open.close()
                self.open.blank = True
                number = following
                continue
            self._take(number)
            number += 1
        self.open.close()
        self.unclosed = skip.unclosed

    def problems(self, path: str) -> Iterator[Problem]:
        """Tell what was opened and never closed."""
        for line, what in self.unclosed:
            message = f"A {what} is opened and never closed; what follows was read as text."
            yield Problem(
                rule="unreadable-part",
                message=message,
                place=Place(path=path, line=line + 1, column=1),
                help="Close it.",
            )

    def _take(self, number: int) -> None:
        line, start = self.lines[number].rstrip(), self.starts[number]
        end, current = start + len(line), self.open
        if not line.strip():
            current.close()
            current.blank = True
            return
        indented = line[0] == "\t" or line.startswith("    ")
        if indented and current.blank and not current.in_list and not current.note:
            return  # indented code
        if not self._take_structure(number, line, start, end, indented):
            self._take_text(line, start, end, indented)
        current.blank = False

    def _take_structure(self, number: int, line: str, start: int, end: int, indented: bool) -> bool:
        """Take in a line that is a block of its own."""
        current = self.open
        if not indented and (match := _HEADING.match(line)):
            current.close()
            current.in_list, current.note = False, ""
            if match[2]:
                at = start + match.start(2)
                current.add(BlockKind.HEADING, at, at + len(match[2]), level=len(match[1]))
            return True
        if current.kind is BlockKind.PARAGRAPH and (match := _UNDERLINE.match(line)):
            level = 1 if match[1][0] == "=" else 2
            heading_start, heading_end = current.start, current.end
            current.kind = None
            current.add(BlockKind.HEADING, heading_start, heading_end, level=level)
            return True
        if _RULE.match(line) or _DIV.match(line):
            current.close()
            return True
        if match := _DEFINITION.match(line):
            current.close()
            title = (match[3] or "")[1:-1]
            definition = Definition(label=match[1].strip(), url=match[2].strip("<>"), title=title, start=start, end=end)
            self.definitions.append(definition)
            return True
        return self._take_row(number, line, start, end)

    def _take_row(self, number: int, line: str, start: int, end: int) -> bool:
        """Take in the row of a pipe table, or a table's caption."""
        if "|" in line and (line.lstrip().startswith("|") or self._near_separator(number)):
            self.open.close()
            if not _SEPARATOR.match(line):
                for low, high in _cells(line):
                    self.open.add(BlockKind.CELL, start + low, start + high)
            return True
        previous = self.open.done[-1][0].kind if self.open.done else None
        if previous is BlockKind.CELL and self.open.kind is None and (match := _CAPTION.match(line)):
            self.open.begin(BlockKind.CAPTION, start + match.end(), end)
            return True
        return False

    def _near_separator(self, number: int) -> bool:
        if number + 1 < len(self.lines) and _SEPARATOR.match(self.lines[number + 1]):
            return True
        if _SEPARATOR.match(self.lines[number]):
            return True
        done = self.open.done
        return bool(self.open.kind is None and done and done[-1][0].kind is BlockKind.CELL and not self.open.blank)

    def _take_text(self, line: str, start: int, end: int, indented: bool) -> None:
        current = self.open
        if not indented and (match := _NOTE.match(line)):
            current.begin(BlockKind.NOTE, start + match.end(), end, match[1])
            current.note, current.in_list = match[1], False
        elif not indented and (match := _QUOTE.match(line)):
            self._take_quote(line, match.end(), start, end)
        elif (match := _ITEM.match(line)) and self._may_begin(match[1]):
            current.begin(BlockKind.ITEM, start + match.end(), end, match[1])
            current.in_list, current.note = True, ""
        elif current.kind is not None:
            current.end = end
            lead = len(line) - len(line.lstrip())
            if lead:
                current.cuts.append((start, start + lead))
        else:
            self._begin_paragraph(line, start, end, indented)

    def _begin_paragraph(self, line: str, start: int, end: int, indented: bool) -> None:
        current, lead = self.open, len(line) - len(line.lstrip())
        if indented and current.note:
            current.begin(BlockKind.NOTE, start + lead, end, current.note)
        elif lead >= 2 and current.in_list:
            current.begin(BlockKind.ITEM, start + lead, end)
        else:
            current.in_list, current.note = False, ""
            current.begin(BlockKind.PARAGRAPH, start + lead, end)

    def _take_quote(self, line: str, inner: int, start: int, end: int) -> None:
        current = self.open
        if not line[inner:].strip():
            current.close()
        elif current.kind is BlockKind.QUOTE:
            current.cuts.append((start, start + inner))
            current.end = end
        else:
            current.in_list, current.note = False, ""
            current.begin(BlockKind.QUOTE, start + inner, end)

    def _may_begin(self, label: str) -> bool:
        """May a list begin here? Within a paragraph only with a bullet or with 1."""
        if self.open.kind is None or self.open.kind is BlockKind.ITEM:
            return True
        return self.open.kind is BlockKind.PARAGRAPH and (label[0] in "-*+" or label in ("1.", "1)"))


def _cells(line: str) -> Iterator[tuple[int, int]]:
    """Cut a row at its bars; those escaped, in code or in `[[a|b]]` are text."""
    start = 0
    for match in re.finditer(r"\\\||`[^`]*`|\[\[[^\]\[]*\]\]|(\|)", line):
        if match[1]:
            yield from _trim(line, start, match.start())
            start = match.end()
    yield from _trim(line, start, len(line))


def _trim(line: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    piece = line[start:end]
    if piece.strip():
        yield start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())


class _Skipper:
    """Steps over fences, displayed math, LaTeX environments and comments that do close."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.unclosed: list[tuple[int, str]] = []
        self._lasts: dict[str, int] = {}

    def skip(self, number: int, *, in_list: bool) -> int:
        """Give the number of the line behind what begins on this one; the same number when nothing does."""
        line = self.lines[number].rstrip()
        bare = line.lstrip(" \t>")
        if (
            bare.startswith(("```", "~~~"))
            and (match := _FENCE.match(bare))
            and (in_list or not line.startswith("    "))
        ):
            return self._skip_to(number, re.compile(rf"[ \t>]*{match[1][0]}{{{len(match[1])},}}[ \t]*$"), "code fence")
        if line.lstrip().startswith("<!--") and "-->" not in line:
            return self._skip_to(number, re.compile(r".*-->"), "comment")
        if _MATH.match(line):
            return self._skip_to(number, re.compile(r".*\$\$"), "formula")
        if (match := _TEX.match(line)) and match[1] not in _PROSE_ENVIRONMENTS:
            return self._skip_to(number, re.compile(rf".*\\end\{{{re.escape(match[1])}\}}"), "LaTeX environment")
        return number

    def _skip_to(self, number: int, close: re.Pattern[str], what: str) -> int:
        if self._last(close) <= number:
            if what != "LaTeX environment" and len(self.unclosed) < 5:
                self.unclosed.append((number, what))
            return number
        following = number + (0 if what == "LaTeX environment" else 1)
        while not close.match(self.lines[following].rstrip()):
            following += 1
        return following + 1

    def _last(self, close: re.Pattern[str]) -> int:
        """The last line that closes, looked for once per kind."""
        if close.pattern not in self._lasts:
            found = (at for at in range(len(self.lines) - 1, -1, -1) if close.match(self.lines[at].rstrip()))
            self._lasts[close.pattern] = next(found, -1)
        return self._lasts[close.pattern]
