"""What a newcomer reads of a work's standing: one finding, what became of it, who says so, who does not."""

from __future__ import annotations

from typing import Any

import pytest

from citecheck.findings import find_all
from citecheck.plain import standing
from citecheck.records import (
    Finding,
    Level,
    Manuscript,
    Marker,
    NotAsked,
    Pair,
    Place,
    Reference,
    Resolution,
    ResolutionOutcome,
    Signal,
    Standing,
)
from citecheck.standings import judge_standing

DOI = "10.1234/a"


def by(kind: str, notice: str = "10.1234/n", date: tuple[int, ...] = (2020, 8, 14), **more: Any) -> dict[str, Any]:
    return {"DOI": notice, "type": kind, "updated": {"date-parts": [list(date)]}, **more}


def row(nature: str, date: str, notice: str = "10.1234/n", reason: str = "", **more: str) -> dict[str, str]:
    cells = {"RetractionNature": nature, "RetractionDate": date, "RetractionDOI": notice, "OriginalPaperDOI": DOI}
    return {**cells, "Reason": reason, **more}


def tell(found: Standing, sentences: tuple[str, ...] = ("Trees cool streets [1].",), **more: Any) -> list[Finding]:
    """Tell the findings of one work that every sentence cites."""
    reference = Reference(key="1", authors=("Adler, B.",), year=2015, place=Place(path="p.md", line=90), **more)
    markers = tuple(
        Marker(style="numeric", raw="[1]", targets=("1",), place=Place(path="p.md", line=number))
        for number, _ in enumerate(sentences, 1)
    )
    pairs = tuple(Pair(marker=at, target="1", sentence=each, reference="1") for at, each in enumerate(sentences))
    resolution = Resolution(reference=reference, outcome=ResolutionOutcome.RESOLVED, work=found.work)
    manuscript = Manuscript(text=" ".join(sentences), markers=markers, pairs=pairs, has_reference_list=True)
    return [each for each in find_all(manuscript, (), [resolution], [found]) if each.rule != "few-citations"]


BY_PUBLISHER = "(notice 10.1234/n, says the publisher)"


@pytest.mark.parametrize(
    ("record", "more", "rule", "message"),
    [
        (
            {"updated-by": [by("retraction", source="publisher")]},
            {"table": [row("Retraction", "8/20/2020 0:00", reason="+Fraud;")]},
            "retracted",
            "retracted on 2020-08-14 (notice 10.1234/n, Fraud, say the publisher and Retraction Watch)",
        ),
        ({"updated-by": [by("retraction", DOI)]}, {}, "retracted", "retracted on 2020-08-14 (says the publisher)"),
        ({"updated-by": [by("withdrawal", date=(2020,))]}, {}, "withdrawn", f"withdrawn in 2020 {BY_PUBLISHER}"),
        ({"updated-by": [by("removal")]}, {}, "removed", f"removed by its publisher on 2020-08-14 {BY_PUBLISHER}"),
        (
            {"updated-by": [by("partial_retraction")]},
            {},
            "partially-retracted",
            f"retracted in part on 2020-08-14 {BY_PUBLISHER}",
        ),
        (
            {"updated-by": [by("expression_of_concern")]},
            {},
            "concern",
            f"under an expression of concern on 2020-08-14 {BY_PUBLISHER}",
        ),
        (
            {},
            {"table": [row("Retraction", "3/2/2021", DOI, "+Error in Analyses;+Retract and Replace;")]},
            "retracted-and-replaced",
            "retracted and replaced by a corrected version on 2021-03-02 (Error in Analyses; Retract and Replace, "
            "says Retraction Watch)",
        ),
        (
            {},
            {"openalex": {"is_retracted": True}},
            "hinted",
            "perhaps retracted: OpenAlex flags it; no notice confirms it",
        ),
        ({"title": ["RETRACTED: Shade"]}, {}, "hinted", "perhaps retracted: its title says so; no notice confirms it"),
        (
            {"updated-by": [by("correction", date=(2019, 1, 2)), by("erratum", "10.1234/m")]},
            {},
            "corrected",
            "corrected 2 times, last on 2020-08-14 (notice 10.1234/m, says the publisher)",
        ),
        (
            {},
            {"pubmed": {"references": [{"reftype": "Erratum in", "refsource": "Nature 2001 Jun 7;411(6838):720"}]}},
            "corrected",
            "corrected on 2001-06-07 (in Nature 2001 Jun 7;411(6838):720, says PubMed)",
        ),
        (
            {"relation": {"is-preprint-of": [{"id-type": "doi", "id": "10.1234/Article"}]}},
            {},
            "superseded",
            "a preprint; the published version is 10.1234/article (says the publisher)",
        ),
        (
            {"updated-by": [by("new_version", "10.1234/v2")]},
            {},
            "superseded",
            "there is a newer version of 2020-08-14, 10.1234/v2 (says the publisher)",
        ),
        (
            {"updated-by": [by("new_edition", "10.1234/e2")]},
            {},
            "superseded",
            "there is a newer edition of 2020-08-14, 10.1234/e2 (says the publisher)",
        ),
        (
            {"updated-by": [by("68818", label="68818")]},
            {},
            "unknown-update",
            f"updated on 2020-08-14 as “68818”, a kind that citecheck does not know {BY_PUBLISHER}",
        ),
        (
            {"update-to": [by("retraction", "10.1234/paper")]},
            {},
            "cited-notice",
            "is itself a notice (retraction of 10.1234/paper)",
        ),
        ({"title": ["Erratum: Shade"]}, {}, "cited-notice", "is itself a notice"),
        (
            {"updated-by": [by("retraction", date=(2018, 1, 1))]},
            {"table": [row("Reinstatement", "1/2/2020 0:00", "10.1234/back")]},
            "reinstated",
            "a retraction of 2018-01-01 was taken back on 2020-01-02 (notice 10.1234/back, says Retraction Watch)",
        ),
        (
            {"updated-by": [by("retraction", date=(2018, 1, 1)), by("correction", "10.1234/c")]},
            {"table": [row("Reinstatement", "1/2/2020 0:00", "")]},
            "corrected",
            "corrected on 2020-08-14 (notice 10.1234/c, says the publisher); a retraction of 2018-01-01 was taken back on "
            "2020-01-02 (says Retraction Watch)",
        ),
    ],
)
def test_one_finding_says_what_became_of_the_work(record: Any, more: Any, rule: str, message: str) -> None:
    (finding,) = tell(standing({"DOI": DOI, **record}, **more))
    assert (finding.rule, finding.message) == (rule, f"[1] Adler 2015: {message}.")
    assert [each.line for each in finding.places] == [90, 1]


