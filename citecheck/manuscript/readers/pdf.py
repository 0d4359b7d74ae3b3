"""PDF manuscripts: their text layer, page by page, laid out in paragraphs as far as lines tell them.

A PDF keeps no structure, so little is known: running heads and page numbers go, words parted at line ends are joined, a line
that names the reference list begins it. Footnotes, tables and raised numbers are text among text, and that is said.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from citecheck.errors import ExtractError, UnreadableManuscript
from citecheck.extract import extract_text
from citecheck.manuscript.headings import is_list_heading
from citecheck.manuscript.layout import Block, BlockKind, Layout
from citecheck.manuscript.readers.inlines import make_prose
from citecheck.manuscript.readers.placing import map_places
from citecheck.records import Manuscript, Place, Problem

_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(
    r"[-–—\s]*(?:page\s|p\.\s?|seite\s)?\s*(?:\d{1,5}|[ivxlc]{1,7})(?:\s*(?:of|/|von)\s*\d+)?[-–—\s]*", re.I
)
_SECTION = re.compile(r"(?:(?:\d{1,2}\.?)+|[IVX]{1,4}\.|[A-Z]\.|Appendix\s\w|Annex\s\w)\s+[A-ZÀ-Þ][^.!?]{0,70}$")
_ENDED = re.compile(r"[.!?:][\"”’)\]\d,–-]*$|\]$")
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\"“”«»\[\]{}|\\^`]{1,2000}|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}")
_PARTED = re.compile(r"([^\W\d_]{2,})[-\u00ad‐]\n([a-zà-ÿ]{2,})")
_HYPHENED = re.compile(r"[^\W\d_]{2,}-[a-zà-ÿ]{2,}")
EDGE_LINES = 2
"""Lines at each edge of a page among which running heads are looked for."""
RECURRENCES = 3
"""Pages on which an edge line recurs that is a running head; on fewer it may be a caption."""
SHORT = 0.75
"""Of the usual width: a line that ends a sentence and is shorter ends its paragraph. test_pdf has both sides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfLayout:
    """A PDF laid out, and where its pages begin in the text."""

    layout: Layout
    pages: tuple[int, ...]

    def place(self, manuscript: Manuscript) -> Manuscript:
        """Give all places their page in place of a line."""
        return map_places(manuscript, self._on_page)

    def _on_page(self, place: Place) -> Place:
        if place.start is None or not self.pages:
            return place
        number = max(1, bisect_right(self.pages, place.start))
        return replace(place, node=f"page {number}", context=f"page {number}: {place.context}")


def lay_out_pdf(data: bytes, file: Path) -> PdfLayout:
    """Lay out a PDF.

    Raises:
        UnreadableManuscript: it gives no text, or its reader is not installed.
    """
    try:
        found = extract_text(data, str(file))
    except ExtractError as error:
        raise UnreadableManuscript(
            str(error), help=error.help or "Give the document that the PDF was made of."
        ) from error
    if found.format != "pdf":
        raise UnreadableManuscript(f"{file}: is no PDF, whatever its name says.", help="Name its format.")
    pages = [found.text[start:end] for start, end in pairwise((*(found.pages or (0,)), len(found.text)))]
    text, starts = _join_pages(_without_furniture([page.split("\n") for page in pages]))
    blocks = tuple(_blocks_of(text))
    masked = _ADDRESS.sub(lambda match: " " * len(match[0]), text)
    problems = [_text_only(str(file))]
    problems += [
        Problem(rule="unreadable-part", message=f"{file}: {each}.", place=Place(path=str(file)))
        for each in found.problems
    ]
    layout = Layout(
        text=text,
        masked=masked,
        path=str(file),
        format="pdf",
        blocks=tuple(each for each in blocks if each.prose.text),
        metadata={"lang": found.lang} if found.lang else {},
        problems=tuple(problems),
    )
    return PdfLayout(layout=layout, pages=starts)


def _text_only(path: str) -> Problem:
    return Problem(
        rule="text-only",
        message="Only the text of the PDF was read; footnotes, tables and what runs over columns may be out of place.",
        place=Place(path=path),
        help="Check the document that it was made of, where you have it.",
    )


def _without_furniture(pages: Sequence[Sequence[str]]) -> list[list[str]]:
    """Leave out running heads and page numbers."""
    edges: list[set[int]] = []
    seen: Counter[str] = Counter()
    for lines in pages:
        filled = [at for at, line in enumerate(lines) if line.strip()]
        some = len(filled) > 2 * EDGE_LINES
        edge = {*filled[:EDGE_LINES], *filled[-EDGE_LINES:]} if some else {*filled[:1], *filled[-1:]}
        edges.append(edge)
        seen.update({_fold_head(lines[at]) for at in edge})
    return [
        [
            line
            for at, line in enumerate(lines)
            if at not in edge or not (_NUMBER.fullmatch(line) or seen[_fold_head(line)] >= RECURRENCES)
        ]
        for lines, edge in zip(pages, edges, strict=True)
    ]


def _fold_head(line: str) -> str:
    return _DIGITS.sub("#", " ".join(line.casefold().split()))


def _join_pages(pages: Sequence[Sequence[str]]) -> tuple[str, tuple[int, ...]]:
    """Join the pages to one text, parted words made whole, with the offsets at which the pages begin."""
    widths = sorted(len(line) for lines in pages for line in lines if len(line.strip()) > 20)
    usual = widths[len(widths) * 9 // 10] if widths else 0
    pieces: list[str] = []
    starts: list[int] = []
    length = 0
    in_list = False
    for lines in pages:
        starts.append(length)
        before = ""
        for line in lines:
            bare = line.strip()
            heading = is_list_heading(bare) is True or (bool(_SECTION.match(bare)) and len(bare) < SHORT * usual)
            if heading:
                in_list = is_list_heading(bare) is True
            short = bool(_ENDED.search(before)) and len(before) < SHORT * usual and not in_list
            piece = f"\n\n{bare}\n\n" if heading else f"\n\n{bare}" if short or not bare else f"\n{bare}"
            pieces.append(piece)
            length += len(piece)
            before = bare
    text = "".join(pieces)
    cuts = [0]
    joined: list[str] = []
    gone: list[tuple[int, int]] = []
    hyphened = set(_HYPHENED.findall(text))
    for match in _PARTED.finditer(text):
        whole = match[1] + match[2]
        kept = f"{match[1]}-{match[2]}"
        kept = kept if kept in hyphened else whole
        joined += [text[cuts[-1] : match.start()], kept]
        cuts.append(match.end())
        gone.append((match.end(), len(match[0]) - len(kept)))
    joined.append(text[cuts[-1] :])
    ends = [end for end, _ in gone]
    lost = [0]
    for _, letters in gone:
        lost.append(lost[-1] + letters)
    return "".join(joined), tuple(start - lost[bisect_right(ends, start)] for start in starts)


def _blocks_of(text: str) -> Iterator[Block]:
    """Give the paragraphs and headings of a text whose blank lines part them."""
    for match in re.finditer(r"[^\n]+(?:\n[^\n]+)*", text):
        line = match[0].strip()
        heading = "\n" not in line and (is_list_heading(line) is True or bool(_SECTION.match(line)))
        yield Block(
            kind=BlockKind.HEADING if heading else BlockKind.PARAGRAPH,
            start=match.start(),
            end=match.end(),
            level=1 if heading else 0,
            prose=make_prose(text, match.start(), match.end(), []),
        )
