"""Advice: what a reader should know about a quotation that is there word for word.

A quotation may stop before *unless*, begin behind *not*, or repeat what its source only reports. None of this changes its
status.
"""

from __future__ import annotations

import re

from citecheck.lexicon.hedges import LIMITER, RECITAL
from citecheck.lexicon.negation import is_negation
from citecheck.quoting.source import FoldedSource

STOPS_BEFORE_LIMITER = "stops_before_limiter"
STARTS_AFTER_NEGATION = "starts_after_negation"
SOURCE_RECITES = "source_recites"
BEFORE, BEHIND = 120, 40
"""Characters around a passage that are read."""
_RECITING = frozenset(
    """critic critics opponent opponents sceptic sceptics skeptic skeptics detractors plaintiff plaintiffs petitioner petitioners
    commenter commenters authors researchers reject contrary allegedly supposedly so-called claimed alleged said""".split()
)
"""One of these stands in every recital; looking for them first is quicker than the whole pattern."""
_LAST_WORD = re.compile(r"[^\W\d_]+(?:['’]\w+)?\s+$")
_FIRST_WORD = re.compile(r"[\s,;:\u2013\u2014(-]*[^\W\d_]+(?:['’]\w+)?")
_EDGES = " \t\r\n,;:\u2013\u2014(-"
_SENTENCE = re.compile(r"[.!?]\s")


def advise(source: FoldedSource, start: int, end: int) -> tuple[str, ...]:
    """Give the flags of a passage by what stands around it in the source."""
    masked, flags = source.masked, []
    behind = masked[end : end + BEHIND]
    following = _FIRST_WORD.match(behind)
    if following and (LIMITER.match(behind) or _negates(source, following[0])):
        flags.append(STOPS_BEFORE_LIMITER)
    lead = masked[max(0, start - BEFORE) : start]
    if (before := _LAST_WORD.search(lead[-24:])) and _negates(source, before[0]):
        flags.append(STARTS_AFTER_NEGATION)
    if not _RECITING.isdisjoint(lead.lower().split()) and RECITAL.search(_SENTENCE.split(lead)[-1]):
        flags.append(SOURCE_RECITES)
    return tuple(flags)


def _negates(source: FoldedSource, text: str) -> bool:
    return is_negation(text.strip(_EDGES).lower(), source.languages)
