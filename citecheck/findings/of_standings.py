"""The standing of each work, told once, with all the places that cite it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from citecheck.findings.wording import count, introduce, make_finding, work_key
from citecheck.findings.wording_standings import (
    SOURCES,
    STANDING_RULES,
    evidence_of,
    help_of,
    say_notice,
    say_reinstated,
    say_status,
)
from citecheck.ignores.declaring import Origin, acknowledgement
from citecheck.lexicon.purpose import SAYS_CONCERN, says_retracted
from citecheck.lexicon.titles import MARKED_RETRACTED
from citecheck.records import Finding, Level, Manuscript, Place, Reference, Resolution, Standing, StandingStatus
from citecheck.standings import LATER_VERSION

__all__ = ["SOURCES", "STANDING_RULES", "is_old", "standing_findings"]

YOUNG = timedelta(days=1)
"""How old an answer about updates may be and still be told without its date."""
LOWERED = frozenset(
    (
        StandingStatus.RETRACTED,
        StandingStatus.WITHDRAWN,
        StandingStatus.REMOVED,
        StandingStatus.PARTIALLY_RETRACTED,
        StandingStatus.RETRACTED_AND_REPLACED,
        StandingStatus.HINTED,
    )
)
"""What becomes a note when the sentence says that the work is retracted."""


def standing_findings(
    manuscript: Manuscript | None,
    resolutions: Sequence[Resolution],
    standings: Sequence[Standing],
    places: Mapping[str, tuple[Place, ...]],
) -> Iterator[Finding]:
    """Tell the standing of each work in one finding, with all the places that cite it."""
    citing: dict[str, list[Reference]] = defaultdict(list)
    for each in resolutions:
        citing[work_key(each.work, each.reference)].append(each.reference)
    sentences: dict[str, list[str]] = defaultdict(list)
    for pair in manuscript.pairs if manuscript else ():
        if pair.reference is not None:
            sentences[pair.reference].append(pair.sentence)
    for standing in standings:
        references = citing.get(work_key(standing.work), [])
        where = tuple(place for reference in references for place in (reference.place, *places.get(reference.key, ())))
        cited = [sentence for reference in references for sentence in sentences.get(reference.key, ())]
        yield from _findings_of(standing, references, where, cited)


def _findings_of(
    standing: Standing, references: Sequence[Reference], where: tuple[Place, ...], cited: Sequence[str]
) -> Iterator[Finding]:
    """Tell the worst that is to be told of one work; what else there is to say of it goes into the same finding."""
    names = _names(references) or standing.work.doi
    subject = standing.work.doi or names
    rule = STANDING_RULES.get(standing.status)
    if rule is not None:
        said = [say_status(standing), *([say_reinstated(standing)] if standing.reinstated else [])]
        said += [say_notice(standing)] if standing.is_notice else []
        said += [each for each in standing.notes if each.startswith(LATER_VERSION)]
    elif standing.reinstated:
        rule, said = "reinstated", [say_reinstated(standing)]
    elif standing.is_notice:
        rule, said = "cited-notice", [say_notice(standing)]
    else:
        return
    message = f"{names}: {'; '.join(said)}{_as_known(standing)}."
    finding = make_finding(
        rule, message, where, subject=subject, evidence=evidence_of(standing), help=help_of(standing)
    )
    if finding.level is Level.NOTE and any(each.startswith(LATER_VERSION) for each in standing.notes):
        finding = replace(finding, level=Level.WARNING)  # what replaced it does not stand either
    because = next((reason for each in references if (reason := acknowledgement(each.note, rule))), "")
    if because:
        yield replace(finding, level=Level.NOTE, ignored_because=f"{because} ({Origin.BIBLIOGRAPHY.value})")
    elif purpose := _purpose(standing.status, references, cited):
        yield replace(
            finding,
            rule="cited-on-purpose",
            level=Level.NOTE,
            message=f"{message[:-1]}; {purpose} says so.",
            help="",
        )
    else:
        yield finding


def _names(references: Sequence[Reference]) -> str:
    """Name the references to one work; many are counted after the third."""
    names = list(dict.fromkeys(introduce(each) for each in references))
    more = f" and {count(len(names) - 3, 'more reference')}" if len(names) > 3 else ""
    return ", ".join(names[:3]) + more


def _purpose(status: StandingStatus, references: Sequence[Reference], cited: Sequence[str]) -> str:
    """Say what shows that the work is cited as retracted: every sentence that cites it, or the reference's own title."""
    if status in LOWERED:
        if any(MARKED_RETRACTED.match(each.title) for each in references):
            return "the reference's title"
        if cited and all(says_retracted(each) for each in cited):
            return "the sentence" if len(cited) == 1 else "every sentence that cites it"
    if status is StandingStatus.CONCERN and cited and all(SAYS_CONCERN.search(each) for each in cited):
        return "the sentence" if len(cited) == 1 else "every sentence that cites it"
    return ""


def _as_known(standing: Standing) -> str:
    """Date what is said when everybody who says it was asked more than a day ago (spec: updates)."""
    asked = [each.asked_at for each in standing.signals if each.says and each.not_asked is None and each.asked_at]
    return f"; as known on {max(asked)[:10]}" if asked and is_old(max(asked), datetime.now(UTC)) else ""


def is_old(asked_at: str, now: datetime) -> bool:
    """Is an answer of this time more than a day old?"""
    try:
        asked = datetime.fromisoformat(asked_at)
    except ValueError:
        return False
    return now - (asked if asked.tzinfo else asked.replace(tzinfo=UTC)) > YOUNG
