"""Backing: which number of its sentence is a quotation quoted for?

A quotation backs a number only where the sentence makes its statement first and then shows the quotation for it: in round
brackets, behind a colon, behind a dash, or behind *as the authors write*. A quotation that is part of the sentence's own
grammar backs nothing but itself. Of the numbers before it these are no candidates: years and dates, ordinals, labels and
markers; numbers inside other quotation marks; numbers of what is known already (*the 240 nurses*), of circumstances (*in 12
wards*, *after three weeks*, a phrase before the first comma that begins with a preposition), of whoever speaks (*one of the
45 wrote:*), and small counts in words (*two reviews*).

A false alarm is worse than a silence. So a quotation passes when it states any of the candidates, be it rounded or inside a
range, or when another quotation of the sentence does; and it is told only when it speaks of the same thing: it has a number
of the same kind, or shares a word with the statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from citecheck.lexicon.framing import ATTRIBUTION, CIRCUMSTANCE, FRONTED, KNOWN, SAYING, SMALL_WORDS
from citecheck.quoting.letters import IDEOGRAPHS
from citecheck.quoting.values import states_value
from citecheck.records.manuscript import Manuscript, Quotation
from citecheck.text.quantities import Kind, Likeness, Quantity, compare_quantities, find_quantities

FEWEST_LETTERS = 4
"""Letters of a word that may be shared: shorter ones are small words of any sentence."""
STEM = 5
"""Letters by which two forms of one word are known to be the same."""
SMALL = 10
"""Counts in words below this say how the sentence is built: *two reviews agree*."""
LONGEST = 2_000
"""Characters of a sentence that is asked; what is longer is a table, or a text without stops."""
MOST_CANDIDATES = 12
"""The numbers nearest to the quotation; no sentence has more that one quotation is shown for."""
_QUOTED = re.compile('[“„«‹「『"]([^“”„«»‹›「」『』"]*)[”“»›」』"]')
_OPENING = "“„«‹「『\"‘'"
_BRACKETED = re.compile(r"[(（]([^()（）]{0,80})$")
_DASHED = re.compile(r"(?:\s[–-]{1,3}|\s?—|\s--)\s?$")
_MERE_COUNTS = ("count", "time")
"""These may count circumstances; a number with a per cent sign or a unit of measure is what a sentence is about."""
_LETTERS = re.compile(r"[^\W\d_]+")
_IDEOGRAPH = re.compile(f"[{IDEOGRAPHS}]")


def sentence_around(manuscript: Manuscript, quotation: Quotation) -> str:
    """Give the sentence in which a quotation stands, as its pairs have it; nothing where no pair's sentence holds it."""
    sentences = (each.sentence for each in manuscript.pairs if each.marker in quotation.markers)
    return next((each for each in sentences if _place_of(quotation.exact, each) >= 0), "")


def value_quoted_for(sentence: str, exact: str) -> str:
    """Give the number, as written, that a sentence quotes these words for and that they do not state; else nothing."""
    start = _place_of(exact, sentence) if len(sentence) <= LONGEST else -1
    if start < 0:
        return ""
    statement = _statement_before(sentence[:start].rstrip().rstrip(_OPENING))
    if not statement:
        return ""
    # Blank out, not cut out: what is near to a number must stay near.
    statement = _QUOTED.sub(lambda each: " " * len(each[0]), statement)
    candidates = [each for segment in _segments(statement) for each in _candidates(segment)][-MOST_CANDIDATES:]
    quoted = " ; ".join([exact, *(each[1] for each in _QUOTED.finditer(sentence))])
    if not candidates or any(_is_stated(each, quoted) for each in candidates):
        return ""
    own = [each for each in find_quantities(exact) if each.dimension not in ("year", "date")]
    for each in reversed(candidates):
        if _speaks_of(exact, statement, each, own):
            return each.text
    return ""


def _place_of(exact: str, sentence: str) -> int:
    place = sentence.find(exact)
    return place if place >= 0 else sentence.find(exact[:20]) if len(exact) > 20 else -1


def _statement_before(before: str) -> str:
    """Give what the sentence states before it shows the quotation for it; nothing where the quotation is part of it."""
    if bracket := _BRACKETED.search(before):
        inside = bracket[1].strip()
        return "" if find_quantities(inside) else before[: bracket.start()]
    bare = before.rstrip()
    if bare.endswith((":", "：")):
        return _without_speaker(bare[:-1])
    if dash := _DASHED.search(before):
        return before[: dash.start()]
    if bare.endswith(","):
        head, _, last = bare[:-1].rpartition(",")
        if ATTRIBUTION.match(last.strip()) and SAYING.search(last):
            return head
    return ""


def _without_speaker(statement: str) -> str:
    """Leave out the clause that names who speaks, but for its comma; nothing is left where that is all there is."""
    head, comma, last = statement.rpartition(",")
    if SAYING.search(last) or (head and ATTRIBUTION.match(last.strip())):
        return head + comma
    return statement


def _segments(statement: str) -> Iterator[str]:
    """Give the clauses of the statement without phrases that only tell the circumstances."""
    clause = re.split(r"[;；]", statement)[-1]
    parts = re.split(r",(?!\d)", clause)
    for place, part in enumerate(parts):
        if not (FRONTED.match(part) and (place + 1 < len(parts) or place)) and not (
            len(parts) == 1 and _is_phrase(part)
        ):
            yield part


def _is_phrase(part: str) -> bool:
    """Is the whole statement one short phrase with a preposition: *Of the 45 nurses*?"""
    return FRONTED.match(part) is not None and len(part.split()) < 5


def _candidates(segment: str) -> Iterator[Quantity]:
    for each in find_quantities(segment):
        before = segment[: each.start]
        if each.kind is not Kind.PLAIN or each.dimension in ("year", "date", "ordinal") or KNOWN.search(before):
            continue
        in_words = not any(letter.isdigit() for letter in each.text)
        if each.dimension in _MERE_COUNTS and (CIRCUMSTANCE.search(before) or (in_words and each.low < SMALL)):
            continue
        yield each


def _is_stated(candidate: Quantity, quoted: str) -> bool:
    if states_value(quoted, candidate.text):
        return True
    return any(
        compare_quantities(one, other) is not Likeness.DIFFERS
        for stated in find_quantities(quoted)
        for one, other in ((candidate, stated), (stated, candidate))
    )


def _speaks_of(exact: str, statement: str, candidate: Quantity, own: list[Quantity]) -> bool:
    """Does the quotation speak of what the number measures?"""
    shared = _words_of(exact) & _words_of(statement)
    if candidate.dimension not in _MERE_COUNTS and any(each.dimension == candidate.dimension for each in own):
        return True
    if own:
        return bool(shared) and any(each.dimension == candidate.dimension for each in own)
    return bool(shared)


def _words_of(text: str) -> set[str]:
    words = {
        word[:STEM]
        for word in map(str.lower, _LETTERS.findall(text))
        if len(word) >= FEWEST_LETTERS and word not in SMALL_WORDS
    }
    joined = _IDEOGRAPH.findall(text)
    return words | {one + other for one, other in pairwise(joined)}
