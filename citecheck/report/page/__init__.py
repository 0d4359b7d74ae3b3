"""The HTML report: one file that needs nothing else, readable without script, on a phone, in the dark and on paper.

What is shown is prepared here as plain values; the template only lays it out, and escapes every one of them.
"""

from __future__ import annotations

from importlib import resources
from typing import Any
from urllib.parse import quote, urlsplit

from jinja2 import Environment, StrictUndefined

from citecheck.findings import change_words, words_of, work_key
from citecheck.records import Finding, Pair, Place, QuoteMatch, QuoteStatus, Receipt, Resolution, Standing, Triage
from citecheck.report.summary import (
    COUNTER_LABELS,
    PASTE,
    UNCHECKED,
    lines_to_paste,
    not_asked_reasons,
    one_line_summary,
    outcome_words,
    printable,
    reason_words,
)
from citecheck.report.worddiff import diff_words
from citecheck.triaging import reading_order

GOOD = ("resolved", "current", "verbatim", "bound", "passed", "supported", "fulltext", "cited", "claims")
BAD = (
    "mismatched", "retracted", "withdrawn", "removed", "altered", "absent", "elsewhere", "dangling", "contradicted",
    "unsupported", "wrong_source",
)  # fmt: skip
LONGEST_QUOTE = 600


def render_html(receipt: Receipt) -> str:
    """Render a receipt as one HTML page."""
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string(_read("page.html"))
    return template.render(style=_read("page.css"), script=_read("page.js"), **view_of(receipt))


def view_of(receipt: Receipt) -> dict[str, Any]:
    """Prepare what the page shows."""
    shown = [each for each in receipt.findings if not each.ignored_because]
    hidden = [each for each in receipt.findings if each.ignored_because]
    return {
        "title": printable(receipt.document) or "document",
        "summary": one_line_summary(receipt),
        "started": receipt.started_at,
        "versions": receipt.versions,
        "sha256": receipt.sha256,
        "incomplete": receipt.incomplete_reasons,
        "limitations": receipt.limitations,
        "findings": [_finding(each, receipt) for each in shown],
        "hidden": [_finding(each, receipt) for each in hidden],
        "counters": [_counter(name, group) for name, group in receipt.counters.items()],
        "quotations": _quotations(receipt),
        "pairs": _pairs(receipt),
        "references": _references(receipt),
        "unasked": not_asked_reasons(receipt),
        "tables": receipt.tables,
        "exchanges": receipt.exchanges,
        "paste": PASTE,
    }


def _read(name: str) -> str:
    return (resources.files("citecheck.report.page") / name).read_text(encoding="utf-8")


def _finding(finding: Finding, receipt: Receipt) -> dict[str, Any]:
    return {
        "level": finding.level.value,
        "rule": finding.rule,
        "message": printable(finding.message),
        "places": list(dict.fromkeys(place_of(each, receipt.document) for each in finding.places)),
        "evidence": [printable(each) for each in finding.evidence],
        "correction": "\n".join(lines_to_paste(finding.correction)),
        "help": printable(finding.help),
        "because": printable(finding.ignored_because),
        "id": finding.fingerprint,
    }


def place_of(place: Place, document: str) -> str:
    """Name a place as `path:line:column`, or by the words around it."""
    where = place.path or document
    if place.line is not None:
        return printable(f"{where}:{place.line}" + (f":{place.column}" if place.column is not None else ""))
    return printable(f"{where} ({place.context})" if place.context else where)


def _counter(name: str, group: dict[str, int]) -> dict[str, Any]:
    total = group.get("total", 0)
    parts = [
        {
            "name": outcome_words(outcome, name),
            "count": count,
            "share": 100 * count / total,
            "tone": tone_of(outcome, name),
        }
        for outcome, count in group.items()
        if outcome != "total" and count
    ]
    return {"name": COUNTER_LABELS.get(name, name.replace("_", " ")), "total": total, "parts": parts}


def tone_of(outcome: str, group: str = "") -> str:
    """Give the colour of an outcome: what says nothing either way, or only shares words, is neither green nor red."""
    if group == "claims_lexical" and outcome not in UNCHECKED:
        return "mild"
    if outcome in UNCHECKED or outcome == "null":
        return "unknown"
    return "good" if outcome in GOOD else "bad" if outcome in BAD else "mild"


def _quotations(receipt: Receipt) -> list[dict[str, Any]]:
    manuscript = receipt.manuscript
    if manuscript is None:
        return []
    rows = []
    for number, quotation in enumerate(manuscript.quotations):
        match = receipt.matches[number] if number < len(receipt.matches) else None
        rows.append(_quotation(quotation.exact, quotation.place, match, receipt))
    for term in manuscript.terms:
        match = QuoteMatch(exact=term.exact, status=QuoteStatus.NOT_CHECKED, why_not=term.why_not)
        rows.append(_quotation(term.exact, term.place, match, receipt))
    return rows


