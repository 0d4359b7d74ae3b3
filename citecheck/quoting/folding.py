"""Folding: a text becomes a key that is compared, once, with an exact way back to the text's own offsets.

One regular expression finds the maximal runs of special characters (white space, dashes, quotation marks, zero-width
characters …); all else is copied as it stands and lower-cased at the end. What becomes of a run depends on the run and on its
two neighbours, so it is remembered under those few characters: a text has some hundred different ones. The way back is
piecewise linear: four arrays with one entry for each piece, and a bisection.

Accents, digits, signs and decimal marks keep their meaning.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cache

from citecheck.quoting.letters import BLANKS, DASHES, GROUPING, IDEOGRAPHS, NOTHING, QUOTES, SUPERSCRIPTS
from citecheck.quoting.runs import fold_run

_FULL_WIDTH = "\uff01\uff03-\uff06\uff08-\uff0c\uff0e-\uff5e"
_SINGLE = {
    "ß": "ss", "ẞ": "ss", "İ": "i", "ſ": "s", "ς": "σ", "µ": "μ", "…": "...", "⋯": "...", "‥": "..", "。": ".", "｡": ".",
    "⁄": "/", "∕": "/", "Ω": "ω", "Å": "å", "K": "k", "Ĳ": "ij", "ĳ": "ij", "ŉ": "'n",
    "ϐ": "β", "ϑ": "θ", "ϕ": "φ", "ϖ": "π", "ϰ": "κ", "ϱ": "ρ", "ϲ": "σ", "ϵ": "ε",
    **{chr(each): unicodedata.normalize("NFKC", chr(each)).lower() for each in range(0xFB00, 0xFB07)},
    **{each: chr(ord(each) - 0xFEE0).lower() for each in map(chr, range(0xFF01, 0xFF5F)) if re.match(f"[{_FULL_WIDTH}]", each)},
}  # fmt: skip
"""Characters that become other ones wherever they stand."""
_ARABIC_FORMS = "\ufb50-\ufbb1\ufbd3-\ufd3d\ufd50-\ufdfb\ufe70-\ufefc"
_COMPOSED = "\u0340\u0341\u0343\u0344\u0374\u037e\u0387\u0958-\u095f\u09dc\u09dd\u09df\u0a33\u0a36\u0a59-\u0a5b\u0a5e\u0b5c\u0b5d"
_COMPOSING = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u0653-\u0655\u093c\u09bc\u09be\u09d7\u0a3c\u0b3c\u0b3e"
    "\u0b56\u0b57\u0bbe\u0bd7\u0cc2\u0cd5\u0cd6\u0d3e\u0d57\u0dca\u0dcf\u0ddf\u102e\u1161-\u1175\u1ab0-\u1aff\u1dc0-\u1dff"
    "\u20d0-\u20ff\ufe20-\ufe2f\u3099\u309a"
)
"""Marks that compose with what stands before them."""
_ASCII_RUN = "\t\n\r\v\f\x00-\x1f\\-\"'`"
_WIDE_RUN = f"{BLANKS[1:]}{NOTHING}{DASHES}{QUOTES}"
_AROUND_SPACE = ("  ", " ,", " ;", " :", " !", " ?", " )", " ]", " }", " %", " .", "( ", "[ ", "{ ", " \n", " \r", " \f", " \t",
                 " -", ' "', " '", " `")  # fmt: skip
"""Where none of these stands, no ordinary space changes, and the expression need not stop at each of them."""
SHORT = 2_000
"""In a text up to here the look for them takes longer than it saves."""
_NO_NOTE = re.compile(r"(?:[^\W\d_]{3,}|[.,;:!?)\]”’\"'])$")
_UNITS = frozenset("min mol rad lux bar cal rev".split())
_SUPERSCRIPT = re.compile(f"[{SUPERSCRIPTS}]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Folding:
    """A key and the way back to its text: piece i begins at `keys[i]` in the key and at `starts[i]` in the text."""

    key: str
    masked: str
    keys: array[int]
    starts: array[int]
    ends: array[int]
    linear: bytearray = field(repr=False)

    def start_of(self, place: int) -> int:
        """Give the text's offset of the key's character."""
        piece = bisect_right(self.keys, place) - 1
        if self.linear[piece]:
            return self.starts[piece] + place - self.keys[piece]
        return self.starts[piece]

    def end_of(self, place: int) -> int:
        """Give the text's offset behind the key's character before the place."""
        piece = bisect_right(self.keys, place - 1) - 1
        if self.linear[piece]:
            return self.starts[piece] + place - self.keys[piece]
        return self.ends[piece]

    def place_of(self, offset: int) -> int:
        """Give the key's character of an offset of the text; of a run's inside, the first one behind it."""
        piece = bisect_right(self.starts, offset) - 1
        if piece < 0:
            return 0
        inside = offset - self.starts[piece]
        after = self.keys[piece + 1] if piece + 1 < len(self.keys) else len(self.key)
        return (
            min(self.keys[piece] + inside, after) if self.linear[piece] else self.keys[piece] if not inside else after
        )

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Give the text's span of a span of the key, without white space at its edges, whole entities included."""
        masked = self.masked
        first, last = self.start_of(start), self.end_of(end)
        while first < last and (masked[first] <= " " or masked[first].isspace()):
            first += 1
        while first < last and (masked[last - 1] <= " " or masked[last - 1].isspace()):
            last -= 1
        while last < len(masked) and masked[last] == "\x01":
            last += 1
        return first, last