RETRACTED = {"DOI": DOI, "updated-by": [by("retraction")]}


@pytest.mark.parametrize(
    ("sentences", "title", "rule"),
    [
        (("The trial, since retracted, claimed more [1].",), "", "cited-on-purpose"),
        (("The trial, since retracted, claimed more [1].", "Trees cool streets [1]."), "", "retracted"),
        (("Trees cool streets [1].",), "RETRACTED: Shade", "cited-on-purpose"),
        (("Patients had withdrawn from the trial [1].",), "", "retracted"),
        (("This work was never retracted [1].",), "", "retracted"),
        (("Trees cool streets [1].",), "Retracted wings of beetles", "retracted"),
    ],
)
def test_cited_on_purpose_needs_every_sentence_or_the_title(sentences: tuple[str, ...], title: str, rule: str) -> None:
    (finding,) = tell(standing(RETRACTED), sentences, title=title)
    assert finding.rule == rule
    assert finding.level is (Level.NOTE if rule == "cited-on-purpose" else Level.ERROR)
    assert finding.message.startswith("[1] Adler 2015: retracted on 2020-08-14")


def test_a_concern_that_the_sentence_tells_of_is_a_note() -> None:
    found = standing({"DOI": DOI, "updated-by": [by("expression_of_concern")]})
    (finding,) = tell(found, ("It bears an expression of concern [1].",))
    assert (finding.rule, finding.level) == ("cited-on-purpose", Level.NOTE)


def test_evidence_names_every_event_and_who_was_asked_and_not() -> None:
    signals = [
        Signal(name="crossref", says="correction, retraction", asked_at="2026-12-03T10:00:00Z"),
        Signal(name="retraction-watch-table", asked_at="2026-11-28T00:00:00Z"),
        Signal(name="openalex", asked_at="2026-12-03T10:00:01Z"),
        Signal(name="europepmc", asked_at="2026-12-03T10:00:01Z"),
        Signal(name="pubmed", not_asked=NotAsked(reason="unreachable")),
    ]
    work = standing({"DOI": DOI, "updated-by": [by("correction", date=(2019,)), by("retraction")]}).work
    (finding,) = tell(judge_standing(work, signals=signals))
    assert finding.evidence == (
        "2019: correction, notice 10.1234/n, says the publisher",
        "2020-08-14: retraction, notice 10.1234/n, says the publisher",
        "retracted, says Crossref; Retraction Watch, OpenAlex and Europe PMC do not",
        "Crossref: correction, retraction (asked 2026-12-03)",
        "Retraction Watch (table of 2026-11-28): not in it",
        "OpenAlex and Europe PMC: no update known (asked 2026-12-03)",
        "PubMed: not asked (unreachable)",
    )


def test_many_references_to_one_work_are_counted() -> None:
    found = standing(RETRACTED)
    resolutions = [
        Resolution(reference=Reference(key=str(number)), outcome=ResolutionOutcome.RESOLVED, work=found.work)
        for number in range(1, 7)
    ]
    told = [each for each in find_all(None, (), resolutions, [found]) if each.rule == "retracted"]
    assert [each.message.partition(":")[0] for each in told] == ["[1], [2], [3] and 3 more references"]
