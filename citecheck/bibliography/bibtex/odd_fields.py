"""Fields whose value makes no sense: a year of five digits, a DOI without its end, names parted by commas, a misspelt type.

Nothing of the entry is dropped for it, yet a part was not read as its writer meant it, and that is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from citecheck.bibliography.bibtex.names import find_name_slip
from citecheck.bibliography.bibtex.slips import Slip
from citecheck.bibliography.bibtex.types import meant_type
from citecheck.bibliography.describing import shorten, year_in
from citecheck.identifiers import Kind, explain_no_doi, find_identifiers, find_mistyped_isbn, parse_identifier

_OLD_YEAR = re.compile(r"b\.?\s?c|a\.?d\b|\bca?\.|circa|cent|[~?]|^\W*\d{1,3}\W*$", re.IGNORECASE)
"""Years that are meant to be old or unsure: nothing is wrong with them."""
_NONE = re.compile(r"\W*(?:n/?a|none|null|nil|unknown|tba|forthcoming|no doi|not available)?\W*", re.IGNORECASE)
_PLAIN_DOI = re.compile(r"\s*(?:https?://(?:dx\.)?doi\.org/)?10\.\d{4,9}/[^\s{}\\]{2}", re.IGNORECASE)
_INNER_ENTRY = re.compile(r"^[ \t]*@[ \t]*(\w+)[ \t]*\{\s*([^\s,{}=]+)\s*,\s*\w+\s*=", re.MULTILINE)


def find_odd_fields(type: str, fields: Mapping[str, str]) -> Iterator[Slip]:
    """Give a slip for each field of an entry that cannot be what it says."""
    if meant := meant_type(type):
        yield Slip(offset=0, what=f"its type @{type} is not known; read as @{meant}", help=f"Write @{meant}.")
    year = fields.get("year", "")
    if year and year_in(year) is None:
        yield from _year_slips(year)
    if (doi := fields.get("doi", "")) and not _PLAIN_DOI.match(doi):
        yield from _doi_slips(doi)
    if (isbn := fields.get("isbn", "")) and (digits := find_mistyped_isbn(isbn.strip(" {}"))):
        what = f"the ISBN {digits} has a wrong check digit"
        yield Slip(offset=0, field="isbn", what=what, help="Compare it with the book's: one of its digits is mistyped.")
    for name in ("author", "editor"):
        if (people := fields.get(name)) and (what := find_name_slip(people)):
            yield Slip(offset=0, field=name, what=f"{name}: {what}", help="Part names with the word and.")
    for name, value in fields.items():
        if "=" in value and len(value) > 20:
            yield from _swallowed_slips(name, value)


def _year_slips(year: str) -> Iterator[Slip]:
    if re.search(r"\d", year) and not _OLD_YEAR.search(year):
        what = f"“{shorten(year)}” is no year"
        yield Slip(offset=0, field="year", what=what, help="Correct the year: the work was compared without one.")


def _doi_slips(doi: str) -> Iterator[Slip]:
    if _NONE.fullmatch(doi) or parse_identifier(doi, Kind.DOI) is not None:
        return
    if find_identifiers(doi):
        what, help = (
            "its doi field holds another kind of identifier",
            "Put it in a field of its own; it was read as it is.",
        )
    else:
        why, help = explain_no_doi(doi)
        what = f"“{shorten(doi)}” is no DOI: {why}"
    yield Slip(offset=0, field="doi", what=what, help=help)


def _swallowed_slips(name: str, value: str) -> Iterator[Slip]:
    if name in ("abstract", "annote", "keywords") or name.startswith("citecheck"):
        return
    if inner := _INNER_ENTRY.search(value):
        what = f"an entry stands inside the field {name}: @{inner[1]}{{{inner[2]}"
        yield Slip(offset=0, field=name, what=what, help="Close the field before it; the inner entry was not checked.")
