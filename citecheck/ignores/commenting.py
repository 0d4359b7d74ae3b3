"""Comments that speak to citecheck, found in a document's source: `<!-- citecheck: … -->`, `% citecheck: …`, `# citecheck: …`.

The source is read line by line, without the document's reader, so every format with comments and lines is served alike. What
stands in code, in a block quotation or between quotation marks is an example of an ignore and none itself.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

OPENING = re.compile(r"<!--\s*citecheck\s*:", re.IGNORECASE)
LINE_MARKS: Mapping[str, re.Pattern[str]] = {
    "latex": re.compile(r"%[ \t]*citecheck\s*:", re.IGNORECASE),
    "yaml": re.compile(r"(?:^|(?<=\s))#[ \t]*citecheck\s*:", re.IGNORECASE),
    "typst": re.compile(r"(?:^|(?<=\s))(?://|#)[ \t]*citecheck\s*:", re.IGNORECASE),
    "rst": re.compile(r"^[ \t]*\.\.[ \t]+citecheck\s*:", re.IGNORECASE),
    "org": re.compile(r"^[ \t]*#[ \t]+citecheck\s*:", re.IGNORECASE),
}
"""How a comment that reaches to the end of its line begins, by format."""
FENCE = re.compile(r"\s*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})")
TEX_CODE = re.compile(r"\\(begin|end)\s*\{(verbatim|Verbatim|lstlisting|minted|filecontents|comment|alltt)\*?\}")
VERB = re.compile(r"\\verb\*?([^\w\s])[^\n]*?\1")
LISTED = re.compile(r"\s*(?:[-*+]|\d+[.)]|\[\^[^\]]+\]:|:)\s")
BLOCK_SCALAR = re.compile(r":\s*[|>][+-]?\d?\s*(?:#.*)?$")
QUOTES = {'"': '"', "'": "'", "“": "”", "„": "“", "‘": "’", "«": "»", "»": "«", "`": "`"}
MOST_LINES = 50
"""Lines that one comment may have."""
MOST_TRIES = 20
"""Marks of comments that are looked at in one line: a line of nothing else is no document's."""
NEAR = 50
"""Characters around a comment in which quotation marks are looked for."""
INDENT = 1000
"""Characters in front of a comment that stands alone on its line, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """One comment: what stands behind `citecheck:`, and where it stands; lines and columns from 1."""

    text: str
    line: int
    column: int
    below: int | None = None
    """The line under it; under a comment that has its lines for itself, the next one with text that is no such comment."""


def find_comments(lines: Iterable[str], format: str) -> tuple[Comment, ...]:
    """Find the comments to citecheck in the lines of a document or bibliography.

    `format` is markdown, html, latex, bibtex, yaml, typst, rst or org; any other has no comments with lines.
    """
    numbered = list(enumerate(lines, 1))
    match format:
        case "markdown" | "plain" | "html":
            found = list(_in_markdown(numbered, code=format != "html"))
        case "latex" | "bibtex":
            found = list(_in_tex(numbered))
        case "yaml":
            found = list(_in_yaml(numbered))
        case "typst" | "rst" | "org":
            found = [each for number, line in numbered if (each := _behind(line, number, format)) is not None]
        case _:
            found = []
    return tuple(_with_below(found, numbered))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    text: str
    line: int
    column: int
    end_line: int
    alone: bool


def _with_below(found: list[_Found], numbered: list[tuple[int, str]]) -> Iterator[Comment]:
    """Give each comment the next line with text; a second comment under the first is passed over."""
    own = {line for each in found if each.alone for line in range(each.line, each.end_line + 1)}
    ends = {each.end_line for each in found}
    below: dict[int, int] = {}
    following: int | None = None
    for number, line in reversed(numbered):
        if number in ends and following is not None:
            below[number] = following
        if line.strip() and number not in own:
            following = number
    for each in found:
        under = below.get(each.end_line)
        if not each.alone and under != each.end_line + 1:
            under = None
        yield Comment(text=each.text, line=each.line, column=each.column, below=under)


def _behind(line: str, number: int, format: str) -> _Found | None:
    """Make a comment of the rest of a line, behind the first mark that no backslash escapes."""
    for match in islice(LINE_MARKS[format].finditer(line), MOST_TRIES):
        before = line[: match.start()]
        if format == "latex" and (len(before) - len(before.rstrip("\\"))) % 2:
            continue
        alone = not before.strip(" \t%#")
        text = line[match.end() :].strip()
        return _Found(text=text, line=number, column=match.start() + 1, end_line=number, alone=alone)
    return None


def _in_markdown(numbered: list[tuple[int, str]], *, code: bool) -> Iterator[_Found]:
    """Find HTML comments outside code, block quotations and quotation marks, and those of the front matter."""
    body = numbered
    if code and numbered and numbered[0][1].lstrip("\ufeff").rstrip() == "---":
        end = next((at for at in range(1, len(numbered)) if numbered[at][1].rstrip() in ("---", "...")), 0)
        if end:
            yield from _in_yaml(numbered[:end])
            body = numbered[end + 1 :]
    texts = _without_code(body) if code else _without_pre(body)
    at = 0
    while at < len(texts):
        number, line = texts[at]
        following = at + 1
        start = 0
        while opening := OPENING.search(line, start):
            said, end, last = _up_to_close(texts, at, opening.end())
            if said is None:
                break
            if not _is_quoted(line, opening.start(), texts[last][1], end):
                alone = _is_blank(line, 0, opening.start()) and _is_blank(texts[last][1], end, len(texts[last][1]))
                yield _Found(
                    text=said.strip(),
                    line=number,
                    column=opening.start() + 1,
                    end_line=texts[last][0],
                    alone=alone,
                )
            if last != at:
                following = last
                break
            start = end
        at = max(following, at + 1)


def _up_to_close(texts: list[tuple[int, str]], at: int, start: int) -> tuple[str | None, int, int]:
    """Give what a comment says, where it ends in its last line, and which line that is."""
    parts: list[str] = []
    for last in range(at, min(at + MOST_LINES, len(texts))):
        line = texts[last][1]
        end = line.find("-->", start)
        if end >= 0:
            return " ".join([*parts, line[start:end]]), end + 3, last
        parts.append(line[start:])
        start = 0
    return None, 0, at


def _is_quoted(line: str, start: int, last_line: str, end: int) -> bool:
    """Does the comment stand in a block quotation, in code within the line, or directly between quotation marks?"""
    if line.lstrip().startswith(">"):
        return True
    before, after = line[max(0, start - NEAR) : start].rstrip()[-1:], last_line[end : end + NEAR].lstrip()[:1]
    if before and QUOTES.get(before) == after:
        return True
    spans = _code_spans(line)
    at = bisect(spans, (start, len(line))) - 1
    return at >= 0 and start < spans[at][1]


def _is_blank(line: str, start: int, end: int) -> bool:
    return end - start <= INDENT and not line[start:end].strip()


@lru_cache(maxsize=1)
def _code_spans(line: str) -> tuple[tuple[int, int], ...]:
    """Give the stretches of a line between runs of backticks of one length."""
    spans = []
    runs = [(each.start(), each.end()) for each in re.finditer("`+", line)]
    at = 0
    lengths: dict[int, list[int]] = {}
    for place, (start, end) in enumerate(runs):
        lengths.setdefault(end - start, []).append(place)
    while at < len(runs):
        start, end = runs[at]
        alike = lengths[end - start]
        following = bisect(alike, at)
        if following == len(alike):
            at += 1
            continue
        spans.append((start, runs[alike[following]][1]))
        at = alike[following] + 1
    return tuple(spans)


def _without_code(body: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Empty the lines of code blocks: fenced ones, and those indented by four blanks behind an empty line."""
    kept, fence, blank, listed, indented = [], "", True, False, False
    for number, line in body:
        mark = FENCE.match(line)
        is_code = bool(fence)
        if fence:
            if mark and mark[1][0] == fence[0] and len(mark[1]) >= len(fence) and not line[mark.end() :].strip():
                fence = ""
        elif mark:
            fence, is_code = mark[1], True
        elif line.startswith(("    ", "\t")) and not listed and (blank or indented) and line.strip():
            indented = is_code = True
        elif line.strip():
            indented = False
            listed = bool(LISTED.match(line)) or (listed and line.startswith((" ", "\t")))
        blank = not line.strip()
        kept.append((number, "" if is_code else line))
    return _without_pre(kept)


