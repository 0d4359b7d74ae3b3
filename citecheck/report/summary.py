"""Summaries of a receipt's counters in words, unchecked ones among them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from datetime import datetime

from citecheck.findings.of_standings import is_old
from citecheck.records import QuoteStatus, Receipt

PHRASES = {
    "resolved": "resolved",
    "mismatched": "leading to another work",
    "ambiguous": "ambiguous",
    "not_found": "not found",
    "no_registry": "of a kind no registry lists",
    "not_asked": "not asked",
}
COUNTER_LABELS = {"claims_lexical": "claims, shared words", "pairs": "sentence and source", "sources": "sources' texts"}
"""Names of counters where the receipt's own would not be understood."""
PASTE = "to paste, if this is the work meant:"
UNCHECKED = ("not_asked", "not_checked", "unreadable", "unread", "not_assessed", "no_registry")
"""Outcomes that say nothing either way: never coloured green or red."""


def one_line_summary(receipt: Receipt) -> str:
    """Say in one line what was found and what was not checked."""
    levels = dict.fromkeys(("error", "warning", "note"), 0)
    for each in receipt.findings:
        if not each.ignored_because:
            levels[each.level.value] += 1
    counted = ", ".join(f"{number} {name}{'' if number == 1 else 's'}" for name, number in levels.items())
    if ignored := sum(1 for each in receipt.findings if each.ignored_because):
        counted += f", {ignored} ignored"
    references = receipt.counters.get("references", {})
    parts = [f"{references[name]} {PHRASES[name]}" for name in PHRASES if references.get(name)]
    total = references.get("total", 0)
    return f"{counted}; {total} reference{'' if total == 1 else 's'}: {', '.join(parts) or 'none'}"


def outcome_words(outcome: str, group: str = "") -> str:
    """Give an outcome's name in words."""
    if group == "sources" and outcome == "not_asked":
        return "without a text at hand"
    return "not judged" if outcome == "null" else outcome.replace("_", " ")


def reason_words(reason: str) -> str:
    """Give a triage's reason without its inner name: `modality:projected: will` is `projected: will`."""
    return re.sub(r"^\w+:(\w+): ", r"\1: ", reason)


def why_not_checked(receipt: Receipt) -> dict[str, int]:
    """Count why quotations were not held against a text."""
    terms = receipt.manuscript.terms if receipt.manuscript is not None else ()
    reasons: dict[str, int] = dict(Counter(f"in quotation marks: {each.why_not}" for each in terms if each.why_not))
    if receipt.manuscript is not None and receipt.manuscript.quotations and not receipt.matches:
        name = "quotation: no texts of sources were looked for; help: --papers FOLDER"
        return reasons | {name: len(receipt.manuscript.quotations)}
    for each in receipt.matches:
        if each.status is QuoteStatus.NOT_CHECKED:
            name = f"quotation: {each.why_not or 'no text of its source is at hand'}"
            reasons[name] = reasons.get(name, 0) + 1
    return reasons


def not_asked_reasons(receipt: Receipt) -> dict[str, int]:
    """Count why references were not asked."""
    reasons: dict[str, int] = {}
    for each in receipt.resolutions:
        for missing in each.not_asked:
            name = f"{missing.reason}{f' ({missing.host})' if missing.host else ''}"
            reasons[name] = reasons.get(name, 0) + 1
    return reasons


def old_answers(receipt: Receipt) -> str:
    """Say how many works' updates were asked more than a day before the run, and since when; empty when none were."""
    own = [
        signal.asked_at
        for each in receipt.standings
        for signal in each.signals[:1]
        if signal.asked_at and signal.not_asked is None
    ]
    old = [each for each in own if is_old(each, datetime.fromisoformat(receipt.started_at))]
    if not old:
        return ""
    works = "1 work" if len(old) == 1 else f"{len(old)} works"
    return f"updates of {works} are as known on {min(old)[:10]}{' or later' if len(old) > 1 else ''}"


def lines_to_paste(text: str) -> list[str]:
    """Give the lines of an entry that is there to be copied, without control characters."""
    return [printable(each) for each in text.splitlines()]


def printable(text: str) -> str:
    """Take control characters out: a stranger's title may not drive the reader's terminal."""
    cleaned = "".join(
        " " if each in "\n\r\t" else each
        for each in text
        if each in "\n\r\t" or unicodedata.category(each) not in ("Cc", "Cf")
    )
    return " ".join(cleaned.split(" "))
