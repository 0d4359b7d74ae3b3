"""What all formats share: years, pages, names and identifiers as fields hold them, made parts of a `Reference`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from citecheck.identifiers import Identifier, Kind, find_identifiers, parse_identifier, undo_latex
from citecheck.records import Place, Problem

RAW_LIMIT = 2_000
"""Characters of an entry's own text that are kept: enough to show it, little enough for a hundred thousand."""
SHOWN = 80
UNREADABLE, REPAIRED, DUPLICATE_KEY = "unreadable-entry", "repaired-entry", "duplicate-key"
_YEAR = re.compile(r"(?<!\d)(1[0-9]{3}|20[0-9]{2})(?!\d)(?!\s*b\.?c)", re.IGNORECASE)
_DASHES = re.compile(r"\s*(?:[‐‑‒–—−]|-{1,3})\s*")
_LABELLED = re.compile(
    r"(?:^|[;|])[ \t]*(doi|pmid|pmcid|arxiv|isbn)\s*(?:[:=]\s*|\s(?=\d|PMC))([^\s;|][^;|\n]*)",
    re.IGNORECASE | re.MULTILINE,
)
_MAY_HOLD = re.compile(r"10\.\d{4}|arxiv|abs/|pm(?:c|id)|isbn|hep-|astro-ph|cond-mat|math", re.IGNORECASE)
_RESOLVER_ALONE = re.compile(
    r"(?:available\s+(?:at|from)\W*)?(?:doi\W*)?(?:https?://(?:dx\.)?(?:www\.)?doi\.org/)?", re.I
)
_ARXIV_FILE = re.compile(r"\d{4}\.\d{4,5}(?:v\d+)?")
_DOI_FILE = re.compile(r"(10\.\d{4,9})(?:_|%2F|@|:|∕|\s|-)([\w.();<>:%-]+)", re.IGNORECASE)


def report_unreadable(
    path: Path, line: int | None, message: str, *, help: str = "", column: int | None = None
) -> Problem:
    """Make the problem of an entry that cannot be read."""
    return Problem(rule=UNREADABLE, message=message, place=Place(path=str(path), line=line, column=column), help=help)


def report_repaired(path: Path, line: int | None, message: str, *, help: str, column: int | None = None) -> Problem:
    """Make the problem of an entry that was read after a repair."""
    return Problem(rule=REPAIRED, message=message, place=Place(path=str(path), line=line, column=column), help=help)


def name_keyless(line: int) -> str:
    """Name a reference that has no key: never by a bare number, which a numeric marker would bind to."""
    return f"line {line}"


def shorten(text: str) -> str:
    """Give the beginning of a text on one line, to be shown in a message."""
    text = " ".join(text[: 4 * SHOWN].split())
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def year_in(text: str) -> int | None:
    """Find the first year of a text; none in `n.d.`, `in press` or `c. 900 BCE`."""
    match = _YEAR.search(text)
    return int(match.group(1)) if match else None


def join_pages(text: str) -> str:
    """Write a page range with one plain hyphen."""
    return _DASHES.sub("-", text.strip())


def join_name(family: str, given: str = "") -> str:
    """Write a name as `Family, Given`."""
    family, given = family.strip(), given.strip()
    return f"{family}, {given}" if family and given else family or given


def gather_identifiers(
    *,
    dois: Iterable[str] = (),
    pmids: Iterable[str] = (),
    pmcids: Iterable[str] = (),
    arxiv: Iterable[str] = (),
    isbns: Iterable[str] = (),
    urls: Iterable[str] = (),
    notes: Iterable[str] = (),
    elsewhere: Iterable[str] = (),
    files: Iterable[str] = (),
) -> tuple[Identifier, ...]:
    """Gather identifiers, each once, those of fields made for them first.

    A note counts only where a line says what it is (`DOI: …`), or where it holds nothing else: other notes tell of other
    works. `elsewhere` are fields that describe the work itself, such as its pages; the names of `files` count last.
    """
    found: dict[tuple[Kind, str], Identifier] = {}

    def keep(each: Identifier | None) -> None:
        if each is not None:
            found.setdefault((each.kind, each.value), each)

    fields = ((Kind.DOI, dois), (Kind.PMID, pmids), (Kind.PMCID, pmcids), (Kind.ARXIV, arxiv), (Kind.ISBN, isbns))
    for kind, values in fields:
        for value in filter(None, values):
            for part in _split_listed(kind, value):
                read = parse_identifier(part, kind)
                keep(read)
                if kind is Kind.DOI and (read is None or len(part) > len(read.raw) + 8):
                    for other in find_identifiers(part):  # a second one, or one of another kind
                        if (
                            other.kind is not Kind.DOI
                            or read is None
                            or other.value not in (read.value, *read.alternatives)
                        ):
                            keep(other)
    for url in urls:
        has_doi = any(kind is Kind.DOI for kind, _ in found)
        if has_doi and "doi.org/" in url:
            continue
        for each in find_identifiers(url) if url else ():
            if not (has_doi and each.kind is Kind.DOI):
                keep(each)
    for note in notes:
        kinds = {kind for kind, _ in found}
        for each in read_note(note):
            if each.kind not in kinds:
                keep(each)
    for text in elsewhere:
        kinds = {kind for kind, _ in found}
        for each in find_identifiers(text) if _MAY_HOLD.search(text) else ():
            if each.kind not in kinds:
                keep(each)
    if not found:
        for file in files:
            keep(read_file_name(file))
    return tuple(found.values())


def read_note(note: str) -> Iterator[Identifier]:
    """Give the identifiers that a note names as the work's own: labelled at the beginning of a line or part, or alone."""
    if "{" in note or "\\" in note:
        note = undo_latex(note).replace("{", "").replace("}", "")
    labelled = False
    for match in _LABELLED.finditer(note):
        if (found := parse_identifier(match.group(2), Kind(match.group(1).lower()))) is not None:
            labelled = True
            yield found
    if not labelled and len(note) < 300 and "10." in note:
        for each in find_identifiers(note):
            around = note[: each.start].strip(" \t\n(<[") + note[each.end :].strip(" \t\n.,;)>]")
            if not around or _RESOLVER_ALONE.fullmatch(around):
                yield each


def read_file_name(path: str) -> Identifier | None:
    """Read the identifier that a file is named by, as managers and downloads name them: `10.1000_xyz.pdf`."""
    name = re.sub(r"\.(?:pdf|html?|epub|xml|txt|docx?)$", "", re.split(r"[/\\]", path)[-1], flags=re.IGNORECASE)
    if _ARXIV_FILE.fullmatch(name):
        return parse_identifier(name, Kind.ARXIV)
    match = _DOI_FILE.fullmatch(name)
    return parse_identifier(f"{match.group(1)}/{match.group(2)}", Kind.DOI) if match else None


def _split_listed(kind: Kind, value: str) -> Iterable[str]:
    return re.split(r"[,;/]\s*|\s+(?=97[89]|\d{9}|\()", value) if kind is Kind.ISBN else (value,)


def spoken_in(note: str) -> str:
    """Give what a line of a note says to citecheck, as `citecheck: ignore[retracted] …`; empty when none does."""
    if "citecheck" not in note.lower():
        return ""
    match = SPOKEN.search(note)
    return match[1].strip() if match else ""


SPOKEN = re.compile(r"^\s*citecheck\s*:\s*(ignore\s*\[.*)$", re.IGNORECASE | re.MULTILINE)
