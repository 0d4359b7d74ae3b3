"""Manuscripts: documents in; markers, references, quotations, claims and pairs out."""

from citecheck.manuscript.binding import bind_markers
from citecheck.manuscript.readers.pandoc import run_pandoc
from citecheck.manuscript.reading import read_manuscript, read_pandoc

__all__ = ["bind_markers", "read_manuscript", "read_pandoc", "run_pandoc"]
