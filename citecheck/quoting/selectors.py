"""Selectors: a match in the words of the W3C Web Annotation Data Model, so that any annotator can jump to the passage."""

from __future__ import annotations

from citecheck.records.judgments import QuoteMatch
from citecheck.records.sources import Passage


def as_selectors(match: QuoteMatch, text: str = "", *, around: int = 32) -> dict[str, object]:
    """Give a target with a TextQuoteSelector and a TextPositionSelector for each passage.

    With the source's `text`, prefix and suffix are given too. No passage: no selectors.
    """
    selectors: list[dict[str, object]] = []
    for passage in match.passages:
        selectors += [_quote_selector(passage, text, around), _position_selector(passage)]
    return {"source": match.source, "selector": selectors}


def _quote_selector(passage: Passage, text: str, around: int) -> dict[str, object]:
    selector: dict[str, object] = {"type": "TextQuoteSelector", "exact": passage.text}
    if text:
        selector["prefix"] = text[max(0, passage.start - around) : passage.start]
        selector["suffix"] = text[passage.end : passage.end + around]
    return selector


def _position_selector(passage: Passage) -> dict[str, object]:
    return {"type": "TextPositionSelector", "start": passage.start, "end": passage.end}
