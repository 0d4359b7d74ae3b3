"""Resolving: references become resolutions; found right, found wrong, could not tell, could not ask."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from citecheck.demo.replay import ReplayServer
from citecheck.door import Door
from citecheck.identifiers import Identifier, Kind, parse_identifier
from citecheck.records import Reference, Resolution
from citecheck.resolving import open_registries, resolve
from citecheck.settings import Settings
from citecheck.store import Store

SICI = "10.1002/(sici)1096-911x(199805)30:5<297::aid-mpo7>3.0.co;2-a"
BRACKETS = "10.1890/0012-9658(2006)87[2832:tiopma]2.0.co;2"
CLOSING = "10.1016/s0140-6736(97)11096-0"
COMMA = "10.1175/1520-0477(1998)079,0061:apgtwa"
HOSTS = ("api.crossref.org", "api.openalex.org", "api.datacite.org", "doi.org")


def cite(key: str = "r", doi: str = "", **fields: Any) -> Reference:
    """Give a reference, by DOI when one is named."""
    found = parse_identifier(doi, Kind.DOI) if doi else None
    return Reference(key=key, identifiers=(found,) if found else fields.pop("identifiers", ()), **fields)


def run(references: Sequence[Reference], settings: Settings) -> list[Resolution]:
    """Resolve as a check does."""
    store = Store(Path(settings.cache_dir))
    try:
        with Door(settings, sleep=lambda _: None) as door:
            return list(resolve(references, open_registries(door, store, settings)))
    finally:
        store.close()


def invent(replay: ReplayServer, count: int) -> list[Reference]:
    """Put works on the shelf, and give references that describe them."""
    records, references = [], []
    for number in range(count):
        title = f"An invented study of matter number {number} and its neighbours"
        doi = f"10.1234/invented.{number}"
        people = [{"family": "Adler", "given": "Bo"}]
        records.append({"DOI": doi, "title": [title], "author": people, "issued": {"date-parts": [[2001]]}})
        references.append(cite(str(number), doi, title=title, authors=("Adler B",), year=2001))
    replay.add(crossref=records)
    return references


def test_forty_references_with_four_hard_dois_take_few_requests(settings: Settings, replay: ReplayServer) -> None:
    references = [*invent(replay, 36), *(cite(each, each) for each in (SICI, BRACKETS, CLOSING, COMMA))]
    found = run(references, settings)
    assert [each.outcome.value for each in found] == ["resolved"] * 40
    assert [each.work.doi for each in found[-4:] if each.work] == [SICI, BRACKETS, CLOSING, COMMA]
    assert len(replay.asked) <= 10


def test_a_warm_run_asks_nothing(settings: Settings, replay: ReplayServer) -> None:
    references = [
        *invent(replay, 30),
        cite("alias", "10.26434/chemrxiv.5406907"),
        cite("dead", "10.1234/made.up.99", title="A title that nobody wrote down anywhere", authors=("X",)),
        cite("search", title="A title that nobody wrote down anywhere", authors=("X Y",), year=1999),
        cite("arxiv", "10.48550/arxiv.2311.16162"),
    ]
    first = run(references, settings)
    asked = len(replay.asked)
    assert run(references, settings) == [*first] or len(replay.asked) == asked
    assert len(replay.asked) == asked


def test_a_thousand_dois_with_strays_take_at_most_fifty_requests(settings: Settings, replay: ReplayServer) -> None:
    references = invent(replay, 960)
    strays = [cite(f"d{number}", f"10.48550/arxiv.{number:04}.00001") for number in range(30)]
    made_up = [cite(f"m{number}", f"10.1234/made.up.{number}") for number in range(10)]
    run([*references, *strays, *made_up], replace(settings, mailto="a@example.org"))
    assert len(replay.asked) <= 50


def test_an_identifier_that_leads_to_another_work_is_mismatched(settings: Settings) -> None:
    (found,) = run([cite(doi=CLOSING, title="Street trees and heat", authors=("Castro C",), year=2020)], settings)
    assert found.outcome.value == "mismatched"
    assert found.work is not None and found.work.title.startswith("RETRACTED: Ileal")
    assert found.agreement is not None


def test_the_work_that_was_meant_is_suggested(settings: Settings, replay: ReplayServer) -> None:
    (real,) = invent(replay, 1)
    (found,) = run([replace(real, identifiers=cite(doi=CLOSING).identifiers)], settings)
    assert found.outcome.value == "mismatched"
    assert [each.doi for each in found.candidates] == ["10.1234/invented.0"]


def test_a_dead_doi_of_a_real_work_is_neither_right_nor_made_up(settings: Settings, replay: ReplayServer) -> None:
    (real,) = invent(replay, 1)
    (found,) = run([replace(real, identifiers=cite(doi="10.1234/invented.x").identifiers)], settings)
    assert found.outcome.value == "mismatched"
    assert found.candidates[0].doi == "10.1234/invented.0"
    assert "does not exist, says doi.org" in found.message


def test_a_doi_that_does_not_exist_is_not_found_after_asking_three_ways(settings: Settings) -> None:
    (found,) = run(
        [cite(doi="10.1234/made.up.99", title="A title that nobody wrote down", authors=("Nobody N",))], settings
    )
    assert found.outcome.value == "not_found"
    assert found.asked == ("crossref", "doi.org", "crossref search", "openalex search")


def test_an_alias_resolves_and_says_so(settings: Settings) -> None:
    (found,) = run([cite(doi="10.26434/chemrxiv.5406907")], settings)
    assert found.outcome.value == "resolved"
    assert "another name of 10.26434/chemrxiv.5406907.v5" in found.message


@pytest.mark.parametrize(
    ("doi", "outcome", "asked"),
    [
        ("10.48550/arxiv.2311.16162", "resolved", ("datacite",)),
        ("10.2143/jiabs.41.0.3285748", "resolved", ("crossref", "doi.org", "mEDRA")),
        ("10.34450/data.jsda.11868957", "not_asked", ("crossref", "doi.org", "JaLC")),
        ("10.2905/21935ffc-b797-4bee-94da-8fec85b3f9e1", "not_asked", ("crossref", "doi.org", "OP")),
    ],
)
def test_a_doi_of_another_agency_is_not_called_made_up(
    settings: Settings, doi: str, outcome: str, asked: tuple[str, ...]
) -> None:
    (found,) = run([cite(doi=doi)], settings)
    assert (found.outcome.value, found.asked) == (outcome, asked)


def test_an_arxiv_id_is_asked_by_the_doi_that_arxiv_registers(settings: Settings) -> None:
    arxiv = parse_identifier("arXiv:2311.16162")
    assert arxiv is not None
    (found,) = run([cite(identifiers=(arxiv,))], settings)
    assert found.outcome.value == "resolved"


def test_a_component_leads_to_its_article(settings: Settings, replay: ReplayServer) -> None:
    replay.add(crossref=[{"DOI": "10.1371/journal.pone.0000001", "title": ["The article behind"]}])
    (found,) = run([cite(doi="10.1371/journal.pone.0000001.g001")], settings)
    assert found.work is not None and found.work.doi == "10.1371/journal.pone.0000001"


REVIEWED: dict[str, Any] = {
    "DOI": "10.7287/peerj.3819v0.1",
    "title": ["Human agency beliefs influence behaviour during virtual social interactions"],
    "author": [{"family": "Caruana", "given": "Nathan"}],
    "issued": {"date-parts": [[2017]]},
}


def test_a_review_cited_as_its_article_leads_to_the_article(settings: Settings, replay: ReplayServer) -> None:
    doi = "10.7287/peerj.3819v0.1/reviews/2"
    review = {"DOI": doi, "type": "peer-review", "title": [f'Peer Review #2 of "{REVIEWED["title"][0]}"']}
    replay.add(crossref=[REVIEWED, review])
    meant, own = run(
        [
            cite("article", doi, title=REVIEWED["title"][0], authors=("Caruana N",), year=2017),
            cite("review", doi, title=review["title"][0]),
        ],
        settings,
    )
    assert meant.work is not None and meant.work.doi == REVIEWED["DOI"]
    assert meant.message == f"{doi} is a part of {REVIEWED['DOI']}."
    assert own.work is not None and own.work.doi == doi
    assert [each.doi for each in own.candidates] == [REVIEWED["DOI"]]


def test_a_version_is_asked_for_itself(settings: Settings, replay: ReplayServer) -> None:
    replay.add(crossref=[{"DOI": "10.12688/f1000research.15424.2", "title": ["A version of a work"]}])
    (found,) = run([cite(doi="10.12688/f1000research.15424.2", title="A version of a work")], settings)
    assert found.outcome.value == "resolved"
    assert found.work is not None and found.work.doi == "10.12688/f1000research.15424.2"


def test_a_doi_broken_over_a_line_is_tried_in_both_readings(settings: Settings, replay: ReplayServer) -> None:
    (real,) = invent(replay, 1)
    broken = Identifier(kind=Kind.DOI, value="10.1234/inven-ted.0", alternatives=("10.1234/invented.0",))
    (found,) = run([replace(real, identifiers=(broken,))], settings)
    assert found.outcome.value == "resolved"
    assert found.work is not None and found.work.doi == "10.1234/invented.0"


def test_a_second_doi_is_tried_when_the_first_leads_nowhere(settings: Settings, replay: ReplayServer) -> None:
    (real,) = invent(replay, 1)
    dead = Identifier(kind=Kind.DOI, value="10.1234/nothing.at.all")
    (found,) = run([replace(real, identifiers=(dead, *real.identifiers))], settings)
    assert found.outcome.value == "resolved"
    assert found.message == "10.1234/nothing.at.all is not known, and 10.1234/invented.0 is."


def test_a_short_doi_is_led_to_its_work(settings: Settings, replay: ReplayServer) -> None:
    (real,) = invent(replay, 1)
    replay.add(csl=[{"DOI": "10/abc9", "title": real.title}])
    replay.shelf.csl["10/abc9"] = {"DOI": "10.1234/invented.0", "title": real.title}
    short = Identifier(kind=Kind.DOI, value="10/abc9")
    (found,) = run([replace(real, identifiers=(short,))], settings)
    assert found.work is not None
    assert (found.outcome.value, found.work.doi, found.work.registry) == ("resolved", "10.1234/invented.0", "crossref")
    (dead,) = run([replace(real, identifiers=(Identifier(kind=Kind.DOI, value="10/zzz9"),))], settings)
    assert dead.outcome.value == "mismatched"
    assert [each.doi for each in dead.candidates] == ["10.1234/invented.0"]


def test_a_pmid_leads_to_the_record_of_the_works_own_agency(settings: Settings, replay: ReplayServer) -> None:
    pmid = parse_identifier("PMID: 9500320")
    assert pmid is not None
    record = next(each for each in replay.shelf.openalex if str(each["doi"]).endswith(CLOSING))
    replay.shelf.openalex.remove(record)
    replay.shelf.openalex.append({**record, "ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/9500320"}})
    (found,) = run([cite(identifiers=(pmid,))], settings)
    assert found.work is not None
    assert (found.work.registry, found.work.doi) == ("crossref", CLOSING)


def test_a_reference_without_identifier_is_found_by_its_words(settings: Settings, replay: ReplayServer) -> None:
    (real,) = invent(replay, 1)
    (found,) = run([replace(real, identifiers=())], settings)
    assert found.outcome.value == "resolved"
    assert found.asked == ("crossref search",)


def test_the_notice_is_not_taken_for_its_article(settings: Settings, replay: ReplayServer) -> None:
    title = "TRPV1 tagging regulates signalling in pain"
    people = [{"family": "Moutal", "given": "L"}]
    year = {"date-parts": [[2018]]}
    replay.add(
        crossref=[
            {"DOI": "10.1234/nc.2", "title": [f"Author Correction: {title}"], "author": people, "issued": year},
            {"DOI": "10.1234/nc.1", "title": [title], "author": people, "issued": year},
        ]
    )
    (found,) = run([cite(title=title, authors=("Moutal L.",), year=2018)], settings)
    assert found.work is not None and found.work.doi == "10.1234/nc.1"


def test_two_works_that_fit_alike_are_ambiguous(settings: Settings, replay: ReplayServer) -> None:
    title = "Annual report on the state of the nation's trees"
    for number in (1, 2):
        replay.add(crossref=[{"DOI": f"10.1234/r.{number}", "title": [title], "author": [{"family": "Adler"}]}])
    (found,) = run([cite(title=title, authors=("Adler B",))], settings)
    assert found.outcome.value == "ambiguous"
    assert len(found.candidates) == 2


def test_an_entry_in_preparation_never_resolves(settings: Settings, replay: ReplayServer) -> None:
    (real,) = invent(replay, 1)
    raw = "Adler B. An invented study of matter number 0 and its neighbours. In prep."
    (found,) = run([replace(real, identifiers=(), raw=raw)], settings)
    assert found.outcome.value == "ambiguous"
    raw = "Goh A. et al. Shear survey paper III: B-modes. In prep."
    (found,) = run([cite(title="Shear survey paper III: B-modes", authors=("Goh A",), raw=raw)], settings)
    assert found.outcome.value == "not_found"


@pytest.mark.parametrize(
    "fields",
    [
        {"title": "Our website", "url": "https://example.org", "type": "webpage"},
        {"title": "Our website", "url": "https://example.org/a"},
        {"raw": "J. Doe, personal communication, 2021"},
        {"raw": "see above"},
    ],
)
def test_what_no_registry_lists_is_not_searched_for(
    settings: Settings, replay: ReplayServer, fields: dict[str, Any]
) -> None:
    (found,) = run([cite(**fields)], settings)
    assert found.outcome.value == "no_registry"
    assert not replay.asked


def test_a_whole_issue_is_no_work_in_it(settings: Settings, replay: ReplayServer) -> None:
    replay.add(crossref=[{"DOI": "10.1234/issue", "type": "journal-issue", "title": []}])
    (found,) = run([cite(doi="10.1234/issue", title="Street trees and heat")], settings)
    assert found.outcome.value == "mismatched"


WAKEFIELD = "Ileal-lymphoid-nodular hyperplasia, non-specific colitis, and pervasive developmental disorder in children"
REFERENCES = [
    cite("doi", CLOSING, title=WAKEFIELD, authors=("Wakefield A",)),
    cite("dead", "10.1234/made.up.99", title="A title that nobody wrote down", authors=("Nobody N",)),
    cite("words", title="A title that nobody wrote down", authors=("Nobody N",), year=2020),
    cite("arxiv", "10.48550/arxiv.2311.16162"),
]


@pytest.mark.parametrize("status", [403, 429, 500, 503, 504])
@pytest.mark.parametrize("host", HOSTS)
def test_no_trouble_of_a_host_makes_a_reference_wrong(
    settings: Settings, replay: ReplayServer, host: str, status: int
) -> None:
    replay.fail(host, status, headers={"Retry-After": "3600"})
    found = run(REFERENCES, settings)
    assert [each.reference.key for each in found] == ["doi", "dead", "words", "arxiv"]
    searches = {"api.crossref.org", "api.openalex.org"}
    due = {"doi": set(HOSTS), "dead": {*searches, "doi.org"}, "words": searches, "arxiv": set(HOSTS)}
    for each in found:
        outcome = each.outcome.value
        assert outcome in ("resolved", "not_asked") or (outcome == "not_found" and host not in due[each.reference.key])


@pytest.mark.parametrize("host", HOSTS)
def test_malformed_and_cut_answers_make_no_reference_wrong(settings: Settings, replay: ReplayServer, host: str) -> None:
    for trouble in ("cut", "malformed", "empty", "null"):
        replay.heal()
        if trouble == "cut":
            replay.cut(host)
        else:
            replay.fail(host, 200, body={"malformed": b"<html>", "empty": b"", "null": b"null"}[trouble])
        fresh = replace(settings, cache_dir=f"{settings.cache_dir}-{trouble}")
        outcomes = {each.outcome.value for each in run(REFERENCES, fresh)}
        assert "mismatched" not in outcomes and (host == "api.datacite.org" or "not_asked" in outcomes)


@pytest.mark.parametrize("network", ["refused", "silent", "offline"])
def test_with_the_network_gone_every_reference_is_not_asked(settings: Settings, network: str) -> None:
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        if network == "silent":
            place.listen()
        address = f"http://127.0.0.1:{place.getsockname()[1]}"
        gone = replace(settings, replay=address, connect_timeout=0.3, offline=network == "offline")
        found = run(REFERENCES, gone)
    assert {each.outcome.value for each in found} == {"not_asked"}
    reason = "offline" if network == "offline" else "unreachable"
    assert {gap.reason for each in found for gap in each.not_asked} == {reason}


def test_when_the_agency_cannot_be_asked_a_missing_doi_is_not_called_dead(
    settings: Settings, replay: ReplayServer
) -> None:
    replay.fail("doi.org", 503)
    (found,) = run([cite(doi="10.1234/made.up.99", title="A title that nobody wrote", authors=("N",))], settings)
    assert found.outcome.value == "not_asked"
    assert found.asked == ("crossref",)
    (alias,) = run([cite(doi="10.26434/chemrxiv.5406907")], settings)
    assert alias.outcome.value == "resolved"


def test_a_known_title_under_other_names_is_told(settings: Settings, replay: ReplayServer) -> None:
    title = "Heat beneath the lime trees of three small towns"
    record = {"title": [title], "author": [{"family": "Adler", "given": "Bo"}], "container-title": ["Urban Canopies"]}
    replay.add(crossref=[{**record, "DOI": "10.1234/lime", "issued": {"date-parts": [[2001]]}, "volume": "7"}])
    fields: dict[str, Any] = {"title": title, "authors": ("Kirwan, Ada",), "year": 2001, "type": "article"}
    placed, elsewhere = run(
        [
            cite("placed", container="Urban Canopies", volume="7", **fields),
            cite("elsewhere", **{**fields, "year": 1985}),
        ],
        settings,
    )
    assert (placed.outcome.value, placed.work) == ("mismatched", None)
    assert placed.message == "the registry's work of this title, year and place is by others."
    assert elsewhere.outcome.value == "not_found"
    assert [each.doi for found in (placed, elsewhere) for each in found.candidates] == ["10.1234/lime"] * 2


def test_an_entry_in_preparation_that_could_not_be_looked_for_is_not_asked(
    settings: Settings, replay: ReplayServer
) -> None:
    replay.fail("api.crossref.org", 503)
    raw = "Goh A. et al. Shear survey paper III: B-modes. In prep."
    (found,) = run([cite(title="Shear survey paper III: B-modes", authors=("Goh A",), raw=raw)], settings)
    assert found.outcome.value == "not_asked"
