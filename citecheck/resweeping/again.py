"""Ask for the updates of known works afresh, and put together what is new."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import citecheck
from citecheck.door import Door
from citecheck.findings import work_key
from citecheck.identifiers import Kind, parse_identifier
from citecheck.records import NotAsked, Reference, Resolution, ResolutionOutcome, Standing, StandingStatus, Work
from citecheck.registries.retraction_watch import Table
from citecheck.resolving import Registries, open_registries
from citecheck.resolving.identified import Identified, ask_identifiers, ask_pmids
from citecheck.resweeping.records import KnownWork, News, Sweep, Unasked
from citecheck.resweeping.telling import join_known, tell_news
from citecheck.settings import Settings
from citecheck.store import Kept, Store
from citecheck.sweeping import sweep_standings

LOT = 400
"""Works asked at a time: ten lists of Crossref's, so that progress can be told."""
Told = Callable[[str, int, int], None]
NO_IDENTIFIER = NotAsked(reason="no_identifier", message="The work has no identifier that a registry can be asked for.")


class FreshStore(Store):
    """A store that gives nothing of what it keeps, and keeps what is new."""

    def get_many(self, kind: str, keys: Iterable[str], *, max_age: float | None = None) -> dict[str, Kept]:
        """Give nothing: each sweep asks afresh."""
        return {}


def sweep_again(known: Sequence[KnownWork], settings: Settings, *, tell: Told | None = None) -> Sweep:
    """Ask afresh for the updates of works that earlier runs knew, and say what is new to each of those runs."""
    started = _now()
    table = Table.open(Path(settings.cache_dir))
    by_name: dict[str, list[KnownWork]] = defaultdict(list)
    for each in known:
        by_name[name_of(each.standing.work)].append(each)
    asked: dict[str, tuple[Resolution, Standing]] = {}
    with (
        tempfile.TemporaryDirectory(prefix="citecheck-") as elsewhere,
        closing(FreshStore(Path(settings.cache_dir))) as store,
        # No answer that is kept is used, so the door gets a cache of its own, which is gone afterwards.
        Door(replace(settings, refresh=True, cache_dir=elsewhere)) as door,
    ):
        registries = open_registries(door, store, replace(settings, refresh=True))
        askable = _askable(by_name)
        while lot := list(islice(askable, LOT)):
            for name, resolution, standing in _ask(lot, table, registries, settings):
                asked[name] = (resolution, standing)
            if tell is not None:
                tell("works", len(asked), len(by_name))
        exchanges = tuple(sorted(door.exchanges, key=lambda each: (each.host, each.url, each.asked_at)))
    finished = _now()
    works, news, unasked = _put_together(by_name, asked, finished)
    silent = {name_of(each.work.standing.work) for each in unasked}
    told = {name_of(each.work.standing.work) for each in news}
    counts = {"news": len(told), "nothing_new": len(set(by_name) - told - silent), "not_asked": len(silent - told)}
    return Sweep(
        versions={"citecheck": citecheck.__version__},
        started_at=started,
        finished_at=finished,
        tables=({"name": "retraction watch", "date": table.date, "sha256": table.sha256},) if table else (),
        works=tuple(works),
        news=tuple(news),
        unasked=tuple(unasked),
        exchanges=exchanges,
        counters={"works": counts | {"total": len(by_name)}},
    )


def name_of(work: Work) -> str:
    """Name a work by its identifier; by its title, with a mark before it, where it has none."""
    return work.doi or _pmid_name(work) or f"\0{work.title}"


def _pmid_name(work: Work) -> str:
    return next((f"pmid:{value.removeprefix('pmid:')}" for kind, value in work.identifiers if kind == "pmid"), "")


def _askable(by_name: Mapping[str, Sequence[KnownWork]]) -> Iterator[Work]:
    for name, known in by_name.items():
        if not name.startswith("\0"):
            yield known[0].standing.work


def _ask(
    works: Sequence[Work], table: Table | None, registries: Registries, settings: Settings
) -> Iterator[tuple[str, Resolution, Standing]]:
    """Ask each work's own registry, then sweep; give each with its name."""
    datacite = [each.doi for each in works if each.doi and each.registry == "datacite"]
    others = [each.doi for each in works if each.doi and each.registry != "datacite"]
    answers = ask_identifiers(others, registries) if others else {}
    answers |= {
        doi: Identified(lookup=each, asked=("datacite",))
        for doi, each in (registries.datacite.look_up(datacite) if datacite else {}).items()
    }
    pmids = [_pmid_name(each).removeprefix("pmid:") for each in works if not each.doi]
    answers |= {f"pmid:{pmid}": Identified(lookup=each) for pmid, each in ask_pmids(pmids, registries).items()}
    resolutions = [_resolution(each, answers[name_of(each)]) for each in works]
    standings = sweep_standings(resolutions, table, registries, all_signals=settings.all_signals)
    judged = {work_key(each.work): each for each in standings}
    for work, resolution in zip(works, resolutions, strict=True):
        standing = judged.get(work_key(resolution.work, resolution.reference))
        yield name_of(work), resolution, standing or Standing(work=work, status=StandingStatus.NOT_ASKED)


def _resolution(work: Work, answer: Identified) -> Resolution:
    """Make a resolution of an answer; what nobody could be asked about keeps its identifiers, for the table."""
    found = next(iter(answer.lookup.works), None)
    kinds = [(Kind.DOI, work.doi), *((Kind(kind), value) for kind, value in work.identifiers if kind == "pmid")]
    identifiers = tuple(each for kind, value in kinds if value and (each := parse_identifier(value, kind)))
    # Without the title that a registry gave then: a mark in it is no news, and the name tells works without a DOI apart.
    reference = Reference(key=name_of(work), title=name_of(work), identifiers=identifiers)
    gaps = tuple(each for each in (answer.lookup.not_asked, *answer.not_asked) if each is not None)
    if found is not None:
        return Resolution(reference=reference, outcome=ResolutionOutcome.RESOLVED, work=found, asked=answer.asked)
    if gaps:
        return Resolution(reference=reference, outcome=ResolutionOutcome.NOT_ASKED, not_asked=gaps, asked=answer.asked)
    gone = NotAsked(reason="not_found", host=", ".join(answer.asked), message=answer.message)
    return Resolution(
        reference=reference,
        outcome=ResolutionOutcome.NOT_FOUND,
        not_asked=(gone,),
        asked=answer.asked,
        message=answer.message,
    )


def _put_together(
    by_name: Mapping[str, Sequence[KnownWork]], asked: Mapping[str, tuple[Resolution, Standing]], finished: str
) -> tuple[list[KnownWork], list[News], list[Unasked]]:
    works, news, unasked = [], [], []
    for name, known in by_name.items():
        latest = max(known, key=lambda each: each.since)
        if name not in asked:
            works.append(join_known(latest.standing, known, latest.since))
            unasked.append(Unasked(work=works[-1], reasons=(NO_IDENTIFIER,)))
            continue
        resolution, standing = asked[name]
        own_asked = resolution.outcome is ResolutionOutcome.RESOLVED
        if (found := tell_news(standing, known, own_asked=own_asked)) is not None:
            news.append(found)
        silent = standing.status is StandingStatus.NOT_ASKED
        kept = latest.standing if silent else standing
        works.append(join_known(kept, known, latest.since if silent else finished))
        if not own_asked:
            unasked.append(Unasked(work=works[-1], reasons=resolution.not_asked))
    return works, news, unasked


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
