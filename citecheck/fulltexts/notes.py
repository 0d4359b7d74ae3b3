"""Notes: what the author wrote down about a source, or copied from it.

A note's body is a text of extent *note*: a quotation found in it counts as found there, one that is not proves nothing.
A note that says of itself that a machine wrote it is no text of a source.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from citecheck.errors import ExtractError
from citecheck.extract.formats import Format
from citecheck.extract.plain import read_plain
from citecheck.fulltexts.thinness import make_fulltext
from citecheck.manuscript.vault import Vault, read_vault
from citecheck.records import Extent, Reference, SourceText, Work
from citecheck.settings import inside

MOST_BYTES = 5_000_000
"""A longer note is no note."""


class Notes:
    """A folder of notes whose names, cite keys or DOIs lead to references.

    Raises:
        UnreadableManuscript: it is no folder.
    """

    name = "notes"
    asks_network = False

    def __init__(self, folder: Path, vault: Vault | None = None) -> None:
        self._folder = folder
        self._vault = vault or read_vault(folder)
        self._paths = {each.key: Path(each.place.path) for each in self._vault.references}
        self._by_doi: dict[str, str] = {}
        for each in self._vault.references:
            if each.doi:
                self._by_doi.setdefault(each.doi, each.key)

    def find_texts(self, questions: Sequence[tuple[Reference, Work | None]]) -> Iterator[SourceText]:
        """Look for a note on each reference."""
        for reference, work in questions:
            note = self._vault.names.get(reference.key.casefold())
            note = note or self._by_doi.get(reference.doi or "") or self._by_doi.get(work.doi if work else "")
            path = self._paths.get(note or "")
            yield SourceText(key=reference.key) if path is None else self._read(reference.key, path)

    def _read(self, key: str, path: Path) -> SourceText:
        try:
            if not inside(str(path.resolve()), self._folder) or path.stat().st_size > MOST_BYTES:
                return SourceText(key=key, failed=f"{path.name}: a link out of the folder, or no note by its size.")
            found = read_plain(path.read_bytes(), path.name, Format.MARKDOWN)
        except (OSError, ExtractError) as error:
            return SourceText(key=key, failed=f"{path.name}: cannot be read ({error}).")
        if found.generated:
            return SourceText(
                key=key, failed=f"{path.name}: says that a machine wrote it; that is no source's own words."
            )
        if not found.text.strip():
            return SourceText(key=key)
        fulltext = make_fulltext(key, replace(found, extent=Extent.NOTE), origin=f"notes {path.name}")
        return SourceText(key=key, fulltext=fulltext)
