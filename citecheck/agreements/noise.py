"""What registries put around names and titles that is neither: wrong encodings, footnote marks, doubled words."""

from __future__ import annotations

import re

WRONG_ENCODING = re.compile(r"[ÃÂÐÑ][\u0080-\u00bf\u0152-\u0178\u2013-\u2122]|â[\u0080-\u00bf€]")
"""UTF-8 read as a Western encoding: `Ã¶` for ö."""
FOOTNOTE = re.compile(r"(?:\s*[✩☆★†‡§¶⁎∗*]|\s+\[?\d?[✩☆★]\]?)+\s*$|^\s*[✩☆★†‡⁎]+\s*")
"""Marks of a title's footnote, which typesetters leave in."""
DOUBLED = re.compile(r"\b(\w{3,})\s+\1\b", re.IGNORECASE)


def clear_noise(text: str) -> str:
    """Give a name or title without wrong encodings, footnote marks and doubled words."""
    return DOUBLED.sub(r"\1", FOOTNOTE.sub("", mend_encoding(text)))


def mend_encoding(text: str) -> str:
    """Undo one wrong reading of UTF-8; what was read rightly stays."""
    if not WRONG_ENCODING.search(text):
        return text
    for encoding in ("cp1252", "latin-1"):
        try:
            return text.encode(encoding).decode("utf-8")
        except (UnicodeEncodeError, UnicodeDecodeError):
            continue
    return text
