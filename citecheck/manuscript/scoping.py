"""Several lists in one document, a list for each chapter: `[1]` means the first entry of its own chapter's list.

The entries of a further list keep their numbers with the list's number behind, `1/2`, so that each work has a key of its own.
A list that only repeats another one, as exports do, adds nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from citecheck.manuscript.markers import Mark
from citecheck.records import Reference
from citecheck.text.fold import fold_key

_NUMBERED = ("numeric", "superscript", "handle", "round", "label")
"""Styles whose marks name an entry by its place in a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """One list: where it begins in the text, and the keys of its entries by their labels."""

    start: int
    keys: Mapping[str, str]
    number: int = 1


def scope_lists(lists: Sequence[tuple[int, Sequence[Reference]]]) -> tuple[list[Reference], tuple[Scope, ...]]:
    """Give the references of all lists with keys of their own, and the scopes; none when no label comes twice.

    `lists` has for each list where it begins, and its references as they are labelled there.
    """
    references: list[Reference] = []
    scopes: list[Scope] = []
    known: dict[str, Reference] = {}
    renamed = False
    for number, (start, listed) in enumerate(lists, 1):
        keys: dict[str, str] = {}
        own: set[str] = set()
        for each in listed:
            earlier = known.get(each.key)
            if earlier is None or each.key in own:  # twice in one list is the list's own fault, and told as such
                known.setdefault(each.key, each)
                keys.setdefault(each.key, each.key)
                own.add(each.key)
                references.append(each)
            elif _says_the_same(each, earlier):
                keys[each.key] = earlier.key
            else:
                renamed = True
                keys[each.key] = f"{each.key}/{number}"
                references.append(replace(each, key=keys[each.key]))
        scopes.append(Scope(start=start, keys=keys, number=number))
    return references, tuple(scopes) if renamed else ()


def in_scope(mark: Mark, scopes: Sequence[Scope]) -> Mark:
    """Give the mark the keys of the next list behind it, which is its chapter's; of the last one where none follows."""
    if not scopes or mark.style not in _NUMBERED or not mark.targets:
        return mark
    at = bisect_left(scopes, mark.start, key=lambda each: each.start)
    scope = scopes[min(at, len(scopes) - 1)]
    missing = "{}" if scope.number == 1 else "{}/" + str(scope.number)
    return replace(mark, targets=tuple(scope.keys.get(each, missing.format(each)) for each in mark.targets))


def _says_the_same(one: Reference, other: Reference) -> bool:
    if one.doi or other.doi:
        return one.doi == other.doi
    return _letters(one.raw) == _letters(other.raw)


def _letters(text: str) -> str:
    return "".join(each for each in fold_key(text) if each.isalpha())
