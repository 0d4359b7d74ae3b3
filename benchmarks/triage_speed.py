"""Measure triage: pairs a second against 100 sources of 60,000 characters, and peak memory, beside only making them ready."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from itertools import accumulate

from measuring import measure, print_rows

from citecheck.records import Fulltext, Manuscript, Pair
from citecheck.triaging import prepare_text, triage_pairs

SOURCES, CHARACTERS, PAIRS = 100, 60_000, 500
VOCABULARY = 12_000
NUMBERS = (
    "12 per cent",
    "1,200 patients",
    "2.5 °C",
    "in 2019",
    "n = 48",
    "(95% CI 1.1–2.9)",
    "€3.4 million",
    "three weeks",
)
SMALL = "the of and to in a is that for it was on are with as by from at were this which not may".split()


def make_sources() -> dict[str, Fulltext]:
    """Make texts of invented words, common ones often and rare ones seldom, with a number in every third sentence."""
    chooser = random.Random(1)
    syllables = "ba de fi go lu ma ne pi ro su ta ve wi zo kra ple sti tro".split()
    words = ["".join(chooser.choices(syllables, k=chooser.randint(2, 4))) for _ in range(VOCABULARY)]
    weights = list(accumulate(1 / (rank + 20) for rank in range(VOCABULARY)))
    return {
        str(number): Fulltext(key=str(number), text=_text(chooser, words, weights)) for number in range(1, SOURCES + 1)
    }


def _text(chooser: random.Random, words: list[str], weights: list[float]) -> str:
    sentences: list[str] = []
    length = 0
    while length < CHARACTERS:
        picked = [
            chooser.choice(SMALL) if chooser.random() < 0.4 else word
            for word in chooser.choices(words, cum_weights=weights, k=20)
        ]
        if chooser.random() < 0.33:
            picked.insert(chooser.randrange(20), chooser.choice(NUMBERS))
        sentences.append(" ".join(picked).capitalize() + ("." if len(sentences) % 6 else ".\n\n"))
        length += len(sentences[-1]) + 1
    return " ".join(sentences)


def make_manuscript(sources: dict[str, Fulltext]) -> Manuscript:
    """Make pairs: a third copied, a third with words exchanged, a third that cite the wrong source."""
    chooser = random.Random(2)
    pairs: list[Pair] = []
    sentences = {key: [each for each in text.text.split(". ") if 60 < len(each) < 220] for key, text in sources.items()}
    for number in range(PAIRS):
        key = str(1 + number % SOURCES)
        sentence = chooser.choice(sentences[key]).strip() + "."
        if number % 3 == 1:
            words = sentence.split()
            for _ in range(4):
                words[chooser.randrange(len(words))] = chooser.choice(SMALL)
            sentence = " ".join(words)
        cited = key if number % 3 < 2 else str(1 + (number + 7) % SOURCES)
        pairs.append(Pair(marker=number, target=cited, sentence=sentence, reference=cited))
    return Manuscript(pairs=tuple(pairs))


def run_nothing() -> None:
    """Only make the input."""
    make_manuscript(make_sources())


def run_preparing() -> None:
    """Make the sources ready, and keep them."""
    sources = make_sources()
    make_manuscript(sources)
    kept = [prepare_text(each) for each in sources.values()]
    assert len(kept) == SOURCES


def run_triage() -> None:
    """Triage every pair."""
    sources = make_sources()
    done = triage_pairs(make_manuscript(sources), sources)
    assert len(done) == PAIRS
    assert sum(each.state == "passed" for each in done) > PAIRS // 5
    assert sum(bool(each.better_source) for each in done) > PAIRS // 4


STEPS: dict[str, Callable[[], None]] = {"nothing": run_nothing, "preparing": run_preparing, "triage": run_triage}


def main() -> None:
    """Measure and print; with the name of a step, only run it."""
    if len(sys.argv) > 1:
        STEPS[sys.argv[1]]()
        return
    rows = [
        measure(name, [sys.executable, __file__, step], tries=2)
        for name, step in (("input alone", "nothing"), ("sources made ready", "preparing"), ("triage", "triage"))
    ]
    print_rows(f"Triage, {SOURCES} sources of {CHARACTERS:,} characters, {PAIRS} pairs, best of 2", rows)
    ready, all_ = rows[1].seconds - rows[0].seconds, rows[2].seconds - rows[1].seconds
    print(f"  {SOURCES / ready:,.0f} sources a second made ready, then {PAIRS / all_:,.0f} pairs a second")


if __name__ == "__main__":
    main()
