"""Compare titles: folded, with and without subtitle, with translated titles, and inside a reference's whole string."""

from __future__ import annotations

import re
from functools import lru_cache

from rapidfuzz import fuzz

from citecheck.agreements.noise import clear_noise
from citecheck.agreements.witness import (
    BROKEN_OFF,
    WITNESS_LENGTH,
    Sighting,
    Witness,
    find_title,
    is_running_text,
    read_witness,
    witness_of,
)
from citecheck.lexicon.titles import ABOUT_ANOTHER, GENERIC, MARKED_RETRACTED, OF_NOTICE
from citecheck.records import Comparison, FieldOutcome, Reference, Work
from citecheck.text.titles import fold_title, fold_words, language_of, script_of, strip_markup

SAME_TITLE = 0.90
"""Likeness of folded titles from which they are one: lets lost words and slips through (the case tables guard it)."""
PERHAPS_TITLE = 0.72
"""Likeness below which titles are two; between the two values authors and year decide (the case tables guard it)."""
OTHER_NUMBER = "but another number"
"""What is said of two parts of a series, and of two years' reports."""
NOTICE_LEAD = 60
"""Characters in which an entry may say, before a title, that it is a notice about it."""
LEADING_YEAR = re.compile(r"\s*\(?(?:1[5-9]|20)\d\d[a-z]?\)?[.,:]\s+")
SUBTITLE = re.compile(r"\s*[:.?!–—]\s|\s+-{1,2}\s+")
PROSE = re.compile(r"[^\W\d_][\w’'-]*(?:,?\s[\w’'-]{2,}){6,}")
"""So many words in a row are a title, where they are not a journal's name."""
SHORT_PROSE = re.compile(r"[^\W\d_][\w’'-]*(?:,?\s[\w’'-]{2,}){3,}")
"""So many may be one."""
INITIALS = re.compile(r"[A-Z]{1,3}")
MOST_STRAY_WORDS = 3
"""Words in a row that are neither names nor a journal, and no title yet."""
COLLECTIVE = re.compile(r"\b(?:collaborations?|consorti(?:um|a)|group|team|network|committee)\b", re.IGNORECASE)
"""What a run of words is called that names people."""
NUMERAL = re.compile(r"(?<=\w )[IVX]{1,4}(?=\s*(?:[.,:;–—]|$))")
"""A Roman number at the end of a main title; one letter alone is none elsewhere."""
NUMERALS = frozenset("ii iii iv vi vii viii ix".split())


def compare_title(reference: Reference, work: Work) -> Comparison:
    """Compare titles; one in another script or language is not comparable, and a notice's is never its article's."""
    own = strip_markup(reference.title)
    if is_running_text(reference):
        own = LEADING_YEAR.sub("", own)
    own = clear_noise(own)
    theirs = titles_of(work)
    shown = strip_markup(work.title + (f": {work.subtitle}" if work.title and work.subtitle else ""))

    def give(outcome: FieldOutcome, note: str = "") -> Comparison:
        return Comparison(field="title", outcome=outcome, reference=own, work=shown, note=note)

    if not theirs:
        return give(FieldOutcome.MISSING)
    seen = sight_title(reference, work)
    if note := _differs_in_kind(reference, own, work, seen):
        return give(FieldOutcome.DIFFERS, note)
    likeness = max((title_likeness(own, each) for each in theirs), default=0.0) if own else 0.0
    if likeness < SAME_TITLE and seen is not None:
        return give(FieldOutcome.AGREES, "broken off" if seen.broken_off else "found in the entry's text")
    if not own:
        return give(FieldOutcome.DIFFERS) if _has_other_title(reference, work) else give(FieldOutcome.MISSING)
    if likeness >= SAME_TITLE:
        return give(FieldOutcome.AGREES, "" if likeness > 0.995 else f"{100 * likeness:.0f} % alike")
    if any(_breaks_off(own, each) for each in theirs):
        return give(FieldOutcome.AGREES, "broken off")
    if likeness >= PERHAPS_TITLE:
        other = all(_have_other_numbers(own, each) for each in theirs)
        return give(FieldOutcome.DIFFERS, f"{100 * likeness:.0f} % alike, {OTHER_NUMBER if other else 'unsure'}")
    if all(_speak_differently(_prose(reference) or own, each) for each in theirs):
        return give(FieldOutcome.NOT_COMPARABLE, "in another script or language")
    return give(FieldOutcome.DIFFERS)


