"""The terminal report: findings worst first, counters last with the unchecked among them."""

from __future__ import annotations

import io
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from citecheck.findings import words_of
from citecheck.records import Finding, Level, PairState, QuoteMatch, Receipt, Triage
from citecheck.report.summary import (
    COUNTER_LABELS,
    PASTE,
    UNCHECKED,
    lines_to_paste,
    not_asked_reasons,
    old_answers,
    one_line_summary,
    outcome_words,
    printable,
    reason_words,
    why_not_checked,
)
from citecheck.report.worddiff import mark_words

DIFFED = ("quotation-altered", "quotation-near", "quotation-interleaved")
"""Findings that show the quotation and its source as one word diff."""
COLOURS = {Level.ERROR: "bold red", Level.WARNING: "yellow", Level.NOTE: "cyan"}
ORDER = (Level.ERROR, Level.WARNING, Level.NOTE)
LABEL_WIDTH = 22
SHOWN_PLACES, SHOWN_PAIRS, SHOWN_TEXT, SHOWN_IGNORED = 4, 5, 300, 10
REMEDIES = {
    "offline": "run again without --offline to ask the registries",
    "unreachable": "check the network or proxy, then run again; what was answered is kept",
    "paced": "give --mailto you@example.org for the faster pool, or run again later",
    "budget": "set OPENALEX_API_KEY, or run again tomorrow",
    "time": "raise --time-limit, or run again; what was answered is kept",
    "badanswer": "run again later; the registry answered what cannot be read",
    "refused": "look at the address: it is one that citecheck does not follow",
}


def render_terminal(receipt: Receipt, *, colour: bool = False, width: int = 100) -> str:
    """Render for a person at a terminal; without colour the same words remain."""
    out = Console(
        file=io.StringIO(),
        force_terminal=colour,
        no_color=not colour,
        width=max(width, 40),
        highlight=False,
        legacy_windows=False,
    )
    out.print(Text(printable(f"citecheck {receipt.document}"), style="bold" if colour else ""))
    out.print()
    shown = [each for each in receipt.findings if not each.ignored_because]
    told: set[str] = set()
    matches = {f"quotation:{each.exact}": each for each in receipt.matches if each.passages}
    for level in ORDER:
        for finding in (each for each in shown if each.level is level):
            match = matches.get(finding.subject) if finding.rule in DIFFED else None
            _print_finding(out, finding, receipt.document, told, colour, match)
    _print_reading(out, receipt, colour)
    _print_counters(out, receipt, colour)
    _print_unasked(out, receipt)
    _print_ignored(out, receipt)
    out.print(one_line_summary(receipt))
    assert isinstance(out.file, io.StringIO)
    return out.file.getvalue()


def _print_finding(
    out: Console, finding: Finding, document: str, told: set[str], colour: bool, match: QuoteMatch | None
) -> None:
    head = Text()
    head.append(finding.level.value, style=COLOURS[finding.level] if colour else "")
    head.append(f"  {printable(finding.message)}  [{finding.rule}]")
    for part in head.wrap(out, out.width):
        part.rstrip()
        out.print(part)
    for line in _places(finding, document):
        _print_under(out, f"at {line}", "dim" if colour else "")
    if match is not None:
        _print_under(out, mark_words(printable(match.exact), printable(words_of(match))))
    for line in finding.evidence:
        if match is None or not line.startswith("the source says"):
            _print_under(out, printable(line))
    if finding.correction:
        _print_under(out, PASTE)
        for line in lines_to_paste(finding.correction):  # not wrapped: it is there to be copied
            out.print(Text(f"      {line}"), soft_wrap=True)
    if finding.help and finding.help not in told:  # one hint for each class of problem
        told.add(finding.help)
        _print_under(out, f"help: {printable(finding.help)}")
    out.print()


def _print_under(out: Console, line: str, style: str = "") -> None:
    """Print a line under a finding, wrapped at the same indent."""
    for part in Text(line, style=style).wrap(out, max(20, out.width - 4)):
        part.rstrip()
        out.print(Text("    ").append_text(part))


