r"""Keys of LaTeX's `\bibitem`, which Pandoc's tree has lost, guessed from what the keys say: `smith2020` is Smith's of 2020.

Only the filter is in this need; the command reads the keys in the source. A key that fits no entry, or several, is told as
unread, and never as one that has no reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from citecheck.manuscript.layout import Layout
from citecheck.manuscript.markers.mark import Mark
from citecheck.manuscript.references import find_references
from citecheck.records import MarkerState, Reference
from citecheck.text.fold import fold_key

_REASON = "Pandoc drops the keys of \\bibitem; `citecheck check` on the LaTeX file reads them"
SHORTEST = 3
"""Letters of a family name that is looked for in a key."""


def match_lost_keys(layout: Layout) -> Layout:
    """Lead LaTeX's marks to the entries of a list whose keys are lost."""
    references = find_references(layout).references
    known = {each.key for each in references}
    chosen = {
        key: _find_entry(key, references)
        for mark in layout.given
        if mark.style == "latex"
        for key in mark.targets
        if key not in known
    }
    return replace(layout, given=tuple(_led(each, chosen) for each in layout.given)) if chosen else layout


def _led(mark: Mark, chosen: dict[str, str]) -> Mark:
    targets = tuple(chosen.get(each, each) for each in mark.targets)
    if all(targets):
        return replace(mark, targets=targets)
    return replace(mark, targets=(), state=MarkerState.UNPARSED, reason=_REASON)


def _find_entry(key: str, references: Sequence[Reference]) -> str:
    """Give the key of the one entry that fits; empty when none or several do."""
    found = set(_fitting(fold_key(key), references))
    return next(iter(found)) if len(found) == 1 else ""


def _fitting(key: str, references: Sequence[Reference]) -> Iterator[str]:
    years = re.findall(r"(?<!\d)(?:\d{4}|\d\d)(?!\d)", key)
    for each in references:
        family = (
            fold_key(each.authors[0].split(",")[0].split()[-1]) if each.authors and each.authors[0].strip(", ") else ""
        )
        if len(family) < SHORTEST or family not in key:
            continue
        if not years or each.year is None or any(str(each.year).endswith(year) for year in years):
            yield each.key
