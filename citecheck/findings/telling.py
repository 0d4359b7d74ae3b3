"""Tell every finding of a run, each with its fingerprint, and set aside what the settings name."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from citecheck.findings.of_markers import manuscript_findings
from citecheck.findings.of_references import duplicate_findings, resolution_findings
from citecheck.findings.of_standings import standing_findings
from citecheck.findings.of_texts import pair_findings, quotation_findings
from citecheck.findings.wording import introduce, make_finding, reference_places
from citecheck.records import (
    Bibliography,
    Finding,
    Manuscript,
    Problem,
    QuoteMatch,
    Resolution,
    Standing,
    Triage,
)
from citecheck.rules import RULES
from citecheck.text.fold import fold_key

STALE_TABLE_DAYS = 30
"""Age of the retraction table from which it is said (spec: updates)."""


def find_all(
    manuscript: Manuscript | None,
    bibliographies: Sequence[Bibliography],
    resolutions: Sequence[Resolution],
    standings: Sequence[Standing],
    *,
    matches: Sequence[QuoteMatch] = (),
    triages: Sequence[Triage] = (),
    table_age: int | None = None,
    ignore: Sequence[str] = (),
) -> tuple[Finding, ...]:
    """Give every finding of a run, worst first within the document's order, each with its fingerprint."""
    found: list[Finding] = []
    if manuscript is not None:
        found += manuscript_findings(manuscript, [each.reference for each in resolutions])
    for problem in _problems(manuscript, bibliographies):
        rule = problem.rule if problem.rule in RULES else "unreadable-part"
        found.append(make_finding(rule, problem.message, (problem.place,), help=problem.help))
    places = reference_places(manuscript)
    found += resolution_findings(resolutions, places)
    found += standing_findings(manuscript, resolutions, standings, places)
    found += duplicate_findings(resolutions)
    if manuscript is not None:
        references = [each.reference for each in resolutions]
        found += quotation_findings(manuscript, matches, references)
        found += pair_findings(manuscript, triages, matches, references)
    if table_age is not None and table_age > STALE_TABLE_DAYS:
        found.append(make_finding("stale-table", f"The retraction table is {table_age} days old."))
    return tuple(fingerprint_all(_ignore(found, resolutions, ignore)))


def fingerprint_all(found: Iterable[Finding]) -> Iterator[Finding]:
    """Give each finding a digest of rule, subject and folded message part; equal ones are numbered."""
    seen: Counter[str] = Counter()
    for each in found:
        digest = hashlib.sha256(f"{each.rule}\0{each.subject or fold_key(each.message)}".encode()).hexdigest()[:16]
        seen[digest] += 1
        yield replace(each, fingerprint=digest if seen[digest] == 1 else f"{digest}-{seen[digest]}")


def _ignore(found: Iterable[Finding], resolutions: Sequence[Resolution], keys: Sequence[str]) -> Iterator[Finding]:
    """Set aside findings about the references that the settings name, by key or DOI; they stay in the receipt."""
    subjects = set(keys)
    for each in resolutions:
        names = {each.reference.key, each.reference.doi or "", each.work.doi if each.work else ""}
        if names & subjects:
            subjects |= names | {introduce(each.reference)}
    subjects.discard("")
    for finding in found:
        hit = finding.subject in subjects and not finding.ignored_because
        yield replace(finding, ignored_because="named in the settings") if hit else finding


def _problems(manuscript: Manuscript | None, bibliographies: Sequence[Bibliography]) -> Iterator[Problem]:
    if manuscript is not None:
        yield from manuscript.problems
    for each in bibliographies:
        yield from each.problems