@cache
def _expression(ascii_only: bool, spaces: bool, ideographs: bool, marks: bool) -> re.Pattern[str]:
    run = _ASCII_RUN if ascii_only else _WIDE_RUN
    first = run
    rest = [f"[{run} ]*"]
    if not ascii_only:
        single = "".join(re.escape(each) for each in _SINGLE) + "\u00b7" + _ARABIC_FORMS
        rest = [f"(?<=[{SUPERSCRIPTS}])[{SUPERSCRIPTS},\u207b]*", f"(?<=[{single}])", *rest]
        first += SUPERSCRIPTS + single
        if marks:
            rest = [f"(?<=[{_COMPOSING}])[{_COMPOSING}\u11a8-\u11c2]*", f"(?<=[{_COMPOSED}])", *rest]
            first += _COMPOSING + _COMPOSED
    pattern = f"[{first}](?:{'|'.join(rest)})"
    if spaces:
        joined = IDEOGRAPHS + _FULL_WIDTH + "\u3001\u3002" if ideographs else ""
        around = f"(?=[{run} ,;:!?)\\]}}%.{joined}])|(?<=[(\\[{{{joined}] )"
        pattern += f"| (?:{around})[{run} ]*"
    return re.compile(pattern)


_REMEMBERED: dict[str, str | None] = {}
"""What becomes of a run between its neighbours; None where more than the neighbours must be seen."""
MOST_REMEMBERED = 50_000


def fold_masked(masked: str) -> Folding:
    """Fold a text that has been masked."""
    ascii_only = masked.isascii()
    ideographs = not ascii_only and re.search(f"[{IDEOGRAPHS}]", masked) is not None
    marks = not ascii_only and not unicodedata.is_normalized("NFC", masked)
    spaces = not ascii_only or len(masked) < SHORT or any(each in masked for each in _AROUND_SPACE)
    pieces: list[str] = []
    keys, starts, ends, linear = array("l"), array("l"), array("l"), bytearray()
    position = length = 0
    remembered = _REMEMBERED
    if len(remembered) > MOST_REMEMBERED:
        remembered.clear()
    for match in _expression(ascii_only, spaces, ideographs, marks).finditer(masked):
        start, end = match.span()
        folded = remembered.get(masked[start - 1 : end + 1]) if start else None
        if folded is None:
            start, folded = _fold_seen(masked, start, end, position)
        if start > position:
            pieces.append(masked[position:start])
            keys.append(length)
            starts.append(position)
            ends.append(start)
            linear.append(1)
            length += start - position
        if folded:
            pieces.append(folded)
            keys.append(length)
            starts.append(start)
            ends.append(end)
            linear.append(0)
            length += len(folded)
        position = end
    if position < len(masked):
        pieces.append(masked[position:])
        keys.append(length)
        starts.append(position)
        ends.append(len(masked))
        linear.append(1)
    return Folding(key=_lowered("".join(pieces)), masked=masked, keys=keys, starts=starts, ends=ends, linear=linear)


def _lowered(text: str) -> str:
    """Lower-case letter by letter: the length may not change."""
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(each.lower() if len(each.lower()) == 1 else each for each in text)
    return lowered if lowered.isascii() else lowered.replace("ς", "σ")


def _fold_seen(masked: str, start: int, end: int, position: int) -> tuple[int, str]:
    """Fold a run that is new, or needs more of its surroundings; give where it begins, too."""
    run, first = masked[start:end], masked[start]
    if _SUPERSCRIPT.match(first):
        return start, _fold_superscript(masked, start, run)
    if len(run) == 1 and (known := _SINGLE.get(first)) is not None:
        return start, known
    if first == "\u00b7":
        inside = start and masked[start - 1].isdecimal() and masked[end : end + 1].isdecimal()
        return start, "." if inside else first
    if re.match(f"[{_COMPOSED}{_COMPOSING}]", first):
        if re.match(f"[{_COMPOSING}]", first) and start > position:
            start -= 1
        return start, unicodedata.normalize("NFC", masked[start:end])
    if re.match(f"[{_ARABIC_FORMS}]", first):
        return start, unicodedata.normalize("NFKC", first)
    if _groups_digits(masked, start, end):
        return start, ""
    folded, certain = fold_run(masked, start, end)
    if certain and start and end < len(masked):
        _REMEMBERED[masked[start - 1 : end + 1]] = folded
    return start, folded


def _fold_superscript(masked: str, start: int, run: str) -> str:
    """Drop a note mark behind a word; keep an exponent behind a number or a unit."""
    before = _NO_NOTE.search(masked, max(0, start - 12), start)
    if before is None or "\u207b" in run or before[0].lower() in _UNITS:
        return run
    return ""


def _groups_digits(masked: str, start: int, end: int) -> bool:
    """Does a thin space, or an apostrophe, group the digits of one number?"""
    return (
        end - start == 1
        and masked[start] in GROUPING + "'’"
        and start > 0
        and re.search(r"(?<!\d)\d{1,3}(?:[\u00a0\u2007-\u2009\u202f'’]\d{3})*$", masked[max(0, start - 16) : start])
        is not None
        and re.match(r"\d{3}(?!\d)", masked[end : end + 4]) is not None
    )
