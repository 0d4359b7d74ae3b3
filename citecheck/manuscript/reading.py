"""Read a manuscript, whatever its format: by our own scanner, or through Pandoc's tree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from citecheck.errors import UnreadableManuscript
from citecheck.manuscript.assembling import assemble
from citecheck.manuscript.decoding import decode_manuscript
from citecheck.manuscript.readers.foreign import Foreign, read_foreign
from citecheck.manuscript.readers.markdown import lay_out_markdown
from citecheck.manuscript.readers.pandoc import FORMATS, parse_tree
from citecheck.manuscript.readers.pandoc_tree import lay_out_tree
from citecheck.manuscript.vault import Vault, read_vault
from citecheck.records import Manuscript, Problem, Reference
from citecheck.settings import Settings

_SCANNED = {
    "markdown", "md", "gfm", "commonmark", "commonmark_x", "markdown_strict", "markdown_mmd", "markdown_phpextra",
    "markdown_github", "qmd", "quarto", "rmd", "rmarkdown", "txt", "text", "plain", "plain text", "obsidian",
}  # fmt: skip
"""Formats that our own scanner reads."""
_SUFFIXES = {"": "markdown", ".qmd": "markdown", ".rmd": "markdown", ".txt": "plain", ".text": "plain", ".json": "json"}
_PANDOC_NAMES = {"tex": "latex", "word": "docx", "htm": "html", "xml": "jats", "typ": "typst"}
_BINARY = (
    (b"PK\x03\x04", "a zip, such as docx or epub"),
    (b"\xd0\xcf\x11\xe0", "an old Word file"),
)


def read_manuscript(
    path: str | Path | None = None,
    *,
    text: str | None = None,
    format: str | None = None,
    notes: str | Path | None = None,
    bibliography: Iterable[Reference] = (),
    settings: Settings | None = None,
) -> Manuscript:
    """Read a manuscript from a file, or from a text, and bind its markers to its own references.

    `format` is one of Pandoc's names, or `plain`; without it, the file's suffix tells. `notes` is a folder of Obsidian
    notes whose names are note ids. `bibliography` are references from elsewhere to bind to. Of `settings`, those count that say
    how to read: language, heading of the reference list, words before the numbers of a marker.

    Raises:
        UnreadableManuscript: there is no such file, or it is not what its format says.
        PandocNotFound: the format needs Pandoc, and there is none.
    """
    vault = read_vault(notes) if notes else Vault()
    extra = tuple(bibliography)
    if text is None and path is None:
        raise UnreadableManuscript("There is nothing to read.", help="Give a path or a text.")
    file = Path(path) if path is not None else None
    name = _format_of(file, format)
    if name in _SCANNED and text is None and file is not None and _is_pdf(file):
        name = "pdf"
    problems: tuple[Problem, ...] = ()
    foreign: Foreign | None = None
    if name in _SCANNED:
        if text is None and file is not None:
            text, problems = decode_manuscript(_bytes_of(file), str(file))
            if not text.strip():
                raise UnreadableManuscript(f"{file}: is empty.", help="Save the document, or check the path.")
        layout = lay_out_markdown(_cleaned(text or ""), str(file or ""), "markdown" if name != "plain" else "plain")
    elif name == "json":
        content = text if text is not None or file is None else _bytes_of(file)
        layout = lay_out_tree(parse_tree(content or "", str(file or "the text")), path=str(file or ""))
    else:
        data = _bytes_of(file) if text is None and file is not None else (text or "").encode("utf-8", "replace")
        foreign = read_foreign(file if text is None else None, data, name)
        layout = foreign.layout
    layout = replace(layout, problems=(*problems, *vault.problems, *layout.problems))
    manuscript = assemble(layout, vault=vault, bibliography=extra, settings=settings)
    return foreign.place(manuscript) if foreign else manuscript


def read_pandoc(
    document: Mapping[str, Any], *, bibliography: Iterable[Reference] = (), settings: Settings | None = None
) -> Manuscript:
    """Read Pandoc's tree, as `json.loads` gives it. Odd trees are read as far as they go."""
    layout = lay_out_tree(document if isinstance(document, Mapping) else {})
    return assemble(layout, bibliography=tuple(bibliography), settings=settings)


def _format_of(path: Path | None, format: str | None) -> str:
    if format:
        name = format.strip().lower()
        base = name.split("+")[0].split("-")[0]
        return base if base in _SCANNED or base == "json" else _PANDOC_NAMES.get(name, name)
    if path is None:
        return "markdown"
    suffix = path.suffix.lower()
    return _SUFFIXES.get(suffix) or FORMATS.get(suffix, "pdf" if suffix == ".pdf" else "markdown")


def _bytes_of(path: Path) -> bytes:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UnreadableManuscript(f"{path}: {error.strerror or error}.", help="Check the path.") from error
    for start, what in _BINARY:
        if data.startswith(start) and FORMATS.get(path.suffix.lower()) is None:
            raise UnreadableManuscript(f"{path}: is {what}, not text.", help="Name its format.")
    return data


def _is_pdf(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(5) == b"%PDF-"
    except OSError:
        return False


def _cleaned(text: str) -> str:
    """Take away what no text holds: a mark of byte order, NUL, lone surrogates."""
    text = text.removeprefix("\ufeff").replace("\0", "\ufffd")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        text = text.encode("utf-8", "replace").decode("utf-8")
    return text
