"""A manuscript while it is put together: what each step knows and leaves to the next."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from citecheck.manuscript.layout import Layout
from citecheck.manuscript.markers import Mark
from citecheck.manuscript.metadata import Reading
from citecheck.manuscript.references import ReferenceList
from citecheck.records import Claim, Reference


@dataclass(slots=True, kw_only=True)
class Draft:
    """What is known while a manuscript is put together."""

    layout: Layout
    reading: Reading
    listed: ReferenceList
    footnotes: dict[str, Reference]
    bodies: list[int]
    """Indices of the blocks that are text: not the reference list's, not of footnotes that are references."""
    references: list[Reference]
    marks: list[Mark] = field(default_factory=list)
    comments: list[Mark] = field(default_factory=list)
    """Marks of footnotes that describe no work: they cite nothing, and are no words of a sentence."""
    claims: list[Claim] = field(default_factory=list)
    sentences: dict[int, str] = field(default_factory=dict)
    spans: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """By block, the spans of its sentences in its prose."""
    too_short: int = 0


def find_holder(spans: Sequence[tuple[int, int]], spot: int) -> int:
    """Give the index of the span that holds the offset."""
    return max(0, bisect_right(spans, spot, key=lambda each: each[0]) - 1)
