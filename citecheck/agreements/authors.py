"""Compare authors by their family names: the first weighs most; who is missing, added or moved is told."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rapidfuzz import fuzz

from citecheck.records import Author, Comparison, FieldOutcome, Reference, Work
from citecheck.text.names import family_keys
from citecheck.text.titles import fold_title, fold_words, script_of

SHOWN = 6
AND_OTHERS = frozenset(("et al", "et al.", "others", "and others", "u. a.", "..."))
ORGANISATION_LIKENESS = 85
"""Likeness, in percent, from which two organisations' names are one."""


def compare_authors(reference: Reference, work: Work) -> Comparison:
    """Compare the authors of a reference with a work's."""
    own = [each.strip() for each in reference.authors if each.strip().casefold() not in AND_OTHERS and each.strip()]
    shown = _list([_spell(each) for each in work.authors])

    def give(outcome: FieldOutcome, note: str = "") -> Comparison:
        return Comparison(field="authors", outcome=outcome, reference=_list(own), work=shown, note=note)

    if not work.authors:
        return give(FieldOutcome.MISSING)
    in_text = _is_first_in_text(reference, work.authors)
    if not own:
        return give(FieldOutcome.AGREES, "found in the entry's text") if in_text else give(FieldOutcome.MISSING)
    if script_of(" ".join(own)) != script_of(" ".join(each.family for each in work.authors)):
        return give(FieldOutcome.NOT_COMPARABLE, "in another script")
    if any(_is_same_organisation(each, work.authors) for each in own):
        return give(FieldOutcome.AGREES)
    persons = [each for each in work.authors if not each.organisation]
    if not persons:
        return give(FieldOutcome.NOT_COMPARABLE, "an organisation")
    outcome, note = _judge(own, persons)
    if outcome is FieldOutcome.DIFFERS and in_text:
        return give(FieldOutcome.AGREES, "found in the entry's text")
    return give(outcome, note)


def _judge(own: Sequence[str], persons: Sequence[Author]) -> tuple[FieldOutcome, str]:
    keys = [family_keys(each) for each in own]
    known = [family_keys(f"{each.family}, {each.given}") for each in persons]
    places = _match(keys, known)
    matched = [each for each in places if each is not None]
    note = _tell(own, persons, places)
    shorter = min(len(own), len(persons))
    if not matched:
        return FieldOutcome.DIFFERS, note
    first_fits = places[0] == 0
    enough = 2 * len(matched) >= shorter
    if enough and (first_fits or places[0] is not None or 0 in matched):
        return FieldOutcome.AGREES, note
    return FieldOutcome.DIFFERS, note


def _match(keys: Sequence[frozenset[str]], known: Sequence[frozenset[str]]) -> list[int | None]:
    """Give each name of the reference its place in the work, each place once, the same place first."""
    taken: set[int] = set()
    places: list[int | None] = []
    for here, each in enumerate(keys):
        order = sorted(range(len(known)), key=lambda there: abs(there - here))
        found = next((there for there in order if there not in taken and each & known[there]), None)
        if found is not None:
            taken.add(found)
        places.append(found)
    return places


def _tell(own: Sequence[str], persons: Sequence[Author], places: Sequence[int | None]) -> str:
    added = [name for name, place in zip(own, places, strict=True) if place is None]
    matched = [each for each in places if each is not None]
    missing = [each.family for number, each in enumerate(persons[: len(own)]) if number not in matched]
    parts = []
    if added:
        parts.append(f"not among the work's: {_list(added)}")
    if missing:
        parts.append(f"not named: {_list(missing)}")
    if matched != sorted(matched):
        parts.append("in another order")
    return "; ".join(parts)


def _is_first_in_text(reference: Reference, authors: Sequence[Author]) -> bool:
    """Does the entry's own text, where it was running text, begin with the work's first author?"""
    if not reference.raw or reference.type or reference.raw.lstrip().startswith("@"):
        return False
    words = fold_words(reference.raw)
    head = set(words[:12]) | {"".join(pair) for pair in pairwise(words[:13])}
    if authors[0].organisation:
        return fold_title(authors[0].family) in fold_title(reference.raw)
    return any(len(each) > 1 and each in head for each in family_keys(f"{authors[0].family}, x"))


def _is_same_organisation(name: str, authors: Sequence[Author]) -> bool:
    folded, words = fold_title(name), fold_words(name)
    for each in authors:
        if not each.organisation:
            continue
        theirs = fold_words(each.family)
        initials = "".join(word[0] for word in theirs if word not in ("of", "the", "and", "for"))
        if fuzz.ratio(folded, "".join(theirs)) >= ORGANISATION_LIKENESS or words == [initials]:
            return True
    return False


def _spell(author: Author) -> str:
    return f"{author.family}, {author.given}" if author.given else author.family


def _list(names: Sequence[str]) -> str:
    return "; ".join(names[:SHOWN]) + (f"; and {len(names) - SHOWN} more" if len(names) > SHOWN else "")
