"""References with right answers: works cited faithfully, with liberties, wrongly, and works that there are not."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from citecheck.text.titles import language_of, script_of
from tests.resolving.generated.changes import LIBERTIES, invent_people, invent_title
from tests.resolving.generated.facts import Facts
from tests.resolving.generated.styles import FIELDS, STYLES

ALL_STYLES = (*STYLES, *FIELDS)
RUNNING_TEXT_LATEX = "LaTeX"
HARD = ("(", "<", "[", ";", ",", "//")


class Truth(StrEnum):
    """What a reference is."""

    SAME = "same"
    """It describes the work, under its identifier or without one."""
    OTHER = "other"
    """Its identifier leads to another work than it describes."""
    ABSENT = "absent"
    """No registry has the work that it describes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One reference and what it is."""

    kind: str
    style: str
    work: Facts
    """What is written down."""
    doi: str = ""
    """The DOI that is written down."""
    truth: Truth = Truth.SAME
    right: frozenset[str] = frozenset()
    """The DOIs that are the work meant."""


def faithful_cases(works: Sequence[Facts], styles: Sequence[str] = ALL_STYLES) -> Iterator[Case]:
    """Cite every work in every style, with its DOI and, where it can be told by words, without."""
    for style in styles:
        for work in works:
            yield _same("faithful, with DOI", style, work, work, doi=True)
            if work.is_telling:
                yield _same("faithful, without DOI", style, work, work, doi=False)


def liberty_cases(works: Sequence[Facts], seed: int, each: int) -> Iterator[Case]:
    """Cite works with every liberty, half of them without DOI, in styles in turn; `each` is how many of a kind."""
    for name, change in LIBERTIES.items():
        rng = random.Random(f"{seed} {name}")
        pool = [work for work in rng.sample(works, len(works)) if work.is_telling]
        made = 0
        for work in pool:
            changed = change(work, rng) if name != "faithful" else None
            if changed is None:
                continue
            style = "BibTeX" if name == RUNNING_TEXT_LATEX else ALL_STYLES[made % len(ALL_STYLES)]
            if style == "BibTeX" and name == "markup pasted":
                style = "APA"
            with_doi = made % 2 == 0 or not work.is_searched or name in ("translated title", "romanised")
            yield _same(name, style, changed, work, doi=with_doi)
            made += 1
            if made >= each:
                break


def wrong_cases(works: Sequence[Facts], seed: int, each: int) -> Iterator[Case]:
    """Cite works wrongly: identifiers of others, titles that are not theirs, parts of two works, and nothing real."""
    rng = random.Random(f"{seed} wrong")
    pool = [work for work in rng.sample(works, len(works)) if work.is_telling and len(work.title) > 20]
    for number in range(each):
        one, two = pool[number % len(pool)], pool[(number * 7 + 3) % len(pool)]
        if {one.doi, *one.others} & {two.doi, *two.others} or _share_people(one, two) or not _are_comparable(one, two):
            continue
        style = ALL_STYLES[number % len(ALL_STYLES)]
        invented = replace(
            one, title=invent_title(rng), subtitle="", people=invent_people(rng), organisations=frozenset()
        )
        borrowed = replace(one, people=two.people)
        yield _wrong("another work's DOI", style, one, two.doi)
        yield _wrong("invented, with a real DOI", style, invented, one.doi)
        yield _wrong("authors of another, with the DOI", style, borrowed, one.doi)
        yield _absent("authors of another, no DOI", style, borrowed)
        yield _absent("invented throughout", style, invented)
        yield _absent("invented, with a dead DOI", style, invented, doi=f"10.1234/none.{number}")
        if _speaks_english(one) and _speaks_english(two):  # else it may be the translated title of the same work
            untitled = replace(one, title=invent_title(rng), subtitle="")
            yield _wrong("title invented, with the DOI", style, untitled, one.doi)
            yield _absent("title invented, no DOI", style, untitled)
            yield _absent("title and authors of two works", style, replace(two, title=one.title, subtitle=one.subtitle))


def identifier_cases(works: Sequence[Facts], aliases: dict[str, str]) -> Iterator[Case]:
    """Cite by identifiers that are hard: odd characters, other agencies, other names, and of couples either."""
    by_doi = {work.doi: work for work in works}
    for number, work in enumerate(works):
        style = ALL_STYLES[number % len(ALL_STYLES)]
        if any(sign in work.doi for sign in HARD):
            for style in ALL_STYLES:
                yield _same("hard DOI", style, work, work, doi=True)
        for other in sorted(work.others & by_doi.keys()):
            meant = by_doi[other]
            if {*work.title.split()} & {*meant.title.split()} and work.people[:1] and meant.people[:1]:
                case = _same("preprint for article", style, work, work, doi=True)
                yield replace(case, doi=other, right=frozenset((work.doi, other)))
    for number, (alias, prime) in enumerate(aliases.items()):
        if prime in by_doi:
            case = _same("alias", ALL_STYLES[number % len(ALL_STYLES)], by_doi[prime], by_doi[prime], doi=True)
            yield replace(case, doi=alias)


def _same(kind: str, style: str, written: Facts, meant: Facts, *, doi: bool) -> Case:
    right = frozenset((meant.doi, *meant.others))
    return Case(kind=kind, style=style, work=written, doi=meant.doi if doi else "", truth=Truth.SAME, right=right)


def _wrong(kind: str, style: str, written: Facts, doi: str) -> Case:
    return Case(kind=kind, style=style, work=written, doi=doi, truth=Truth.OTHER)


def _absent(kind: str, style: str, written: Facts, doi: str = "") -> Case:
    return Case(kind=kind, style=style, work=written, doi=doi, truth=Truth.ABSENT)


def _speaks_english(work: Facts) -> bool:
    return script_of(work.title) == "latin" and language_of(work.title) in ("", "en")


def _are_comparable(one: Facts, two: Facts) -> bool:
    """Can people of the one contradict the other's? Organisations cannot, nor names that no one can romanise."""
    if one.organisations or two.organisations or not all(given for each in (one, two) for _, given in each.people):
        return False
    scripts = {script_of(" ".join(family for family, _ in each.people)) for each in (one, two)}
    return len(scripts) == 1 or scripts <= {"latin", "cyrillic", "greek"}


def _share_people(one: Facts, two: Facts) -> bool:
    return bool({family.casefold() for family, _ in one.people} & {family.casefold() for family, _ in two.people})
