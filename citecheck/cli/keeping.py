"""`retractions` and `cache`: what is kept on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from citecheck.cli.flags import setting_flags, settings_of
from citecheck.cli.root import citecheck


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
