"""The rest of the folder of papers: files that are no cited reference's. A quotation cited to the wrong work may stand there."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from citecheck.errors import ExtractError
from citecheck.fulltexts.folder import Folder, read_file
from citecheck.fulltexts.thinness import make_fulltext
from citecheck.records import Fulltext

MOST_FILES = 300
"""Files that are read whole for quotations found nowhere else: about five minutes of PDFs."""


class UncitedFiles:
    """The files of a folder that gave no cited reference its text; read only when asked for, one at a time."""

    def __init__(self, papers: Path, held: Iterable[Fulltext]) -> None:
        """`held` are the texts of the cited references."""
        self._papers = papers
        self._held = tuple(held)
        self.said = ""
        """How many were read, in words; empty as long as none was."""

    def read(self) -> Iterator[Fulltext]:
        """Give the text of each, its key the file's place in the folder; what cannot be read is left out."""
        origins = {each.origin for each in self._held}
        digests = {each.sha256 for each in self._held}
        files = [each for each in Folder(self._papers).files if f"file {each.name}" not in origins]
        read = 0
        for path in files[:MOST_FILES]:
            try:
                found = read_file(path)
            except ExtractError:
                continue
            digest = hashlib.sha256(found.text.encode("utf-8")).hexdigest()
            if digest in digests or found.generated:
                continue
            digests.add(digest)
            read += 1
            name = path.relative_to(self._papers).as_posix()
            self.said = f"{read} other file{'' if read == 1 else 's'} of the folder"
            yield make_fulltext(name, found, origin=f"file {path.name}")
        if len(files) > MOST_FILES:
            self.said = f"{self.said} (of {len(files)}; no more than {MOST_FILES} are read)"
