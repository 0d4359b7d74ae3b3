"""Sweeping: the standing of every work of a run, from the registry's own record, the local table, and all who were asked.

The local table comes first and costs no request. A reference that nothing identifies may still bear the title of a paper in the
table: that is a hint. By default others are asked only about works that a signal names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from citecheck.errors import TableError
from citecheck.findings import work_key
from citecheck.records import Author, NotAsked, Reference, Resolution, Signal, Standing, Update, Work
from citecheck.registries.retraction_rows import title_key_of
from citecheck.registries.retraction_watch import Table, TitleRow
from citecheck.resolving import Registries
from citecheck.standings import (
    CLEARABLE,
    LATER_VERSION,
    REINSTATEMENT,
    VERSIONS,
    judge_standing,
    kinds_of,
    telling_update,
    told_by_successors,
)
from citecheck.surveying import Heard, is_marked, survey_updates
from citecheck.text.names import family_name
from citecheck.text.titles import fold_words

TABLE = "retraction-watch-table"
YEARS_APART = 1
"""A paper's year and a reference's may differ by so much: print and online (test_sweeping)."""


@dataclass(slots=True, kw_only=True)
class _Case:
    """One work of the run, with the references to it and what is known before anybody else is asked."""

    work: Work
    resolution: Resolution
    references: list[Reference] = field(default_factory=list)
    rows: tuple[Update, ...] = ()
    announced: tuple[Update, ...] = ()


def sweep_standings(
    resolutions: Sequence[Resolution], table: Table | None, registries: Registries | None, *, all_signals: bool = False
) -> tuple[Standing, ...]:
    """Judge each work of the resolutions once, in the order of first mention.

    By default OpenAlex, Crossref's notices, PubMed and Europe PMC are asked only about works that another signal names;
    `all_signals` asks them about each.
    """
    broken: NotAsked | None = None
    try:
        titles = _match_titles(resolutions, table)
        cases = _gather(resolutions, titles)
        _read_table(cases, titles, table)
    except TableError as error:  # damaged after it was opened: nobody is clean for that
        broken = NotAsked(reason="badanswer", host=TABLE, message=str(error))
        cases = _gather(resolutions, {})
    works = [each.work for each in cases]
    named = {at for at, each in enumerate(cases) if each.rows or is_marked(each.work)}
    heard = (
        survey_updates(works, named, registries, all_signals=all_signals)
        if registries is not None
        else [Heard() for _ in works]
    )
    successors = told_by_successors(works)
    standings = [
        _judge(case, each, successors.get(case.work.doi, ()), table, broken)
        for case, each in zip(cases, heard, strict=True)
    ]
    return tuple(standings if broken else _look_at_later(standings, table))


def described_work(reference: Reference) -> Work | None:
    """Give the work as far as the reference itself names it, for a registry that was not asked or did not know it."""
    others = tuple((str(each.kind), each.value) for each in reference.identifiers if each.kind == "pmid")
    if not reference.doi and not others:
        return None
    return _described(reference)


def _described(reference: Reference) -> Work:
    others = tuple((str(each.kind), each.value) for each in reference.identifiers if each.kind == "pmid")
    return Work(
        registry="",
        doi=reference.doi or "",
        identifiers=others,
        title=reference.title,
        authors=tuple(Author(family=family_name(each)) for each in reference.authors[:1]),
        year=reference.year,
    )


def _gather(resolutions: Sequence[Resolution], titles: dict[str, tuple[TitleRow, ...]]) -> list[_Case]:
    """Bring the references to one work together; a work keeps the PubMed id that a reference gives it."""
    cases: dict[str, _Case] = {}
    for each in resolutions:
        reference = each.reference
        work = each.work or described_work(reference)
        if work is None and (rows := titles.get(title_key_of(reference.title), ())):
            work = _described(reference)
            work = work if any(_by_title(rows, work)) else None
        if work is None:
            continue
        case = cases.setdefault(work_key(each.work, reference), _Case(work=work, resolution=each))
        case.references.append(reference)
        pmid = reference.identifier("pmid")
        if pmid and all(kind != "pmid" for kind, _ in case.work.identifiers):
            case.work = replace(case.work, identifiers=(*case.work.identifiers, ("pmid", pmid)))
    return [replace_editions(each) for each in cases.values()]


def replace_editions(case: _Case) -> _Case:
    """Leave out new editions that the references mean already: they give the year of the newer one, or a later."""
    years = [each.year for each in case.references if each.year]
    if years:
        kept = tuple(
            each
            for each in case.work.updates
            if not (each.kind == "new_edition" and each.date and min(years) >= int(each.date[:4]))
        )
        case.work = replace(case.work, updates=kept) if kept != case.work.updates else case.work
    return case


def _match_titles(resolutions: Iterable[Resolution], table: Table | None) -> dict[str, tuple[TitleRow, ...]]:
    """Find the table's rows under the titles of references that no DOI identifies."""
    if table is None:
        return {}
    keys = [title_key_of(each.reference.title) for each in resolutions if not _doi_of(each)]
    return table.rows_by_title(filter(None, keys))


