"""Flags that set something, made from the fields of `Settings`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from citecheck.settings import Settings, gather, setting_fields

NOT_FLAGS = frozenset(
    "replay bibliography references lang annotate withhold receipt openalex_api_key crossref_plus_token baseline"
    " against retractions_url".split()
)
"""Settings without a flag, or with one at the commands that name it. Keys come from environment or file, so that they stand
in no shell history."""
Command = Callable[..., Any]


def setting_flags(*names: str) -> Callable[[Command], Command]:
    """Add a flag for each named setting, or for all that every command takes, made from the fields of `Settings`."""

    def decorate(command: Command) -> Command:
        for name, spec in reversed(setting_fields().items()):
            if name not in names if names else name in NOT_FLAGS:
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
