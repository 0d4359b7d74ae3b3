"""Runs: what becomes of white space, dashes and quotation marks that stand together, by their two neighbours.

A hyphen between letters vanishes, so that a word broken over a line is read both ways; before a digit it is a sign or a range
and stays. White space vanishes between ideographs and before closing punctuation.
"""

from __future__ import annotations

import re

from citecheck.quoting.letters import (
    BLANKS,
    CLOSING,
    DASHES,
    DOUBLE_QUOTES,
    LONG_DASHES,
    NOTHING,
    OPENING,
    QUOTES,
    SINGLE_QUOTES,
    class_of,
)

_NOTHING = re.compile(f"[{NOTHING}]+")
_BLANK = re.compile(f"[{BLANKS}]")
_DASH = re.compile(f"[{DASHES}]")
_QUOTE = re.compile(f"[{QUOTES}]")
_SINGLE_QUOTE = re.compile(f"[{SINGLE_QUOTES}]")
_DOUBLE_QUOTE = re.compile(f"[{DOUBLE_QUOTES}]")
_LINE_END = re.compile(r"[\r\n\f]")
_SOFT_BREAK = re.compile("\u00ad[ \\t]*[\\r\\n\\f]+[ \\t]*")
_OPENED = re.compile(f"(?:^|[\\s(\\[])[{SINGLE_QUOTES}](?=\\S)[^{QUOTES}\\n]{{0,120}}$")
_NO_SPACE_BEFORE = frozenset(",;:!?)]}.")
RULE = 4
"""So many dashes are a drawn line, and part what they stand between."""


def fold_run(masked: str, start: int, end: int) -> tuple[str, bool]:
    """Fold the run; the flag says that the run and its two neighbours alone decided."""
    before = masked[start - 1] if start else ""
    after = masked[end] if end < len(masked) else ""
    left, right = class_of(before) if before else "", class_of(after) if after else ""
    run = masked[start:end]
    if "\u00ad" in run:
        run = _SOFT_BREAK.sub("\u2010\n" if left in ("L", "C") else "", run)
    run = _NOTHING.sub("", run)
    if not run:
        return "", True
    if (after in ".," and after) and masked[end + 1 : end + 2].isdecimal():
        after = "0"
        certain = False
    else:
        certain = after not in (".", ",")
    run = run.replace("``", '"').replace("''", '"')
    dashes, quotes = len(_DASH.findall(run)), _QUOTE.search(run)
    if not dashes and not quotes:
        return _fold_blank(run, before, after, left, right), certain
    if dashes and not quotes:
        return _fold_dashes(run, dashes, left if before != "/" else "/", right), certain
    if dashes:
        return _fold_mixed(run, "C" in (left, right)), certain
    if left == "D" and _SINGLE_QUOTE.match(run):
        opened = _OPENED.search(masked, max(0, start - 130), start) is not None
        return ('"' if opened else "'") + (" " if _BLANK.match(run[-1]) and after else ""), False
    return _fold_quotes(run, before, after, left, right), certain


def _fold_blank(run: str, before: str, after: str, left: str, right: str) -> str:
    if "C" in (left, right) or not before or not after:
        return ""
    if left == right == "T" and _LINE_END.search(run):
        return ""
    if after in _NO_SPACE_BEFORE or (after in "%‰" and left == "D") or before in "([{":
        return ""
    return " "


def _fold_dashes(run: str, count: int, left: str, right: str) -> str:
    spaced_before, spaced_after = _BLANK.match(run) is not None, _BLANK.match(run[-1]) is not None
    places = [match.start() for match in _DASH.finditer(run)]
    broken_before = _LINE_END.search(run[: places[0]]) is not None
    broken_after = _LINE_END.search(run[places[-1] :]) is not None
    if count > 1 and right == "D" and not spaced_after and _BLANK.search(run[places[0] : places[-1]]):
        return (" " if spaced_before else "") + "- -"
    if left in ("L", "T") and right in ("L", "T"):
        return " " if count >= RULE or (broken_before and not broken_after) else ""
    if not left:
        return "-" if right == "D" and not spaced_after else ""
    if not right:
        return ""
    if left == "P" and right == "D" and (spaced_after or run[places[-1]] in LONG_DASHES):
        return "- "
    if right == "D" and spaced_before and not spaced_after:
        return " -"
    if left in ("L", "D") and right in ("L", "D") and broken_before and not broken_after:
        return " "
    return "-"


def _fold_mixed(run: str, joined: bool) -> str:
    """Bring dashes and quotation marks in one run to one form each; white space stays only between quotation marks."""
    kept: list[str] = []
    for each in run:
        form = "-" if _DASH.match(each) else '"' if _QUOTE.match(each) else " "
        if not kept or kept[-1] != form:
            kept.append(form)
    folded = "".join(kept).replace(" -", "-").replace("- ", "-")
    return folded.replace(" ", "") if joined else folded


def _fold_quotes(run: str, before: str, after: str, left: str, right: str) -> str:
    spaced_before, spaced_after = _BLANK.match(run) is not None, _BLANK.match(run[-1]) is not None
    words = ("L", "D", "T")
    if len(run) == 1 and left in words and right in words:
        return '"' if _DOUBLE_QUOTE.match(run) else "'"
    if "C" in (left, right) or not (spaced_before or spaced_after):
        return '"'
    mark = run.strip()[0]
    head = "" if not before or before in "([{" else " "
    tail = "" if not after or after in _NO_SPACE_BEFORE else " "
    if spaced_before and spaced_after:
        if mark in OPENING and mark not in CLOSING:
            return head + '"'
        if mark in CLOSING:
            return '"' + tail
        return head + '"' + tail
    if spaced_before:
        closes = mark in CLOSING and (not after or after in _NO_SPACE_BEFORE)
        return '"' if closes else head + '"'
    opens = mark in OPENING and left in ("", "P")
    return '"' if opens else '"' + tail
