"""What is worth telling, and at which level."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from citecheck.agreements import compare
from citecheck.findings import find_all
from citecheck.records import (
    Author,
    Finding,
    Level,
    Manuscript,
    Marker,
    MarkerState,
    NotAsked,
    Pair,
    Place,
    Reference,
    Resolution,
    ResolutionOutcome,
    Standing,
    StandingStatus,
    Update,
    Work,
)

WORK = Work(registry="crossref", doi="10.1234/a", title="Streets and shade", year=2019)


def told(
    manuscript: Manuscript | None, resolutions: list[Resolution], standings: list[Standing], **more: object
) -> list[Finding]:
    return list(find_all(manuscript, (), resolutions, standings, **more))  # type: ignore[arg-type]


def citing(sentence: str) -> Manuscript:
    return Manuscript(
        text=sentence,
        markers=(Marker(style="numeric", raw="[1]", targets=("1",), place=Place(path="p.md", line=3, column=9)),),
        pairs=(Pair(marker=0, target="1", sentence=sentence, reference="1"),),
        has_reference_list=True,
    )


def retracted() -> tuple[Resolution, Standing]:
    resolution = Resolution(
        reference=Reference(key="1", title="Streets and shade", place=Place(path="p.md", line=9)),
        outcome=ResolutionOutcome.RESOLVED,
        work=WORK,
    )
    update = Update(
        kind="retraction", work=WORK.doi, notice="10.1234/n", date="2021-06-02", asserted_by=("retraction-watch",)
    )
    return resolution, Standing(work=WORK, status=StandingStatus.RETRACTED, updates=(update,))


def test_one_finding_a_work_with_all_its_places() -> None:
    resolution, standing = retracted()
    (finding,) = told(citing("Streets were cooler [1]."), [resolution], [standing])
    assert (finding.rule, finding.level) == ("retracted", Level.ERROR)
    assert [each.line for each in finding.places] == [9, 3]
    assert (
        finding.message == "[1] Streets and shade: retracted on 2021-06-02 (notice 10.1234/n, says Retraction Watch)."
    )


def test_cited_on_purpose_is_a_note() -> None:
    resolution, standing = retracted()
    (finding,) = told(citing("That trial, since retracted, claimed more [1]."), [resolution], [standing])
    assert (finding.rule, finding.level) == ("cited-on-purpose", Level.NOTE)


def test_acknowledged_stays_in_the_record_as_a_note() -> None:
    resolution, standing = retracted()
    known = Reference(key="1", title="Streets and shade", note="ignore[retracted] we know")
    resolution = Resolution(reference=known, outcome=ResolutionOutcome.RESOLVED, work=WORK)
    (finding,) = told(citing("Streets were cooler [1]."), [resolution], [standing])
    assert finding.level is Level.NOTE
    assert "we know" in finding.ignored_because


def test_not_asked_is_no_finding() -> None:
    resolution = Resolution(
        reference=Reference(key="1"),
        outcome=ResolutionOutcome.NOT_ASKED,
        not_asked=(NotAsked(reason="unreachable", host="api.crossref.org"),),
    )
    standing = Standing(work=Work(registry="", doi="10.1234/a"), status=StandingStatus.NOT_ASKED)
    assert told(citing("Streets [1]."), [resolution], [standing]) == []


def test_markers_without_any_list_are_one_finding_not_many() -> None:
    marker = Marker(style="numeric", raw="[1]", targets=("1",), state=MarkerState.DANGLING)
    found = told(Manuscript(text="a", markers=(marker, marker)), [], [])
    assert [each.rule for each in found] == ["no-reference-list"]


def test_a_dangling_key_suggests_its_neighbour() -> None:
    marker = Marker(style="pandoc", raw="[@smth2020]", targets=("smth2020",), state=MarkerState.DANGLING)
    bound = Marker(style="pandoc", raw="[@smith2020]", targets=("smith2020",))
    resolution = Resolution(reference=Reference(key="smith2020"), outcome=ResolutionOutcome.NO_REGISTRY)
    found = told(Manuscript(text="a", markers=(marker, bound), has_reference_list=True), [resolution], [])
    assert [each.rule for each in found] == ["dangling-marker"]
    assert found[0].help == "Did you mean smith2020?"


def test_not_found_says_where_it_was_looked_for_and_accuses_nobody() -> None:
    resolution = Resolution(
        reference=Reference(key="1"), outcome=ResolutionOutcome.NOT_FOUND, asked=("crossref", "openalex search")
    )
    (finding,) = told(None, [resolution], [])
    assert finding.message == "[1]: looked for at crossref, openalex search, and not found there."
    assert finding.level is Level.WARNING


def test_two_references_to_one_work_and_equal_findings_have_own_fingerprints() -> None:
    resolutions = [
        Resolution(reference=Reference(key=key), outcome=ResolutionOutcome.RESOLVED, work=WORK) for key in ("1", "2")
    ]
    (finding,) = told(None, resolutions, [])
    assert finding.rule == "duplicate-reference"
    lost = Marker(style="numeric", raw="[7]", targets=("7",), state=MarkerState.DANGLING)
    bound = Marker(style="numeric", raw="[1]", targets=("1", "2"))
    found = told(Manuscript(text="a", markers=(lost, lost, bound)), resolutions, [])
    assert len({each.fingerprint for each in found}) == len(found) == 3


def unfound(key: str, line: int, **fields: Any) -> Resolution:
    """Give a reference that no registry knew."""
    known = {"title": "The long shade of lime trees", "authors": ("Whitcombe, Agatha",), "year": 2003, **fields}
    reference = Reference(key=key, place=Place(path="refs.bib", line=line), **known)
    return Resolution(reference=reference, outcome=ResolutionOutcome.NOT_FOUND, asked=("crossref",))


def duplicates(*resolutions: Resolution) -> list[str]:
    """Give the messages about references that are one work."""
    return [each.message for each in told(None, list(resolutions), []) if each.rule == "duplicate-reference"]


def test_two_references_are_one_work_by_title_author_and_year_too() -> None:
    again = unfound("b", 9, title="The Long Shade of Lime-Trees.", authors=("Whitcombe A",))
    assert duplicates(unfound("a", 1), again) == [
        "a (line 1) and b (line 9): one work (the same title, first author and year)."
    ]


@pytest.mark.parametrize(
    "other",
    [{"year": 2004}, {"title": "Editorial"}, {"authors": ("Marlow, Jo",)}, {"authors": ()}, {"title": "Shade"}],
)
def test_references_that_differ_are_two_works(other: dict[str, Any]) -> None:
    assert duplicates(unfound("a", 1), unfound("b", 2, **other)) == []


def test_notes_cite_a_work_as_often_as_they_need_it() -> None:
    assert duplicates(unfound("fn:1", 1), unfound("fn:2", 2)) == []


def test_a_reference_without_identifier_joins_one_with_and_two_identifiers_are_two_works() -> None:
    held = unfound("a", 1)
    known = replace(held, outcome=ResolutionOutcome.RESOLVED, work=Work(registry="x", doi="10.1234/a"))
    other = replace(held, outcome=ResolutionOutcome.RESOLVED, work=Work(registry="x", doi="10.1234/b"))
    assert len(duplicates(known, unfound("b", 2))) == 1
    assert duplicates(known, other) == []


def test_an_old_table_is_said_to_be_old() -> None:
    assert [each.rule for each in told(None, [], [], table_age=31)] == ["stale-table"]
    assert told(None, [], [], table_age=30) == []


def test_details_that_differ_are_told_and_a_missing_doi_is_not() -> None:
    work = Work(
        registry="crossref",
        doi="10.1234/a",
        title="Shade in the streets of towns",
        authors=(Author(family="Abel", given="Anna"),),
        year=2019,
        volume="13",
        container="Journal of Shade",
    )

    def resolved(**fields: Any) -> list[Finding]:
        described: dict[str, Any] = {
            "title": work.title,
            "authors": ("Abel, Anna",),
            "year": 2019,
            "volume": "13",
        } | fields
        reference = Reference(key="abel", raw="@article{abel}", place=Place(path="refs.bib", line=3), **described)
        agreement = compare(reference, work)
        return told(
            None,
            [Resolution(reference=reference, outcome=ResolutionOutcome.RESOLVED, work=work, agreement=agreement)],
            [],
        )

    assert resolved() == []
    (found,) = resolved(year=2011)
    assert (found.rule, found.level) == ("differing-details", Level.WARNING)
    assert found.message.endswith("year is 2011 here, 2019 at Crossref.")
    assert "citecheck fix refs.bib --diff" in found.help
