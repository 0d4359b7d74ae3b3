"""Markdown: for a tracker's issue, a pull request or a job's summary."""

from __future__ import annotations

import re

from citecheck.records import Finding, Level, Receipt
from citecheck.report.summary import (
    COUNTER_LABELS,
    PASTE,
    lines_to_paste,
    not_asked_reasons,
    old_answers,
    one_line_summary,
    outcome_words,
    printable,
)

ORDER = (Level.ERROR, Level.WARNING, Level.NOTE)
SHOWN_PLACES = 3


def render_markdown(receipt: Receipt) -> str:
    """Render findings as a list to tick off, and counters as a table."""
    lines = [f"## citecheck: {escape(receipt.document)}", "", escape(one_line_summary(receipt)), ""]
    for level in ORDER:
        found = [each for each in receipt.findings if each.level is level and not each.ignored_because]
        if found:
            lines += [f"### {level.value.capitalize()}s", "", *(_line(each, receipt.document) for each in found), ""]
    if ignored := [each for each in receipt.findings if each.ignored_because]:
        lines += ["### Ignored", ""]
        lines += [f"- {each.rule}: {escape(each.message)} Because: {escape(each.ignored_because)}" for each in ignored]
        lines += [""]
    lines += ["### Counters", "", "| what | of | outcomes |", "| --- | --: | --- |"]
    for name, group in receipt.counters.items():
        outcomes = ", ".join(
            f"{count} {outcome_words(key, name)}" for key, count in group.items() if count and key != "total"
        )
        lines.append(f"| {COUNTER_LABELS.get(name, name.replace('_', ' '))} | {group.get('total', 0)} | {outcomes} |")
    lines += ["", *(f"- not asked: {count} × {escape(name)}" for name, count in not_asked_reasons(receipt).items())]
    if old := old_answers(receipt):
        lines.append(f"- {old}")
    return "\n".join(lines).rstrip() + "\n"


def _line(finding: Finding, document: str) -> str:
    places = [
        f"`{printable(each.path or document)}:{each.line}`"
        for each in finding.places[:SHOWN_PLACES]
        if each.line is not None
    ]
    where = f" ({', '.join(dict.fromkeys(places))})" if places else ""
    return f"- [ ] **{finding.rule}**: {escape(finding.message)}{where}{_paste(finding.correction)}"


def _paste(entry: str) -> str:
    """Fence an entry within the list, with a fence that nothing in it closes."""
    if not entry:
        return ""
    fence = "`" * max(3, 1 + max((len(each) for each in re.findall("`+", entry)), default=0))
    return "\n\n".join(
        ("", f"  {PASTE}", "\n".join(f"  {each}" for each in (fence, *lines_to_paste(entry), fence)), "")
    )


def escape(text: str) -> str:
    """Keep a stranger's words from being markup."""
    return re.sub(r"([\\`*_{}\[\]<>|#])", r"\\\1", printable(text))
