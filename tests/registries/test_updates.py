"""PubMed, Europe PMC, arXiv and Crossref's notices: how they are asked, and how what they say is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citecheck.demo.replay import ReplayServer
from citecheck.door import Door
from citecheck.door.sending import Sender
from citecheck.registries import arxiv, europepmc, pubmed
from citecheck.registries.comments import date_of, read_comments
from citecheck.resolving import Registries, open_registries
from citecheck.settings import Settings
from citecheck.store import Store

WAKEFIELD = "10.1016/s0140-6736(97)11096-0"
PAPER: dict[str, Any] = {  # facts of PubMed's record 9500320
    "uid": "9500320",
    "title": "Ileal-lymphoid-nodular hyperplasia, non-specific colitis, and pervasive developmental disorder in children.",
    "pubdate": "1998 Feb 28",
    "pubtype": ["Journal Article", "Retracted Publication"],
    "articleids": [{"idtype": "pubmed", "value": "9500320"}, {"idtype": "doi", "value": WAKEFIELD.upper()}],
    "references": [
        {"reftype": "Comment in", "refsource": "Lancet. 1998 Feb 28;351(9103):611-2."},
        {
            "reftype": "Retraction in",
            "refsource": "Lancet. 2004 Mar 6;363(9411):750. doi: 10.1016/S0140-6736(04)15715-2.",
        },
        {
            "reftype": "Retraction in",
            "refsource": "Lancet. 2010 Feb 6;375(9713):445. doi: 10.1016/S0140-6736(10)60175-4.",
        },
        {
            "reftype": "Expression of concern in",
            "refsource": "Eur J Gastroenterol Hepatol. 2011 Nov;23(11):1082. doi: 10.1097/MEG.0b013e328349d184.",
        },
    ],
}


def paper(number: int) -> dict[str, Any]:
    """Give a record of PubMed's with nothing said of it."""
    return {
        "uid": str(number),
        "title": f"Paper {number}",
        "articleids": [{"idtype": "doi", "value": f"10.1/{number}"}],
    }


@pytest.fixture
def registries(settings: Settings, replay: ReplayServer) -> Iterator[Registries]:
    replay.hurries = True
    with Door(settings, sleep=lambda _: None) as door:
        store = Store(Path(settings.cache_dir))
        yield open_registries(door, store, settings)
        store.close()


def test_pubmed_is_asked_two_hundred_ids_a_request(registries: Registries, replay: ReplayServer) -> None:
    replay.add(pubmed=[PAPER, *(paper(number) for number in range(1, 450))])
    found = registries.pubmed.look_up_pmids(["9500320", *map(str, range(1, 451)), "no id"])
    assert replay.count("eutils.ncbi.nlm.nih.gov") == 3
    assert len(found) == 452
    assert found["450"].works == () and found["450"].not_asked is None
    assert found["no id"].works == ()


def test_pubmed_finds_dois_whatever_the_order_and_believes_only_its_own(
    registries: Registries, replay: ReplayServer
) -> None:
    replay.add(pubmed=[PAPER, *(paper(number) for number in range(1, 90))])
    dois = [f"10.1/{number}" for number in range(60, 120)]
    found = registries.pubmed.look_up([*dois, WAKEFIELD])
    assert [bool(found[each].works) for each in dois] == [number < 90 for number in range(60, 120)]
    assert all(found[doi].works[0].doi == doi for doi in [*dois[:20], WAKEFIELD])
    assert replay.count("eutils.ncbi.nlm.nih.gov", "esearch") == 2
    assert replay.count("eutils.ncbi.nlm.nih.gov", "esummary") == 1


def test_pubmed_is_not_asked_again_within_a_day(registries: Registries, replay: ReplayServer) -> None:
    replay.add(pubmed=[PAPER])
    for _ in range(2):
        registries.pubmed.look_up([WAKEFIELD, "10.1/none"])
    assert replay.count("eutils.ncbi.nlm.nih.gov") == 2


