"""Europe PMC: open copies under the DOI that was asked for, abstracts where there are none, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from citecheck.demo.replay import ReplayServer
from citecheck.door import Door
from citecheck.fulltexts import EuropePmc
from citecheck.identifiers import Kind, parse_identifier
from citecheck.records import Extent, Reference, SourceText
from citecheck.settings import Settings
from tests.extract.making import make_jats

HOST = "www.ebi.ac.uk"


def cite(doi: str, key: str = "k") -> Reference:
    """Give a reference by DOI."""
    found = parse_identifier(doi, Kind.DOI)
    assert found is not None
    return Reference(key=key, identifiers=(found,))


def record(doi: str, **fields: Any) -> dict[str, Any]:
    """Give a record as Europe PMC has it, open and with a text unless told otherwise."""
    whole = {
        "id": "31", "source": "MED", "pmid": "31", "pmcid": "PMC31", "doi": doi, "isOpenAccess": "Y", "inEPMC": "Y",
        "license": "cc by", "abstractText": "<h4>Background</h4>Sedges <i>were</i> counted.", "language": "eng",
        "_xml": make_jats(doi=doi),
    }  # fmt: skip
    return {name: value for name, value in (whole | fields).items() if value is not None}


def ask(settings: Settings, *references: Reference) -> list[SourceText]:
    """Ask through a door of its own."""
    with Door(settings, sleep=lambda _: None) as door:
        return list(EuropePmc(door).find_texts([(each, None) for each in references]))


def test_open_copy_is_read_with_all_that_is_known_of_it(replay: ReplayServer, settings: Settings) -> None:
    replay.add(europepmc=[record("10.5072/Sedge.1")])
    (found,) = ask(settings, cite("10.5072/SEDGE.1"))
    text = found.fulltext
    assert text is not None
    assert text.extent is Extent.FULLTEXT and "Plot 120 held" in text.text
    assert text.origin == "europepmc https://www.ebi.ac.uk/europepmc/webservices/rest/PMC31/fullTextXML"
    assert (text.version, text.licence) == ("published", "https://creativecommons.org/licenses/by/4.0/")
    assert text.retrieved_at.endswith("Z") and len(text.sha256) == 64
    search = next(each for each in replay.asked if each.path.endswith("/search"))
    assert search.query.startswith("query=DOI%3A%2210.5072")


def test_work_that_merely_cites_the_doi_is_not_taken(replay: ReplayServer, settings: Settings) -> None:
    replay.add(europepmc=[record("10.5072/citing", _cites=["10.5072/sedge.1"])])
    (found,) = ask(settings, cite("10.5072/sedge.1"))
    assert found.fulltext is None and found.failed == "Europe PMC does not know 10.5072/sedge.1."
    assert replay.count(HOST, "fullTextXML") == 0


def test_text_that_says_it_is_another_work_is_not_taken(replay: ReplayServer, settings: Settings) -> None:
    replay.add(europepmc=[record("10.5072/sedge.1", _xml=make_jats(doi="10.5072/other"))])
    (found,) = ask(settings, cite("10.5072/sedge.1"))
    assert found.fulltext is None and "says that it is 10.5072/other" in found.failed


@pytest.mark.parametrize("fields", [{"isOpenAccess": "N"}, {"_xml": None}, {"pmcid": None}])
def test_abstract_stands_in_where_there_is_no_open_text(
    replay: ReplayServer, settings: Settings, fields: dict[str, Any]
) -> None:
    replay.add(europepmc=[record("10.5072/sedge.1", **fields)])
    (found,) = ask(settings, cite("10.5072/sedge.1"))
    assert found.fulltext is not None
    assert found.fulltext.extent is Extent.ABSTRACT
    assert found.fulltext.text == "Background\n\nSedges were counted."
    if fields != {"_xml": None}:
        assert replay.count(HOST, "fullTextXML") == 0


def test_preprints_and_manuscripts_are_told(replay: ReplayServer, settings: Settings) -> None:
    replay.add(
        europepmc=[
            record("10.5072/pre", id="PPR7", source="PPR", pmcid=None),
            record("10.5072/man", id="8", pmcid="PMC8", nihAuthMan="Y"),
        ]
    )
    found = ask(settings, cite("10.5072/pre"), cite("10.5072/man"))
    assert [each.fulltext.version for each in found if each.fulltext] == ["preprint", "accepted"]


def test_neither_text_nor_abstract(replay: ReplayServer, settings: Settings) -> None:
    replay.add(europepmc=[record("10.5072/sedge.1", isOpenAccess="N", abstractText=None)])
    assert "neither an open text nor an abstract" in ask(settings, cite("10.5072/sedge.1"))[0].failed


def test_error_page_is_never_a_text(replay: ReplayServer, settings: Settings) -> None:
    page = make_jats().replace("<?xml", "<!DOCTYPE html><html><body><p>Just a moment...</p></body></html><?xml")
    replay.add(europepmc=[record("10.5072/sedge.1", _xml=page)])
    (found,) = ask(settings, cite("10.5072/sedge.1"))
    assert found.fulltext is None and "came as html" in found.failed


@pytest.mark.parametrize("body", [b"<html>", b"[]", b'{"resultList": 3}', b'{"resultList": {"result": {}}}'])
def test_answers_that_are_none(replay: ReplayServer, settings: Settings, body: bytes) -> None:
    replay.fail(HOST, 200, body=body)
    (found,) = ask(settings, cite("10.5072/sedge.1"))
    assert found.not_asked is not None and found.not_asked.reason == "badanswer"


@pytest.mark.parametrize(("status", "reason"), [(403, "refused"), (503, "badanswer")])
def test_refusals_are_not_asked_with_their_reason(
    replay: ReplayServer, settings: Settings, status: int, reason: str
) -> None:
    replay.fail(HOST, status)
    (found,) = ask(settings, cite("10.5072/sedge.1"))
    assert found.not_asked is not None
    assert (found.not_asked.reason, found.not_asked.host) == (reason, HOST)


def test_second_run_asks_nothing_and_offline_reads_what_is_kept(replay: ReplayServer, settings: Settings) -> None:
    replay.add(europepmc=[record("10.5072/sedge.1")])
    first = ask(settings, cite("10.5072/sedge.1"))
    asked = len(replay.asked)
    assert ask(settings, cite("10.5072/sedge.1")) == first
    offline = replace(settings, offline=True)
    kept, new = ask(offline, cite("10.5072/sedge.1"), cite("10.5072/new"))
    assert len(replay.asked) == asked
    assert kept == first[0]
    assert new.not_asked is not None and new.not_asked.reason == "offline"


def test_reference_without_doi_is_not_asked_for(replay: ReplayServer, settings: Settings) -> None:
    assert ask(settings, Reference(key="k", title="Sedges")) == [SourceText(key="k")]
    assert replay.count(HOST) == 0
