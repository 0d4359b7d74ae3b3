"""Plain text written as LaTeX: the signs that BibTeX's readers take for commands, and accents where a file has no Unicode."""

from __future__ import annotations

import re
import unicodedata

from citecheck.bibliography.latex import ACCENTS

_SPECIAL = {"&": r"\&", "%": r"\%", "_": r"\_", "#": r"\#", "$": r"\$", "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}",
            "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}  # fmt: skip
_LETTERS = {"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ð": "dh", "Ð": "DH",
            "þ": "th", "Þ": "TH", "đ": "dj", "Đ": "DJ", "ı": "i"}  # fmt: skip
_MARKS = {mark: sign for sign, mark in ACCENTS.items()}
_PUNCTUATION = {
    "’": "'",
    "‘": "`",
    "“": "``",
    "”": "''",
    "–": "--",
    "—": "---",
    "‐": "-",
    "‑": "-",
    "\u00a0": "~",
    "…": r"\ldots{}",
}


def to_latex(text: str, *, ascii_only: bool) -> str | None:
    """Write a text for a field; None when it holds a letter that only Unicode has and the file has none."""
    text = unicodedata.normalize("NFC", text)
    if not ascii_only:
        return "".join(_SPECIAL.get(each, each) for each in text)
    parts = [_write(each) for each in text]
    return None if None in parts else "".join(each or "" for each in parts)


def _write(letter: str) -> str | None:
    if letter in _SPECIAL:
        return _SPECIAL[letter]
    if letter.isascii():
        return letter
    if letter in _PUNCTUATION:
        return _PUNCTUATION[letter]
    if letter in _LETTERS:
        return f"{{\\{_LETTERS[letter]}}}"
    whole = unicodedata.normalize("NFD", letter)
    base, marks = whole[0], whole[1:]
    if len(marks) != 1 or not base.isascii() or marks not in _MARKS:
        return None
    sign = _MARKS[marks]
    dotless = rf"\{base}" if base in "ij" and sign not in "cdbkr" else base
    return f"{{\\{sign}{{{base}}}}}" if re.match(r"[A-Za-z]", sign) else f"{{\\{sign}{dotless}}}"
