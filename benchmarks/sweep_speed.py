"""Measure a nightly sweep: a thousand works asked about afresh at a replay server that holds callers to Crossref's limits."""

from __future__ import annotations

import tempfile
import time
from collections import Counter

from citecheck.demo.replay import ReplayServer
from citecheck.records import Standing, StandingStatus, Work
from citecheck.resweeping import KnownWork, sweep_again
from citecheck.settings import Settings

WORKS = 1000
RETRACTED = 10


def make_records(works: int = WORKS) -> list[dict[str, object]]:
    """Make Crossref's records, the same every time; every hundredth has been retracted."""
    records: list[dict[str, object]] = []
    for number in range(works):
        record: dict[str, object] = {
            "DOI": f"10.1234/bench.{number}",
            "title": [f"On the shade of street trees, part {number}"],
            "author": [{"family": "Almeida", "given": "Rosa"}],
            "issued": {"date-parts": [[2000 + number % 25]]},
            "type": "journal-article",
        }
        if number % (WORKS // RETRACTED) == 0:
            notice = {"DOI": f"10.1234/notice.{number}", "type": "retraction", "source": "publisher"}
            record["updated-by"] = [{**notice, "updated": {"date-parts": [[2026, 11, 1]]}}]
        records.append(record)
    return records


def make_known(works: int = WORKS) -> list[KnownWork]:
    """Make what an earlier run knew: nothing bad."""
    return [
        KnownWork(
            standing=Standing(
                work=Work(registry="crossref", doi=f"10.1234/bench.{number}"), status=StandingStatus.CURRENT
            ),
            names=(f"bench{number}",),
            since="2026-10-01T00:00:00Z",
        )
        for number in range(works)
    ]


def main() -> None:
    """Measure and print."""
    with (
        tempfile.TemporaryDirectory(prefix="citecheck-bench-") as folder,
        ReplayServer(crossref=make_records()) as replay,
    ):
        replay.holds_limits = True
        for name, mailto in (("polite pool", "reader@example.org"), ("public pool", "")):
            replay.asked.clear()
            settings = Settings(cache_dir=folder, replay=replay.address, mailto=mailto)
            began = time.perf_counter()
            swept = sweep_again(make_known(), settings)
            seconds = time.perf_counter() - began
            asked = ", ".join(
                f"{count} of {host}" for host, count in sorted(Counter(each.host for each in replay.asked).items())
            )
            print(
                f"A sweep of {WORKS:,} works, {name}: {len(replay.asked)} requests ({asked}) in {seconds:.1f} s; "
                f"{len(swept.news)} with news, {len(swept.unasked)} not asked"
            )


if __name__ == "__main__":
    main()
