"""Inside one block of Markdown: what is code, math, link or comment, and what a reader sees of it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import unquote

from citecheck.manuscript.layout import Link, Prose
from citecheck.manuscript.markers.keys import ROLE

_LINKS = r"""
    |(?P<target>\]\(\s?(?P<href><[^<>\n]{0,1000}>|(?:[^\s()<>]|\([^\s()]{0,200}\)){0,1500})(?:\s+(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'))?\s?\))
    |(?P<label>\]\[(?P<name>[^\[\]\n]{0,100})\])
    |(?P<open>!?\[)
    |(?P<close>\])"""
_URL = r"""
    |(?P<url>(?:https?://|www\.)[^\s<>"“”«»\[\]{}|\\^`]{1,1000})"""
_MAIL = r"""
    |(?P<mail>(?<=[\w.+-])@[\w-]{1,64}\.[\w.-]{1,64})"""
_MARKS = r"""(?P<math>\$\$[^$]{1,2000}\$\$|\$(?![\s\d$])[^$\n]{0,300}(?<![\s\\])\$(?!\d)
        |\$\d[^$\n]{0,80}[\\^_=][^$\n]{0,80}(?<!\s)\$(?!\d)
        |\\\([^\n]{1,300}?\\\)|\\\[(?![\d\s,;–-]{1,60}\\\])[^\n]{1,600}?\\\])
    |(?P<numbers>\\\[[\d\s,;–-]{1,60}\\\])
    |(?P<escape>(?:\\[!-/:-@\[-`{-~])+)
    |(?P<comment><!--)
    |(?P<ticks>`+)
    |(?P<auto><(?:https?|mailto|doi|ftp):[^<>\s]{1,1000}>)
    |(?P<tag></?(?!sup\b|cite\b[^<>]{0,200}>\s?\[?\d|cite\s+index=)[a-zA-Z][a-zA-Z0-9-]{0,20}(?:\s[^<>]{0,500})?/?>)
    |(?P<attributes>(?<=[\]`\w\s"”*_])\{[.\#:][^{}\n]{1,200}\})
    |(?P<obsidian>%%(?=[^%\n]))
    |(?P<stars>\*+|_+|~~|==)"""


@cache
def _pattern(*, links: bool, urls: bool, mail: bool) -> re.Pattern[str]:
    """Make the expression for blocks that hold such things: most hold none, and are read many times as fast without."""
    first = "$<`{%*_~=" + r"\\" + (r"\[\]!" if links else "") + ("hw" if urls else "") + ("@" if mail else "")
    guard = f"(?=[{first}])"
    parts = (_MARKS, _LINKS if links else "", _URL if urls else "", _MAIL if mail else "")
    return re.compile(f"{guard}(?:{''.join(parts)})", re.VERBOSE)


_LOCAL = re.compile(r"[\w.+-]+$")
"""Of an address, what stands before its `@`."""
_ROLE = re.compile(ROLE + "$")
_NUMBERED = re.compile(r"!?\[?\s*\^?\d{1,4}\^?(?:\s*[,;–-]\s*\d{1,4})*\s*\]?$")
_KEYED = re.compile(r"@\{?(?:url:)?$")
"""Before an address that is the key of a citation, as in `@{https://example.org}`."""
_BLANKS = re.compile(r"[^\S\u00a0\u202f]+")
"""White space that runs together; a no-break space is a letter of its own here."""
_TO_BLANK = str.maketrans("\t\n\r\f\v", "     ")
_ODD_BLANK = re.compile(r"[^\S \u00a0\u202f]")
_SPACES = re.compile(r"\s")


@dataclass(slots=True, kw_only=True)
class Inlines:
    """What was found inside one block: spans that cite nothing, spans that no reader sees, and links."""

    blind: list[tuple[int, int]] = field(default_factory=list)
    cuts: list[tuple[int, int]] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    lasts: dict[str, int] = field(default_factory=dict)

    def last(self, text: str, mark: str, end: int) -> int:
        """Give the last place of a closing mark, looked for once per block."""
        if mark not in self.lasts:
            self.lasts[mark] = text.rfind(mark, 0, end)
        return self.lasts[mark]


def read_inlines(text: str, start: int, end: int, definitions: Mapping[str, str]) -> Inlines:
    """Read one block. `definitions` lead from the folded labels of link definitions to their targets."""
    found = Inlines()
    runs = _tick_runs(text, start, end) if text.find("`", start, end) >= 0 else {}
    brackets: list[int] = []
    position = start
    pattern = _pattern(
        links=text.find("](", start, end) >= 0 or (bool(definitions) and text.find("]", start, end) >= 0),
        urls=text.find("://", start, end) >= 0 or text.find("www.", start, end) >= 0,
        mail=text.find("@", start, end) >= 0,
    )
    while match := pattern.search(text, position, end):
        position = _take(match, text, end, found, brackets, runs, definitions)
    return found


def _take(
    match: re.Match[str],
    text: str,
    end: int,
    found: Inlines,
    brackets: list[int],
    runs: Mapping[int, list[int]],
    definitions: Mapping[str, str],
) -> int:
    """Take one construct in, and give the position behind it."""
    start, after = match.span()
    match match.lastgroup:
        case "open":
            brackets.append(start)
        case "close":
            _close_shortcut(text, brackets.pop() if brackets else -1, start, found, definitions)
        case "numbers":  # `\\[3\\]` shows as [3], and so Pandoc itself writes it
            found.cuts += [(start, start + 1), (after - 2, after - 1)]
        case "escape":
            found.cuts += [(at, at + 1) for at in range(start, after, 2)]
            found.blind.append((start, after))
        case "comment" | "obsidian":
            mark = "-->" if match.lastgroup == "comment" else "%%"
            close = text.find(mark, after, min(end, after + 4000)) if found.last(text, mark, end) >= after else -1
            if close >= 0:
                after = close + len(mark)
                found.cuts.append((start, after))
                found.blind.append((start, after))
        case "ticks":
            after = _take_code(start, after, found, runs, role=bool(_ROLE.search(text, max(0, start - 16), start)))
        case "mail":
            found.blind.append((start - len(_LOCAL.search(text[max(0, start - 64) : start])[0]), after))  # type: ignore[index]
        case "math" | "url":
            after = _trimmed(match[0], start) if match.lastgroup == "url" else after
            if not _KEYED.search(text, max(0, start - 6), start):
                found.blind.append((start, after))
        case "auto":
            found.cuts += [(start, start + 1), (after - 1, after)]
            found.blind.append((start, after))
        case "tag" | "attributes":
            found.cuts.append((start, after))
            found.blind.append((start, after))
        case "stars":
            if _is_emphasis(match[0], text[start - 1 : start], text[after : after + 1]):
                found.cuts.append((start, after))
        case _:
            return _take_link(match, text, found, brackets, definitions)
    return after


def _take_code(start: int, after: int, found: Inlines, runs: Mapping[int, list[int]], *, role: bool) -> int:
    """Take a code span in, if its ticks close; the text of a citation role stays to be read."""
    places = runs.get(after - start, [])
    at = bisect_left(places, after)
    if at == len(places):
        return after
    close = places[at]
    found.cuts += [(start, after), (close, close + after - start)]
    if not role:
        found.blind.append((start, close + after - start))
    return close + after - start


def _take_link(
    match: re.Match[str], text: str, found: Inlines, brackets: list[int], definitions: Mapping[str, str]
) -> int:
    """Take the end of `[label](target)` or `[label][name]` in."""
    middle, after = match.span()
    opened = brackets.pop() if brackets else -1
    if opened < 0:
        return middle + 1
    label = text[opened:middle].lstrip("!").lstrip("[")
    if match["target"]:
        url = match["href"].strip("<>")
        if _NUMBERED.match(label) and text[opened] != "!":
            return after  # `[1](url)` is a marker, read by the grammar
    else:
        name = (match["name"] or label).strip().casefold()
        if name not in definitions or name.isdecimal():
            return middle + 1  # `[1][2]` are two markers
        url = definitions[name]
    width = 2 if text[opened] == "!" else 1
    found.cuts += [(opened, opened + width), (middle, after)]
    found.blind += [(opened, opened + width), (middle, after)]
    if width == 1:
        found.links.append(Link(start=opened, end=after, url=unquote(url) if "%20" in url else url, label=label))
    return after


def _close_shortcut(text: str, opened: int, close: int, found: Inlines, definitions: Mapping[str, str]) -> None:
    if opened < 0 or not definitions or text[opened] == "!":
        return
    label = text[opened + 1 : close]
    name = label.strip().casefold()
    if name in definitions and not name.isdecimal() and not name.startswith(("^", "@")):
        found.cuts += [(opened, opened + 1), (close, close + 1)]
        found.blind.append((opened, close + 1))
        found.links.append(Link(start=opened, end=close + 1, url=definitions[name], label=label))


def _tick_runs(text: str, start: int, end: int) -> dict[int, list[int]]:
    runs: dict[int, list[int]] = {}
    for match in re.compile("`+").finditer(text, start, end):
        runs.setdefault(match.end() - match.start(), []).append(match.start())
    return runs


def _trimmed(url: str, start: int) -> int:
    """Cut the sentence's own punctuation off the end of a bare URL."""
    while url and (url[-1] in ".,;:!?'’*_" or (url[-1] == ")" and url.count(")") > url.count("("))):
        url = url[:-1]
    return start + max(1, len(url))


def _is_emphasis(stars: str, before: str, after: str) -> bool:
    spaced_before, spaced_after = not before.strip(), not after.strip()
    if (spaced_before and spaced_after) or len(stars) > 3:
        return False
    if stars[0] == "_":
        return not (before.isalnum() and after.isalnum())
    if before.isdigit() and after.isdigit():
        return False
    return not (stars[0] in "~=" and spaced_before and spaced_after)


def make_prose(text: str, start: int, end: int, cuts: list[tuple[int, int]]) -> Prose:
    """Leave the cuts out and run white space together, keeping the way back."""
    letters: list[str] = []
    back: list[int] = []
    position = start
    for low, high in [*sorted(cuts), (end, end)]:
        if low > position:
            _append(text, position, min(low, end), letters, back)
        position = max(position, high)
    while letters and letters[-1] == " ":
        letters.pop()
        back.pop()
    return Prose(text="".join(letters), back=(*back, back[-1] + 1 if back else end))


def _append(text: str, start: int, end: int, letters: list[str], back: list[int]) -> None:
    piece = text[start:end]
    if not _SPACES.search(piece):
        letters.extend(piece)
        back.extend(range(start, end))
        return
    flat = piece.translate(_TO_BLANK)
    doubled = "  " in flat or (flat[0] == " " and (not letters or letters[-1] == " "))
    if not doubled and not _ODD_BLANK.search(flat):
        letters.extend(flat)
        back.extend(range(start, end))
        return
    position = 0
    for run in _BLANKS.finditer(piece):
        letters.extend(piece[position : run.start()])
        back.extend(range(start + position, start + run.start()))
        if letters and letters[-1] != " ":
            letters.append(" ")
            back.append(start + run.start())
        position = run.end()
    letters.extend(piece[position:])
    back.extend(range(start + position, end))
