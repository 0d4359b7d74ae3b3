"""Findings: what outcomes are worth telling a person, and how it is said.

Policy stands here as data and small pure functions; nothing is asked and nothing is printed. *Not asked* makes no
finding: it is counted by the receipt.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from citecheck.records import (
    Agreement,
    Bibliography,
    FieldOutcome,
    Finding,
    Level,
    Manuscript,
    MarkerState,
    Place,
    Problem,
    Reference,
    Resolution,
    ResolutionOutcome,
    Standing,
    StandingStatus,
    Update,
    Work,
)
from citecheck.rules import RULES
from citecheck.text.fold import fold_key

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
FEW_CITATIONS = 1.5
"""Citations per 1,000 characters below which a note is told (spec: manuscripts)."""
SHORT_TEXT = 2000
"""Characters below which a density of citations says nothing."""
STALE_TABLE_DAYS = 30
"""Age of the retraction table from which it is said (spec: updates)."""
MOOT = {StandingStatus.RETRACTED, StandingStatus.WITHDRAWN, StandingStatus.REMOVED}
"""Standings that make a source's support moot."""
PURPOSE_STEMS = ("retract", "withdr", "zurückgezogen", "rétract", "retirad", "ritratt")
"""Beginnings of words by which a sentence says that it cites a retracted work on purpose."""


def find_all(
    manuscript: Manuscript | None,
    bibliographies: Sequence[Bibliography],
    resolutions: Sequence[Resolution],
    standings: Sequence[Standing],
    *,
    table_age: int | None = None,
    ignore: Sequence[str] = (),
) -> tuple[Finding, ...]:
    """Give every finding of a run, worst first within the document's order, each with its fingerprint."""
    found: list[Finding] = []
    if manuscript is not None:
        found += manuscript_findings(manuscript, [each.reference for each in resolutions])
    for problem in _problems(manuscript, bibliographies):
        if problem.rule in RULES:
            found.append(_finding(problem.rule, problem.message, (problem.place,), help=problem.help))
    places = reference_places(manuscript)
    found += resolution_findings(resolutions, places)
    found += standing_findings(manuscript, resolutions, standings, places)
    found += duplicate_findings(resolutions)
    if table_age is not None and table_age > STALE_TABLE_DAYS:
        found.append(_finding("stale-table", f"The retraction table is {table_age} days old."))
    return tuple(fingerprint_all(_ignore(found, ignore)))


def manuscript_findings(manuscript: Manuscript, references: Sequence[Reference]) -> Iterator[Finding]:
    """Tell what markers and references of the manuscript say about each other."""
    markers = manuscript.markers
    if markers and not references and not manuscript.has_reference_list:
        where = (markers[0].place,)
        yield _finding(
            "no-reference-list", f"{_count(len(markers), 'marker')}, and no reference list or bibliography.", where
        )
    for marker in markers:
        if marker.state is MarkerState.DANGLING and references:
            missing = marker.missing or marker.targets
            near = _nearest(missing[0], [each.key for each in references])
            yield _finding(
                "dangling-marker",
                f"{marker.raw}: no reference {', '.join(missing)}.",
                (marker.place,),
                subject=missing[0],
                help=f"Did you mean {near}?" if near else "",
            )
        elif marker.state is MarkerState.UNPARSED:
            reason = marker.reason or "cannot be read as a citation"
            yield _finding("unparsed-marker", f"{marker.raw}: {reason}.", (marker.place,))
        elif marker.state is MarkerState.SUSPECT:
            yield _finding("suspect-marker", f"{marker.raw}: {marker.reason or 'perhaps a marker'}.", (marker.place,))
    if markers and references and not any(each.state is MarkerState.BOUND for each in markers):
        yield _finding(
            "no-marker-resolves", f"None of {len(markers)} markers leads to one of {len(references)} references."
        )
    yield from _reference_use(manuscript, references)


def _reference_use(manuscript: Manuscript, references: Sequence[Reference]) -> Iterator[Finding]:
    cited = {target.casefold() for marker in manuscript.markers for target in marker.targets}
    if cited:
        for reference in references:
            if reference.key.casefold() not in cited:
                yield _finding(
                    "unused-reference",
                    f"{reference.key}: no marker cites it.",
                    (reference.place,),
                    subject=reference.key,
                )
    members = sum(len(each.targets) for each in manuscript.markers)
    length = len(manuscript.text)
    if members and length >= SHORT_TEXT and (density := 1000 * members / length) < FEW_CITATIONS:
        yield _finding("few-citations", f"{density:.2f} citations per 1,000 characters.")


