"""A source, folded once and asked often: its key, the way back, its words, its languages and its pages.

Whatever needs time is made when it is first asked for. A source that is asked often gets an index of its words; then an exact
search costs no pass over the text.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from citecheck.lexicon.negation import SAMPLE, guess_languages
from citecheck.quoting.folding import Folding, fold_masked
from citecheck.quoting.masking import mask_text, page_starts
from citecheck.records.sources import Extent, Fulltext, Passage

SCANS_BEFORE_INDEX = 24
"""Passes over a key that cost as much as the index of its words (benchmarks/quoting_speed.py)."""
RARE = 8
"""So few places are looked at sooner than a rarer word is found."""
WORD = re.compile(r"\w+")
_HEADING = re.compile(
    r"(?m)^(?:#{1,6}[ \t]+(?P<marked>[^\n]{1,100})"
    r"|(?:\A|(?<=\n\n))(?P<underlined>[^\n|]{1,100})\n(?:={3,}|-{3,})(?=[ \t]*\n)"
    r"|(?P<plain>(?:\d+(?:\.\d+)*\.?[ \t]+)?(?:abstract|introduction|background"
    r"|methods|materials and methods|patients and methods|results|results and discussion|discussion|conclusions?|limitations"
    r"|acknowledge?ments|references|appendix)))[ \t]*:?$",
    re.IGNORECASE,
)
_GARBLED = re.compile(r"\(cid:\d+\)|\ufffd|[\ue000-\uf8ff]")
GARBLED_SHARE = 0.02
"""Of a text's characters: above it the text layer is broken. A page with one lost symbol in fifty still reads."""


def _place_in(key: str, word: str) -> int:
    """Give where the word stands as a whole inside the key."""
    first, last = key.index(" ") + 1, key.rindex(" ")
    place = key.find(word, first, last)
    while (key[place - 1].isalnum() or key[place - 1] == "_") or (
        key[place + len(word)].isalnum() or key[place + len(word)] == "_"
    ):
        place = key.find(word, place + 1, last)
        if place < 0:
            return next(match.start() for match in WORD.finditer(key, first, last) if match.group() == word)
    return place


@dataclass(slots=True)
class Counter:
    """How often the key was passed over."""

    scans: int = 0


