"""One pair judged: evidence, fields, flags, risk, and whether the aligned diff lets it pass."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from citecheck.records import ClaimField, Extent, Fulltext, PairState, Passage, Triage
from citecheck.text.quantities import Quantity
from citecheck.triaging.aligning import LONGEST_SPAN, Aligned, align
from citecheck.triaging.evidence import Pool, Window, best_spans, covers_at_most, rank_windows
from citecheck.triaging.fields import compare_fields, find_absent_numbers
from citecheck.triaging.preparing import PreparedText, prepare_text
from citecheck.triaging.statements import Statement, find_cues, read_statement

SHOWN = 3
"""Spans of evidence shown; the right one is among them in most cases, and nobody reads more."""
TRIED = 4
"""Spans that the aligned diff is tried on; in the gold sets no pair passed on a later one."""
TERMS_ABSENT = 0.35
"""Below this coverage by the whole text the terms count as absent: so covered, three of four sentences were not borne out."""
NUMBER_RISK, NAME_RISK = 0.2, 0.1
"""What an absent number or name adds to the risk. They reorder pairs of like coverage, and no more."""
PASSED_VERDICT = "supported"
_FIGURE = re.compile(
    r"(?:^|\b(?:in|from|see|of|by|per|to)\s)(?:the\s)?(?:fig(?:ure|s|\.)?|figures)\s?\.?\s?[A-Z]?\d+\w?\b"
    r"(?=\s(?:of|in|shows?|depicts?|illustrates?|plots?)\b)|\b(?:shown|seen|plotted|depicted) in (?:the )?fig(?:ure|\.)",
    re.IGNORECASE,
)
_TABLE = re.compile(r"\b(?:figure|fig\.|table|tab\.|chart|graph|diagram|abbildung|tabelle)\s?\d*", re.IGNORECASE)
_FLAGGED_FIELDS = ("unit", "period", "population", "direction", "modality", "comparison")
_FLAGGED_CUES = ("negation", "hedge")


def triage(sentence: str, text: Fulltext | PreparedText | str) -> Triage:
    """Hold one sentence against one text, by words, numbers and modality; no model.

    Only a sentence whose every difference from one span of the text is harmless passes; the rest is for somebody to read.
    """
    if isinstance(text, str):
        text = Fulltext(key="", text=text)
    prepared = prepare_text(text) if isinstance(text, Fulltext) else text
    return judge(sentence, prepared, Pool(texts=(prepared,)))


def judge(sentence: str, text: PreparedText, pool: Pool, *, statement: Statement | None = None) -> Triage:
    """Hold one sentence against one text, with the weights of all sources."""
    read = statement or read_statement(sentence)
    windows = rank_windows(read.stems, text, pool)
    spans = best_spans(windows, SHOWN)
    best = _best_aligned(read, text, windows)
    fields = _fields_of(read, text, spans)
    absent = find_absent_numbers(read, text)
    flags = [*_flags(read, text, spans, fields, pool), *(["number_absent"] if absent else [])]
    coverage = windows[0].coverage if windows else 0.0
    reasons = [*_of_text(text), *(best.reasons if best else ("no passage shares its terms",))]
    reasons += [f"number: {each} is nowhere in the text" for each in absent]
    if any(each.startswith("quoted:") for each in reasons):
        flags.append("quoted_third_party")
    state, verdict = PairState.UNREAD, ""
    if not reasons:
        state, verdict = PairState.PASSED, PASSED_VERDICT
    elif reason := _why_unreadable(read, text):
        state, reasons = PairState.UNREADABLE, [reason, *reasons]
    passages = [text.passage(each.first, each.last) for each in spans]
    if best and state is PairState.PASSED:
        passages = _with_span(best, text, passages)
    names_absent = any(each.field == "entity" and each.outcome == "absent" for each in fields)
    risk = 1 - coverage + NUMBER_RISK * bool(absent) + NAME_RISK * names_absent
    return Triage(
        pair=0,
        state=state,
        verdict=verdict,
        reasons=tuple(dict.fromkeys(reasons)),
        flags=tuple(dict.fromkeys(flags)),
        fields=fields,
        passages=tuple(passages[:SHOWN]),
        coverage=round(coverage, 4),
        risk=round(min(1.0, risk), 4),
        strong=read.strong,
        absent_numbers=absent,
        extent=text.fulltext.extent,
    )


def _best_aligned(read: Statement, text: PreparedText, windows: Sequence[Window]) -> Aligned | None:
    """Try the aligned diff on the best short windows: the one that passes, else the one with the fewest reasons."""
    tried: list[Aligned] = []
    for window in [each for each in windows if each.last - each.first < LONGEST_SPAN][:TRIED]:
        aligned = align(read, text, window.first, window.last)
        if not aligned.reasons:
            return aligned
        tried.append(aligned)
    return min(tried, key=lambda each: (len(each.reasons), -each.matched), default=None)


def _fields_of(read: Statement, text: PreparedText, spans: Sequence[Window]) -> tuple[ClaimField, ...]:
    evidence = ""
    quantities: tuple[Quantity, ...] = ()
    if spans:
        first, last = spans[0].first, spans[0].last
        evidence = text.passage(first, last).text
        quantities = tuple(each for number in range(first, last + 1) for each in text.quantities_of(number))
    return compare_fields(read, evidence, quantities, text)


def _flags(
    read: Statement, text: PreparedText, spans: Sequence[Window], fields: Iterable[ClaimField], pool: Pool
) -> list[str]:
    """Name what to look at."""
    flags = [f"{each.field}_differs" for each in fields if each.field in _FLAGGED_FIELDS and each.outcome == "differs"]
    if spans:
        ours, theirs = find_cues(read.text), find_cues(text.passage(spans[0].first, spans[0].last).text)
        differing = {name for name, _ in (ours - theirs) + (theirs - ours)}
        flags += [name for name in _FLAGGED_CUES if name in differing]
    if text.fulltext.extent is Extent.FULLTEXT:
        if any(each.field == "entity" and each.outcome == "absent" for each in fields):
            flags.append("entity_absent")
        if read.stems and covers_at_most(read.stems, text, pool) < TERMS_ABSENT:
            flags.append("terms_absent")
    if _TABLE.search(read.text):
        flags.append("figure_or_table")
    return flags


def _of_text(text: PreparedText) -> list[str]:
    """Only a full text lets a pair pass."""
    extent = text.fulltext.extent
    return [] if extent is Extent.FULLTEXT else [f"extent: only the {extent} was read"]


def _why_unreadable(read: Statement, text: PreparedText) -> str:
    if not text.fulltext.text.strip():
        return "empty"
    if text.fulltext.extent in (Extent.ABSTRACT, Extent.SNIPPET):
        return str(text.fulltext.extent)
    return "figure" if _FIGURE.search(read.text) else ""


def _with_span(aligned: Aligned, text: PreparedText, passages: Sequence[Passage]) -> list[Passage]:
    """Put the span a pair passed on first, with the sentences it stands in."""
    bearing = [each for each in passages if each.start <= aligned.start and aligned.end <= each.end]
    if bearing:
        return [bearing[0], *(each for each in passages if each is not bearing[0])]
    first = next(at for at, (_, end) in enumerate(text.sentences) if end > aligned.start)
    last = next(at for at, (_, end) in enumerate(text.sentences) if end >= aligned.end)
    return [text.passage(first, last), *passages]


def without_pass(done: Triage, state: PairState, reason: str) -> Triage:
    """Give a triage another state; what was found stays in the row."""
    return replace(done, state=state, verdict="", reasons=tuple(dict.fromkeys((reason, *done.reasons))))
