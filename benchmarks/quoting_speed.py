"""Quotations a second: the portable engine and the faster ones beside the naive likeness of rapidfuzz, in one run.

Times are processor time, medians; what to compare are the ratios.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from functools import partial

from rapidfuzz import fuzz

from citecheck.quoting import FoldedSource, fold_source, match_quotation
from citecheck.quoting.engines import installed

TRIES = 5
SYLLABLES = (
    "ba ce di fo gu la me ni po ru sa te vi wo zu bre cla dro fle gri pla sho tre vlo ark end ilm orn usk".split()
)
COMMON = "the of and to in was for with that on by at from were as it this which or had".split()
NAIVE_LIKENESS = 90
CUT = 600
PART, PLAIN_LETTERS = 20, 60
"""The plain programme is measured on a part of the source and of the quotation, and scaled: its time is their product."""


def make_words(random_: random.Random) -> list[str]:
    """Make a vocabulary with some words more frequent than others."""
    words = ["".join(random_.choice(SYLLABLES) for _ in range(random_.randint(2, 4))) for _ in range(4_000)]
    return words


def make_text(random_: random.Random, words: Sequence[str], length: int) -> str:
    """Write prose of about this length, wrapped, with numbers, commas and stops."""
    pieces: list[str] = []
    size = line = 0
    while size < length:
        sentence = [
            random_.choice(COMMON) if random_.random() < 0.42 else words[int(random_.paretovariate(0.6)) % len(words)]
            for _ in range(random_.randint(9, 30))
        ]
        if random_.random() < 0.4:
            sentence[random_.randrange(len(sentence))] = f"{random_.randint(2, 900)}.{random_.randint(1, 9)}"
        sentence[0] = sentence[0].capitalize()
        sentence[len(sentence) // 2] += ","
        for word in [*sentence[:-1], sentence[-1] + "."]:
            pieces.append(word)
            size += len(word) + 1
            line += len(word) + 1
            pieces.append("\n" if line > 84 else " ")
            line = 0 if line > 84 else line
    return "".join(pieces)


def make_quotations(
    random_: random.Random, text: str, words: Sequence[str], count: int, shares: Sequence[float]
) -> list[str]:
    """Take quotations of 6 to 40 words; of the altered ones one word is another; invented ones stand nowhere."""
    tokens = text.split()
    made: list[str] = []
    for number in range(count):
        size = random_.randint(6, 40)
        start = random_.randrange(len(tokens) - size)
        chosen = tokens[start : start + size]
        if number >= count * (shares[0] + shares[1]):
            chosen = [random_.choice(COMMON) if random_.random() < 0.4 else random_.choice(words) for _ in range(size)]
        elif number >= count * shares[0]:
            chosen[random_.randrange(1, size - 1)] = random_.choice(words)
        made.append(" ".join(chosen))
    random_.shuffle(made)
    return made


def timed(run: Callable[[], object], tries: int = TRIES) -> float:
    """Give the median of the processor time."""
    times = []
    for _ in range(tries):
        began = time.process_time()
        run()
        times.append(time.process_time() - began)
    return statistics.median(times)


def naive(text: str, quotations: Sequence[str]) -> int:
    """Count what rapidfuzz's partial ratio accepts."""
    low = text.lower()
    return sum(fuzz.partial_ratio(each.lower(), low) >= NAIVE_LIKENESS for each in quotations)


def plain_programme(key: str, text: str) -> int:
    """Give the fewest edits over all windows by the plain dynamic programme: the exact answer without any art."""
    row = [0] * (len(text) + 1)
    for place, letter in enumerate(key, 1):
        following = [place]
        for other, theirs in enumerate(text, 1):
            following.append(min(row[other] + 1, following[-1] + 1, row[other - 1] + (letter != theirs)))
        row = following
    return min(row)


def match_all(source: FoldedSource, quotations: Sequence[str], engine: str) -> None:
    """Hold all quotations against the source."""
    for each in quotations:
        match_quotation(each, source, engine=engine)


def print_row(name: str, seconds: float, count: int, base: float) -> None:
    """Print a rate, and its ratio to the naive one."""
    print(f"  {name:44}{seconds:>9.3f} s{count / seconds:>12,.0f}/s{base / seconds:>8.2f}x")


