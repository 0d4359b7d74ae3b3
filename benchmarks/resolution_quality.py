"""Measure resolution: right answers, wrong alarms and what is missed, by kind of citing; then requests and seconds."""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.resolving.generated.cases import (
    ALL_STYLES,
    Case,
    Truth,
    faithful_cases,
    identifier_cases,
    liberty_cases,
    wrong_cases,
)
from tests.resolving.generated.facts import NO_WORK, Facts, Shelf, read_facts, read_shelf
from tests.resolving.generated.running import Run, Verdict, make_aliases, make_server, run_cases

SEED = 20261
PER_KIND = 60
BATCH = 250
"""References a kind in the count of requests; figures are given for 1,000."""
LATENCY = 0.1
HARD = (
    "10.1002/(sici)1096-911x(199805)30:5<297::aid-mpo7>3.0.co;2-a",
    "10.1890/0012-9658(2006)87[2832:tiopma]2.0.co;2",
    "10.1016/s0140-6736(97)11096-0",
)
COMMA = "10.1234/oak,1998"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--data", type=Path, help="a folder of recorded Crossref answers, to be cited in every style too"
    )
    parser.add_argument("--each", type=int, default=PER_KIND, help="references of each kind of change")
    parser.add_argument("--show", action="store_true", help="print every case that did not come out right")
    given = parser.parse_args()
    shelf = read_shelf()
    aliases = make_aliases(shelf)
    cases = [
        *faithful_cases(shelf.works),
        *liberty_cases(shelf.works, SEED, given.each),
        *wrong_cases(shelf.works, SEED, given.each),
        *identifier_cases(shelf.works, aliases),
    ]
    print(f"{len(shelf.works)} works, {len(shelf.crossref)} records to be led astray by, {len(cases):,} references")
    run = _run(cases, shelf, aliases)
    print_kinds(run)
    print_styles(run)
    print_half_a_network(cases, shelf, aliases)
    print_requests(shelf)
    print_forty(shelf)
    if given.show:
        print_wrong(run)
    if given.data is not None:
        print_real(given.data, show=given.show)


def print_kinds(run: Run) -> None:
    """Print what came of every kind."""
    _table("by kind", [(each.case.kind, each.verdict) for each in run.judged])
    for truth in Truth:
        kept = [each for each in run.judged if each.case.truth is truth]
        counts = Counter(each.verdict for each in kept)
        print(
            f"  all that are {truth.value:9}" + "".join(f"{100 * counts[each] / len(kept):10.2f} %" for each in Verdict)
        )


def print_styles(run: Run) -> None:
    """Print wrong alarms in each style: kinds that describe the work beside those that do not."""
    print("\nright, by style")
    for style in ALL_STYLES:
        row = []
        for truth in Truth:
            kept = [each for each in run.judged if each.case.style == style and each.case.truth is truth]
            right = sum(each.verdict is Verdict.RIGHT for each in kept)
            row.append(f"{truth.value} {right:>4} of {len(kept):<4}")
        print(f"  {style:12}" + "  ".join(row))


def print_half_a_network(cases: Sequence[Case], shelf: Shelf, aliases: dict[str, str]) -> None:
    """Print what is called not found while a host does not answer; nothing may be that could not be asked."""
    print("\nnot found, and mismatched, while a host is out of order (of references that describe their work)")
    some = random.Random(SEED).sample([each for each in cases if each.truth is Truth.SAME], 150)
    for host in ("api.crossref.org", "api.openalex.org", "doi.org", "api.datacite.org"):
        with make_server(shelf, aliases) as server, tempfile.TemporaryDirectory() as folder:
            server.fail(host, 503)
            run = run_cases(some, server, Path(folder))
        counts = Counter(each.verdict.value for each in run.judged)
        print(f"  {host:20}" + ", ".join(f"{name} {count}" for name, count in counts.most_common()))


def print_requests(shelf: Shelf) -> None:
    """Print requests for 1,000 references, cold and warm: with DOI, without, and invented."""
    print("\nrequests for 1,000 references      cold   warm   by host when cold")
    works = [each for each in shelf.works if each.is_telling and each.is_searched]
    rng = random.Random(SEED)
    kinds: dict[str, Callable[[], list[Case]]] = {
        "with DOI": lambda: [each for each in faithful_cases(works, ("CSL",)) if each.doi][:BATCH],
        "without DOI": lambda: [each for each in faithful_cases(works, ("CSL",)) if not each.doi][:BATCH],
        "invented, without DOI": lambda: _of_kind(works, rng, "invented throughout"),
        "invented, with a dead DOI": lambda: _of_kind(works, rng, "invented, with a dead DOI"),
        "another work's DOI": lambda: _of_kind(works, rng, "another work's DOI"),
    }
    for name, make in kinds.items():
        cases = make()
        with make_server(shelf, {}) as server, tempfile.TemporaryDirectory() as folder:
            cold, warm = (run_cases(cases, server, Path(folder)) for _ in range(2))
        sent = [[each for each in run.exchanges if not each.from_cache] for run in (cold, warm)]
        hosts = Counter(each.host for each in sent[0])
        counts = [f"{1000 * len(each) / len(cases):7.0f}" for each in sent]
        print(f"  {name:30}{''.join(counts)}   " + ", ".join(f"{host} {count}" for host, count in hosts.most_common()))


