"""Hyphens inside words: in a quotation of several passages or parts they must be the source's, or a line's.

In one unbroken passage a hyphen more or less is typography. Where words are left out as well, a reader can no longer tell
what was there, so a word joined or parted by the writer makes the quotation near, not verbatim.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from citecheck.quoting.edges import FEWEST_NEAR_WORDS
from citecheck.quoting.found import Found, Span
from citecheck.quoting.source import FoldedSource
from citecheck.quoting.statuses import NEAR, NEAR_SHORT, SHORT
from citecheck.records.judgments import Change, QuoteStatus

_COMPOUND = re.compile(r"[^\W\d_]+(?:[-\u2010\u2011\u00ad]\s*[^\W\d_]+)+")
_PART = re.compile(r"[-\u2010\u2011\u00ad]\s*")
_WORD = re.compile(r"[^\W\d_]+")


def with_own_hyphens(source: FoldedSource, found: Found, quoted: str, spans: Sequence[Span]) -> Found:
    """Lower a verbatim find to near where the quotation's hyphens are not those of the source."""
    if found.status is not QuoteStatus.VERBATIM:
        return found
    text = " ".join(source.masked[start:end] for start, end in spans)
    mine, theirs = _compounds(quoted), _compounds(text)
    words, others = _joined(quoted), _joined(text)
    changes = [Change(kind="spelling", quoted=mine[each], source=each) for each in mine if each in others]
    changes += [Change(kind="spelling", quoted=each, source=theirs[each]) for each in theirs if each in words]
    if not changes:
        return found
    length = max(1, len(quoted))
    similarity = 1 - len(changes) / length
    near = similarity >= (NEAR_SHORT if length < SHORT else NEAR) and len(_WORD.findall(quoted)) >= FEWEST_NEAR_WORDS
    return replace(
        found,
        status=QuoteStatus.NEAR_VERBATIM if near else QuoteStatus.ALTERED,
        similarity=similarity,
        edits=len(changes),
        changes=(*found.changes, *changes),
    )


def _compounds(text: str) -> dict[str, str]:
    """Give the words with hyphens in the line, by the word without; a line's own hyphen is none of them."""
    found = (match[0] for match in _COMPOUND.finditer(text))
    return {_PART.sub("", each).lower(): each for each in found if "\n" not in each and "\u00ad" not in each}


def _joined(text: str) -> set[str]:
    """Give the words written without a hyphen."""
    plain = _COMPOUND.sub(" ", text)
    return {each.lower() for each in _WORD.findall(plain)}
