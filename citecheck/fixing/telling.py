"""A fixed bibliography told: one line for every change, then what is in doubt and why, then counters that add up."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator

from citecheck.fixing.fixing import Change, Fixed, Outcome
from citecheck.rewriting import Decision

PHRASES = {
    Decision.CHANGED: "changed",
    Decision.RIGHT: "already right",
    Decision.IN_DOUBT: "in doubt",
    Decision.NOT_FOUND: "not found",
    Decision.NO_REGISTRY: "of a kind no registry lists",
    Decision.NOT_ASKED: "not asked",
    Decision.SET_ASIDE: "set aside",
}
SHOWN = 200
"""References of one outcome that are named; the counters hold them all."""


def diff_lines(fixed: Fixed) -> Iterator[str]:
    """Give a unified diff, each line as the file has it."""
    name = str(fixed.source.path).lstrip("/")
    old, new = (_text_of(each, fixed.source.encoding).split("\n") for each in (fixed.source.content, fixed.content))
    yield from difflib.unified_diff(old, new, f"a/{name}", f"b/{name}", lineterm="")


def _text_of(content: bytes, encoding: str) -> str:
    return content.decode(encoding, "surrogateescape" if encoding == "utf-8" else "strict")


def change_line(change: Change) -> str:
    """Tell one change: `key: year: 2018 → 2008 (says Crossref)`."""
    each = change.correction
    if each.field == "authors":
        put_in = [f"{one.new}{f', {one.given}' if one.given else ''}" for one in each.edits if not one.old]
        spelt = [f"{one.old} → {one.new}" for one in each.edits if one.old]
        what = "; ".join([*spelt, *([f"put in {' and '.join(put_in)}"] if put_in else [])])
        return f"{change.key}: authors: {what} (says {change.says})"
    return f"{change.key}: {each.field}: {each.old or '(none)'} → {each.new} (says {change.says})"


def report_lines(fixed: Fixed, *, would: bool) -> Iterator[str]:
    """Tell a whole run; `would` says that nothing was written."""
    changes = [each for one in fixed.outcomes for each in one.changes]
    yield from (change_line(each) for each in changes)
    if changes:
        yield ""
    for decision in (Decision.IN_DOUBT, Decision.NOT_FOUND):
        yield from _left(fixed, decision)
    kept = [one for one in fixed.outcomes if one.decision is Decision.CHANGED and one.kept]
    yield from (f"{one.reference.key}: {each.field} kept: {each.why}" for one in kept[:SHOWN] for each in one.kept)
    yield from (f"{one.reference.key}: hint: {each}" for one in fixed.outcomes for each in one.hints)
    yield from (f"{each.place.path}:{each.place.line}: {each.message}" for each in fixed.problems[:SHOWN])
    counters = fixed.counters
    parts = [f"{counters[each]} {PHRASES[each]}" for each in Decision if counters[each]]
    number = counters["total"]
    yield f"{number} reference{'' if number == 1 else 's'}: {', '.join(parts) or 'none'}"
    if fixed.problems:
        many = len(fixed.problems) != 1
        yield f"{len(fixed.problems)} {'entries' if many else 'entry'} could not be read and {'are' if many else 'is'} left alone"
    if changes:
        verb = "would change" if would else "changed"
        yield f"{len(changes)} field{'' if len(changes) == 1 else 's'} {verb}"


def unasked(fixed: Fixed) -> dict[str, int]:
    """Count why references were not asked for."""
    return dict(Counter(each.why for each in fixed.outcomes if each.decision is Decision.NOT_ASKED))


def _left(fixed: Fixed, decision: Decision) -> Iterator[str]:
    left: list[Outcome] = [each for each in fixed.outcomes if each.decision is decision]
    for each in left[:SHOWN]:
        yield (
            f"{each.reference.key}: {PHRASES[decision]}: {each.why.rstrip('.')}"
            if each.why
            else f"{each.reference.key}: {PHRASES[decision]}"
        )
    if len(left) > SHOWN:
        yield f"and {len(left) - SHOWN} more {PHRASES[decision]}"
