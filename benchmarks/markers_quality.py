"""Read the gold set of hard sentences: markers found, missed and wrongly found, by style and by language; sentences cut right.

Beside it, what one expression for `[3]`, `[@key]` and `(Smith, 2020)` and a split at every full stop would make of the same.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.manuscript.gold import Score, load_gold, score_all

_NAIVE = re.compile(
    r"\[\d+(?:[,–-]\s?\d+)*\]|\[@[^\]]+\]|\[\[[^\]]+\]\]|\[\^\w+\]"
    r"|\([A-Z][\w .&]+,? \d{4}[a-z]?\)|\\cite\w*\{[^}]+\}|[¹²³⁴⁵⁶⁷⁸⁹]+"
)


def main() -> None:
    """Score and print."""
    cases = load_gold()
    for by in ("style", "lang"):
        print(f"\nBy {by}")
        _print_head()
        total = Score()
        for name, score in sorted(score_all(cases, by).items()):
            _print_row(name, score)
            total.add(score)
        _print_row("all", total)
    _print_row("naive", _score_naive(cases))
    for each in total.misses:
        print("  ", each)


def _score_naive(cases: list[dict[str, Any]]) -> Score:
    score = Score()
    for case in cases:
        text = case["joined"]
        wanted = Counter(each["raw"] for each in case["markers"])
        got = Counter(_NAIVE.findall(text))
        cut = Counter(each.strip() for each in re.split(r"(?<=[.!?])\s+", text))
        found = (wanted & got).total()
        score.add(
            Score(
                markers=wanted.total(),
                found=found,
                wrong=(got - wanted).total(),
                sentences=len(case["sentences"]),
                split=(Counter(case["sentences"]) & cut).total(),
            )
        )
    return score


def _print_head() -> None:
    print(f"{'':14}{'markers':>8}{'found':>7}{'missed':>7}{'wrong':>7}{'bound':>7}{'sentences':>11}{'cut right':>11}")


def _print_row(name: str, each: Score) -> None:
    missed = each.markers - each.found
    print(
        f"{name:14}{each.markers:8}{each.found:7}{missed:7}{each.wrong:7}{each.bound:7}{each.sentences:11}{each.split:11}"
    )


if __name__ == "__main__":
    main()
