"""Corrections written into a BibTeX entry: only the letters that are wrong change, and a new field takes the others' form."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from citecheck.bibliography.bibtex.names import split_authors
from citecheck.corrections import Correction, Edit, Kept
from citecheck.identifiers import find_identifiers
from citecheck.records import Reference
from citecheck.rewriting.bibtex_spans import Field, Written, spell_like
from citecheck.rewriting.given import shorten_like
from citecheck.rewriting.latex import to_latex
from citecheck.rewriting.replacing import LATEX, Replacement, Rewritten, replace_words

_DOI = re.compile(r"(\s*(?:(?:https?://)?(?:dx\.)?doi\.org/|doi:?\s*)?)(10\.\S+?)\s*", re.IGNORECASE)
_DOI_URL = re.compile(r"(https?://(?:dx\.)?doi\.org/)(10\.\S+?)\s*", re.IGNORECASE)
_AND = re.compile(r"\\.|[{}]|(?<=\s)and(?=\s)", re.IGNORECASE | re.DOTALL)
_OTHERS = re.compile(r"(?:others|et\.? al\.?)$", re.IGNORECASE)
_DASH = re.compile(r"\s*(-{1,3}|[‐‑–—])\s*")
STRINGS = "it is joined from parts, or named by a @string"
_PLACES = {"volume": ("volume",), "issue": ("number", "issue"), "pages": ("pages", "eid", "article-number")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How a file writes: with Unicode letters or none, DOIs with escaped signs or bare."""

    ascii_only: bool
    escapes_dois: bool = False

    @classmethod
    def of(cls, text: str) -> Style:
        """Tell a file's style."""
        has_letters = not text.isascii() and not any("\udc80" <= each <= "\udcff" for each in text)
        escapes = re.search(r"\bdoi\s*=\s*[{\"][^{}\"\n]*\\_", text, re.IGNORECASE) is not None
        return cls(ascii_only=not has_letters, escapes_dois=escapes)


def has_others(text: str, written: Written) -> bool:
    """Does the list of authors end with *and others*?"""
    field = written.field(text, "author")
    return field is not None and bool(_OTHERS.search(text[field.start : field.end].rstrip().rstrip("}")))


def rewrite_bibtex(
    text: str, written: Written, reference: Reference, corrections: Sequence[Correction], style: Style
) -> Rewritten:
    """Give the replacements that write corrections into an entry, and the fields that cannot be written."""
    found: list[Replacement] = []
    done: list[str] = []
    kept: list[Kept] = []
    for each in corrections:
        result = _WRITERS[each.field](text, written, reference, each, style)
        if isinstance(result, str):
            kept.append(Kept(field=each.field, why=f"{result}: write {each.new} yourself"))
        else:
            found += result
            done.append(each.field)
    return Rewritten(replacements=tuple(found), written=tuple(done), kept=tuple(kept))


Result = list[Replacement] | str
"""What is replaced, or why nothing can be."""


def _write_year(text: str, written: Written, reference: Reference, correction: Correction, style: Style) -> Result:
    found = []
    for name in ("year", "date"):
        field = written.field(text, name)
        if field is not None and field.opener == "@":
            return STRINGS
        match = field and re.compile(rf"(?<!\d){correction.old}(?!\d)").search(text, field.start, field.end)
        if not match:
            continue
        found.append(Replacement(start=match.start(), end=match.end(), new=correction.new))
    return found or "the year stands in another field"


def _write_place(text: str, written: Written, reference: Reference, correction: Correction, style: Style) -> Result:
    field = written.field(text, *_PLACES[correction.field])
    if field is None:
        return "it is inherited from another entry"
    if field.opener == "@":
        return STRINGS
    old, new = text[field.start : field.end], correction.new
    if correction.field == "pages" and "-" in new:
        dash = _DASH.search(old)
        new = new.replace("-", dash[1] if dash else "--")
    if not new.isascii() and style.ascii_only:
        return LATEX
    start = field.start + len(old) - len(old.lstrip())
    if not field.opener and not new.isdigit():
        new = f"{{{new}}}"
    return [Replacement(start=start, end=start + len(old.strip()), new=new)]


def _write_title(text: str, written: Written, reference: Reference, correction: Correction, style: Style) -> Result:
    found: list[Replacement] = []
    fields = [each for name in ("title", "subtitle") if (each := written.field(text, name)) is not None]
    if not fields:
        return "it is inherited from another entry"
    if any(each.opener == "@" for each in fields):
        return STRINGS
    for edit in correction.edits:
        tried = [replace_words(text, field.start, field.end, [edit]) for field in fields]
        changed = [each for each in tried if each]
        if len(changed) != 1 or (escaped := to_latex(changed[0][0].new, ascii_only=style.ascii_only)) is None:
            return LATEX
        found.append(Replacement(start=changed[0][0].start, end=changed[0][0].end, new=escaped))
    return found


def _write_authors(text: str, written: Written, reference: Reference, correction: Correction, style: Style) -> Result:
    field = written.field(text, "author")
    if field is None:
        return "it is inherited from another entry"
    if field.opener == "@":
        return STRINGS
    names = find_names(text, field)
    read = [split_authors(text[start:end]) for start, end in names]
    if read != [(each,) for each in reference.authors]:
        return "the names are written in a way of their own"
    found: list[Replacement] = []
    behind: list[str] = []
    for edit in correction.edits:
        if edit.old:
            start, end = names[edit.number]
            changed = replace_words(text, start, end, [Edit(old=edit.old, new=edit.new)])
            new = to_latex(changed[0].new, ascii_only=style.ascii_only) if changed else None
            if not changed or new is None:
                return LATEX
            found.append(Replacement(start=changed[0].start, end=changed[0].end, new=new))
            continue
        name = write_name(edit, [text[start:end] for start, end in names], style)
        if name is None:
            return LATEX
        join = text[names[0][1] : names[1][0]] if len(names) > 1 else " and "
        if edit.number < len(names):
            place = names[edit.number][0]
            found.append(Replacement(start=place, end=place, new=f"{name}{join}"))
        else:
            behind.append(f"{join}{name}")
    if behind:
        place = names[-1][1]
        found.append(Replacement(start=place, end=place, new="".join(behind)))
    return _join_insertions(found)


