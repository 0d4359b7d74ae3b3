"""Fixing: a bibliography's references resolved as a check does, and what is certainly wrong in them corrected in its file.

Only the letters that are wrong change. Keys, order, comments, unknown fields, layout, line ends and encoding stay; what is in
doubt is told and left alone. A file fixed twice is the same as a file fixed once. What was written is read back before the
file is touched: where any other field would come out differently, nothing is written.
"""

from citecheck.fixing.files import Source, read_source, write_fixed
from citecheck.fixing.fixing import Change, Fixed, Outcome, fix_bibliography

__all__ = ["Change", "Fixed", "Outcome", "Source", "fix_bibliography", "read_source", "write_fixed"]
