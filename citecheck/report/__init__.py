"""Reports: one receipt, many small renderers. Each takes a receipt and gives text."""

from __future__ import annotations

from pathlib import Path

from citecheck.errors import SettingsError
from citecheck.records import Level, Receipt

SUFFIXES = {".json": "json", ".csv": "csv", ".txt": "text", ".html": "html", ".htm": "html", ".md": "markdown"}
FORMATS = ("text", "concise", "json", "csv", "html", "markdown", "quotations")
QUOTATIONS = "quotations.csv"
"""A file with this name, or one that ends so, gets the log of quotations that were not found as they stand."""
ANSWERED = ("resolved", "mismatched", "ambiguous", "not_found")
"""Outcomes for which somebody was asked, or had answered before."""
RANKS = {Level.NOTE: 0, Level.WARNING: 1, Level.ERROR: 2}


def render(receipt: Receipt, format: str, *, colour: bool = False, width: int = 100) -> str:
    """Render a receipt in one of `FORMATS`.

    Raises:
        SettingsError: there is no such format.
    """
    match format:
        case "text":
            from citecheck.report.terminal import render_terminal

            return render_terminal(receipt, colour=colour, width=width)
        case "concise":
            from citecheck.report.concise import render_concise

            return render_concise(receipt)
        case "json":
            from citecheck.receipt import to_json

            return to_json(receipt)
        case "csv":
            from citecheck.report.table import render_csv

            return render_csv(receipt)
        case "html":
            from citecheck.report.page import render_html

            return render_html(receipt)
        case "markdown":
            from citecheck.report.markdown import render_markdown

            return render_markdown(receipt)
        case "quotations":
            from citecheck.report.quotations_csv import render_quotations

            return render_quotations(receipt)
        case _:
            raise SettingsError(f"{format}: no such format.", help=f"Take one of {', '.join(FORMATS)}.")


def format_of(path: str) -> str:
    """Tell the format from a file's suffix; `quotations.csv` is the log of quotations, by its name.

    Raises:
        SettingsError: the suffix belongs to no format.
    """
    if Path(path).name.lower().endswith(QUOTATIONS):
        return "quotations"
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise SettingsError(f"{path}: no format has this suffix.", help=f"Use one of {', '.join(SUFFIXES)}.")
    return SUFFIXES[suffix]


def exit_code(receipt: Receipt, fail_on: str, *, strict: bool = False, offline: bool = False) -> int:
    """Give 0 for clean, 1 for findings at or above the level, 3 for incomplete; findings win."""
    if fail_on != "never":
        floor = RANKS[Level(fail_on)]
        if any(RANKS[each.level] >= floor and not each.ignored_because for each in receipt.findings):
            return 1
    references = receipt.counters.get("references", {})
    unasked = references.get("not_asked", 0)
    answered = sum(references.get(each, 0) for each in ANSWERED)
    nothing_asked = unasked > 0 and answered == 0
    if (strict and unasked) or (nothing_asked and not offline):
        return 3
    return 0
