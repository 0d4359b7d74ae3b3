"""Checkable: is a quoted span words of a source at all, or a title, a term, irony?"""

from __future__ import annotations

import re

from citecheck.quoting.letters import IDEOGRAPHS, SOUTHEAST
from citecheck.records.manuscript import Quotation

FEWEST_WORDS = 4
"""Shorter spans stand in many texts by chance (spec: quoting)."""
FEWEST_LETTERS = 8
"""Where words are not parted by spaces."""
EMPTY, BELOW_FLOOR, TITLE, SCARE_QUOTE = "empty quotation", "below the floor", "a title", "a scare quote"
_JOINED = re.compile(f"[{IDEOGRAPHS}{SOUTHEAST}]")
_WORD = re.compile(r"[^\W_]+(?:[’'.,:\u2010-\u2015-][^\W_]+)*")
_HYPHEN = re.compile(r"(?<=\w)[-\u2010\u2011](?=\w)")
_NUMBER = re.compile(r"\d")
_BRACKET = re.compile(r"\[[^\]\d]{1,60}\]|\[\w+\]")
_SAYING = re.compile(
    r"(?:[:：]|[说說道]|表示|指出|认为|認為|写道|曰|\b(?:say|says|said|state[sd]?|write[s]?|wrote|report(?:s|ed)?"
    r"|note[sd]?|argue[sd]?|claim(?:s|ed)?|conclude[sd]?|add(?:s|ed)?"
    r"|observe[sd]?|explain(?:s|ed)?|declare[sd]?|find[s]?|found|reads?|asks?|asked"
    r"|insist(?:s|ed)?|warn(?:s|ed)?|according to [^.]{2,40}"
    r"|schreib(?:t|en)|sagt|sagte|erklärt|écrit|dit|affirme|dice|dijo|escribe|afirma|scrive"
    r"|afferma|schrijft|zegt)[,:]?(?: that)?)\s*$",
    re.IGNORECASE,
)
_SCARE = re.compile(
    r"\b(?:so-called|sogenannte\w*|soi-disant|llamad[oa]s?|known as"
    r"|called|termed|dubbed|nicknamed|the (?:word|term|variable))\s*$",
    re.I,
)
_TITLED = re.compile(
    r"\b(?:titled|entitled|(?:paper|article|book|chapter|report|essay|study|section|film|song|preprint|titre|titel|intitulé)),?\s*$",
    re.IGNORECASE,
)
_SMALL = frozenset("a an and as at but by for from in into is it nor of off on or over per the to up via with".split())


def count_words(exact: str) -> int:
    """Count the words of a span; hyphens part none."""
    return len(_WORD.findall(exact))


def is_above_floor(exact: str) -> bool:
    """Has it words enough not to stand in a text by chance? The parts of a compound count: *state-of-the-art* is four."""
    letters = len(_JOINED.findall(exact))
    return count_words(_HYPHEN.sub(" ", exact)) >= FEWEST_WORDS or letters >= FEWEST_LETTERS


def is_checkable(quotation: Quotation) -> str:
    """Give nothing when the quotation is to be checked, else the reason why not."""
    exact = quotation.exact.strip()
    if not any(each.isalnum() for each in exact):
        return EMPTY
    if _SCARE.search(quotation.prefix) and count_words(exact) < FEWEST_WORDS:
        return SCARE_QUOTE
    if quotation.kind == "inline" and _TITLED.search(quotation.prefix) and _is_titled(exact):
        return TITLE
    if is_above_floor(exact):
        return TITLE if quotation.kind == "inline" and _is_title_case(exact) else ""
    if _NUMBER.search(exact) or _BRACKET.search(exact) or _SAYING.search(quotation.prefix):
        return ""
    return SCARE_QUOTE if count_words(exact) < 2 else BELOW_FLOOR


def _is_titled(exact: str) -> bool:
    return exact[:1].isupper() and exact[-1:] not in ".!"


def _is_title_case(exact: str) -> bool:
    """Is every word but the small ones capitalised, in the Latin script, with no stop at the end?"""
    words = _WORD.findall(exact)
    large = [word for word in words if word.lower() not in _SMALL]
    return len(large) > 2 and all(word[0].isupper() and not word.isupper() for word in large) and exact[-1] not in ".!;"
