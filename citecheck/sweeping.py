"""Sweeping: the standing of every work of a run, from the registry's own record and the local table.

The local table comes first and costs no request. By default OpenAlex is asked only about works that another signal
names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from citecheck.findings import work_key
from citecheck.records import Lookup, NotAsked, Reference, Resolution, Signal, Standing, Update, Work
from citecheck.registries.retraction_watch import Table
from citecheck.resolving import Registries
from citecheck.standings import judge_standing

TABLE = "retraction-watch-table"
OWN_AGENCY = {"crossref"}
"""Registries whose record carries updates of its own."""


def sweep_standings(
    resolutions: Sequence[Resolution], table: Table | None, registries: Registries | None, *, all_signals: bool = False
) -> tuple[Standing, ...]:
    """Judge each work of the resolutions once, in the order of first mention."""
    works: dict[str, tuple[Work, Resolution]] = {}
    for each in resolutions:
        work = each.work or described_work(each.reference)
        if work is not None:
            works.setdefault(work_key(each.work, each.reference), (work, each))
    dois = [work.doi for work, _ in works.values() if work.doi]
    pmids = [value for work, _ in works.values() for kind, value in work.identifiers if kind == "pmid"]
    rows = table.rows(dois, pmids) if table is not None else {}
    hints = _hints(works.values(), rows, registries, all_signals)
    return tuple(_judge(work, each, rows, table, hints.get(work.doi)) for work, each in works.values())


def described_work(reference: Reference) -> Work | None:
    """Give the work as far as the reference itself names it, for a registry that was not asked or did not know it."""
    others = tuple((str(each.kind), each.value) for each in reference.identifiers if each.kind == "pmid")
    if not reference.doi and not others:
        return None
    return Work(registry="", doi=reference.doi or "", identifiers=others, title=reference.title, year=reference.year)


def _judge(
    work: Work,
    resolution: Resolution,
    rows: dict[str, tuple[Update, ...]],
    table: Table | None,
    hint: Lookup | None,
) -> Standing:
    updates = _table_updates(work, rows)
    signals = [_record_signal(work, resolution)]
    if table is not None:
        says = updates[-1].kind if updates else ""
        signals.append(Signal(name=TABLE, says=says, asked_at=table.date))
    if hint is not None:
        flagged = any(each.retracted_hint for each in hint.works)
        says = "retracted" if flagged else ""
        signals.append(Signal(name="openalex", says=says, asked_at=hint.asked_at, not_asked=hint.not_asked))
    return judge_standing(work, table=updates, signals=signals, as_of=work.asked_at)


def _record_signal(work: Work, resolution: Resolution) -> Signal:
    if work.registry in OWN_AGENCY:
        kinds = {each.kind for each in work.updates}
        return Signal(name=work.registry, says=", ".join(sorted(kinds)), asked_at=work.asked_at)
    if work.registry:
        return Signal(name=work.registry, says="", asked_at=work.asked_at)
    not_asked = resolution.not_asked[0] if resolution.not_asked else NotAsked(reason="unknown_work", host="crossref")
    return Signal(name="crossref", not_asked=not_asked)


def _table_updates(work: Work, rows: dict[str, tuple[Update, ...]]) -> tuple[Update, ...]:
    found = list(rows.get(work.doi, ())) if work.doi else []
    for kind, value in work.identifiers:
        if kind == "pmid" and not found:
            found += rows.get(value, rows.get(f"pmid:{value}", ()))
    return tuple(found)


def _hints(
    works: Iterable[tuple[Work, Resolution]],
    rows: dict[str, tuple[Update, ...]],
    registries: Registries | None,
    all_signals: bool,
) -> dict[str, Lookup]:
    if registries is None:
        return {}
    wanted = [work.doi for work, _ in works if work.doi and (all_signals or work.updates or rows.get(work.doi))]
    return registries.openalex.look_up(wanted) if wanted else {}
