"""How a standing is put into words: the status with its date, notice, reasons and sources; then every event and every signal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from citecheck.lexicon.titles import MARKED_RETRACTED
from citecheck.records import Signal, Standing, StandingStatus, Update
from citecheck.standings import (
    CLEARABLE,
    LATER_VERSION,
    NAMES,
    REINSTATEMENT,
    join_names,
    name_signal,
    status_of,
    telling_update,
)

STANDING_RULES = {
    StandingStatus.RETRACTED: "retracted",
    StandingStatus.WITHDRAWN: "withdrawn",
    StandingStatus.REMOVED: "removed",
    StandingStatus.PARTIALLY_RETRACTED: "partially-retracted",
    StandingStatus.CONCERN: "concern",
    StandingStatus.RETRACTED_AND_REPLACED: "retracted-and-replaced",
    StandingStatus.HINTED: "hinted",
    StandingStatus.CORRECTED: "corrected",
    StandingStatus.SUPERSEDED: "superseded",
    StandingStatus.UNKNOWN_UPDATE: "unknown-update",
}
PHRASES = {
    StandingStatus.RETRACTED: "retracted",
    StandingStatus.WITHDRAWN: "withdrawn",
    StandingStatus.REMOVED: "removed by its publisher",
    StandingStatus.PARTIALLY_RETRACTED: "retracted in part",
    StandingStatus.CONCERN: "under an expression of concern",
    StandingStatus.RETRACTED_AND_REPLACED: "retracted and replaced by a corrected version",
    StandingStatus.CORRECTED: "corrected",
}
SOURCES = {
    **NAMES,
    "publisher": "the publisher",
    "retraction-watch": "Retraction Watch",
    "title-match": "a title in Retraction Watch's table",
    "pmid-match": "a PubMed id in Retraction Watch's table",
}
"""Who asserts an update, in words; the table and Crossref's copy of it are one voice."""
KINDS = {
    "expression_of_concern": "expression of concern",
    "new_version": "newer version",
    "new_edition": "newer edition",
}
NOT_ASKED = {"unknown_work": "it is not known there", "badanswer": "it answered what cannot be read"}
"""Reasons that need other words."""
MOST_EVENTS = 8
"""Events of one work that are told one by one."""


def say_status(standing: Standing) -> str:
    """Say what has become of a work, when, where it is announced, why, and who says so."""
    update = telling_update(standing)
    match standing.status:
        case StandingStatus.HINTED:
            return _say_hint(standing, update)
        case StandingStatus.SUPERSEDED if update is not None:
            return _say_later(update)
        case StandingStatus.UNKNOWN_UPDATE if update is not None:
            what = f"updated{_on(update.date)} as “{update.label or update.kind}”, a kind that citecheck does not know"
            return what + _in_brackets(_details(update, standing.work.doi))
        case _:
            phrase = PHRASES.get(standing.status, standing.status.value.replace("_", " "))
            if update is None:
                return phrase
            same = [each for each in standing.updates if status_of(each) is standing.status]
            often = f" {len(same)} times, last" if standing.status is StandingStatus.CORRECTED and len(same) > 1 else ""
            if not often:  # several notices of one retraction: whoever announces one of them says so
                voices = dict.fromkeys(voice for each in (update, *same) for voice in each.asserted_by)
                update = replace(update, asserted_by=tuple(voices))
            return f"{phrase}{often}{_on(update.date)}{_in_brackets(_details(update, standing.work.doi))}"


def _say_hint(standing: Standing, update: Update | None) -> str:
    if update is not None and "title-match" in update.asserted_by:
        paper = f", {update.work}," if update.work else ""
        return (
            f"perhaps retracted: Retraction Watch's table has a paper of this title{paper} retracted{_on(update.date)}"
        )
    if update is not None and "pmid-match" in update.asserted_by:
        return f"perhaps retracted: Retraction Watch's table has its PubMed id under another DOI, {update.work}"
    flagged = any(each.name == "openalex" and "retracted" in each.says for each in standing.signals)
    titled = any(MARKED_RETRACTED.match(each) for each in (standing.work.title, *standing.work.other_titles))
    flag = ["OpenAlex flags it"] if flagged or standing.work.retracted_hint else []
    title = ["its title says so"] if titled or not flag else []
    return f"perhaps retracted: {join_names([*flag, *title])}; no notice confirms it"


