"""Corrections written into RIS: the value of a line, or a line that is put in; unknown tags and their order stay."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from citecheck.bibliography.ris import TAG, read_ris
from citecheck.corrections import Correction, Edit, Kept
from citecheck.records import Problem, Reference
from citecheck.rewriting.formats import Slot
from citecheck.rewriting.given import shorten_like
from citecheck.rewriting.replacing import Replacement, Rewritten, replace_words

_DOI = re.compile(r"(\s*(?:(?:https?://)?(?:dx\.)?doi\.org/|doi:?\s*)?)(10\.\S+?)\s*", re.IGNORECASE)
TITLES = ("TI", "T1", "CT", "BT")
NUMBERS = {"volume": ("VL",), "issue": ("IS", "CP")}


@dataclass(slots=True, kw_only=True)
class Line:
    """A tagged line: its tag, where it begins, and its value."""

    tag: str
    begin: int
    start: int
    end: int
    is_continued: bool = False
    """Does the value go on in the next line?"""


@dataclass(slots=True, kw_only=True)
class Lines:
    """The lines of one record."""

    lines: list[Line] = field(default_factory=list)

    def of(self, text: str, *tags: str) -> list[Line]:
        """Give the lines of some tags that have a value, tag by tag, as the reader takes them."""
        return [each for tag in tags for each in self.lines if each.tag == tag and text[each.start : each.end].strip()]


def ris_slots(text: str, path: Path) -> Iterator[Slot]:
    """Give every reference of a text with where it stands."""
    records = dict(_find_records(text))
    for reference in read_ris(io.StringIO(text), path):
        record = records.get(reference.place.line or 0)
        if record is None or isinstance(reference, Problem):
            yield Slot(reference=reference)
        else:
            yield _slot(text, record, reference)


def _slot(text: str, record: Lines, reference: Reference) -> Slot:
    def write(corrections: Sequence[Correction]) -> Rewritten:
        return rewrite_ris(text, record, reference, corrections)

    cut = any(re.match(r"(?:others|et\.? al)", each, re.IGNORECASE) for each in reference.authors)
    return Slot(reference=reference, is_cut=cut, write=write)


def _find_records(text: str) -> Iterator[tuple[int, Lines]]:
    record: Lines | None = None
    first, position = 0, 0
    for number, line in enumerate(text.split("\n"), 1):
        match = TAG.match(line)
        tag = match[1] if match else ""
        if tag == "ER" or (tag == "TY" and record is not None):
            if record is not None:
                yield first, record
            record = None
        if match and tag != "ER":
            if record is None:
                record, first = Lines(), number
            record.lines.append(
                Line(tag=tag, begin=position, start=position + match.start(2), end=position + len(line))
            )
        elif not match and record is not None and record.lines and line.strip():
            record.lines[-1].is_continued = True
        position += len(line) + 1
    if record is not None:
        yield first, record


def rewrite_ris(text: str, record: Lines, reference: Reference, corrections: Sequence[Correction]) -> Rewritten:
    """Give the replacements that write corrections into a record, and the fields that cannot be written."""
    found: list[Replacement] = []
    done: list[str] = []
    kept: list[Kept] = []
    for each in corrections:
        match each.field:
            case "year":
                written = _write_year(text, record, each)
            case "title":
                written = _write_title(text, record, each)
            case "authors":
                written = _write_authors(text, record, reference, each)
            case "pages":
                written = _write_pages(text, record, each)
            case "doi":
                written = _write_doi(text, record, each)
            case _:
                lines = record.of(text, *NUMBERS[each.field])
                written = [_value(text, lines[0], each.new)] if lines else None
        if written is None:
            kept.append(Kept(field=each.field, why=f"it stands in a line of its own kind: write {each.new} yourself"))
        else:
            found += written
            done.append(each.field)
    return Rewritten(replacements=tuple(found), written=tuple(done), kept=tuple(kept))


def _value(text: str, line: Line, new: str) -> Replacement:
    """Replace a line's value, blanks around it kept."""
    value = text[line.start : line.end]
    start = line.start + len(value) - len(value.lstrip())
    return Replacement(start=start, end=start + len(value.strip()), new=new)


def _write_year(text: str, record: Lines, correction: Correction) -> list[Replacement] | None:
    pattern = re.compile(rf"(?<!\d){correction.old}(?!\d)")
    matches = [pattern.search(text, each.start, each.end) for each in record.of(text, "PY", "Y1", "DA")]
    return [Replacement(start=each.start(), end=each.end(), new=correction.new) for each in matches if each] or None


def _write_title(text: str, record: Lines, correction: Correction) -> list[Replacement] | None:
    lines = record.of(text, *TITLES)
    return replace_words(text, lines[0].start, lines[0].end, correction.edits) if lines else None


def _write_authors(text: str, record: Lines, reference: Reference, correction: Correction) -> list[Replacement] | None:
    lines = record.of(text, "AU") or record.of(text, "A1")
    if len(lines) != len(reference.authors) or any(each.is_continued for each in lines):
        return None
    found: list[Replacement] = []
    behind: list[str] = []
    for edit in correction.edits:
        if edit.old:
            own = lines[edit.number]
            changed = replace_words(text, own.start, own.end, [Edit(old=edit.old, new=edit.new)])
            if changed is None:
                return None
            found += changed
            continue
        given = shorten_like(edit.given, [each.partition(",")[2] for each in reference.authors])
        name = f"{edit.new}, {given}" if given else edit.new
        if edit.number < len(lines):
            own = lines[edit.number]
            found.append(Replacement(start=own.begin, end=own.begin, new=f"{text[own.begin : own.start]}{name}\n"))
        else:
            behind.append(f"\n{text[lines[-1].begin : lines[-1].start]}{name}")
    if behind:
        found.append(Replacement(start=lines[-1].end, end=lines[-1].end, new="".join(behind)))
    places = [each.start for each in found if each.start == each.end]
    return found if len(set(places)) == len(places) else None


def _write_pages(text: str, record: Lines, correction: Correction) -> list[Replacement] | None:
    start, end = record.of(text, "SP"), record.of(text, "EP")
    first, _, last = correction.new.partition("-")
    if start and end and last:
        return [_value(text, start[0], first), _value(text, end[0], last)]
    own = start or record.of(text, "C7", "AR")
    return [_value(text, own[0], correction.new)] if own and not end else None


def _write_doi(text: str, record: Lines, correction: Correction) -> list[Replacement] | None:
    found = []
    for line in record.of(text, "DO", "DI", "M3", "L3", "UR"):
        match = _DOI.fullmatch(text, line.start, line.end)
        if match and (line.tag in ("DO", "DI") or match[2].casefold() == correction.old):
            found.append(Replacement(start=match.start(2), end=match.end(2), new=correction.new))
    own = [each for each in record.lines if each.tag == "DO"]
    if found or correction.old:
        return found or None
    if own:
        blank = "" if text[own[0].start - 1 : own[0].start] == " " else " "
        return [Replacement(start=own[0].start, end=own[0].end, new=f"{blank}{correction.new}")]
    last = record.lines[-1]
    if last.is_continued:
        last = next((each for each in reversed(record.lines) if not each.is_continued), last)
    written = f"\nDO{text[last.begin + 2 : last.start] or '  - '}{correction.new}"
    return [Replacement(start=last.end, end=last.end, new=written)]
