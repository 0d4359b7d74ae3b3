"""What an author may tidy: references nobody cites, gaps in their numbers, mixed styles, strong sentences without a source."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

from citecheck.findings.wording import count, introduce, make_finding
from citecheck.records import Claim, Finding, Manuscript, Marker, MarkerState, Reference

FEW_CITATIONS = 1.5
"""Citations per 1,000 characters below which a note is told (spec: manuscripts)."""
SHORT_TEXT = 2000
"""Characters below which a density of citations says nothing."""
MOST_SHOWN = 20
"""Places or numbers that one finding lists; the count tells of the rest."""
FEWEST_OF_STYLE = 2
"""Markers of the commonest style, below which a document has no style to leave."""
_FAMILIES = {
    "numeric": "numbers in brackets",
    "link": "numbers in brackets",
    "handle": "numbers in brackets",
    "superscript": "raised numbers",
    "author-year": "author and year",
    "footnote": "footnotes",
    "pandoc": "keys",
    "latex": "keys",
    "label": "labels in brackets",
    "wikilink": "wikilinks",
}
_STRONG = re.compile(
    r"\d\s?(?:%|‰|per ?cent|Prozent|pour ?cent|por ciento|procent|процент)|[$€£¥]\s?\d|\d\s?[$€£¥]"
    r"|\d\s?(?:million|billion|trillion|Millionen|Milliarden|milliards|millones|fold\b|-fold\b|times\b)",
    re.IGNORECASE,
)
"""A share, a sum of money or a magnitude: what readers ask the source of."""
_OWN_WORK = re.compile(
    r"\b(?:we|our|ours|us|I|my|wir|unsere?[rnms]?|nous|notre|nos|nuestr[oa]s?|this (?:study|paper|work))\b",
    re.IGNORECASE,
)


def use_findings(manuscript: Manuscript, references: Sequence[Reference]) -> Iterator[Finding]:
    """Tell how the manuscript uses its references."""
    yield from _unused(manuscript, references)
    yield from _gaps(manuscript)
    yield from _mixed(manuscript.markers)
    members = sum(len(each.targets) for each in manuscript.markers)
    length = len(manuscript.text)
    if members and length >= SHORT_TEXT and (density := 1000 * members / length) < FEW_CITATIONS:
        yield make_finding("few-citations", f"{density:.2f} citations per 1,000 characters.")
    if manuscript.markers:
        yield from _uncited(manuscript)


def _unused(manuscript: Manuscript, references: Sequence[Reference]) -> Iterator[Finding]:
    cited = {target.casefold() for marker in manuscript.markers for target in marker.targets}
    cited |= {each.casefold() for each in manuscript.nocite}
    if not cited or "*" in cited:
        return
    for reference in references:
        if reference.key.casefold() not in cited:
            message = f"{introduce(reference)}: no marker cites it."
            yield make_finding("unused-reference", message, (reference.place,), subject=reference.key)


def _gaps(manuscript: Manuscript) -> Iterator[Finding]:
    """Tell of numbers that the reference list leaves out or has twice."""
    numbered = [each for each in manuscript.references if each.key.isdecimal()]
    numbers = Counter(int(each.key) for each in numbered)
    if len(numbers) < FEWEST_OF_STYLE:
        return
    place = (numbered[0].place,)
    twice = sorted(number for number, times in numbers.items() if times > 1)
    if twice:
        message = f"The reference list has {_listed(twice)} more than once; a marker can mean either."
        yield make_finding("numbering-gap", message, place)
    missing = sorted(set(range(1, min(max(numbers), 10_000))) - set(numbers))
    if missing and len(missing) <= len(numbers):
        message = f"The reference list goes from 1 to {max(numbers)} and has no {_listed(missing)}."
        yield make_finding("numbering-gap", message, place)


def _listed(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:MOST_SHOWN]))
    return f"{shown} and {len(numbers) - MOST_SHOWN} more" if len(numbers) > MOST_SHOWN else shown


def _mixed(markers: Sequence[Marker]) -> Iterator[Finding]:
    """Tell of markers in another style than most; footnotes may comment, and stand beside any."""
    read = [each for each in markers if each.state in (MarkerState.BOUND, MarkerState.DANGLING)]
    read = [each for each in read if not each.raw.endswith("?")]  # a key that Pandoc did not know, printed in any style
    families = Counter(_FAMILIES.get(each.style, each.style) for each in read)
    families.pop("footnotes", None)
    if len(families) < 2 or families.most_common(1)[0][1] < FEWEST_OF_STYLE:
        return
    (usual, times), *others = families.most_common()
    strange = [each for each in read if _FAMILIES.get(each.style, each.style) in dict(others)]
    named = " and ".join(f"{number} by {name}" for name, number in others)
    message = f"{count(times, 'marker')} by {usual}, but {named}: {', '.join(each.raw for each in strange[:3])}."
    yield make_finding("mixed-styles", message, tuple(each.place for each in strange[:MOST_SHOWN]))


def _uncited(manuscript: Manuscript) -> Iterator[Finding]:
    """Tell of strong sentences with no marker in them nor later in their paragraph."""
    strong = [each for each in manuscript.claims if not each.markers and _STRONG.search(each.text)]
    strong = [each for each in strong if not _OWN_WORK.search(each.text)]
    if not strong:
        return
    starts = sorted(each.place.start for each in manuscript.markers if each.place.start is not None)
    bare = [each for each in strong if not _is_followed(each, manuscript.text, starts)]
    if bare:
        message = f"{count(len(bare), 'sentence')} with a share, a sum or a magnitude, and no marker in the paragraph."
        evidence = tuple(each.text for each in bare[:3])
        yield make_finding("uncited-claim", message, tuple(each.place for each in bare[:MOST_SHOWN]), evidence=evidence)


def _is_followed(claim: Claim, text: str, starts: Sequence[int]) -> bool:
    """Does a marker stand behind the sentence, in its paragraph?"""
    if claim.place.start is None:
        return True
    end = text.find("\n\n", claim.place.start)
    at = bisect_left(starts, claim.place.start)
    return at < len(starts) and starts[at] < (end if end >= 0 else len(text))
