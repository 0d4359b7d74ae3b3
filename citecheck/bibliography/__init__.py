"""Bibliographies: files of references in the formats that libraries and managers write, read as a stream.

Every entry becomes a reference or, where it cannot be read, a problem with its line: none is lost and none is given twice.
"""

from __future__ import annotations

from citecheck.bibliography.detecting import is_bibliography
from citecheck.bibliography.reading import iter_references, read_bibliography
from citecheck.errors import BibliographyError

__all__ = ["BibliographyError", "is_bibliography", "iter_references", "read_bibliography"]
