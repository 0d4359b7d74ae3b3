"""Measure an offline scan: a bibliography's rows a second and peak memory, beside its parser alone; a list against a table."""

from __future__ import annotations

import csv
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from measuring import PROGRAMS, measure, print_rows
from table_speed import make_table

from citecheck.registries.retraction_watch import import_table

ENTRIES = 5_000
FEW = 500
DOIS = 57_553
"""Papers with a DOI in a real table of 2026."""
TABLE_ROWS = 62_900
PAPER = 14
"""Column of the paper's DOI in the table."""
PARSE = "import sys, bibtexparser; assert bibtexparser.parse_file(sys.argv[1]).entries"


def make_bibliography(entries: int) -> str:
    """Make a BibTeX file, the same every time; one entry in ten has no DOI, and each has an abstract."""
    return "\n".join(
        f"@article{{author{each},\n"
        f"  author = {{Author{each}, Anna and M{{\\\"u}}ller, Bert and Castellanos, Mar{{\\'i}}a}},\n"
        f"  title = {{On the {{Shade}} of Street Trees, Part {each}}},\n"
        f"  journal = {{Journal of Urban Shade}}, year = {{{1960 + each % 60}}}, volume = {{{each}}}, pages = {{1--9}},\n"
        + (f"  doi = {{10.1234/bench.{each}}},\n" if each % 10 else "")
        + f"  abstract = {{{'Streets with a closed canopy were cooler than bare ones at noon. ' * 8}}}\n}}\n"
        for each in range(entries)
    )


def make_list(folder: Path) -> tuple[Path, Path]:
    """Make a list of DOIs that are all in a table of that size, and a cache folder with the table: every row is joined."""
    source, dois, cache = folder / "retraction_watch.csv", folder / "dois.csv", folder / "cache"
    source.write_text(make_table(TABLE_ROWS), encoding="utf-8", newline="")
    with source.open(encoding="utf-8", newline="") as file:
        found = [row[PAPER] for row in csv.reader(file) if len(row) > PAPER and row[PAPER].startswith("10.")]
    dois.write_text("\n".join(["doi", *found[:DOIS], ""]), encoding="utf-8")
    import_table(source, cache)
    return dois, cache


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        many, few = Path(folder) / "many.bib", Path(folder) / "few.bib"
        many.write_text(make_bibliography(ENTRIES), encoding="utf-8")
        few.write_text(make_bibliography(FEW), encoding="utf-8")
        scan: list[str | Path] = [PROGRAMS / "citecheck", "scan", "--no-progress", "--output"]
        rows = [
            measure("bibtexparser, whole file", [sys.executable, "-c", PARSE, many], cwd=folder),
            measure(f"citecheck scan, {ENTRIES:,} entries", [*scan, "many.csv", many], cwd=folder),
            measure(f"citecheck scan, {FEW:,} entries", [*scan, "few.csv", few], cwd=folder),
        ]
        with ProcessPoolExecutor(1) as pool:  # a parent that had held the table would count as the child's memory
            dois, cache = pool.submit(make_list, Path(folder)).result()
        rows.append(
            measure(
                f"citecheck scan, {DOIS:,} DOIs and a table",
                [*scan, "found.csv", dois],
                cwd=folder,
                environ={"CITECHECK_CACHE_DIR": str(cache)},
            )
        )
        size = many.stat().st_size / 1e6
        print_rows(f"Scan, {size:.1f} MB of BibTeX, offline, best of 3", rows, counts=[ENTRIES, ENTRIES, FEW, DOIS])


if __name__ == "__main__":
    main()
