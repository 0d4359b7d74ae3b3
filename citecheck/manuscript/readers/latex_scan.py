r"""What a LaTeX source says and what it only quotes: comments, verbatim text and files written along are no text.

The rules are TeX's: a percent sign that no backslash shields ends its line, and `\verb` ends at its own sign.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_OPENERS = re.compile(
    r"\\begin\s?\{(?P<name>verbatim\*?|Verbatim\*?|BVerbatim|LVerbatim|lstlisting|minted|filecontents\*?|comment"
    r"|alltt|pycode|luacode\*?)\}|\\(?:verb|lstinline)\*?(?P<sign>[^\w\s*{\[\\])|(?P<false>\\iffalse)(?![a-zA-Z])"
    r"|\\end\s?\{document\}(?P<end>)|\\.|(?P<comment>%)",
    re.DOTALL,
)
_CLOSED = re.compile(r"\\fi(?![a-zA-Z])")
LONGEST_ARGUMENT = 20_000
"""Characters of one argument: a footnote may be a page long, and a brace that is never closed must not cost the book."""


def find_unread(text: str) -> Iterator[tuple[int, int]]:
    """Find the stretches that TeX does not typeset as text: comments, verbatim, files written along, what follows the end."""
    position = 0
    endless: set[str] = set()
    while match := _OPENERS.search(text, position):
        position = match.end()
        if match["comment"]:
            end = text.find("\n", position)
            position = len(text) if end < 0 else end
        elif match["name"] or match["false"]:
            name = match["name"] or "iffalse"
            end = -1 if name in endless else _end_of(text, name, position)
            if end < 0:
                endless.add(name)
                continue
            position = end
        elif match["sign"]:
            end = text.find(match["sign"], position, position + 1000)
            if end < 0 or text.find("\n", position, end) >= 0:
                continue
            position = end + 1
        elif match["end"] is not None:
            position = len(text)
            yield match.end(), position
            continue
        else:
            continue
        yield match.start(), position


def _end_of(text: str, name: str, position: int) -> int:
    if name == "iffalse":
        closed = _CLOSED.search(text, position)
        return closed.end() if closed else -1
    end = text.find(f"\\end{{{name}}}", position)
    return end + len(name) + 6 if end >= 0 else -1


def blank_unread(text: str) -> str:
    """Give the text with blanks in place of what is not read; its lines stay where they are."""
    pieces: list[str] = []
    position = 0
    for start, end in find_unread(text):
        pieces += [text[position:start], re.sub(r"[^\n]", " ", text[start:end])]
        position = end
    return "".join([*pieces, text[position:]])


def read_argument(
    text: str, position: int, opening: str = "{", closing: str = "}", *, end: int | None = None
) -> tuple[str, int] | None:
    """Read an argument that begins at the position, blanks before it allowed, and give what stands behind it.

    None when none begins there, or when it does not close before `end`, by default a long argument further.
    """
    while position < len(text) and text[position] in " \t\n":
        position += 1
    if text[position : position + 1] != opening:
        return None
    end = min(len(text), position + LONGEST_ARGUMENT, len(text) if end is None else end)
    depth, at = 0, position
    while at < end:
        letter = text[at]
        if letter == "\\":
            at += 1
        elif letter == "{" and opening != "{":
            inner = read_argument(text, at, end=end)
            if inner is None:
                return None
            at = inner[1] - 1
        elif letter == opening:
            depth += 1
        elif letter == closing:
            depth -= 1
            if not depth:
                return text[position + 1 : at], at + 1
        at += 1
    return None
