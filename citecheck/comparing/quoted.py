"""Quotations of a manuscript, each held against the texts that its markers cite, then against all the others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from citecheck.comparing.earlier import EarlierRun
from citecheck.fulltexts.uncited import UncitedFiles
from citecheck.quoting import (
    FoldedSource,
    fold_source,
    is_checkable,
    look_elsewhere,
    match_among,
    sentence_around,
    value_quoted_for,
)
from citecheck.quoting.among import IN_ANOTHER
from citecheck.records import Fulltext, Manuscript, Quotation, QuoteMatch, QuoteStatus, Reference

NO_MARKER = "no marker is bound to it"
NO_TEXT = "no text of its source is at hand"
SOURCE_MISSING = "source missing"
UNCITED = "uncited_file"
"""The flag of a quotation whose words stand in a file of the folder that is no cited reference's."""
_LOST = (QuoteStatus.ABSENT, QuoteStatus.DRIFTED, QuoteStatus.NOT_CHECKED)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """What quotations are held against."""

    manuscript: Manuscript
    folded: Mapping[str, FoldedSource]
    references: Mapping[str, Reference]
    """By their keys, in one case."""
    why: Mapping[str, str]
    """Why there is no text of a reference, by its key."""
    earlier: EarlierRun = field(default_factory=EarlierRun)


def match_quotations(
    manuscript: Manuscript,
    texts: Mapping[str, Fulltext],
    references: Sequence[Reference],
    why: Mapping[str, str],
    *,
    earlier: EarlierRun | None = None,
    others: UncitedFiles | None = None,
) -> tuple[QuoteMatch, ...]:
    """Hold every quotation against the texts: those its markers cite, then all others, then the files that nothing cites.

    `why` says why there is no text of a reference. `earlier` tells which texts have changed since an earlier run.
    """
    held = _Held(
        manuscript=manuscript,
        folded={key: fold_source(text) for key, text in texts.items()},
        references={each.key.casefold(): each for each in references},
        why=why,
        earlier=earlier or EarlierRun(),
    )
    matches = [_match(each, held) for each in manuscript.quotations]
    lost = [at for at, (each, looked) in enumerate(matches) if looked and each.status in _LOST]
    found = [match for match, _ in matches]
    if lost and others is not None:
        _search_rest(found, lost, others)
    return tuple(found)


def _match(quotation: Quotation, held: _Held) -> tuple[QuoteMatch, bool]:
    """Hold one quotation against the texts, and say whether it was looked for at all."""
    targets = [target.casefold() for each in quotation.markers for target in held.manuscript.markers[each].targets]
    cited = list(dict.fromkeys(held.references[each].key for each in targets if each in held.references))
    if not cited:
        return _not_checked(quotation, NO_MARKER), False
    if reason := is_checkable(quotation):
        return _not_checked(quotation, reason), False
    bare = without_markers(quotation, held.manuscript)
    before = held.earlier.find(bare.exact, [held.references[each.casefold()] for each in cited])
    own = [held.folded[each] for each in cited if each in held.folded]
    match = match_among(
        bare,
        own,
        [each for key, each in held.folded.items() if key not in cited],
        value=value_quoted_for(sentence_around(held.manuscript, bare), bare.exact) or None,
        digests={each.key: each.sha256 for each in before},
    )
    if match.status in _LOST and (gone := [each for each in before if each.key not in held.folded]):
        why = held.why.get(gone[0].key) or NO_TEXT
        return replace(match, status=QuoteStatus.NOT_CHECKED, why_not=f"{SOURCE_MISSING}: {why}"), True
    if not own:
        return replace(match, why_not=next((held.why[each] for each in cited if held.why.get(each)), NO_TEXT)), True
    return match, True


def _search_rest(matches: list[QuoteMatch], lost: Iterable[int], others: UncitedFiles) -> None:
    """Look for what was lost in the files that nothing cites, one file at a time, so that no more than one is held."""
    left = [at for at in lost if IN_ANOTHER not in matches[at].flags]
    for text in others.read():
        source = fold_source(text)
        for at in left:
            match = look_elsewhere(matches[at], [source])
            if match is not matches[at]:
                matches[at] = replace(match, flags=(*match.flags, UNCITED))
        left = [at for at in left if UNCITED not in matches[at].flags]
        if not left:
            return
    said = others.said
    for at in left:
        if said and matches[at].status in (QuoteStatus.ABSENT, QuoteStatus.DRIFTED):
            matches[at] = replace(matches[at], why_not=f"{matches[at].why_not}; nor in {said}")


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