@dataclass(frozen=True, kw_only=True, eq=False)
class FoldedSource:
    """A source's text, folded."""

    text: str
    folding: Folding = field(repr=False)
    name: str = ""
    """The key of the reference whose text it is."""
    lang: str = ""
    extent: Extent | None = None
    page_starts: tuple[int, ...] = ()
    sections: tuple[tuple[int, str], ...] = ()
    """Where each section begins, and its heading, as the format had them."""
    digest: str = ""
    counter: Counter = field(default_factory=Counter, repr=False)
    projected: dict[str, Any] = field(default_factory=dict, repr=False)
    """The key as bytes, for the engines that want them."""

    @property
    def key(self) -> str:
        """The folded text."""
        return self.folding.key

    @property
    def masked(self) -> str:
        """The text without furniture and marks, of the same length."""
        return self.folding.masked

    @cached_property
    def bare(self) -> FoldedSource | None:
        """The same text with its page furniture, where some was masked: a line that recurs may be quoted, too."""
        if len(self.page_starts) < 2:
            return None
        masked = mask_text(self.text)
        if masked == self.masked:
            return None
        return replace(self, folding=fold_masked(masked), page_starts=(), counter=Counter(), projected={})

    @cached_property
    def sha256(self) -> str:
        """Of the text, in UTF-8."""
        return self.digest or hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()

    @cached_property
    def words(self) -> dict[str, list[int]]:
        """Where each word of the key begins; made in one pass."""
        index: dict[str, list[int]] = {}
        for match in WORD.finditer(self.key):
            word = match.group()
            places = index.get(word)
            if places is None:
                index[word] = [match.start()]
            else:
                places.append(match.start())
        return index

    @cached_property
    def languages(self) -> frozenset[str]:
        """The languages that are spoken in it."""
        return guess_languages(self.key, self.lang)

    @cached_property
    def sample_words(self) -> frozenset[str]:
        """The words of its beginning, by which its language is told from another."""
        return frozenset(WORD.findall(self.key[:SAMPLE]))

    @cached_property
    def headings(self) -> tuple[list[int], list[str]]:
        """Where sections begin, and what they are called."""
        if self.sections:
            return [start for start, _ in self.sections], [name for _, name in self.sections]
        found = [
            # The name is read in the text itself: in the mask, emphasis is blank.
            (each.start(), re.sub(r"[#*`\s]+", " ", self.text[slice(*each.span(each.lastgroup or 0))]).strip())
            for each in _HEADING.finditer(self.masked)
        ]
        return [start for start, _ in found], [name for _, name in found]

    @cached_property
    def is_readable(self) -> bool:
        """Is it words, and not the debris of a broken text layer?"""
        return len(_GARBLED.findall(self.text)) <= GARBLED_SHARE * len(self.text)

    def occurrences(self, key: str) -> Iterator[int] | list[int]:
        """Give every place of the key at which another key stands, first to last."""
        if "words" not in self.__dict__:
            self.counter.scans += 1
            if self.counter.scans <= SCANS_BEFORE_INDEX:
                return self._scan(key)
        return self._look_up(key)

    def _scan(self, key: str) -> Iterator[int]:
        find = self.key.find
        place = find(key)
        while place >= 0:
            yield place
            place = find(key, place + 1)

    def _look_up(self, key: str) -> Iterator[int] | list[int]:
        """Look at the places of a rare whole word of it; without one inside, pass over the text."""
        inside = key.split(" ")[1:-1]
        if not inside:
            return self._scan(key)
        word = max(inside, key=len)
        places = self.words.get(word) if word.isalnum() else None
        if places is None or len(places) > RARE:
            found = self._rarest(key)
            if found is None:
                return []
            word, places = found
            if not word:
                return self._scan(key)
        offset = _place_in(key, word)
        startswith = self.key.startswith
        return [place - offset for place in places if startswith(key, place - offset)]

    def _rarest(self, key: str) -> tuple[str, list[int]] | None:
        """Give a rare word inside a key and its places; no word where none is inside, None where one is not in the source."""
        rarest: tuple[str, list[int]] = "", []
        for word in WORD.findall(key, key.find(" ") + 1, key.rfind(" ")):
            places = self.words.get(word)
            if places is None:
                return None
            if not rarest[0] or len(places) < len(rarest[1]):
                rarest = word, places
                if len(places) <= RARE:
                    break
        return rarest

    def passage(self, start: int, end: int) -> Passage:
        """Give the passage of a span of the text."""
        starts, names = self.headings if "\n" in self.text else ([], [])
        above = bisect_right(starts, start) - 1
        return Passage(
            source=self.name,
            start=start,
            end=end,
            text=self.text[start:end],
            pages=self._pages(start, end),
            section=names[above] if above >= 0 else "",
        )

    def _pages(self, start: int, end: int) -> tuple[int, ...]:
        if not self.page_starts:
            return ()
        first = max(1, bisect_right(self.page_starts, start))
        return tuple(range(first, max(first, bisect_right(self.page_starts, max(start, end - 1))) + 1))


def fold_source(text: str | Fulltext, *, lang: str = "", name: str = "") -> FoldedSource:
    """Fold a source's text once; the result serves any number of quotations.

    `lang` says which language's negations count, in front of what the text itself tells.
    """
    if isinstance(text, str):
        starts = page_starts(text)
        return FoldedSource(
            text=text, folding=fold_masked(mask_text(text, starts)), name=name, lang=lang, page_starts=starts
        )
    starts = text.pages or page_starts(text.text)
    return FoldedSource(
        text=text.text,
        folding=fold_masked(mask_text(text.text, starts)),
        name=name or text.key,
        lang=lang or text.lang,
        extent=text.extent,
        page_starts=starts,
        sections=text.sections,
        digest=text.sha256,
    )
