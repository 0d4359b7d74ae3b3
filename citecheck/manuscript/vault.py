"""A folder of Obsidian notes: each name is a note id, and the front matter describes a work."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from citecheck.errors import UnreadableManuscript
from citecheck.identifiers import Identifier, Kind, parse_identifier
from citecheck.manuscript.metadata import load_yaml
from citecheck.records import Place, Problem, Reference

_HEAD = 200_000
"""Bytes of a note that are read: front matter stands at the top."""
_IDENTIFIERS = (
    (Kind.DOI, "doi"),
    (Kind.PMID, "pmid"),
    (Kind.PMCID, "pmcid"),
    (Kind.ARXIV, "arxiv"),
    (Kind.ISBN, "isbn"),
)
_DESCRIBING = {"doi", "url", "title", "authors", "author", "citekey", "source", "pmid", "arxiv", "isbn", "pmcid"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Vault:
    """Notes, read: the references they describe, and the names that lead to each."""

    references: tuple[Reference, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    """Folded note id, alias or cite key → note id."""
    plain: frozenset[str] = frozenset()
    """Folded ids of notes that describe no work."""
    problems: tuple[Problem, ...] = ()


def read_vault(folder: str | Path) -> Vault:
    """Read a folder of notes, sub-folders too.

    Raises:
        UnreadableManuscript: it is no folder.
    """
    root = Path(folder)
    if not root.is_dir():
        raise UnreadableManuscript(f"{folder}: is no folder of notes.", help="Name a folder that holds *.md files.")
    references: list[Reference] = []
    names: dict[str, str] = {}
    aliases: dict[str, str] = {}
    plain: set[str] = set()
    problems: list[Problem] = []
    for path in sorted(root.rglob("*.md")):
        note = path.stem
        fields, problem = _read_fields(path)
        problems += [problem] if problem else []
        if not _DESCRIBING & {name for name, value in fields.items() if value}:
            plain.add(note.casefold())
            continue
        whole = path.relative_to(root).with_suffix("").as_posix()
        if note.casefold() in names:  # a second note of the name is known by its folder
            note = whole
        references.append(_reference(note, fields, path))
        names[note.casefold()] = names[whole.casefold()] = note
        for each in (*_texts(fields.get("aliases")), *_texts(fields.get("alias")), *_texts(fields.get("citekey"))):
            aliases.setdefault(each.casefold().lstrip("@"), note)
    return Vault(
        references=tuple(references),
        names={**aliases, **names},
        plain=frozenset(plain - set(names)),
        problems=tuple(problems),
    )


def _read_fields(path: Path) -> tuple[dict[str, object], Problem | None]:
    try:
        with path.open("rb") as file:
            text = file.read(_HEAD).decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
    except OSError as error:
        message = f"{path.name}: {error.strerror or error}."
        return {}, Problem(rule="unreadable-part", message=message, place=Place(path=str(path)))
    match = re.match(r"---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)", text, re.DOTALL)
    if not match:
        return {}, None
    try:
        values = load_yaml(match[1])
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        message = f"{path.name}: the front matter is not YAML: {str(error).splitlines()[0]}."
        return {}, Problem(rule="unreadable-part", message=message, place=Place(path=str(path), line=1))
    return {str(name).lower(): value for name, value in values.items()} if isinstance(values, dict) else {}, None


def _reference(note: str, fields: Mapping[str, object], path: Path) -> Reference:
    year = re.search(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)", str(fields.get("year") or fields.get("date") or ""))
    return Reference(
        key=note,
        type=_text(fields.get("type")).lower(),
        title=_text(fields.get("title")),
        authors=tuple(_texts(fields.get("authors") or fields.get("author"))),
        year=int(year[0]) if year else None,
        container=_text(fields.get("journal") or fields.get("container-title")),
        identifiers=tuple(_identifiers(fields)),
        url=_text(fields.get("url") or fields.get("source")),
        raw=note,
        place=Place(path=str(path), line=1, column=1),
    )


def _identifiers(fields: Mapping[str, object]) -> Iterator[Identifier]:
    seen: set[tuple[str, str]] = set()
    given = [(kind, _text(fields.get(name))) for kind, name in _IDENTIFIERS]
    for kind, value in [*given, (Kind.DOI, _text(fields.get("url"))), (Kind.DOI, _text(fields.get("source")))]:
        if value and (found := parse_identifier(value, kind)) and (found.kind, found.value) not in seen:
            seen.add((found.kind, found.value))
            yield found


def _texts(value: object) -> list[str]:
    values = value if isinstance(value, list) else [value]
    return [text for each in values if (text := _text(each).removeprefix("[[").removesuffix("]]"))]


def _text(value: object) -> str:
    return " ".join(str(value).split()) if isinstance(value, str | int | float) else ""
