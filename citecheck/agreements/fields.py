"""Compare year, container, volume, issue and pages."""

from __future__ import annotations

import re

from rapidfuzz import fuzz

from citecheck.records import Comparison, FieldOutcome, Reference, Work
from citecheck.text.titles import fold_title, fold_words, script_of, strip_markup

CONTAINER_LIKENESS = 85
"""Likeness, in percent, from which two journal titles are one."""
SMALL_WORDS = frozenset("the of and for in on a an de la le des du et der die das und für".split())


def compare_year(reference: Reference, work: Work) -> Comparison:
    """Compare with any year of publication; one year off is a note, more is a difference."""
    years = work.years or ((work.year,) if work.year else ())
    shown = ", ".join(map(str, dict.fromkeys(years)))
    if not years or reference.year is None:
        return Comparison(field="year", outcome=FieldOutcome.MISSING, reference=str(reference.year or ""), work=shown)
    distance = min(abs(reference.year - each) for each in years)
    note = "" if distance == 0 else "one year off" if distance == 1 else f"{distance} years off"
    if distance > 1 and any(name in ("is-preprint-of", "has-preprint") for name, _ in work.relations):
        note += "; preprint against journal version"
    outcome = FieldOutcome.AGREES if distance <= 1 else FieldOutcome.DIFFERS
    return Comparison(field="year", outcome=outcome, reference=str(reference.year), work=shown, note=note)


def compare_container(reference: str, work: str) -> Comparison:
    """Compare journal or book titles; abbreviated words count for the words they begin."""
    own, theirs = strip_markup(reference), strip_markup(work)
    if not own or not theirs:
        outcome = FieldOutcome.MISSING
    elif script_of(own) != script_of(theirs):
        outcome = FieldOutcome.NOT_COMPARABLE
    else:
        telling = [[each for each in fold_words(text) if each not in SMALL_WORDS] for text in (own, theirs)]
        alike = telling[0] == telling[1] or fuzz.ratio(fold_title(own), fold_title(theirs)) >= CONTAINER_LIKENESS
        agreed = alike or abbreviates(own, theirs) or abbreviates(theirs, own)
        outcome = FieldOutcome.AGREES if agreed else FieldOutcome.DIFFERS
    return Comparison(field="container", outcome=outcome, reference=own, work=theirs)


def abbreviates(short: str, full: str) -> bool:
    """Is one title the other, cut word by word (`J. Beam Instr.`) or to its initials (`PNAS`)?"""
    cut = [each for each in fold_words(short) if each not in SMALL_WORDS]
    words = [each for each in fold_words(full) if each not in SMALL_WORDS]
    if len(cut) == 1 and len(words) > 1:
        return "".join(each[0] for each in words).startswith(cut[0]) and len(cut[0]) > 2
    place = 0
    for each in cut:
        while place < len(words) and not _begins(words[place], each):
            place += 1
        if place == len(words):
            return False
        place += 1
    return len(cut) > 1 and len(cut) >= len(words) - 2


def compare_pages(reference: str, work: str) -> Comparison:
    """Compare first pages or article numbers."""
    first, second = (_first_page(each) for each in (reference, work))
    if not first or not second:
        outcome = FieldOutcome.MISSING
    else:
        outcome = FieldOutcome.AGREES if first == second else FieldOutcome.DIFFERS
    return Comparison(field="pages", outcome=outcome, reference=reference, work=work)


def compare_plain(name: str, reference: str, work: str) -> Comparison:
    """Compare volumes or issues as written, leading zeros apart."""
    own, theirs = (fold_title(each).lstrip("0") for each in (reference, work))
    outcome = FieldOutcome.AGREES if own == theirs else FieldOutcome.DIFFERS
    if not own or not theirs:
        outcome = FieldOutcome.MISSING
    return Comparison(field=name, outcome=outcome, reference=reference, work=work)


def _first_page(text: str) -> str:
    first = re.split(r"[-‐‑–—,]", re.sub(r"\s+|^pp?\.", "", text.casefold()))[0]
    return re.sub(r"^(?:e|article)?0*(?=\d)", "", first)


def _begins(word: str, cut: str) -> bool:
    """Is `cut` the word's beginning, or its beginning and some of its letters in order (`natl` for national)?"""
    if word.startswith(cut):
        return True
    if word[:1] != cut[:1]:
        return False
    letters = iter(word)
    return len(cut) > 2 and all(each in letters for each in cut)
