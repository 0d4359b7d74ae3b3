"""Put a part of the demonstration's report into the README; `--check` tells whether it is current."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from citecheck.demo.running import run_demo
from citecheck.report import render

README = Path(__file__).parent.parent / "README.md"
BLOCK = re.compile(r"(?<=```text\n).*?(?=```)", re.S)
SHOWN_RULES = ("dangling-marker", "mismatched-work", "retracted", "not-found")
SHOWN_COUNTERS = ("references", "works", "quotations")
WIDTH = 100
MOMENT = re.compile(r"asked \d{4}-")
"""A line that tells when something was asked differs from run to run."""


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
    lines = [line.rstrip() for line in report.splitlines()]
    blocks = "\n".join(line for line in lines if not MOMENT.search(line)).split("\n\n")
    shown = [each for each in blocks if any(f"[{rule}]" in each for rule in SHOWN_RULES)]
    counters = [line for line in lines if line.strip().startswith(SHOWN_COUNTERS)]
    return "\n\n".join([*shown, "…", "\n".join(counters), lines[-1]]) + "\n"


if __name__ == "__main__":
    sys.exit(main())