def _say_later(update: Update) -> str:
    what = update.label.partition(",")[0] if update.kind == "new_version" else ""
    said = _in_brackets(_said_by(update))
    where = update.notice or update.label.partition(",")[2].strip() or "at its publisher's"
    if what == "published version":
        return f"a preprint; the published version is {where}{said}"
    kind = "edition" if update.kind == "new_edition" else "version"
    return f"there is a newer {kind}{_on(update.date, 'of')}, {where}{said}"


def say_reinstated(standing: Standing) -> str:
    """Say that a retraction was taken back, when, and who says so."""
    back = next((each for each in reversed(standing.updates) if each.kind == REINSTATEMENT), None)
    first = next((each for each in standing.updates if each.kind in CLEARABLE), None)
    retraction = f"a retraction{f' of {first.date}' if first and first.date else ''} was taken back"
    return f"{retraction}{_on(back.date)}{_in_brackets(_details(back, standing.work.doi))}" if back else retraction


def say_notice(standing: Standing) -> str:
    """Say that the cited work announces something about another, and about which."""
    about = [each for each in standing.work.notice_of if each.work and each.work != standing.work.doi]
    if not about:
        return "is itself a notice"
    return f"is itself a notice ({_kind(about[0])} of {about[0].work}{', and others' if len(about) > 1 else ''})"


def evidence_of(standing: Standing) -> tuple[str, ...]:
    """Give every event when there are several, who disagrees, and what each source was asked and said."""
    lines = []
    if len(standing.updates) > 1:
        for each in standing.updates[-MOST_EVENTS:]:
            details = ", ".join(_details(each, standing.work.doi))
            lines.append(f"{each.date or 'no date'}: {_kind(each)}{f', {details}' if details else ''}")
        if len(standing.updates) > MOST_EVENTS:
            lines.insert(0, f"{len(standing.updates) - MOST_EVENTS} earlier events")
    lines += [each for each in standing.notes if not each.startswith(("not asked:", "no update known", LATER_VERSION))]
    return (*lines, *_say_signals(standing.signals))


def _say_signals(signals: Iterable[Signal]) -> Iterator[str]:
    """Say what each source was asked and said; those that say the same of one day are told together."""
    told: dict[str, list[str]] = {}
    signals = tuple(signals)
    recorded = next((each.says for each in signals if each.name == "crossref"), "")
    for signal in signals:
        if signal.not_asked is not None:
            said = f"not asked ({NOT_ASKED.get(signal.not_asked.reason, signal.not_asked.reason)})"
        elif signal.name == "retraction-watch-table":
            said = signal.says or "not in it"
        elif signal.name == "crossref-notices" and signal.says in ("", recorded):
            continue  # it found no more than the record names
        else:
            said = (signal.says or "no update known") + (f" (asked {signal.asked_at[:10]})" if signal.asked_at else "")
        told.setdefault(said, []).append(name_signal(signal))
    for said, names in told.items():
        yield f"{join_names(names)}: {said}"


def help_of(standing: Standing) -> str:
    """Say what to do where the rule's own advice does not fit; else empty."""
    update = telling_update(standing)
    if standing.status is StandingStatus.RETRACTED_AND_REPLACED and update and update.notice == standing.work.doi:
        return "The DOI now serves the corrected version: check which version you used."
    if standing.status is StandingStatus.HINTED and update and update.work and "title-match" in update.asserted_by:
        return f"Compare the reference with {update.work}, and add its DOI when it is that paper."
    return ""


def _details(update: Update, own: str) -> list[str]:
    parts = []
    if update.notice and update.notice != own:
        parts.append(f"notice {update.notice}")
    elif update.label and {"pubmed", "europepmc"}.intersection(update.asserted_by) and " " in update.label:
        parts.append(f"in {update.label}")
    if update.reasons:
        parts.append("; ".join(update.reasons[:3]))
    return parts + _said_by(update)


def _said_by(update: Update) -> list[str]:
    names = list(dict.fromkeys(SOURCES.get(each, each) for each in update.asserted_by))
    return [f"{'say' if len(names) > 1 else 'says'} {join_names(names)}"] if names else []


def _in_brackets(parts: Iterable[str]) -> str:
    told = ", ".join(parts)
    return f" ({told})" if told else ""


def _on(when: str, word: str = "on") -> str:
    """Say a date: on a day, in a month or year."""
    return f" {word if len(when) == 10 else 'in' if word == 'on' else word} {when}" if when else ""


def _kind(update: Update) -> str:
    if update.kind == "unknown":
        return f"“{update.label or 'unknown'}”"
    if update.kind == "new_version" and update.label:
        return update.label.partition(",")[0]
    return KINDS.get(update.kind, update.kind.replace("_", " "))
