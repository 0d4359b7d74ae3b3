"""Zotero's own database, `zotero.sqlite`, opened so that nothing is written and no lock is taken, even while Zotero runs.

Values hang on works through a table of fields (schema 5 and later: `items`, `itemData`, `itemDataValues`, `fields`,
`creators`, `itemCreators`). Notes, attachments, annotations, feeds and what lies in the bin are no references.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from citecheck.bibliography.csl import describe_csl
from citecheck.errors import BibliographyError
from citecheck.records import Place, Problem, Reference

NEEDED = ("items", "itemData", "itemDataValues", "fields", "itemTypes", "creators", "itemCreators", "creatorTypes")
VALUES = 500
"""Values read of one work; Zotero has some forty fields."""
CREATORS = 20_000
"""Creators read of one work."""
_WORKS = """
SELECT i.itemID, i.key, t.typeName FROM items i JOIN itemTypes t USING (itemTypeID)
WHERE t.typeName NOT IN ('attachment', 'note', 'annotation') {} ORDER BY i.itemID"""
_VALUES = """
SELECT f.fieldName, v.value FROM itemData d JOIN fields f USING (fieldID) JOIN itemDataValues v USING (valueID)
WHERE d.itemID = ? LIMIT ?"""
_CREATORS = """
SELECT c.lastName, c.firstName, t.creatorType FROM itemCreators ic JOIN creators c USING (creatorID)
JOIN creatorTypes t USING (creatorTypeID) WHERE ic.itemID = ? ORDER BY ic.orderIndex LIMIT ?"""
_FILES = """
SELECT a.path, i.key FROM itemAttachments a JOIN items i USING (itemID)
WHERE a.parentItemID = ? AND a.path IS NOT NULL LIMIT 20"""
_TITLES = ("encyclopediaTitle", "dictionaryTitle", "websiteTitle", "blogTitle", "forumTitle", "programTitle")
_NAMES = ("caseName", "nameOfAct", "subject")
HELP = "Name the zotero.sqlite in Zotero's data folder, or export the library, as CSL JSON or BibTeX."


def read_zotero(path: Path) -> Iterator[Reference | Problem]:
    """Give each work of a Zotero library, in the order it was added.

    Raises:
        BibliographyError: the database is not Zotero's, or is broken.
    """
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=ro&immutable=1", uri=True)) as library:
            library.text_factory = lambda raw: raw.decode("utf-8", "replace")
            library.execute("PRAGMA trusted_schema = OFF")
            tables = {name for (name,) in library.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if missing := [each for each in NEEDED if each not in tables]:
                message = f"{path}: this database is not a Zotero library: it has no table {missing[0]}."
                raise BibliographyError(message, help=HELP)
            yield from _read(library, tables, path)
    except sqlite3.Error as error:
        raise BibliographyError(f"{path}: the database cannot be read ({error}).", help=HELP) from error


def _read(library: sqlite3.Connection, tables: set[str], path: Path) -> Iterator[Reference | Problem]:
    left_out = [each for each in ("deletedItems", "feedItems") if each in tables]
    query = _WORKS.format(" ".join(f"AND i.itemID NOT IN (SELECT itemID FROM {each})" for each in left_out))
    for number, key, type in library.execute(query):
        work: dict[str, object] = {"itemType": type, "id": key}
        for name, value in library.execute(_VALUES, (number, VALUES)):
            work.setdefault(str(name), value)
        for name in _TITLES:
            work.setdefault("publicationTitle", work.get(name, ""))
        for name in _NAMES:
            work.setdefault("title", work.get(name, ""))
        work["creators"] = [
            {"lastName": last, "firstName": first, "creatorType": role}
            for last, first, role in library.execute(_CREATORS, (number, CREATORS))
        ]
        if "itemAttachments" in tables:
            work["attachments"] = [
                {"path": _locate(str(file), str(folder), path)}
                for file, folder in library.execute(_FILES, (number,))
                if not str(file).startswith("attachments:")
            ]
        raw = f"{type}: {work.get('title', '')}"
        described = describe_csl(work, raw, path, 1, 1)
        if described is not None:
            yield replace(described, place=Place(path=str(path), context=f"item {key}"))


def _locate(file: str, folder: str, library: Path) -> str:
    """Give the path of an attachment: Zotero's own lie in a folder named by their key."""
    name = file.removeprefix("storage:")
    return str(library.parent / "storage" / folder / name) if name != file else file
