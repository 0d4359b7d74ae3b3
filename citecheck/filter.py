"""The filter: Pandoc's tree in, the same bytes out, findings on standard error.

A filter that fails takes the whole build with it (Pandoc's exit 83, no document), so nothing here may: whatever
happens, the document comes back, with one warning. Only `fail-on`, asked for by the document or the environment, lets it fail.
"""

from __future__ import annotations

import contextlib
import gc
import json
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

FILTER_TIME_LIMIT = 30.0
"""Seconds a filter may ask for; the rest is not asked (time). Guarded by the filter's tests."""


def main() -> None:
    """Run as `pandoc-citecheck`: always the filter."""
    sys.exit(run_filter())


def run_filter() -> int:
    """Read the tree from standard input, write the same bytes, tell findings on standard error; give the exit code."""
    gc.disable()  # a tree of a million small objects lives until the process ends, and looking for garbage in it is in vain
    content = _read_input()
    code = 0
    try:
        code = _check_tree(content)
    except Exception as error:  # the document must come back, whatever failed
        _warn(f"nothing checked: {error or type(error).__name__}")
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
    return code


def _read_input() -> bytes:
    """Read standard input whole, and load what a check needs meanwhile: Pandoc is still writing."""
    pieces: list[bytes] = []
    reader = threading.Thread(target=lambda: pieces.append(sys.stdin.buffer.read()))
    reader.start()
    with contextlib.suppress(Exception):  # what cannot be loaded is told when it is used
        import citecheck.checking
        import citecheck.manuscript
        import citecheck.report.concise  # noqa: F401
    reader.join()
    return b"".join(pieces)


def _check_tree(content: bytes) -> int:
    from citecheck.checking import check_manuscript
    from citecheck.manuscript import read_pandoc
    from citecheck.report import exit_code, render
    from citecheck.settings import coerce, gather

    try:
        tree: Any = json.loads(content)
    except ValueError:
        _warn("nothing checked: standard input is not Pandoc's JSON")
        return 0
    if not isinstance(tree, dict) or "blocks" not in tree:
        _warn("nothing checked: standard input is not Pandoc's JSON")
        return 0
    settings = gather({}, Path.cwd())
    manuscript = read_pandoc(tree, settings=settings)
    settings = replace(settings, time_limit=settings.time_limit or FILTER_TIME_LIMIT)
    receipt = check_manuscript(manuscript, (), settings, content=content, folder=Path.cwd())
    sys.stderr.write(render(receipt, "concise"))
    asked = dict(manuscript.settings) if settings.document_settings else {}
    wanted = next((asked[name] for name in ("fail-on", "fail_on") if name in asked), None)
    if wanted is None:
        wanted = _fail_on_of_environment()
    if wanted is None:
        return 0
    return exit_code(receipt, coerce("fail_on", wanted), offline=True)


def _fail_on_of_environment() -> str | None:
    import os

    return os.environ.get("CITECHECK_FAIL_ON")


def _warn(message: str) -> None:
    sys.stderr.write(f"citecheck: warning: {message}\n")
