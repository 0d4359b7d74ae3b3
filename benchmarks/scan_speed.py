"""Measure an offline scan of a bibliography: rows a second and peak memory, beside its parser alone."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from measuring import PROGRAMS, measure, print_rows

ENTRIES = 5_000
FEW = 500
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
        size = many.stat().st_size / 1e6
        print_rows(f"Scan, {size:.1f} MB of BibTeX, offline, best of 3", rows, counts=[ENTRIES, ENTRIES, FEW])


if __name__ == "__main__":
    main()
