"""Measure the reading of 100,000 BibTeX entries: streamed, and held whole; processor seconds and peak memory of each.

Each way runs in a process of its own, and so does the parser alone, beside which they are shown. The file is the same every
time: entries of some 600 bytes, with accents, braces, `@string`s, abstracts, and one in five hundred with a slip.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ENTRIES = 100_000
SEED = 7
WORDS = (
    "shade street tree canopy heat noon surface urban measure flow model growth leaf root soil water light energy cell "
    "protein neural network graph theory method analysis response dynamics stress habitat nectar pollen forage colony"
).split()
FIGURES = {"stream": "at most 22 s and 60 MB", "whole": "at most 350 MB"}


def make_bibliography(entries: int, seed: int = SEED) -> Iterator[str]:
    """Give a BibTeX file in parts, the same for the same seed."""
    chance = random.Random(seed)
    yield '@string{jus = "Journal of Urban Shade"}\n\n'
    for each in range(entries):
        title = " ".join(chance.choices(WORDS, k=9)).capitalize()
        abstract = " ".join(chance.choices(WORDS, k=26))
        comma = "" if each % 500 == 499 else ","
        doi = f"  doi       = {{10.1234/bench.{each}.{chance.randrange(1000)}}},\n" if each % 10 else ""
        yield (
            f"@article{{key{each},\n"
            f"  author    = {{M{{\\\"u}}ller{each % 97}, Anna B. and Garc{{\\'i}}a, Jos{{\\'e}} and van der Berg, John}},\n"
            f"  title     = {{{{{title}}}: a {{DNA}} study \\& more}}{comma}\n"
            f"  journal   = {'jus' if each % 3 else '{Annals of ' + chance.choice(WORDS).title() + '}'},\n"
            f"  year      = {{{chance.randint(1960, 2024)}}},\n"
            f"  volume    = {{{chance.randint(1, 90)}}},\n"
            f"  number    = {chance.randint(1, 12)},\n"
            f"  pages     = {{{chance.randint(1, 300)}--{chance.randint(301, 900)}}},\n"
            f"{doi}"
            f"  url       = {{https://example.org/works/{each}}},\n"
            f"  abstract  = {{{abstract}}}\n}}\n\n"
        )


def stream(path: Path) -> int:
    """Read the file one entry at a time, and let each go."""
    from citecheck.bibliography import iter_references

    return sum(1 for _ in iter_references(path))


def whole(path: Path) -> int:
    """Read the file and hold all of it."""
    from citecheck.bibliography import read_bibliography

    bibliography = read_bibliography(path)
    assert len(bibliography.problems) == ENTRIES // 500
    return len(bibliography.references)


def parser(path: Path) -> int:
    """Let bibtexparser split the file, without reading any value."""
    from bibtexparser.entrypoint import parse_file

    return len(parse_file(str(path), parse_stack=[]).entries)


WAYS: dict[str, Callable[[Path], int]] = {"stream": stream, "whole": whole, "parser": parser}


def main() -> None:
    """Measure and print."""
    if len(sys.argv) == 3:
        began = time.process_time()
        count = WAYS[sys.argv[1]](Path(sys.argv[2]))
        seconds = time.process_time() - began
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024 * 1024)
        told = FIGURES.get(sys.argv[1], "")
        print(f"  {sys.argv[1]:10}{count:>10,}{seconds:>10.2f}{count / seconds:>12,.0f}{peak:>10.0f}  {told}")
        return
    with tempfile.TemporaryDirectory(prefix="citecheck-bench-") as folder:
        path = Path(folder) / "many.bib"
        with path.open("w", encoding="utf-8") as file:
            file.writelines(make_bibliography(ENTRIES))
        print(f"Read {ENTRIES:,} entries of BibTeX, {path.stat().st_size / 1e6:.0f} MB, each way in a fresh process")
        print(f"  {'':10}{'entries':>10}{'CPU s':>10}{'entries/s':>12}{'peak MB':>10}", flush=True)
        for way in WAYS:
            subprocess.run([sys.executable, __file__, way, str(path)], check=True)


if __name__ == "__main__":
    main()
