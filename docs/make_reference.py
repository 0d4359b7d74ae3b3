"""Make the reference pages from the code they describe; `--check` tells whether they are current.

Settings come from the fields of `Settings`, rules from `RULES`, commands from click's tree, exit codes from the error
tree, the receipt from its published schema with the docstrings of the records, and modules from their own docstrings.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field
from pathlib import Path
from typing import Any

import click
from parts.records import modules_page, receipt_page
from parts.tables import table

from citecheck import errors
from citecheck.cli.commands import citecheck as root
from citecheck.records import Level
from citecheck.rules import RULES, Rule
from citecheck.settings import setting_fields

FOLDER = Path(__file__).parent / "reference"
PACKAGE = Path(__file__).parent.parent / "citecheck"
HEAD = "<!-- Made by docs/make_reference.py from the code; do not edit by hand. -->\n\n"
SCOPES = {
    "document": "document, file, environment, flag",
    "run": "file, environment, flag",
    "user": "the user's own file, environment, flag",
    "secret": "file, environment",
}
EXIT_CODES = (
    ("0", "Nothing at or above `--fail-on`. Also: there was nothing to ask, and every `demo`."),
    (
        "1",
        "Findings at or above `--fail-on`. A scan: a row is affected so. A sweep: something new is. "
        "A fix: with `--diff`, something would change; else, an identifier still leads to another work. "
        "A receipt: it does not hold. `quote`: a quotation is altered, absent, drifted, or elsewhere.",
    ),
    ("2", "Bad settings, unreadable input, or another error; one sentence on standard error says which."),
    (
        "3",
        "Incomplete: with `--strict`, something could not be asked; without it, nothing at all could be asked. "
        "`quote`: nothing could be checked.",
    ),
)


def main() -> int:
    """Write the pages, or with `--check` compare them."""
    stale = []
    for name, build in PAGES.items():
        path, text = FOLDER / name, HEAD + build().rstrip() + "\n"
        if "--check" not in sys.argv[1:]:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
    for name in stale:
        print(f"reference/{name} is not current; run python docs/make_reference.py", file=sys.stderr)
    return 1 if stale else 0


def settings_page() -> str:
    """Build the page of settings."""
    flags = {
        option.name: flag_of(option) for option in root.commands["check"].params if isinstance(option, click.Option)
    }
    rows = []
    for name, spec in setting_fields().items():
        more = f" One of {', '.join(spec.metadata['choices'])}." if spec.metadata["choices"] else ""
        if not has_effect(name):
            more += " Has no effect in this version."
        scope = spec.metadata["scope"]
        if name == "replay":
            where = "environment"
        elif scope == "secret" and name in flags:
            where = f"{SCOPES[scope]}, flag"
        else:
            where = SCOPES[scope]
        variable = f"`CITECHECK_{name.upper()}`"
        rows.append((f"`{name.replace('_', '-')}`", spec.metadata["help"] + more, default_of(spec), where,
                     variable, flags.get(name, "")))  # fmt: skip
    return SETTINGS_HEAD + table(("setting", "meaning", "default", "set by", "variable", "flag"), rows)


SETTINGS_HEAD = """# Settings

Weakest first: the default; your own settings file (`citecheck.toml` in your configuration folder); the project's
`.citecheck.toml`, or `[tool.citecheck]` in `pyproject.toml`, whichever is nearest; the document's own `citecheck:` map;
environment variables; flags. A name may be written with `-` or `_`. In a file, a list is a TOML list; in a variable, its
members are parted by commas; a flag is given once for each.

A document may come from a stranger. So it may set nothing but what is marked *document*, it may ask for
`offline: true` and never for `offline: false`, and it may name no bibliography outside its own folder. What it asks for
beyond that is refused and said. `--no-document-settings` obeys no document at all.

"""


def has_effect(name: str) -> bool:
    """Does any module of the package read the setting?"""
    sources = (path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py") if path.name != "settings.py")
    return any(re.search(rf"settings\.{name}\b", text) for text in sources)


def flag_of(option: click.Option) -> str:
    """Write an option as a person types it."""
    return ", ".join(f"`{each}`" for each in option.opts)


def default_of(spec: Field[Any]) -> str:
    """Write a default in words that hold on every machine."""
    if spec.default is MISSING:
        return "your cache folder"
    match spec.default:
        case None | "" | ():
            return ""
        case True:
            return "yes"
        case False:
            return "no"
        case other:
            return f"`{other}`"


def rules_page() -> str:
    """Build the page of rules, grouped by level."""
    parts = [RULES_HEAD]
    for level in (Level.ERROR, Level.WARNING, Level.NOTE):
        parts.append(f"## Level {level.value}\n\n")
        parts += [rule_entry(each) for each in RULES.values() if each.level is level]
    return "".join(parts)


def rule_entry(rule: Rule) -> str:
    """Write one rule."""
    parts = (f"### {rule.id}", rule.when, f"*Why it matters:* {rule.why}", f"*What to do:* {rule.what_to_do}")
    return "\n\n".join(parts) + "\n\n"


RULES_HEAD = """# Rules

