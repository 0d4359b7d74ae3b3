"""The command: a person comes in here, and so does Pandoc when it is told `--filter citecheck`.

One program, two lives. Which one is meant is told from the arguments and from standard input; `PANDOC_VERSION` alone
proves nothing, since images and jobs export it themselves. Each command's imports wait until it runs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

TREE_STARTS = (b'{"pandoc-api-version"', b'{"blocks"', b'{"meta"')
COMMANDS = (
    "cache", "check", "claims", "demo", "filter", "fix", "pandoc", "quote", "receipt", "retractions", "rules", "scan", "settings",
    "sweep",
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command, or the filter when Pandoc calls."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if is_filter_call(words, os.environ):
        from citecheck.filter import run_filter

        sys.exit(run_filter())
    from citecheck.cli.commands import run

    sys.exit(run(words))


def is_filter_call(words: Sequence[str], environ: Mapping[str, str]) -> bool:
    """Does Pandoc call us as a filter?"""
    if words[:1] == ["filter"] and not {"-h", "--help"} & set(words):
        return True
    if len(words) > 1 or (words and (words[0] in COMMANDS or words[0].startswith("-"))):
        return False
    if not words and "PANDOC_READER_OPTIONS" not in environ:
        return False
    if "PANDOC_READER_OPTIONS" in environ and _stands_tree_at_input():
        return True
    if words and Path(words[0]).is_file() and not words[0].endswith(".lua"):
        return False
    return _stands_tree_at_input()


def _stands_tree_at_input() -> bool:
    try:
        if sys.stdin is None or sys.stdin.closed or sys.stdin.isatty():
            return False
        peek = getattr(sys.stdin.buffer, "peek", None)  # a stand-in for standard input may have none
        return peek is not None and bytes(peek(32)).lstrip().startswith(TREE_STARTS)
    except (OSError, ValueError, AttributeError):
        return False