def titles_of(work: Work) -> tuple[str, ...]:
    """Give every title that a work goes by, the longest form first."""
    whole = [f"{work.title}: {work.subtitle}"] if work.title and work.subtitle else []
    return tuple(clear_noise(each) for each in (*whole, work.title, *work.other_titles) if each.strip())


def is_generic(work: Work) -> bool:
    """Is the work's title one that many works bear?"""
    return not work.subtitle and fold_title(re.sub(r"[:.]\s*$", "", work.title)) in GENERIC


def sight_title(reference: Reference, work: Work) -> Sighting | None:
    """Find the work's title in a reference's whole string, where that was running text."""
    if not is_running_text(reference):
        return None
    return _sight(reference.raw, titles_of(work))


@lru_cache(maxsize=4096)
def _sight(raw: str, titles: tuple[str, ...]) -> Sighting | None:
    witness = read_witness(raw)
    for title in (*titles, *(each for whole in titles for each in _heads(whole))):
        title = MARKED_RETRACTED.sub("", title, count=1)
        seen = find_title(witness, title)
        if seen is not None and (seen.likeness == 1.0 or _numbers_fit(title, raw, seen)):
            return seen
    return None


def title_likeness(first: str, second: str) -> float:
    """Give 0 to 1 for two titles; a main title counts for one with its subtitle, another number never for the same."""
    first, second = (MARKED_RETRACTED.sub("", strip_markup(each), count=1) for each in (first, second))
    one, two = fold_title(first), fold_title(second)
    if not one or not two:
        return 0.0
    likeness = fuzz.ratio(one, two) / 100
    for whole, other in ((first, two), (second, one)):
        head = fold_title(SUBTITLE.split(whole, maxsplit=1)[0])
        if len(head) >= min(WITNESS_LENGTH, len(other)) and head != fold_title(whole):
            likeness = max(likeness, fuzz.ratio(head, other) / 100)
    if likeness >= SAME_TITLE and _numbers(first) != _numbers(second) and one != two:
        return SAME_TITLE - 0.01 if _is_one_missing(first, second) else (SAME_TITLE + PERHAPS_TITLE) / 2
    return likeness


def _heads(title: str) -> list[str]:
    """Give the main title alone, where it is long enough to tell."""
    heads = [title[: each.start()] for each in SUBTITLE.finditer(title)]
    return [each for each in reversed(heads) if len(fold_title(each)) >= WITNESS_LENGTH]


def _has_other_title(reference: Reference, work: Work) -> bool:
    """Does an entry whose title was not cut out hold prose that is neither the work's journal nor its people?"""
    witness = witness_of(reference)
    if witness is None:
        return False
    known = fold_title(work.container) + "".join(fold_title(f"{each.given} {each.family}") for each in work.authors)
    parts = [each for each in PROSE.findall(witness.text) if fold_title(each) not in known]
    return any(fuzz.partial_ratio(fold_title(each), fold_title(work.container)) < 80 for each in parts)


def _prose(reference: Reference) -> str:
    """Give the longest run of words of an entry whose title was cut out as next to nothing."""
    witness = witness_of(reference)
    if witness is None:
        return ""
    if len(re.sub(r"\W", "", reference.title)) >= WITNESS_LENGTH and not re.search("[,;&]", reference.title):
        return ""
    return max(SHORT_PROSE.findall(witness.text), key=len, default="")


