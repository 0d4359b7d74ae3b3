"""The root of all commands, and how a command line is run: an error is one sentence and a remedy."""

from __future__ import annotations

import difflib
import os
from collections.abc import Sequence
from pathlib import Path

import click

from citecheck import __version__
from citecheck.errors import CitecheckError


class DefaultGroup(click.Group):
    """A group for which `citecheck paper.md` means `citecheck check paper.md`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        first = next((each for each in args if not each.startswith("-")), None)
        if first is not None and not Path(first).exists():
            close = (
                difflib.get_close_matches(first, self.commands, n=1, cutoff=0.75) if first not in self.commands else []
            )
            if close:
                raise click.UsageError(f"{first}: no such command and no such file; did you mean {close[0]}?")
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