def _join_insertions(found: Sequence[Replacement]) -> list[Replacement]:
    """Make one of what is put in at one place, in order."""
    joined: dict[tuple[int, int], Replacement] = {}
    for each in found:
        place = each.start, each.end
        known = joined.get(place) if each.start == each.end else None
        joined[place] = each if known is None else Replacement(start=each.start, end=each.end, new=known.new + each.new)
    return list(joined.values())


def find_names(text: str, field: Field) -> list[tuple[int, int]]:
    """Give the span of each name of a list of authors, without *and others*."""
    spans, depth, start = [], 0, field.start
    for match in _AND.finditer(text, field.start, field.end):
        sign = match.group()
        if sign in "{}":
            depth += 1 if sign == "{" else -1
        elif sign[0] != "\\" and depth == 0:
            spans.append((start, match.start()))
            start = match.end()
    spans.append((start, field.end))
    found = []
    for first, last in spans:
        name = text[first:last]
        if name.strip() and not _OTHERS.match(name.strip()):
            found.append((first + len(name) - len(name.lstrip()), last - (len(name) - len(name.rstrip()))))
    return found


def write_name(edit: Edit, others: Sequence[str], style: Style) -> str | None:
    """Write a name in the form of its neighbours: `Family, Given` or `Given Family`, given names or initials."""
    givens = [each.partition(",")[2].strip() if "," in each else each.rpartition(" ")[0].strip() for each in others]
    given = shorten_like(edit.given, givens)
    turned = bool(given) and not any("," in each for each in others) and " " not in edit.new
    name = (
        f"{given} {edit.new}"
        if turned
        else f"{edit.new}, {given}"
        if given
        else f"{{{edit.new}}}"
        if " " in edit.new
        else edit.new
    )
    if name.startswith("{"):
        inside = to_latex(edit.new, ascii_only=style.ascii_only)
        return None if inside is None else f"{{{inside}}}"
    return to_latex(name, ascii_only=style.ascii_only)


def _write_doi(text: str, written: Written, reference: Reference, correction: Correction, style: Style) -> Result:
    new = _escape_doi(correction.new, style)
    if new is None:
        return "its brackets would not be read"
    field = next((each for each in written.fields if each.name == "doi"), None)
    if field is not None and not text[field.start : field.end].strip() and field.opener in ("{", '"'):
        return [Replacement(start=field.start, end=field.end, new=new)]
    if not correction.old and field is None:
        return [add_field(text, written, "doi", new)]
    found = []
    for name, pattern in (("doi", _DOI), ("url", _DOI_URL), ("note", _DOI), ("howpublished", _DOI_URL)):
        each = written.field(text, name)
        match = each and each.opener != "@" and pattern.fullmatch(text, each.start, each.end)
        if match and (name == "doi" or correction.old in match[2].replace("\\", "").casefold()):
            found.append(Replacement(start=match.start(2), end=match.end(2), new=new))
    if not correction.old and field is not None and not found:
        if field.opener not in ("{", '"'):
            return STRINGS
        if find_identifiers(text[field.start : field.end]):
            return "the doi field holds an identifier of another kind"
        return [Replacement(start=field.start, end=field.end, new=new)]
    return found or "the DOI stands in another field"


def _escape_doi(doi: str, style: Style) -> str | None:
    """Write a DOI as the file does; one whose braces do not pair cannot stand in a value."""
    if "{" in doi or "}" in doi or '"' in doi or not doi.isprintable() or (style.ascii_only and not doi.isascii()):
        return None
    return re.sub(r"([_%&#])", r"\\\1", doi) if style.escapes_dois else re.sub(r"(?<!\\)([%#])", r"\\\1", doi)


def add_field(text: str, written: Written, name: str, value: str) -> Replacement:
    """Put a field after the last one, in its form: same line break, indent, alignment, delimiters, comma, case."""
    last = written.fields[-1]
    before = written.fields[-2].whole_end if len(written.fields) > 1 else written.fields_start - 1
    gap = re.sub(r"[ \t]+(?=\n)", "", text[before : last.name_start])
    names = [text[each.name_start :].partition("=")[0] for each in written.fields]
    between = re.compile(r"\s*=\s*").match(text, last.name_start + len(last.name))
    equals = between.group() if between else " = "
    columns = {len(each) for each in names}
    if len(columns) == 1 and len({len(each.rstrip()) for each in names}) > 1:  # the signs stand in one column
        equals = " " * max(columns.pop() - len(name), 0) + equals.lstrip(" \t")
    opener = next((each.opener for each in reversed(written.fields) if each.opener in ("{", '"')), "{")
    closer = "}" if opener == "{" else '"'
    spelt = spell_like([each.rstrip() for each in names], name)
    return Replacement(start=last.whole_end, end=last.whole_end, new=f"{gap}{spelt}{equals}{opener}{value}{closer}")


_WRITERS: dict[str, Callable[[str, Written, Reference, Correction, Style], Result]] = {
    "year": _write_year,
    "volume": _write_place,
    "issue": _write_place,
    "pages": _write_place,
    "title": _write_title,
    "authors": _write_authors,
    "doi": _write_doi,
}