def names_no_title(reference: Reference, work: Work) -> bool:
    """Does an entry hold no run of words but names, as physicists cite: authors, journal, volume, page?"""
    witness = witness_of(reference)
    if witness is None:
        return False
    container = fold_title(work.container)
    people = {word for each in work.authors for word in fold_words(each.family)} | {"et", "al", "and"}
    own = [each for each in fold_words(reference.title) if len(each) > 3 and each not in people and not each.isdigit()]
    if len(own) > 1 and not COLLECTIVE.search(reference.title) and fold_title(reference.title) not in container:
        return False
    for each in SHORT_PROSE.findall(witness.text):
        if COLLECTIVE.search(each) or fold_title(each) in container:
            continue
        words = [word for word in each.replace(",", " ").split() if not INITIALS.fullmatch(word)]
        if sum(fold_title(word) not in people for word in words) > MOST_STRAY_WORDS:
            return False
    return True


def _breaks_off(own: str, whole: str) -> bool:
    """Does one title begin the other and end in dots?"""
    match = BROKEN_OFF.search(own)
    start = fold_title(own[: match.start()]) if match else ""
    return len(start) >= WITNESS_LENGTH and fuzz.ratio(start, fold_title(whole)[: len(start)]) >= 100 * SAME_TITLE


def _numbers(title: str) -> list[str]:
    """Give the numbers of a title, parts of a series among them."""
    roman = {each for each in fold_words(title) if each in NUMERALS}
    roman |= {each.casefold() for each in NUMERAL.findall(strip_markup(title))}
    return sorted([*re.findall(r"\d+", fold_title(title)), *roman])


def _have_other_numbers(first: str, second: str) -> bool:
    return _numbers(first) != _numbers(second) and not _is_one_missing(first, second)


def _is_one_missing(first: str, second: str) -> bool:
    """Does one title merely leave out numbers that the other has?"""
    one, two = set(_numbers(first)), set(_numbers(second))
    return not one or not two or one < two or two < one


def _numbers_fit(title: str, raw: str, seen: Sighting) -> bool:
    """Does the entry, where the title was seen, hold every number of the title?"""
    if seen.broken_off:
        return True
    witness = read_witness(raw)
    here = witness.text[witness.offsets[seen.start] : witness.offsets[seen.end - 1] + 1]
    return set(_numbers(title)) <= set(_numbers(here))


def _differs_in_kind(reference: Reference, own: str, work: Work, seen: Sighting | None) -> str:
    """Tell a notice, reply or review from the work whose title it repeats."""
    for pattern, word in ((OF_NOTICE, "a notice"), (ABOUT_ANOTHER, "a reply, comment or review")):
        there = bool(pattern.match(work.title))
        if there and not _is_of_kind(reference, own, pattern):
            return f"the work is {word}, and the reference is not"
        if not there and not work.notice_of and _is_about(reference, own, pattern, seen):
            return f"the reference is {word}, and the work is not"
    return ""


def _is_of_kind(reference: Reference, own: str, pattern: re.Pattern[str]) -> bool:
    """Does the title open so, or, where it was cut out of running text, any part of the entry?"""
    if pattern.match(own) or (not own and not reference.raw):
        return True
    witness = witness_of(reference)
    return witness is not None and any(pattern.match(witness.text, _at(witness, each)) for each in witness.starts)


def _is_about(reference: Reference, own: str, pattern: re.Pattern[str], seen: Sighting | None) -> bool:
    """Does the reference say, in its title or right before the work's title, that it is about the work?"""
    witness = witness_of(reference)
    if witness is None or seen is None:
        return bool(pattern.match(own))
    title = _at(witness, seen.start)
    leads = [_at(witness, each) for each in witness.starts if each < seen.start]
    return any(title - at <= NOTICE_LEAD and pattern.match(witness.text, at) for at in leads)


def _at(witness: Witness, letter: int) -> int:
    return witness.offsets[letter] if letter < len(witness.offsets) else len(witness.text)


def _speak_differently(first: str, second: str) -> bool:
    one, two = script_of(first), script_of(second)
    if one and two and one != two:
        return True
    here, there = language_of(first), language_of(second)
    return bool(here and there and here != there)
