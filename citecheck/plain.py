"""Plain records: agreement and standing from what a registry, a table or a bibliography gives, as it gives it.

Our own records are taken as well. Pure: nothing is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from citecheck.agreements import compare
from citecheck.identifiers import Kind, fold_doi, parse_identifier
from citecheck.records import Agreement, Reference, Standing, Update, Work
from citecheck.registries.crossref_record import read_announcement, read_update, read_work
from citecheck.registries.retraction_watch import read_row
from citecheck.standings import judge_standing


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
) -> Standing:
    """Add up the updates of one work.

    `work` is ours or a Crossref record, whose own `updated-by` and `update-to` count; `updates` are further events, ours or
    entries of `updated-by`; `table` holds rows of the Retraction Watch table by their own columns, or our events.

    >>> standing({"DOI": "10.1234/a"}, [{"DOI": "10.1234/n", "type": "retraction"}]).status.value
    'retracted'
    """
    known = work if isinstance(work, Work) else read_work(work)
    more = tuple(each if isinstance(each, Update) else _read_event(each, known.doi) for each in updates)
    rows = [each if isinstance(each, Update) else read_row(each) for each in table or ()]
    about = [each for each in rows if each is not None and each.work in ("", known.doi)]
    return judge_standing(replace(known, updates=(*known.updates, *more)), table=about)


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
