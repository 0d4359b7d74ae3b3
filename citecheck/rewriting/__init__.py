"""Rewriting: references corrected where they stand, in their own form, with every other character left as it is.

Corrections say *what* is wrong; here each format says *where* that stands: the letters of a word, a name among others, the
place for a DOI that is missing. What cannot be written without guessing is kept, and told.
"""

from citecheck.rewriting.deciding import Decided, Decision, decide
from citecheck.rewriting.entries import corrected_entry, write_entry
from citecheck.rewriting.formats import Slot, read_slots, rewrite
from citecheck.rewriting.replacing import Replacement, Rewritten, replace_all

__all__ = [
    "Decided",
    "Decision",
    "Replacement",
    "Rewritten",
    "Slot",
    "corrected_entry",
    "decide",
    "read_slots",
    "replace_all",
    "rewrite",
    "write_entry",
]
