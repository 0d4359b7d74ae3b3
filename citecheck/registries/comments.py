"""Comments and corrections: how PubMed, and Europe PMC after it, tie a paper to its notices, read into updates.

Each tie has a type (*Retraction in*, *Erratum for*), a reference to the other end, and its PubMed id. *In* speaks of the paper
itself; *of*, *for* and *from* make the paper a notice about another. Publication types say the same once more, without date or
notice. (`https://www.nlm.nih.gov/bsd/licensee/elements_descriptions.html`, CommentsCorrections.)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from citecheck.identifiers import fold_doi
from citecheck.records import Update

ABOUT_IT = {
    "retractionin": ("retraction", ""),
    "partialretractionin": ("partial_retraction", ""),
    "expressionofconcernin": ("expression_of_concern", ""),
    "erratumin": ("erratum", ""),
    "correctedandrepublishedin": ("correction", "corrected and republished"),
    "republishedin": ("correction", "corrected and republished"),
    "retractedandrepublishedin": ("retraction", "retracted and republished"),
    "updatein": ("new_version", "update"),
    "preprintof": ("new_version", "published version"),
}
"""Type of tie → what it says of the paper that has it. A preprint is *of* the article that it became."""
ABOUT_ANOTHER = {
    "retractionof": "retraction",
    "partialretractionof": "partial_retraction",
    "expressionofconcernfor": "expression_of_concern",
    "erratumfor": "erratum",
}
"""Type of tie → what the paper that has it announces about another."""
TYPES = {
    "retractedpublication": "retraction",
    "partiallyretractedpublication": "partial_retraction",
    "withdrawnpublication": "withdrawal",
}
"""Publication types that speak of the paper itself."""
TYPES_OF_NOTICES = {
    "retractionofpublication": "retraction",
    "retractionnotice": "retraction",
    "expressionofconcern": "expression_of_concern",
    "publishederratum": "erratum",
}
DOI = re.compile(r"\bdoi:\s*(10\.\d{4,9}/\S+)", re.IGNORECASE)
DAY = re.compile(
    r"\b((?:1[6-9]|20)\d\d)\b(?:[ -](Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?:[ -](\d{1,2})\b)?)?"
)
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
LONGEST = 300
"""Characters of a reference that are read: a longer one is no reference."""


def read_comments(
    ties: Iterable[tuple[str, str]], types: Iterable[str], *, work: str, source: str
) -> tuple[tuple[Update, ...], tuple[Update, ...]]:
    """Read a paper's ties, (type, reference) each, and its publication types: events on it, and what it announces of others.

    `work` is the paper's DOI, or empty.
    """
    own: list[Update] = []
    announced: list[Update] = []
    for kind, reference in ties:
        name = re.sub(r"[^a-z]", "", kind.casefold())
        if name in ABOUT_ANOTHER:
            other, when, place = _read_reference(reference)
            event = Update(kind=ABOUT_ANOTHER[name], work=other, notice=work, date=when, label=place)
            announced.append(replace(event, asserted_by=(source,)))
        elif name in ABOUT_IT:
            event_kind, label = ABOUT_IT[name]
            other, when, place = _read_reference(reference)
            said = ", ".join(filter(None, (label, place)))
            own.append(Update(kind=event_kind, work=work, notice=other, date=when, label=said, asserted_by=(source,)))
    for each in types:
        name = re.sub(r"[^a-z]", "", each.casefold())
        if (its := TYPES.get(name)) and its not in {other.kind for other in own}:
            own.append(Update(kind=its, work=work, asserted_by=(source,)))
        elif (told := TYPES_OF_NOTICES.get(name)) and not announced:
            announced.append(Update(kind=told, notice=work, label=each, asserted_by=(source,)))
    return tuple(own), tuple(announced)


def _read_reference(text: str) -> tuple[str, str, str]:
    """Read a reference such as `Lancet. 2010 Feb 6;375(9713):445. doi: 10.…` into DOI, date and the rest."""
    text = " ".join(text[:LONGEST].split())
    found = DOI.search(text)
    place = text[: found.start()].rstrip(" .") if found else text
    return fold_doi(found[1].rstrip(".,;")) if found else "", date_of(text), place


def date_of(reference: str) -> str:
    """Read the date of a reference such as `Lancet. 2010 Feb 6;375(9713):445` as an ISO date, as far as it goes."""
    match = DAY.search(reference)
    if match is None:
        return ""
    year, month, day = match.groups()
    if not month:
        return year
    told = f"{year}-{MONTHS.index(month) + 1:02d}"
    return f"{told}-{int(day):02d}" if day and 1 <= int(day) <= 31 else told
