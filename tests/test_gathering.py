"""Gathering: one text a reference, in order, the cheapest place first, and a reason where there is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from citecheck.demo.replay import ReplayServer
from citecheck.door import Door
from citecheck.fulltexts import open_sources
from citecheck.gathering import NO_PLACE, gather_texts
from citecheck.identifiers import Kind, parse_identifier
from citecheck.records import (
    Extent,
    Fulltext,
    NotAsked,
    Reference,
    Resolution,
    ResolutionOutcome,
    SourceText,
    Work,
)
from citecheck.seams import FulltextSource
from citecheck.settings import Settings
from tests.extract.making import make_article_pdf, make_jats


def cite(key: str, doi: str = "") -> Reference:
    """Give a reference, by DOI when one is named."""
    found = parse_identifier(doi, Kind.DOI) if doi else None
    return Reference(key=key, identifiers=(found,) if found else ())


def resolved(reference: Reference, doi: str, outcome: ResolutionOutcome = ResolutionOutcome.RESOLVED) -> Resolution:
    """Give a resolution to a work."""
    return Resolution(reference=reference, outcome=outcome, work=Work(registry="crossref", doi=doi))


@dataclass
class Shelf:
    """A place with texts by key or DOI, that keeps what it was asked."""

    name: str = "shelf"
    asks_network: bool = False
    texts: dict[str, tuple[Extent, int]] = field(default_factory=dict)
    answers: dict[str, SourceText] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    breaks_at: str = ""

    def find_texts(self, questions: Sequence[tuple[Reference, Work | None]]) -> Iterator[SourceText]:
        """Give what is on the shelf."""
        for reference, work in questions:
            self.asked.append(reference.key)
            if reference.key == self.breaks_at:
                raise RuntimeError("the shelf fell down")
            doi = (work.doi if work else "") or reference.doi or ""
            extent, length = self.texts.get(reference.key) or self.texts.get(doi) or (None, 0)
            if extent is not None:
                text = Fulltext(key=reference.key, text="x" * length, extent=extent, origin=self.name)
                yield SourceText(key=reference.key, fulltext=text)
            else:
                yield self.answers.get(reference.key, SourceText(key=reference.key))


def gather(references: Sequence[Reference], *places: FulltextSource, **resolutions: Resolution) -> list[SourceText]:
    """Gather and give all."""
    return list(gather_texts(references, list(resolutions.values()), places))


def from_where(found: SourceText) -> str:
    """Name the place a text is from."""
    return found.fulltext.origin if found.fulltext else ""


def test_each_reference_gets_its_text_in_order_and_under_its_own_key() -> None:
    near = Shelf("near", texts={"b": (Extent.FULLTEXT, 9000)})
    far = Shelf("far", asks_network=True, texts={"a": (Extent.FULLTEXT, 9000), "b": (Extent.FULLTEXT, 9999)})
    found = gather([cite("a"), cite("b"), cite("c")], far, near)
    assert [each.key for each in found] == ["a", "b", "c"]
    assert [from_where(each) for each in found] == ["far", "near", ""]
    assert far.asked == ["a", "c"]


def test_work_cited_twice_is_fetched_once_and_shared() -> None:
    far = Shelf("far", asks_network=True, texts={"10.5072/x": (Extent.FULLTEXT, 9000)})
    found = gather([cite("a", "10.5072/x"), cite("b", "10.5072/X")], far)
    assert far.asked == ["a"]
    assert [each.fulltext.key for each in found if each.fulltext] == ["a", "b"]


def test_file_named_by_one_reference_serves_the_other() -> None:
    near = Shelf("near", texts={"b": (Extent.FULLTEXT, 9000)})
    assert [from_where(each) for each in gather([cite("a", "10.5072/x"), cite("b", "10.5072/x")], near)] == ["near"] * 2


@pytest.mark.parametrize(
    ("held", "other", "winner"),
    [
        ((Extent.SNIPPET, 900), (Extent.FULLTEXT, 9000), "far"),
        ((Extent.SNIPPET, 900), (Extent.ABSTRACT, 1200), "far"),
        ((Extent.SNIPPET, 900), (Extent.ABSTRACT, 500), "near"),
        ((Extent.NOTE, 300), (Extent.ABSTRACT, 1200), "far"),
        ((Extent.ABSTRACT, 500), (Extent.SNIPPET, 5000), "near"),
        ((Extent.FULLTEXT, 7000), (Extent.FULLTEXT, 9000), "near"),
    ],
)
def test_longer_text_replaces_a_thin_one_never_a_shorter(
    held: tuple[Extent, int], other: tuple[Extent, int], winner: str
) -> None:
    near, far = Shelf("near", texts={"a": held}), Shelf("far", asks_network=True, texts={"a": other})
    assert from_where(gather([cite("a")], near, far)[0]) == winner


def test_place_that_breaks_off_costs_only_itself() -> None:
    broken = Shelf("broken", breaks_at="b", texts={"a": (Extent.FULLTEXT, 9000)})
    far = Shelf("far", asks_network=True, texts={"b": (Extent.FULLTEXT, 9000)})
    found = gather([cite("a"), cite("b"), cite("c")], broken, far)
    assert [from_where(each) for each in found] == ["broken", "far", ""]
    assert found[2].failed == "broken: broke off (RuntimeError: the shelf fell down)."


def test_reasons_are_kept() -> None:
    answers = {
        "a": SourceText(key="a", failed="a.pdf: an image scan."),
        "b": SourceText(key="b", not_asked=NotAsked(reason="offline", host="h")),
    }
    far = Shelf("far", asks_network=True, answers=answers)
    found = gather([cite("a"), cite("b"), cite("c")], far)
    assert found[0].failed == "a.pdf: an image scan."
    assert found[1].not_asked is not None and found[1].not_asked.reason == "offline"
    assert found[2].not_asked is not None
    assert found[2].not_asked.reason == NO_PLACE and "without a DOI" in found[2].not_asked.message


def test_nobody_to_ask_is_not_asked() -> None:
    (found,) = gather([cite("a", "10.5072/x")])
    assert found.not_asked is not None
    assert found.not_asked.message == "no text of it at hand; open copies were not asked for."


def test_mismatched_work_lends_no_text() -> None:
    far = Shelf("far", asks_network=True, texts={"10.5072/x": (Extent.FULLTEXT, 9000)})
    reference = cite("a", "10.5072/x")
    (found,) = gather([reference], far, a=resolved(reference, "10.5072/x", ResolutionOutcome.MISMATCHED))
    assert found.fulltext is None
    (found,) = gather([reference], far, a=resolved(reference, "10.5072/x"))
    assert from_where(found) == "far"


def test_from_settings_to_texts_nothing_is_sent_unasked(
    replay: ReplayServer, settings: Settings, tmp_path: Path
) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "own.pdf").write_bytes(make_article_pdf("Own"))
    record = {
        "id": "1",
        "pmcid": "PMC1",
        "doi": "10.5072/open",
        "isOpenAccess": "Y",
        "_xml": make_jats(doi="10.5072/open"),
    }
    replay.add(europepmc=[record])
    references = [cite("own", "10.5072/own"), cite("open"), cite("none", "10.5072/none")]
    resolutions = [resolved(references[1], "10.5072/open")]

    def run(settings: Settings) -> list[SourceText]:
        with Door(settings) as door:
            return list(gather_texts(references, resolutions, open_sources(door, settings)))

    found = run(replace(settings, papers=str(papers)))
    assert [from_where(each) for each in found] == ["file own.pdf", "", ""]
    assert replay.asked == []
    found = run(replace(settings, papers=str(papers), texts=True))
    assert [from_where(each).split()[0] if each.fulltext else each.failed for each in found] == [
        "file",
        "europepmc",
        "Europe PMC does not know 10.5072/none.",
    ]
    assert "own" not in "".join(each.query for each in replay.asked)
