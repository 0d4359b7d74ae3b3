"""The whole string of an entry as a witness: where in it a title stands, whose names stand before it, which numbers after.

A reference read out of running text may have been cut wrongly into fields, so a work's fields are looked for in the text
instead (validation of the whole string, as in Crossref's own evaluations of reference matching). A title counts only where a
part of the entry begins, and ends where a part ends: a journal's name holds the titles of many works.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz

from citecheck.records import Reference
from citecheck.text.titles import fold_title, strip_markup

MOST_TEXT = 2000
"""Characters of an entry that are looked at: a longer one is no reference."""
WITNESS_LENGTH = 16
"""Letters a title needs before it may have slips and still say anything (tests/test_agreements.py guards it)."""
FOUND_TITLE = 93
"""Likeness, in percent, of a part of the entry with a title (tests/resolving/test_quality.py guards it)."""
STARTS = re.compile(r"(?:^|[.,:;!?)\]}\"“”„«»*_—–]|(?<!\w)[‘’']|[’'](?!\w)|(?<=\d)|(?<=\bal))\s*[\"“„«‘'*_(\[]*")
"""What stands before a part of an entry."""
ENDS = re.compile(r"\s*(?:[.,:;!?()\[\]\"“”«»’'*_—–/…✩☆★†‡§¶⁎]|$)")
"""What stands after one."""
BROKEN_OFF = re.compile(r"\s*(?:\.\.\.|…|\[\.\.\.\])")
ADDRESS = re.compile(r"(?:https?://|www\.)\S+|\bdoi:?\s?10\.\S+|\b10\.\d{4,9}/\S+", re.IGNORECASE)
"""Addresses and DOIs, which hold words of titles and numbers of pages."""
SLACK = 2
"""Letters by which slips may move the end of a title."""
PAGE_RANGE = re.compile(r"(?<![\d./-])([A-Za-z]{0,2}\d{1,7})\s?[-–—]{1,2}\s?[A-Za-z]{0,2}\d{1,7}(?![\d/]|-\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """An entry's text, folded to letters and digits, with where its parts begin and end."""

    text: str
    letters: str
    offsets: tuple[int, ...]
    """Where in the text each letter comes from."""
    starts: tuple[int, ...]
    """Letters at which a part begins."""
    ends: frozenset[int]
    """Letters before which a part ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """A title seen in an entry: half-open, in letters."""

    start: int
    end: int
    likeness: float
    broken_off: bool = False


def is_running_text(reference: Reference) -> bool:
    """Was the reference read out of running text, rather than given in fields?"""
    return bool(reference.raw) and not reference.type and not reference.raw.lstrip().startswith("@")


def witness_of(reference: Reference) -> Witness | None:
    """Give the witness of a reference that was read out of running text."""
    return read_witness(reference.raw) if is_running_text(reference) else None


@lru_cache(maxsize=512)
def read_witness(raw: str) -> Witness:
    """Fold an entry, keeping the way back."""
    text = ADDRESS.sub(" ", strip_markup(raw[:MOST_TEXT]))
    letters: list[str] = []
    offsets: list[int] = []
    for at, sign in enumerate(text):
        folded = _fold_sign(sign)
        letters.append(folded)
        offsets += [at] * len(folded)
    starts = {bisect_left(offsets, each.end()) for each in STARTS.finditer(text)}
    ends = {number for number in range(1, len(offsets) + 1) if ENDS.match(text, offsets[number - 1] + 1)}
    return Witness(
        text=text,
        letters="".join(letters),
        offsets=tuple(offsets),
        starts=tuple(sorted(starts)),
        ends=frozenset(ends),
    )


def find_title(witness: Witness, title: str) -> Sighting | None:
    """Find where a part of the entry is this title, slips and a broken-off end forgiven."""
    wanted = fold_title(title)
    if not wanted:
        return None
    best: Sighting | None = None
    for start in witness.starts:
        seen = _look_at(witness, start, wanted)
        if seen is not None and (best is None or seen.likeness > best.likeness):
            best = seen
    return best


def words_before(witness: Witness, sighting: Sighting) -> str:
    """Give the text before a title: where most styles name the authors."""
    if sighting.start >= len(witness.offsets):
        return witness.text
    return witness.text[: witness.offsets[sighting.start]]


def words_after(witness: Witness, sighting: Sighting) -> str:
    """Give the text after a title: container, numbers, year."""
    if sighting.end >= len(witness.offsets):
        return ""
    return witness.text[witness.offsets[sighting.end] :]


def _look_at(witness: Witness, start: int, wanted: str) -> Sighting | None:
    stop = start + len(wanted)
    here = witness.letters[start:stop]
    if here == wanted:
        if stop in witness.ends:
            return Sighting(start=start, end=stop, likeness=1.0)
        return None
    if len(wanted) < WITNESS_LENGTH or here[:1] == "":
        return None
    likeness = fuzz.ratio(here, wanted, score_cutoff=FOUND_TITLE)
    if likeness:
        end = next((stop + off for off in (0, -1, 1, -SLACK, SLACK) if stop + off in witness.ends), None)
        return None if end is None else Sighting(start=start, end=end, likeness=likeness / 100)
    return _look_broken_off(witness, start, wanted)


def _look_broken_off(witness: Witness, start: int, wanted: str) -> Sighting | None:
    """Does the entry begin the title here and break it off with dots?"""
    for match in BROKEN_OFF.finditer(witness.text):
        end = bisect_right(witness.offsets, match.start() - 1)
        if end - start < WITNESS_LENGTH:
            continue
        likeness = fuzz.ratio(witness.letters[start:end], wanted[: end - start], score_cutoff=FOUND_TITLE)
        if likeness:
            return Sighting(start=start, end=end, likeness=0.99 * likeness / 100, broken_off=True)
    return None


@lru_cache(maxsize=4096)
def _fold_sign(sign: str) -> str:
    return fold_title(sign) if sign.isalnum() or not sign.isascii() else ""
