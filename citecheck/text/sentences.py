"""Sentences: sentencex behind a mask that hides citation markers, so that a stop before or after one is read rightly.

A marker after a full stop belongs to the sentence before it (unless a lower-case word follows: then the marker is a
subject); abbreviations that never end a sentence join what was cut.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import sentencex

NEVER_FINAL = re.compile(
    r"(?:\b(?:figs?|eqs?|tabs?|secs?|vols?|nos?|pp?|cf|ca|approx|e\.g|i\.e|vs|vgl|bzw|refs?|chap|et al|resp|dr|prof|mr|mrs|ms|st"
    r"|z\. ?b|p\. ?ej|см|рис)\.|\b[A-Z]\.)$",
    re.IGNORECASE,
)
LONGEST_ABBREVIATION = 16


def split_sentences(text: str, lang: str = "en", markers: Sequence[tuple[int, int]] = ()) -> list[tuple[int, int]]:
    """Split one block of text; give half-open spans in code points, white space at the edges left out.

    `markers` are the spans of citation markers inside the text.
    """
    kept, back = _without_markers(text, markers)
    bounds: list[tuple[int, int]] = []
    for boundary in sentencex.get_sentence_boundaries(lang or "en", kept):
        start, end = boundary["start_index"], boundary["end_index"]
        if bounds and NEVER_FINAL.search(_ending(kept, *bounds[-1])):
            bounds[-1] = (bounds[-1][0], end)
        else:
            bounds.append((start, end))
    return _trimmed(text, [(back[start], back[end]) for start, end in bounds])


def _ending(text: str, start: int, end: int) -> str:
    """Give the last letters of a stretch, enough for the longest abbreviation, white space left out."""
    while end > start and text[end - 1].isspace():
        end -= 1
    return text[max(start, end - LONGEST_ABBREVIATION) : end]


def _without_markers(text: str, markers: Sequence[tuple[int, int]]) -> tuple[str, list[int]]:
    """Take the markers out; a marker that begins a sentence leaves a word in its place.

    An offset of what is kept leads back to one that has the marker *before* it, so that a marker after a stop stays with
    the sentence it follows.
    """
    pieces: list[str] = []
    back: list[int] = []
    position = 0
    for start, end in sorted(markers):
        if start < position:
            continue
        pieces.append(text[position:start])
        back.extend(range(position, start))
        follows = re.match(r"\s+[a-zà-ÿ]", text[end:])
        ended = re.search(r"[.!?]\s+$", text[max(0, start - 3) : start])
        if (follows and ended) or not text[:start].strip():
            pieces.append("Ref")
            back.extend([start, start, start])
        position = end
    pieces.append(text[position:])
    back.extend(range(position, len(text) + 1))
    return "".join(pieces), back


def _trimmed(text: str, bounds: list[tuple[int, int]]) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for place, (start, end) in enumerate(bounds):
        start = spans[-1][1] if spans else 0 if place == 0 else start
        end = len(text) if place == len(bounds) - 1 else end
        piece = text[start:end]
        if not piece.strip():
            continue
        lead = len(piece) - len(piece.lstrip())
        spans.append((start + lead, start + len(piece.rstrip())))
    return spans
