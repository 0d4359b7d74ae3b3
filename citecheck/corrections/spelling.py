"""Slips of the pen told from other words: how many letters are wrong, and which spellings are both right."""

from __future__ import annotations

import re

from citecheck.text.titles import fold_title

LONGEST = 40
"""Letters of a word that is compared: a longer one is none."""
LONG_WORD = 7
"""Letters from which a word may have two wrong (the table of slips under test)."""
_VARIANTS = (
    (re.compile(r"our(?=s?$|ed$|ing$|al|ab|ist|ful|less|y$)"), "or"),
    (re.compile(r"is(?=(?:e|es|ed|er|ers|ing|ation|ations|ational)$)"), "iz"),
    (re.compile(r"ys(?=(?:e|es|ed|er|ers|ing)$)"), "yz"),
    (re.compile(r"(?<=[^aeiou])re(?=s?$)"), "er"),
    (re.compile(r"ogue(?=s?$)"), "og"),
    (re.compile(r"ll(?=(?:ed|ing|er|ers|ation)$)"), "l"),
    (re.compile(r"[ao]e(?=[a-z])"), "e"),
    (re.compile(r"ph"), "f"),
    (re.compile(r"ce(?=s?$)"), "se"),
)
"""British and American spellings, by the rules that dictionaries give; `ph` and `f` as in sulphur."""


def is_slip(own: str, right: str) -> bool:
    """Is a word the other one with a letter wrong, missing, doubled or in the wrong place, and not another word?"""
    one, two = fold_title(own), fold_title(right)
    if one == two or not (one.isalpha() and two.isalpha()) or min(len(one), len(two)) < 2:
        return False
    if are_variants(one, two) or is_inflected(one, two):
        return False
    if len(one) == len(two) and sorted(one) == sorted(two):
        return distance(one, two) == 1
    if min(len(one), len(two)) < 4:
        return False
    return distance(one, two) <= (2 if min(len(one), len(two)) >= LONG_WORD else 1)


def are_variants(one: str, two: str) -> bool:
    """Are two folded words one word in two spellings that are both right?"""
    return _plain(one) == _plain(two)


def is_inflected(one: str, two: str) -> bool:
    """Do two folded words differ by an ending: another form of the word, which its author may have meant?"""
    short, long = sorted((one, two), key=len)
    return long.startswith(short) and long[len(short) :] in (
        "s",
        "es",
        "e",
        "n",
        "en",
        "er",
        "ed",
        "d",
        "ing",
        "ly",
        "al",
    )


def distance(one: str, two: str) -> int:
    """Count the letters to change, add, drop or exchange with a neighbour (optimal string alignment)."""
    if abs(len(one) - len(two)) > 2 or max(len(one), len(two)) > LONGEST:
        return LONGEST
    before: list[int] = []
    row = list(range(len(two) + 1))
    for here, letter in enumerate(one, 1):
        older, before, row = before, row, [here]
        for there, other in enumerate(two, 1):
            cost = min(before[there] + 1, row[-1] + 1, before[there - 1] + (letter != other))
            if here > 1 and there > 1 and letter == two[there - 2] and one[here - 2] == other:
                cost = min(cost, older[there - 2] + 1)
            row.append(cost)
    return row[-1]


def _plain(word: str) -> str:
    for pattern, spelling in _VARIANTS:
        word = pattern.sub(spelling, word)
    return word
