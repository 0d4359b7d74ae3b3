"""Raised marks: `¹²`, `^3^`, `<sup>3</sup>`, and their remains, digits glued to a full stop or a word.

Exponents, units and isotopes are raised too, so what stands before and behind decides.
"""

from __future__ import annotations

import re

from citecheck.manuscript.markers.mark import Known, Mark
from citecheck.manuscript.markers.numbers import read_numbers
from citecheck.records import MarkerState

DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_UNIT = re.compile(
    r"(?:(?<![^\W\d_])(?:[µumkcdnhM]?(?:[mgslLVWJNAFHT]|Pa|Hz|mol|eV|in|ft|yd|mi|ha|au|pc|rad|min|cd)|[xyzrRQIχσκηρωτελΔαβγnNpPtTkKcCvVaAbBeEfFdDhHiIsS]|Chi|chi))$"
)
_NUMBER = re.compile(r"[\d⁰¹²³⁴⁵⁶⁷⁸⁹)⁻⁺]$|[+×·*/^−-]$")
_GLUED = re.compile(
    r"(?:(?<=[^\W\d_][.!?])|(?<=[”\"’)][.!?])|(?<=[.!?][”\"’)])|(?<=[^\W\d_][”\"]))"
    r"(?P<glued>\d{1,3}(?:,\s?\d{1,3}|[–-]\d{1,3}){0,8})(?=\s+[A-ZÀ-ÞА-Я“\"„«(\[]|\s*$)"
)
_MAY_BE_GLUED = re.compile(r"[.!?”\"’][\d(]")
"""What every glued digit stands behind: most paragraphs have none, and need no closer look."""
_PARENTHESIS = re.compile(r"(?<=[^\W\d_][.!?])\((\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,8})\)(?=\s|$)")
_ABBREVIATED = re.compile(
    r"\b(?:figs?|tab|tables?|eqs?|secs?|no|nr|nos|vols?|pp?|chs?|v|ver|art|abb|st|sect?|ref|refs|app|s|z|l|n)[.]$",
    re.IGNORECASE,
)
_WORD = re.compile(r"(?<![\w@#/.\\-])([a-zà-ÿ]{4,})(\d{1,6})(?=[.,;:!?)]?(?:\s|$))")
_NAMED = {
    "covid",
    "python",
    "windows",
    "base",
    "level",
    "table",
    "figure",
    "phase",
    "version",
    "type",
    "item",
    "note",
    "page",
    "chapter",
    "part",
    "step",
}


def read_raised(digits: str, text: str, start: int, end: int, known: Known) -> Mark | None:
    """Read raised digits; None when they are an exponent, a unit's power or an isotope's mass."""
    before, after = text[max(0, start - 12) : start], text[end : end + 1]
    last = before[-1:]
    if last == " " and text[start] in "<^" and before[-2:-1].isalpha() and not after.isalnum():
        before, last = before[:-1], before[-2]
    if not last or last.isspace() or after in ("⁺", "⁻", "⁄") or (after.isalpha() and not after.islower()):
        return None
    if last in "([{=" or (after.isalpha() and last.isalnum()):
        return None
    numbers = read_numbers(digits.translate(DIGITS))
    if numbers is None or "0" in numbers.targets:
        return None
    if _NUMBER.search(before) and not (last == ")" and _all_known(numbers.targets, known)):
        return None
    if _UNIT.search(before):
        return None
    return Mark(start=start, end=end, style="superscript", targets=numbers.targets)


def find_glued(text: str, start: int, end: int, known: Known) -> list[Mark]:
    """Find digits glued to a full stop, where exports dropped their mark-up."""
    marks: list[Mark] = []
    if not _MAY_BE_GLUED.search(text, start, end):
        return marks
    for match in _GLUED.finditer(text, start, end):
        if _ABBREVIATED.search(text[max(start, match.start() - 8) : match.start()]):
            continue
        numbers = read_numbers(match["glued"])
        if numbers is None or "0" in numbers.targets:
            continue
        style, span = "superscript", (match.start("glued"), match.end("glued"))
        if known.keys and any(known.has_key(each) for each in numbers.targets):
            marks.append(Mark(start=span[0], end=span[1], style=style, targets=numbers.targets))
        elif not known.keys:
            reason = "digits glued to a full stop; there is no numbered list that has them"
            state = MarkerState.SUSPECT
            marks.append(
                Mark(start=span[0], end=span[1], style=style, targets=numbers.targets, state=state, reason=reason)
            )
    for match in _PARENTHESIS.finditer(text, start, end):
        numbers = read_numbers(match[1])
        if numbers and "0" not in numbers.targets:
            marks.append(Mark(start=match.start(), end=match.end(), style="numeric", targets=numbers.targets))
    return marks


def find_remains(text: str, start: int, end: int, known: Known) -> list[Mark]:
    """Find digits glued to a word that may be ids run together; nothing is bound to them."""
    marks = []
    for match in _WORD.finditer(text, start, end):
        if (
            match[1] in _NAMED
            or not all(known.has_key(each) for each in match[2])
            or int(match[2]) in range(1900, 2100)
        ):
            continue
        marks.append(
            Mark(
                start=match.start(),
                end=match.end(2),
                style="superscript",
                targets=(),
                state=MarkerState.SUSPECT,
                reason="digits glued to a word; perhaps the remains of markers",
            )
        )
    return marks


def _all_known(targets: tuple[str, ...], known: Known) -> bool:
    return all(known.has_key(each) for each in targets)
