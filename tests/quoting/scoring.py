"""Scores of generated quotations: by kind, what each was called; by status, precision and recall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from citecheck.quoting import match_quotation
from tests.quoting.generating import VERBATIM, Sample, make_samples
from tests.quoting.generating_languages import make_foreign_samples

VERBATIM_RECALL = 0.995
NEAR_PRECISION = 0.97


@dataclass(slots=True, kw_only=True)
class Scores:
    """What became of samples."""

    by_kind: dict[str, Counter[str]] = field(default_factory=dict)
    expected: dict[str, tuple[str, ...]] = field(default_factory=dict)
    wrong: list[tuple[Sample, str]] = field(default_factory=list)
    called: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By what it should be and what it was called: `verbatim`, `near` or `changed`."""

    def add(self, sample: Sample, status: str) -> None:
        """Count one."""
        self.by_kind.setdefault(sample.kind, Counter())[status] += 1
        self.expected.setdefault(sample.kind, sample.statuses)
        self.called[class_of(sample.statuses), class_of((status,))] += 1
        if status not in sample.statuses:
            self.wrong.append((sample, status))

    @property
    def total(self) -> int:
        """The number of samples."""
        return sum(self.called.values())

    def precision(self, name: str) -> float:
        """Of those called so, the share that are so; of near ones, those that may be."""
        called = {key: count for key, count in self.called.items() if key[1] == name}
        return called.get((name, name), 0) / max(1, sum(called.values()))

    def recall(self, name: str) -> float:
        """Of those that are so, the share that was called so."""
        meant = {key: count for key, count in self.called.items() if key[0] == name}
        return meant.get((name, name), 0) / max(1, sum(meant.values()))


def class_of(statuses: tuple[str, ...]) -> str:
    """Give the class of what a sample may be called, or was called."""
    if statuses == VERBATIM:
        return "verbatim"
    return "near" if "near_verbatim" in statuses else "changed"


def all_samples(seed: int, rounds: int) -> Iterator[Sample]:
    """Make the English samples of every kind, and those in five languages."""
    yield from make_samples(seed, rounds)
    yield from make_foreign_samples(seed, rounds)


def score(samples: Iterable[Sample], *, engine: str = "") -> Scores:
    """Hold every sample against its source, and count."""
    scores = Scores()
    for each in samples:
        scores.add(each, match_quotation(each.exact, each.text, engine=engine).status.value)
    return scores
