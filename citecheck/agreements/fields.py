"""Compare year, container, volume, issue and pages; in running text, by looking for the work's own after its title."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rapidfuzz import fuzz

from citecheck.agreements.titles import sight_title
from citecheck.agreements.witness import PAGE_RANGE, is_running_text, read_witness, words_after, words_before
from citecheck.records import Comparison, FieldOutcome, Reference, Work
from citecheck.text.titles import fold_title, fold_words, script_of, strip_markup

CONTAINER_LIKENESS = 85
"""Likeness, in percent, from which two journal titles are one."""
FOUND = "found in the entry's text"
SHORTEST_CONTAINER = 6
"""Letters of a journal's name that say anything inside a text."""
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
    if distance > 1 and is_running_text(reference):
        stated = {int(each) for each in re.findall(r"(?<!\d)\d{4}(?!\d)", rest_of(reference, work))}
        if stated & set(years):
            return Comparison(field="year", outcome=FieldOutcome.AGREES, reference=shown, work=shown, note=FOUND)
    outcome = FieldOutcome.AGREES if distance <= 1 else FieldOutcome.DIFFERS
    return Comparison(field="year", outcome=outcome, reference=str(reference.year), work=shown, note=note)


def compare_places(reference: Reference, work: Work) -> tuple[Comparison, ...]:
    """Compare container, volume, issue and pages; those of running text are looked for where the title is not."""
    compared = (
        compare_container(reference.container, work.container),
        compare_plain("volume", reference.volume, work.volume),
        compare_plain("issue", reference.issue, work.issue),
        compare_pages(reference.pages, work.pages),
    )
    if not is_running_text(reference) or any(each.reference for each in compared):
        return compared
    found = dict(_find_places(work, rest_of(reference, work)))
    return tuple(found.get(each.field, each) for each in compared)


def rest_of(reference: Reference, work: Work) -> str:
    """Give an entry's text without the work's title."""
    seen = sight_title(reference, work)
    if seen is None:
        return read_witness(reference.raw).text
    witness = read_witness(reference.raw)
    return f"{words_before(witness, seen)} … {words_after(witness, seen)}"


def _find_places(work: Work, text: str) -> Iterator[tuple[str, Comparison]]:
    """Look for the work's journal, first page and volume; another range of pages speaks against it."""
    container = fold_title(strip_markup(work.container))
    if len(container) >= SHORTEST_CONTAINER and container in fold_title(text):
        yield "container", _seen("container", work.container, work.container)
    words = set(re.findall(r"\w+", text.casefold()))
    first = _first_page(work.pages)
    ranges = [each[1] for each in PAGE_RANGE.finditer(text)]
    own = next((each for each in ranges if _first_page(each) == first), "")
    if first and (own or (len(first) > 2 and ({first, work.pages.casefold()} & words))):
        yield "pages", _seen("pages", own or work.pages, work.pages)
        if work.volume.casefold() in words:
            yield "volume", _seen("volume", work.volume, work.volume)
    elif first.isdigit() and "-" in work.pages and ranges:
        if work.volume and work.volume.casefold() not in words:
            yield "volume", _against("volume", "", work.volume)
        yield "pages", _against("pages", ranges[-1], work.pages)


def _against(name: str, own: str, work: str) -> Comparison:
    note = "in the entry's text"
    return Comparison(field=name, outcome=FieldOutcome.DIFFERS, reference=own, work=work, note=note)


def _seen(name: str, own: str, work: str) -> Comparison:
    return Comparison(field=name, outcome=FieldOutcome.AGREES, reference=own, work=work, note=FOUND)


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
