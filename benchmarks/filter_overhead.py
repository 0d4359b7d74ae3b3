"""Measure what the filter adds to Pandoc, on a megabyte of Markdown that cites a great deal."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import pypandoc
from measuring import PROGRAMS, measure, print_rows

SIZE = 1_000_000
REFERENCES = 400
WORDS = (
    "shade canopy street noon trees cool warm summer model reading survey the a of in under and with was were".split()
)
COPY = "#!/bin/sh\nexec cat\n"


def make_paper(size: int = SIZE) -> str:
    """Make a Markdown manuscript of about the size, the same every time."""
    draw = random.Random(1)
    parts, length = ["# Shade\n"], 0
    while length < size:
        sentences = []
        for _ in range(draw.randint(4, 9)):
            words = " ".join(draw.choices(WORDS, k=draw.randint(9, 22))).capitalize()
            quotation = ' "robust to the choice of year"' if draw.random() < 0.08 else ""
            marker = f" [{draw.randint(1, REFERENCES)}, p. {draw.randint(1, 99)}]" if draw.random() < 0.3 else ""
            sentences.append(f"{words}{quotation}{marker}.")
        parts.append(" ".join(sentences) + "\n")
        length += len(parts[-1]) + 1
    listed = (f"{each}. Author{each} A. On shade, part {each}. Journal of Shade. {1960 + each % 60};{each}:1-9. "
              f"doi:10.1234/bench.{each}" for each in range(1, REFERENCES + 1))  # fmt: skip
    return "\n".join([*parts, "# References\n", *listed, ""])


def main() -> None:
    """Measure and print."""
    pandoc = pypandoc.get_pandoc_path()
    with tempfile.TemporaryDirectory() as folder:
        paper, copy = Path(folder) / "paper.md", Path(folder) / "copy"
        paper.write_text(make_paper(), encoding="utf-8")
        copy.write_text(COPY, encoding="utf-8")
        copy.chmod(0o755)
        call = [pandoc, "paper.md", "-t", "html", "-o", "paper.html"]
        rows = [
            measure("pandoc", call, cwd=folder),
            measure("pandoc --filter (a copy)", [*call, "--filter", copy], cwd=folder),
            measure("pandoc --filter citecheck", [*call, "--filter", PROGRAMS / "citecheck"], cwd=folder),
        ]
        print_rows(f"Filter, {paper.stat().st_size / 1e6:.1f} MB of Markdown, offline, best of 3", rows)


if __name__ == "__main__":
    main()
