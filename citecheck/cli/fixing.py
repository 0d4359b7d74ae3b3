"""`fix`: what is certainly wrong in a bibliography corrected in its file, or shown first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from citecheck.cli.flags import setting_flags, settings_of
from citecheck.cli.output import progress
from citecheck.cli.root import citecheck

if TYPE_CHECKING:
    from citecheck.fixing import Fixed
    from citecheck.settings import Settings

FLOORS = {"note": 0, "warning": 1, "error": 2, "never": 3}


@citecheck.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--diff", is_flag=True, help="Show what would change, as a unified diff, and write nothing.")
@click.option("--output", "-o", type=click.Path(path_type=Path), help="Write the corrected bibliography here instead.")
@click.option("--quiet", "-q", is_flag=True, help="Print nothing but the diff; the exit code says the rest.")
@setting_flags()
def fix(path: Path, diff: bool, output: Path | None, quiet: bool, **flags: Any) -> int:
    """Correct a bibliography where a registry certainly knows better: BibTeX, CSL JSON or YAML, RIS.

    Only the letters that are wrong change; what is in doubt is told and left alone.
    """
    settings = settings_of(flags, path.parent)
    from citecheck.fixing import fix_bibliography, write_fixed
    from citecheck.fixing.telling import diff_lines, report_lines, unasked
    from citecheck.report.summary import printable
    from citecheck.report.terminal import REMEDIES

    with progress(settings.progress and not quiet) as tell:
        fixed = fix_bibliography(path, settings, tell=tell)
    if diff:
        for line in diff_lines(fixed):
            click.echo(printable(line))
    elif output is not None:
        write_fixed(fixed.source, fixed.content, output)
    elif fixed.is_changed:
        write_fixed(fixed.source, fixed.content, path)
    if not quiet:
        for line in report_lines(fixed, would=diff):
            click.echo(printable(line), err=diff)
        for why, count in unasked(fixed).items():
            remedy = REMEDIES.get(why.partition(" ")[0])
            click.echo(printable(f"not asked: {count} × {why}{f'; help: {remedy}' if remedy else ''}"), err=diff)
        if not diff and (output is not None or fixed.is_changed):
            click.echo(f"written: {output or path}", err=True)
    return exit_code(fixed, settings, would=diff)


def exit_code(fixed: Fixed, settings: Settings, *, would: bool) -> int:
    """Give 1 when something is left to do, as a check would say it, or to write; 3 when it could not be asked; else 0."""
    counters = fixed.counters
    if would and fixed.is_changed:
        return 1
    wrong = any(_is_left_wrong(each) for each in fixed.outcomes)
    floor = FLOORS[settings.fail_on]
    if (wrong and floor <= 2) or (floor <= 1 and (counters["not_found"] or counters["in_doubt"])):
        return 1
    unasked = counters["not_asked"]
    answered = counters["total"] - unasked - counters["no_registry"] - counters["set_aside"]
    return 3 if unasked and (settings.strict or (not answered and not settings.offline)) else 0


def _is_left_wrong(outcome: Any) -> bool:
    """Does the identifier of a reference still lead to another work?"""
    return (
        outcome.decision == "in_doubt" and outcome.resolution is not None and outcome.resolution.outcome == "mismatched"
    )
