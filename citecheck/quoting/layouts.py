"""Layouts: a source whose words another thing interrupts: a second column, note marks, line numbers, a page's head.

Each reading is the same text with the foreign tokens overwritten at the same length, folded again. A quotation that stands in
such a reading word for word is *interleaved* in the text. Only what is marked as foreign by its place or its form is left out:
a single line between two others is text, whatever it says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, pairwise

from rapidfuzz.distance import LCSseq

from citecheck.lexicon.negation import find_negations
from citecheck.quoting.boundaries import cut_at
from citecheck.quoting.folding import fold_masked
from citecheck.quoting.letters import MASKED
from citecheck.quoting.source import FoldedSource

CITATIONS, MARKS, COLUMN, LINES = "citations", "marks", "column", "lines"
_CITATION = re.compile(r"[ \t]?\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*\]")
_GLUED = re.compile(
    r"(?<=[^\W\d_]{3})\d{1,3}(?:[,–-]\d{1,3})*(?=[\s.,;:)]|$)|(?<=[a-z)][.,;:])\d{1,3}(?:[,–-]\d{1,3})*(?=\s|$)"
)
_NUMBERED = re.compile(r"(?m)^[ \t]*(\d{1,4})(?=[ \t]+\S|[ \t]*$)|(?<=\S)[ \t]{1,}(\d{1,4})[ \t]*$")
_GAP = re.compile(r"(?:(?<=[^\s.!?:]) {2,}|(?<=[.!?:]) {4,}|(?<=\S)(?:\t+| ?\| ?))(?=\S)")
_SPOKEN = re.compile(r"[^\W\d_]+|\d+")
FEWEST_WORDS = 5
AROUND = 80
"""The text around a window that is read: so much, and the length of the quotation, or twice that behind it."""
FIRST_WORDS, MOST_BEGINNINGS = 3, 3
LONGEST_EDGE = 80
FEWEST_IN_SEQUENCE = 3
"""Numbers of consecutive lines that grow by the same step are line numbers; two may be chance."""
FEWEST_COLUMN_LINES = 2

Span = tuple[int, int]


def find_interleaved(source: FoldedSource, key: str, window: Span | None, sure: bool) -> tuple[str, Span] | None:
    """Find the quotation word for word in a reading of the text around the window; give the reading's name and the span.

    All words of the quotation must stand there in order; else no reading is tried. A window that is not `sure` may be another
    place, so the places of the first words are tried too.
    """
    words = _SPOKEN.findall(key)
    if len(words) < FEWEST_WORDS:
        return None
    for start, end in [*([window] if window else []), *(() if sure and window else _beginnings(source, words))]:
        first, last = max(0, start - len(key) - AROUND), min(len(source.key), end + 2 * len(key) + AROUND)
        if LCSseq.similarity(words, _SPOKEN.findall(source.key[first:last])) < len(words):
            continue
        first, last = source.folding.start_of(first), source.folding.end_of(last)
        first = source.masked.rfind("\n", 0, first) + 1
        last = source.masked.find("\n", last) if "\n" in source.masked[last:] else len(source.masked)
        breaks = [each - first for each in source.page_starts if first < each < last]
        for name, masked in _readings(source.masked[first:last], breaks):
            folding = fold_masked(masked)
            place = folding.key.find(key)
            if place < 0:
                continue
            span = folding.span(place, place + len(key))
            hidden = source.masked[first + span[0] : first + span[1]] if name == LINES else ""
            if not cut_at(masked, *span) and _negations(hidden) == (
                _negations(masked[span[0] : span[1]]) if hidden else 0
            ):
                return name, (span[0] + first, span[1] + first)
    return None


def _beginnings(source: FoldedSource, words: list[str]) -> list[Span]:
    """Give the first places at which the quotation's first words stand."""
    head = " ".join(words[:FIRST_WORDS])
    places = islice(source.occurrences(head), MOST_BEGINNINGS)
    return [(place, place + len(head)) for place in places]


