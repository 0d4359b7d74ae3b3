"""Labels and placeholders in square brackets: `[Knu84]`, `[Smith2020, p. 3]`, `[3a]`, `[2: 45]`, and `[citation needed]`.

A label is a marker where the list prints it; where no list does, one that looks like a key has perhaps lost its `@`. What an
author leaves to be filled in later opens like a citation and cites nothing yet.
"""

from __future__ import annotations

import re

from citecheck.manuscript.markers.mark import Known, Mark
from citecheck.manuscript.markers.numbers import DASH, read_numbers
from citecheck.records import MarkerState

_NOUN = r"(?:citations?|cites?|sources?|refs?|references?|quellen?|beleg|cita|fuente|citaci[oó]n|source)"
_PLACEHOLDER = re.compile(
    rf"\s*(?:(?:todo|fixme|tk|xxx?)[\s:,-]+.{{0,40}}\b{_NOUN}\b.{{0,40}}"
    rf"|(?:better\s+|primary\s+|full\s+)?{_NOUN}\s*(?:needed|missing|required|here|fehlt|nötig|tbd|todo|tk|to\s+(?:be\s+)?(?:add|come|follow|find)(?:ed)?|\?+|…|\.{{3}})"
    rf"|(?:add|insert|needs?|find|missing|check)\s+(?:an?\s+|the\s+)?{_NOUN}\b.{{0,30}}"
    r"|cite|refs?|citation|REF|CITE)[\s!.?]*",
    re.IGNORECASE,
)
_UNKNOWN = re.compile(r"\s*\?{1,4}(?:\s*[,;]\s*\?{1,4}){0,20}\s*")
_IN_WORDS = re.compile(r"\s*(?:sources?|cite|citations?|refs?|references?|quelle)\s*:\s*(?=[^\W\d_])", re.IGNORECASE)
_PART = re.compile(
    r"\s*(?P<key>[^\W\d_][\w:.+*-]{1,60}?)(?:\s*[,:]\s*(?P<locator>(?:pp?\.|S\.|§|sec\.|ch\.)?\s?\d[^,;]{0,40}))?\s*$"
)
_ALPHA = re.compile(r"(?:[A-Z][A-Za-z+*]{1,8}\d\d[a-z]?|[A-Za-z][A-Za-z+_-]{1,40}(?:1[5-9]|20)\d\d[a-z]?)$")
_CITEKEY = re.compile(r"[A-Za-z][A-Za-z_-]{1,40}(?:1[5-9]|20)\d\d[A-Za-z]{0,30}$")
PERHAPS_A_KEY = "a key of the list that has lost its @"
"""The reason of a mark that is dropped when no reference has its key."""
_PARTS = re.compile(r"(?<=\d)([a-z](?:\s?[,–-]\s?[a-z](?![a-z]))*)(?![\w])")
_PAGE = re.compile(rf"\s*(\d{{1,3}})\s?:\s?(\d{{1,4}}(?:\s?{DASH}\s?\d{{1,4}})?)\s*")
_BROKEN = re.compile(rf"\s*(?:[,;]\s*)?\d{{1,3}}(?:(?:\s*(?:[,;]|{DASH})?\s*)\d{{1,3}}){{0,20}}\s*(?:[,;]|{DASH})?\s*")


def read_label(inside: str, text: str, start: int, end: int, known: Known) -> Mark | None:
    """Read a label of the list, a number with a part or a page, or a placeholder; None when it is none of them."""
    if text[end : end + 1] in ("(", ":", "[") or text[start - 1 : start] in ("!", "\\", "]"):
        return None
    if _PLACEHOLDER.fullmatch(inside) or (known.keys and _UNKNOWN.fullmatch(inside)):
        return _unparsed(start, end, "a place left for a citation")
    if _IN_WORDS.match(inside):
        return _unparsed(start, end, "names its source in words, not by a number or a key")
    return _read_numbered(inside, text, start, end, known) or _read_keys(inside, start, end, known)


def _read_numbered(inside: str, text: str, start: int, end: int, known: Known) -> Mark | None:
    """Read `[3a,b]` and `[2: 45]`, and tell of `[1 2]` and `[1–]`, where the list has the numbers."""
    if not known.numbered or not re.match(r"[\d,;–-]", inside.strip()) or re.match(r"[\w)]", text[start - 1 : start]):
        return None
    if match := _PAGE.fullmatch(inside):
        if known.has_key(match[1]):
            return Mark(start=start, end=end, style="numeric", targets=(match[1],), locator=" ".join(match[2].split()))
        return None
    letters = [" ".join(each.split()) for each in _PARTS.findall(inside)]
    numbers = read_numbers(_PARTS.sub("", inside)) if letters else None
    if numbers and not numbers.problem and all(known.has_key(each) for each in numbers.targets):
        return Mark(start=start, end=end, style="numeric", targets=numbers.targets, locator=", ".join(letters))
    digits = re.findall(r"\d+", inside)
    if (
        digits
        and read_numbers(inside) is None
        and _BROKEN.fullmatch(inside)
        and all(known.has_key(each) for each in digits)
    ):
        return _unparsed(start, end, "numbers without a comma or a range between them")
    return None


def _read_keys(inside: str, start: int, end: int, known: Known) -> Mark | None:
    parts = [
        match for each in re.split(r";|,(?!\s*(?:pp?\.|S\.|§|sec\.|ch\.|\d))", inside) if (match := _PART.match(each))
    ]
    if not parts or len(parts) > 50:
        return None
    keys = tuple(dict.fromkeys(each["key"] for each in parts))
    named = any(each.casefold() in known.labels for each in keys)
    shaped = all(_ALPHA.match(each) for each in keys)
    if named and all(each.casefold() in known.labels or _ALPHA.match(each) for each in keys):
        locator = parts[-1]["locator"] or ""
        return Mark(start=start, end=end, style="label", targets=keys, locator=locator)
    if shaped and known.labels:
        return Mark(start=start, end=end, style="label", targets=keys)
    if not all(_CITEKEY.match(each) for each in keys):
        return None
    reason = f"{PERHAPS_A_KEY}; [@{keys[0]}] would cite it"
    return Mark(
        start=start, end=end, style="label", targets=keys, state=MarkerState.SUSPECT, reason=reason, tentative=True
    )


def _unparsed(start: int, end: int, reason: str) -> Mark:
    return Mark(start=start, end=end, style="label", targets=(), state=MarkerState.UNPARSED, reason=reason)
