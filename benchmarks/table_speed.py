"""Measure the retraction table: how fast a table of its real size is folded into the index, and looked up in it.

The rows are made up, with the columns, lengths, line ends and traps of the real ones.
"""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path

from citecheck.registries.retraction_watch import FILE, Table, import_table

ROWS = 73_000
LOOKED_UP = 57_553
BATCH = 1000
HEADER = (
    "Record ID,Title,Subject,Institution,Journal,Publisher,Country,Author,URLS,ArticleType,RetractionDate,RetractionDOI,"
    "RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason,Paywalled,Notes,"
)
NATURES = ("Retraction",) * 92 + ("Expression of concern",) * 5 + ("Correction",) * 2 + ("Reinstatement",)


def make_table(rows: int = ROWS) -> str:
    """Make a table, the same every time; about 900 bytes a row, as the real one has."""
    chance = random.Random(20261128)
    lines = [HEADER]
    for number in range(rows):
        doi = f"10.1{chance.randrange(100, 999)}/J.Bench.{number}" if number % 12 else "unavailable"
        pmid = str(10_000_000 + number) if number % 3 else "0"
        date = f"{chance.randrange(1, 13)}/{chance.randrange(1, 29)}/{chance.randrange(2000, 2026)} 0:00"
        lines.append(
            f'{number},"On the Shade of Street Trees, Part {number}: {"cooler than bare ones " * 4}",'
            f'(BLS) Biology - General;(ENV) Ecology;,"Department of Shade, University of Trees;{" another institute;" * 6}",'
            f"Journal {number % 4000},Publisher {number % 90},Utopia;,{'Author Name;' * 6},"
            f"https://retractions.example/{number}{'/long' * 8},Research Article;,{date},10.1234/notice.{number},0,"
            f"1/2/{1990 + number % 35} 0:00,{doi},{pmid},{NATURES[number % 100]},"
            f'Concerns/Issues about Results and/or Conclusions;Error in Methods;,No,"See also: {"a remark, " * 12}",'
        )
    lines += ["," * 20] * 232
    return "\r\n".join(lines) + "\r\n"


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory(prefix="citecheck-bench-") as name:
        folder = Path(name)
        path = folder / "retraction_watch.csv"
        path.write_text(make_table(), encoding="utf-8", newline="")
        size = path.stat().st_size / 1e6
        began = time.perf_counter()
        status = import_table(path, folder)
        folding = time.perf_counter() - began
        table = Table.open(folder)
        assert table is not None
        chance = random.Random(7)
        dois = [f"10.1{chance.randrange(100, 999)}/j.bench.{chance.randrange(2 * ROWS)}" for _ in range(LOOKED_UP)]
        began = time.perf_counter()
        for each in dois:
            table.rows([each])
        singly = time.perf_counter() - began
        began = time.perf_counter()
        for start in range(0, len(dois), BATCH):
            table.rows(dois[start : start + BATCH])
        in_lots = time.perf_counter() - began
        print(f"A table of {status.count:,} rows that count, {size:.0f} MB of CSV")
        print(f"  folded into an index of {(folder / FILE).stat().st_size / 1e6:.0f} MB in {folding:.2f} s")
        print(f"  looked up one by one: {len(dois) / singly:>9,.0f} a second ({1e6 * singly / len(dois):.1f} µs each)")
        print(f"  looked up in lots of {BATCH}: {len(dois) / in_lots:>5,.0f} a second")


if __name__ == "__main__":
    main()
