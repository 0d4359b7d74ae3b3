"""Read a bibliography of any format, as a stream or whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from citecheck.bibliography.bibtex import read_bibtex
from citecheck.bibliography.csl_json import read_csl_json
from citecheck.bibliography.csl_yaml import read_csl_yaml
from citecheck.bibliography.decoding import EXPORT, find_foreign_line, open_text
from citecheck.bibliography.describing import DUPLICATE_KEY, REPAIRED, report_repaired, report_unreadable
from citecheck.bibliography.detecting import ENDNOTE_XML, Format, detect_binary, detect_format
from citecheck.bibliography.endnote import read_endnote
from citecheck.bibliography.endnote_xml import read_endnote_xml
from citecheck.bibliography.parquet import read_parquet
from citecheck.bibliography.pubmed import read_pubmed
from citecheck.bibliography.ris import read_ris
from citecheck.bibliography.table import read_list, read_table
from citecheck.bibliography.wos import read_wos
from citecheck.bibliography.zotero import read_zotero
from citecheck.errors import BibliographyError
from citecheck.records import Bibliography, Place, Problem, Reference

READERS = {
    Format.BIBTEX: read_bibtex,
    Format.RIS: read_ris,
    Format.PUBMED: read_pubmed,
    Format.ENDNOTE: read_endnote,
    Format.CSL_JSON: read_csl_json,
    Format.CSL_YAML: read_csl_yaml,
    Format.LIST: read_list,
    Format.WOS: read_wos,
}


def read_bibliography(path: str | Path) -> Bibliography:
    """Read a whole bibliography: every entry is a reference or a problem; repairs and keys used twice are problems besides.

    Raises:
        BibliographyError: the file cannot be read at all.
    """
    references: list[Reference] = []
    problems: list[Problem] = []
    lines: dict[str, Reference] = {}
    for each in iter_references(path, tell=problems.append):
        if isinstance(each, Problem):
            problems.append(each)
            continue
        references.append(each)
        known = lines.setdefault(each.key.casefold(), each)
        if known is not each and each.place.line is not None and not _is_keyless(each):
            problems.append(_report_repeated(each, known))
    problems.sort(key=lambda each: each.place.line or 0)
    return Bibliography(path=str(path), references=tuple(references), problems=tuple(problems))


def iter_references(
    path: str | Path, *, tell: Callable[[Problem], object] | None = None
) -> Iterator[Reference | Problem]:
    """Give the entries of a bibliography one by one, in the file's order and in flat memory, each exactly once.

    An entry is given as a reference, or as the problem that kept it from being one. `tell` is called with the problems of
    entries that are given all the same: what was repaired to read them.

    Raises:
        BibliographyError: the file cannot be read at all.
    """
    path = Path(path)
    count = 0
    try:
        for each in _read(path):
            if not isinstance(each, Problem) or each.rule != REPAIRED:
                count += 1
                yield each
            elif tell is not None:
                tell(each)
    except OSError as error:
        raise BibliographyError(f"{path}: {error.strerror or error}.", help="Check the file.") from error
    if not count:
        yield report_unreadable(path, 1, f"{path.name}: no reference was found in this file.", help=EXPORT)


def _read(path: Path) -> Iterator[Reference | Problem]:
    """Give what the reader of the file's format gives."""
    match detect_binary(path):
        case Format.ZOTERO:
            yield from read_zotero(path)
            return
        case Format.PARQUET:
            yield from read_parquet(path)
            return
    stream, head = open_text(path)
    with stream:
        format = detect_format(head, path)
        if (line := find_foreign_line(path)) is not None:
            message = f"{path.name}: the file is not UTF-8, and was read as Windows-1252."
            yield report_repaired(
                path, line, message, help="Save it as UTF-8, so that every program reads the same letters."
            )
        if format is Format.XML:
            if not any(each.decode() in head[:4000] for each in ENDNOTE_XML):
                raise BibliographyError(f"{path}: this XML is not EndNote's, and no other is read.", help=EXPORT)
            yield from read_endnote_xml(path)
        elif format is Format.TABLE:
            yield from read_table(stream, path, head)
        elif format in READERS:
            yield from READERS[format](stream, path)
        else:
            raise BibliographyError(f"{path}: the file is not what its name says.", help=EXPORT)


_KEYLESS = ("10.", "10/", "line ", "pmid:")
"""How keys begin that the file does not hold: two rows with one DOI are a duplicate, not a mistaken key."""


def _is_keyless(reference: Reference) -> bool:
    key = reference.key
    return key.startswith(_KEYLESS) or any(key == each.value for each in reference.identifiers)


def _report_repeated(each: Reference, known: Reference) -> Problem:
    written = "" if each.key == known.key else f" as {known.key}"
    other = "" if _is_same_work(each, known) else ", with other words"
    return Problem(
        rule=DUPLICATE_KEY,
        message=f"{each.key}: the key is used before{written} on line {known.place.line}{other}.",
        place=Place(path=each.place.path, line=each.place.line, column=each.place.column),
        help="Give each work a key of its own.",
    )


def _is_same_work(first: Reference, second: Reference) -> bool:
    if first.doi and second.doi:
        return first.doi == second.doi
    return first.title.casefold() == second.title.casefold() and first.year == second.year
