"""Marks in square brackets: `[3]`, `[1–3, p. 4]`, `[chunk 3]`, `[cite: 12]`, `[1](url)`, and what only looks like one."""

from __future__ import annotations

import re

from citecheck.manuscript.markers.mark import Known, Mark
from citecheck.manuscript.markers.numbers import DASH, Numbers, read_numbers
from citecheck.records import MarkerState

WORDS = tuple("chunk cite citation doc document file oaicite passage ref reference snippet source study web".split())
"""Words that may stand before the ids; a document may set more."""
_YEAR = re.compile(r"\s*(?:1[5-9]|20)\d\d\s*")
_LINK = re.compile(
    r"\((<?(?:https?://|\#)[^\s()<>]{1,1000}(?:\([^\s()]{0,200}\)[^\s()]{0,500})?>?)(?:\s+\"[^\"\n]{0,300}\")?\)"
)
_LABEL = re.compile(r"\[(\d{1,4})\]")
_RANGE = re.compile(rf"\s?{DASH}\s?\[(\d{{1,4}})\]")
_GLUED_WORD = re.compile(r"([^\W\d_]+)$")
_SUBSCRIPTED = frozenset(
    "array arr list ls vector vec matrix mat index idx tuple items args argv data df row rows column col str buf ptr img res "
    "val key map xs ys".split()
)
"""Words before a bracket that hold a subscript, in text about programs."""
_LEAD = re.compile(
    r"\s*(?:(?:but\s+)?see(?:\s+also)?,?|cf\.?|e\.g\.,?|i\.e\.,?|vgl\.|siehe|voir|also|in|from)\s+(?=\d)", re.IGNORECASE
)
_AMONG_WORDS = re.compile(r"\s*(\d{1,3})\s*[,;(].*?[^\W\d_]{2}", re.DOTALL)
_HINT = re.compile(r"\b(?:see|pp?\.|fig|sec|chap|table|in press|and)\b", re.IGNORECASE)
_SPELLED = re.compile(
    r"(?:\?+|#+|[A-H]$|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|n|x|nn|tbd|todo|unknown|missing)\b)",
    re.IGNORECASE,
)


def read_square(inside: str, text: str, start: int, end: int, known: Known) -> Mark | None:
    """Read what stands between two square brackets at start and end; None when it does not cite."""
    headed = _read_headed(inside, text, start, end, known)
    if headed:
        return headed
    lead = _LEAD.match(inside)
    numbers = read_numbers(inside[lead.end() :] if lead else inside)
    if numbers is None:
        return _read_among_words(inside, text, start, end, known)
    link = _LINK.match(text, end)
    if link:
        url = link[1].strip("<>")
        return Mark(start=start, end=link.end(), style="link", targets=numbers.targets, url=url)
    if not _is_free(text, start, end, numbers, known) or not _is_plausible(inside, numbers, known):
        return None
    if numbers.problem:
        return _unparsed(start, end, "numeric", numbers.problem)
    return _with_range(
        Mark(start=start, end=end, style="numeric", targets=numbers.targets, locator=numbers.locator), text
    )


def _read_among_words(inside: str, text: str, start: int, end: int, known: Known) -> Mark | None:
    """Take what opens with an id of the list, or nearly so, and goes on in words, for a marker that cannot be read."""
    match = _AMONG_WORDS.match(inside)
    before, after = text[start - 1 : start], text[end : end + 1]
    if not match or before.isalnum() or after in ("(", ":"):
        return None
    if known.has_key(match[1]) or (not known.keys and _HINT.search(inside)):
        return _unparsed(start, end, "numeric", "opens like a citation, but has words among its ids")
    return None


def read_linked(text: str, start: int, end: int, known: Known) -> Mark | None:
    """Read a reference link whose label is a number, as in `[Vendor docs][1]`."""
    label = _LABEL.match(text, end)
    if label and label[1] in known.definitions and text[start - 1 : start] != "!":
        return Mark(start=start, end=label.end(), style="link", targets=(label[1],))
    return None


