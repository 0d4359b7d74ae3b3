"""Measure reading: a megabyte of Markdown with 2,000 markers, without Pandoc and through its tree; and a vault of 1,000 notes."""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

import pypandoc
from measuring import measure, print_rows

SIZE = 1_000_000
MARKERS = 2_000
NOTES = 1_000
WORDS = (
    "shade canopy street noon trees cool warm summer model reading survey the a of in under and with was were".split()
)
READ = """
import sys
from citecheck import read_manuscript
manuscript = read_manuscript(sys.argv[1], format=sys.argv[2], notes=sys.argv[3] or None)
assert len(manuscript.markers) >= int(sys.argv[4])
"""
BARE = "import sys; from citecheck import read_manuscript"


def make_paper(size: int, markers: int) -> str:
    """Make a manuscript of about the size with so many markers of several styles, the same every time."""
    draw = random.Random(2)
    pieces, length, made = ["# Shade\n"], 0, 0
    while length < size:
        words = " ".join(draw.choices(WORDS, k=draw.randint(9, 22))).capitalize()
        due = made < markers * length / size
        marker = (
            draw.choice([" [{0}]", " [{0}, p. 3]", " (Abel{0}, 19{0:02})", ".^{0}^", " [@key{0}]"]).format(
                made % 90 + 1
            )
            if due
            else ""
        )
        made += due
        pieces.append(f"{words}{marker}." + ("\n\n" if draw.random() < 0.15 else " "))
        length += len(pieces[-1])
    listed = (f"{each}. Abel{each} A. On shade, part {each}. Journal of Shade. 19{each:02}." for each in range(1, 91))
    return "".join([*pieces, "\n\n# References\n\n", "\n".join(listed), "\n"])


def make_vault(folder: Path) -> str:
    """Write the notes, in ten folders, and give a report that links to each of them."""
    for each in range(NOTES):
        note = folder / f"area{each % 10}" / f"abel{each}-shade.md"
        note.parent.mkdir(parents=True, exist_ok=True)
        head = f'---\ntitle: "On shade, part {each}"\nauthors: [Abel, A]\nyear: 2001\ndoi: 10.1234/shade.{each}\n'
        head += f"aliases: [shade {each}]\n---\n"
        note.write_text(head + "A remark about shade and noon. " * 100, encoding="utf-8")
    return "\n\n".join(
        f"Shade in the streets was found to cool them, part {each} [[abel{each}-shade]]." for each in range(NOTES)
    )


def main() -> None:
    """Measure and print."""
    pandoc = pypandoc.get_pandoc_path()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paper, report = folder / "paper.md", folder / "report.md"
        paper.write_text(make_paper(SIZE, MARKERS), encoding="utf-8")
        report.write_text(make_vault(folder / "notes"), encoding="utf-8")
        call: list[str | Path] = [sys.executable, "-c", READ, paper]
        rows = [
            measure("import citecheck", [sys.executable, "-c", BARE]),
            measure("read, without Pandoc", [*call, "markdown", "", "1900"]),
            measure("pandoc -t json", [pandoc, paper, "-t", "json", "-o", folder / "paper.json"]),
            measure("read Pandoc's tree", [sys.executable, "-c", READ, folder / "paper.json", "json", "", "1900"]),
            measure("vault of 1,000 notes", [sys.executable, "-c", READ, report, "markdown", folder / "notes", "1000"]),
        ]
        print_rows(f"Reading, {paper.stat().st_size / 1e6:.1f} MB of Markdown with {MARKERS} markers, best of 3", rows)


if __name__ == "__main__":
    main()