def _readings(masked: str, breaks: list[int]) -> Iterator[tuple[str, str]]:
    """Give the readings that the layout allows, the mildest first."""
    plain = _CITATION.sub(_vanished, masked)
    if plain != masked:
        yield CITATIONS, plain
    marked = _GLUED.sub(_vanished, plain)
    if "\n" in marked:
        marked = _without_line_numbers(_without_page_edges(marked, breaks))
    if marked != plain:
        yield MARKS, marked
    for column in _columns(marked):
        yield COLUMN, column
    for lines in _every_other_line(marked):
        yield LINES, lines


def _negations(text: str) -> int:
    return len(find_negations(text.lower(), frozenset()))


def _vanished(match: re.Match[str]) -> str:
    return MASKED * len(match[0])


def _without_line_numbers(masked: str) -> str:
    """Overwrite numbers at the beginnings or ends of lines that grow in step."""
    numbered: list[tuple[int, int, Span]] = []
    position = 0
    for line, text in enumerate(masked.split("\n")):
        if match := _NUMBERED.search(text):
            start, end = match.span(1 if match[1] else 2)
            numbered.append((line, int(text[start:end]), (position + start, position + end)))
        position += len(text) + 1
    spans: set[Span] = set()
    for place in range(len(numbered) - FEWEST_IN_SEQUENCE + 1):
        chosen = numbered[place : place + FEWEST_IN_SEQUENCE]
        steps = {(second[0] - first[0], second[1] - first[1]) for first, second in pairwise(chosen)}
        if len(steps) == 1 and (step := next(iter(steps)))[1] > 0 and step[0] in (1, step[1]):
            spans |= {each[2] for each in chosen}
    return _overwritten(masked, spans, " ")


def _without_page_edges(masked: str, breaks: list[int]) -> str:
    """Overwrite the short lines at both sides of a page break that say nothing a quotation could leave out."""
    spans: set[Span] = set()
    for start in breaks:
        page_end = len(masked[:start].rstrip())
        before = masked.rfind("\n", 0, page_end)
        after = masked.find("\n", start)
        edges = [(before + 1, page_end)] if before >= 0 else []
        edges += [(start, after)] if after >= 0 else []
        for first, last in edges:
            line = masked[first:last].strip()
            if (
                line
                and len(line) <= LONGEST_EDGE
                and line[-1] not in ".,;:-"
                and not find_negations(line.lower(), frozenset())
            ):
                spans.add((first, last))
    return _overwritten(masked, spans, "\n")


def _columns(masked: str) -> Iterator[str]:
    """Read the left and the right of lines that a wide gap parts."""
    halves: list[set[Span]] = [set(), set()]
    for line in re.finditer(r"[^\n]+", masked):
        gaps = list(_GAP.finditer(line[0]))
        if len(gaps) == 1:
            halves[0].add((line.start() + gaps[0].start(), line.end()))
            halves[1].add((line.start(), line.start() + gaps[0].end()))
    if len(halves[0]) >= FEWEST_COLUMN_LINES:
        yield _overwritten(masked, halves[0], " ")
        yield _overwritten(masked, halves[1], " ")


def _every_other_line(masked: str) -> Iterator[str]:
    """Read the odd lines and the even ones: columns that an extraction took line by line."""
    lines = [each.span() for each in re.finditer(r"[^\n]*\S[^\n]*", masked)]
    if len(lines) > 2 * FEWEST_COLUMN_LINES:
        yield _overwritten(masked, set(lines[1::2]), " ")
        yield _overwritten(masked, set(lines[::2]), " ")


def _overwritten(masked: str, spans: set[Span], by: str) -> str:
    pieces: list[str] = []
    position = 0
    for start, end in sorted(spans):
        if start >= position:
            pieces += [masked[position:start], by * (end - start)]
            position = end
    return "".join([*pieces, masked[position:]])
