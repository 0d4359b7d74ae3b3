"""Comparing: the manuscript held against the texts of its sources. Are its quotations intact, and do its sentences stand?

Texts are gathered for the references that are cited; each is folded once and read once, however often it is cited. A quotation
is looked for in the sources that its own markers cite, then in all others; a pair is triaged against the text of its reference.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from citecheck.claims import assess_claims
from citecheck.door import Door
from citecheck.fulltexts import open_sources
from citecheck.gathering import gather_texts
from citecheck.quoting import FoldedSource, fold_source, is_checkable, match_among
from citecheck.receipt import moot_references
from citecheck.records import (
    ClaimStatus,
    Compared,
    Fulltext,
    Manuscript,
    Quotation,
    QuoteMatch,
    QuoteStatus,
    Reference,
    Resolution,
    Standing,
)
from citecheck.settings import Settings
from citecheck.standings import VERSIONS
from citecheck.triaging import triage_pairs

NO_MARKER = "no marker is bound to it"
NO_TEXT = "no text of its source is at hand"
CHARACTERS_A_SENTENCE = 120
MOST_LEXICAL = 6_000_000
"""Claims times source sentences that a check holds against each other by shared words: some seconds. `claims` has no bound."""
SHOWN_PASSAGES = 3
"""Passages of each polarity that a receipt keeps for a claim; all are counted."""


def compare_texts(
    manuscript: Manuscript,
    resolutions: Sequence[Resolution],
    standings: Sequence[Standing],
    door: Door,
    settings: Settings,
    *,
    named: Collection[str] = (),
) -> Compared:
    """Gather the texts of the cited references and hold the manuscript against them.

    `named` are the bibliographies that the person named.

    Raises:
        SettingsError: the folder of papers is none.
    """
    cited = {each.reference for each in manuscript.pairs}
    references = [each.reference for each in resolutions if each.reference.key in cited]
    places = open_sources(door, settings, named=named)
    sources = tuple(gather_texts(references, resolutions, places))
    texts = {each.key: each.fulltext for each in sources if each.fulltext is not None}
    return Compared(
        sources=sources,
        matches=match_quotations(manuscript, texts, references, {each.key: each.why_none for each in sources}),
        triages=triage_pairs(
            manuscript,
            texts,
            moot=moot_references(resolutions, standings),
            why_unreadable={each.key: each.why_none for each in sources if each.fulltext is None},
            later=later_versions(resolutions, standings),
        ),
        claims=assess_manuscript(manuscript, texts, resolutions),
    )


def later_versions(resolutions: Sequence[Resolution], standings: Sequence[Standing]) -> dict[str, str]:
    """Give, by key of a reference to a superseded work, the key of a reference to its later version, where one is cited too."""
    later = {each.work.doi: event.notice for each in standings for event in each.updates if event.kind in VERSIONS}
    keys = {each.work.doi: each.reference.key for each in reversed(resolutions) if each.work is not None}
    found = {each.reference.key: keys.get(later.get(each.work.doi, ""), "") for each in resolutions if each.work}
    return {key: other for key, other in found.items() if other and other != key}


def assess_manuscript(
    manuscript: Manuscript, texts: Mapping[str, Fulltext], resolutions: Sequence[Resolution]
) -> tuple[ClaimStatus, ...]:
    """Assess every claim of the manuscript against all texts, by the lexical rule; nothing where there is no text."""
    sentences = sum(len(each.text) for each in texts.values()) // CHARACTERS_A_SENTENCE
    if not texts or len(manuscript.claims) * sentences > MOST_LEXICAL:
        return ()
    works = {each.reference.key: each for each in resolutions}
    sources = [
        {
            "id": key,
            "url": works[key].reference.url,
            "title": works[key].work.title if works[key].work else works[key].reference.title,  # type: ignore[union-attr]
            "text": text.text,
            "retrieved_at": text.retrieved_at,
        }
        for key, text in texts.items()
    ]
    return assess_claims([each.text for each in manuscript.claims], sources, shown=SHOWN_PASSAGES)


def match_quotations(
    manuscript: Manuscript,
    texts: Mapping[str, Fulltext],
    references: Sequence[Reference],
    why: Mapping[str, str],
) -> tuple[QuoteMatch, ...]:
    """Hold every quotation against the texts: those its markers cite, then all others."""
    folded = {key: fold_source(text) for key, text in texts.items()}
    keys = {each.key.casefold(): each.key for each in references}
    return tuple(_match(each, manuscript, keys, folded, why) for each in manuscript.quotations)


def _match(
    quotation: Quotation,
    manuscript: Manuscript,
    keys: Mapping[str, str],
    folded: Mapping[str, FoldedSource],
    why: Mapping[str, str],
) -> QuoteMatch:
    targets = [target for each in quotation.markers for target in manuscript.markers[each].targets]
    cited = list(dict.fromkeys(keys[each.casefold()] for each in targets if each.casefold() in keys))
    if not cited:
        return _not_checked(quotation, NO_MARKER)
    if reason := is_checkable(quotation):
        return _not_checked(quotation, reason)
    quotation = without_markers(quotation, manuscript)
    own = [folded[each] for each in cited if each in folded]
    if not own:
        return _not_checked(quotation, next((why[each] for each in cited if why.get(each)), NO_TEXT))
    others = [each for key, each in folded.items() if key not in cited]
    return match_among(quotation, own, others)


def without_markers(quotation: Quotation, manuscript: Manuscript) -> Quotation:
    """Leave out markers that stand inside the quotation marks: they are the writer's, not the source's."""
    start, end = quotation.place.start, quotation.place.end
    exact = quotation.exact
    for each in manuscript.markers if start is not None and end is not None else ():
        at = each.place.start
        if at is not None and start <= at < end and each.raw in exact:  # type: ignore[operator]
            exact = re.sub(rf"\s*{re.escape(each.raw)}", "", exact, count=1)
    return replace(quotation, exact=exact) if exact.strip() else quotation


def _not_checked(quotation: Quotation, reason: str) -> QuoteMatch:
    return QuoteMatch(exact=quotation.exact, status=QuoteStatus.NOT_CHECKED, why_not=reason)