def _without_pre(body: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Empty the lines of HTML's own blocks of code."""
    kept, inside = [], False
    for number, line in body:
        folded = line.lower()
        opens = folded.rfind("<pre")
        was, inside = inside, opens > folded.rfind("</pre") or (inside and "</pre" not in folded)
        kept.append((number, "" if was or opens >= 0 else line))
    return kept


def _in_tex(numbered: list[tuple[int, str]]) -> Iterator[_Found]:
    code = ""
    for number, line in numbered:
        for each in TEX_CODE.finditer(line):
            code = (code or each[2]) if each[1] == "begin" else ("" if code == each[2] else code)
        found = None if code else _behind(line, number, "latex")
        if found is not None and not _is_in_verb(line, found.column - 1):
            yield found


def _is_in_verb(line: str, at: int) -> bool:
    r"""Does the place lie within `\verb|…|`?"""
    near = line[: at + NEAR][-INDENT:]
    shift = len(line[: at + NEAR]) - len(near)
    return any(each.start() < at - shift < each.end() for each in VERB.finditer(near))


def _in_yaml(numbered: list[tuple[int, str]]) -> Iterator[_Found]:
    """Find comments outside quoted texts and block scalars."""
    scalar = -1
    for number, line in numbered:
        indent = len(line) - len(line.lstrip())
        if scalar >= 0 and (not line.strip() or indent > scalar):
            continue
        scalar = indent if BLOCK_SCALAR.search(line) else -1
        found = _behind(line, number, "yaml")
        before = line[: found.column - 1] if found else ""
        if found is not None and before.count('"') % 2 == 0 and before.count("'") % 2 == 0:
            yield found
