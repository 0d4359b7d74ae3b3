"""Standings: the updates of one work, added up to what it is worth citing today.

A work's events are a set with dates, asserted by several sources that repeat and contradict each other. They are merged
by (kind, notice), what is stale or cleared is set aside, and the worst of what remains is the status. Hints, such as a
title's prefix or OpenAlex's flag, never make a retraction: they ask a person to look.

The update types are Crossref's (`common5.3.1.xsd`) and the natures of the Retraction Watch table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from citecheck.lexicon.titles import MARKED_RETRACTED, OF_NOTICE
from citecheck.records import Signal, Standing, StandingStatus, Update, Work

REINSTATEMENT = "reinstatement"
UNKNOWN = "unknown"
SEVERITY = {
    "retraction": StandingStatus.RETRACTED,
    "withdrawal": StandingStatus.WITHDRAWN,
    "removal": StandingStatus.REMOVED,
    "partial_retraction": StandingStatus.PARTIALLY_RETRACTED,
    "expression_of_concern": StandingStatus.CONCERN,
    "addendum": StandingStatus.CORRECTED,
    "clarification": StandingStatus.CORRECTED,
    "correction": StandingStatus.CORRECTED,
    "corrigendum": StandingStatus.CORRECTED,
    "erratum": StandingStatus.CORRECTED,
    "new_edition": StandingStatus.SUPERSEDED,
    "new_version": StandingStatus.SUPERSEDED,
    UNKNOWN: StandingStatus.UNKNOWN_UPDATE,
}
"""Crossref's twelve update types, and what is none of them."""
CLEARABLE = {"retraction", "withdrawal", "removal", "partial_retraction"}
VERSIONS = {"new_version", "new_edition"}
WORST_FIRST = tuple(StandingStatus)
REPLACED = re.compile(r"retract(?:ed)? and replace", re.IGNORECASE)
SUPERSEDING = {"is-preprint-of", "is-replaced-by"}


def judge_standing(
    work: Work, *, table: Iterable[Update] = (), signals: Sequence[Signal] = (), as_of: str = ""
) -> Standing:
    """Judge one work by its record's own updates, the table's rows and what other sources hint.

    `table` holds the rows about this work; `signals` names who was asked, and who could not be. Without signals the
    work's own registry counts as asked.
    """
    events = merge_updates([*_own_updates(work), *(each for each in table if each.kind != "")])
    events = _without_stale(events)
    standing_events, reinstated = _without_cleared(events)
    is_notice = _is_notice(work)
    hinted = _is_hinted(work, signals, is_notice=is_notice, reinstated=reinstated)
    statuses = [_status_of(each) for each in standing_events if each.kind != REINSTATEMENT]
    if hinted:
        statuses.append(StandingStatus.HINTED)
    if any(name in SUPERSEDING for name, _ in work.relations):
        statuses.append(StandingStatus.SUPERSEDED)
    asked = bool(work.registry) and not _own_not_asked(work, signals)
    statuses.append(StandingStatus.CURRENT if asked else StandingStatus.NOT_ASKED)
    return Standing(
        work=work,
        status=min(statuses, key=WORST_FIRST.index),
        updates=tuple(events),
        signals=tuple(signals),
        reinstated=reinstated,
        is_notice=is_notice,
        as_of=as_of or work.asked_at,
        notes=_disagreements(signals),
    )


def merge_updates(updates: Iterable[Update]) -> list[Update]:
    """Merge events that are one, keep every source that asserts them, and sort by date; the undated come first.

    One event is one (kind, notice). An event without a notice joins the one of its kind that has its record id or date.
    Of two dates the earlier is kept.
    """
    merged: dict[tuple[str, str], Update] = {}
    bare: list[Update] = []
    for each in sorted(updates, key=_settled_order):
        if not each.notice:
            bare.append(each)
            continue
        key = (each.kind + (each.label if each.kind == UNKNOWN else ""), each.notice)
        merged[key] = _join(merged[key], each) if key in merged else each
    for each in bare:
        key = next((key for key, other in merged.items() if _is_same_event(each, other)), None) or (
            each.kind,
            f"\0{each.record_id or each.date}",
        )
        merged[key] = _join(merged[key], each) if key in merged else each
    return sorted(merged.values(), key=lambda each: (each.date, each.kind, each.notice))


