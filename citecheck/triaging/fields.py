"""Fields: what a sentence and its best evidence say of one thing, side by side.

Number, unit, period, population, direction, comparison, modality and entity, each with both values. A field that differs is
something to look at, and no finding: on real texts these differences are as common beside sentences that are borne out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from citecheck.lexicon.cues import CUES, DOWN, HEDGE, MODALITY, POPULATION, UP
from citecheck.records import ClaimField, Extent
from citecheck.text.quantities import Kind, Likeness, Quantity, compare_quantities
from citecheck.triaging.preparing import PreparedText
from citecheck.triaging.statements import Statement, name_stems
from citecheck.triaging.tokens import stem

PERIODS = frozenset({"time", "year", "date"})
SMALL_WORD = 10
"""A count in words below this (*two reasons*) is often the writer's own, and its absence says nothing."""
_BEST_FIRST = tuple(Likeness)
_FOUND = (Likeness.SAME, Likeness.ROUNDED, Likeness.COMPATIBLE)
_DIRECTIONS = {"up": UP, "down": DOWN}
_SIGNS = {"=": "", "~": "about", "<": "less than", "<=": "at most", ">": "more than", ">=": "at least"}
_UNCOMPARED = frozenset({Kind.P_VALUE, Kind.ORDINAL})
_UNCOMPARED_MODALITY = "measured"


def compare_fields(
    statement: Statement, evidence: str, quantities: Sequence[Quantity], text: PreparedText
) -> tuple[ClaimField, ...]:
    """Compare every field of a sentence with its best evidence; numbers and names also with the rest of the text."""
    return (
        *_numbers(statement, quantities, text),
        *_classes("population", POPULATION, statement.text, evidence),
        *_directions(statement.text, evidence),
        *_modality(statement.text, evidence),
        *_entities(statement, evidence, text),
    )


def find_absent_numbers(statement: Statement, text: PreparedText) -> tuple[str, ...]:
    """Give the numbers of a sentence that are nowhere in the text, neither as a value nor as the digits they are written in."""
    if text.fulltext.extent is not Extent.FULLTEXT:
        return ()
    return tuple(
        each.text
        for each in statement.quantities
        if each.kind not in _UNCOMPARED and not _is_own_count(each) and not _stands_in(each, text)
    )


def find_superseded_numbers(statement: Statement, cited: PreparedText, later: PreparedText) -> tuple[str, ...]:
    """Give the numbers of a sentence that are in the cited version's text and nowhere in the later version's; both whole."""
    if cited.fulltext.extent is not Extent.FULLTEXT:
        return ()
    gone = find_absent_numbers(statement, later)
    never = find_absent_numbers(statement, cited) if gone else ()
    return tuple(each for each in gone if each not in never)


def _is_own_count(quantity: Quantity) -> bool:
    written_out = not any(each.isdigit() for each in quantity.text)
    return written_out and quantity.dimension == "count" and quantity.high < SMALL_WORD


def _stands_in(quantity: Quantity, text: PreparedText) -> bool:
    digits = re.findall(r"\d[\d.,]*\d|\d", quantity.text)
    if digits and all(_holds_digits(text.fulltext.text, each) for each in digits):
        return True
    return any(compare_quantities(quantity, each) is not Likeness.DIFFERS for each in text.all_quantities())


def _holds_digits(text: str, digits: str) -> bool:
    """Do these digits stand in the text as a whole number? 10 is not in 100, nor in 10.5."""
    plain = re.escape(digits)
    return bool(re.search(rf"(?<!\d)(?<!\d[.,]){plain}(?![.,]?\d)", text))


def _numbers(statement: Statement, near: Sequence[Quantity], text: PreparedText) -> Iterator[ClaimField]:
    used: set[int] = set()
    for quantity in statement.quantities:
        if quantity.kind in _UNCOMPARED:
            continue
        likeness, at = _closest(quantity, near, used)
        if at is not None and likeness is not Likeness.DIFFERS:
            used.add(at)
        yield from _of_number(quantity, likeness, near[at] if at is not None else None, text)


def _closest(quantity: Quantity, near: Sequence[Quantity], used: set[int]) -> tuple[Likeness, int | None]:
    """Give the best match among the quantities nearby that no other number took; else one of the same dimension."""
    free = [at for at in range(len(near)) if at not in used]
    ranked = sorted((_BEST_FIRST.index(compare_quantities(quantity, near[at])), at) for at in free)
    if ranked and _BEST_FIRST[ranked[0][0]] is not Likeness.DIFFERS:
        return _BEST_FIRST[ranked[0][0]], ranked[0][1]
    alike = [at for at in free if _family(near[at]) == _family(quantity) and near[at].kind is quantity.kind]
    return Likeness.DIFFERS, alike[0] if alike else None