def print_forty(shelf: Shelf) -> None:
    """Print requests and seconds for 40 right references at Crossref's own pace, 100 ms a request, four hard DOIs in it."""
    by_doi = {each.doi: each for each in shelf.works}
    easy = [each for each in shelf.works if each.is_telling and each.is_searched and each.doi not in HARD][:36]
    odd = Facts(doi=COMMA, type="journal-article", title="Oaks of the great plain", people=(("Oake", "A."),), year=1998)
    record = {"DOI": COMMA, "title": [odd.title], "author": [{"family": "Oake"}], "issued": {"date-parts": [[1998]]}}
    works = [*easy, *(by_doi[doi] for doi in HARD), odd]
    cases = [
        Case(kind="forty", style="BibTeX", work=each, doi=each.doi, right=frozenset((each.doi,))) for each in works
    ]
    with make_server(shelf, {}) as server, tempfile.TemporaryDirectory() as folder:
        server.add(crossref=[record])
        server.delay, server.holds_limits = LATENCY, True
        begun = time.perf_counter()
        run = run_cases(cases, server, Path(folder), paced=True)
        seconds = time.perf_counter() - begun
    right = sum(each.verdict is Verdict.RIGHT for each in run.judged)
    print(
        f"\n40 references, four hard DOIs, 100 ms a request: {len(run.exchanges)} requests, {seconds:.2f} s, {right} right"
    )


def print_real(folder: Path, *, show: bool) -> None:
    """Cite recorded records of Crossref in every style, with DOI and without, and print the wrong alarms."""
    records = list(_read_records(folder))
    works = [each for record in records if record.get("type") not in NO_WORK and (each := read_facts(record)).title]
    works = [each for each in works if each.year]
    shelf = Shelf(crossref=tuple(records), datacite=(), works=tuple(works))
    run = _run(list(faithful_cases(works)), shelf, {})
    print(f"\n{len(works)} recorded works of {folder}")
    _table("real records", [(each.case.kind, each.verdict) for each in run.judged])
    if show:
        print_wrong(run)


def print_wrong(run: Run) -> None:
    """Print every case that did not come out right."""
    for each in run.judged:
        if each.verdict is not Verdict.RIGHT:
            found = each.resolution
            why = found.agreement.reason if found.agreement else found.message
            print(
                f"{each.verdict.value} | {each.case.kind} | {each.case.style} | {each.case.work.doi} | {found.outcome.value}"
            )
            print(f"    {found.reference.title[:80]} | {found.reference.authors[:2]} | {why}")


def _run(cases: Sequence[Case], shelf: Shelf, aliases: dict[str, str]) -> Run:
    with make_server(shelf, aliases) as server, tempfile.TemporaryDirectory() as folder:
        return run_cases(cases, server, Path(folder))


def _of_kind(works: Sequence[Facts], rng: random.Random, kind: str) -> list[Case]:
    made = wrong_cases(works, rng.randrange(1000), BATCH + 100)
    return [each for each in made if each.kind == kind][:BATCH]


def _table(name: str, rows: Sequence[tuple[str, Verdict]]) -> None:
    counts: dict[str, Counter[Verdict]] = defaultdict(Counter)
    for kind, verdict in rows:
        counts[kind][verdict] += 1
    print(f"\n{name:36}{'cases':>7}" + "".join(f"{each.value:>16}" for each in Verdict))
    for kind, found in counts.items():
        print(f"  {kind:34}{found.total():>7}" + "".join(f"{found[each] or '':>16}" for each in Verdict))


def _read_records(folder: Path) -> list[dict[str, object]]:
    found: dict[str, dict[str, object]] = {}
    for path in sorted(folder.glob("**/*.json")):
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
        except (ValueError, OSError):
            continue
        record = record.get("message", record) if isinstance(record, dict) else {}
        for each in record.get("items", [record]) if isinstance(record, dict) else []:
            if isinstance(each, dict) and each.get("DOI") and isinstance(each.get("title"), list):
                found.setdefault(str(each["DOI"]).lower(), {**each, "DOI": str(each["DOI"]).lower()})
    return list(found.values())


if __name__ == "__main__":
    main()
