"""The standing of each work, told once, with all the places that cite it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from citecheck.findings.wording import MOOT, introduce, make_finding, work_key
from citecheck.ignores.declaring import Origin, acknowledgement
from citecheck.records import (
    Finding,
    Level,
    Manuscript,
    Place,
    Reference,
    Resolution,
    Standing,
    StandingStatus,
    Update,
)

STANDING_RULES = {
    StandingStatus.RETRACTED: "retracted",
    StandingStatus.WITHDRAWN: "withdrawn",
    StandingStatus.REMOVED: "removed",
    StandingStatus.PARTIALLY_RETRACTED: "partially-retracted",
    StandingStatus.CONCERN: "concern",
    StandingStatus.RETRACTED_AND_REPLACED: "retracted-and-replaced",
    StandingStatus.HINTED: "hinted",
    StandingStatus.CORRECTED: "corrected",
    StandingStatus.SUPERSEDED: "superseded",
    StandingStatus.UNKNOWN_UPDATE: "unknown-update",
}
PHRASES = {
    "retracted": "retracted",
    "withdrawn": "withdrawn",
    "removed": "removed by its publisher",
    "partially-retracted": "retracted in part",
    "concern": "under an expression of concern",
    "retracted-and-replaced": "retracted and replaced",
    "hinted": "perhaps retracted: only a hint says so",
    "corrected": "corrected",
    "superseded": "superseded by a later version",
    "unknown-update": "updated in a way that citecheck does not know",
}
PURPOSE_STEMS = ("retract", "withdr", "zurückgezogen", "rétract", "retirad", "ritratt")
"""Beginnings of words by which a sentence says that it cites a retracted work on purpose."""


SOURCES = {
    "publisher": "the publisher",
    "retraction-watch": "Retraction Watch",
    "retraction-watch-table": "Retraction Watch",
    "openalex": "OpenAlex",
    "title": "its title",
}
"""Who asserts an update, in words; the table and Crossref's copy of it are one voice."""


def standing_findings(
    manuscript: Manuscript | None,
    resolutions: Sequence[Resolution],
    standings: Sequence[Standing],
    places: Mapping[str, tuple[Place, ...]],
) -> Iterator[Finding]:
    """Tell the standing of each work once, with all the places that cite it."""
    citing: dict[str, list[Reference]] = defaultdict(list)
    for each in resolutions:
        citing[work_key(each.work, each.reference)].append(each.reference)
    for standing in standings:
        references = citing.get(work_key(standing.work), [])
        where = tuple(place for reference in references for place in (reference.place, *places.get(reference.key, ())))
        names = ", ".join(dict.fromkeys(introduce(reference) for reference in references)) or standing.work.doi
        subject = standing.work.doi or names
        if standing.is_notice:
            yield make_finding("cited-notice", f"{names}: is itself a notice.", where, subject=subject)
        if standing.reinstated:
            yield make_finding("reinstated", f"{names}: a retraction of it was taken back.", where, subject=subject)
        if rule := STANDING_RULES.get(standing.status):
            yield _standing_finding(rule, names, subject, standing, where, manuscript, references)


def _standing_finding(
    rule: str,
    names: str,
    subject: str,
    standing: Standing,
    where: tuple[Place, ...],
    manuscript: Manuscript | None,
    references: Sequence[Reference],
) -> Finding:
    worst = _telling_update(standing)
    detail = (
        f" ({', '.join(_details(worst, standing.work.doi))})" if worst and _details(worst, standing.work.doi) else ""
    )
    when = f" on {worst.date}" if worst and worst.date else ""
    later = next((doi for name, doi in standing.work.relations if name in ("is-preprint-of", "is-replaced-by")), "")
    if rule == "superseded" and later:
        detail = f" ({later})"
    message = f"{names}: {PHRASES[rule]}{when}{detail}."
    finding = make_finding(rule, message, where, subject=subject, evidence=_signals(standing))
    because = next((reason for each in references if (reason := acknowledgement(each.note, rule))), "")
    if because:
        return replace(finding, level=Level.NOTE, ignored_because=f"{because} ({Origin.BIBLIOGRAPHY.value})")
    if standing.status in MOOT and _cited_on_purpose(manuscript, references):
        note = f"{message[:-1]}; the sentence or the title says so."
        return replace(finding, rule="cited-on-purpose", level=Level.NOTE, message=note)
    return finding


def _cited_on_purpose(manuscript: Manuscript | None, references: Sequence[Reference]) -> bool:
    if any(each.title.casefold().startswith(("retracted", "[retracted", "withdrawn")) for each in references):
        return True
    keys = {each.key for each in references}
    sentences = [each.sentence for each in manuscript.pairs if each.reference in keys] if manuscript else []
    return bool(sentences) and all(any(stem in each.casefold() for stem in PURPOSE_STEMS) for each in sentences)


def _telling_update(standing: Standing) -> Update | None:
    wanted = {
        StandingStatus.RETRACTED: {"retraction"},
        StandingStatus.RETRACTED_AND_REPLACED: {"retraction"},
        StandingStatus.WITHDRAWN: {"withdrawal"},
        StandingStatus.REMOVED: {"removal"},
        StandingStatus.PARTIALLY_RETRACTED: {"partial_retraction"},
        StandingStatus.CONCERN: {"expression_of_concern"},
    }.get(standing.status)
    fitting = [each for each in standing.updates if wanted is None or each.kind in wanted]
    return fitting[-1] if fitting else None


def _details(update: Update, own: str) -> list[str]:
    parts = []
    if update.notice and update.notice != own:
        parts.append(f"notice {update.notice}")
    if update.reasons:
        parts.append("; ".join(update.reasons[:3]))
    if update.asserted_by:
        names = list(dict.fromkeys(SOURCES.get(each, each) for each in update.asserted_by))
        parts.append(f"{'say' if len(names) > 1 else 'says'} {' and '.join(names)}")
    return parts


def _signals(standing: Standing) -> tuple[str, ...]:
    lines = []
    for each in standing.signals:
        if each.not_asked is not None:
            lines.append(f"{each.name}: not asked ({each.not_asked.reason})")
        else:
            lines.append(
                f"{each.name}: {each.says or 'no update known'}" + (f", asked {each.asked_at}" if each.asked_at else "")
            )
    return tuple(lines)