def _doi_of(resolution: Resolution) -> str:
    return (resolution.work.doi if resolution.work else "") or resolution.reference.doi or ""


def _read_table(cases: Sequence[_Case], titles: dict[str, tuple[TitleRow, ...]], table: Table | None) -> None:
    """Give each case its rows: by DOI, else by PubMed id, else by title, which is a hint."""
    if table is None:
        return
    dois = [doi for each in cases for doi in (each.work.doi, each.work.alias_of) if doi]
    pmids = [value for each in cases for kind, value in each.work.identifiers if kind == "pmid"]
    rows, announced = table.rows(dois, pmids), table.announced(dois)
    for case in cases:
        work = case.work
        case.announced = announced.get(work.doi, ())
        # A paper's DOI may have become another name of its notice's: rows under the old one are the paper's.
        case.rows = (*rows.get(work.doi, ()), *rows.get(work.alias_of, ()))
        for kind, value in work.identifiers:
            if kind == "pmid" and not case.rows:
                case.rows = tuple(_by_pmid(each, work) for each in rows.get(f"pmid:{value}", ()))
        if not case.rows and not work.doi:
            case.rows = tuple(_by_title(titles.get(title_key_of(work.title), ()), work))


def _by_pmid(event: Update, work: Work) -> Update:
    """A row under the work's PubMed id and another DOI may be about another paper: it hints."""
    differs = event.work and work.doi and event.work != work.doi and event.kind in CLEARABLE
    return replace(event, asserted_by=("pmid-match",)) if differs else event


def _by_title(rows: Iterable[TitleRow], work: Work) -> Iterable[Update]:
    """Give the retractions of a paper of the work's title, as hints, unless year and author are another's."""
    family = "".join(fold_words(work.authors[0].family)) if work.authors else ""
    for row in rows:
        compared = []
        if row.year.isdigit() and work.year:
            compared.append(abs(int(row.year) - work.year) <= YEARS_APART)
        if row.author and family:
            compared.append(row.author == family)
        if (any(compared) or not compared) and row.event.kind in CLEARABLE | {REINSTATEMENT}:
            yield replace(row.event, asserted_by=("title-match",))


def _judge(
    case: _Case, heard: Heard, later: Sequence[Update], table: Table | None, broken: NotAsked | None
) -> Standing:
    work = case.work
    signals = [_record_signal(work, case.resolution)]
    if table is not None:
        says = kinds_of(case.rows)
        signals.append(Signal(name=TABLE, says=says, asked_at="" if broken else table.date, not_asked=broken))
    signals += heard.signals
    return judge_standing(
        work,
        table=case.rows,
        updates=(*heard.updates, *later),
        announced=(*heard.announced, *case.announced),
        titles=heard.titles,
        signals=signals,
        as_of=work.asked_at,
    )


def _look_at_later(standings: Sequence[Standing], table: Table | None) -> Iterator[Standing]:
    """Note of superseded works what the table says of their later versions: an article may be retracted, its preprint not."""
    later = [event.notice for each in standings for event in each.updates if event.kind in VERSIONS and event.notice]
    rows: dict[str, tuple[Update, ...]] = {}
    if table is not None and later:
        with suppress(TableError):  # it answered a moment ago, and this is an extra
            rows = table.rows(later)
    for standing in standings:
        notes = []
        for doi in dict.fromkeys(event.notice for event in standing.updates if event.kind in VERSIONS):
            judged = judge_standing(Work(registry="", doi=doi), table=rows.get(doi, ()))
            update = telling_update(judged)
            if update is not None and update.kind in CLEARABLE:
                when = f" on {update.date}" if update.date else ""
                notes.append(f"{LATER_VERSION} {doi} was retracted{when}, says Retraction Watch")
        yield replace(standing, notes=(*standing.notes, *notes)) if notes else standing


def _record_signal(work: Work, resolution: Resolution) -> Signal:
    """Say what the record of the work's own agency says, or why there is none."""
    if work.registry == "openalex":  # it is nobody's agency, and what it flags is a hint
        return Signal(name="openalex", says="retracted" if work.retracted_hint else "", asked_at=work.asked_at)
    if work.registry:
        return Signal(name=work.registry, says=kinds_of(work.updates), asked_at=work.asked_at)
    not_asked = resolution.not_asked[0] if resolution.not_asked else NotAsked(reason="unknown_work", host="crossref")
    return Signal(name="crossref", not_asked=not_asked)
