"""The gold set: hard sentences with their markers, and what a reading of them gets right.

`gold.jsonl` holds one small document a line: its language, the style of its markers, its sentences as a reader cuts them, and
its markers with the sentence each belongs to. Benchmark and test score with the same code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from citecheck.manuscript import read_manuscript
from citecheck.manuscript.draft import find_holder
from citecheck.manuscript.splitting import split_prose
from citecheck.records import Manuscript, Reference
from tests.manuscript.cases import load_cases, with_list


@dataclass(slots=True)
class Score:
    """Markers and sentences of a part of the gold set."""

    markers: int = 0
    found: int = 0
    """Markers found with their text, targets and state."""
    wrong: int = 0
    """Markers found that are none, or with other targets or another state."""
    bound: int = 0
    """Markers found that belong to the right sentence."""
    sentences: int = 0
    split: int = 0
    """Sentences with both their ends."""
    misses: list[str] = field(default_factory=list)

    def add(self, other: Score) -> None:
        """Add another part's counts."""
        self.markers += other.markers
        self.found += other.found
        self.wrong += other.wrong
        self.bound += other.bound
        self.sentences += other.sentences
        self.split += other.split
        self.misses += other.misses


def load_gold() -> list[dict[str, Any]]:
    """Load the gold set; the plain sentences of `sentences.jsonl` belong to it, without their markers."""
    return load_cases("gold.jsonl")


def score_case(case: dict[str, Any]) -> Score:
    """Read one document of the gold set, and count what came out right."""
    text, offset = document_of(case)
    manuscript = read_manuscript(text=text, bibliography=list(_references_of(case)))
    score = Score(markers=len(case["markers"]), sentences=len(case["sentences"]))
    wanted = Counter((each["raw"], tuple(each["targets"]), each.get("state", "bound")) for each in case["markers"])
    got = Counter((each.raw, each.targets, each.state.value) for each in manuscript.markers)
    score.found, score.wrong = (wanted & got).total(), (got - wanted).total()
    spans = list(
        split_prose(
            case["joined"],
            case["lang"],
            list(_spots(manuscript, offset, len(case["joined"]))),
            _named(manuscript, offset),
        )
    )
    cut = [case["joined"][start:end] for start, end in spans]
    score.split = sum((Counter(case["sentences"]) & Counter(cut)).values())
    score.bound = _count_bound(case, manuscript, spans, offset)
    if wanted != got:
        score.misses.append(f"{case['joined']!r}: markers {sorted(got - wanted)} for {sorted(wanted - got)}")
    if cut != case["sentences"]:
        score.misses.append(f"{case['joined']!r}: sentences {cut}")
    return score


def score_all(cases: Iterable[dict[str, Any]], by: str) -> dict[str, Score]:
    """Score the cases, grouped by `lang` or `style`."""
    scores: dict[str, Score] = {}
    for case in cases:
        scores.setdefault(case[by], Score()).add(score_case(case))
    return scores


def document_of(case: dict[str, Any]) -> tuple[str, int]:
    """Give the document of a case, and where its sentences begin in it."""
    head = f"---\nlang: {case['lang']}\n---\n\n"
    if "notes" in case:
        notes = "\n\n".join(f"[^{label}]: {text}" for label, text in case["notes"].items())
        return f"{head}{case['joined']}\n\n{notes}\n", len(head)
    if "keys" in case or "works" in case or case.get("list") is False:
        return f"{head}{case['joined']}\n", len(head)
    return head + with_list(case["joined"]), len(head)


def _references_of(case: dict[str, Any]) -> Iterator[Reference]:
    yield from (Reference(key=each) for each in case.get("keys", ()))
    for key, authors, year in case.get("works", ()):
        yield Reference(key=key, authors=tuple(authors.split("; ")), year=year)


def _spots(manuscript: Manuscript, offset: int, length: int) -> Iterator[tuple[int, int]]:
    for each in manuscript.markers:
        start, end = (each.place.start or 0) - offset, (each.place.end or 0) - offset
        if 0 <= start < length:
            yield start, end


def _named(manuscript: Manuscript, offset: int) -> frozenset[int]:
    """The starts of markers that are words of their sentence: its subject, or the name in it."""
    return frozenset(
        (each.place.start or 0) - offset
        for each in manuscript.markers
        if (each.style in ("author-year", "pandoc") and each.raw[0] not in "([（-")
        or (each.style == "wikilink" and "|" in each.raw)
    )


def _count_bound(case: dict[str, Any], manuscript: Manuscript, spans: list[tuple[int, int]], offset: int) -> int:
    places = Counter((each.raw, find_holder(spans, (each.place.start or 0) - offset)) for each in manuscript.markers)
    return (Counter((each["raw"], each["sentence"]) for each in case["markers"]) & places).total()
