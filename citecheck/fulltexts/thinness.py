"""Thin texts: a preview, a log-in page or an error page is not the work, and nothing is absent from a work because it is
absent from them.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

from citecheck.extract import Extracted
from citecheck.lexicon.paywalls import find_phrase
from citecheck.records import Extent, Fulltext

LEAST_CHARACTERS = 6_000
"""A text below this is thin: two printed pages, which previews stay below and articles do not."""


def judge_extent(text: str, extent: Extent) -> tuple[Extent, str]:
    """Give how much of a work a text holds, and why it is a snippet only, where it is.

    A note stays a note. An abstract is short by nature, so only what it says can make it thin.
    """
    if extent is Extent.NOTE:
        return extent, ""
    kind, phrase = find_phrase(text)
    if kind:
        return Extent.SNIPPET, f"reads like {kind} (“{phrase}”)"
    if extent is Extent.FULLTEXT and len(text) < LEAST_CHARACTERS:
        return Extent.SNIPPET, f"shorter than {LEAST_CHARACTERS:,} characters"
    return extent, ""


def make_fulltext(
    key: str,
    found: Extracted,
    *,
    origin: str,
    version: str = "",
    licence: str = "",
    problems: tuple[str, ...] = (),
    retrieved_at: str = "",
) -> Fulltext:
    """Make the record of a text, its extent judged and its digest taken."""
    extent, why = judge_extent(found.text, found.extent)
    return Fulltext(
        key=key,
        text=found.text,
        extent=extent,
        pages=found.pages,
        sections=found.sections,
        origin=origin,
        version=version or found.version,
        licence=licence or found.licence,
        lang=found.lang,
        retrieved_at=retrieved_at or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        sha256=hashlib.sha256(found.text.encode("utf-8")).hexdigest(),
        problems=(*found.problems, *problems, *((why,) if why else ())),
    )
