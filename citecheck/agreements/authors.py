"""Compare authors by their family names: the first weighs most; who is missing, added or moved is told.

Where the entry was running text and holds the work's title, the names are looked for in the words before it, however they
were cut; else the names as cut are compared.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from rapidfuzz import fuzz

from citecheck.agreements.noise import mend_encoding
from citecheck.agreements.romanising import skeleton
from citecheck.agreements.titles import sight_title
from citecheck.agreements.witness import is_running_text, read_witness, words_after, words_before
from citecheck.records import Author, Comparison, FieldOutcome, Reference, Work
from citecheck.text.names import family_keys
from citecheck.text.titles import fold_title, fold_words, script_of

SHOWN = 6
AND_OTHERS = frozenset(("et al", "et al.", "others", "and others", "u. a.", "...", "…", "等", "他", "и др", "и др."))
ORGANISATION_LIKENESS = 85
"""Likeness, in percent, from which two organisations' names are one."""
ROMANISED_LIKENESS = 80
"""Likeness, in percent, from which names in two scripts are one (tests/test_agreements.py guards it)."""
ROMANISED_LENGTH = 4
"""Letters a romanised name needs to say anything."""
ROMANISED = frozenset(("latin", "cyrillic", "greek"))
"""Scripts whose names can be held against each other letter by letter."""
NEAR = 14
"""Words after a title in which it may name its authors, as library catalogues do."""
FOUND = "found in the entry's text"


def compare_authors(reference: Reference, work: Work) -> Comparison:
    """Compare the authors of a reference with a work's."""
    named = [mend_encoding(each.strip()) for each in reference.authors]
    own = [each for each in named if each and each.casefold() not in AND_OTHERS]
    shown = _list([_spell(each) for each in work.authors])

    def give(outcome: FieldOutcome, note: str = "") -> Comparison:
        return Comparison(field="authors", outcome=outcome, reference=_list(own), work=shown, note=note)

    if not work.authors:
        return give(FieldOutcome.MISSING)
    persons = [_mended(each) for each in work.authors if not each.organisation]
    in_text = _judge_in_text(reference, work, persons, len(own))
    if in_text is not None:
        if not own or in_text[0] is not FieldOutcome.AGREES:
            return give(*in_text)
        note = _judge(own, persons)[1] if persons else ""
        return give(FieldOutcome.AGREES, FOUND if "not among" in note else note)
    if not own:
        if _begins_with_first(reference, work.authors):
            return give(FieldOutcome.AGREES, FOUND)
        return give(FieldOutcome.MISSING)
    if any(_is_same_organisation(each, work.authors) for each in own):
        return give(FieldOutcome.AGREES)
    if not persons:
        return give(FieldOutcome.NOT_COMPARABLE, "an organisation")
    outcome, note = _judge(own, persons)
    if outcome is FieldOutcome.DIFFERS and _begins_with_first(reference, work.authors):
        return give(FieldOutcome.AGREES, FOUND)
    if outcome is FieldOutcome.DIFFERS and _are_incomparable(" ".join(own), persons):
        return give(FieldOutcome.NOT_COMPARABLE, "in another script")
    return give(outcome, note)


def _judge(own: Sequence[str], persons: Sequence[Author]) -> tuple[FieldOutcome, str]:
    places = _match(own, persons)
    matched = [each for each in places if each is not None]
    note = _tell(own, persons, places)
    if not matched:
        return FieldOutcome.DIFFERS, note
    enough = 2 * len(matched) >= min(len(own), len(persons))
    if enough and (places[0] is not None or 0 in matched):
        return FieldOutcome.AGREES, note
    return FieldOutcome.DIFFERS, note


def _match(own: Sequence[str], persons: Sequence[Author]) -> list[int | None]:
    """Give each name of the reference its place in the work, each place once, the same place first."""
    keys = [family_keys(each) for each in own]
    known = [_person_keys(each) for each in persons]
    taken: set[int] = set()
    places: list[int | None] = []
    for here, each in enumerate(keys):
        order = sorted(range(len(known)), key=lambda there: abs(there - here))
        free = [there for there in order if there not in taken]
        found = next((there for there in free if each & known[there]), None)
        if found is None:
            found = next((there for there in free if _is_one_person(own[here], persons[there])), None)
        if found is not None:
            taken.add(found)
        places.append(found)
    return places


def _person_keys(person: Author) -> frozenset[str]:
    keys = family_keys(f"{person.family}, {person.given}")
    if script_of(person.family) == "greek":
        keys |= {fold_title(person.family)}
    if script_of(person.family) in ("cjk", "hangul") and person.given:
        return keys | {fold_title(person.family + person.given), fold_title(person.given + person.family)}
    return keys


def _is_one_person(name: str, person: Author) -> bool:
    """Is a name the person's with family and given name turned, or in another script?"""
    family, _, given = (part.strip() for part in name.partition(","))
    if not given and len(words := name.split()) == 2:
        given, family = words
    if family and given and person.given and _is_turned(family, given, person):
        return True
    return _is_romanised(family or name, person)


