"""Send cases through reading and resolving, against the replay server, and count what came of them."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from unittest.mock import patch

from citecheck.bibliography import read_bibliography
from citecheck.demo.replay import ReplayServer, as_openalex
from citecheck.door import Door
from citecheck.door.wire import Pool
from citecheck.manuscript import read_manuscript
from citecheck.records import Exchange, Reference, Resolution, ResolutionOutcome
from citecheck.resolving import open_registries, resolve
from citecheck.settings import Settings
from citecheck.store import Store
from tests.resolving.generated.cases import Case, Truth
from tests.resolving.generated.facts import Facts, Shelf
from tests.resolving.generated.styles import STYLES, write_bibtex, write_csl, write_csl_list, write_list

UNPACED, AT_ONCE = 5000.0, 8


class Verdict(StrEnum):
    """What an answer is worth."""

    RIGHT = "right"
    ALARM = "wrong alarm"
    MISSED = "missed"
    UNSURE = "could not tell"
    NOT_ASKED = "could not ask"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One case, what was read, what came of it, and what that is worth."""

    case: Case
    resolution: Resolution
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """All cases judged, and every request."""

    judged: tuple[Judged, ...]
    exchanges: tuple[Exchange, ...]

    def share(self, verdict: Verdict, keep: Callable[[Case], bool] = lambda _: True) -> float:
        """Give the share of a verdict among the cases that are kept; 0 when there is none."""
        kept = [each for each in self.judged if keep(each.case)]
        return sum(each.verdict is verdict for each in kept) / len(kept) if kept else 0.0


def make_server(shelf: Shelf, aliases: dict[str, str]) -> ReplayServer:
    """Give a server with the shelf's records, OpenAlex's of DataCite's works among them."""
    found = [
        as_openalex(_plain_record(each)) for each in shelf.works if each.doi in {str(d["id"]) for d in shelf.datacite}
    ]
    return ReplayServer(crossref=shelf.crossref, datacite=shelf.datacite, aliases=aliases, openalex=found)


def make_aliases(shelf: Shelf) -> dict[str, str]:
    """Give some works another DOI, as moved and merged ones have."""
    moved = [each for each in shelf.works if each.is_telling and each.is_searched][::12]
    return {f"10.1234/alias.{number}": each.doi for number, each in enumerate(moved)}


def run_cases(cases: Sequence[Case], server: ReplayServer, folder: Path, *, paced: bool = False) -> Run:
    """Read every case in its style and resolve all; `folder` keeps the cache, so that a second run is a warm one."""
    references = list(_read_all(cases))
    settings = Settings(cache_dir=str(folder), replay=server.address, mailto="reader@example.org", progress=False)
    with unpaced(not paced):
        store = Store(folder)
        try:
            with Door(settings, **({} if paced else {"sleep": lambda _: None})) as door:
                registries = open_registries(door, store, settings)
                resolutions = list(resolve(references, registries))
                exchanges = door.exchanges
        finally:
            store.close()
    pairs = zip(cases, resolutions, strict=True)
    judged = tuple(Judged(case=case, resolution=each, verdict=judge(case, each)) for case, each in pairs)
    return Run(judged=judged, exchanges=exchanges)


def judge(case: Case, resolution: Resolution) -> Verdict:
    """Hold what came out against what the reference is."""
    outcome, work = resolution.outcome, resolution.work
    if outcome is ResolutionOutcome.NOT_ASKED:
        return Verdict.NOT_ASKED
    if case.truth is Truth.SAME:
        match outcome:
            case ResolutionOutcome.RESOLVED:
                return Verdict.RIGHT if work is not None and work.doi in case.right else Verdict.MISSED
            case ResolutionOutcome.MISMATCHED | ResolutionOutcome.NOT_FOUND:
                return Verdict.ALARM
            case _:
                return Verdict.UNSURE
    if outcome is ResolutionOutcome.MISMATCHED or (
        outcome is ResolutionOutcome.NOT_FOUND and case.truth is Truth.ABSENT
    ):
        return Verdict.RIGHT
    return Verdict.MISSED if outcome is ResolutionOutcome.RESOLVED else Verdict.UNSURE


def _read_all(cases: Sequence[Case]) -> Iterator[Reference]:
    """Read the cases of each style from one document of that style, and give them in the cases' order."""
    of_style: dict[str, list[int]] = defaultdict(list)
    for number, each in enumerate(cases):
        of_style[each.style].append(number)
    read: dict[int, Reference] = {}
    with tempfile.TemporaryDirectory(prefix="citecheck-cases-") as folder:
        for style, numbers in of_style.items():
            found = _read_style(style, [cases[number] for number in numbers], Path(folder))
            read.update((number, found[str(place)]) for place, number in enumerate(numbers, 1))
    for number in range(len(cases)):
        yield replace(read[number], key=f"{number}")


def _read_style(style: str, cases: Sequence[Case], folder: Path) -> dict[str, Reference]:
    if style == "BibTeX":
        path = folder / "list.bib"
        entries = [write_bibtex(f"k{place}", each.work, each.doi) for place, each in enumerate(cases, 1)]
        path.write_text("\n".join(entries), encoding="utf-8")
    elif style == "CSL":
        path = folder / "list.json"
        records = [write_csl(f"k{place}", each.work, each.doi) for place, each in enumerate(cases, 1)]
        path.write_text(write_csl_list(records), encoding="utf-8")
    else:
        path = folder / "list.md"
        lines = [STYLES[style](each.work) + (f" https://doi.org/{each.doi}" if each.doi else "") for each in cases]
        path.write_text(write_list([" ".join(each.split()) for each in lines]), encoding="utf-8")
        return {each.key: each for each in read_manuscript(path).references}
    return {each.key.removeprefix("k"): each for each in read_bibliography(path).references}


def _plain_record(work: Facts) -> dict[str, object]:
    people = [{"family": family, "given": given} for family, given in work.people]
    return {"DOI": work.doi, "title": [work.title], "author": people, "issued": {"date-parts": [[work.year]]}}


@contextmanager
def unpaced(wanted: bool) -> Iterator[None]:
    """Ask as fast as the server answers: accuracy needs no patience."""
    if not wanted:
        yield
        return
    make = Pool.__init__

    def fast(self: Pool, settings: Settings, *, per_second: float, at_once: int, sender: object = None) -> None:
        make(self, settings, per_second=UNPACED, at_once=AT_ONCE)

    with patch.object(Pool, "__init__", fast), patch.object(Pool, "learn", lambda self, headers: None):
        yield
