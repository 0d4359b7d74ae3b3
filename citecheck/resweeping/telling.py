"""Compare what is known of a work now with what was known, and say how loud the difference is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from citecheck.findings.of_standings import STANDING_RULES
from citecheck.records import Level, Standing, StandingStatus, Update, Work
from citecheck.resweeping.records import Change, KnownWork, News
from citecheck.rules import RULES
from citecheck.standings import judge_standing

WORST_FIRST = tuple(StandingStatus)
LOUDEST_FIRST = tuple(Level)


def tell_news(now: Standing, known: Sequence[KnownWork], *, own_asked: bool) -> News | None:
    """Tell what is new about a work to those who knew it earlier; None when nothing is.

    `own_asked` says whether its own registry was asked: where it was not, that a work stands better than before cannot be told.
    """
    news = [(each, changes) for each in known if (changes := _changes(each.standing, now, own_asked=own_asked))]
    if not news:
        return None
    oldest = min((each for each, _ in news), key=lambda each: each.since)
    updates = new_updates(oldest.standing, now)
    changes = tuple(each for each in Change if any(each in found for _, found in news))
    return News(
        work=join_known(now, [each for each, _ in news]),
        was=oldest.standing.status,
        since=oldest.since,
        changes=changes,
        updates=updates,
        level=_level(now, changes, updates),
    )


def join_known(standing: Standing, known: Iterable[KnownWork], since: str = "") -> KnownWork:
    """Give a work with a standing and with the names and documents of all that knew it."""
    known = list(known)
    return KnownWork(
        standing=standing,
        names=tuple(dict.fromkeys(name for each in known for name in each.names)),
        documents=tuple(dict.fromkeys(name for each in known for name in each.documents)),
        since=since,
    )


def _changes(was: Standing, now: Standing, *, own_asked: bool) -> tuple[Change, ...]:
    before, after = WORST_FIRST.index(was.status), WORST_FIRST.index(now.status)
    unknown = StandingStatus.NOT_ASKED in (was.status, now.status)
    found = []
    if after < before and (was.status is not StandingStatus.NOT_ASKED or now.status is not StandingStatus.CURRENT):
        found.append(Change.WORSE)
    if after > before and own_asked and not unknown:
        found.append(Change.BETTER)
    if now.reinstated and not was.reinstated:
        found.append(Change.REINSTATED)
    if new_updates(was, now):
        found.append(Change.NEW_UPDATE)
    return tuple(found)


def new_updates(was: Standing, now: Standing) -> tuple[Update, ...]:
    """Give the events of now that were not known then, in date order."""
    return tuple(each for each in now.updates if not any(_is_same(each, other) for other in was.updates))


def _is_same(each: Update, other: Update) -> bool:
    """Are two events one? They are of one kind and share the notice, the record, or, where one has no notice, the date."""
    if each.kind != other.kind:
        return False
    if each.notice and other.notice:
        return each.notice == other.notice or bool(each.record_id and each.record_id == other.record_id)
    return bool(each.record_id and each.record_id == other.record_id) or each.date == other.date


def _level(now: Standing, changes: Sequence[Change], updates: Iterable[Update]) -> Level:
    """Give the loudest level: of the standing where it is worse, and of events as far as the standing bears them out."""
    levels = [Level.NOTE]
    if Change.WORSE in changes:
        levels.append(_level_of(now.status))
    for each in updates:
        status = judge_standing(Work(registry="crossref", doi=each.work), table=(each,)).status
        if WORST_FIRST.index(status) >= WORST_FIRST.index(now.status):  # else it was cleared by a later one
            levels.append(_level_of(status))
    return min(levels, key=LOUDEST_FIRST.index)


def _level_of(status: StandingStatus) -> Level:
    rule = STANDING_RULES.get(status)
    return RULES[rule].level if rule else Level.NOTE