def test_a_doi_is_absent_from_pubmed_only_when_all_of_it_answered(registries: Registries, replay: ReplayServer) -> None:
    replay.add(pubmed=[PAPER])
    replay.fail("eutils.ncbi.nlm.nih.gov", 500, holding="esummary")
    found = registries.pubmed.look_up([WAKEFIELD])
    assert found[WAKEFIELD].not_asked is not None


def test_a_search_that_finds_too_much_is_asked_for_in_halves_and_never_absent(
    registries: Registries, replay: ReplayServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("citecheck.registries.pubmed.MOST_IDS", 1)
    replay.add(pubmed=[paper(1), paper(2), {**paper(4), "articleids": paper(3)["articleids"]}, paper(3)])
    found = registries.pubmed.look_up(["10.1/1", "10.1/2", "10.1/3"])
    assert [bool(each.works) for each in found.values()] == [True, True, False]
    assert found["10.1/3"].not_asked is not None


def test_contact_and_key_of_pubmed_are_on_the_wire_alone(settings: Settings, replay: ReplayServer) -> None:
    keyed = replace(settings, ncbi_api_key="s3cret")
    with Door(keyed) as door:
        open_registries(door, Store(None), keyed).pubmed.look_up_pmids(["1"])
        assert not any("s3cret" in each.url or "reader" in each.url for each in door.exchanges)
    (asked,) = (each for each in replay.asked if "eutils" in each.host)
    assert "api_key=s3cret" in asked.query and "tool=citecheck" in asked.query and "email=reader" in asked.query


def test_each_host_has_the_pace_it_asks_for(settings: Settings) -> None:
    paces = {prefix: pool.per_second for prefix, pool in Sender(settings, lambda: 1.0)._pools().items()}
    assert paces["https://eutils.ncbi.nlm.nih.gov/"] == 3
    assert paces["https://export.arxiv.org/"] == pytest.approx(1 / 3)
    keyed = Sender(replace(settings, ncbi_api_key="k"), lambda: 1.0)._pools()
    assert keyed["https://eutils.ncbi.nlm.nih.gov/"].per_second == 10


def test_a_record_of_pubmed_is_read_into_events() -> None:
    work = pubmed.read_work(pubmed.trim(PAPER))
    assert [(each.kind, each.notice, each.date) for each in work.updates] == [
        ("retraction", "10.1016/s0140-6736(04)15715-2", "2004-03-06"),
        ("retraction", "10.1016/s0140-6736(10)60175-4", "2010-02-06"),
        ("expression_of_concern", "10.1097/meg.0b013e328349d184", "2011-11"),
    ]
    assert {each.work for each in work.updates} == {WAKEFIELD}
    assert work.notice_of == ()


@pytest.mark.parametrize(
    ("kind", "own", "announced"),
    [
        ("Retraction in", "retraction", ""),
        ("RetractionIn", "retraction", ""),
        ("Partial retraction in", "partial_retraction", ""),
        ("Expression of concern in", "expression_of_concern", ""),
        ("Erratum in", "erratum", ""),
        ("Corrected and republished in", "correction", ""),
        ("RetractedandRepublishedIn", "retraction", ""),
        ("Update in", "new_version", ""),
        ("Preprint of", "new_version", ""),
        ("Retraction of", "", "retraction"),
        ("ErratumFor", "", "erratum"),
        ("Expression of concern for", "", "expression_of_concern"),
        ("Comment in", "", ""),
        ("Preprint in", "", ""),
        ("Retracted and republished from", "", ""),
        ("Update of", "", ""),
        ("Something new", "", ""),
    ],
)
def test_ties_speak_of_the_paper_or_of_another(kind: str, own: str, announced: str) -> None:
    found = read_comments([(kind, "J Shade. 2020 Jan 2;1(1):1")], [], work="10.1/a", source="pubmed")
    assert ["".join(each.kind for each in part) for part in found] == [own, announced]


def test_publication_types_say_it_once_more() -> None:
    own, announced = read_comments([], ["Retracted Publication"], work="10.1/a", source="pubmed")
    assert [each.kind for each in own] == ["retraction"] and announced == ()
    own, announced = read_comments([], ["Retraction of Publication"], work="10.1/n", source="pubmed")
    assert own == () and [each.kind for each in announced] == ["retraction"]


@pytest.mark.parametrize(
    ("reference", "date"),
    [
        ("Lancet. 2010 Feb 6;375(9713):445", "2010-02-06"),
        ("Suciu-Foca N, Lewis R. Hum Immunol. 2001 Oct;62(10):1063", "2001-10"),
        ("Nature 2001 Jun 7;411(6838):720", "2001-06-07"),
        ("J Foo. 2021;4(2):3-4", "2021"),
        ("J Foo. 2019 Jul-Aug;4(2):3-4", "2019-07"),
        ("J Foo 20211;4", ""),
        ("", ""),
    ],
)
def test_dates_of_references(reference: str, date: str) -> None:
    assert date_of(reference) == date


@given(st.dictionaries(st.sampled_from(pubmed.FIELDS), st.recursive(st.none() | st.text() | st.integers(), st.lists)))
def test_broken_records_are_read_all_the_same(record: dict[str, Any]) -> None:
    pubmed.read_work(pubmed.trim(record))
    europepmc.read_work(
        europepmc.trim({**record, "pubTypeList": record, "commentCorrectionList": {"commentCorrection": 3}})
    )
    arxiv.read_work(record)


def article(doi: str, **more: Any) -> dict[str, Any]:
    """Give a record of Europe PMC's."""
    return {"id": "1", "source": "MED", "doi": doi, "title": "T", **more}


def test_europepmc_takes_many_works_a_search_and_no_record_of_another(
    registries: Registries, replay: ReplayServer
) -> None:
    retraction = {"commentCorrection": [{"type": "Retraction in", "reference": "J. 2020 May;1:1"}]}
    replay.add(
        europepmc=[
            article("10.1/A", commentCorrectionList=retraction),
            article("10.1/c", _cites=["10.1/b"], commentCorrectionList=retraction),
            article("", pmid="77", pubTypeList={"pubType": ["Retracted Publication"]}),
        ]
    )
    found = registries.europepmc.look_up(["10.1/a", "10.1/b", '10.1/"x'])
    assert [each.kind for each in found["10.1/a"].works[0].updates] == ["retraction"]
    assert found["10.1/b"].works == () and found['10.1/"x'].works == ()
    assert [each.kind for each in registries.europepmc.look_up_pmids(["77"])["77"].works[0].updates] == ["retraction"]
    assert replay.count("www.ebi.ac.uk") == 2
    registries.europepmc.look_up([f"10.5/{number}" for number in range(90)])
    assert replay.count("www.ebi.ac.uk") == 5


def test_a_preprint_at_europepmc_names_its_article() -> None:
    ties = {"commentCorrection": [{"type": "Preprint of", "reference": "J Shade. 2020;1:2. doi: 10.1234/article"}]}
    work = europepmc.read_work({"doi": "10.1101/p", "commentCorrectionList": ties})
    assert [(each.kind, each.notice) for each in work.updates] == [("new_version", "10.1234/article")]


@pytest.mark.parametrize(
    ("comment", "summary", "withdrawn"),
    [
        ("This paper has been withdrawn by the author due to a crucial error in Lemma 3", "", True),
        ("This paper has been withdrawn", "", True),
        ("Paper withdrawn", "", True),
        ("withdrawn by the authors", "", True),
        ("[withdrawn] superseded by arXiv:2101.00002", "", True),
        ("Withdrawn due to an error", "", True),
        ("The manuscript is temporarily withdrawn for revision", "", True),
        ("Submission has been withdrawn by arXiv administrators", "", True),
        ("Withdrawn from arXiv because of a claim of authorship", "", True),
        ("", "This paper has been withdrawn by the author(s) due to a sign error in equation 1", True),
        ("12 pages, withdrawn from the conference and resubmitted", "", False),
        ("Withdrawn from ICML 2020", "", False),
        ("This paper was withdrawn from NeurIPS to be extended", "", False),
        ("Replaces a paper that was withdrawn in 2012", "", False),
        ("Accepted to PRL", "Cash was withdrawn from machines at night, which we model.", False),
        ("", "We study paper withdrawn from printers.", False),
        ("", "", False),
    ],
)
def test_arxiv_tells_what_was_withdrawn(comment: str, summary: str, withdrawn: bool) -> None:
    work = arxiv.read_work({"doi": "10.48550/arxiv.2101.00001", "comment": comment, "summary": summary})
    assert [each.kind for each in work.updates] == ["withdrawal"] * withdrawn


def test_arxiv_is_asked_once_for_many_in_any_order(registries: Registries, replay: ReplayServer) -> None:
    known = {
        "2101.00001": {"comment": "This paper is withdrawn", "title": "A & B"},
        "hep-th/9901001": {"doi": "10.1/X"},
    }
    replay.add(arxiv=known)
    dois = ["10.48550/arxiv.2101.00001", "10.48550/arxiv.hep-th/9901001", "10.48550/arxiv.2101.99999", "10.1/not"]
    found = registries.arxiv.look_up([*dois, "10.48550/arxiv.no id at all"])
    kinds = [[(each.kind, each.notice) for work in found[doi].works for each in work.updates] for doi in dois[:3]]
    assert kinds == [[("withdrawal", "")], [("new_version", "10.1/x")], []]
    assert dois[3] not in found
    assert replay.count("export.arxiv.org") == 1


def test_an_answer_that_is_no_feed_is_not_clean(registries: Registries, replay: ReplayServer) -> None:
    replay.fail("export.arxiv.org", 200, body=b"Rate exceeded.")
    (lookup,) = registries.arxiv.look_up(["10.48550/arxiv.2101.00001"]).values()
    assert lookup.not_asked is not None and lookup.not_asked.reason == "badanswer"


def test_notices_are_listed_for_many_works_at_once(registries: Registries, replay: ReplayServer) -> None:
    entries = [{"DOI": f"10.5/{number}".upper(), "type": "retraction"} for number in range(3)]
    replay.add(crossref=[{"DOI": "10.5/n", "title": ["Notice"], "update-to": entries[:2]}])
    found = registries.crossref.look_up_notices([f"10.5/{number}" for number in range(50)] + ["10.5/a,b"])
    assert [each.doi for each in found["10.5/1"].works] == ["10.5/n"]
    assert found["10.5/2"].works == () and found["10.5/2"].not_asked is None
    assert "10.5/a,b" not in found
    assert replay.count("api.crossref.org", "updates") == 2


def test_a_full_list_of_notices_is_asked_for_in_halves(
    registries: Registries, replay: ReplayServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("citecheck.registries.crossref.MOST_NOTICES", 3)
    for number in range(4):
        update = [{"DOI": f"10.5/{number % 2}", "type": "correction"}]
        replay.add(crossref=[{"DOI": f"10.6/n{number}", "title": ["N"], "update-to": update}])
    found = registries.crossref.look_up_notices(["10.5/0", "10.5/1"])
    assert [len(each.works) for each in found.values()] == [2, 2]


def test_a_host_that_refuses_everything_is_left_alone(registries: Registries, replay: ReplayServer) -> None:
    replay.fail("www.ebi.ac.uk", 403)
    found = registries.europepmc.look_up([f"10.5/{number}" for number in range(200)])
    assert all(each.not_asked is not None and each.not_asked.reason == "refused" for each in found.values())
    assert replay.count("www.ebi.ac.uk") <= 16