def _is_turned(family: str, given: str, person: Author) -> bool:
    """Does the name give the person's given name as its family name, and the family name or its initial as given one?"""
    first, last = fold_title(person.given.split()[0]), fold_title(person.family)
    cut = fold_title(given)
    return (
        (len(first) > 1 or not first.isascii())
        and fold_title(family) in (first, fold_title(person.given))
        and bool(cut)
        and last.startswith(cut)
    )


def _is_romanised(family: str, person: Author) -> bool:
    if script_of(family) == script_of(person.family):
        return False
    if not {script_of(family), script_of(person.family)} <= ROMANISED:
        return False
    one, two = skeleton(family.split()[-1] if family.split() else ""), skeleton(person.family)
    return min(len(one), len(two)) >= ROMANISED_LENGTH and fuzz.ratio(one, two) >= ROMANISED_LIKENESS


def _are_incomparable(names: str, persons: Sequence[Author]) -> bool:
    """Are names in another script than the persons', and not both in scripts that can be romanised?"""
    scripts = {script_of(names), script_of(" ".join(each.family for each in persons))}
    return len(scripts) > 1 and not scripts <= ROMANISED


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


def _judge_in_text(
    reference: Reference, work: Work, persons: Sequence[Author], named: int
) -> tuple[FieldOutcome, str] | None:
    """Look for the work's people in an entry that holds its title; None where it does not, or names nobody."""
    seen = sight_title(reference, work)
    if seen is None:
        return None
    witness = read_witness(reference.raw)
    before, after = words_before(witness, seen), words_after(witness, seen)
    after = " ".join(after.split()[:NEAR])
    if any(each.organisation and _is_organisation_in(each.family, before) for each in work.authors):
        return FieldOutcome.AGREES, FOUND
    if not re.search(r"[^\W\d_]", before):
        return None
    found = [_is_in(each, before) for each in persons]
    if any(found) and (found[0] or 2 * sum(found) >= min(len(persons), max(named, 1))):
        return FieldOutcome.AGREES, FOUND
    if persons and _is_in(persons[0], after):
        return FieldOutcome.AGREES, FOUND
    if not persons:
        return FieldOutcome.NOT_COMPARABLE, "an organisation"
    if _are_incomparable(before, persons):
        return FieldOutcome.NOT_COMPARABLE, "in another script"
    return FieldOutcome.DIFFERS, _tell([before.strip(" .,(")], persons, [None])


def _is_in(person: Author, text: str) -> bool:
    """Is a person named in a text, as family name, turned, romanised, or with both names in one?"""
    words = fold_words(text)
    known = set(words) | {"".join(pair) for pair in pairwise(words)}
    known |= {"".join(words[at : at + 3]) for at in range(len(words) - 2)}
    if any((len(each) > 1 or not each.isascii()) and each in known for each in _person_keys(person)):
        return True
    if script_of(person.family) in ("cjk", "hangul"):
        return fold_title(person.family + person.given) in "".join(words)
    first = fold_title(person.given.split()[0]) if person.given else ""
    if len(first) > 2 and first in known and fold_title(person.family)[:1] in words:
        return True
    return any(_is_romanised(each, person) for each in re.findall(r"[^\W\d_]{4,}", text))


def _is_organisation_in(name: str, text: str) -> bool:
    words = fold_words(text)
    name = re.sub(r"^the\s+", "", name, flags=re.IGNORECASE)
    initials, folded = _initials(fold_words(name)), fold_title(name)
    return folded in "".join(words) or (len(initials) > 2 and initials in words)


def _begins_with_first(reference: Reference, authors: Sequence[Author]) -> bool:
    """Does the entry's own text, where it was running text, begin with the work's first author?"""
    if not is_running_text(reference):
        return False
    first = _mended(authors[0])
    if first.organisation:
        return fold_title(first.family) in fold_title(reference.raw)
    return _is_in(first, " ".join(reference.raw.split()[:NEAR]))


def _is_same_organisation(name: str, authors: Sequence[Author]) -> bool:
    folded, words = fold_title(name), fold_words(name)
    for each in authors:
        if not each.organisation:
            continue
        theirs = fold_words(each.family)
        if fuzz.ratio(folded, "".join(theirs)) >= ORGANISATION_LIKENESS or words == [_initials(theirs)]:
            return True
    return False


def _initials(words: Sequence[str]) -> str:
    return "".join(word[0] for word in words if word not in ("of", "the", "and", "for"))


def _mended(author: Author) -> Author:
    family, given = mend_encoding(author.family), mend_encoding(author.given)
    if (family, given) == (author.family, author.given):
        return author
    return Author(family=family, given=given, organisation=author.organisation)


def _spell(author: Author) -> str:
    return f"{author.family}, {author.given}" if author.given else author.family


def _list(names: Sequence[str]) -> str:
    return "; ".join(names[:SHOWN]) + (f"; and {len(names) - SHOWN} more" if len(names) > SHOWN else "")
