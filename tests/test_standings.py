"""Standings: a set of dated events, merged, and one status, worst first."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citecheck.records import NotAsked, Signal, StandingStatus, Update, Work
from citecheck.registries.crossref_record import read_work
from citecheck.registries.retraction_watch import read_row
from citecheck.standings import SEVERITY, judge_standing, kinds_of, merge_updates, telling_update
from tests.conftest import FIXTURES

RECORDS: dict[str, dict[str, Any]] = {
    each["DOI"].lower(): each
    for each in json.loads((FIXTURES / "registries" / "crossref.json").read_text(encoding="utf-8"))
}


def record(doi: str, **more: Any) -> Work:
    """Give the work of a small Crossref record."""
    return read_work({"DOI": doi, "title": ["A study"], **more})


def by(kind: str, notice: str = "10.1234/notice", date: list[int] | None = None, **more: Any) -> dict[str, Any]:
    """Give an entry of `updated-by`."""
    return {"DOI": notice, "type": kind, "updated": {"date-parts": [date or [2021, 5, 1]]}, **more}


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("retraction", "retracted"),
        ("withdrawal", "withdrawn"),
        ("removal", "removed"),
        ("partial_retraction", "partially_retracted"),
        ("expression_of_concern", "concern"),
        ("erratum", "corrected"),
        ("corrigendum", "corrected"),
        ("correction", "corrected"),
        ("addendum", "corrected"),
        ("clarification", "corrected"),
        ("new_version", "superseded"),
        ("new_edition", "superseded"),
        ("Expression of Concern", "concern"),
        ("err", "unknown_update"),
        ("68818", "unknown_update"),
        ("Retracted Article", "unknown_update"),
    ],
)
def test_each_type_is_its_own_status(kind: str, status: str) -> None:
    standing = judge_standing(record("10.1234/a", **{"updated-by": [by(kind)]}))
    assert standing.status == status


@pytest.mark.parametrize(
    ("doi", "status", "is_notice"),
    [
        ("10.1016/s0140-6736(97)11096-0", "retracted", False),
        ("10.1016/s0140-6736(10)60175-4", "current", True),
        ("10.1056/nejmoa2007621", "retracted", False),
        ("10.1016/j.brainres.2022.148038", "retracted", False),
        ("10.1103/physrevb.98.104436", "corrected", False),
        ("10.1038/s41586-020-2012-7", "corrected", False),
        ("10.1073/pnas.1414271111", "corrected", False),
        ("10.1371/journal.pone.0122945", "current", True),
        ("10.1002/14651858.cd008900.pub3", "current", False),
        ("10.1002/essoar.10503377.3", "superseded", False),
        ("10.1371/journal.pone.0173707", "current", False),
        ("10.1007/s12275-012-2294-z", "corrected", False),
        ("10.1016/s0140-6736(20)31180-6", "retracted", False),
        ("10.3892/etm.2024.12720", "current", True),
    ],
)
def test_known_works(doi: str, status: str, is_notice: bool) -> None:
    standing = judge_standing(read_work(RECORDS[doi]))
    assert (standing.status.value, standing.is_notice) == (status, is_notice)


@pytest.mark.parametrize(
    ("title", "status", "is_notice"),
    [
        ("Retraction rates in clinical trials, 2000–2020", "current", False),
        ("Adenosine A2A receptor mediates microglial process retraction", "current", False),
        ("Withdrawn from society: solitude in old age", "current", False),
        ("Why are articles retracted? A review", "current", False),
        ("Jet retraction and breakup", "current", False),
        ("Retraction of the tongue during sleep", "current", False),
        ("Correction for attenuation in meta-analysis", "current", False),
        ("Correction of hyponatraemia", "current", False),
        ("RETRACTED: Ileal nodules in children", "hinted", False),
        ("WITHDRAWN: A novel scheme", "hinted", False),
        ("Retracted Article: Band gaps of oxides", "hinted", False),
        ("RETRACTED ARTICLE: Band gaps of oxides", "hinted", False),
        ("[Retracted] Effects of drug Z on cells", "hinted", False),
        ("Notice of Retraction: Effects of drug Z", "current", True),
        ("Retraction: The trial", "current", True),
        ("Retraction—Ileal nodules in children", "current", True),
        ("Retraction Note to: Band gaps of oxides", "current", True),
        ("Author Correction: Band gaps of oxides", "current", True),
        ("Correction for Adler et al., Band gaps of oxides", "current", True),
        ("Expression of Concern: Effects of drug Z", "current", True),
    ],
)
def test_titles_only_hint(title: str, status: str, is_notice: bool) -> None:
    standing = judge_standing(Work(registry="crossref", doi="10.1234/t", title=title))
    assert (standing.status.value, standing.is_notice) == (status, is_notice)


def row(nature: str, date: str, notice: str = "10.1234/n", **more: str) -> Update:
    """Read a row of the table about 10.1234/a."""
    cells = {
        "RetractionNature": nature,
        "RetractionDate": date,
        "RetractionDOI": notice,
        "OriginalPaperDOI": "10.1234/A",
    }
    update = read_row({**cells, "Record ID": more.pop("record_id", ""), "Reason": more.pop("reason", "")})
    assert update is not None
    return update


@pytest.mark.parametrize(
    ("rows", "status", "reinstated"),
    [
        ([("Correction", "1/2/2020 0:00")], "corrected", False),
        ([("Expression of concern", "1/2/2020 0:00")], "concern", False),
        ([("Correction", "3/6/2004 0:00"), ("Retraction", "2/6/2010 0:00")], "retracted", False),
        ([("Retraction", "2/6/2010 0:00"), ("Reinstatement", "2/6/2012 0:00")], "current", True),
        ([("Reinstatement", "2/6/2010 0:00"), ("Retraction", "2/6/2012 0:00")], "retracted", False),
        (
            [("Retraction", "1/1/2010 0:00"), ("Reinstatement", "1/1/2011 0:00"), ("Correction", "1/1/2012 0:00")],
            "corrected",
            True,
        ),
    ],
)
def test_rows_of_the_table_add_up_in_date_order(rows: list[tuple[str, str]], status: str, reinstated: bool) -> None:
    events = [row(nature, date, notice=f"10.1234/n{number}") for number, (nature, date) in enumerate(rows)]
    for order in (events, events[::-1]):
        standing = judge_standing(record("10.1234/a"), table=order)
        assert (standing.status.value, standing.reinstated) == (status, reinstated)


def test_retracted_and_replaced_is_said_so() -> None:
    event = row("Retraction", "3/2/2021", notice="10.1234/a", reason="+Error in Analyses;+Retract and Replace;")
    standing = judge_standing(record("10.1234/a"), table=[event])
    assert standing.status is StandingStatus.RETRACTED_AND_REPLACED
    assert standing.updates[0].reasons == ("Error in Analyses", "Retract and Replace")


def test_one_event_listed_twice_is_one_event_with_both_sources() -> None:
    work = record(
        "10.1234/a",
        **{
            "updated-by": [
                by("expression_of_concern", date=[2024, 8, 1], source="publisher"),
                by("expression_of_concern", date=[2024, 6, 27], source="retraction-watch", **{"record-id": "70752"}),
            ]
        },
    )
    table = [row("Expression of concern", "6/27/2024 0:00", notice="10.1234/NOTICE", record_id="70752")]
    (event,) = judge_standing(work, table=table).updates
    assert event.asserted_by == ("publisher", "retraction-watch", "retraction-watch-table")
    assert event.date == "2024-06-27"


def test_a_retraction_yields_to_a_newer_milder_event_of_the_same_record() -> None:
    changed = [
        by("retraction", date=[2020, 1, 1], source="retraction-watch", **{"record-id": "19937"}),
        by("expression_of_concern", date=[2020, 3, 1], source="retraction-watch", **{"record-id": "19937"}),
    ]
    assert judge_standing(record("10.1234/a", **{"updated-by": changed})).status is StandingStatus.CONCERN
    upgraded = [{**changed[0], "updated": {"date-parts": [[2021, 1, 1]]}}, changed[1]]
    assert judge_standing(record("10.1234/a", **{"updated-by": upgraded})).status is StandingStatus.RETRACTED


def test_a_new_version_that_names_the_work_itself_is_noise() -> None:
    entry = by("new_version", notice="10.1234/a")
    work = record("10.1234/a", **{"updated-by": [entry], "update-to": [entry]})
    assert judge_standing(work).status is StandingStatus.CURRENT


def test_a_notice_is_not_what_it_announces() -> None:
    work = record("10.1234/n", title=["Retraction notice"], **{"update-to": [by("retraction", notice="10.1234/a")]})
    standing = judge_standing(work, signals=[Signal(name="openalex", says="retracted")])
    assert standing.status is StandingStatus.CURRENT
    assert standing.is_notice


def test_openalex_alone_is_a_hint() -> None:
    hint = [Signal(name="crossref"), Signal(name="openalex", says="retracted")]
    standing = judge_standing(record("10.1234/a"), signals=hint)
    assert standing.status is StandingStatus.HINTED
    assert standing.notes == ("retracted, says OpenAlex; Crossref does not",)


def test_an_unknown_kind_that_holds_the_word_is_no_retraction() -> None:
    signals = [
        Signal(name="crossref", says=kinds_of([Update(kind="unknown", label="Retracted, Article")])),
        Signal(name="openalex"),
    ]
    work = record("10.1234/a", **{"updated-by": [by("Retracted Article")]})
    assert judge_standing(work, signals=signals).notes == ()


def test_the_record_of_the_works_own_agency_is_needed_for_current() -> None:
    unknown = Work(registry="", doi="10.1234/a")
    assert judge_standing(unknown).status is StandingStatus.NOT_ASKED
    assert judge_standing(unknown, table=[row("Retraction", "1/1/2020")]).status is StandingStatus.RETRACTED
    gap = Signal(name="crossref", not_asked=NotAsked(reason="offline"))
    assert judge_standing(record("10.1234/a"), signals=[gap]).status is StandingStatus.NOT_ASKED


EVENTS = st.builds(
    Update,
    kind=st.sampled_from([*SEVERITY, "reinstatement"]),
    work=st.sampled_from(["", "10.1/w"]),
    notice=st.sampled_from(["", "10.1/a", "10.1/b", "10.1/w"]),
    date=st.sampled_from(["", "2019", "2019-11", "2020-01-02", "2020-06", "2021-03-04"]),
    record_id=st.sampled_from(["", "1", "2"]),
    asserted_by=st.sampled_from([("publisher",), ("retraction-watch",), ("pubmed",), ("openalex",)]),
)


@given(st.lists(EVENTS, max_size=6))
def test_merging_is_settled_after_once_and_loses_no_source(events: list[Update]) -> None:
    merged = merge_updates(events)
    assert merge_updates(merged) == merged
    said = {(each.kind, source) for each in events for source in each.asserted_by}
    assert {(each.kind, source) for each in merged for source in each.asserted_by} == said


@given(st.lists(EVENTS, max_size=5), st.randoms())
def test_the_order_of_events_changes_no_status(events: list[Update], random: Any) -> None:
    shuffled = list(events)
    random.shuffle(shuffled)
    work = Work(registry="crossref", doi="10.1/w")
    assert judge_standing(work, table=events).status == judge_standing(work, table=shuffled).status


@pytest.mark.parametrize(
    "broken", [{"updated-by": None}, {"updated-by": "x"}, {"updated-by": [None, 3, {}]}, {"update-to": {}}]
)
def test_broken_records_are_read_all_the_same(broken: dict[str, Any]) -> None:
    judge_standing(record("10.1234/a", **broken))


@given(st.lists(EVENTS, max_size=6))
def test_hints_alone_never_retract_and_reinstatement_is_no_bad_news(events: list[Update]) -> None:
    work = Work(registry="crossref", doi="10.1/w")
    hints = [replace(each, asserted_by=("openalex",)) for each in events]
    taken_back = {"retracted", "withdrawn", "removed", "partially_retracted"}
    assert judge_standing(work, table=hints).status.value not in taken_back
    last = Update(kind="reinstatement", date="2030-01-01")
    assert judge_standing(work, table=[*events, last]).status.value not in taken_back | {"retracted_and_replaced"}


def test_a_work_of_very_many_events_is_judged_by_the_worst() -> None:
    events = [Update(kind="correction", notice=f"10.1/{number}", date="2020") for number in range(20_000)]
    standing = judge_standing(
        Work(registry="crossref", doi="10.1/w"), table=[*events, Update(kind="retraction", notice="10.1/r")]
    )
    assert standing.status is StandingStatus.RETRACTED
    assert len(standing.updates) <= 400


@pytest.mark.parametrize(
    ("events", "count"),
    [
        ([("retraction", "10.1/n", "2020-08-14"), ("retraction", "", "2020-09")], 1),
        ([("retraction", "10.1/n", "2020-08-14"), ("retraction", "", "")], 1),
        ([("retraction", "10.1/n", "2020-08-14"), ("retraction", "10.1/w", "2020-08-20")], 1),
        ([("retraction", "10.1/n", "2010-08-14"), ("retraction", "", "2020")], 2),
        ([("erratum", "10.1/n", "2020-08-14"), ("erratum", "", "2020-08")], 1),
        ([("erratum", "10.1/n", "2020-08-14"), ("erratum", "", "2020-11")], 2),
        (
            [
                ("retraction", "10.1/n", "2020-08-14"),
                ("reinstatement", "", "2020-09-01"),
                ("retraction", "", "2020-10-01"),
            ],
            3,
        ),
        ([("retraction", "10.1/n", "2020-08-14"), ("withdrawal", "10.1/n", "2020-08-14")], 2),
        ([("concern", "", ""), ("concern", "", "")], 1),
    ],
)
def test_what_is_one_event(events: list[tuple[str, str, str]], count: int) -> None:
    told = [Update(kind=kind, work="10.1/w", notice=notice, date=date) for kind, notice, date in events]
    for order in (told, told[::-1]):
        assert len(merge_updates(order)) == count


def test_a_retraction_that_others_assert_too_is_not_stale() -> None:
    entries = [
        by("retraction", date=[2020, 1, 1], source="retraction-watch", **{"record-id": "7"}),
        by("correction", date=[2020, 3, 1], source="retraction-watch", **{"record-id": "7"}),
    ]
    work = record("10.1234/a", **{"updated-by": entries})
    assert judge_standing(work).status is StandingStatus.CORRECTED
    also = Update(kind="retraction", work="10.1234/a", notice="10.1234/notice", asserted_by=("pubmed",))
    assert judge_standing(work, updates=[also]).status is StandingStatus.RETRACTED


def test_the_telling_event_is_the_latest_that_makes_the_status() -> None:
    work = Work(registry="crossref", doi="10.1/w")
    events = [
        Update(kind="retraction", notice="10.1/a", date="2020-01-02"),
        Update(kind="retraction", notice="10.1/b", date="2020-08-14", reasons=("Fraud",)),
        Update(kind="retraction", notice="10.1/c", date="2020-08-14"),
        Update(kind="correction", notice="10.1/d", date="2021-01-01"),
    ]
    told = telling_update(judge_standing(work, table=events))
    assert told is not None and told.notice == "10.1/b"
    back = Update(kind="reinstatement", notice="10.1/back", date="2022-01-01")
    told = telling_update(judge_standing(work, table=[*events[:1], back]))
    assert told is not None and told.kind == "reinstatement"
    assert telling_update(judge_standing(work)) is None