def _with_range(mark: Mark, text: str) -> Mark:
    """Open `[1]–[3]`, which is one marker."""
    following = _RANGE.match(text, mark.end)
    if not following or len(mark.targets) != 1 or mark.locator:
        return mark
    numbers = read_numbers(f"{mark.targets[0]}-{following[1]}")
    if numbers is None:
        return mark
    return Mark(start=mark.start, end=following.end(), style=mark.style, targets=numbers.targets)


def _read_headed(inside: str, text: str, start: int, end: int, known: Known) -> Mark | None:
    """Read `[chunk 3]`, `[sources 1, 2, and 9]`, `[study 3; study 9]`, `[cite: 1]`."""
    head = re.match(
        r"\s*([^\W\d_]{2,20})(?:s(?![^\W\d_])|(?![^\W\d_]))\s*(?:nr|no)?\.?\s*[:#_-]?\s*", inside, re.IGNORECASE
    )
    if not head:
        return None
    word = re.match(r"[^\W\d_]+", inside.strip())
    name = word[0].casefold() if word else ""
    if name not in _names(known):
        return None
    rest = re.sub(
        r"(?<=[;,\s])" + re.escape(name.rstrip("s")) + r"s?\s*[:#]?\s*(?=\d)",
        "",
        inside[head.end() :],
        flags=re.IGNORECASE,
    )
    numbers = read_numbers(rest)
    if text[end : end + 1] in ("(", ":") and numbers is None:
        return None
    if numbers and not numbers.problem:
        return Mark(start=start, end=end, style="handle", targets=numbers.targets, locator=numbers.locator)
    if numbers or _SPELLED.match(rest):
        reason = numbers.problem if numbers else "opens like a citation, but names no number"
        return _unparsed(start, end, "handle", reason)
    return None


def _names(known: Known) -> set[str]:
    singular = {*WORDS, *known.words}
    return singular | {each + "s" for each in singular} | {"studies"}


def _unparsed(start: int, end: int, style: str, reason: str) -> Mark:
    return Mark(start=start, end=end, style=style, targets=(), state=MarkerState.UNPARSED, reason=reason)


def _is_free(text: str, start: int, end: int, numbers: Numbers, known: Known) -> bool:
    """Do the bracket's neighbours leave it a marker: no subscript, no link, no image?"""
    before, after = text[start - 1 : start], text[end : end + 1]
    if before in ("_", "!", "\\", "$", "`") and before:
        return False
    if after.isalnum() and after.isascii() and not text[end : end + 2].isupper() and before.isalnum():
        return False
    if not (before.isalnum() or before in (")", "]")) or ord(before) >= 0x2E80:
        return True
    if before == ")":
        return not re.search(r"\b\w+\([^()\s]{0,40}\)$", text[max(0, start - 60) : start])
    if before == "]":
        return True
    if before.isdigit():
        return bool(re.search(r"(?:^|[\s(])\d[\d.,]*$", text[max(0, start - 20) : start])) and _all_known(
            numbers, known
        )
    word = _GLUED_WORD.search(text, max(0, start - 40), start)
    name = word[1] if word else ""
    ordinary = len(name) >= 2 and name[1:].islower() and name.casefold() not in _SUBSCRIPTED
    return ordinary and _all_known(numbers, known)


def _all_known(numbers: Numbers, known: Known) -> bool:
    return bool(numbers.targets) and all(known.has_key(each) for each in numbers.targets)


def _is_plausible(inside: str, numbers: Numbers, known: Known) -> bool:
    """Turn down years, and intervals from zero, unless the list has them."""
    if "0" in numbers.targets and not known.has_key("0"):
        return False
    if len(numbers.targets) == 1 and _YEAR.fullmatch(inside):
        return known.has_key(numbers.targets[0])
    return True
