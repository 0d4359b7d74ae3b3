"""The sources' texts, gathered once, and everything that is held against them: quotations, pairs, claims."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from citecheck.claims import assess_claims
from citecheck.comparing.earlier import EarlierRun
from citecheck.comparing.quoted import match_quotations
from citecheck.door import Door
from citecheck.fulltexts import open_sources
from citecheck.fulltexts.uncited import UncitedFiles
from citecheck.gathering import gather_texts
from citecheck.receipt import moot_references
from citecheck.records import (
    ClaimStatus,
    Compared,
    Fulltext,
    Manuscript,
    Resolution,
    Standing,
)
from citecheck.settings import Settings
from citecheck.standings import VERSIONS
from citecheck.triaging import triage_pairs

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
    earlier: EarlierRun | None = None,
) -> Compared:
    """Gather the texts of the cited references and hold the manuscript against them.

    `named` are the bibliographies that the person named; `earlier` is what an earlier run found.

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
        matches=match_quotations(
            manuscript,
            texts,
            references,
            {each.key: each.why_none for each in sources},
            earlier=earlier,
            others=UncitedFiles(Path(settings.papers), texts.values()) if settings.papers else None,
        ),
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
