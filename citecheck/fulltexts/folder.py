"""A folder of papers: what each file may be, by its name, and, when names do not tell, by its first page.

Names are read at once; first pages only when a reference needs them, each once. Links that lead out of the folder are not
followed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from urllib.parse import unquote

from citecheck.errors import ExtractError, SettingsError
from citecheck.extract import HEAD, MOST_BYTES, Extracted, extract_text
from citecheck.extract.formats import BY_SUFFIX
from citecheck.identifiers import Kind, find_identifiers
from citecheck.settings import inside
from citecheck.text.titles import fold_title, fold_words

MOST_FILES = 50_000
"""Files of a folder that are looked at: a large Zotero library has a tenth."""
MOST_OPENED = 1_500
"""Files opened for their first page: some 15 s."""
PREFERENCE = tuple(".xml .nxml .jats .pdf .docx .odt .html .htm .xhtml .txt .text .md .markdown".split())
"""Which of several forms of one file is read: the one that says most about its own structure."""
LEAST_SUFFIX = 8
"""Letters and digits of a DOI's suffix that may stand alone as a name: shorter ones are numbers of anything."""
_DOI_IN_NAME = re.compile(r"(?<!\d)10[._](\d{4,9})[^0-9a-z]+(.+)$")
_ENDING = re.compile(r"[ _.-]*(?:\(\d+\)|copy|main|full|final|v\d+|reference|article)$")
_BEGINNING = re.compile(r"^(?:1-s2\.0-|doi[ _:-]+)")
_PARTS = re.compile(r" [-–—] |_|\. |--")


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The first page of a file."""

    title: str = ""
    """The title that its metadata give, folded."""
    words: str = ""
    """The words of the first page, folded, without blanks."""
    doi: str = ""
    """The DOI that its metadata give."""
    shown: str = ""
    """The first DOI that stands on the page; it may be another work's."""


class Folder:
    """A folder of papers, indexed.

    Raises:
        SettingsError: it is no folder.
    """

    def __init__(self, root: Path) -> None:
        if not root.is_dir():
            raise SettingsError(f"papers: {root} is no folder.", help="Name the folder that holds the sources' files.")
        self.root = root
        self.by_name: dict[str, list[Path]] = {}
        self.by_doi: dict[str, list[Path]] = {}
        """By a DOI's letters and digits, or its suffix's."""
        self.by_suffix: dict[str, list[Path]] = {}
        """By the letters and digits of the whole name, which may be what follows a DOI's slash."""
        self.by_key: dict[str, list[Path]] = {}
        self.by_beginning: dict[str, list[Path]] = {}
        """By what stands before the first ` - `, `_`, `. ` or `--` of a name."""
        self.files = tuple(islice(self._walk(), MOST_FILES))
        self._heads: dict[Path, Head] | None = None
        for path in self.files:
            self._index(path)

    @property
    def is_partly_opened(self) -> bool:
        """Are there files whose first page was not looked at?"""
        return len(self.files) > MOST_OPENED

    def named_with_doi(self, doi: str) -> list[Path]:
        """Give the files whose name is a DOI, whole or from its slash on."""
        prefix, _, suffix = doi.partition("/")
        whole = self.by_doi.get(letters_of(f"{prefix}/{suffix}"), [])
        bare = letters_of(suffix)
        long_enough = len(bare) >= LEAST_SUFFIX and any(each.isdigit() for each in bare)
        return whole or (self.by_suffix.get(bare, []) if long_enough else [])

    def named_with_key(self, key: str) -> list[Path]:
        """Give the files whose name is a reference's key, or else begins with it."""
        folded = _fold_key(key)
        return self.by_key.get(folded) or self.by_beginning.get(folded, [])

    def heads(self) -> dict[Path, Head]:
        """Give the first page of every file that has one, read when first asked for."""
        if self._heads is None:
            self._heads = {path: head for path in self.files[:MOST_OPENED] if (head := read_head(path))}
        return self._heads

    def _walk(self) -> Iterator[Path]:
        for place, folders, names in os.walk(self.root, followlinks=False):
            folders[:] = sorted(each for each in folders if not each.startswith("."))
            for name in sorted(names):
                path = Path(place, name)
                if path.suffix.lower() not in BY_SUFFIX or name.startswith("."):
                    continue
                if path.is_file() and (not path.is_symlink() or inside(str(path.resolve()), self.root)):
                    yield path

    def _index(self, path: Path) -> None:
        stem = unquote(path.stem).casefold()
        self.by_name.setdefault(path.name.casefold(), []).append(path)
        bare = _BEGINNING.sub("", stem)
        for each in {bare, _ENDING.sub("", bare)}:
            if match := _DOI_IN_NAME.search(each):
                self.by_doi.setdefault(letters_of(f"10.{match[1]}/{match[2]}"), []).append(path)
            self.by_suffix.setdefault(letters_of(each), []).append(path)
        self.by_key.setdefault(_fold_key(stem), []).append(path)
        if len(parts := _PARTS.split(stem, maxsplit=1)) > 1 and parts[0]:
            self.by_beginning.setdefault(_fold_key(parts[0]), []).append(path)


def _fold_key(key: str) -> str:
    key = key.casefold().strip("[]@ ")
    return key.lstrip("0") if key.isdigit() else key


def letters_of(text: str) -> str:
    """Give the letters and digits of a DOI or a name: a slash cannot stand in a file's name, and is written in many ways."""
    return "".join(each for each in text.casefold() if each.isalnum())


def read_file(path: Path, *, head: bool = False) -> Extracted:
    """Read a file's text.

    Raises:
        ExtractError: it is no ordinary file, cannot be opened, or gives no text.
    """
    try:
        if not path.is_file():
            raise ExtractError(f"{path.name}: is not there.", help="Check the path.")
        if path.stat().st_size > MOST_BYTES:
            raise ExtractError(f"{path.name}: more than {MOST_BYTES / 1e6:.0f} MB.", help="Give a smaller copy.")
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise ExtractError(f"{path.name}: cannot be opened ({error}).", help="Check the path.") from error
    return extract_text(data, path.name, head=head)


def read_head(path: Path) -> Head | None:
    """Read a file's first page; None when it gives no text."""
    try:
        return head_of(read_file(path, head=True))
    except ExtractError:
        return None


def head_of(found: Extracted) -> Head:
    """Give the first page of what was extracted."""
    page = found.text[: found.pages[1]] if len(found.pages) > 1 else found.text
    page = page[:HEAD]
    on_page = (each.value for each in find_identifiers(page) if each.kind is Kind.DOI and not each.problem)
    words = "".join(fold_words(page))
    return Head(title=fold_title(found.title), words=words, doi=found.doi, shown=next(on_page, ""))
