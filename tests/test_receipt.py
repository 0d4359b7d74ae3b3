"""A receipt's sums hold, its schema is the published one, and tampering shows."""

from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from citecheck.errors import ReceiptError
from citecheck.receipt import (
    LIMITATIONS,
    SCHEMA,
    check_sums,
    count_outcomes,
    digest_settings,
    load_receipt,
    receipt_schema,
    to_json,
    verify_receipt,
)
from citecheck.records import (
    Claim,
    Manuscript,
    Marker,
    MarkerState,
    Pair,
    Receipt,
    Reference,
    Resolution,
    ResolutionOutcome,
    Standing,
    StandingStatus,
    Work,
)


def receipt_of(
    manuscript: Manuscript | None, resolutions: tuple[Resolution, ...], standings: tuple[Standing, ...] = ()
) -> Receipt:
    settings = {"fail_on": "error"}
    return Receipt(
        schema=SCHEMA,
        versions={"citecheck": "0"},
        document="paper.md",
        sha256="0" * 64,
        settings=settings,
        settings_sha256=digest_settings(settings),
        started_at="2026-11-30T00:00:00Z",
        finished_at="2026-11-30T00:00:01Z",
        manuscript=manuscript,
        resolutions=resolutions,
        standings=standings,
        counters=count_outcomes(manuscript, resolutions, standings),
        limitations=LIMITATIONS,
    )


@given(st.lists(st.sampled_from(list(ResolutionOutcome))), st.lists(st.sampled_from(list(StandingStatus))))
def test_sums_hold_whatever_the_outcomes(outcomes: list[ResolutionOutcome], statuses: list[StandingStatus]) -> None:
    resolutions = [Resolution(reference=Reference(key=str(n)), outcome=each) for n, each in enumerate(outcomes)]
    standings = [Standing(work=Work(registry="crossref"), status=each) for each in statuses]
    counters = count_outcomes(None, resolutions, standings)
    assert check_sums(counters) == []
    assert counters["references"]["total"] == len(outcomes)


def test_pairs_of_a_retracted_work_are_moot() -> None:
    manuscript = Manuscript(
        text="One [1]. Two [2]. Three [9].",
        markers=(
            Marker(style="numeric", raw="[1]", targets=("1",)),
            Marker(style="numeric", raw="[2]", targets=("2",)),
            Marker(style="numeric", raw="[9]", targets=("9",), state=MarkerState.DANGLING),
        ),
        claims=(Claim(text="One.", markers=(0,)), Claim(text="None.")),
        pairs=(
            Pair(marker=0, target="1", sentence="One.", reference="1"),
            Pair(marker=1, target="2", sentence="Two.", reference="2"),
            Pair(marker=2, target="9", sentence="Three."),
        ),
        too_short=1,
    )
    works = [Work(registry="crossref", doi=f"10.1234/{n}") for n in (1, 2)]
    resolutions = [
        Resolution(reference=Reference(key=str(n)), outcome=ResolutionOutcome.RESOLVED, work=works[n - 1])
        for n in (1, 2)
    ]
    standings = [
        Standing(work=works[0], status=StandingStatus.RETRACTED),
        Standing(work=works[1], status=StandingStatus.CURRENT),
    ]
    counters = count_outcomes(manuscript, resolutions, standings)
    assert (counters["pairs"]["moot"], counters["pairs"]["unreadable"], counters["pairs"]["dangling"]) == (1, 1, 1)
    assert counters["claims"] == {"cited": 1, "uncited": 1, "total": 2}
    assert check_sums(counters) == []


def test_the_json_fits_its_published_schema_and_keeps_the_text_out() -> None:
    manuscript = Manuscript(text="A sentence that nobody else may read [1].")
    resolution = Resolution(reference=Reference(key="1", title="T"), outcome=ResolutionOutcome.NOT_FOUND)
    text = to_json(receipt_of(manuscript, (resolution,)))
    jsonschema.validate(json.loads(text), receipt_schema())
    assert "nobody else may read" not in text


def test_a_changed_counter_or_setting_is_told() -> None:
    resolution = Resolution(reference=Reference(key="1"), outcome=ResolutionOutcome.NOT_FOUND)
    data = load_receipt(to_json(receipt_of(None, (resolution,))))
    assert verify_receipt(data) == []
    data["counters"]["references"]["resolved"] += 1
    assert len(verify_receipt(data)) == 1
    data["settings"]["fail_on"] = "never"
    assert len(verify_receipt(data)) == 2
    assert len(verify_receipt(data, b"another document")) == 3


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": "citecheck-receipt/99"}', "not json"])
def test_what_is_no_receipt_is_refused(text: str) -> None:
    with pytest.raises(ReceiptError):
        load_receipt(text)
