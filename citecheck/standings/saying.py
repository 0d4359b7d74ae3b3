"""Saying: who says what of a work, in words. Who disagrees, what is kept although taken back, and whom nobody heard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from citecheck.records import Signal, StandingStatus, Update
from citecheck.standings.kinds import REINSTATEMENT, UNKNOWN

NAMES = {
    "crossref": "Crossref",
    "crossref-notices": "Crossref's notices",
    "retraction-watch-table": "Retraction Watch",
    "openalex": "OpenAlex",
    "pubmed": "PubMed",
    "europepmc": "Europe PMC",
    "datacite": "DataCite",
    "arxiv": "arXiv",
}
"""Signals, in words."""
LATER_VERSION = "its later version"
"""How a note begins that tells what became of a work's later version."""
NO_RECORD = "no record"
"""What a source that does not know the work says of it: neither for nor against."""
CANNOT_TELL = frozenset(("datacite", "crossref-notices"))
"""Whose silence is no *no*: DataCite records no retractions, and a notice that the record names need not be found again."""
BAD = ("retract", "withdraw", "removal")


def name_signal(signal: Signal) -> str:
    """Name a signal, and the table by its date."""
    name = NAMES.get(signal.name, signal.name)
    if signal.name == "retraction-watch-table" and signal.asked_at:
        return f"{name} (table of {signal.asked_at[:10]})"
    return name


def join_names(names: Sequence[str]) -> str:
    """Join names as a sentence does."""
    names = list(dict.fromkeys(names))
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)


def kinds_of(events: Iterable[Update]) -> str:
    """Say what kinds of event there are, in words; a kind that is not known in quotation marks."""
    return ", ".join(sorted({_words_of(each) for each in events}))


def _words_of(event: Update) -> str:
    unknown = f"“{event.label.replace(',', ' ')}”"
    return unknown if event.kind == UNKNOWN else event.kind.replace("_", " ")


def notes_of(
    signals: Sequence[Signal], status: StandingStatus, events: Sequence[Update], *, reinstated: bool
) -> tuple[str, ...]:
    """Say what a person should know of the signals behind a standing."""
    asked = [each for each in signals if each.not_asked is None and each.says != NO_RECORD]
    silent = [each for each in signals if each.not_asked is not None]
    notes = [_still_shown(asked, events)] if reinstated else [_disagreement(asked)]
    if status in (StandingStatus.CURRENT, StandingStatus.NOT_ASKED) and not reinstated:
        notes.append(_good_news(asked))
    if silent:
        named = [f"{name_signal(each)} ({each.not_asked.reason})" for each in silent if each.not_asked]
        notes.append(f"not asked: {', '.join(dict.fromkeys(named))}")
    return tuple(filter(None, notes))


def _disagreement(asked: Sequence[Signal]) -> str:
    """Say who disagrees about a retraction, when some who were asked do."""
    bad = {each.name for each in asked if _is_bad(each)}
    if "crossref" in bad:
        bad.discard("crossref-notices")  # one voice
    yes = [NAMES.get(each.name, each.name) for each in asked if each.name in bad]
    no = [NAMES.get(each.name, each.name) for each in asked if not _is_bad(each) and each.name not in CANNOT_TELL]
    if not yes or not no:
        return ""
    verb, other = "say" if len(set(yes)) > 1 else "says", "do" if len(set(no)) > 1 else "does"
    return f"retracted, {verb} {join_names(yes)}; {join_names(no)} {other} not"


def _still_shown(asked: Sequence[Signal], events: Sequence[Update]) -> str:
    """Say who still shows a retraction that was taken back."""
    still = [NAMES.get(each.name, each.name) for each in asked if _is_bad(each) and REINSTATEMENT not in each.says]
    when = max((each.date for each in events if each.kind == REINSTATEMENT), default="")
    if not still:
        return ""
    taken = f"the retraction was taken back{f' on {when}' if when else ''}"
    return f"{taken}; {join_names(still)} still {'show' if len(set(still)) > 1 else 'shows'} it"


def _good_news(asked: Sequence[Signal]) -> str:
    """Say of whom no update is known; the table alone only that the work is not in it."""
    clean = [each for each in asked if not each.says]
    if [each.name for each in clean] == ["retraction-watch-table"]:
        return f"not in the table of {clean[0].asked_at[:10]}"
    return f"no update known to {join_names([name_signal(each) for each in clean])}" if clean else ""


def _is_bad(signal: Signal) -> bool:
    return any(each.startswith(BAD) for each in signal.says.split(", "))
