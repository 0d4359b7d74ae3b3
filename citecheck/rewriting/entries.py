"""A corrected entry for one reference, to paste: its own text with what is wrong replaced, else the work's in BibTeX."""

from __future__ import annotations

import re
from pathlib import Path

from citecheck.bibliography.describing import RAW_LIMIT
from citecheck.errors import BibliographyError
from citecheck.records import Author, Reference, Resolution, Work
from citecheck.rewriting.deciding import Decision, decide
from citecheck.rewriting.formats import read_slots, rewrite
from citecheck.rewriting.latex import to_latex
from citecheck.rewriting.replacing import replace_all
from citecheck.text.names import family_name
from citecheck.text.titles import fold_title, strip_markup

TYPES = {
    "journal-article": "article", "article": "article", "book": "book", "monograph": "book", "edited-book": "book",
    "reference-book": "book", "book-chapter": "incollection", "proceedings-article": "inproceedings", "dissertation": "phdthesis",
    "report": "techreport",
}  # fmt: skip
"""Types of registries as BibTeX names them; all others are `misc`."""
CONTAINERS = {"article": "journal", "incollection": "booktitle", "inproceedings": "booktitle", "misc": "howpublished"}
MARKUP = re.compile(r"<\w|</|&#?\w{1,30};|\\[a-zA-Z]|\$[^$]*\$")
MOST_AUTHORS = 30
"""Authors of an entry that is shown: after them stands *others*."""


def corrected_entry(resolution: Resolution) -> str:
    """Give an entry that a person may paste for a reference that leads to another work; empty when there is none to give.

    The work is the one that the reference's words describe, where one was found, else the one its identifier leads to.
    """
    decided = decide(resolution)
    if decided.decision is Decision.CHANGED and (own := _rewritten(resolution)):
        return own
    work = decided.work if decided.decision is Decision.CHANGED else None
    work = work or next(iter(resolution.candidates), None) or resolution.work
    return write_entry(work, resolution.reference.key) if work is not None and work.title else ""


def _rewritten(resolution: Resolution) -> str:
    """Correct the entry's own text, where it is whole and of a format that is rewritten."""
    raw = resolution.reference.raw
    if len(raw) >= RAW_LIMIT:
        return ""
    name = (
        "a.bib"
        if raw.startswith("@")
        else "a.json"
        if raw.startswith("{")
        else "a.ris"
        if raw.startswith("TY  -")
        else ""
    )
    if not name:
        return ""
    try:
        slot = next((each for each in read_slots(raw, Path(name)) if isinstance(each.reference, Reference)), None)
    except BibliographyError:
        return ""
    if slot is None:
        return ""
    corrections = decide(resolution, is_cut=slot.is_cut).proposal.corrections
    written = rewrite(slot, corrections)
    return (
        replace_all(raw, written.replacements) if set(written.written) == {each.field for each in corrections} else ""
    )


def write_entry(work: Work, key: str) -> str:
    """Write a work as a BibTeX entry under a key; a key that BibTeX would not take is made from author and year."""
    kind = TYPES.get(work.type.casefold(), "article" if work.volume else "misc")
    names = [_write_author(each) for each in work.authors[:MOST_AUTHORS]]
    if len(work.authors) > MOST_AUTHORS:
        names.append("others")
    title = f"{work.title}: {work.subtitle}" if work.subtitle else work.title
    fields = {
        "author": " and ".join(names),
        "title": _write(title),
        CONTAINERS.get(kind, ""): _write(work.container),
        "year": str(work.year or ""),
        "volume": _write(work.volume),
        "number": _write(work.issue),
        "pages": _write(re.sub(r"\s*[-–]+\s*", "--", work.pages)),
        "isbn": next((value for name, value in work.identifiers if name == "isbn"), "") if kind == "book" else "",
        "doi": work.doi,
    }
    fields = {name: value for name, value in fields.items() if name and value}
    width = max(map(len, fields))
    lines = [f"  {name.ljust(width)} = {{{value}}}" for name, value in fields.items()]
    return f"@{kind}{{{_write_key(work, key)},\n" + ",\n".join(lines) + "\n}"


def _write(text: str) -> str:
    plain = strip_markup(text) if MARKUP.search(text) else " ".join(text.split())  # a dollar may be one
    return to_latex(plain, ascii_only=False) or ""


def _write_author(author: Author) -> str:
    family, given = _write(author.family), _write(author.given)
    if author.organisation:
        return f"{{{family}}}"
    return f"{family}, {given}" if given else family


def _write_key(work: Work, key: str) -> str:
    if re.fullmatch(r"[^\s,{}()=\"#%\\~']+", key) and not key.isdigit():
        return key
    family = work.authors[0].family if work.authors else family_name(work.title)
    return f"{re.sub(r'[^a-z0-9]', '', fold_title(family)) or 'work'}{work.year or ''}"
