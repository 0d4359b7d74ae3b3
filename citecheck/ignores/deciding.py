"""Decide which findings of a run are set aside: ignores first, then the baseline."""

from __future__ import annotations

from collections.abc import Sequence

from citecheck.ignores.applying import apply_ignores
from citecheck.ignores.baselines import Known, apply_baseline
from citecheck.ignores.collecting import collect_ignores
from citecheck.ignores.subjects import Subjects
from citecheck.records import Bibliography, Finding, Manuscript, QuoteMatch, Resolution, Standing
from citecheck.settings import Settings


def decide_ignored(
    found: Sequence[Finding],
    manuscript: Manuscript | None,
    bibliographies: Sequence[Bibliography],
    resolutions: Sequence[Resolution],
    standings: Sequence[Standing],
    *,
    settings: Settings,
    matches: Sequence[QuoteMatch] = (),
    document: str = "",
    source: bytes = b"",
    baseline: Sequence[Known] = (),
) -> tuple[Finding, ...]:
    """Give the findings, those that somebody has set aside with the reason, and what is to be told of the ignores."""
    ignores = collect_ignores(manuscript, bibliographies, settings.ignores, document=document, source=source)
    if not ignores and not baseline:
        return tuple(found)
    subjects = Subjects(manuscript, resolutions, standings, matches, document=document)
    decided = apply_ignores(found, ignores, subjects)
    return apply_baseline(decided, baseline, subjects, path=settings.baseline) if baseline else decided
