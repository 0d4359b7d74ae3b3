"""The commands and their flags; flags that set something are made from the fields of `Settings`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from citecheck import __version__
from citecheck.errors import CitecheckError
from citecheck.settings import Settings, gather, setting_fields

if TYPE_CHECKING:
    from citecheck.records import Reference

NOT_FLAGS = {"replay", "bibliography", "annotate", "withhold", "receipt", "openalex_api_key", "crossref_plus_token"}
"""Settings without a flag: keys come from environment or file, so that they stand in no shell history."""
Command = Callable[..., Any]


class DefaultGroup(click.Group):
    """A group for which `citecheck paper.md` means `citecheck check paper.md`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        first = next((each for each in args if not each.startswith("-")), None)
        if first is not None and first not in self.commands and args[:1] not in (["--help"], ["--version"]):
            args = ["check", *args]
        return super().parse_args(ctx, args)


@click.group(cls=DefaultGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="citecheck")
def citecheck() -> None:
    """Tell whether the citations of a document can be trusted.

    `citecheck paper.md` checks a manuscript; `citecheck demo` shows what that looks like.
    """


def run(words: Sequence[str]) -> int:
    """Run the command line and give the exit code; an error is one sentence and a remedy."""
    try:
        result = citecheck.main(args=list(words), prog_name="citecheck", standalone_mode=False)
    except click.exceptions.Abort:
        return 2
    except click.ClickException as error:
        error.show()
        return 2
    except CitecheckError as error:
        click.echo(f"citecheck: {error}", err=True)
        if error.help:
            click.echo(f"help: {error.help}", err=True)
        return 2
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        click.echo("citecheck: stopped; what was answered is kept.", err=True)
        return 2
    except Exception as error:  # a fault of ours is no finding: exit code 1 would say so
        if os.environ.get("CITECHECK_TRACEBACK"):
            raise
        click.echo(f"citecheck: a fault in citecheck itself: {type(error).__name__}: {error}", err=True)
        click.echo("help: Run again with CITECHECK_TRACEBACK=1 and report what it prints.", err=True)
        return 2
    return result if isinstance(result, int) else 0


def setting_flags(*names: str) -> Callable[[Command], Command]:
    """Add a flag for each named setting, or for all of them, made from the fields of `Settings`."""

    def decorate(command: Command) -> Command:
        for name, spec in reversed(setting_fields().items()):
            if name in NOT_FLAGS or (names and name not in names):
                continue
            command = _flag(name, str(spec.type), spec.metadata)(command)
        return command

    return decorate


def _flag(name: str, kind: str, meta: Any) -> Callable[[Command], Command]:
    word = name.replace("_", "-")
    if kind == "bool":
        default_on = name in ("progress", "document_settings")
        spelled = f"--no-{word}" if default_on else f"--{word}"
        meta = {**meta, "help": f"Do not: {meta['help'][0].lower()}{meta['help'][1:]}" if default_on else meta["help"]}
        return click.option(spelled, name, flag_value="no" if default_on else "yes", default=None, help=meta["help"])
    if kind.startswith("tuple"):
        return click.option(f"--{word}", name, multiple=True, help=meta["help"])
    if meta["choices"]:
        return click.option(f"--{word}", name, type=click.Choice(meta["choices"]), help=meta["help"])
    return click.option(f"--{word}", name, metavar="N" if kind != "str" else "TEXT", help=meta["help"])


def settings_of(flags: dict[str, Any], folder: Path) -> Settings:
    """Lay flags over environment and files."""
    return gather({name: value for name, value in flags.items() if value not in (None, ())}, folder)


@citecheck.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.argument("bibliography", nargs=-1, type=click.Path(path_type=Path))
@click.option("--format", "format", help="text, concise, json or csv; text on a terminal, else concise.")
@click.option("--output", "-o", multiple=True, help="Write a report; its format by suffix. May be given several times.")
@click.option("--dry-run", is_flag=True, help="Print what would be asked, and ask nothing.")
@click.option("--quiet", "-q", is_flag=True, help="Print findings and counters nowhere; the exit code says it.")
@setting_flags()
def check(
    path: Path,
    bibliography: tuple[Path, ...],
    format: str | None,
    output: tuple[str, ...],
    dry_run: bool,
    quiet: bool,
    **flags: Any,
) -> int:
    """Check a manuscript, with the bibliographies it uses, or a bibliography alone."""
    settings = settings_of(flags, path.parent)
    if dry_run:
        return print_dry_run(path, bibliography)
    from citecheck.checking import check as check_document

    with progress(settings.progress and not quiet) as tell:
        receipt = check_document(path, bibliography, settings=settings, tell=tell)
    return deliver(receipt, settings, format=format, output=output, quiet=quiet)


