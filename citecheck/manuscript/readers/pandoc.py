"""Find Pandoc and run it: to read what only it reads, and for a person who wants it with us on its path."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from citecheck.errors import PandocNotFound, UnreadableManuscript

FORMATS = {
    ".docx": "docx", ".odt": "odt", ".tex": "latex", ".latex": "latex", ".ltx": "latex", ".html": "html", ".htm": "html",
    ".xhtml": "html", ".xml": "jats", ".jats": "jats", ".nxml": "jats", ".org": "org", ".rst": "rst", ".typ": "typst",
    ".epub": "epub", ".rtf": "rtf", ".wiki": "mediawiki", ".mediawiki": "mediawiki", ".textile": "textile", ".fb2": "fb2",
    ".dbk": "docbook", ".docbook": "docbook", ".muse": "muse", ".t2t": "t2t", ".dj": "djot", ".adoc": "asciidoc",
    ".asciidoc": "asciidoc", ".pptx": "pptx", ".ipynb": "ipynb", ".native": "native",
}  # fmt: skip
"""Pandoc's name of the format, by a file's suffix."""
_EXTENSIONS = {"ipynb": ("ipynb+citations+footnotes+wikilinks_title_after_pipe", "ipynb+citations+footnotes")}
"""What a format is read with; an older Pandoc does not know all, and is asked for less."""
_TIME_LIMIT = 300
"""Seconds that Pandoc may take to read a manuscript; a book takes about ten."""
_HELP = (
    "Install it (`pip install pypandoc_binary`, or https://pandoc.org/installing.html); Markdown is read without it."
)


def find_pandoc() -> str:
    """Find Pandoc on the path, with pypandoc, or where RStudio says.

    Raises:
        PandocNotFound: it is nowhere.
    """
    found = next(_candidates(), None)
    if found is None:
        raise PandocNotFound("Pandoc is needed to read this format, and there is none.", help=_HELP)
    return found


def _candidates() -> Iterator[str]:
    if found := shutil.which("pandoc"):
        yield found
    try:
        import pypandoc

        yield str(pypandoc.get_pandoc_path())
    except (ImportError, OSError):
        pass
    folder = os.environ.get("RSTUDIO_PANDOC")
    if folder and (found := shutil.which("pandoc", path=folder)):
        yield found


def read_tree(path: Path | None, text: str | bytes | None, format: str, *, name: str = "") -> dict[str, Any]:
    """Read a file, or a text, of one of Pandoc's formats into its tree. `name` is what errors call it.

    An old Pandoc on the path may not know the format; then the next one found is tried.

    Raises:
        PandocNotFound: there is no Pandoc.
        UnreadableManuscript: Pandoc cannot read it.
    """
    name = name or (str(path) if path else "the text")
    find_pandoc()
    why = ""
    for pandoc in dict.fromkeys(_candidates()):
        for reader in (*_EXTENSIONS.get(format, ()), format):
            done = _run([pandoc, "--sandbox", "-f", reader, "-t", "json"], path, text, name)
            if not done.returncode:
                return parse_tree(done.stdout, name)
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            lines = [line.strip() for line in said if line.strip() and not line.startswith("[")]
            why = why or " ".join(lines[:2]) or f"exit code {done.returncode}"
            if not any("format" in line or "extension" in line for line in said):
                break
        else:
            continue
        break
    raise UnreadableManuscript(
        f"{name}: Pandoc cannot read it as {format}: {why}", help="Is it whole, and of that format?"
    )


def _run(
    arguments: list[str], path: Path | None, text: str | bytes | None, name: str
) -> subprocess.CompletedProcess[bytes]:
    if path is not None:
        arguments = [*arguments, "--", str(path)]
    given = text.encode("utf-8", "replace") if isinstance(text, str) else text or b""
    try:
        return subprocess.run(arguments, input=given, capture_output=True, timeout=_TIME_LIMIT, check=False)
    except subprocess.TimeoutExpired as error:
        raise UnreadableManuscript(
            f"{name}: Pandoc took longer than {_TIME_LIMIT} s.", help="Convert it first."
        ) from error
    except OSError as error:
        raise PandocNotFound(f"Pandoc cannot be run: {error.strerror or error}.", help=_HELP) from error


def parse_tree(content: bytes | str, name: str) -> dict[str, Any]:
    """Parse Pandoc's JSON.

    Raises:
        UnreadableManuscript: it is not.
    """
    try:
        tree = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise UnreadableManuscript(f"{name}: is not Pandoc's JSON.", help="Write it with `pandoc -t json`.") from error
    if not isinstance(tree, dict) or not isinstance(tree.get("blocks"), list):
        raise UnreadableManuscript(f"{name}: is JSON, but not Pandoc's.", help="Write it with `pandoc -t json`.")
    return tree


def run_pandoc(arguments: Sequence[str]) -> int:
    """Run Pandoc with the folder of our own command first on its path, and give its exit code.

    Raises:
        PandocNotFound: there is no Pandoc.
    """
    folders = dict.fromkeys(
        str(Path(each).absolute().parent) for each in (sys.argv[0] or sys.executable, sys.executable)
    )
    environment = {**os.environ, "PATH": os.pathsep.join([*folders, os.environ.get("PATH", os.defpath)])}
    try:
        return subprocess.run([find_pandoc(), *arguments], env=environment, check=False).returncode
    except OSError as error:
        raise PandocNotFound(f"Pandoc cannot be run: {error.strerror or error}.", help=_HELP) from error
