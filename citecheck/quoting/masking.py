"""Masking: what stands in a text without being its words, overwritten at the same length so that all offsets stay.

Running heads and page numbers become form feeds, which part no paragraphs; Markdown's emphasis, marks of block quotations and
footnote references vanish;
HTML entities and JSON escapes become the character they stand for, filled up to their length.
"""

from __future__ import annotations

import html
import re
from collections import defaultdict
from itertools import pairwise

from citecheck.quoting.letters import BLANKS, FILLER, MASKED

RECURRENCES = 3
"""A page's edge line that recurs on so many pages is a running head; on fewer it may be a caption (case page.header_once)."""
LONGEST_HEAD = 120
EDGE_LINES = 2
"""At each edge of a page that has more lines than that; a short page has one."""
_PAGE_NUMBER = re.compile(
    r"[-–— ]*(?:page |p\. ?|seite |página |第)?\s*(?:\d{1,5}|[ivxlc]{1,7})(?:\s*(?:of|/|von|sur|de)\s*\d+)?\s*(?:頁|页)?[-–— ]*"
)
_DIGITS = re.compile(r"\d+")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,24});")
_ESCAPE = re.compile(r'\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|["\\/ntr])')
_SHORT_ESCAPES = {"n": "\n", "t": "\t", "r": "\n"}
_EMPHASIS = re.compile(
    r"(?P<mark>\*{1,3}|(?<!\w)_{1,3})(?=[^\s*_])(?P<inside>[^\n*]{1,300}?(?:\n[^\n*]{1,300}?){0,6})(?<=[^\s*_])(?P=mark)(?!\*)"
)
_CODE = re.compile(r"(?<!`)(`{1,2})(?=[^`\s])([^`\n]{1,200}?)(?<=[^`\s])\1(?!`)")
_FOOTNOTE = re.compile(r"\[\^[\w-]{1,40}\](?!:)")
_DAGGER = re.compile(r"(?<=[\w.,;:!?)\]])[†‡]+")
_QUOTED_LINE = re.compile(r"(?m)^[ \t]{0,3}>[ \t]?(?!\d)")


def mask_text(text: str, pages: tuple[int, ...] = ()) -> str:
    """Overwrite what is no text; the length stays the same."""
    masked = text
    if len(pages) > 1:
        masked = _mask_furniture(masked, pages)
    if "&" in masked and ";" in masked:
        masked = _ENTITY.sub(_unescaped, masked)
    if "\\" in masked and _is_json(masked):
        masked = _ESCAPE.sub(_unquoted, masked)
    if "*" in masked or "_" in masked:
        masked = _EMPHASIS.sub(_without_marks, masked)
    if "`" in masked:
        masked = _CODE.sub(lambda each: MASKED * len(each[1]) + each[2] + MASKED * len(each[1]), masked)
    if "[^" in masked:
        masked = _FOOTNOTE.sub(_vanished, masked)
    if "†" in masked or "‡" in masked:
        masked = _DAGGER.sub(_vanished, masked)
    if ">" in masked:
        masked = _mask_quoting(masked)
    return masked


def page_starts(text: str) -> tuple[int, ...]:
    """Give the offsets at which pages begin, by the form feeds of a plain text; empty without any."""
    if "\f" not in text:
        return ()
    return (0, *(match.end() for match in re.finditer("\f", text)))


def _vanished(match: re.Match[str]) -> str:
    return MASKED * len(match[0])


def _unescaped(match: re.Match[str]) -> str:
    character = html.unescape(match[0])
    return character + FILLER * (len(match[0]) - 1) if len(character) == 1 else match[0]


def _is_json(text: str) -> bool:
    """Do the backslashes escape, as in JSON? Elsewhere they are LaTeX, or paths."""
    return '\\"' in text or re.search(r"\\u[0-9a-fA-F]{4}", text) is not None or ("\\n" in text and "\n" not in text)


def _unquoted(match: re.Match[str]) -> str:
    written = match[0]
    if written[1] != "u":
        character = _SHORT_ESCAPES.get(written[1], written[1])
    elif len(written) > 6:
        character = (bytes.fromhex(written[2:6]) + bytes.fromhex(written[8:12])).decode("utf-16-be")
    else:
        character = chr(int(written[2:], 16))
    return character + FILLER * (len(written) - 1)


def _without_marks(match: re.Match[str]) -> str:
    """Drop a pair of emphasis marks: one that opens after a number, or stands inside a word, is none."""
    text, mark = match.string, match["mark"]
    before = text[match.start() - 1 : match.start()]
    after = text[match.end() : match.end() + 1]
    if (before and (before.isalnum() or before in "*%)]")) or (mark[0] == "_" and after.isalnum()):
        return match[0]
    inside = match["inside"]
    inner = _EMPHASIS.sub(_without_marks, inside) if "*" in inside or "_" in inside else inside
    return MASKED * len(mark) + inner + MASKED * len(mark)


def _mask_quoting(text: str) -> str:
    """Drop the marks of block quotations: every line of the paragraph has one, and none compares a number."""

    def unmarked(block: re.Match[str]) -> str:
        lines = block[0].split("\n")
        if all(_QUOTED_LINE.match(line) for line in lines if line.strip()):
            return "\n".join(_QUOTED_LINE.sub(_vanished, line) for line in lines)
        return block[0]

    return re.sub(r"(?m)^[ \t]{0,3}>[^\n]*(?:\n[^\n]*\S[^\n]*)*", unmarked, text)


def _mask_furniture(text: str, pages: tuple[int, ...]) -> str:
    """Overwrite running heads and page numbers with form feeds."""
    heads: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    spans: list[tuple[int, int]] = []
    for number, (start, end) in enumerate(pairwise((*pages, len(text)))):
        lines = _lines_of(text, start, end)
        edges = lines[:EDGE_LINES] + lines[-EDGE_LINES:] if len(lines) > 2 * EDGE_LINES else lines[:1] + lines[1:][-1:]
        for first, last in edges:
            line = text[first:last].strip().lower()
            if _PAGE_NUMBER.fullmatch(line):
                spans.append((first, last))
            else:
                heads[_DIGITS.sub("#", line)].append((number, first, last))
    for line, places in heads.items():
        if len(line) <= LONGEST_HEAD and len({page for page, _, _ in places}) >= RECURRENCES:
            spans += [(first, last) for _, first, last in places]
    pieces: list[str] = []
    position = 0
    for first, last in sorted(spans):
        if first >= position:
            pieces += [text[position:first], "\f" * (last - first)]
            position = last
    pieces.append(text[position:])
    return "".join(pieces)


def _lines_of(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Give the spans of a page's lines that are not blank."""
    found: list[tuple[int, int]] = []
    position = start
    for line in text[start:end].split("\n"):
        if line.strip(BLANKS + "\f"):
            bare = len(line.rstrip("\f\r"))
            found.append((position, position + bare))
        position += len(line) + 1
    return found
