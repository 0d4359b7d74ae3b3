"""Comparing: the manuscript held against the texts of its sources. Are its quotations intact, and do its sentences stand?

Texts are gathered for the references that are cited; each is folded once and read once, however often it is cited. A quotation
is looked for in the sources that its own markers cite, then in all others, then in the rest of the folder of papers; a pair is
triaged against the text of its reference. An earlier run's receipt tells which texts have changed since.
"""

from citecheck.comparing.earlier import EarlierRun, read_earlier_run
from citecheck.comparing.quoted import match_quotations, without_markers
from citecheck.comparing.texts import assess_manuscript, compare_texts, later_versions

__all__ = [
    "EarlierRun",
    "assess_manuscript",
    "compare_texts",
    "later_versions",
    "match_quotations",
    "read_earlier_run",
    "without_markers",
]
