"""Judging: one work's events and hints come to one status, worst first.

Hints, such as a title's prefix or OpenAlex's flag, never make a retraction: they ask a person to look. A notice bears them by
nature and a reinstated work by inertia, so there they say nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from citecheck.lexicon.titles import MARKED_RETRACTED, OF_NOTICE
from citecheck.records import Signal, Standing, StandingStatus, Update, Work
from citecheck.standings.kinds import REINSTATEMENT, VERSIONS, WORST_FIRST, is_only_a_hint, status_of
from citecheck.standings.merging import merge_updates, without_cleared, without_stale
from citecheck.standings.saying import NO_RECORD, notes_of
from citecheck.standings.versions import version_events

MOST_EVENTS = 400
"""Events of one work that are added up, the worst first: real works have dozens at most, and merging compares each with each."""


def judge_standing(
    work: Work,
    *,
    table: Iterable[Update] = (),
    updates: Iterable[Update] = (),
    announced: Iterable[Update] = (),
    titles: Sequence[str] = (),
    signals: Sequence[Signal] = (),
    as_of: str = "",
) -> Standing:
    """Judge one work by its record's own updates, the table's rows and what other sources say.

    `table` holds the rows about this work, `updates` events that others tell of it, `announced` what it announces of others
    according to them, and `titles` what others call it. `signals` names who was asked, and who could not be: without any the
    work's own registry counts as asked, and one that could not be asked leaves no work *current*.
    """
    told = [each for each in (*work.updates, *version_events(work), *table, *updates) if not _is_noise(each, work)]
    events = merge_updates(told if len(told) <= MOST_EVENTS else _worst_of(told))
    fresh = without_stale(events)
    standing_events, reinstated = without_cleared(fresh)
    is_notice = _is_notice(work, announced)
    explained = is_notice or reinstated or len(fresh) < len(events)
    statuses = [status_of(each) for each in standing_events if each.kind != REINSTATEMENT]
    if explained:
        statuses = [each for each in statuses if each is not StandingStatus.HINTED]
    elif _is_hinted(work, signals, titles):
        statuses.append(StandingStatus.HINTED)
    unasked = any(each.not_asked is not None for each in signals)
    asked = _has_agency(work, signals) and not unasked
    statuses.append(StandingStatus.CURRENT if asked else StandingStatus.NOT_ASKED)
    status = min(statuses, key=WORST_FIRST.index)
    return Standing(
        work=work,
        status=status,
        updates=tuple(fresh),
        signals=tuple(signals),
        reinstated=reinstated,
        is_notice=is_notice,
        as_of=as_of or work.asked_at,
        notes=notes_of(signals, status, fresh, reinstated=reinstated),
    )


def telling_update(standing: Standing) -> Update | None:
    """Give the event that a standing's status rests on: the latest of those that make it, one with reasons before others.

    Of a work that is current because a retraction was taken back, it is the reinstatement.
    """
    made = [each for each in standing.updates if status_of(each) is standing.status and each.kind != REINSTATEMENT]
    if not made and standing.reinstated:
        made = [each for each in standing.updates if each.kind == REINSTATEMENT]
    real = [each for each in made if not is_only_a_hint(each)]
    return max(real or made, key=lambda each: (each.date, bool(each.reasons), bool(each.notice)), default=None)


def _has_agency(work: Work, signals: Sequence[Signal]) -> bool:
    """Did somebody answer whose record would carry an update? OpenAlex is nobody's agency."""
    if work.registry not in ("", "openalex"):
        return True
    answered = {each.name for each in signals if each.not_asked is None and each.says != NO_RECORD}
    return bool(work.registry) and not work.doi and not answered.isdisjoint(("pubmed", "europepmc"))


def _worst_of(told: Sequence[Update]) -> list[Update]:
    """Keep the worst events, but every reinstatement among the first."""
    ranked = sorted(dict.fromkeys(told), key=lambda each: (each.kind != REINSTATEMENT, _rank(each), each.date))
    return ranked[:MOST_EVENTS]


def _rank(update: Update) -> int:
    return WORST_FIRST.index(status_of(update))


def _is_noise(update: Update, work: Work) -> bool:
    """Does it say nothing? A new version that names the work itself is a form of deposit."""
    return not update.kind or (update.kind in VERSIONS and bool(work.doi) and update.notice == work.doi)


def _is_notice(work: Work, announced: Iterable[Update]) -> bool:
    """Does the work announce something about another?"""
    about_others = [
        each
        for each in (*work.notice_of, *announced)
        if each.work != work.doi and (each.work or each.label) and each.kind not in VERSIONS
    ]
    return bool(about_others or OF_NOTICE.match(work.title))


def _is_hinted(work: Work, signals: Sequence[Signal], titles: Sequence[str]) -> bool:
    """Does a title or a flag say so?"""
    flagged = work.retracted_hint or any(each.name == "openalex" and "retracted" in each.says for each in signals)
    return flagged or any(MARKED_RETRACTED.match(each) for each in (work.title, *work.other_titles, *titles))
