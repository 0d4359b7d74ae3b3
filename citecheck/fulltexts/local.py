"""Own files: the texts that the author already has.

A reference finds its file by the bibliography's `file` field, by DOI in the file's name, by its key there, by DOI or title on
the first page, in this order. Where two files fit alike, that is said and none is read. What a document says of itself may
come from a stranger, so its `file` fields lead nowhere outside its own folder and the folder of papers.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from citecheck.errors import ExtractError
from citecheck.extract import Extracted
from citecheck.extract.formats import BY_SUFFIX
from citecheck.fulltexts.folder import PREFERENCE, Folder, Head, head_of, read_file
from citecheck.fulltexts.thinness import make_fulltext
from citecheck.fulltexts.versions import tell_version
from citecheck.records import Extent, Reference, SourceText, Work
from citecheck.settings import inside
from citecheck.text.titles import fold_title

LEAST_TITLE = 18
"""Letters of a title that may be looked for on a first page: shorter ones are headings of anything."""
TITLE_WITHIN = 600
"""Letters before a title: mast, notices and numbers of the journal. What stands further down is the title of a cited work."""
ABOUT = re.compile(
    r"(?:commenton|commentson|commentaryon|replyto|responseto|correctionto|correction|corrigendum|corrigendumto|erratum|"
    r"erratumto|addendumto|retraction|retractionof|retractionnote|concernon|concern|reviewof|letterregarding|regarding)$"
)
"""What stands before another work's title on the first page of a reply, a notice or a review; folded, without blanks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """Files that may be a reference's, and how they were found."""

    paths: tuple[Path, ...] = ()
    how: str = ""
    missing: tuple[str, ...] = ()
    """What the `file` field names in vain, and why."""


class LocalFiles:
    """The files that bibliographies name, and those of a folder of papers."""

    name = "file"
    asks_network = False

    def __init__(self, papers: Path | None = None, *, named: Collection[str] = ()) -> None:
        """`named` are the bibliographies that the person named: their `file` fields may lead anywhere, as Zotero's do."""
        self.folder = Folder(papers) if papers is not None else None
        self._named = {str(Path(each).resolve()) for each in named}
        self._read: dict[Path, Extracted | ExtractError] = {}

    def find_texts(self, questions: Sequence[tuple[Reference, Work | None]]) -> Iterator[SourceText]:
        """Look for a file of each reference."""
        for reference, work in questions:
            yield self._find(reference, work)

    def _find(self, reference: Reference, work: Work | None) -> SourceText:
        failed: list[str] = []
        thin: list[SourceText] = []
        for found in self._rungs(reference, work):
            failed += found.missing
            paths, doubt = self._choose(found)
            if doubt:
                failed.append(doubt)
                continue
            for path in paths:
                text = self._take(path, found.how, reference, work)
                if text.fulltext is None:
                    failed.append(text.failed)
                elif text.fulltext.extent is Extent.FULLTEXT:
                    return text
                else:
                    thin.append(text)
        if thin:
            return max(thin, key=lambda each: len(each.fulltext.text) if each.fulltext else 0)
        return SourceText(key=reference.key, failed=" ".join(dict.fromkeys(failed)))

    def _rungs(self, reference: Reference, work: Work | None) -> Iterator[_Found]:
        """Give what each way of looking finds, the surest way first."""
        yield self._by_field(reference)
        if self.folder is None:
            return
        dois = list(
            dict.fromkeys(filter(None, (reference.doi, work.doi if work else "", work.alias_of if work else "")))
        )
        yield _Found(paths=tuple(path for each in dois for path in self.folder.named_with_doi(each)), how="DOI")
        yield _Found(paths=tuple(self.folder.named_with_key(reference.key)), how="key")
        heads = self.folder.heads()
        titles = [fold_title(each) for each in (reference.title, work.title if work else "")]
        titles = [each for each in dict.fromkeys(titles) if len(each) >= LEAST_TITLE]
        bearing = {path for path, head in heads.items() if any(bears_title(head, each) for each in titles)}
        own = (path for path, head in heads.items() if head.doi in dois)
        yield _Found(paths=tuple(own), how="its own DOI")
        shown = (path for path, head in heads.items() if head.shown in dois and (path in bearing or not titles))
        yield _Found(paths=tuple(shown), how="DOI on the first page")
        yield _Found(paths=tuple(path for path in heads if path in bearing), how="title")

    def _by_field(self, reference: Reference) -> _Found:
        paths, missing = [], []
        for each in reference.files:
            path, why = self._locate(each, reference)
            if path is not None:
                paths.append(path)
            elif why:
                missing.append(why)
        return _Found(paths=tuple(dict.fromkeys(paths)), how="field", missing=tuple(missing))

    def _locate(self, file: str, reference: Reference) -> tuple[Path | None, str]:
        """Find the file that a `file` field names, or say why it is not read."""
        if file.lower().startswith("file:"):
            file = unquote(urlsplit(file).path)
        name = re.split(r"[\\/]", file)[-1]
        if Path(name).suffix.lower() not in BY_SUFFIX or "\x00" in file or "://" in file:
            return None, ""
        own = Path(reference.place.path).parent if reference.place.path else None
        is_named = bool(reference.place.path) and str(Path(reference.place.path).resolve()) in self._named
        places = [each for each in (own, self.folder.root if self.folder else None) if each is not None]
        outside = False
        for place in places:
            path = place / file
            if not path.is_file():
                continue
            if (
                is_named
                or inside(str(path.resolve()), place)
                or any(inside(str(path.resolve()), each) for each in places)
            ):
                return path, ""
            outside = True
        moved = self.folder.by_name.get(name.casefold(), []) if self.folder else []
        if len(moved) == 1:
            return moved[0], ""
        if outside:
            return None, f"{name}: lies outside the document's folder, and was not read."
        return None, f"{name}: named in the file field, and not there."

    def _choose(self, found: _Found) -> tuple[tuple[Path, ...], str]:
        """Give the files to read, in the order in which to try; or say that they cannot be told apart."""
        paths = list(dict.fromkeys(found.paths))
        if found.how == "field":  # a person put them there, in this order
            return tuple(paths), ""
        paths.sort(key=lambda path: PREFERENCE.index(path.suffix.lower()))
        if len({(path.parent, path.stem.casefold()) for path in paths}) > 1 and not _are_alike(paths):
            names = ", ".join(sorted(path.name for path in paths)[:4])
            return (), f"Several files fit by {found.how}: {names}; name one in the bibliography's file field."
        return tuple(paths), ""

    def _take(self, path: Path, how: str, reference: Reference, work: Work | None) -> SourceText:
        found = self._extract(path)
        if isinstance(found, ExtractError):
            return SourceText(key=reference.key, failed=str(found))
        if found.generated:
            said = f"{path.name}: says that a machine wrote it; that is no source's own words."
            return SourceText(key=reference.key, failed=said)
        asked = reference.doi or (work.doi if work else "")
        problems: tuple[str, ...] = ()
        if found.doi and asked and found.doi not in {asked, work.doi if work else "", work.alias_of if work else ""}:
            title = fold_title(reference.title)
            if how == "key" and not (title and bears_title(head_of(found), title)):
                said = f"{path.name}: says that it is {found.doi}, not {asked}; it was not read."
                return SourceText(key=reference.key, failed=said)
            problems = (f"{path.name} says that it is {found.doi}, not {asked}",)
        version = found.version or tell_version(found.doi, found.text)
        fulltext = make_fulltext(reference.key, found, origin=f"file {path.name}", version=version, problems=problems)
        return SourceText(key=reference.key, fulltext=fulltext)

    def _extract(self, path: Path) -> Extracted | ExtractError:
        if path not in self._read:
            try:
                self._read[path] = read_file(path)
            except ExtractError as error:
                self._read[path] = error
        return self._read[path]


def bears_title(head: Head, title: str) -> bool:
    """Does a first page bear a folded title as its own, not as that of a work it cites or replies to?"""
    if head.title == title:
        return True
    place = head.words.find(title)
    return 0 <= place <= TITLE_WITHIN and not ABOUT.search(head.words[max(0, place - 20) : place])


def _are_alike(paths: Sequence[Path]) -> bool:
    """Are the files copies of one another?"""
    try:
        if len({path.stat().st_size for path in paths}) > 1:
            return False
        return len({path.read_bytes() for path in paths}) == 1
    except OSError:
        return False
