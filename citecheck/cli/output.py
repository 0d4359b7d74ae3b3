"""What a command gives: reports to files and terminal, progress on standard error, the exit code."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from citecheck.settings import Settings


def deliver(receipt: Any, settings: Settings, *, format: str | None, output: Sequence[str], quiet: bool) -> int:
    """Write the reports asked for and give the exit code."""
    from citecheck.report import exit_code, format_of, render

    for each in output:
        write_whole(Path(each), render(receipt, format_of(each)))
        if not quiet:
            click.echo(f"written: {each}", err=True)
    if not quiet and not (output and format is None and not sys.stdout.isatty()):
        chosen = format or ("text" if wants_text() else "concise")
        click.echo(render(receipt, chosen, colour=wants_colour(), width=width()), nl=False, color=True)
    effective = receipt.settings  # with what the document itself may ask for
    return exit_code(receipt, effective["fail_on"], strict=settings.strict, offline=effective["offline"])


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8", newline="")
        part.replace(path)
    except OSError as error:
        raise click.FileError(str(path), hint=error.strerror or str(error)) from error


def wants_text() -> bool:
    """Is a person reading?"""
    return sys.stdout.isatty()


def wants_colour() -> bool:
    """May the output be coloured? `NO_COLOR` and `FORCE_COLOR` win over the terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()


def width() -> int:
    """Columns of the terminal."""
    return shutil.get_terminal_size((100, 24)).columns


class progress:
    """Tell how far a run is, on standard error, only on a terminal."""

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted and sys.stderr.isatty()
        self.started = 0.0
        self.told = 0.0

    def __enter__(self) -> Callable[[str, int, int], None]:
        self.started = time.monotonic()
        return self.tell

    def __exit__(self, *_: object) -> None:
        if self.wanted:
            sys.stderr.write("\r\x1b[K")

    def tell(self, stage: str, done: int, of: int) -> None:
        """Rewrite the line, ten times a second at most."""
        now = time.monotonic()
        if not self.wanted or (now - self.told < 0.1 and done != of):
            return
        self.told = now
        rate = done / max(now - self.started, 0.001)
        left = f", {(of - done) / rate:.0f} s left" if of and rate else ""
        sys.stderr.write(f"\r\x1b[K{stage}: {done}{f' of {of}' if of else ''}, {rate:.0f}/s{left}")
        sys.stderr.flush()