Each finding names one rule. `citecheck rules` lists them and `citecheck rules NAME` explains one.
Rules about quotations and about support describe checks that this version does not make; see
[what a finding means](../explanation/what-a-finding-means.md). What could not be asked is no finding: it is counted.

"""


def commands_page() -> str:
    """Build the page of commands from click's tree."""
    parts = [COMMANDS_HEAD]
    for words, command in walk_commands(root, ("citecheck",)):
        usage = " ".join([*words, *usage_of(command)])
        parts.append(f"## {' '.join(words)}\n\n{inspect.cleandoc(command.help or '')}\n\n```text\n{usage}\n```\n\n")
        rows = [(flag_of(each), meaning_of(each)) for each in options_of(command)]
        if rows:
            parts.append(table(("option", "meaning"), rows) + "\n")
    return "".join(parts)


COMMANDS_HEAD = """# Commands

`citecheck paper.md` means `citecheck check paper.md`. Every command takes `--help`, `citecheck pandoc` excepted: it hands
all it is given to Pandoc. Called by Pandoc with a tree on standard input, the same program is the filter.

"""


def walk_commands(command: click.Command, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Give every command with the words that call it, groups before their members."""
    yield words, command
    if isinstance(command, click.Group):
        for name, member in sorted(command.commands.items()):
            yield from walk_commands(member, (*words, name))


def options_of(command: click.Command) -> list[click.Option]:
    """Give a command's options, in the order of its help."""
    return [each for each in command.params if isinstance(each, click.Option)]


def meaning_of(option: click.Option) -> str:
    """Write what an option does; the help of a flag that turns a setting off is the setting's own."""
    text = " ".join((option.help or "").split())
    return f"Turns off: {text}" if option.opts[0].startswith("--no-") else text


def usage_of(command: click.Command) -> Iterator[str]:
    """Write what follows the command's name."""
    if options_of(command):
        yield "[OPTIONS]"
    for each in command.params:
        if isinstance(each, click.Argument):
            name = (each.name or "").upper() + ("..." if each.nargs == -1 else "")
            yield name if each.required else f"[{name}]"
    if isinstance(command, click.Group):
        yield "COMMAND"


def exit_codes_page() -> str:
    """Build the page of exit codes, with the error tree."""
    levels = setting_fields()["fail_on"]
    rows = [(f"`{name}`", first_line(kind)) for name, kind in error_classes(errors.CitecheckError)]
    asks = [
        (f"`{kind.reason}`", first_line(kind))
        for _, kind in error_classes(errors.AskError)
        if kind is not errors.AskError
    ]
    return (
        "# Exit codes\n\n"
        + table(("code", "meaning"), ((f"`{code}`", meaning) for code, meaning in EXIT_CODES))
        + f"\n`--fail-on` is one of {', '.join(levels.metadata['choices'])}; the default is `{levels.default}`. Findings win: "
        "a run that found something and could not ask something else ends with 1. A run that is offline by choice ends with 3 "
        "only when `--strict` is given.\n\n"
        "As a filter, citecheck ends with 0 unless `fail-on` stands in the document's `citecheck:` map or in the environment "
        "as `CITECHECK_FAIL_ON`. Pandoc turns any other code into its own 83 and writes no document.\n\n"
        "## Why something was not asked\n\nNever an error and never a finding: a word in the receipt.\n\n"
        + table(("reason", "meaning"), asks)
        + "\n## Errors\n\nWhat ends a run with 2, and what the library raises.\n\n"
        + table(("error", "meaning"), (row for row in rows if row[0].strip("`") not in ask_names()))
    )


def error_classes(kind: Any) -> Iterator[tuple[str, Any]]:
    """Give an error and everything below it."""
    yield kind.__name__, kind
    for each in kind.__subclasses__():
        if each.__module__ == errors.__name__:
            yield from error_classes(each)


def ask_names() -> set[str]:
    """Give the names of errors that become a reason."""
    return {name for name, _ in error_classes(errors.AskError)}


def first_line(kind: Any) -> str:
    """Give the first paragraph of a docstring on one line."""
    return " ".join(inspect.cleandoc(kind.__doc__ or "").split("\n\n")[0].split())


PAGES: dict[str, Callable[[], str]] = {
    "settings.md": settings_page,
    "rules.md": rules_page,
    "commands.md": commands_page,
    "exit-codes.md": exit_codes_page,
    "receipt.md": receipt_page,
    "modules.md": modules_page,
}

if __name__ == "__main__":
    sys.exit(main())