def _family(quantity: Quantity) -> str:
    return "year" if quantity.dimension == "date" else quantity.dimension


def _of_number(
    quantity: Quantity, likeness: Likeness, other: Quantity | None, text: PreparedText
) -> Iterator[ClaimField]:
    name = "period" if quantity.dimension in PERIODS else "number"
    if other is None:
        outcome = "not_stated"
        if text.fulltext.extent is Extent.FULLTEXT and not _is_own_count(quantity) and not _stands_in(quantity, text):
            outcome = "absent"
        yield ClaimField(field=name, outcome=outcome, claim=quantity.text)
        return
    if likeness is Likeness.UNIT and name == "number":
        yield ClaimField(field=name, outcome="same", claim=quantity.text, source=other.text)
        yield ClaimField(field="unit", outcome="differs", claim=_unit(quantity), source=_unit(other))
        return
    outcome = str(likeness) if likeness in _FOUND else "differs"
    yield ClaimField(field=name, outcome=outcome, claim=quantity.text, source=other.text)
    if name == "number" and quantity.unit and likeness in _FOUND:
        yield ClaimField(field="unit", outcome="same", claim=_unit(quantity), source=_unit(other))
    if likeness in _FOUND and {quantity.comparator, other.comparator} != {"="}:
        same = quantity.comparator == other.comparator
        yield ClaimField(
            field="comparison",
            outcome="same" if same else "differs",
            claim=_SIGNS[quantity.comparator],
            source=_SIGNS[other.comparator],
        )


def _unit(quantity: Quantity) -> str:
    return quantity.unit or quantity.noun or quantity.dimension


def _classes(field: str, patterns: dict[str, re.Pattern[str]], claim: str, source: str) -> Iterator[ClaimField]:
    ours, theirs = _words_of(patterns, claim), _words_of(patterns, source)
    if not ours and not theirs:
        return
    same = {stem(each) for each in ours} == {stem(each) for each in theirs}
    outcome = "same" if same else "differs" if theirs else "not_stated"
    yield ClaimField(field=field, outcome=outcome, claim=_joined(ours), source=_joined(theirs))


def _words_of(patterns: dict[str, re.Pattern[str]], text: str) -> list[str]:
    """Give the words that match, once each, in lower case."""
    found = (match.group().lower() for pattern in patterns.values() for match in pattern.finditer(text))
    return list(dict.fromkeys(found))


def _directions(claim: str, source: str) -> Iterator[ClaimField]:
    ours = [name for name, pattern in _DIRECTIONS.items() if pattern.search(claim)]
    theirs = [name for name, pattern in _DIRECTIONS.items() if pattern.search(source)]
    if ours:
        shared = set(ours) & set(theirs)
        outcome = "same" if ours == theirs else "compatible" if shared else "differs" if theirs else "not_stated"
        yield ClaimField(field="direction", outcome=outcome, claim=_joined(ours), source=_joined(theirs))


def _modality(claim: str, source: str) -> Iterator[ClaimField]:
    patterns = {name: each for name, each in MODALITY.items() if name != _UNCOMPARED_MODALITY} | {
        "hedged": HEDGE,
        "causal": CUES["causal"],
        "association": CUES["association"],
    }
    ours = [name for name, pattern in patterns.items() if pattern.search(claim)]
    theirs = [name for name, pattern in patterns.items() if pattern.search(source)]
    if ours or theirs:
        outcome = "same" if ours == theirs else "differs" if theirs or "causal" in ours else "not_stated"
        yield ClaimField(
            field="modality", outcome=outcome, claim=_joined(ours) or "stated", source=_joined(theirs) or "stated"
        )


def _entities(statement: Statement, evidence: str, text: PreparedText) -> Iterator[ClaimField]:
    near = {each for name in re.findall(r"[^\W_]+", evidence) for each in name_stems(name)}
    for name in statement.names:
        stems = name_stems(name)
        if not stems:
            continue
        if stems <= near:
            outcome = "same"
        elif all(each in text.postings for each in stems):
            outcome = "compatible"
        else:
            outcome = "absent" if text.fulltext.extent is Extent.FULLTEXT else "not_stated"
        yield ClaimField(field="entity", outcome=outcome, claim=name, source=name if outcome == "same" else "")


def _joined(names: Iterable[str]) -> str:
    return ", ".join(names)
