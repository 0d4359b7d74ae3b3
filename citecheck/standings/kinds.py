"""The kinds of update, and what each makes of a work: Crossref's twelve types, reinstatement, and what is none of them.

The types are Crossref's (`common5.3.1.xsd`), the natures those of the Retraction Watch table.
"""

from __future__ import annotations

import re

from citecheck.records import StandingStatus, Update

REINSTATEMENT = "reinstatement"
UNKNOWN = "unknown"
SEVERITY = {
    "retraction": StandingStatus.RETRACTED,
    "withdrawal": StandingStatus.WITHDRAWN,
    "removal": StandingStatus.REMOVED,
    "partial_retraction": StandingStatus.PARTIALLY_RETRACTED,
    "expression_of_concern": StandingStatus.CONCERN,
    "addendum": StandingStatus.CORRECTED,
    "clarification": StandingStatus.CORRECTED,
    "correction": StandingStatus.CORRECTED,
    "corrigendum": StandingStatus.CORRECTED,
    "erratum": StandingStatus.CORRECTED,
    "new_edition": StandingStatus.SUPERSEDED,
    "new_version": StandingStatus.SUPERSEDED,
    UNKNOWN: StandingStatus.UNKNOWN_UPDATE,
}
"""Crossref's twelve update types, and what is none of them."""
CLEARABLE = frozenset(("retraction", "withdrawal", "removal", "partial_retraction"))
"""What a reinstatement takes back."""
VERSIONS = frozenset(("new_version", "new_edition"))
WORST_FIRST = tuple(StandingStatus)
HINTS = frozenset(("title", "title-match", "pmid-match", "openalex"))
"""Who can only hint at a retraction: a title, a row of the table under the same title, or under the same PubMed id and
another DOI, and OpenAlex's flag."""
WATCHED = frozenset(("retraction-watch", "retraction-watch-table"))
"""Retraction Watch's own voice, and Crossref's copy of it."""
REPLACED = re.compile(r"retract(?:ed|ion)? and (?:replac|republi)", re.IGNORECASE)


def status_of(update: Update) -> StandingStatus:
    """Say what one event by itself makes of the work."""
    if update.kind in CLEARABLE and is_only_a_hint(update):
        return StandingStatus.HINTED
    if update.kind == "retraction" and any(REPLACED.search(each) for each in (*update.reasons, update.label)):
        return StandingStatus.RETRACTED_AND_REPLACED
    return SEVERITY.get(update.kind, StandingStatus.UNKNOWN_UPDATE)


def is_only_a_hint(update: Update) -> bool:
    """Does nobody assert it who could know?"""
    return bool(update.asserted_by) and HINTS.issuperset(update.asserted_by)
