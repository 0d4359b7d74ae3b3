"""`sweep`: what became known of an earlier run's works since."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from citecheck.cli.flags import setting_flags, settings_of
from citecheck.cli.output import progress, write_whole
from citecheck.cli.root import citecheck

if TYPE_CHECKING:
    from citecheck.resweeping import KnownWork


@citecheck.command()
@click.argument("receipts", nargs=-1, required=True, metavar="RECEIPT...", type=click.Path(path_type=Path))
@click.option("--format", "format", type=click.Choice(["text", "markdown", "json"]), default="text", show_default=True)
@click.option(
    "--output",
    "-o",
    multiple=True,
    help="Write the news to .txt, .md or .json; the .json is a RECEIPT for the next sweep. May be given several times.",
)
@click.option("--quiet", "-q", is_flag=True, help="Print nothing; the exit code says whether there is news.")
@setting_flags(
    "cache_dir", "mailto", "fail_on", "offline", "strict", "all_signals", "time_limit", "connect_timeout", "read_timeout",
    "progress",
)  # fmt: skip
def sweep(receipts: tuple[Path, ...], format: str, output: tuple[str, ...], quiet: bool, **flags: Any) -> int:
    """Ask afresh for updates of the works in receipts, and print what is new since.

    Ends with 0 when nothing is new at or above --fail-on, with 1 when something is, with 2 when a receipt cannot be read, and
    with 3 when nothing could be asked.
    """
    from citecheck.errors import ReceiptError
    from citecheck.report.news import FORMATS, render_sweep, sweep_exit_code
    from citecheck.resweeping import read_earlier, sweep_again

    settings = settings_of(flags, Path.cwd())
    known: list[KnownWork] = []
    for path in receipts:
        try:
            known += read_earlier(path.read_text(encoding="utf-8"), str(path))
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
            raise ReceiptError(f"{path}: {reason or error}.", help="Check the path.") from error
    for each in output:
        check_output(Path(each), receipts, tuple(FORMATS))
    with progress(settings.progress and not quiet) as tell:
        swept = sweep_again(known, settings, tell=tell)
    for each in output:
        write_whole(Path(each), render_sweep(swept, FORMATS[Path(each).suffix.lower()]))
        if not quiet:
            click.echo(f"written: {each}", err=True)
    if not quiet and not (output and format == "text" and not sys.stdout.isatty()):
        click.echo(render_sweep(swept, format), nl=False)
    return sweep_exit_code(swept, settings.fail_on, strict=settings.strict, offline=settings.offline)


def check_output(path: Path, receipts: tuple[Path, ...], suffixes: tuple[str, ...]) -> None:
    """Refuse a suffix of no format, and a receipt's own place: a receipt is the record of a run, and is not written over.

    Raises:
        click.UsageError: the output cannot be written there.
    """
    if path.suffix.lower() not in suffixes:
        raise click.UsageError(f"{path}: no format of a sweep has this suffix; use one of {', '.join(suffixes)}.")
    for each in receipts:
        if path.exists() and path.samefile(each) and b"citecheck-sweep/" not in path.read_bytes():
            raise click.UsageError(f"{path}: is a receipt itself; name another file.")
