"""Plain records: agreement and standing from what a registry, a table or a bibliography gives, as it gives it.

Our own records are taken as well. Pure: nothing is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from citecheck.agreements import compare
from citecheck.identifiers import Kind, fold_doi, parse_identifier
from citecheck.records import Agreement, Reference, Signal, Standing, Update, Work
from citecheck.registries import arxiv as arxiv_record
from citecheck.registries import datacite
from citecheck.registries import europepmc as europepmc_record
from citecheck.registries import openalex as openalex_record
from citecheck.registries import pubmed as pubmed_record
from citecheck.registries.crossref_record import read_announcement, read_update, read_work
from citecheck.registries.retraction_rows import ASSERTED_BY as TABLE
from citecheck.registries.retraction_watch import read_row
from citecheck.standings import judge_standing, kinds_of


def agreement(reference: Reference | Mapping[str, Any] | str, work: Work | Mapping[str, Any]) -> Agreement:
    """Hold a reference against a work, field by field.

    The reference is ours, CSL JSON, or a whole string as it stands in a list; the work is ours or a Crossref record.

    >>> found = agreement({"title": "Lithium glass", "author": [{"family": "Ibarra"}]},
    ...                   {"DOI": "10.1234/a", "title": ["Lithium glass"], "author": [{"family": "Ibarra"}]})
    >>> found.outcome.value
    'same'
    """
    if isinstance(reference, str):
        reference = Reference(key="", raw=reference)
    elif not isinstance(reference, Reference):
        reference = _read_reference(reference)
    return compare(reference, work if isinstance(work, Work) else read_work(work))


def standing(
    work: Work | Mapping[str, Any],
    updates: Iterable[Update | Mapping[str, Any]] = (),
    table: Iterable[Update | Mapping[str, Any]] | None = None,
    *,
    notices: Iterable[Mapping[str, Any]] = (),
    openalex: Mapping[str, Any] | None = None,
    pubmed: Mapping[str, Any] | None = None,
    europepmc: Mapping[str, Any] | None = None,
    arxiv: Mapping[str, Any] | None = None,
) -> Standing:
    """Add up the updates of one work.

    `work` is ours, a Crossref record, whose own `updated-by` and `update-to` count, or a DataCite record with its
    `attributes`; `updates` are further events, ours or entries of `updated-by`; `table` holds rows of the Retraction Watch
    table by their own columns, or our events. `notices` are Crossref records of notices, as `filter=updates:` lists them. The
    others are the work's records there: OpenAlex's, PubMed's of `esummary`, Europe PMC's of `core`, and arXiv's `comment`,
    `summary` and `doi`.

    >>> standing({"DOI": "10.1234/a"}, [{"DOI": "10.1234/n", "type": "retraction"}]).status.value
    'retracted'
    >>> standing({"DOI": "10.1234/a"}, openalex={"is_retracted": True}).notes
    ('retracted, says OpenAlex; Crossref does not',)
    """
    known = work if isinstance(work, Work) else _read_any(work)
    more = [each if isinstance(each, Update) else _read_event(each, known.doi) for each in updates]
    for each in notices:
        notice = read_work(each)
        more += [event for event in (*notice.notice_of, *notice.updates) if event.work == known.doi]
    rows = [each if isinstance(each, Update) else read_row(each) for each in table or ()]
    about = tuple(each for each in rows if each is not None and each.work in ("", known.doi))
    others = [
        read(record)
        for read, record in (
            (openalex_record.read_work, openalex),
            (pubmed_record.read_work, pubmed),
            (europepmc_record.read_work, europepmc),
            (arxiv_record.read_work, _with_doi(arxiv, known.doi)),
        )
        if record is not None
    ]
    events = [replace(event, work=known.doi or event.work) for each in others for event in each.updates]
    signals = [Signal(name=known.registry, says=kinds_of(known.updates))] if known.registry and others else []
    signals += [Signal(name=TABLE, says=kinds_of(about))] if table is not None and others else []
    return judge_standing(
        known,
        table=about,
        updates=(*more, *events),
        announced=[event for each in others for event in each.notice_of],
        titles=[each.title for each in others],
        signals=(*signals, *(_signal_of(each) for each in others)),
    )


def _read_any(record: Mapping[str, Any]) -> Work:
    """Read a record of Crossref's or DataCite's, whichever it is."""
    attributes = record.get("attributes")
    return datacite.read_work(datacite.trim(record)) if isinstance(attributes, Mapping) else read_work(record)


def _with_doi(record: Mapping[str, Any] | None, doi: str) -> dict[str, Any] | None:
    return None if record is None else {**record, "published": fold_doi(str(record.get("doi") or "")), "doi": doi}


def _signal_of(work: Work) -> Signal:
    says = "retracted" if work.retracted_hint else kinds_of(work.updates)
    return Signal(name=work.registry, says=says)


def _read_event(entry: Mapping[str, Any], doi: str) -> Update:
    """Read an entry of `updated-by`; one of `update-to` that names the work itself says the same."""
    names_itself = fold_doi(str(entry.get("DOI") or "")) == doi
    return read_announcement(entry, notice=doi) if names_itself else read_update(entry, work=doi)


def _read_reference(record: Mapping[str, Any]) -> Reference:
    work = read_work(
        {
            **record,
            "title": _listed(record.get("title")),
            "container-title": _listed(record.get("container-title") or record.get("journal")),
        }
    )
    doi = parse_identifier(str(record.get("DOI") or record.get("doi") or ""), Kind.DOI)
    written = str(record.get("year") or "")
    return Reference(
        key=str(record.get("id") or record.get("key") or ""),
        type=str(record.get("type") or ""),
        title=work.title,
        authors=tuple(", ".join(filter(None, (each.family, each.given))) for each in work.authors) or _names(record),
        year=work.year or (int(written) if written.isdigit() else None),
        container=work.container,
        volume=work.volume,
        issue=work.issue or str(record.get("number") or ""),
        pages=work.pages or str(record.get("pages") or ""),
        identifiers=(doi,) if doi else (),
        raw=str(record.get("raw") or ""),
    )


def _names(record: Mapping[str, Any]) -> tuple[str, ...]:
    given = record.get("authors") or record.get("author") or ()
    if isinstance(given, str):
        return tuple(each.strip() for each in given.split(" and ") if each.strip())
    return tuple(each for each in given if isinstance(each, str)) if isinstance(given, list | tuple) else ()


def _listed(value: Any) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else [value] if isinstance(value, str) else []