def _settled_order(each: Update) -> tuple[str, ...]:
    """Sort so that merging does not depend on the order in which sources were asked."""
    return (each.kind, each.notice, each.record_id, each.date, *each.asserted_by, each.label, *each.reasons)


def _is_same_event(bare: Update, other: Update) -> bool:
    if bare.kind != other.kind:
        return False
    return bool((bare.record_id and bare.record_id == other.record_id) or (bare.date and bare.date == other.date))


def _join(first: Update, second: Update) -> Update:
    return replace(
        first,
        date=min(filter(None, (first.date, second.date)), default=""),
        reasons=tuple(dict.fromkeys((*first.reasons, *second.reasons))),
        asserted_by=tuple(dict.fromkeys((*first.asserted_by, *second.asserted_by))),
        record_id=first.record_id or second.record_id,
        label=first.label or second.label,
    )


def _own_updates(work: Work) -> list[Update]:
    """Give the record's own events; a new version that names the work itself is noise."""
    return [each for each in work.updates if not (each.kind in VERSIONS and each.notice == work.doi)]


def _without_stale(events: Sequence[Update]) -> list[Update]:
    """Drop a retraction that shares its record id with a newer, milder event: the record was changed (Crossref CR-2746)."""
    kept = []
    for each in events:
        newer = [
            other
            for other in events
            if other is not each
            and each.record_id
            and other.record_id == each.record_id
            and other.date >= each.date
            and WORST_FIRST.index(_status_of(other)) > WORST_FIRST.index(_status_of(each))
        ]
        if not (each.kind in CLEARABLE and newer):
            kept.append(each)
    return kept


def _without_cleared(events: Sequence[Update]) -> tuple[list[Update], bool]:
    """Set aside what a later reinstatement clears; an undated retraction came before it."""
    cleared_on = max((each.date or "9999" for each in events if each.kind == REINSTATEMENT), default="")
    if not cleared_on:
        return list(events), False
    kept = [each for each in events if not (each.kind in CLEARABLE and each.date <= cleared_on)]
    return kept, not any(each.kind in CLEARABLE for each in kept)


def _status_of(update: Update) -> StandingStatus:
    if update.kind == "retraction":
        if _is_only_a_hint(update):
            return StandingStatus.HINTED
        if any(REPLACED.search(each) for each in (*update.reasons, update.label)):
            return StandingStatus.RETRACTED_AND_REPLACED
    return SEVERITY.get(update.kind, StandingStatus.UNKNOWN_UPDATE)


def _is_only_a_hint(update: Update) -> bool:
    return bool(update.asserted_by) and set(update.asserted_by) <= {"title", "openalex"}


def _is_notice(work: Work) -> bool:
    """Does the work announce something about another?"""
    about_others = [
        each for each in work.notice_of if each.work and each.work != work.doi and each.kind not in VERSIONS
    ]
    return bool(about_others or OF_NOTICE.match(work.title))


def _is_hinted(work: Work, signals: Sequence[Signal], *, is_notice: bool, reinstated: bool) -> bool:
    """Does only a title or a flag say so? A notice bears both by nature, a reinstated work by inertia."""
    if is_notice or reinstated:
        return False
    flagged = work.retracted_hint or any(each.name == "openalex" and "retracted" in each.says for each in signals)
    return flagged or any(MARKED_RETRACTED.match(each) for each in (work.title, *work.other_titles))


def _own_not_asked(work: Work, signals: Sequence[Signal]) -> bool:
    return any(each.name == work.registry and each.not_asked is not None for each in signals)


def _disagreements(signals: Sequence[Signal]) -> tuple[str, ...]:
    """Say who disagrees about a retraction, when some who were asked do."""
    asked = [each for each in signals if each.not_asked is None]
    yes = [each.name for each in asked if "retract" in each.says]
    no = [each.name for each in asked if "retract" not in each.says]
    if not yes or not no:
        return ()
    verb = "say" if len(yes) > 1 else "says"
    return (f"retracted, {verb} {' and '.join(yes)}; {' and '.join(no)} {'do' if len(no) > 1 else 'does'} not",)