def _places(finding: Finding, document: str) -> Sequence[str]:
    lines = []
    for place in finding.places[:SHOWN_PLACES]:
        where = place.path or document
        if place.line is not None:
            where += f":{place.line}" + (f":{place.column}" if place.column is not None else "")
        lines.append(printable(f"{where}{f' ({place.context})' if place.context and place.line is None else ''}"))
    more = len(finding.places) - SHOWN_PLACES
    return [*dict.fromkeys(lines), f"{more} more places"] if more > 0 else list(dict.fromkeys(lines))


def _print_reading(out: Console, receipt: Receipt, colour: bool) -> None:
    """Name the sentences that a person should read beside their sources first: nobody has judged them."""
    manuscript = receipt.manuscript
    by_pair = {each.pair: each for each in receipt.triages if each.state is PairState.UNREAD}
    if manuscript is None or not by_pair:
        return
    from citecheck.triaging import reading_order  # its word lists are needed only where something was triaged

    unread = [by_pair[each] for each in reading_order(receipt.triages)]
    count = "1 sentence is" if len(unread) == 1 else f"{len(unread)} sentences are"
    out.print(Text(f"{count} not judged; read beside the source first:"))
    shown: set[tuple[str | None, str]] = set()
    for each in unread:
        pair = manuscript.pairs[each.pair]
        if (pair.reference, pair.sentence) in shown or len(shown) == SHOWN_PAIRS:
            continue
        shown.add((pair.reference, pair.sentence))
        place = manuscript.markers[pair.marker].place
        where = f" ({place.path or receipt.document}:{place.line})" if place.line is not None else ""
        _print_under(out, printable(f"[{pair.reference}] {pair.sentence}{where}"))
        passage = f"source: {each.passages[0].text}" if each.passages else ""
        for line in (printable(passage)[:SHOWN_TEXT], printable(_why_unread(each))):
            if line:
                _print_under(out, f"    {line}", "dim" if colour else "")
    out.print()


def _why_unread(triage: Triage) -> str:
    """Say what keeps a pair from passing: the fields that differ, else the first reasons."""
    fields = [each for each in triage.fields if each.outcome in ("differs", "absent")]
    if fields:
        return "; ".join(f"{each.field}: {each.claim or '–'} · source: {each.source or '–'}" for each in fields)
    return "; ".join(map(reason_words, triage.reasons[:4]))


def _print_counters(out: Console, receipt: Receipt, colour: bool) -> None:
    for name, group in receipt.counters.items():
        parts = Text()
        for outcome, count in group.items():
            if outcome == "total" or not count:
                continue
            style = "dim" if colour and outcome in UNCHECKED else ""
            parts.append(("" if not parts else ", ") + f"{count} {outcome_words(outcome, name)}", style=style)
        out.print(
            Text(f"{COUNTER_LABELS.get(name, name):>{LABEL_WIDTH}}  {group.get('total', 0):>6}  ").append_text(parts)
        )
    out.print()


def _print_ignored(out: Console, receipt: Receipt) -> None:
    """Say what somebody has set aside, and why: it is not counted, and it stays in the receipt."""
    ignored = [each for each in receipt.findings if each.ignored_because]
    if not ignored:
        return
    number = "1 finding is" if len(ignored) == 1 else f"{len(ignored)} findings are"
    out.print(Text(f"{number} ignored, and in the receipt:"))
    for each in ignored[:SHOWN_IGNORED]:
        _print_under(out, printable(f"{each.message}  [{each.rule}]  because: {each.ignored_because}"))
    if len(ignored) > SHOWN_IGNORED:
        _print_under(out, f"and {len(ignored) - SHOWN_IGNORED} more")
    out.print()


def _print_unasked(out: Console, receipt: Receipt) -> None:
    for name, count in not_asked_reasons(receipt).items():
        word = name.split(" ")[0]
        remedy = f"; help: {REMEDIES[word]}" if word in REMEDIES else ""
        out.print(Text(printable(f"not asked: {count} × {name}{remedy}")))
    for name, count in why_not_checked(receipt).items():
        out.print(Text(printable(f"not checked: {count} × {name}")))
    if not receipt.tables:
        out.print("not asked: the Retraction Watch table; help: citecheck retractions update")
    if old := old_answers(receipt):
        out.print(f"{old}; help: ask afresh with --refresh")
    for table in receipt.tables:
        out.print(f"Retraction Watch table of {table['date'][:10]}")
