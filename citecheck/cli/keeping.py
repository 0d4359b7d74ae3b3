"""`retractions` and `cache`: what is kept on this machine."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from citecheck.cli.flags import setting_flags, settings_of
from citecheck.cli.root import citecheck

if TYPE_CHECKING:
    from citecheck.registries.retraction_watch import TableStatus


@citecheck.group()
def retractions() -> None:
    """Keep a local copy of the Retraction Watch table."""


@retractions.command()
@setting_flags("cache_dir", "retractions_url", "offline")
def update(**flags: Any) -> int:
    """Download the table, if there is a newer one; the old one stays unless the new one is whole."""
    from citecheck.door import Door
    from citecheck.errors import AskError
    from citecheck.registries.retraction_download import download_table

    settings = settings_of(flags, Path.cwd())
    try:
        with Door(settings) as door:
            status, is_new = download_table(door, Path(settings.cache_dir), settings.retractions_url)
    except AskError as error:
        click.echo(f"citecheck: the table was not updated: {error}", err=True)
        click.echo(
            "help: Run it again later, or download the file elsewhere: citecheck retractions import FILE", err=True
        )
        return 3
    click.echo(f"{'Updated' if is_new else 'There is no newer one'}: {describe_table(status)}.")
    return 0


@retractions.command("import")
@click.argument("path", type=click.Path(path_type=Path))
@setting_flags("cache_dir")
def import_retractions(path: Path, **flags: Any) -> int:
    """Read the table from a file; the old one stays unless the new one is whole."""
    from citecheck.registries.retraction_watch import import_table

    status = import_table(path, Path(settings_of(flags, Path.cwd()).cache_dir))
    click.echo(f"Imported: {describe_table(status)}.")
    return 0


@retractions.command()
@setting_flags("cache_dir")
def status(**flags: Any) -> int:
    """Say how old the local table is, how many rows it has, and where it lies."""
    from citecheck.registries.retraction_watch import FILE, STALE_DAYS, Table

    folder = Path(settings_of(flags, Path.cwd()).cache_dir)
    table = Table.open(folder)
    if table is None:
        click.echo(f"No table yet in {folder}.\nhelp: citecheck retractions update")
        return 0
    age = table.status.age()
    click.echo(f"{describe_table(table.status)}, {age} day{'' if age == 1 else 's'} old")
    click.echo(f"read from {table.status.source or 'a file'}, sha256 {table.sha256}")
    click.echo(f"kept in {folder / FILE}")
    newest = table.status.newest
    if age <= STALE_DAYS and len(newest) == 10 and table.status.age(datetime.fromisoformat(newest)) < -STALE_DAYS:
        click.echo(f"Its newest event is of {newest}: perhaps the file is older than its date.")
    if age > STALE_DAYS:
        click.echo(
            f"It is older than {STALE_DAYS} days: newer retractions are not in it.\nhelp: citecheck retractions update"
        )
    return 0


def describe_table(status: TableStatus) -> str:
    """Say in one line what a table holds."""
    newest = f", newest event of {status.newest}" if status.newest else ""
    return f"{status.count:,} rows, table of {status.date[:10]}{newest}"


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