def deliver(receipt: Any, settings: Settings, *, format: str | None, output: Sequence[str], quiet: bool) -> int:
    """Write the reports asked for and give the exit code."""
    from citecheck.report import exit_code, format_of, render

    for each in output:
        write_whole(Path(each), render(receipt, format_of(each)))
    if not quiet and not (output and format is None and not sys.stdout.isatty()):
        chosen = format or ("text" if wants_text() else "concise")
        click.echo(render(receipt, chosen, colour=wants_colour(), width=width()), nl=False, color=True)
    effective = receipt.settings  # with what the document itself may ask for
    return exit_code(receipt, effective["fail_on"], strict=settings.strict, offline=effective["offline"])


@citecheck.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--output", "--out", "-o", type=click.Path(path_type=Path), help="CSV file to write; standard output if none."
)
@setting_flags()
def scan(paths: tuple[Path, ...], output: Path | None, **flags: Any) -> int:
    """Scan bibliographies of any size: one CSV row for every reference, in input order."""
    settings = settings_of(flags, Path.cwd())
    from citecheck.report import ANSWERED
    from citecheck.scanning import scan as scan_files

    with progress(settings.progress) as tell:
        if output is None:
            totals = scan_files(paths, sys.stdout, settings=settings, tell=tell)
        else:
            with output.open("w", encoding="utf-8", newline="") as file:
                totals = scan_files(paths, file, settings=settings, tell=tell)
    outcomes = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in sorted(totals.outcomes.items()))
    standings = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in sorted(totals.standings.items()))
    click.echo(f"{totals.rows} rows: {outcomes or 'no reference'}; {totals.unreadable} unreadable", err=True)
    click.echo(f"standings: {standings or 'none'}; {totals.asked} requests", err=True)
    unasked = totals.outcomes.get("not_asked", 0)
    if totals.retracted and settings.fail_on != "never":
        return 1
    answered = sum(totals.outcomes.get(each, 0) for each in ANSWERED)
    nothing = unasked and not answered and not settings.offline
    return 3 if nothing or (settings.strict and unasked) else 0


@citecheck.group()
def retractions() -> None:
    """Keep a local copy of the Retraction Watch table."""


@retractions.command("import")
@click.argument("path", type=click.Path(path_type=Path))
@setting_flags("cache_dir")
def import_retractions(path: Path, **flags: Any) -> int:
    """Read the table from a file; the old one stays unless the new one is whole."""
    from citecheck.registries.retraction_watch import import_table

    status = import_table(path, Path(settings_of(flags, Path.cwd()).cache_dir))
    click.echo(f"Imported {status.count} rows, table of {status.date[:10]}, sha256 {status.sha256[:12]}….")
    return 0


@retractions.command()
@setting_flags("cache_dir")
def status(**flags: Any) -> int:
    """Say how old the local table is, and how many rows it has."""
    from citecheck.registries.retraction_watch import Table

    table = Table.open(Path(settings_of(flags, Path.cwd()).cache_dir))
    if table is None:
        click.echo("No table yet. help: citecheck retractions import FILE")
    else:
        click.echo(f"{table.count} rows, table of {table.date[:10]}, sha256 {table.sha256}")
    return 0


@citecheck.group()
def cache() -> None:
    """Show or clear what is kept of earlier answers."""


@cache.command()
@setting_flags("cache_dir")
def where(**flags: Any) -> int:
    """Print the folder."""
    click.echo(settings_of(flags, Path.cwd()).cache_dir)
    return 0


@cache.command()
@setting_flags("cache_dir")
def clear(**flags: Any) -> int:
    """Delete kept answers; the retraction table stays."""
    folder = Path(settings_of(flags, Path.cwd()).cache_dir)
    gone = [each for pattern in ("store.sqlite*", "http*.sqlite*") for each in folder.glob(pattern)]
    for each in gone:
        each.unlink()
    click.echo(f"Deleted {len(gone)} files.")
    return 0


