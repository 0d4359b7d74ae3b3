"""A list of authors beside the work's: misspelt names, dropped ones, and whether the list is the work's at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from citecheck.corrections.proposal import Edit
from citecheck.corrections.spelling import is_slip
from citecheck.records import Author, Work
from citecheck.text.names import family_keys, family_name
from citecheck.text.titles import fold_title

MOST_DROPPED = 3
"""Authors put in at most: who leaves out more has cut the list on purpose."""
MOST_AUTHORS = 500
SHORT_PART = 2
"""Letters of a part of a name that says nothing alone, unless the whole name is as short."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """How a list of names compares with the work's."""

    edits: tuple[Edit, ...] = ()
    """Family names to replace (`old` is the family name that is there), and names to put in before a place."""
    others: str = ""
    """What is different otherwise, in words; empty when nothing is."""
    keep: str = ""
    """Why dropped authors are not put in."""
    is_known: bool = True
    """Are there names on both sides?"""
    has_plain: bool = False
    """Is any name there as the work has it?"""


def compare_names(own: Sequence[str], work: Work, *, is_cut: bool) -> Names:
    """Hold names against the work's authors; `is_cut` says that the list ends with *and others*."""
    right = [each for each in work.authors if each.family]
    if not own or not right or len(own) > MOST_AUTHORS:
        return Names(is_known=False)
    if any(each.organisation for each in right):
        return _compare_organisations(own, right)
    keys = [family_keys(each) for each in own]
    known = [family_keys(f"{each.family}, {each.given}") for each in right]
    places = _place_all(keys, known)
    edits: list[Edit] = []
    taken = {each for each in places if each is not None}
    for here, place in enumerate(places):
        if place is not None:
            continue
        slip = next(
            (each for each in _near(here, len(right)) if each not in taken and _is_misspelt(own[here], right[each])),
            None,
        )
        if slip is None:
            return Names(others=f"{own[here]} is not among the work's authors")
        taken.add(slip)
        places[here] = slip
        edits.append(Edit(old=family_name(own[here]), new=right[slip].family, number=here))
    order = [each for each in places if each is not None]
    if order != sorted(order):
        return (
            Names(others="the authors stand in another order")
            if edits
            else Names(keep="the authors stand in another order")
        )
    return _put_in(own, right, places, taken, edits, is_cut=is_cut)


def _put_in(
    own: Sequence[str],
    right: Sequence[Author],
    places: Sequence[int | None],
    taken: set[int],
    edits: list[Edit],
    *,
    is_cut: bool,
) -> Names:
    """Put dropped authors where they belong; those at the end of a list that says *and others* are not dropped."""
    last, plain = max(taken), len(own) > len(edits)
    dropped = [each for each in range(len(right)) if each not in taken and (each < last or not is_cut)]
    if not dropped:
        return Names(edits=tuple(edits), has_plain=plain)
    cut = sum(each > last for each in dropped)  # two or more at the end: the list was cut there on purpose
    if len(dropped) > min(MOST_DROPPED, len(own)) or cut > 1:
        return Names(edits=tuple(edits), keep=f"{len(own)} of {len(right)} authors are named", has_plain=plain)
    if 0 in dropped:
        return Names(edits=tuple(edits), keep=f"the first author, {right[0].family}, is not named", has_plain=plain)
    for each in dropped:
        before = next((here for here, place in enumerate(places) if place is not None and place > each), len(own))
        edits.append(Edit(new=right[each].family, given=right[each].given, number=before))
    return Names(edits=tuple(edits), has_plain=plain)


def _compare_organisations(own: Sequence[str], right: Sequence[Author]) -> Names:
    """Organisations have many names: they are never corrected, and say who wrote it only where one is the same."""
    folded = {fold_title(each.family) for each in right} | {key for each in right for key in family_keys(each.family)}
    if any(fold_title(each) in folded or family_keys(each) & folded for each in own):
        return Names()
    return Names(is_known=False)


def _place_all(keys: Sequence[frozenset[str]], known: Sequence[frozenset[str]]) -> list[int | None]:
    """Give each name its place in the work, each place once, the nearest first."""
    taken: set[int] = set()
    places: list[int | None] = []
    for here, each in enumerate(keys):
        found = next(
            (there for there in _near(here, len(known)) if there not in taken and _share(each, known[there])), None
        )
        if found is not None:
            taken.add(found)
        places.append(found)
    return places


def _share(one: frozenset[str], two: frozenset[str]) -> bool:
    """Do two names share a family name? The O of O'Brian is none."""
    return any(len(each) > SHORT_PART for each in one & two) or (
        bool(one & two) and min(map(_longest, (one, two))) <= SHORT_PART
    )


def _longest(keys: frozenset[str]) -> int:
    return max(map(len, keys), default=0)


def _near(here: int, length: int) -> list[int]:
    return sorted(range(length), key=lambda there: (abs(there - here), there))


def _is_misspelt(name: str, author: Author) -> bool:
    """Is a name the author's with a slip in the family name? Given names, where both are there, must not speak against it."""
    if not is_slip(family_name(name), author.family):
        return False
    given = fold_title(name.partition(",")[2])[:1]
    return not given or not author.given or given == fold_title(author.given)[:1]
