"""Surveying: what every source of updates, but a work's own record and the local table, says of a batch of works.

OpenAlex flags, Crossref's notices name what they update, PubMed and Europe PMC tie papers to notices, arXiv tells what was
withdrawn. All but arXiv, which alone knows of its preprints, are asked only about works that another signal names, or about
each when all signals are wanted. Hosts are asked side by side; PubMed last, since others know its ids.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from citecheck.lexicon.titles import MARKED_RETRACTED
from citecheck.records import Lookup, Signal, Update, Work
from citecheck.registries.arxiv import is_arxiv
from citecheck.resolving.registries import Registries
from citecheck.seams import UpdateSource
from citecheck.standings import NO_RECORD, VERSIONS, kinds_of

HOSTS = ("https://api.openalex.org/", "https://eutils.ncbi.nlm.nih.gov/", "https://www.ebi.ac.uk/")


@dataclass(slots=True, kw_only=True)
class Heard:
    """What was heard of one work."""

    updates: list[Update] = field(default_factory=list)
    announced: list[Update] = field(default_factory=list)
    """What the work itself announces about others."""
    titles: list[str] = field(default_factory=list)
    signals: list[Signal] = field(default_factory=list)


def is_marked(work: Work) -> bool:
    """Does the work's own record give reason to ask others? An event, a flag, or a title marked as retracted."""
    own = [each for each in work.updates if each.notice != work.doi or each.kind not in VERSIONS]
    marked = any(MARKED_RETRACTED.match(each) for each in (work.title, *work.other_titles))
    return bool(own or work.retracted_hint or marked)


def survey_updates(
    works: Sequence[Work], named: Collection[int], registries: Registries, *, all_signals: bool = False
) -> list[Heard]:
    """Give what is heard of each work; `named` are the places of those that a signal names already."""
    heard = [Heard() for _ in works]
    asked = [at for at in range(len(works)) if all_signals or at in named]
    by_doi = {works[at].doi: at for at in asked if works[at].doi}
    by_pmid = {pmid: at for at in asked if (pmid := pmid_of(works[at])) and not works[at].doi}
    preprints = {work.doi: at for at, work in enumerate(works) if is_arxiv(work.doi)}
    at_crossref = [doi for doi, at in by_doi.items() if works[at].registry in ("crossref", "openalex", "")]
    if by_doi or by_pmid:
        registries.door.expect(HOSTS)
    with ThreadPoolExecutor(4, thread_name_prefix="citecheck-updates") as pool:
        flags = pool.submit(_ask, registries.openalex, by_doi, by_pmid)
        notices = pool.submit(registries.crossref.look_up_notices, at_crossref) if at_crossref else None
        articles = pool.submit(_ask, registries.europepmc, by_doi, by_pmid)
        withdrawals = pool.submit(registries.arxiv.look_up, list(preprints)) if preprints else None
        found = {"openalex": flags.result(), "europepmc": articles.result()}
    ids = _known_ids(works, asked, found.values())
    wanting = {doi: at for doi, at in by_doi.items() if at not in ids.values()}
    found["pubmed"] = _ask(registries.pubmed, wanting, ids)
    found["notices"] = _placed(notices.result() if notices else {}, by_doi)
    found["arxiv"] = _placed(withdrawals.result() if withdrawals else {}, preprints)
    for name, hear in HEARERS:
        for at, lookup in found[name].items():
            hear(heard[at], works[at], lookup)
    return heard


def _ask(source: UpdateSource, by_doi: dict[str, int], by_pmid: dict[str, int]) -> dict[int, Lookup]:
    """Ask a source by DOI and by PubMed id; give its answers by the works' places."""
    found = _placed(source.look_up(list(by_doi)), by_doi) if by_doi else {}
    return found | (_placed(source.look_up_pmids(list(by_pmid)), by_pmid) if by_pmid else {})


def _placed(lookups: dict[str, Lookup], places: dict[str, int]) -> dict[int, Lookup]:
    return {places[key]: each for key, each in lookups.items()}


def pmid_of(work: Work) -> str:
    """Give a work's PubMed id; empty when none is known."""
    return next((value for kind, value in work.identifiers if kind == "pmid"), "")


def _known_ids(works: Sequence[Work], asked: Iterable[int], found: Iterable[dict[int, Lookup]]) -> dict[str, int]:
    """Give the PubMed ids that are known, each with its work's place: the works' own, or what other registries say."""
    found = list(found)
    ids: dict[str, int] = {}
    for at in asked:
        others = [each for lookups in found if at in lookups for each in _of_work(works[at], lookups[at])]
        pmid = next(filter(None, (pmid_of(works[at]), *map(pmid_of, others))), "")
        if pmid:
            ids.setdefault(pmid, at)
    return ids


def _of_work(work: Work, lookup: Lookup) -> list[Work]:
    """Give the records that are the work's: one under another DOI came by a wrong PubMed id."""
    return [each for each in lookup.works if not (each.doi and work.doi) or each.doi in (work.doi, work.alias_of)]


def _hear_flag(heard: Heard, work: Work, lookup: Lookup) -> None:
    records = _of_work(work, lookup)
    says = "retracted" if any(each.retracted_hint for each in records) else "" if records else NO_RECORD
    heard.signals.append(Signal(name="openalex", says=says, asked_at=lookup.asked_at, not_asked=lookup.not_asked))
    heard.titles += [each.title for each in records]


def _hear_notices(heard: Heard, work: Work, lookup: Lookup) -> None:
    events = [event for each in lookup.works for event in (*each.notice_of, *each.updates) if event.work == work.doi]
    heard.updates += events
    signal = Signal(name="crossref-notices", says=kinds_of(events), asked_at=lookup.asked_at)
    heard.signals.append(signal if lookup.not_asked is None else Signal(name=signal.name, not_asked=lookup.not_asked))


def _hear_record(name: str) -> Callable[[Heard, Work, Lookup], None]:
    def hear(heard: Heard, work: Work, lookup: Lookup) -> None:
        records = _of_work(work, lookup)
        events = [event for each in records for event in each.updates]
        heard.updates += events
        heard.announced += [event for each in records for event in each.notice_of]
        heard.titles += [each.title for each in records]
        says = kinds_of(events) if records else NO_RECORD
        heard.signals.append(Signal(name=name, says=says, asked_at=lookup.asked_at, not_asked=lookup.not_asked))

    return hear


HEARERS: tuple[tuple[str, Callable[[Heard, Work, Lookup], None]], ...] = (
    ("openalex", _hear_flag),
    ("notices", _hear_notices),
    ("pubmed", _hear_record("pubmed")),
    ("europepmc", _hear_record("europepmc")),
    ("arxiv", _hear_record("arxiv")),
)
