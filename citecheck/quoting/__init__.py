"""Quoting: is every quoted span intact in its source, and where does it stand?

A source is folded once (`fold_source`), and any number of quotations are held against it. What comes back is a status, the
step that found it, the numbers, each change by name, and the passage with exact offsets in the source's own text.
"""

from citecheck.quoting.among import (
    Evidence,
    look_elsewhere,
    match_among,
    match_quotations,
    verify_quotation,
    verify_quotations,
)
from citecheck.quoting.backing import sentence_around, value_quoted_for
from citecheck.quoting.checkable import is_checkable
from citecheck.quoting.matching import METHOD_SCORES, Embed, match_quotation
from citecheck.quoting.selectors import as_selectors
from citecheck.quoting.source import FoldedSource, fold_source
from citecheck.quoting.values import read_values, states_value
from citecheck.quoting.windows import nearest

__all__ = [
    "METHOD_SCORES",
    "Embed",
    "Evidence",
    "FoldedSource",
    "as_selectors",
    "fold_source",
    "is_checkable",
    "look_elsewhere",
    "match_among",
    "match_quotation",
    "match_quotations",
    "nearest",
    "read_values",
    "sentence_around",
    "states_value",
    "value_quoted_for",
    "verify_quotation",
    "verify_quotations",
]
