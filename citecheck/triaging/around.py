"""What stands around a span in its sentence: does it take back what the span says?

Before a span only the source's own report may stand (*we found that*), and no negation, hedge, attribution, condition or
model; behind it only the end of the sentence, or a clause that starts with a conjunction. A span inside somebody's
quotation marks is somebody's word, and a span that is asked is not said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from citecheck.lexicon.cues import AROUND, CUES, PSEUDO_NEGATION
from citecheck.lexicon.harmless import CONDITIONS_BEHIND, HARMLESS, NEUTRAL, OPENERS, PHRASES, RESTRICTORS

REACH = 60
"""Characters on either side in which a cue still turns the span; longer reaches blocked pairs and caught nothing more."""
QUOTE_REACH = 600
"""Characters back in which an opening quotation mark is looked for."""
_GLUED_STOP = re.compile(r"(?<=[^\W\d])[.!?][\"'”’)\]]*\d{1,3}(?:[,–-]\d{1,3})*\s+(?=[A-ZÀ-Þ])")
"""A stop with a reference number glued to it, which no splitter of sentences sees."""
_WORD = re.compile(r"[^\W_]+(?:['’]\w+)?")
_MARKS = re.compile(
    r"\[[^\]]{1,40}\]|\([^()]{0,40}\d{4}[a-z]?\)|[⁰¹²³⁴⁵⁶⁷⁸⁹]+|(?<=[a-z)])\d{1,3}(?:[,–-]\d{1,3})*(?=\W|$)"
)
_NUMBERED = re.compile(r"\s*[(\[]?\d+(?:\.\d+)*[.)\]](?:\s|$)")
_ENDS = re.compile(r"[\s.!;:。！”’\"')\]]*|[.!][\"'”’)\]]*\d{1,3}(?:[,–-]\d{1,3})*\s*")
_NEXT_CLAUSE = re.compile(r"\s*(?:[;:]|[,–—]\s?(?:and|while|whereas|so|yet|but)\b|—)")
_BUT = re.compile(r"\s*[,–—]\s?(?:but|yet)\b")
_JOINED = re.compile(r"\s*(?:,|\band\b|–|—|\()")


def check_around(text: str, begin: int, start: int, end: int, stop: int) -> Iterator[str]:
    """Give the reasons for which what stands around the span blocks a pass.

    `begin` is where the sentence begins in which the span does, `stop` where the one ends in which it ends; `start` and `end`
    are the span's own.
    """
    before = re.split(r";\s", _GLUED_STOP.split(text[begin:start])[-1])[-1]
    glued = _GLUED_STOP.search(text, end, stop)
    behind = text[end : glued.end() if glued else stop]
    yield from _before(before)
    yield from _behind(behind)
    if text[end:stop].lstrip("\"'”’)] ").startswith("?") or behind.rstrip("\"'”’)] ").endswith("?"):
        yield "question: the passage asks"
    if _is_inside_quotes(text[max(0, start - QUOTE_REACH) : start], text[end : end + QUOTE_REACH]):
        yield "quoted: the passage quotes somebody else"


def _before(before: str) -> Iterator[str]:
    for name in _cues(before[-REACH:]):
        yield f"context: {name} before the passage"
    if before[-1:] in tuple("-‐‑") and before[-2:-1].isalnum():
        yield "cut before: a compound is torn"
        return
    plain = _MARKS.sub(" ", PHRASES.sub(" ", _NUMBERED.sub("", before)))
    words = [each.lower() for each in _WORD.findall(plain)]
    cut = [each for each in words if each not in HARMLESS and each not in NEUTRAL and each not in OPENERS]
    if cut:
        yield f"cut before: {' '.join(cut[-3:])}"


def _behind(behind: str) -> Iterator[str]:
    tail = _MARKS.sub(" ", behind)
    if _ENDS.fullmatch(tail):
        return
    for name in _cues(tail[:REACH]):
        yield f"context: {name} behind the passage"
    told = f"cut behind: {' '.join(_WORD.findall(tail)[:3])}"
    if _NEXT_CLAUSE.match(tail):
        if CONDITIONS_BEHIND.search(tail) or _BUT.match(tail):
            yield told
    elif not _JOINED.match(tail) or RESTRICTORS.search(tail):
        yield told


def _cues(text: str) -> list[str]:
    plain = PSEUDO_NEGATION.sub(" ", text)
    return [name for name in _WATCHED if CUES[name].search(plain)]


_WATCHED = (*AROUND, *(name for name in CUES if name.startswith("population:")), "quantifier", "universal")
"""Who and how many are meant is as good as said inside the span."""


def _is_inside_quotes(before: str, behind: str) -> bool:
    """Does a quotation begin before the span and end behind it?"""
    for opening, closing in (("“", "”"), ("„", "“"), ("«", "»"), ("»", "«")):
        opened = before.rfind(opening)
        if opened >= 0 and before.rfind(closing, opened + 1) < 0 and closing in behind:
            return True
    paragraph = before.rsplit("\n\n", 1)[-1]
    return paragraph.count('"') % 2 == 1 and '"' in behind
