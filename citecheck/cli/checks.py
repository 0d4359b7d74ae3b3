"""`check` and `scan`: one document, or bibliographies of any size."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from citecheck.cli.flags import setting_flags, settings_of
from citecheck.cli.output import deliver, progress, write_whole
from citecheck.cli.root import citecheck

if TYPE_CHECKING:
    from citecheck.records import Reference


@citecheck.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.argument("bibliography", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--format",
    "format",
    help="text, concise, json, csv, html, markdown or quotations; text on a terminal, else concise.",
)
@click.option(
    "--output",
    "-o",
    multiple=True,
    help="Write a report; its format by suffix, and quotations.csv the quotations not found as they stand. May be given several"
    " times.",
)
@click.option("--dry-run", is_flag=True, help="Print what would be asked, and ask nothing.")
@click.option("--quiet", "-q", is_flag=True, help="Print findings and counters nowhere; the exit code says it.")
@click.option(
    "--write-baseline", metavar="FILE", help="Write the findings as a baseline, which sets them aside from then on."
)
@setting_flags("baseline", "against")
@setting_flags()
def check(
    path: Path,
    bibliography: tuple[Path, ...],
    format: str | None,
    output: tuple[str, ...],
    dry_run: bool,
    quiet: bool,
    write_baseline: str | None,
    **flags: Any,
) -> int:
    """Check a manuscript, with the bibliographies it uses, or a bibliography alone."""
    settings = settings_of(flags, path.parent)
    if dry_run:
        return print_dry_run(path, bibliography, all_signals=settings.all_signals)
    from citecheck.checking import check as check_document

    with progress(settings.progress and not quiet) as tell:
        receipt = check_document(path, bibliography, settings=settings, tell=tell)
    code = deliver(receipt, settings, format=format, output=output, quiet=quiet)
    if write_baseline is None:
        return code
    from citecheck.ignores.baselines import write_baseline as written

    write_whole(Path(write_baseline), written(receipt.findings))
    click.echo(f"written: {write_baseline}", err=True)
    return 0 if code == 1 else code  # what was found is accepted


def print_dry_run(path: Path, bibliography: Sequence[Path], *, all_signals: bool = False) -> int:
    """Print what would be asked of whom: identifiers, or what a reference says of its work; never a sentence."""
    from citecheck.bibliography import is_bibliography, read_bibliography
    from citecheck.manuscript import read_manuscript
    from citecheck.registries.crossref import search_words
    from citecheck.resolving.books import isbn_to_ask
    from citecheck.resolving.identified import ARXIV_PREFIX
    from citecheck.resolving.readings import doi_to_ask
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
            if isbn := isbn_to_ask(reference):
                click.echo(f"{'isbn':9} {isbn}  ({reference.key}; open library)")
            click.echo(
                f"{'search' if words else 'nothing':9} {words or 'too little is said of the work'}  ({reference.key})"
            )
        if doi.startswith(ARXIV_PREFIX):
            click.echo(f"{'arxiv':9} {doi.removeprefix(ARXIV_PREFIX)}  ({reference.key})")
        if all_signals and (doi or pmid):
            click.echo(
                f"{'updates':9} {doi or f'pmid {pmid}'}  ({reference.key}; openalex, crossref, pubmed, europepmc)"
            )
    if references and not all_signals:
        click.echo(
            f"{'updates':9} DOIs and PubMed ids of works that crossref or the retraction table names: "
            "openalex, crossref, pubmed, europepmc"
        )
    return 0


@citecheck.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--output",
    "--out",
    "-o",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Write .csv, .jsonl, .json or .md, by suffix; standard output if none. May be given several times.",
)
@click.option(
    "--format", "format", default="csv", show_default=True, help="csv, jsonl, json or markdown, at standard output."
)
@setting_flags()
def scan(paths: tuple[Path, ...], output: tuple[Path, ...], format: str, **flags: Any) -> int:
    """Scan bibliographies of any size: one row for every reference, in input order, and a summary at the end."""
    settings = settings_of(flags, Path.cwd())
    from citecheck.report import ANSWERED
    from citecheck.scanning import scan_into
    from citecheck.scanning.writing import format_of, open_writer, text_of

    formats = {path: format_of(path) for path in output}
    with ExitStack() as files, progress(settings.progress) as tell:
        writers = [
            (open_writer(formats[path], file := files.enter_context(_open_output(path))), file) for path in output
        ]
        totals = scan_into(
            paths, writers or [(open_writer(format, sys.stdout), sys.stdout)], settings=settings, tell=tell
        )
    click.echo(text_of(totals), err=True)
    unasked = totals.outcomes.get("not_asked", 0)
    if totals.is_at_or_above(settings.fail_on):
        return 1
    answered = sum(totals.outcomes.get(each, 0) for each in ANSWERED)
    if totals.failed:
        return 2
    nothing = unasked and not answered and not settings.offline
    return 3 if nothing or (settings.strict and unasked) else 0


def _open_output(path: Path) -> IO[str]:
    try:
        return path.open("w", encoding="utf-8", newline="")
    except OSError as error:
        raise click.FileError(str(path), hint=error.strerror or str(error)) from error