def _quotation(exact: str, place: Place, match: QuoteMatch | None, receipt: Receipt) -> dict[str, Any]:
    status = match.status.value if match else "not_checked"
    passage = match.passages[0] if match and match.passages else None
    words = words_of(match)[:LONGEST_QUOTE] if match and passage else ""
    pieces = diff_words(exact[:LONGEST_QUOTE], words) if words and status != "verbatim" else []
    return {
        "exact": exact[:LONGEST_QUOTE],
        "status": status.replace("_", " "),
        "tone": tone_of(status),
        "place": place_of(place, receipt.document),
        "source": match.source if match else "",
        "passage": words,
        "pages": ", ".join(map(str, passage.pages)) if passage else "",
        "link": _link(receipt, match.source, passage.text) if match and passage else "",
        "pieces": [{"kind": each.kind, "text": each.text} for each in pieces],
        "changes": [change_words(each) for each in match.changes] if match else [],
        "flags": [each.replace("_", " ") for each in match.flags] if match else [],
        "why_not": match.why_not if match else "no text of a source was at hand",
        "extent": match.extent.value if match and match.extent else "",
        "similarity": f"{100 * match.similarity:.0f} %" if match and match.similarity is not None else "",
    }


def _pairs(receipt: Receipt) -> list[dict[str, Any]]:
    """List pairs in the order of reading; what needs none comes last."""
    manuscript = receipt.manuscript
    if manuscript is None or not receipt.triages:
        return []
    order = {pair: place for place, pair in enumerate(reading_order(receipt.triages))}
    rows = [
        _pair(manuscript.pairs[each.pair], each, receipt)
        for each in sorted(receipt.triages, key=lambda each: order.get(each.pair, len(order)))
    ]
    return rows


def _pair(pair: Pair, triage: Triage, receipt: Receipt) -> dict[str, Any]:
    manuscript = receipt.manuscript
    assert manuscript is not None
    return {
        "marker": manuscript.markers[pair.marker].raw,
        "place": place_of(manuscript.markers[pair.marker].place, receipt.document),
        "sentence": pair.sentence,
        "reference": pair.reference or pair.target,
        "state": triage.state.value,
        "verdict": triage.verdict,
        "tone": tone_of(triage.verdict or triage.state.value),
        "reasons": [reason_words(each) for each in triage.reasons],
        "flags": [each.replace("_", " ") for each in triage.flags],
        "fields": [each for each in triage.fields if each.outcome not in ("same", "not_stated")],
        "passages": [
            {
                "text": each.text,
                "pages": ", ".join(map(str, each.pages)),
                "link": _link(receipt, each.source, each.text),
            }
            for each in triage.passages
        ],
        "extent": triage.extent.value if triage.extent else "",
    }


def _references(receipt: Receipt) -> list[dict[str, Any]]:
    standings = {work_key(each.work): each for each in receipt.standings}
    sources = {each.key: each for each in receipt.sources}
    return [
        _reference(each, standings.get(work_key(each.work, each.reference)), sources.get(each.reference.key), receipt)
        for each in receipt.resolutions
    ]


def _reference(each: Resolution, standing: Standing | None, source: Any, receipt: Receipt) -> dict[str, Any]:
    reference, work = each.reference, each.work
    doi = (work.doi if work else "") or reference.doi or ""
    status = standing.status.value if standing else ""
    text = source.fulltext.extent.value if source and source.fulltext else (source.failed if source else "")
    return {
        "key": reference.key,
        "described": printable(reference.raw or reference.title)[:300],
        "outcome": each.outcome.value.replace("_", " "),
        "tone": tone_of(each.outcome.value),
        "work": printable(work.title) if work else "",
        "doi": doi,
        "link": f"https://doi.org/{quote(doi, safe='/')}" if doi else "",
        "standing": status.replace("_", " "),
        "standing_tone": tone_of(status) if status else "unknown",
        "asked": ", ".join(each.asked),
        "message": printable(each.message),
        "fields": each.agreement.fields if each.agreement else (),
        "text": text,
        "place": place_of(reference.place, receipt.document),
    }


def _link(receipt: Receipt, source: str, words: str) -> str:
    """Give a link that opens a source at its passage (URL Fragment Text Directives), where the source has an address."""
    text = next((each.fulltext for each in receipt.sources if each.key == source and each.fulltext), None)
    address = next((part for part in (text.origin.split() if text else ()) if part.startswith("https://")), "")
    if not address:
        found = next((each for each in receipt.resolutions if each.reference.key == source), None)
        doi = (found.work.doi if found and found.work else "") if found else ""
        address = f"https://doi.org/{quote(doi, safe='/')}" if doi else ""
    if not address or urlsplit(address).scheme != "https":
        return ""
    return f"{address}#:~:text={quote(' '.join(words.split())[:120], safe='')}"
