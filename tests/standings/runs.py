"""Runs of a world: over the replay server, with all sources there or one of them silent."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from citecheck.demo.replay import ReplayServer
from citecheck.door import Door
from citecheck.records import Standing
from citecheck.registries.retraction_watch import Table, import_table
from citecheck.resolving import open_registries, resolve
from citecheck.settings import Settings
from citecheck.store import Store
from citecheck.sweeping import sweep_standings
from tests.standings.facts import World

HOSTS = {
    "crossref": "api.crossref.org",
    "openalex": "api.openalex.org",
    "pubmed": "eutils.ncbi.nlm.nih.gov",
    "europepmc": "www.ebi.ac.uk",
    "arxiv": "export.arxiv.org",
    "datacite": "api.datacite.org",
}
"""Sources that can fall silent, and their hosts; the table can be absent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one run brought."""

    standings: tuple[Standing, ...]
    requests: Counter[str]
    """Exchanges by host."""


def run_world(
    world: World, folder: Path, *, all_signals: bool = False, silent: str = "", with_table: bool = True
) -> Run:
    """Resolve and sweep a world's references in one run, with a fresh store; one source may be silent.

    A silent host asks to be left alone for half a day, so that it is asked once.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if with_table:
        (folder / "table.csv").write_text(world.table(), encoding="utf-8", newline="")
        import_table(folder / "table.csv", folder)
    with ReplayServer(**world.shelves()) as server:
        server.hurries = True
        if silent:
            server.fail(HOSTS[silent], 429, headers={"Retry-After": "40000"})
        settings = Settings(
            cache_dir=str(folder), replay=server.address, mailto="reader@example.org", progress=False,
            all_signals=all_signals,
        )  # fmt: skip
        store = Store(folder)
        with Door(settings, sleep=lambda _: None) as door:
            registries = open_registries(door, store, settings)
            resolutions = list(resolve(world.references(), registries))
            table = Table.open(folder)
            standings = sweep_standings(resolutions, table, registries, all_signals=all_signals)
            requests = Counter(each.host for each in door.exchanges if not each.from_cache)
        store.close()
        if table is not None:
            table.close()
    return Run(standings=in_order(world, standings), requests=requests)


def in_order(world: World, standings: tuple[Standing, ...]) -> tuple[Standing, ...]:
    """Give one standing a fact, in the order of the facts."""
    by_doi = {doi: each for each in standings for doi in (each.work.alias_of, each.work.doi) if doi}
    cited = [each.doi or "" for each in world.references()]
    return tuple(by_doi.get(fact.doi) or by_doi[doi] for fact, doi in zip(world.facts, cited, strict=True))
