"""Merging: events that are one become one, and what is stale or was taken back is set aside.

The same event comes from several sources with other dates, with or without its notice, now and then as another type. It is one
event when kind and notice are the same. An event that names no notice of its own joins one of its kind: by record id, by date,
and retractions and concerns by being near in time, since a work has few of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from citecheck.records import Update
from citecheck.standings.kinds import CLEARABLE, REINSTATEMENT, UNKNOWN, WATCHED, WORST_FIRST, status_of

NEAR_DAYS = 400
"""Days between two dates of one retraction: sources date it by notice, issue or deposit, up to a year apart (test_standings)."""
RARE = CLEARABLE | {"expression_of_concern"}
"""Kinds of which a work has few: one without a notice is the one that is known."""


def merge_updates(updates: Iterable[Update]) -> list[Update]:
    """Merge events that are one, keep every source that asserts them, and sort by date; the undated come first.

    Of two dates the earlier is kept, and of one date the more exact form. Nothing is left to merge in what is given.
    """
    merged = sorted(updates, key=_settled_order)
    while len(once := _merge_once(merged)) < len(merged):
        merged = sorted(once, key=_settled_order)
    return sorted(once, key=lambda each: (each.date, each.kind, each.notice, each.record_id))


def _merge_once(updates: Sequence[Update]) -> list[Update]:
    """Join what has one kind and notice; then each that names no notice of its own to the first that it may be."""
    named: dict[tuple[str, str], Update] = {}
    bare: list[Update] = []
    for each in updates:
        key = (each.kind + (each.label if each.kind == UNKNOWN else ""), each.notice)
        if not each.notice:
            bare.append(each)
        else:
            named[key] = _join(named[key], each) if key in named else each
    merged = list(named.values())
    cleared = [each.date for each in updates if each.kind == REINSTATEMENT]
    own = [each for each in merged if each.notice == each.work]
    for each in (*own, *bare):
        place = next((at for at, other in enumerate(merged) if _is_same_event(each, other, cleared)), None)
        if place is None:
            merged += [each] if not each.notice else []
        else:
            joined = _join(merged[place], each)
            merged = [joined if at == place else other for at, other in enumerate(merged) if other is not each]
    return merged


def _settled_order(each: Update) -> tuple[str, ...]:
    """Sort so that merging does not depend on the order in which sources were asked."""
    return (each.kind, each.notice, each.record_id, each.date, *each.asserted_by, each.label, *each.reasons)


def _is_same_event(bare: Update, other: Update, cleared: Sequence[str]) -> bool:
    """May an event without a notice of its own be this one?"""
    if other is bare or bare.kind != other.kind or (bare.kind == UNKNOWN and bare.label != other.label):
        return False
    if bare.notice and (not other.notice or other.notice == other.work):
        return False
    if bare.record_id and bare.record_id == other.record_id:
        return True
    if bare.date and other.date and (bare.date.startswith(other.date) or other.date.startswith(bare.date)):
        return True
    if bare.kind not in RARE:
        return not bare.date and not other.date and not bare.notice and not other.notice
    if any(min(bare.date, other.date) <= each <= max(bare.date, other.date) for each in cleared):
        return False
    return _are_near(bare.date, other.date)


def _are_near(one: str, other: str) -> bool:
    """Are the dates near, or is one not known?"""
    days = [_day(each) for each in (one, other) if each]
    return len(days) < 2 or (None not in days and abs((days[0] - days[1]).days) <= NEAR_DAYS)  # type: ignore[operator]


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(f"{text}-01-01"[:10] if len(text) == 4 else f"{text}-01"[:10])
    except ValueError:
        return None


def _join(first: Update, second: Update) -> Update:
    named = first if first.notice and first.notice != first.work else second
    return replace(
        first,
        work=first.work or second.work,
        notice=named.notice or first.notice or second.notice,
        date=_date_of(first.date, second.date),
        reasons=tuple(dict.fromkeys((*first.reasons, *second.reasons))),
        asserted_by=tuple(dict.fromkeys((*first.asserted_by, *second.asserted_by))),
        record_id=first.record_id or second.record_id,
        label=first.label or second.label,
    )


def _date_of(one: str, other: str) -> str:
    if one.startswith(other) or other.startswith(one):
        return max(one, other)
    return min(one, other)


def without_stale(events: Sequence[Update]) -> list[Update]:
    """Drop a retraction that shares its record id with a newer, milder event: the record was changed (Crossref CR-2746).

    One that somebody else asserts as well is not stale.
    """
    return [each for each in events if not (each.kind in CLEARABLE and _is_stale(each, events))]


def _is_stale(event: Update, events: Sequence[Update]) -> bool:
    if not event.record_id or not WATCHED.issuperset(event.asserted_by):
        return False
    severity = WORST_FIRST.index(status_of(event))
    return any(
        other is not event
        and other.record_id == event.record_id
        and other.date >= event.date
        and WORST_FIRST.index(status_of(other)) > severity
        for other in events
    )


def without_cleared(events: Sequence[Update]) -> tuple[list[Update], bool]:
    """Set aside what a later reinstatement clears, and say whether nothing of the kind is left.

    An undated retraction came before the reinstatement.
    """
    cleared_on = max((each.date or "9999" for each in events if each.kind == REINSTATEMENT), default="")
    if not cleared_on:
        return list(events), False
    kept = [each for each in events if not (each.kind in CLEARABLE and each.date <= cleared_on)]
    return kept, not any(each.kind in CLEARABLE for each in kept)
