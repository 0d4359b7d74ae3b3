"""Find the marks that cite in a stretch of text whose code, math, links and comments are already blanked.

Every pattern is bounded, so that a hundred thousand brackets cost a hundred thousand steps.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citecheck.manuscript.markers.author_year import find_author_years
from citecheck.manuscript.markers.keys import KEY, find_roles, read_bare, read_bracketed, read_command, read_note
from citecheck.manuscript.markers.labels import read_label
from citecheck.manuscript.markers.machine import find_handles, read_dagger
from citecheck.manuscript.markers.mark import Known, Mark
from citecheck.manuscript.markers.numbers import read_numbers
from citecheck.manuscript.markers.raised import find_glued, find_remains, read_raised
from citecheck.manuscript.markers.rounds import find_rounds
from citecheck.manuscript.markers.squares import read_linked, read_square

_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_LOW = r"\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,20}"
_MASTER = re.compile(
    rf"""(?=[\[!@\-【\ue200cC{_RAISED}^<\\(])(?:(?P<wiki>!?\[\[(?P<note>[^\[\]\n]{{0,200}})\]\](?:\((?P<link>[^()\s]{{1,500}})\))?)
    |(?P<foot>\[\^(?P<label>[^\]\[\s]{{1,80}}(?<!\^))\](?!:))
    |(?P<escaped>\\\[(?P<ids>[\d\s,;–-]{{1,60}})\\\])
    |(?P<square>\[(?P<inside>[^\[\]]{{1,400}})\])
    |(?P<bare>(?<![\w@/.\-])-?@(?P<key>{KEY}))
    |(?P<handle>【(?P<hid>[^【】†\n]{{1,40}})†[^【】\n]{{0,200}}】)
    |(?P<turn>\ue200?cite(?:\ue202?turn\d{{1,4}}[a-z]{{2,12}}\d{{1,4}}){{1,20}}\ue201?)
    |(?P<super>[{_RAISED}]{{1,3}}(?:[,⁻–-][{_RAISED}]{{1,3}}){{0,20}})
    |(?P<caret>\^\[?(?P<power>{_LOW})\]?\^)
    |(?P<sup><sup>\s?\[?(?P<supped>{_LOW})\]?\s?</sup>)
    |(?P<latex>\\(?P<command>[a-zA-Z]{{0,8}}cite[a-z]{{0,8}})\*?(?P<options>(?:\[[^\[\]]{{0,100}}\]){{0,2}})\{{(?P<keys>[^{{}}]{{1,400}})\}}))""",
    re.VERBOSE | re.IGNORECASE,
)
_KINDS = ("wiki", "foot", "escaped", "square", "bare", "handle", "turn", "super", "caret", "sup", "latex")


def find_marks(text: str, spans: Iterable[tuple[int, int]], known: Known) -> list[Mark]:
    """Find every mark of the stretches, in order."""
    marks: list[Mark] = []
    for start, end in spans:
        marks += _find_in(text, start, end, known)
    return marks


def _find_in(text: str, start: int, end: int, known: Known) -> list[Mark]:
    marks: list[Mark] = []
    position = start
    while match := _MASTER.search(text, position, end):
        mark = _read(match, text, known)
        position = match.start() + 1 if match["square"] and not mark else match.end()
        if mark:
            marks.append(mark)
            position = max(position, mark.end)
    free = [*find_roles(text, start, end), *find_handles(text, start, end), *find_rounds(text, start, end, known)]
    free += [*find_author_years(text, start, end), *find_glued(text, start, end, known)]
    if not any(each.style == "numeric" for each in marks):
        free += find_remains(text, start, end, known)
    return _merged(marks, free)


def _merged(marks: list[Mark], more: list[Mark]) -> list[Mark]:
    """Put both in order; what overlaps an earlier find is left out."""
    if not more:
        return marks
    kept: list[Mark] = []
    chosen = [(each, 0) for each in marks] + [(each, 1) for each in more]
    for each, rank in sorted(chosen, key=lambda pair: (pair[0].start, pair[1])):
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
        elif rank == 0 and kept[-1].style == "author-year":
            kept[-1] = each
    return kept


def _read(match: re.Match[str], text: str, known: Known) -> Mark | None:
    start, end = match.span()
    kind = next((each for each in _KINDS if match[each]), "")
    match kind:
        case "wiki":
            return _read_wiki(match, start, end, known)
        case "foot":
            return Mark(start=start, end=end, style="footnote", targets=(f"fn:{match['label']}",))
        case "escaped":
            numbers = read_numbers(match["ids"])
            listed = numbers and all(known.has_key(each) for each in numbers.targets)
            return Mark(start=start, end=end, style="numeric", targets=numbers.targets) if numbers and listed else None
        case "square":
            return _read_brackets(match["inside"], text, start, end, known)
        case "bare":
            return read_bare(match["key"], text, start, end, known)
        case "handle":
            return Mark(start=start, end=end, style="handle", targets=(match["hid"].strip(),))
        case "turn":
            return Mark(start=start, end=end, style="handle", targets=_turns(match[0]))
        case "latex":
            return read_command(match["command"], match["keys"], match["options"], start, end)
        case _:
            return read_raised(match["super"] or match["power"] or match["supped"] or "", text, start, end, known)


def _read_brackets(inside: str, text: str, start: int, end: int, known: Known) -> Mark | None:
    if "\n\n" in inside:
        return None
    if "@" in inside:
        return read_bracketed(inside, text, start, end)
    if "†" in inside:
        return read_dagger(inside, start, end)
    return (
        read_square(inside, text, start, end, known)
        or read_linked(text, start, end, known)
        or read_label(inside, text, start, end, known)
    )


def _read_wiki(match: re.Match[str], start: int, end: int, known: Known) -> Mark | None:
    if match["wiki"].startswith("!"):
        return None
    if match["link"] and (numbers := read_numbers(match["note"])):
        return Mark(start=start, end=end, style="link", targets=numbers.targets, url=match["link"])
    if match["link"]:
        return None
    if ";" in match["note"] and "@" in match["note"]:
        return read_bracketed(match["note"], "", start, end)
    return read_note(match["note"], start, end, known)


def _turns(raw: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(re.findall(r"turn\d+[a-z]+\d+", raw)))
