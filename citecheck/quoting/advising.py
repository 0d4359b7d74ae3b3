"""Advice: what a reader should know about a quotation that is there word for word.

A quotation may stop before *unless*, begin behind *not*, or repeat what its source only reports. None of this changes its
status.
"""

from __future__ import annotations

import re

from citecheck.lexicon.hedges import LIMITER, RECITAL
from citecheck.lexicon.negation import find_negations
from citecheck.quoting.folding import fold_masked
from citecheck.quoting.source import FoldedSource

STOPS_BEFORE_LIMITER = "stops_before_limiter"
STARTS_AFTER_NEGATION = "starts_after_negation"
SOURCE_RECITES = "source_recites"
BEFORE, BEHIND = 24, 40
_LAST_WORD = re.compile(r"[^\W\d_]+(?:['’]\w+)?\s+$")
_FIRST_WORDS = re.compile(r"\s*[^\W\d_]+(?:['’]\w+)?")
_SENTENCE = re.compile(r"[.!?]\s")


def advise(source: FoldedSource, start: int, end: int) -> tuple[str, ...]:
    """Give the flags of a passage by what stands around it in the source."""
    masked, flags = source.masked, []
    behind = masked[end : end + BEHIND]
    if behind and behind[0] not in ".!?":
        if LIMITER.match(behind) or ((word := _FIRST_WORDS.match(behind)) and _negates(source, word[0])):
            flags.append(STOPS_BEFORE_LIMITER)
    if (before := _LAST_WORD.search(masked, max(0, start - BEFORE), start)) and _negates(source, before[0]):
        flags.append(STARTS_AFTER_NEGATION)
    lead = _SENTENCE.split(masked[max(0, start - 160) : start])[-1]
    if lead and RECITAL.search(lead):
        flags.append(SOURCE_RECITES)
    return tuple(flags)


def _negates(source: FoldedSource, text: str) -> bool:
    return bool(find_negations(fold_masked(text).key, source.languages))
