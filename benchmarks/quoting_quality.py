"""Thousands of quotations made by rule, in five languages, some hundred kinds: what each kind is called, precision and recall.

Beside it, what a check accepts that only asks how alike a quotation is to its source.
"""

from __future__ import annotations

import sys
from pathlib import Path

from rapidfuzz import fuzz

sys.path.insert(0, str(Path(__file__).parent.parent))

from citecheck.quoting.engines import installed
from tests.quoting.generating import Sample
from tests.quoting.scoring import NEAR_PRECISION, VERBATIM_RECALL, Scores, all_samples, class_of, score

SEED, ROUNDS = 2026, 30
NAIVE_LIKENESS = 90
SHOWN = 6


def main() -> int:
    """Score and print; 1 when a floor is broken."""
    samples = list(all_samples(SEED, ROUNDS))
    kinds = {each.kind for each in samples}
    print(f"{len(samples):,} quotations of {len(kinds)} kinds; engine: {installed()[0]}")
    scores = score(samples)
    _print_kinds(scores)
    print(f"{'':12}{'precision':>10}{'recall':>10}")
    for name in ("verbatim", "near", "changed"):
        print(f"{name:12}{scores.precision(name):>10.4f}{scores.recall(name):>10.4f}")
    accepted = scores.called["changed", "verbatim"] + scores.called["near", "verbatim"]
    print(f"altered, and called verbatim: {accepted}")
    _print_naive(samples)
    for sample, status in scores.wrong[:SHOWN]:
        print(f"wrong: {sample.kind}: {status}: {sample.exact[:200]}")
    kept = not accepted and scores.recall("verbatim") >= VERBATIM_RECALL and scores.precision("near") >= NEAR_PRECISION
    return 0 if kept else 1


def _print_kinds(scores: Scores) -> None:
    print(f"{'kind':28}{'meant':>10}{'right':>8}  called")
    for kind, counted in scores.by_kind.items():
        meant = scores.expected[kind]
        right = sum(counted[each] for each in meant) / counted.total()
        called = ", ".join(f"{count} {status}" for status, count in counted.most_common())
        print(f"{kind:28}{class_of(meant):>10}{right:>8.3f}  {called}")


def _print_naive(samples: list[Sample]) -> None:
    """Count what is accepted by likeness alone."""
    accepted = dict.fromkeys(("verbatim", "near", "changed"), 0)
    for each in samples:
        likeness = fuzz.partial_ratio(each.exact.lower(), " ".join(each.text.lower().split()))
        accepted[class_of(each.statuses)] += likeness >= NAIVE_LIKENESS
    total = {name: sum(class_of(each.statuses) == name for each in samples) for name in accepted}
    told = ", ".join(f"{accepted[name]} of {total[name]} {name}" for name in accepted)
    print(f"partial_ratio of {NAIVE_LIKENESS} accepts: {told}")


if __name__ == "__main__":
    sys.exit(main())
