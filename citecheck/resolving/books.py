"""Books by ISBN: asked in one batch, before anything is searched for.

An ISBN names an edition of a whole book. A chapter's reference carries its book's, so a book with another title is no mismatch
there; and a book that Open Library does not have may well exist: the search ways go on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from citecheck.agreements import compare, title_likeness
from citecheck.identifiers import find_mistyped_isbn
from citecheck.records import AgreementOutcome, Lookup, Reference, Resolution, ResolutionOutcome
from citecheck.resolving.identified import Identified
from citecheck.resolving.readings import doi_to_ask
from citecheck.resolving.registries import Registries
from citecheck.resolving.settling import settle_by_search, settle_identified

WHOLE_TYPES = frozenset(
    "book mvbook booklet collection mvcollection proceedings mvproceedings manual ebook reference".split()
)
"""Types of references that mean the whole of what has the ISBN."""
SAME_BOOK = 0.8
"""Likeness of a reference's container and a book's title from which the reference is a part of it (tests of chapters)."""
_WRITTEN = re.compile(r"\bisbn(?:-1[03])?[\"']?\s*[:=\s]\s*[{\"'\[]*\s*([\dXx][\dXx –-]{8,17})", re.IGNORECASE)


def isbn_to_ask(reference: Reference) -> str:
    """Give the ISBN to ask for; none where the reference has an identifier of its own work."""
    if doi_to_ask(reference) or reference.identifier("pmid"):
        return ""
    return reference.identifier("isbn") or ""


def ask_books(references: Sequence[Reference], registries: Registries) -> dict[str, Lookup]:
    """Ask Open Library for the ISBNs of all references that name nothing better."""
    isbns = list(dict.fromkeys(filter(None, map(isbn_to_ask, references))))
    return registries.open_library.look_up(isbns) if isbns else {}


def settle_book(reference: Reference, books: dict[str, Lookup], registries: Registries) -> Resolution:
    """Settle a reference by the book its ISBN leads to, else by searching; what is wrong with its ISBN is told."""
    isbn = isbn_to_ask(reference)
    lookup = books.get(isbn)
    if lookup is None:
        return _add_message(settle_by_search(reference, registries), find_wrong_isbn(reference))
    if not lookup.works:
        return _after_absence(settle_by_search(reference, registries), isbn, lookup)
    agreement = compare(reference, lookup.works[0])
    if agreement.outcome is not AgreementOutcome.DIFFERENT or reference.type in WHOLE_TYPES:
        return settle_identified(reference, isbn, Identified(lookup=lookup, asked=("open library",)), registries)
    book = lookup.works[0].title
    is_part = title_likeness(reference.container, book) >= SAME_BOOK
    message = "" if is_part else f"its ISBN is that of {book}."
    found = settle_by_search(reference, registries)
    return _add_message(replace(found, asked=("open library", *found.asked)), message)


def find_wrong_isbn(reference: Reference) -> str:
    """Say that an ISBN's check digit is wrong, where the reference's own text has such a one; else nothing."""
    if reference.identifier("isbn"):
        return ""
    match = _WRITTEN.search(reference.raw)
    digits = find_mistyped_isbn(match[1].strip(" -–")) if match else ""
    return f"the ISBN {digits} has a wrong check digit: one of its digits is mistyped." if digits else ""


def _after_absence(found: Resolution, isbn: str, lookup: Lookup) -> Resolution:
    """Add that Open Library does not have the book, or could not be asked: then *not found* is not said."""
    if lookup.not_asked is None:
        found = replace(found, asked=("open library", *found.asked))
        unlisted = found.outcome is ResolutionOutcome.NOT_FOUND
        return _add_message(found, f"ISBN {isbn} is not at Open Library." if unlisted else "")
    if found.outcome in (ResolutionOutcome.NOT_FOUND, ResolutionOutcome.NOT_ASKED):
        gaps = (lookup.not_asked, *found.not_asked)
        return replace(found, outcome=ResolutionOutcome.NOT_ASKED, not_asked=gaps)
    return found


def _add_message(found: Resolution, message: str) -> Resolution:
    return replace(found, message=" ".join(filter(None, (message, found.message))))
