"""Compare titles: folded, with and without subtitle, with translated titles, and inside a reference's whole string."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rapidfuzz import fuzz

from citecheck.lexicon.titles import ABOUT_ANOTHER, MARKED_RETRACTED, OF_NOTICE
from citecheck.records import Comparison, FieldOutcome, Reference, Work
from citecheck.text.titles import fold_title, fold_words, language_of, script_of, strip_markup

SAME_TITLE = 0.90
"""Likeness of folded titles from which they are one: lets lost words and slips through (the case tables guard it)."""
PERHAPS_TITLE = 0.72
"""Likeness below which titles are two; between the two values authors and year decide (the case tables guard it)."""
WITNESS_LENGTH = 16
"""Letters a title needs before finding it inside a whole string says anything."""
MOST_TEXT = 2000
"""Characters of an entry that are looked at: a longer one is no reference."""
PART = re.compile(r"(?:^|[.,:)\]\"“”’]\s+|[\"“])")
"""Where a part of an entry begins."""
LEADING_YEAR = re.compile(r"\s*\(?(?:1[5-9]|20)\d\d[a-z]?\)?[.,:]\s+")
NUMERALS = frozenset("ii iii iv vi vii viii ix".split())


def compare_title(reference: Reference, work: Work) -> Comparison:
    """Compare titles; one in another script or language is not comparable, and a notice's is never its article's."""
    own = (
        LEADING_YEAR.sub("", strip_markup(reference.title))
        if _is_running_text(reference)
        else strip_markup(reference.title)
    )
    theirs = [each for each in (work.title, *work.other_titles) if each.strip()]
    if work.title and work.subtitle:
        theirs.append(f"{work.title}: {work.subtitle}")
    shown = strip_markup(work.title + (f": {work.subtitle}" if work.title and work.subtitle else ""))

    def give(outcome: FieldOutcome, note: str = "") -> Comparison:
        return Comparison(field="title", outcome=outcome, reference=own, work=shown, note=note)

    if not theirs:
        return give(FieldOutcome.MISSING)
    if note := _differs_in_kind(reference, own, work):
        return give(FieldOutcome.DIFFERS, note)
    likeness = max((title_likeness(own, each) for each in theirs), default=0.0) if own else 0.0
    if likeness < SAME_TITLE and _is_in_whole_string(reference, theirs):
        return give(FieldOutcome.AGREES, "found in the entry's text")
    if not own:
        return give(FieldOutcome.MISSING)
    if likeness >= SAME_TITLE:
        return give(FieldOutcome.AGREES, "" if likeness > 0.995 else f"{100 * likeness:.0f} % alike")
    if likeness >= PERHAPS_TITLE:
        return give(FieldOutcome.DIFFERS, f"{100 * likeness:.0f} % alike, unsure")
    if all(_speak_differently(own, each) for each in theirs):
        return give(FieldOutcome.NOT_COMPARABLE, "in another script or language")
    return give(FieldOutcome.DIFFERS)


def title_likeness(first: str, second: str) -> float:
    """Give 0 to 1 for two titles; a main title counts for one with its subtitle, another number never for the same."""
    first, second = (MARKED_RETRACTED.sub("", strip_markup(each), count=1) for each in (first, second))
    one, two = fold_title(first), fold_title(second)
    if not one or not two:
        return 0.0
    likeness = fuzz.ratio(one, two) / 100
    for whole, other in ((first, two), (second, one)):
        head = fold_title(re.split(r"\s*[:.?!–—]\s", whole, maxsplit=1)[0])
        if len(head) >= min(WITNESS_LENGTH, len(other)) and head != fold_title(whole):
            likeness = max(likeness, fuzz.ratio(head, other) / 100)
    if likeness >= SAME_TITLE and _numbers(first) != _numbers(second) and one != two:
        return SAME_TITLE - 0.01 if _is_one_missing(first, second) else (SAME_TITLE + PERHAPS_TITLE) / 2
    return likeness


def _numbers(title: str) -> list[str]:
    """Give the numbers of a title, parts of a series among them."""
    return sorted(re.findall(r"\d+", fold_title(title)) + [each for each in fold_words(title) if each in NUMERALS])


def _is_one_missing(first: str, second: str) -> bool:
    """Does one title merely leave out numbers that the other has?"""
    one, two = set(_numbers(first)), set(_numbers(second))
    return not one or not two or one < two or two < one


def _differs_in_kind(reference: Reference, own: str, work: Work) -> str:
    """Tell a notice, reply or review from the work whose title it repeats."""
    for pattern, word in ((OF_NOTICE, "a notice"), (ABOUT_ANOTHER, "a reply, comment or review")):
        here, there = _is_of_kind(reference, own, pattern), bool(pattern.match(work.title))
        if there and not here:
            return f"the work is {word}, and the reference is not"
        if pattern.match(own) and not there and not work.notice_of:
            return f"the reference is {word}, and the work is not"
    return ""


def _is_of_kind(reference: Reference, own: str, pattern: re.Pattern[str]) -> bool:
    """Does the title open so, or, where it was cut out of running text, any part of the entry?"""
    if pattern.match(own) or (not own and not reference.raw):
        return True
    if not _is_running_text(reference):
        return False
    whole = strip_markup(reference.raw)[:MOST_TEXT]
    return any(pattern.match(whole, each.end()) for each in PART.finditer(whole))


def _is_running_text(reference: Reference) -> bool:
    """Was the reference read out of running text, rather than given in fields?"""
    return bool(reference.raw) and not reference.type and not reference.raw.lstrip().startswith("@")


def _is_in_whole_string(reference: Reference, theirs: Iterable[str]) -> bool:
    """Does the whole entry hold the work's title? Only where the title was cut out of running text."""
    if not _is_running_text(reference):
        return False
    whole = fold_title(reference.raw)
    for each in theirs:
        for title in (fold_title(each), fold_title(re.split(r"[:.]\s", each, maxsplit=1)[0])):
            if len(title) >= WITNESS_LENGTH and (
                title in whole or fuzz.partial_ratio(title, whole, score_cutoff=97) >= 97
            ):
                return _numbers_fit(each, reference.raw)
    return False


def _numbers_fit(title: str, whole: str) -> bool:
    """Does the whole string hold every number of the title?"""
    known = set(_numbers(whole))
    return all(each in known for each in _numbers(title))


def _speak_differently(first: str, second: str) -> bool:
    one, two = script_of(first), script_of(second)
    if one and two and one != two:
        return True
    here, there = language_of(first), language_of(second)
    return bool(here and there and here != there)
