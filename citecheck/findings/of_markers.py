"""What markers and references of a manuscript say about each other."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence

from citecheck.findings.of_use import use_findings
from citecheck.findings.wording import count, make_finding
from citecheck.records import Finding, Manuscript, Marker, MarkerState, Reference


def manuscript_findings(manuscript: Manuscript, references: Sequence[Reference]) -> Iterator[Finding]:
    """Tell what markers and references of the manuscript say about each other."""
    markers = manuscript.markers
    if markers and not references and not manuscript.has_reference_list:
        links = all(each.style == "wikilink" for each in markers)
        message = f"{count(len(markers), 'marker')}, and no reference list or bibliography."
        help = "Name the folder of notes that they link to with --notes." if links else ""
        yield make_finding("no-reference-list", message, (markers[0].place,), help=help)
    for marker in markers:
        if marker.state is MarkerState.DANGLING and references:
            yield _dangling(marker, references)
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
    yield from use_findings(manuscript, references)


def _dangling(marker: Marker, references: Sequence[Reference]) -> Finding:
    """Say which target has no reference, with the nearest key that there is."""
    missing = marker.missing or marker.targets
    near = _nearest(missing[0], [each.key for each in references])
    what = f"no reference {', '.join(missing)}"
    help = f"Did you mean {near}?" if near else ""
    match marker.style:
        case "footnote":
            what = f"footnote {missing[0].removeprefix('fn:')} has no text"
        case "wikilink":
            help = help or "Name the folder that holds the note with --notes, or correct the link."
        case "pandoc":
            cut = next((each.key for each in references if each.key != missing[0] and each.key in marker.raw), "")
            help = f"Pandoc ends the key at its punctuation; write @{{{cut}}}." if cut else help
        case "author-year":
            what = f"no reference of {', '.join(missing)}"
    return make_finding("dangling-marker", f"{marker.raw}: {what}.", (marker.place,), subject=missing[0], help=help)


def _nearest(key: str, keys: Sequence[str]) -> str:
    if key.isdigit():
        return ""
    same = [each for each in keys if each.casefold() == key.casefold()]
    close = same or difflib.get_close_matches(key, keys, n=1, cutoff=0.8)
    return close[0] if close else ""
