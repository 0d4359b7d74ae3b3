"""A source's text made ready, once: its sentences with their offsets, and which sentences hold which stem.

Quantities are read sentence by sentence when they are first asked for and kept; most sentences are never asked.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from dataclasses import replace as _replace

from citecheck.records import Fulltext, Passage
from citecheck.text.quantities import Quantity, find_quantities, guess_language
from citecheck.text.sentences import split_sentences
from citecheck.triaging.tokens import read_stems

LONGEST_BLOCK = 3000
"""Characters that are split into sentences at once, so that a text without paragraphs costs no more than one with."""
LONGEST_SENTENCE = 1200
"""A longer one is a table or a list; it is cut at white space, so that no pair is compared with a page."""
_BLANK = re.compile(r"\n[ \t\r\f]*\n\s*|\f")
_HEADING = re.compile(r"(?:(?<=\n)|^)(?:#{1,6} .{0,120}|(?:\d+(?:\.\d+)*\.?\s)?[A-Z][^.!?,;:\n]{0,60})\n(?=[A-Z])")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_KANA = re.compile(r"[\u3040-\u30ff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedText:
    """A text, ready to be held against sentences."""

    fulltext: Fulltext
    lang: str
    sentences: tuple[tuple[int, int], ...]
    """Half-open offsets in the text."""
    postings: Mapping[str, array[int]]
    """For each stem that carries weight, the sentences that hold it, in order."""
    kept: dict[int, tuple[Quantity, ...]] = field(default_factory=dict, compare=False, repr=False)
    """Quantities already read, by sentence; a cache and nothing else."""

    def quantities_of(self, sentence: int) -> tuple[Quantity, ...]:
        """Give the quantities of a sentence, with offsets in the text."""
        if sentence not in self.kept:
            start, end = self.sentences[sentence]
            self.kept[sentence] = tuple(
                _replace(each, start=each.start + start, end=each.end + start)
                for each in find_quantities(self.fulltext.text[start:end], self.lang)
            )
        return self.kept[sentence]

    def all_quantities(self) -> Iterator[Quantity]:
        """Give every quantity of the text."""
        for number in range(len(self.sentences)):
            yield from self.quantities_of(number)

    def passage(self, first: int, last: int) -> Passage:
        """Give the stretch from one sentence to another, both in it."""
        start, end = self.sentences[first][0], self.sentences[last][1]
        pages = self.fulltext.pages
        told: tuple[int, ...] = ()
        if pages:
            told = tuple(range(max(1, bisect_right(pages, start)), max(1, bisect_right(pages, end - 1)) + 1))
        return Passage(source=self.fulltext.key, start=start, end=end, text=self.fulltext.text[start:end], pages=told)


def prepare_text(fulltext: Fulltext) -> PreparedText:
    """Make a source's text ready; once a source, for all pairs that cite it."""
    lang = fulltext.lang or _language_of(fulltext.text)
    sentences = tuple(_sentences(fulltext.text, lang))
    postings: dict[str, array[int]] = {}
    for number, (start, end) in enumerate(sentences):
        for stem in read_stems(fulltext.text[start:end]):
            postings.setdefault(stem, array("I")).append(number)
    return PreparedText(fulltext=fulltext, lang=lang, sentences=sentences, postings=postings)


def _language_of(text: str) -> str:
    """Guess the language; by its script where that decides how sentences end."""
    head = text[:LONGEST_BLOCK]
    unspaced = len(_UNSPACED.findall(head))
    if unspaced * 5 > len(head):
        return "ja" if _KANA.search(head) else "zh"
    return guess_language(head)


def _sentences(text: str, lang: str) -> Iterator[tuple[int, int]]:
    for start, end in _blocks(text):
        for low, high in split_sentences(text[start:end], lang.split("-")[0]):
            at = start + low
            while start + high - at > LONGEST_SENTENCE:
                cut = text.rfind(" ", at + LONGEST_SENTENCE // 2, at + LONGEST_SENTENCE)
                cut = cut if cut > 0 else at + LONGEST_SENTENCE
                yield at, cut
                at = cut
            if text[at : start + high].strip():
                yield at, start + high


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Give paragraphs and headings, the long ones in pieces."""
    position = 0
    for match in [*_BLANK.finditer(text), None]:
        end = match.start() if match else len(text)
        for start, stop in _without_headings(text, position, end):
            yield from _pieces(text, start, stop)
        position = match.end() if match else end


def _without_headings(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Part a heading on a line of its own from what follows; a line that goes on from the one before is none."""
    position = start
    for match in _HEADING.finditer(text, start, end):
        before = text[start : match.start()].rstrip()
        if not before or before[-1] in ".!?":
            yield position, match.start()
            yield match.start(), match.end()
            position = match.end()
    yield position, end


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > LONGEST_BLOCK:
        low, high = start + LONGEST_BLOCK // 2, start + LONGEST_BLOCK
        cut = text.rfind(". ", low, high)
        cut = cut if cut >= 0 else text.rfind(" ", low, high)
        cut = cut + 1 if cut >= 0 else high
        yield start, cut
        start = cut
    if text[start:end].strip():
        yield start, end
