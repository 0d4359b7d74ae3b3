r"""The parts of a LaTeX document: what `\input` and `\include` name, inside the manuscript's own folder and nowhere else.

A manuscript comes from a stranger when one is a reviewer, so it may not have a file above its folder read.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from citecheck.manuscript.layout import find_line_starts
from citecheck.manuscript.readers.latex_scan import blank_unread
from citecheck.manuscript.readers.source import Source, SourceFile, join_stretches
from citecheck.records import Problem

_PART = re.compile(
    r"\\(?P<command>input|include|subfile|subfileinclude|loadglsentries|(?:sub)?import\*?\s*\{(?P<folder>[^{}\n]{0,200})\})"
    r"(?![a-zA-Z])\s*(?:\{(?P<name>[^{}\n]{1,300})\}|(?<=input)\s+(?P<bare>[^\s{}\\%]{1,300}))"
)
_BIBLIOGRAPHY = re.compile(r"\\(?:bibliography|printbibliography)(?![a-zA-Z])(?:\s*\{(?P<names>[^{}]{1,1000})\})?")
_DOCUMENT = re.compile(r"\\begin\s?\{document\}")
_SUFFIXES = ("", ".tex", ".ltx", ".latex")
MOST_PARTS = 500
"""Files of one manuscript; the longest handbooks have some two hundred."""
MOST_CHARACTERS = 30_000_000
"""Characters of all files: a file that names another ten times, and so on, grows without end."""


@dataclass(frozen=True, slots=True)
class _Refusal:
    """Why a part is not read."""

    why: str
    help: str


@dataclass(slots=True)
class _Parts:
    """What has been read so far."""

    folder: Path
    pieces: list[tuple[str, SourceFile, int]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    characters: int = 0
    count: int = 0

    def add(self, text: str, path: Path, shown: str, opened: tuple[Path, ...]) -> None:
        """Add a file's text, and in their places the parts that it names."""
        file = SourceFile(path=shown, lines=find_line_starts(text))
        readable = blank_unread(text)
        begun = _DOCUMENT.search(readable) if opened else None
        position = begun.end() if begun else 0
        readable = readable.replace("\\end{document}", " " * 14) if opened else readable
        for match in _PART.finditer(readable, position):
            part = self._find(match, (*opened, path))
            if isinstance(part, _Refusal):
                self.problems.append(_tell(match, file, part))
            if part is None or isinstance(part, _Refusal):
                continue
            self._keep(readable, file, position, match.start())
            self.add(part[1], part[0], str(Path(shown).parent / _relative(part[0], path.parent)), (*opened, path))
            position = match.end()
        self._keep(readable, file, position, len(readable))

    def _keep(self, text: str, file: SourceFile, start: int, end: int) -> None:
        self.pieces.append((text[start:end], file, start))
        self.characters += end - start

    def _find(self, match: re.Match[str], opened: tuple[Path, ...]) -> tuple[Path, str] | _Refusal | None:
        """Find and read a part, or say why not; None for what names no file."""
        name = (match["name"] or match["bare"]).strip().strip('"')
        if not name or "#" in name or "\\" in name:
            return None  # in the definition of a command, or made by one
        wanted = (match["folder"] or "") + name
        places = dict.fromkeys([self.folder / wanted, opened[-1].parent / wanted])
        within = [each for each in places if _is_within(each, self.folder)]
        if not within:
            return _Refusal(f"{name} lies outside the manuscript's folder", "Move it there.")
        found = next((path for each in within for path in _spellings(each) if path.is_file()), None)
        if found is None:
            return _Refusal(f"there is no {name}", "Put the file there; the rest was checked.")
        if not _is_within(found, self.folder):
            return _Refusal(f"{name} leads outside the manuscript's folder", "Copy it there.")
        found = found.resolve()
        if found in opened:
            return _Refusal(f"{name} names itself, by way of others", "Take one out.")
        self.count += 1
        if self.count > MOST_PARTS or self.characters > MOST_CHARACTERS:
            return _Refusal(f"{name} is one file too many", "Check the parts one by one.")
        try:
            data = found.read_bytes()
        except OSError as error:
            why = f"{name} cannot be read: {error.strerror or error}"
            return _Refusal(why, "Check its permissions.")
        return found, decode_latex(data)


def _tell(match: re.Match[str], file: SourceFile, refusal: _Refusal) -> Problem:
    place = join_stretches([("", file, 0)]).place(match.start(), match.end())
    command = " ".join(match[0].split())
    message = f"{command} was not followed: {refusal.why}."
    return Problem(rule="unreadable-part", message=message, place=place, help=refusal.help)


def read_parts(data: bytes, path: Path | None) -> tuple[Source, tuple[Problem, ...]]:
    """Join a manuscript and its parts to one source, in which blanks stand for all that TeX does not typeset."""
    text = decode_latex(data)
    file = path.resolve() if path else Path()
    parts = _Parts(folder=file.parent)
    if path is None:
        parts.pieces.append((blank_unread(text), SourceFile(path="", lines=find_line_starts(text)), 0))
    else:
        parts.add(text, file, str(path), ())
        _add_made_list(parts, file, path)
    return join_stretches(parts.pieces), tuple(parts.problems)


def _add_made_list(parts: _Parts, file: Path, path: Path) -> None:
    r"""Add the list that BibTeX has made, `paper.bbl`, where the bibliographies themselves are not at hand."""
    whole = "".join(each[0] for each in parts.pieces)
    named = [each for match in _BIBLIOGRAPHY.finditer(whole) for each in (match["names"] or "").split(",")]
    made = file.with_suffix(".bbl")
    at_hand = any(
        (parts.folder / f"{each.strip().removesuffix('.bib')}.bib").is_file() for each in named if each.strip()
    )
    if not named or at_hand or "\\bibitem" in whole or not made.is_file() or not _is_within(made, parts.folder):
        return
    try:
        text = decode_latex(made.read_bytes())
    except OSError:
        return
    if "\\bibitem" in text:
        shown = str(path.with_suffix(".bbl"))
        parts.pieces.append((blank_unread(text), SourceFile(path=shown, lines=find_line_starts(text)), 0))


def decode_latex(data: bytes) -> str:
    """Decode as UTF-8, else as Latin-1, which old sources are written in."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")


def _spellings(path: Path) -> list[Path]:
    return [path.with_name(path.name + suffix) for suffix in _SUFFIXES]


def _is_within(path: Path, folder: Path) -> bool:
    try:
        return path.resolve().is_relative_to(folder)
    except (OSError, RuntimeError, ValueError):
        return False


def _relative(path: Path, folder: Path) -> Path:
    return Path(os.path.relpath(path, folder))
