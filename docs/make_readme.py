"""Put a part of the demonstration's report into the README; `--check` tells whether it is current."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from citecheck.demo.running import run_demo
from citecheck.report import render

README = Path(__file__).parent.parent / "README.md"
BLOCK = re.compile(r"(?<=```text\n).*?(?=```)", re.S)
SHOWN_RULES = {
    "dangling-marker": 1,
    "mismatched-work": 1,
    "retracted": 1,
    "quotation-altered": 2,
    "not-found": 1,
    "number-absent": 1,
}
"""Rules that are shown, and how many findings of each at most."""
SHOWN_COUNTERS = ("references", "works", "quotations", "sentence and source", "sources")
WIDTH = 100
MOMENT = re.compile(r"asked \d{4}-")
"""A line that tells when something was asked differs from run to run."""
COLOUR = re.compile(r"\x1b\[[\d;]*m")


def main() -> int:
    """Write the excerpt, or with `--check` compare it."""
    before = README.read_text(encoding="utf-8")
    excerpt = make_excerpt(render(run_demo(), "text", width=WIDTH))
    after = BLOCK.sub(lambda _: excerpt, before, count=1)
    if "--check" not in sys.argv[1:]:
        README.write_text(after, encoding="utf-8")
    elif before != after:
        print("README.md does not show the report; run python docs/make_readme.py", file=sys.stderr)
        return 1
    return 0


def make_excerpt(report: str) -> str:
    """Choose a few findings and counters of a report."""
    return "\n\n".join(choose_blocks(without_moments(report.splitlines()))) + "\n"


def without_moments(lines: Sequence[str]) -> list[str]:
    """Leave out the lines that differ from run to run."""
    return [line.rstrip() for line in lines if not MOMENT.search(line)]


def choose_blocks(lines: Sequence[str]) -> list[str]:
    """Choose the findings shown, an ellipsis, the counters shown, and the last line; colours do not matter."""
    blocks = "\n".join(lines).split("\n\n")
    plain = {block: COLOUR.sub("", block) for block in blocks}
    chosen: list[str] = []
    for rule, most in SHOWN_RULES.items():
        chosen += islice((block for block in blocks if f"[{rule}]" in plain[block]), most)
    shown = [block for block in blocks if block in chosen]
    counters = [line for line in lines if COLOUR.sub("", line).strip().startswith(SHOWN_COUNTERS)]
    return [*shown, "…", "\n".join(counters), lines[-1]]


if __name__ == "__main__":
    sys.exit(main())