@citecheck.command()
@click.argument("name", required=False)
def rules(name: str | None) -> int:
    """List every rule, or explain one."""
    from citecheck.rules import RULES

    if name is None:
        for rule in RULES.values():
            click.echo(f"{rule.level.value:8} {rule.id:24} {rule.when}")
        return 0
    if name not in RULES:
        raise click.UsageError(f"{name}: no such rule; `citecheck rules` lists them all.")
    rule = RULES[name]
    click.echo(f"{rule.id} ({rule.level.value})\n{rule.when}\nWhy: {rule.why}\nhelp: {rule.what_to_do}")
    return 0


@citecheck.command()
def settings() -> int:
    """List every setting, who may set it, and its default."""
    for name, spec in setting_fields().items():
        click.echo(f"{name.replace('_', '-'):20} {spec.metadata['scope']:9} {spec.metadata['help']}")
    return 0


@citecheck.group()
def receipt() -> None:
    """Read receipts."""


@receipt.command()
@click.argument("path", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--document", type=click.Path(path_type=Path, exists=True), help="Also hold this document against it.")
def verify(path: Path, document: Path | None) -> int:
    """Recompute the digests and sums of a receipt."""
    from citecheck.receipt import load_receipt, verify_receipt

    data = load_receipt(path.read_text(encoding="utf-8"))
    wrong = verify_receipt(data, document.read_bytes() if document else None)
    for each in wrong:
        click.echo(each)
    click.echo("The receipt does not hold." if wrong else "The receipt holds: digests and sums fit.")
    return 1 if wrong else 0


@citecheck.command()
@click.option("--output", "-o", multiple=True, help="Write a report; its format by suffix.")
@click.option("--format", "format", default="text", show_default=True, help="text, concise, json or csv.")
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


def print_dry_run(path: Path, bibliography: Sequence[Path]) -> int:
    """Print what would be asked of whom: identifiers, or what a reference says of its work; never a sentence."""
    from citecheck.bibliography import is_bibliography, read_bibliography
    from citecheck.manuscript import read_manuscript
    from citecheck.registries.crossref import search_words
    from citecheck.resolving.identified import ARXIV_PREFIX, doi_to_ask
    from citecheck.settings import inside

    references: list[Reference] = []
    if is_bibliography(path):
        bibliography = [path, *bibliography]
    else:
        manuscript = read_manuscript(path)
        references += manuscript.references
        named = [each for each in manuscript.bibliography_files if inside(each, path.parent)]
        bibliography = bibliography or [path.parent / each for each in named]
    for each in bibliography:
        references += read_bibliography(each).references
    for reference in references:
        doi, pmid, words = doi_to_ask(reference), reference.identifier("pmid"), search_words(reference)
        if doi:
            whom = "datacite" if doi.startswith(ARXIV_PREFIX) else "crossref"
            click.echo(f"{whom:9} {doi}  ({reference.key})")
        elif pmid:
            click.echo(f"openalex  pmid {pmid}  ({reference.key})")
        else:
            click.echo(
                f"{'search' if words else 'nothing':9} {words or 'too little is said of the work'}  ({reference.key})"
            )
    return 0


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
    import os

    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()


def width() -> int:
    """Columns of the terminal."""
    import shutil

    return shutil.get_terminal_size((100, 24)).columns


class progress:
    """Tell how far a run is, on standard error, only on a terminal."""

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted and sys.stderr.isatty()
        self.started = 0.0
        self.told = 0.0

    def __enter__(self) -> Callable[[str, int, int], None]:
        import time

        self.started = time.monotonic()
        return self.tell

    def __exit__(self, *_: object) -> None:
        if self.wanted:
            sys.stderr.write("\r\x1b[K")

    def tell(self, stage: str, done: int, of: int) -> None:
        """Rewrite the line, ten times a second at most."""
        import time

        now = time.monotonic()
        if not self.wanted or (now - self.told < 0.1 and done != of):
            return
        self.told = now
        rate = done / max(now - self.started, 0.001)
        left = f", {(of - done) / rate:.0f} s left" if of and rate else ""
        sys.stderr.write(f"\r\x1b[K{stage}: {done}{f' of {of}' if of else ''}, {rate:.0f}/s{left}")
        sys.stderr.flush()
