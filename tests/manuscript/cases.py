"""The cases of this folder, as data, and the helpers that several tests share."""

from __future__ import annotations

import json
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import Any

import pypandoc

from citecheck.records import Manuscript, MarkerState

DATA = Path(__file__).parent / "data"
FIXTURES = Path(__file__).parent.parent.parent / "fixtures" / "manuscripts"
MARKDOWN = "markdown+wikilinks_title_after_pipe+lists_without_preceding_blankline"


def load_cases(name: str) -> list[dict[str, Any]]:
    """Load the cases of a file, one a line."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines() if line]


@lru_cache(maxsize=200)
def tree_of(text: str, format: str = MARKDOWN) -> str:
    """Give Pandoc's tree of a text, as JSON."""
    command = [pypandoc.get_pandoc_path(), "-f", format, "-t", "json"]
    return subprocess.run(command, input=text, capture_output=True, check=True, encoding="utf-8").stdout


def bound(manuscript: Manuscript) -> list[str]:
    """Give the raw text of the bound markers."""
    return [each.raw for each in manuscript.markers if each.state is MarkerState.BOUND]


def targets(manuscript: Manuscript) -> list[tuple[str, ...]]:
    """Give the targets of all markers."""
    return [each.targets for each in manuscript.markers]


def with_list(sentence: str, last: int = 9) -> str:
    """Put a numbered reference list behind a sentence."""
    entries = "\n".join(
        f"{n}. Author{n} A. A title of number {n}. Journal of Tests. 20{n:02}." for n in range(1, last + 1)
    )
    return f"{sentence}\n\n## References\n\n{entries}\n"


def states(manuscript: Manuscript) -> list[tuple[tuple[str, ...], str]]:
    """Give targets and state of all markers."""
    return [(each.targets, each.state.value) for each in manuscript.markers]


def spots(manuscript: Manuscript) -> list[tuple[str, int | None, int | None]]:
    """Give raw text, line and column of all markers."""
    return [(each.raw, each.place.line, each.place.column) for each in manuscript.markers]