def measure_mixed(random_: random.Random, words: Sequence[str], length: int, count: int, tries: int) -> None:
    """Compare engines on a mixture of 60 % verbatim, 25 % altered, 15 % invented."""
    text = make_text(random_, words, length)
    quotations = make_quotations(random_, text, words, count, (0.6, 0.25, 0.15))
    verbatim = make_quotations(random_, text, words, count, (1.0, 0.0, 0.0))
    base = timed(lambda: naive(text, quotations), tries)
    print(f"{count:,} quotations, mixed, against {len(text):,} characters (ratio: to the naive one)")
    print_row("rapidfuzz partial_ratio", base, count, base)
    cut, few = text[: length // PART].lower(), [each.lower()[:PLAIN_LETTERS] for each in quotations[:2]]
    plain = timed(lambda: [plain_programme(each, cut) for each in few], 1) * PART / len(few)
    plain *= statistics.mean(len(each) for each in quotations) / PLAIN_LETTERS
    print_row(f"plain dynamic programme (of 1/{PART}, scaled)", plain * count, count, base)
    for engine in reversed(installed()):
        source = fold_source(text)
        source.words  # noqa: B018 - the index is made once for a source, as folding is
        print_row(f"{engine}, mixed", timed(partial(match_all, source, quotations, engine), tries), count, base)
    cold = timed(lambda: match_all(fold_source(text), quotations, ""), tries)
    print_row(f"{installed()[0]}, mixed, folding and index included", cold, count, base)
    print_row("verbatim only, folded beforehand", timed(lambda: match_all(source, verbatim, ""), tries), count, base)
    cold = timed(lambda: match_all(fold_source(text), verbatim, ""), tries)
    print_row("verbatim only, folding and index included", cold, count, base)


def measure_growth(random_: random.Random, words: Sequence[str]) -> None:
    """Tell how time and memory grow with the source and with the quotation."""
    print("one quotation that is not there, and the memory of a source on top of its text (key, way back, index)")
    print(f"  {'source':>12}{'quotation':>12}{'ms':>9}{'bytes a character':>20}")
    for length, letters in ((60_000, 600), (600_000, 600), (3_000_000, 600), (600_000, 60), (600_000, 6_000)):
        text = make_text(random_, words, length)
        tracemalloc.start()
        source = fold_source(text)
        source.words  # noqa: B018 - measured
        held = tracemalloc.get_traced_memory()[0] / len(text)
        tracemalloc.stop()
        absent = " ".join(random_.choice(words) for _ in range(letters // 5))[:letters]
        match_quotation("warm the engine for this source first", source)
        seconds = timed(partial(match_quotation, absent, source), 3)
        print(f"  {len(text):>12,}{letters:>12,}{1000 * seconds:>9.2f}{held:>20.1f}")


def main() -> int:
    """Measure and print."""
    random_ = random.Random(20)
    words = make_words(random_)
    measure_mixed(random_, words, 60_000, 1_000, TRIES)
    measure_mixed(random_, words, 600_000, 1_000, 3)
    plain = make_text(random_, words, 600_000)
    curly = plain.replace(",", "’s,").replace(" the ", " “the” ")
    for name, text in (("ASCII", plain), ("with curly marks", curly)):
        seconds = timed(partial(fold_source, text))
        print(f"folding {len(text):,} characters, {name}: {len(text) / seconds / 1e6:.1f} M characters/s")
    text = make_text(random_, words, 5_000_000)
    source = fold_source(text)
    absent = " ".join(random_.choice(words) for _ in range(100))[:CUT]
    base = timed(lambda: fuzz.partial_ratio(absent, source.key), 1)
    print(f"one quotation of {CUT} characters that is not there, against {len(text):,} characters")
    print_row("rapidfuzz partial_ratio", base, 1, base)
    for engine in reversed(installed()):
        match_quotation("warm the index of this source first", source, engine=engine)
        print_row(engine, timed(partial(match_quotation, absent, source, engine=engine), 3), 1, base)
    measure_growth(random_, words)
    return 0


if __name__ == "__main__":
    sys.exit(main())
