"""Quotations planted from real articles: a folder of JATS, PDF or other files is read, and sentences of each are quoted.

    python benchmarks/real_articles.py FOLDER [--count 40] [--seed 1] [--show 20]

Some are quoted as a writer copies them, some with one known change, some from another article of the folder. Every verdict
that is not what the change deserves is printed beside the source's words, to be looked at by eye: now and then the article
itself is at fault.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from citecheck.errors import ExtractError
from citecheck.extract.formats import BY_SUFFIX
from citecheck.fulltexts.folder import read_file
from citecheck.fulltexts.thinness import make_fulltext
from citecheck.lexicon.antonyms import PAIRS
from citecheck.lexicon.hedges import DIRECTIONS, HEDGES
from citecheck.quoting import FoldedSource, fold_source, match_quotation
from citecheck.quoting.passages import key_of
from citecheck.records import QuoteMatch
from citecheck.text.sentences import split_sentences

FEWEST_WORDS, MOST_WORDS = 9, 45
VERBATIM = ("verbatim",)
NEAR = ("near_verbatim", "altered")
CHANGED = ("altered", "interleaved")
GONE = ("absent", "not_checked")
_NUMBER = re.compile(r"(?<![\w.,–-])\d+(?:\.\d+)?(?![\w.,–-]|\s?[\])])")
_BE = re.compile(r"\b(is|are|was|were|can|may|will|has|have)\b(?! not| no\b)")
_NOT = re.compile(r"\b(?:is|are|was|were|did|does|do|has|have|could|can) not\b")
_OPPOSITE = {one: other for pair in PAIRS for one, other in [pair.split(":")]}
_OPPOSITE |= {"increased": "decreased", "higher": "lower", "more": "less", "increase": "decrease", "before": "after"}
Change = Callable[[str, random.Random], str]
"""Gives a changed sentence, or nothing where it cannot be changed so."""


def main() -> int:
    """Read, plant, match and print."""
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    words.add_argument("folder", type=Path)
    words.add_argument("--count", type=int, default=40, help="sentences of each article")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--show", type=int, default=20, help="disagreements that are printed")
    given = words.parse_args()
    articles = read_articles(given.folder)
    if not articles:
        print(f"{given.folder}: no file that gives a text.", file=sys.stderr)
        return 2
    wrong: list[tuple[str, str, str, QuoteMatch]] = []
    tally: dict[str, Counter[str]] = {}
    began, planted = time.process_time(), 0
    for at, article in enumerate(articles):
        random_ = random.Random(f"{given.seed}:{article.name}")
        chosen = choose_sentences(article, random_, given.count)
        others = choose_sentences(articles[at - 1], random_, given.count // 4) if len(articles) > 1 else []
        for kind, meant, exact in plant(chosen, others, article, random_):
            match = match_quotation(exact, article)
            planted += 1
            right = match.status.value in meant
            tally.setdefault(kind, Counter())["right" if right else match.status.value] += 1
            if not right:
                wrong.append((kind, article.name, exact, match))
    seconds = time.process_time() - began
    print(f"{planted:,} quotations planted in {len(articles)} articles, {seconds:.1f} s")
    print_tally(tally)
    for each in wrong[: given.show]:
        print_wrong(*each)
    return 1 if any(kind in CHANGES and match.status == "verbatim" for kind, _, _, match in wrong) else 0


def read_articles(folder: Path) -> list[FoldedSource]:
    """Read every file of the folder that gives a text, and fold it; tell of those that give none."""
    found = []
    for path in sorted(each for each in folder.rglob("*") if each.suffix.lower() in BY_SUFFIX and each.is_file()):
        try:
            text = make_fulltext(path.name, read_file(path), origin=str(path))
        except ExtractError as error:
            print(f"{error}", file=sys.stderr)
            continue
        print(f"{path.name}: {len(text.text):,} characters, {text.extent}, {len(text.pages)} pages")
        found.append(fold_source(text))
    return found


def choose_sentences(article: FoldedSource, random_: random.Random, count: int) -> list[str]:
    """Take sentences as a writer would copy them: on one line, words that a line breaks made whole."""
    # Page heads are masked by line ends; a sentence goes on behind them.
    text = re.sub(r"[\n\f]{2,}(?=[a-z])", "\n", article.masked)
    text = re.sub(r"(?<=[a-z])-\n(?=[a-z])", "", text)
    blocks = re.split(r"\n\s*\n|\f", text)
    sentences = []
    for block in blocks:
        for start, end in split_sentences(block):
            sentence = " ".join(block[start:end].split())
            letters = sum(each.isalpha() or each == " " for each in sentence)
            words = sentence.split()
            whole = sentence[:1].isupper() and sentence.endswith(".")
            if FEWEST_WORDS <= len(words) <= MOST_WORDS and whole and letters > 0.8 * len(sentence):
                sentences.append(sentence)
    return random_.sample(sentences, min(count, len(sentences)))


def _elide(sentence: str, random_: random.Random) -> str:
    words = sentence.split()
    start = random_.randrange(3, len(words) - 5)
    gone = " ".join(words[start : start + 2])
    if re.search(r"[.!?;:()\[\]\d]|\b(?:no|not|nor|never|without|except|n't|un\w+|in\w+|non\w*)\b", gone):
        return ""
    return " ".join([*words[:start], random_.choice(["…", "[...]", "..."]), *words[start + 2 :]])


def _trim(sentence: str, random_: random.Random) -> str:
    words = sentence.split()[1:-1]
    kept = " ".join(words)
    edges = (words[0], words[-1], sentence.split()[0], sentence.split()[-1])
    return kept if all(re.fullmatch(r"[A-Za-z]{2,},?\.?", each) for each in edges) else ""


def _number(sentence: str, random_: random.Random) -> str:
    found = list(_NUMBER.finditer(sentence))
    if not found:
        return ""
    one = random_.choice(found)
    digit = str((int(one[0][0]) + random_.randint(1, 7)) % 9 + 1)
    return sentence[: one.start()] + digit + one[0][1:] + sentence[one.end() :] if digit != one[0][0] else ""


def _exchange(table: dict[str, str]) -> Change:
    def change(sentence: str, random_: random.Random) -> str:
        words = sentence.split(" ")
        places = [at for at, word in enumerate(words) if word in table]
        if not places:
            return ""
        at = random_.choice(places)
        return " ".join([*words[:at], table[words[at]], *words[at + 1 :]])

    return change


def _drop(words_: frozenset[str]) -> Change:
    def change(sentence: str, random_: random.Random) -> str:
        words = sentence.split(" ")
        places = [at for at, word in enumerate(words) if word in words_ and at]
        at = random_.choice(places) if places else -1
        return " ".join([*words[:at], *words[at + 1 :]]) if at > 0 else ""

    return change


def _reworded(sentence: str, random_: random.Random) -> str:
    words = sentence.split(" ")
    long = [at for at, word in enumerate(words) if at and re.fullmatch(r"[a-z]{6,}", word)]
    if not long:
        return ""
    at = random_.choice(long)
    return " ".join([*words[:at], "quuxing", *words[at + 1 :]])


COPIES: dict[str, Change] = {
    "copied": lambda s, r: s,
    "without its stop": lambda s, r: s.rstrip("."),
    "in a bracket": lambda s, r: f"[{s[0].lower()}]{s[1:]}" if s[1:2].isalpha() else "",
    "in capitals": lambda s, r: s.upper() if not re.search(r"[µμßℓ]|\d\s?m[a-zA-Z]?\b", s) else "",
    "marks made straight": lambda s, r: s.translate(str.maketrans("“”‘’–", "\"\"''-")),
    "cut at words": _trim,
    "elided": _elide,
}
CHANGES: dict[str, Change] = {
    "number": _number,
    "negated": lambda s, r: _BE.sub(r"\1 not", s, count=1) if _BE.search(s) else "",
    "affirmed": lambda s, r: _NOT.sub(lambda each: each[0][:-4], s, count=1) if _NOT.search(s) else "",
    "opposite": _exchange(_OPPOSITE),
    "hedge dropped": _drop(HEDGES),
    "direction dropped": _drop(
        DIRECTIONS - {"not", "no", "up", "under", "over", "left", "right", "like", "first", "last"}
    ),
    "reworded": _reworded,
}


def plant(
    chosen: Sequence[str], others: Sequence[str], article: FoldedSource, random_: random.Random
) -> list[tuple[str, tuple[str, ...], str]]:
    """Give quotations with what was done to them, and what they may be called."""
    found: list[tuple[str, tuple[str, ...], str]] = [
        (kind, VERBATIM, exact) for each in chosen for kind, copy in COPIES.items() if (exact := copy(each, random_))
    ]
    for each in chosen:
        for kind, change in CHANGES.items():
            if exact := change(each, random_):
                found.append((kind, NEAR if kind == "reworded" else CHANGED, exact))
    found += [("of another article", GONE, each) for each in others if key_of(each) not in article.key]
    return found


def print_tally(tally: dict[str, Counter[str]]) -> None:
    """Print what became of each kind."""
    for kind, counted in tally.items():
        wrong = ", ".join(f"{count} {status}" for status, count in counted.items() if status != "right")
        print(f"  {kind:22}{counted['right']:>6} of {counted.total():<6}{wrong}")


def print_wrong(kind: str, name: str, exact: str, match: QuoteMatch) -> None:
    """Print one disagreement, with the source's words."""
    print(f"\n{kind}, {name}: {match.status} {match.why_not}")
    print(f"    quoted {exact}")
    for each in match.passages[:2]:
        print(f"    source {' '.join(each.text.split())}")
    for change in match.changes[:4]:
        print(f"    {change.kind}: {change.quoted!r} {change.source!r}")


if __name__ == "__main__":
    sys.exit(main())
