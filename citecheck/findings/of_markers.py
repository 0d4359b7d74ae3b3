"""What markers and references of a manuscript say about each other."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence

from citecheck.findings.wording import count, introduce, make_finding
from citecheck.records import Finding, Manuscript, MarkerState, Reference

FEW_CITATIONS = 1.5
"""Citations per 1,000 characters below which a note is told (spec: manuscripts)."""
SHORT_TEXT = 2000
"""Characters below which a density of citations says nothing."""


def manuscript_findings(manuscript: Manuscript, references: Sequence[Reference]) -> Iterator[Finding]:
    """Tell what markers and references of the manuscript say about each other."""
    markers = manuscript.markers
    if markers and not references and not manuscript.has_reference_list:
        where = (markers[0].place,)
        yield make_finding(
            "no-reference-list", f"{count(len(markers), 'marker')}, and no reference list or bibliography.", where
        )
    for marker in markers:
        if marker.state is MarkerState.DANGLING and references:
            missing = marker.missing or marker.targets
            near = _nearest(missing[0], [each.key for each in references])
            yield make_finding(
                "dangling-marker",
                f"{marker.raw}: no reference {', '.join(missing)}.",
                (marker.place,),
                subject=missing[0],
                help=f"Did you mean {near}?" if near else "",
            )
        elif marker.state is MarkerState.UNPARSED:
            reason = marker.reason or "cannot be read as a citation"
            yield make_finding("unparsed-marker", f"{marker.raw}: {reason}.", (marker.place,))
        elif marker.state is MarkerState.SUSPECT:
            yield make_finding(
                "suspect-marker", f"{marker.raw}: {marker.reason or 'perhaps a marker'}.", (marker.place,)
            )
    if markers and references and not any(each.state is MarkerState.BOUND for each in markers):
        yield make_finding(
            "no-marker-resolves", f"None of {len(markers)} markers leads to one of {len(references)} references."
        )
    yield from _reference_use(manuscript, references)


def _reference_use(manuscript: Manuscript, references: Sequence[Reference]) -> Iterator[Finding]:
    cited = {target.casefold() for marker in manuscript.markers for target in marker.targets}
    cited |= {each.casefold() for each in manuscript.nocite}
    if cited and "*" not in cited:
        for reference in references:
            if reference.key.casefold() not in cited:
                yield make_finding(
                    "unused-reference",
                    f"{introduce(reference)}: no marker cites it.",
                    (reference.place,),
                    subject=reference.key,
                )
    members = sum(len(each.targets) for each in manuscript.markers)
    length = len(manuscript.text)
    if members and length >= SHORT_TEXT and (density := 1000 * members / length) < FEW_CITATIONS:
        yield make_finding("few-citations", f"{density:.2f} citations per 1,000 characters.")


def _nearest(key: str, keys: Sequence[str]) -> str:
    if key.isdigit():
        return ""
    same = [each for each in keys if each.casefold() == key.casefold()]
    close = same or difflib.get_close_matches(key, keys, n=1, cutoff=0.8)
    return close[0] if close else ""
