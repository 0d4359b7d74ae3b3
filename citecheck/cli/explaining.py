"""`rules` and `settings`: every rule and every setting, explained; `receipt`: receipts read back."""

from __future__ import annotations

from pathlib import Path

import click

from citecheck.cli.root import citecheck
from citecheck.settings import Settings, setting_fields


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
    defaults = Settings()
    for name, spec in setting_fields().items():
        default = getattr(defaults, name)
        shown = (
            ""
            if spec.metadata["scope"] == "secret" or name == "cache_dir" or default in ("", (), None)
            else f" [{default}]"
        )
        click.echo(f"{name.replace('_', '-'):20} {spec.metadata['scope']:9} {spec.metadata['help']}{shown}")
    click.echo(
        "\nrun: flags, environment and settings files; document: its own metadata too; secret: not in shell history."
    )
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
