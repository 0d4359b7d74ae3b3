"""Facts: invented works with what each source of updates says of them, and the right standing for whoever answered.

A fact is of a named kind: a trap of real records, or a plain case beside it. Each source's records are made in the source's own
shape, so that the replay server answers as the source does. What is right depends on who was asked: a retraction that PubMed
alone knows is no miss of a run that had no reason to ask PubMed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from citecheck.identifiers import Kind, parse_identifier
from citecheck.records import Reference, Standing, StandingStatus

HEADER = (
    "Record ID,Title,Subject,Institution,Journal,Publisher,Country,Author,URLS,ArticleType,RetractionDate,RetractionDOI,"
    "RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason,Paywalled,Notes,"
)
TABLE = "retraction-watch-table"
WORST_FIRST = [each.value for each in StandingStatus]
TAKEN_BACK = frozenset(("retracted", "withdrawn", "removed", "partially_retracted", "retracted_and_replaced"))
"""Statuses that call a work retracted in one way or another."""
Date = tuple[int, int, int]
Right = Callable[[frozenset[str]], str]


@dataclass(slots=True, kw_only=True)
class Fact:
    """One work: how it is cited, whether it is sound, what each source has on it."""

    kind: str
    doi: str
    title: str
    reference: Reference | None = None
    sound: bool = True
    """Not retracted, withdrawn or removed: nobody may call it so."""
    notice: bool = False
    reinstated: bool = False
    says: dict[str, str] = field(default_factory=dict)
    """What the records of each source alone would make of it, by the signal's name."""
    right: Right | None = None
    """The right status for those who answered, where it is not the worst of what they say."""
    events: int | None = None
    """How many events there are once they are merged, when every source answered."""

    def right_status(self, standing: Standing) -> str:
        """Give the status that is right for whoever answered in this run."""
        answered = frozenset(each.name for each in standing.signals if each.not_asked is None)
        if self.right is not None and (own := self.right(answered)):
            return "current" if own == "*" and not _is_silent(standing) else "not_asked" if own == "*" else own
        found = [status for name, status in self.says.items() if name in answered]
        if found:
            return min(found, key=WORST_FIRST.index)
        return "not_asked" if _is_silent(standing) else "current"


def _is_silent(standing: Standing) -> bool:
    """Was there anybody who could not be asked?"""
    return any(each.not_asked is not None for each in standing.signals)


