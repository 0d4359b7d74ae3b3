"""A title's words beside the work's: which are misspelt, and whether anything else is different."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from citecheck.corrections.proposal import Edit
from citecheck.corrections.spelling import are_variants, is_inflected, is_slip
from citecheck.lexicon.titles import MARKED_RETRACTED
from citecheck.records import Work
from citecheck.text.titles import fold_title, strip_markup

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
MOST_WORDS = 120
"""Words of a title that is compared: a longer one is an abstract."""
MOST_SLIPS = 2
"""Misspelt words that a title may have and still be certain (the table of slips under test)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """How the words of a title compare with the work's."""

    edits: tuple[Edit, ...] = ()
    """The misspelt ones, in order."""
    others: str = ""
    """What is different otherwise, in words; empty when nothing is."""
    shown: str = ""
    """The work's title."""


def compare_words(title: str, work: Work) -> Words:
    """Hold a title's words against whichever of the work's titles is nearest."""
    whole = f"{work.title}: {work.subtitle}" if work.title and work.subtitle else work.title
    best: Words | None = None
    for each in dict.fromkeys((whole, work.title, *work.other_titles)):
        if each.strip():
            found = _compare(title, MARKED_RETRACTED.sub("", strip_markup(each), count=1))
            if best is None or (bool(found.others), len(found.edits)) < (bool(best.others), len(best.edits)):
                best = found
    return best or Words(others="the registry has no title")


def _compare(title: str, theirs: str) -> Words:
    title = MARKED_RETRACTED.sub("", strip_markup(title), count=1)
    own, right = ([each for each in WORD.findall(text) if each.casefold() != "and"] for text in (title, theirs))
    if max(len(own), len(right)) > MOST_WORDS:
        return Words(others="the title is too long to compare", shown=theirs)
    folded, known = ([fold_title(each) for each in words] for words in (own, right))
    if "".join(folded) == "".join(known):
        return Words(shown=theirs)
    edits: list[Edit] = []
    others: list[str] = []
    for kind, start, end, first, last in SequenceMatcher(None, folded, known, autojunk=False).get_opcodes():
        if kind == "equal" or "".join(folded[start:end]) == "".join(known[first:last]):
            continue
        if kind == "insert" and end == len(own) and _is_subtitle(theirs, right, first):
            continue
        if kind == "replace" and end - start == last - first:
            for here, there in zip(range(start, end), range(first, last), strict=True):
                if folded[here] == known[there] or _is_as_good(folded[here], known[there]):
                    continue
                if is_slip(own[here], right[there]):
                    edits.append(_edit(own, here, right[there], theirs))
                else:
                    others.append(f"“{own[here]}” for “{right[there]}”")
        else:
            others.append(_tell(own[start:end], right[first:last]))
    if len(edits) > MOST_SLIPS or 3 * len(edits) > max(len(own), 3):
        others.append("many words are spelt differently")
    return Words(edits=tuple(edits), others="; ".join(others[:3]), shown=theirs)


def _is_as_good(one: str, two: str) -> bool:
    """Is the word one that its author may have chosen: another spelling, or another ending?"""
    return are_variants(one, two) or is_inflected(one, two)


def _edit(own: Sequence[str], place: int, right: str, theirs: str) -> Edit:
    """Write the right word in the case of the wrong one; a word with capitals inside keeps them."""
    old = own[place]
    shouted = theirs.isupper()
    if shouted or right[1:].islower() or len(right) == 1:
        right = right.lower()
        right = (
            right.upper()
            if old.isupper() and len(old) > 1
            else right[0].upper() + right[1:]
            if old[0].isupper()
            else right
        )
    return Edit(old=old, new=right, number=own[:place].count(old))


def _is_subtitle(theirs: str, words: Sequence[str], first: int) -> bool:
    """Do the words that the reference leaves out begin behind a colon, stop or dash?"""
    position = 0
    for each in words[:first]:
        position = theirs.index(each, position) + len(each)
    return first > 0 and re.match(r"\s*[:.?!–—-]\s", theirs[position:]) is not None


def _tell(own: Sequence[str], right: Sequence[str]) -> str:
    if not own:
        return f"“{' '.join(right)}” is not in it"
    if not right:
        return f"“{' '.join(own)}” is not in the work's"
    return f"“{' '.join(own)}” for “{' '.join(right)}”"
