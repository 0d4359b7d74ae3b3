"""Measure how long `citecheck --help` takes, beside an empty Python."""

from __future__ import annotations

import sys

from measuring import PROGRAMS, measure, print_rows

TRIES = 7


def main() -> None:
    """Measure and print."""
    rows = [
        measure("python -c pass", [sys.executable, "-c", "pass"], tries=TRIES),
        measure("python -c 'import click'", [sys.executable, "-c", "import click"], tries=TRIES),
        measure("citecheck --help", [PROGRAMS / "citecheck", "--help"], tries=TRIES),
        measure("citecheck rules", [PROGRAMS / "citecheck", "rules"], tries=TRIES),
    ]
    print_rows(f"Start, best of {TRIES}", rows)


if __name__ == "__main__":
    main()
