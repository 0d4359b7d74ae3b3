"""Fix one bibliography: read it, resolve its references, decide, rewrite, and read back what was written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from citecheck.bibliography.describing import UNREADABLE, name_keyless
from citecheck.corrections import Correction, Kept
from citecheck.door import Door
from citecheck.errors import BibliographyError
from citecheck.findings.wording import name_registry
from citecheck.fixing.files import Source, read_source
from citecheck.records import Problem, Reference, Resolution
from citecheck.resolving import open_registries, resolve
from citecheck.rewriting import Decided, Decision, Replacement, Slot, decide, read_slots, replace_all, rewrite
from citecheck.settings import Settings
from citecheck.store import Store

Told = Callable[[str, int, int], None]
LOOKS = (
    "key",
    "type",
    "title",
    "authors",
    "year",
    "container",
    "volume",
    "issue",
    "pages",
    "identifiers",
    "url",
    "files",
    "note",
)
"""What of a reference must come out as it went in, but for what is corrected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One field of one reference, corrected."""

    key: str
    correction: Correction
    says: str
    """The registry that says so."""
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one reference."""

    reference: Reference
    decision: Decision
    resolution: Resolution | None = None
    changes: tuple[Change, ...] = ()
    kept: tuple[Kept, ...] = ()
    why: str = ""
    hints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed:
    """A bibliography fixed: its new bytes, and what became of every reference."""

    source: Source
    content: bytes
    outcomes: tuple[Outcome, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def is_changed(self) -> bool:
        """Would the file be another one?"""
        return self.content != self.source.content

    @property
    def counters(self) -> dict[str, int]:
        """How many references became what; `total` is the sum of the others."""
        counted = {each.value: sum(one.decision is each for one in self.outcomes) for each in Decision}
        return {**counted, "total": len(self.outcomes)}


def fix_bibliography(path: Path, settings: Settings, *, tell: Told | None = None) -> Fixed:
    """Resolve every reference of a bibliography and correct what is certainly wrong; nothing is written to the file.

    Raises:
        BibliographyError: the file cannot be read, or is of a format that is not rewritten, or holds something that would
            not come out as it went in.
    """
    source = read_source(path)
    slots = list(read_slots(source.text, path))
    references = [each.reference for each in slots if isinstance(each.reference, Reference)]
    resolutions = iter(_resolve(references, settings, tell))
    outcomes: list[Outcome] = []
    replacements: list[Replacement] = []
    for slot in slots:
        if isinstance(slot.reference, Reference):
            outcome, written = _settle(slot, next(resolutions), settings)
            outcomes.append(outcome)
            replacements += written
    problems = tuple(
        each.reference for each in slots if isinstance(each.reference, Problem) and each.reference.rule == UNREADABLE
    )
    if replacements:
        _check_rest(source, replacements, slots, outcomes)
    content = source.rewrite(replacements) if replacements else source.content
    return Fixed(source=source, content=content, outcomes=tuple(outcomes), problems=problems)


def _resolve(references: Sequence[Reference], settings: Settings, tell: Told | None) -> list[Resolution]:
    with Door(settings) as door:
        store = Store(Path(settings.cache_dir))
        try:
            found: list[Resolution] = []
            for each in resolve(references, open_registries(door, store, settings)):
                found.append(each)
                if tell is not None:
                    tell("references", len(found), len(references))
            return found
        finally:
            store.close()


def _settle(slot: Slot, resolution: Resolution, settings: Settings) -> tuple[Outcome, tuple[Replacement, ...]]:
    reference = resolution.reference
    if _is_set_aside(reference, resolution, settings):
        why = "named in the settings or in its citecheck field"
        return Outcome(reference=reference, decision=Decision.SET_ASIDE, resolution=resolution, why=why), ()
    decided = decide(resolution, is_cut=slot.is_cut)
    if decided.decision is not Decision.CHANGED:
        return _outcome(resolution, decided, decided.decision, kept=decided.proposal.kept, why=decided.why), ()
    if slot.write is None:
        fields = ", ".join(f"{each.field} {each.new}" for each in decided.proposal.corrections)
        why = f"the entry is not quite as its format has it, and is left as it is; mend that first ({fields})"
        return _outcome(resolution, decided, Decision.IN_DOUBT, why=why), ()
    rewritten = rewrite(slot, decided.proposal.corrections)
    kept = (*decided.proposal.kept, *rewritten.kept)
    why = "; ".join(f"{each.field} kept: {each.why}" for each in kept)
    if not rewritten.replacements:
        return _outcome(resolution, decided, Decision.IN_DOUBT, kept=kept, why=why), ()
    says = name_registry(decided.work)
    changes = tuple(
        Change(key=reference.key, correction=each, says=says, line=reference.place.line)
        for each in decided.proposal.corrections
        if each.field in rewritten.written
    )
    outcome = _outcome(resolution, decided, Decision.CHANGED, kept=kept, why=why)
    return replace(outcome, changes=changes), rewritten.replacements


def _outcome(
    resolution: Resolution, decided: Decided, decision: Decision, *, kept: tuple[Kept, ...] = (), why: str = ""
) -> Outcome:
    return Outcome(
        reference=resolution.reference,
        decision=decision,
        resolution=resolution,
        kept=kept,
        why=why,
        hints=decided.proposal.hints,
    )


def _is_set_aside(reference: Reference, resolution: Resolution, settings: Settings) -> bool:
    """Did somebody say that findings about the reference are to be ignored? Then it is as they want it."""
    names = {reference.key, reference.doi or "", resolution.work.doi if resolution.work else ""} - {""}
    return bool(names & set(settings.ignore)) or "ignore" in reference.note


def _check_rest(
    source: Source, replacements: Sequence[Replacement], slots: Sequence[Slot], outcomes: Sequence[Outcome]
) -> None:
    """Read back what would be written: only what is corrected may come out differently.

    Raises:
        BibliographyError: something else would.
    """
    before = [each.reference for each in slots]
    after = [each.reference for each in read_slots(replace_all(source.text, replacements), source.path)]
    changed = {id(each.reference): {change.correction.field for change in each.changes} for each in outcomes}
    for number, one in enumerate(before):
        two = after[number] if number < len(after) else None
        if isinstance(one, Problem):
            same = isinstance(two, Problem) and two.message == one.message
        else:
            fields = changed.get(id(one), set())
            same = isinstance(two, Reference) and _are_alike(one, two, fields)
        if not same:
            name = one.key if isinstance(one, Reference) else "an entry"
            raise BibliographyError(
                f"{source.path}: {name} would come out differently than meant; nothing was written.",
                help="Correct this entry by hand, or set it aside with --ignore, and run again.",
            )
    if len(after) != len(before):
        raise BibliographyError(f"{source.path}: the file would come out with other entries; nothing was written.")


def _are_alike(one: Reference, two: Reference, changed: set[str]) -> bool:
    changed = changed | ({"identifiers", "url"} if "doi" in changed else set())
    if one.key == name_keyless(one.place.line or 0):
        changed = changed | {"key"}  # it says where the reference stands
    return all(getattr(one, name) == getattr(two, name) for name in LOOKS if name not in changed)
