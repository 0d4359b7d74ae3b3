"""`demo`, `pandoc` and `filter`: citecheck shown, and citecheck under Pandoc."""

from __future__ import annotations

from pathlib import Path

import click

from citecheck.cli.output import wants_colour, width, write_whole
from citecheck.cli.root import citecheck


@citecheck.command()
@click.option("--output", "-o", multiple=True, help="Write a report; its format by suffix.")
@click.option(
    "--format", "format", default="text", show_default=True, help="text, concise, json, csv, html or markdown."
)
def demo(output: tuple[str, ...], format: str) -> int:
    """Check a bundled manuscript against bundled answers, with no network."""
    from citecheck.demo.running import run_demo
    from citecheck.report import format_of, render

    result = run_demo()
    for each in output:
        write_whole(Path(each), render(result, format_of(each)))
    click.echo(render(result, format, colour=wants_colour(), width=width()), nl=False, color=True)
    return 0


@citecheck.command(context_settings={"ignore_unknown_options": True, "help_option_names": []})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def pandoc(arguments: tuple[str, ...]) -> int:
    """Find Pandoc, put citecheck on its path, and run it with ARGUMENTS."""
    from citecheck.manuscript import run_pandoc

    return run_pandoc(arguments)


@citecheck.command("filter")
@click.argument("format", required=False)
def filter_forced(format: str | None) -> int:
    """Be the filter, whatever the environment says."""
    from citecheck.filter import run_filter

    return run_filter()