@dataclass(slots=True, kw_only=True)
class World:
    """All facts, and all records of all sources."""

    facts: list[Fact] = field(default_factory=list)
    crossref: list[dict[str, Any]] = field(default_factory=list)
    openalex: list[dict[str, Any]] = field(default_factory=list)
    datacite: list[dict[str, Any]] = field(default_factory=list)
    pubmed: list[dict[str, Any]] = field(default_factory=list)
    europepmc: list[dict[str, Any]] = field(default_factory=list)
    arxiv: dict[str, dict[str, Any]] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    rows: list[str] = field(default_factory=list)
    random: random.Random = field(default_factory=lambda: random.Random(1))
    number: int = 0

    def shelves(self) -> dict[str, Any]:
        """Give what a replay server takes."""
        names = ("crossref", "openalex", "datacite", "pubmed", "europepmc", "arxiv", "aliases")
        return {name: getattr(self, name) for name in names}

    def table(self) -> str:
        """Give the table as a CSV file."""
        return "\r\n".join([HEADER, *self.rows, ""])

    def references(self) -> list[Reference]:
        """Give one reference a fact."""
        return [each.reference or cite(each.doi) for each in self.facts]

    # One method a source: each puts a record of that source's own shape on the shelf.

    def doi(self) -> str:
        """Give a DOI that nothing else has."""
        self.number += 1
        return f"10.{self.random.choice((1234, 5555, 7777))}/w{self.number}.{self.random.randrange(1000)}"

    def title(self) -> str:
        """Give a title that nothing else has."""
        nouns = "shade canopy trees lithium glass nurses sleep oxide bands rivers maps soil kidneys wages".split()
        one, two, three = self.random.sample(nouns, 3)
        return f"{one.capitalize()}, {two} and {three} in {self.random.randrange(1900, 2020)}: study {self.number}"

    def add(self, kind: str, **more: Any) -> Fact:
        """Make a fact with a DOI and a title of its own."""
        doi = more.pop("doi", "") or self.doi()
        fact = Fact(kind=kind, doi=doi, title=more.pop("title", "") or self.title(), **more)
        self.facts.append(fact)
        return fact

    def at_crossref(
        self, fact: Fact, *events: dict[str, Any], flagged: bool = False, fields: Mapping[str, Any] | None = None
    ) -> None:
        """Put the work at Crossref, with its `updated-by`, and at OpenAlex, with its flag."""
        record = {
            "DOI": fact.doi, "type": "journal-article", "title": [fact.title],
            "author": [{"family": "Adler", "given": "R."}], "issued": {"date-parts": [[2015, 3, 1]]},
            **({"updated-by": list(events)} if events else {}), **(fields or {}),
        }  # fmt: skip
        self.crossref.append(record)
        self.at_openalex(fact, flagged=flagged)

    def at_openalex(self, fact: Fact, *, flagged: bool = False, title: str = "") -> None:
        """Put the work at OpenAlex."""
        self.number += 1
        self.openalex.append(
            {
                "id": f"https://openalex.org/W{self.number}", "doi": f"https://doi.org/{fact.doi}",
                "title": title or fact.title, "publication_year": 2015, "authorships": [], "ids": {}, "type": "article",
                "is_retracted": flagged,
            }
        )  # fmt: skip
        if flagged or fact.title.casefold().startswith(("retracted", "withdrawn:", "[retracted")):
            fact.says["openalex"] = "hinted"

    def at_datacite(self, fact: Fact, *relations: tuple[str, str]) -> None:
        """Put the work at DataCite, and not at Crossref."""
        related = [
            {"relationType": name, "relatedIdentifier": other, "relatedIdentifierType": "DOI"}
            for name, other in relations
        ]
        attributes = {
            "doi": fact.doi, "titles": [{"title": fact.title}], "creators": [{"name": "Adler, R."}],
            "publicationYear": 2015, "relatedIdentifiers": related,
        }  # fmt: skip
        self.datacite.append({"id": fact.doi, "type": "dois", "attributes": attributes})

    def at_pubmed(self, fact: Fact, *ties: tuple[str, str], types: Iterable[str] = (), pmid: str = "") -> str:
        """Put the work at PubMed, with ties to its notices."""
        self.number += 1
        pmid = pmid or str(30_000_000 + self.number)
        comments = [("Comment in", "Lancet. 2016 Jan 1;1(1):1")] * self.random.randrange(3)
        self.pubmed.append(
            {
                "uid": pmid, "title": fact.title, "pubdate": "2015 Mar",
                "pubtype": ["Journal Article", *types],
                "articleids": [{"idtype": "pubmed", "value": pmid}, {"idtype": "doi", "value": fact.doi.upper()}],
                "references": [{"reftype": kind, "refsource": where} for kind, where in (*comments, *ties)],
            }
        )  # fmt: skip
        return pmid

    def at_europepmc(self, fact: Fact, *ties: tuple[str, str], types: Iterable[str] = (), pmid: str = "") -> None:
        """Put the work at Europe PMC, and beside it a work that cites it, which the search finds as well."""
        self.number += 1
        listed = [{"type": kind, "reference": where, "source": "MED"} for kind, where in ties]
        self.europepmc.append(
            {
                "id": pmid or str(self.number), "source": "MED", "doi": fact.doi, "title": fact.title, "pubYear": "2015",
                **({"pmid": pmid} if pmid else {}), "pubTypeList": {"pubType": ["Journal Article", *types]},
                **({"commentCorrectionList": {"commentCorrection": listed}} if listed else {}),
            }
        )  # fmt: skip
        self.europepmc.append(
            {
                "id": f"C{self.number}", "source": "MED", "doi": f"10.9999/cites{self.number}", "_cites": [fact.doi],
                "commentCorrectionList": {"commentCorrection": [{"type": "Retraction in", "reference": "X. 2020"}]},
            }
        )  # fmt: skip

    def in_table(
        self, nature: str, paper: str, date: Date, *, notice: str = "", pmid: str = "0", title: str = "T", id: str = "",
        reason: str = "+Error in Analyses;", year: int = 2015, author: str = "Rosa Adler",
    ) -> None:  # fmt: skip
        """Put a row into the table, as the table writes it: DOIs in any case, American dates."""
        self.number += 1
        paper, notice = (each.upper() if self.random.random() < 0.3 else each for each in (paper, notice))
        day = f"{date[1]}/{date[2]}/{date[0]} 0:00"
        cells = f"3/1/{year} 0:00,{paper},{pmid},{nature},{reason},No,N,"
        self.rows.append(
            f'{id or 90000 + self.number},"{title}",S,I,J,P,C,{author},U,Article;,{day},{notice},0,{cells}'
        )


