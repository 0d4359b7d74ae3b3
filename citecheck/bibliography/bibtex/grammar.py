"""BibTeX as its own reader takes it, in one pattern without a way back: the quick path of nearly every entry.

What the pattern does not take is not given up: it is read by looking closer, and what had to be repaired is told. The
grammar is that of `bibtex.web` (Oren Patashnik, 1988): names, values in braces or quotation marks, numbers, names of strings,
`#` between them, one comma after each field but the last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

# Possessive throughout: each character is looked at a fixed number of times, whatever a stranger wrote.
_DEEPEST = r"\{[^{}]*+\}"
_DEEPER = rf"\{{(?:[^{{}}]++|{_DEEPEST})*+\}}"
_DEEP = rf"\{{(?:[^{{}}]++|{_DEEPER})*+\}}"
_INNER = rf"(?:[^{{}}]++|{_DEEP})*+"
_QUOTED = rf"\"(?:[^\"{{}}]++|{_DEEP})*+\""
_NAME = r"[^\W\d][\w:.+/-]*+"
_PART = rf"(?:\{{{_INNER}\}}|{_QUOTED}|\d++(?![^\s,#}}])|{_NAME}(?![^\s,#}}]))"
_VALUE = rf"{_PART}(?:\s*+#\s*+{_PART})*+"
_FIELD = rf"{_NAME}\s*+=\s*+{_VALUE}\s*+"
_KEY = r"\s*+[^\s,={}\"#%]++\s*+,\s*+"
ENTRY = re.compile(rf"{_KEY}(?:{_FIELD},\s*+)*+(?:{_FIELD})?+\}}")
"""What follows the opening brace of an entry without any slip, with its closing brace."""
LEFTOVER = re.compile(rf"(?:\s*+,)?+\s*+(?:{_FIELD},\s*+)*+{_FIELD},?+\s*+(?P<close>\}})?+")
"""Fields behind the brace that closed their entry too early."""
FIELD = re.compile(rf"\s*+({_NAME})\s*+=\s*+(?:\{{({_INNER})\}}\s*+(?:,|\Z)|({_VALUE})\s*+(?:,|\Z))")
"""One field: its name, and its value in one pair of braces or, as written, of another kind."""


def split_regular(body: str, start: int) -> Iterator[tuple[str, str | None, str]] | None:
    """Give name, braced value or None, and other value of each field; None where the body holds anything else."""
    found: list[re.Match[str]] = []
    end = start
    while match := FIELD.match(body, end):
        found.append(match)
        end = match.end()
    if end < len(body) and not body[end:].isspace():
        return None
    return ((each[1], each[2], each[3] or "") for each in found)
