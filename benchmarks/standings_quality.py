"""Judge a thousand invented works by every source of updates: wrong alarms and misses by kind, with each source silent once.

Beside it, what a check makes of the same works that takes any retraction in a record, any flag and any title for one; and the
requests that a thousand DOIs cost, by default and with all signals.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from citecheck.lexicon.titles import MARKED_RETRACTED
from tests.standings.facts import TAKEN_BACK, World, broken_floors, judge_run, make_world
from tests.standings.kinds import KINDS
from tests.standings.runs import HOSTS, Run, run_world

FACTS = 1000
SHARE_NAMED = 0.03
"""Works of an ordinary list that some signal names: corrections for the most part."""


def main() -> None:
    """Run, score and print."""
    world = make_world(FACTS, seed=5)
    modes: list[tuple[str, dict[str, Any]]] = [
        ("by default", {}),
        ("all signals", {"all_signals": True}),
        ("without the table", {"all_signals": True, "with_table": False}),
        *((f"{name} silent", {"all_signals": True, "silent": name}) for name in HOSTS),
    ]
    print(f"{len(world.facts)} works of {len(KINDS)} makers")
    print(f"{'':24}{'right':>8}{'alarms':>8}{'misses':>8}{'floors broken':>15}{'requests':>10}")
    for name, mode in modes:
        run = _run(world, mode)
        tallies = judge_run(world.facts, run.standings)
        right, alarms, misses = (sum(getattr(each, part) for each in tallies.values()) for part in PARTS)
        broken = len(list(broken_floors(world.facts, run.standings)))
        print(f"{name:24}{right:>8}{alarms:>8}{misses:>8}{broken:>15}{run.requests.total():>10}")
        for tally in tallies.values():
            for each in tally.wrong[:3]:
                print("   ", each)
    _print_kinds(world)
    _print_requests()


PARTS = ("right", "alarms", "misses")


def _run(world: World, mode: dict[str, Any]) -> Run:
    with tempfile.TemporaryDirectory(prefix="citecheck-bench-") as folder:
        return run_world(world, Path(folder), **mode)


def _print_kinds(world: World) -> None:
    """Print works, wrong alarms and misses by kind, and what a naive check makes of each kind."""
    run = _run(world, {"all_signals": True})
    naive = _naive(world)
    alarms, misses = Counter[str](), Counter[str]()
    for fact in world.facts:
        alarms[fact.kind] += fact.sound and fact.doi in naive
        misses[fact.kind] += not fact.sound and not fact.reinstated and fact.doi not in naive
    print(
        f"\n{'by kind, all signals':40}{'works':>7}{'alarms':>8}{'misses':>8}{'naive alarms':>14}{'naive misses':>14}"
    )
    for kind, tally in sorted(judge_run(world.facts, run.standings).items()):
        row = f"{tally.works:>7}{tally.alarms:>8}{tally.misses:>8}{alarms[kind]:>14}{misses[kind]:>14}"
        print(f"{kind:40}{row}")
    called = sum(each.status.value in TAKEN_BACK for each in run.standings)
    print(f"called retracted in one way or another: {called}; by the naive check: {len(naive)}")


def _naive(world: World) -> set[str]:
    """Call retracted what has the word anywhere: in its record, as a flag, at the head of its title."""
    found = {str(each["doi"]).removeprefix("https://doi.org/") for each in world.openalex if each["is_retracted"]}
    for each in world.crossref:
        kinds = [entry.get("type") for name in ("updated-by", "update-to") for entry in each.get(name, ())]
        if "retraction" in kinds or any(MARKED_RETRACTED.match(title) for title in each.get("title", ())):
            found.add(str(each["DOI"]))
    return found & {each.doi for each in world.facts}


def _print_requests() -> None:
    """Print what a thousand DOIs of an ordinary list cost in requests, the store empty."""
    named = round(FACTS * SHARE_NAMED)
    makers = {"nothing known": KINDS["nothing known"]}
    world = make_world(FACTS - named, seed=6, kinds=makers)
    for _ in range(named):
        KINDS["corrected and flagged"](world)
    world.in_table("Retraction", "10.1234/another", (2020, 1, 1))
    print(f"\nrequests for {len(world.facts)} DOIs, {named} of them named by a signal")
    for name, mode in (("by default", {}), ("all signals", {"all_signals": True})):
        requests = _run(world, dict(mode)).requests
        hosts = ", ".join(f"{host} {number}" for host, number in sorted(requests.items()))
        print(f"{name:14}{requests.total():>5}  ({hosts})")


if __name__ == "__main__":
    main()
