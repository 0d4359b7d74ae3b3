"""Measure a whole check of a report of forty pages: 300 citations, 100 local sources, cold and warm."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from measuring import PROGRAMS, measure, print_rows

from citecheck.demo.replay import ReplayServer

SOURCES, CITATIONS, SOURCE_SENTENCES = 100, 300, 700
SYLLABLES = "ba ca do fe gi ha jo ku la me ni po qua ri so tu ve wi xo yu za".split()
JOINTS = "the of and in under with near over by from".split()


def make_words(count: int = 4000) -> list[str]:
    """Make a vocabulary of the size that articles have: with a few words only, every sentence would share terms with all."""
    draw = random.Random(3)
    return ["".join(draw.choices(SYLLABLES, k=draw.randint(2, 4))) for _ in range(count)]


WORDS = make_words()


def make_sentence(draw: random.Random) -> str:
    """Make a sentence of a source."""
    words = [draw.choice(WORDS if place % 2 else JOINTS) for place in range(draw.randint(9, 18))]
    return " ".join(words).capitalize() + f" {draw.randint(2, 98)}.{draw.randint(1, 9)} per cent."


def make_source(number: int) -> str:
    """Make the text of a source, some 60,000 characters, the same every time."""
    draw = random.Random(number)
    return f"Shade, part {number}\n\n" + " ".join(make_sentence(draw) for _ in range(SOURCE_SENTENCES))


def make_report(folder: Path) -> Path:
    """Write sources and a report that quotes, changes and paraphrases them."""
    draw = random.Random(7)
    texts = [make_source(number) for number in range(1, SOURCES + 1)]
    (folder / "papers").mkdir()
    for number, text in enumerate(texts, 1):
        (folder / "papers" / f"10.1234_bench.{number}.txt").write_text(text, encoding="utf-8")
    lines = ["# Shade\n"]
    for place in range(CITATIONS):
        number = 1 + place % SOURCES
        sentence = draw.choice(texts[number - 1].split(". ")[5:-5])
        kind = place % 3
        if kind == 0:
            lines.append(f'They found that "{sentence[:90].rsplit(" ", 1)[0]}" [{number}].')
        elif kind == 1:
            lines.append(f'They found that "{sentence[:90].rsplit(" ", 1)[0].replace("the", "no", 1)}" [{number}].')
        else:
            lines.append(f"{sentence} [{number}].")
        if place % 4 == 3:
            lines.append("\n" + " ".join(make_sentence(draw) for _ in range(5)) + "\n")
    listed = (f"{each}. Adler B. Shade, part {each}, and what it means. Journal of Shade. {1960 + each % 60};{each}:1-9. "
              f"doi:10.1234/bench.{each}" for each in range(1, SOURCES + 1))  # fmt: skip
    path = folder / "report.md"
    path.write_text("\n".join([*lines, "\n# References\n", *listed, ""]), encoding="utf-8")
    return path


def main() -> None:
    """Measure and print."""
    people = [{"family": "Adler", "given": "Bo"}]
    records = [
        {"DOI": f"10.1234/bench.{each}", "title": [f"Shade, part {each}, and what it means"], "author": people}
        for each in range(1, SOURCES + 1)
    ]
    with tempfile.TemporaryDirectory() as name, ReplayServer(crossref=records) as server:
        folder = Path(name)
        report = make_report(folder)
        environ = {
            "CITECHECK_REPLAY": server.address,
            "CITECHECK_CACHE_DIR": str(folder / "cache"),
            "CITECHECK_OFFLINE": "no",
        }
        call: list[str | Path] = [
            PROGRAMS / "citecheck",
            "check",
            report,
            "--mailto",
            "bench@example.org",
            "--fail-on",
            "never",
            "--quiet",
        ]
        papers: list[str | Path] = [*call, "--papers", folder / "papers"]
        rows = [
            measure("references only, cold", call, cwd=name, tries=1, environ=environ),
            measure("references only, warm", call, cwd=name, environ=environ),
            measure("with 100 sources, warm", papers, cwd=name, tries=1, environ=environ),
        ]
        print_rows(f"A report of {report.stat().st_size / 1e3:.0f} kB, {CITATIONS} citations, {SOURCES} sources", rows)


if __name__ == "__main__":
    main()
