"""Concise: `path:line:col: level: message [rule]`, one line a finding, for editors, grep and logs."""

from __future__ import annotations

from citecheck.records import Finding, Receipt
from citecheck.report.summary import not_asked_reasons, one_line_summary, printable


def render_concise(receipt: Receipt) -> str:
    """Render one line a finding and one line of counters."""
    lines = [concise_line(each, receipt.document) for each in receipt.findings if not each.ignored_because]
    unasked = [
        printable(f"citecheck: not asked: {count} × {name}") for name, count in not_asked_reasons(receipt).items()
    ]
    return "\n".join([*lines, *unasked, f"citecheck: {one_line_summary(receipt)}"]) + "\n"


def concise_line(finding: Finding, document: str) -> str:
    """Render one finding."""
    place = finding.place
    where = ":".join(str(each) for each in (place.path or document, place.line, place.column) if each not in (None, ""))
    context = f" ({place.context})" if place.line is None and place.context else ""
    return printable(f"{where or 'document'}: {finding.level.value}: {finding.message}{context} [{finding.rule}]")