def resolution_findings(
    resolutions: Iterable[Resolution], places: Mapping[str, tuple[Place, ...]]
) -> Iterator[Finding]:
    """Tell which references were not found, are ambiguous, or lead to another work."""
    for each in resolutions:
        reference = each.reference
        where = (reference.place, *places.get(reference.key, ()))
        match each.outcome:
            case ResolutionOutcome.MISMATCHED:
                yield _finding(
                    "mismatched-work",
                    f"{reference.key}: {_mismatch(each)}",
                    where,
                    subject=reference.key,
                    evidence=_evidence(each.agreement),
                    help=_suggestion(each.candidates),
                )
            case ResolutionOutcome.NOT_FOUND:
                asked = ", ".join(each.asked) or "no registry"
                yield _finding(
                    "not-found",
                    f"{reference.key}: looked for at {asked}, and not found there.",
                    where,
                    subject=reference.key,
                    evidence=(each.message,) if each.message else (),
                    confidence="medium",
                )
            case ResolutionOutcome.AMBIGUOUS:
                yield _finding(
                    "ambiguous-work",
                    f"{reference.key}: {_count(len(each.candidates), 'work')} may be meant.",
                    where,
                    subject=reference.key,
                    evidence=tuple(describe(work) for work in each.candidates[:3]),
                    confidence="medium",
                )
            case _:
                continue


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
        names = ", ".join(dict.fromkeys(reference.key for reference in references)) or standing.work.doi
        subject = standing.work.doi or names
        if standing.is_notice:
            yield _finding("cited-notice", f"{names}: is itself a notice.", where, subject=subject)
        if standing.reinstated:
            yield _finding("reinstated", f"{names}: a retraction of it was taken back.", where, subject=subject)
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
    message = f"{names}: {PHRASES[rule]}{when}{detail}."
    finding = _finding(rule, message, where, subject=subject, evidence=_signals(standing))
    lowered = next((each for each in references if each.note), None)
    if standing.status in MOOT and lowered is not None:
        return replace(finding, level=Level.NOTE, ignored_because=f"acknowledged: {lowered.note}")
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


def duplicate_findings(resolutions: Sequence[Resolution]) -> Iterator[Finding]:
    """Tell which references are one work."""
    same: dict[str, list[Reference]] = defaultdict(list)
    for each in resolutions:
        if doi := (each.work.doi if each.work else each.reference.doi):
            same[doi].append(each.reference)
    for doi, references in same.items():
        if len(references) > 1:
            keys = " and ".join(each.key for each in references)
            where = tuple(each.place for each in references)
            yield _finding("duplicate-reference", f"{keys}: one work ({doi}).", where, subject=doi)


def reference_places(manuscript: Manuscript | None) -> dict[str, tuple[Place, ...]]:
    """Give the places of the markers that cite each reference."""
    places: dict[str, list[Place]] = defaultdict(list)
    for pair in manuscript.pairs if manuscript else ():
        if pair.reference is not None and manuscript is not None:
            places[pair.reference].append(manuscript.markers[pair.marker].place)
    return {key: tuple(each) for key, each in places.items()}


def work_key(work: Work | None, reference: Reference | None = None) -> str:
    """Name a work for grouping: its DOI, else its folded title, else the reference's key."""
    if work is not None and work.doi:
        return work.doi
    if reference is not None and reference.doi:
        return reference.doi
    title = work.title if work is not None else reference.title if reference is not None else ""
    return fold_key(title) if title else f"key:{reference.key if reference else ''}"


def describe(work: Work) -> str:
    """Name a work in one line: first author, year, title, DOI."""
    author = work.authors[0].family if work.authors else ""
    who = " ".join(part for part in (author, str(work.year or "")) if part)
    return ": ".join(part for part in (who, work.title) if part) + (f" <{work.doi}>" if work.doi else "")


def fingerprint_all(found: Iterable[Finding]) -> Iterator[Finding]:
    """Give each finding a digest of rule, subject and folded message part; equal ones are numbered."""
    seen: Counter[str] = Counter()
    for each in found:
        digest = hashlib.sha256(f"{each.rule}\0{each.subject or fold_key(each.message)}".encode()).hexdigest()[:16]
        seen[digest] += 1
        yield replace(each, fingerprint=digest if seen[digest] == 1 else f"{digest}-{seen[digest]}")


def _ignore(found: Iterable[Finding], keys: Sequence[str]) -> Iterator[Finding]:
    for each in found:
        hit = each.subject in keys or any(each.message.startswith(f"{key}:") for key in keys)
        yield replace(each, ignored_because="named in the settings") if hit and not each.ignored_because else each


def _finding(
    rule: str,
    message: str,
    places: tuple[Place, ...] = (),
    *,
    subject: str = "",
    evidence: tuple[str, ...] = (),
    help: str = "",
    confidence: str = "high",
) -> Finding:
    known = RULES[rule]
    return Finding(
        rule=rule,
        level=known.level,
        message=message,
        places=tuple(place for place in places if place != Place()),
        subject=subject,
        evidence=evidence,
        help=help or known.what_to_do,
        confidence=confidence,
    )


def _problems(manuscript: Manuscript | None, bibliographies: Sequence[Bibliography]) -> Iterator[Problem]:
    if manuscript is not None:
        yield from manuscript.problems
    for each in bibliographies:
        yield from each.problems


def _mismatch(each: Resolution) -> str:
    if each.work is None:
        return each.message or "its identifier leads to another work."
    return f"its identifier leads to {describe(each.work)}."


def _evidence(agreement: Agreement | None) -> tuple[str, ...]:
    if agreement is None:
        return ()
    return tuple(
        f"{each.field}: the reference says {each.reference or '(nothing)'}; the registry says {each.work or '(nothing)'}"
        for each in agreement.fields
        if each.outcome is FieldOutcome.DIFFERS
    )


def _suggestion(candidates: Sequence[Work]) -> str:
    return f"Perhaps you mean {describe(candidates[0])}." if candidates else ""


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
        parts.append("says " + " and ".join(update.asserted_by))
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


def _nearest(key: str, keys: Sequence[str]) -> str:
    import difflib

    close = difflib.get_close_matches(key, keys, n=1, cutoff=0.8) if not key.isdigit() else []
    return close[0] if close else ""


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")
