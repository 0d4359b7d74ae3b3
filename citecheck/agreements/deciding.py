"""Decide, from the fields, whether a reference describes a work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from citecheck.agreements.authors import compare_authors
from citecheck.agreements.fields import compare_places, compare_year
from citecheck.agreements.titles import OTHER_NUMBER, compare_title, is_generic, names_no_title
from citecheck.records import Agreement, AgreementOutcome, Comparison, FieldOutcome, Reference, Work

AGREES, DIFFERS, MISSING = FieldOutcome.AGREES, FieldOutcome.DIFFERS, FieldOutcome.MISSING
SAME, DIFFERENT, UNSURE = AgreementOutcome.SAME, AgreementOutcome.DIFFERENT, AgreementOutcome.UNSURE


def compare(reference: Reference, work: Work) -> Agreement:
    """Hold a reference against a work; every field says agrees, differs, missing or not_comparable, with both values."""
    title = compare_title(reference, work)
    authors = compare_authors(reference, work)
    year = compare_year(reference, work)
    places = compare_places(reference, work)
    placed = title.outcome is DIFFERS and not title.note and {"volume", "pages"} <= set(_agreed(places))
    if placed and names_no_title(reference, work):
        title = replace(title, outcome=MISSING, note="the entry names none")
    outcome, reason = _decide(title, authors, year, places, generic=is_generic(work))
    return Agreement(outcome=outcome, fields=(title, authors, year, *places), reason=reason)


def _decide(
    title: Comparison, authors: Comparison, year: Comparison, places: Sequence[Comparison], *, generic: bool
) -> tuple[AgreementOutcome, str]:
    """Go by the title; what it cannot tell, authors, year and place in the container do."""
    match title.outcome:
        case FieldOutcome.AGREES:
            if generic:
                return _decide_generic_title(authors, year, places)
            return _decide_same_title(authors, year, places)
        case FieldOutcome.DIFFERS:
            if OTHER_NUMBER in title.note:
                return _decide_other_number(authors, year, places)
            return _decide_other_title(title, authors, year)
        case FieldOutcome.NOT_COMPARABLE:
            return _decide_by_place(authors, year, places, "the titles are in different scripts or languages")
        case FieldOutcome.MISSING:
            return _decide_without_title(authors, year, places)


def _decide_same_title(
    authors: Comparison, year: Comparison, places: Sequence[Comparison]
) -> tuple[AgreementOutcome, str]:
    if authors.outcome is DIFFERS:
        return DIFFERENT, "the title agrees, and the authors are others"
    if authors.outcome is not AGREES and year.outcome is DIFFERS and not _agreed(places):
        return UNSURE, "the title agrees, the year does not, and authors cannot tell"
    return SAME, "the title agrees"


def _decide_generic_title(
    authors: Comparison, year: Comparison, places: Sequence[Comparison]
) -> tuple[AgreementOutcome, str]:
    """Go on where hundreds of works bear the title: authors must agree, or the place in the journal."""
    if authors.outcome is DIFFERS:
        return DIFFERENT, "many works bear the title, and the authors are others"
    container = any(each.outcome is AGREES for each in places if each.field == "container")
    differing = [each.field for each in (year, *places) if each.outcome is DIFFERS and each.field != "issue"]
    if authors.outcome is AGREES and (year.outcome is AGREES or _agreed(places)) and not differing:
        return SAME, "many works bear the title; the authors agree"
    if _agreed(places) and (year.outcome is AGREES or container) and not differing:
        return SAME, f"many works bear the title; {', '.join(_agreed(places))} agree"
    if len(differing) >= 2:
        return DIFFERENT, f"many works bear the title; {', '.join(differing)} differ"
    return UNSURE, "many works bear the title"


def _decide_other_number(
    authors: Comparison, year: Comparison, places: Sequence[Comparison]
) -> tuple[AgreementOutcome, str]:
    """Go on with two parts of a series, or a slip in a number: the place tells."""
    pages = next(each.outcome for each in places if each.field == "pages")
    if authors.outcome is DIFFERS or year.outcome is DIFFERS or year.note or pages is DIFFERS:
        return DIFFERENT, "the titles are alike, but for a number"
    if len(_agreed(places)) >= 2 and authors.outcome is AGREES:
        return SAME, "the titles are alike, but for a number; the place agrees"
    return UNSURE, "the titles are alike, but for a number"


def _decide_other_title(title: Comparison, authors: Comparison, year: Comparison) -> tuple[AgreementOutcome, str]:
    if "unsure" in title.note:
        if authors.outcome is DIFFERS or (authors.outcome is MISSING and year.outcome is DIFFERS):
            return DIFFERENT, "the titles are only alike, and authors or year differ"
        if authors.outcome is AGREES and year.outcome is not DIFFERS:
            return SAME, "the titles are alike, and the authors agree"
        return UNSURE, "the titles are only alike"
    return DIFFERENT, title.note or "the titles are different"


def _decide_by_place(
    authors: Comparison, year: Comparison, places: Sequence[Comparison], why: str
) -> tuple[AgreementOutcome, str]:
    if authors.outcome is DIFFERS:
        return DIFFERENT, f"{why}, and the authors are others"
    agreed = _agreed(places)
    against = sum(each.outcome is DIFFERS for each in places if each.field in ("volume", "issue", "pages"))
    if len(agreed) >= 2 and year.outcome is not DIFFERS and not against:
        return SAME, f"{why}; {', '.join(agreed)} agree"
    if against + (year.outcome is DIFFERS) >= 2:
        return DIFFERENT, f"{why}; year, volume, issue or pages differ"
    return UNSURE, why


def _decide_without_title(
    authors: Comparison, year: Comparison, places: Sequence[Comparison]
) -> tuple[AgreementOutcome, str]:
    if authors.outcome is DIFFERS:
        return DIFFERENT, "no title to compare, and the authors are others"
    agreed = _agreed(places)
    if authors.outcome is AGREES and year.outcome is not DIFFERS and agreed:
        return SAME, f"no title to compare; authors and {', '.join(agreed)} agree"
    if len(agreed) >= 2 and year.outcome is not DIFFERS:
        return SAME, f"no title to compare; {', '.join(agreed)} agree"
    if all(each.outcome is MISSING for each in (authors, year, *places)):
        return UNSURE, "there is nothing to compare"
    return UNSURE, "there is no title to compare"


def _agreed(places: Sequence[Comparison]) -> list[str]:
    return [each.field for each in places if each.outcome is AGREES and each.field in ("volume", "issue", "pages")]
