"""The report of sweeping again: what is new since, each signal with its date, and what could not be asked."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from citecheck.errors import SettingsError
from citecheck.findings.of_standings import SOURCES
from citecheck.receipt import plain
from citecheck.records import Level, Update
from citecheck.report.markdown import escape
from citecheck.report.summary import printable
from citecheck.resweeping.records import Change, KnownWork, News, Sweep

FORMATS = {".txt": "text", ".md": "markdown", ".json": "json"}
SHOWN_NAMES, SHOWN_UNASKED = 4, 10


def render_sweep(sweep: Sweep, format: str) -> str:
    """Render as text, markdown or json.

    Raises:
        SettingsError: there is no such format.
    """
    match format:
        case "text":
            return printable_lines(_text(sweep))
        case "markdown":
            return "\n".join(_markdown(sweep)).rstrip() + "\n"
        case "json":
            return json.dumps(plain(sweep), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
        case _:
            raise SettingsError(f"{format}: a sweep has no such format.", help="Take one of text, markdown or json.")


def printable_lines(lines: Iterator[str]) -> str:
    """Join lines, each without what could drive a terminal."""
    return "\n".join(printable(each) for each in lines).rstrip() + "\n"


def _in_order(sweep: Sweep) -> list[News]:
    return sorted(sweep.news, key=lambda each: list(Level).index(each.level))


def _text(sweep: Sweep) -> Iterator[str]:
    yield f"citecheck sweep, asked {sweep.started_at[:10]}"
    yield ""
    for news in _in_order(sweep):
        yield f"{news.level.value}  {headline(news)}"
        for line in details(news):
            yield f"    {line}"
        yield ""
    for reason, names in _unasked(sweep).items():
        more = f" and {len(names) - SHOWN_UNASKED} more" if len(names) > SHOWN_UNASKED else ""
        yield f"not asked: {len(names)} × {reason}: {', '.join(names[:SHOWN_UNASKED])}{more}"
    for table in sweep.tables:
        yield f"Retraction Watch table of {table['date'][:10]}"
    if not sweep.tables:
        yield "not asked: the Retraction Watch table; help: citecheck retractions update"
    yield summary(sweep)


def _markdown(sweep: Sweep) -> Iterator[str]:
    yield f"## citecheck: what became known since, asked {sweep.started_at[:10]}"
    yield ""
    yield escape(summary(sweep))
    for level in Level:
        found = [each for each in sweep.news if each.level is level]
        if found:
            yield from ("", f"### {level.value.capitalize()}s", "")
        for news in found:
            yield f"- [ ] {escape(headline(news))}"
            yield from (f"  - {escape(line)}" for line in details(news))
    unasked = _unasked(sweep)
    if unasked or not sweep.tables:
        yield from ("", "### Not asked", "")
    for reason, names in unasked.items():
        more = f" and {len(names) - SHOWN_UNASKED} more" if len(names) > SHOWN_UNASKED else ""
        yield f"- {len(names)} × {escape(reason)}: {escape(', '.join(names[:SHOWN_UNASKED]))}{more}"
    if not sweep.tables:
        yield "- the Retraction Watch table: there is none here"


def headline(news: News) -> str:
    """Say in one line which work it is, how it stands, and how it stood."""
    status = news.work.standing.status
    words = status.value.replace("_", " ")
    was = "not asked about" if news.was.value == "not_asked" else news.was.value.replace("_", " ")
    if Change.WORSE in news.changes or Change.BETTER in news.changes:
        told = f"now {words}; it was {was} on {news.since[:10]}"
    elif Change.REINSTATED in news.changes:
        told = f"reinstated: a retraction of it was taken back; it is {words}"
    else:
        told = f"a new notice; it is {words}, as on {news.since[:10]}"
    return f"{name(news.work)}: {told}."


def name(work: KnownWork) -> str:
    """Name a work as its readers know it, with its DOI."""
    known = ", ".join(work.names[:SHOWN_NAMES]) + (" …" if len(work.names) > SHOWN_NAMES else "")
    described = known or work.standing.work.title
    doi = work.standing.work.doi
    return f"{described} <{doi}>" if described and doi else described or doi or "a work without a name"


def details(news: News) -> Iterator[str]:
    """Give the new events, what each signal says with its date, and the documents that cite the work."""
    standing = news.work.standing
    for update in news.updates:
        yield f"new: {_event(update)}"
    for signal in standing.signals:
        if signal.not_asked is not None:
            yield f"{signal.name}: not asked ({signal.not_asked.reason})"
        else:
            verb = "table of" if signal.name.endswith("table") else "asked"
            yield f"{signal.name}: {signal.says or 'no update known'} ({verb} {signal.asked_at[:10] or 'an unknown day'})"
    yield from (each for each in standing.notes if not each.startswith("not asked"))  # the signals say so
    if news.work.documents:
        yield f"cited in {', '.join(news.work.documents)}"


def _event(update: Update) -> str:
    kind = (update.label if update.kind == "unknown" and update.label else update.kind).replace("_", " ")
    parts = [f"notice {update.notice}"] if update.notice else []
    if update.reasons:
        parts.append("; ".join(update.reasons[:3]))
    if update.asserted_by:
        names = list(dict.fromkeys(SOURCES.get(each, each) for each in update.asserted_by))
        parts.append(f"{'say' if len(names) > 1 else 'says'} {' and '.join(names)}")
    when = f" of {update.date}" if update.date else ""
    more = f" ({', '.join(parts)})" if parts else ""
    return f"{kind}{when}{more}"


def _unasked(sweep: Sweep) -> dict[str, list[str]]:
    """Group the works that could not be asked by their first reason."""
    groups: dict[str, list[str]] = {}
    for each in sweep.unasked:
        first = each.reasons[0] if each.reasons else None
        reason = f"{first.reason.replace('_', ' ')}{f' ({first.host})' if first.host else ''}" if first else "unknown"
        groups.setdefault(reason, []).append(name(each.work))
    return groups


def summary(sweep: Sweep) -> str:
    """Say in one line how many works there are, with news, without, and not asked."""
    works = sweep.counters["works"]
    levels = Counter(each.level for each in sweep.news)
    loud = ", ".join(f"{levels[each]} {each.value}{'' if levels[each] == 1 else 's'}" for each in Level if levels[each])
    requests = sum(1 for each in sweep.exchanges if not each.from_cache)
    total = f"{works['total']} work{'' if works['total'] == 1 else 's'}"
    return (
        f"{total}: {works['news']} with news{f' ({loud})' if loud else ''}, {works['nothing_new']} without, "
        f"{works['not_asked']} not asked; {requests} request{'' if requests == 1 else 's'}"
    )


def sweep_exit_code(sweep: Sweep, fail_on: str, *, strict: bool = False, offline: bool = False) -> int:
    """Give 1 for news at or above the level, 3 when nothing, or with `strict` something, could not be asked, else 0."""
    order: Sequence[Level] = tuple(Level)
    if fail_on != "never" and any(order.index(each.level) <= order.index(Level(fail_on)) for each in sweep.news):
        return 1
    unasked, total = len(sweep.unasked), sweep.counters["works"]["total"]
    if (strict and unasked) or (unasked and unasked == total and not offline):
        return 3
    return 0
