"""citecheck tells whether the citations of a document can be trusted."""

__version__ = "0.1.0"