def cite(doi: str, *, key: str = "", title: str = "", year: int | None = None, pmid: str = "") -> Reference:
    """Give a reference with the identifiers named."""
    found = [parse_identifier(value, kind) for value, kind in ((doi, Kind.DOI), (pmid, Kind.PMID)) if value]
    identifiers = tuple(each for each in found if each is not None)
    return Reference(key=key or doi or title, title=title, year=year, identifiers=identifiers)


def by(kind: str, notice: str, date: Date, source: str = "publisher", **more: Any) -> dict[str, Any]:
    """Give an entry of `updated-by` or, with the paper's DOI for `notice`, of `update-to`."""
    label = kind.replace("_", " ").capitalize()
    return {
        "DOI": notice,
        "type": kind,
        "label": label,
        "source": source,
        "updated": {"date-parts": [list(date)]},
        **more,
    }


def tie(date: Date, notice: str = "") -> str:
    """Give a reference to a notice as PubMed writes it."""
    months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
    written = f"J Shade. {date[0]} {months[date[1] - 1]} {date[2]};12(3):45-6"
    return f"{written}. doi: {notice}" if notice else written


def make_world(count: int, seed: int = 1, kinds: Mapping[str, Callable[[World], None]] | None = None) -> World:
    """Make a world of about so many facts, each kind as often as the others, in mixed order."""
    from tests.standings.kinds import KINDS

    world = World(random=random.Random(seed))
    makers = list((kinds or KINDS).values())
    while len(world.facts) < count:
        for maker in makers:
            maker(world)
    world.random.shuffle(world.facts)
    return world


@dataclass(slots=True, kw_only=True)
class Tally:
    """What became of the facts of one kind in one run."""

    works: int = 0
    right: int = 0
    alarms: int = 0
    """Called worse than is right."""
    misses: int = 0
    """Called milder than is right."""
    wrong: list[str] = field(default_factory=list)


def judge_run(facts: Iterable[Fact], standings: Iterable[Standing]) -> dict[str, Tally]:
    """Hold the standings of a run against what is right, by kind."""
    found: dict[str, Tally] = {}
    for fact, standing in zip(facts, standings, strict=True):
        tally = found.setdefault(fact.kind, Tally())
        right, got = fact.right_status(standing), standing.status.value
        tally.works += 1
        tally.right += got == right
        if got != right:
            worse = WORST_FIRST.index(got) < WORST_FIRST.index(right)
            tally.alarms += worse
            tally.misses += not worse
            tally.wrong.append(f"{fact.kind} {fact.doi}: {got}, and right is {right}")
    return found


def broken_floors(facts: Iterable[Fact], standings: Iterable[Standing]) -> Iterator[str]:
    """Say what may never happen and did."""
    for fact, standing in zip(facts, standings, strict=True):
        status = standing.status.value
        answered = {each.name for each in standing.signals if each.not_asked is None}
        sound = fact.sound or (fact.reinstated and TABLE in answered)
        if sound and status in TAKEN_BACK:
            yield f"{fact.kind} {fact.doi}: sound, and called {status}"
        if not sound and status not in TAKEN_BACK:
            worse = [each for each in TAKEN_BACK if WORST_FIRST.index(each) < WORST_FIRST.index(status)]
            knowing = {name for name, said in fact.says.items() if said in worse}
            if knowing & answered:
                yield f"{fact.kind} {fact.doi}: {', '.join(sorted(knowing & answered))} knows, and it is called {status}"
        if TABLE in answered and standing.reinstated != fact.reinstated:
            yield f"{fact.kind} {fact.doi}: reinstated is {standing.reinstated}"
        if status == "current" and (
            standing.work.registry in ("", "openalex") or any(each.not_asked is not None for each in standing.signals)
        ):
            yield f"{fact.kind} {fact.doi}: current, and not all could be asked"
