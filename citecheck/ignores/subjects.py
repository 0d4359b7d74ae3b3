"""What a run's findings and ignores speak of: the references behind keys, places and lines, and what could be asked of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property

from citecheck.findings.of_standings import STANDING_RULES
from citecheck.findings.wording import introduce, work_key
from citecheck.ignores.declaring import Ignore, Origin
from citecheck.records import (
    Finding,
    Manuscript,
    Place,
    QuoteMatch,
    QuoteStatus,
    Resolution,
    ResolutionOutcome,
    Standing,
    StandingStatus,
)

LONGEST_PLACE = 2000
"""Lines of one place that are looked at: longer entries are broken ones."""
OF_STANDINGS = frozenset((*STANDING_RULES.values(), "reinstated", "cited-notice", "cited-on-purpose"))
OF_REGISTRIES = OF_STANDINGS | {"mismatched-work", "not-found", "ambiguous-work", "duplicate-reference"}
OF_TEXTS = frozenset(
    "quotation-altered quotation-absent quotation-elsewhere quotation-near quotation-interleaved quotation-drifted "
    "value-not-stated number-absent better-source wrong-source contradicted unsupported-number unsupported "
    "partially-supported superseded-number".split()
)
"""Rules that speak only where a source's text was at hand."""


class Subjects:
    """The references of a run, by every name and place that findings and ignores know them by."""

    def __init__(
        self,
        manuscript: Manuscript | None,
        resolutions: Sequence[Resolution],
        standings: Sequence[Standing],
        matches: Sequence[QuoteMatch] = (),
        *,
        document: str = "",
    ) -> None:
        self._document = document
        self._names: dict[str, set[str]] = defaultdict(set)
        self.reference_places = {each.reference.place for each in resolutions}
        self._by_place: dict[Place, set[str]] = defaultdict(set)
        self._keys_named: dict[str, set[str]] = defaultdict(set)
        self._unasked, self._unjudged = set[str](), set[str]()
        judged = {work_key(each.work): each for each in standings}
        for each in resolutions:
            key = each.reference.key
            names = {key, each.reference.doi or "", each.work.doi if each.work else "", introduce(each.reference)} - {
                ""
            }
            for name in names:
                self._keys_named[name.casefold()].add(key)
                self._names[name.casefold()] |= {name.casefold() for name in names}
            self._by_place[each.reference.place].add(key)
            standing = judged.get(work_key(each.work, each.reference))
            if each.outcome is ResolutionOutcome.NOT_ASKED:
                self._unasked.add(key)
            if standing is None or standing.status is StandingStatus.NOT_ASKED:
                self._unjudged.add(key)
        self._keys = {each.reference.key for each in resolutions}
        self._has_texts = bool(matches) and all(each.status is not QuoteStatus.NOT_CHECKED for each in matches)
        if manuscript is not None:
            self._add_places(manuscript)

    def _add_places(self, manuscript: Manuscript) -> None:
        for pair in manuscript.pairs:
            if pair.reference is not None:
                self._by_place[manuscript.markers[pair.marker].place].add(pair.reference)
        for quotation in manuscript.quotations:
            for marker in quotation.markers:
                self._by_place[quotation.place] |= set(manuscript.markers[marker].targets)

    def path_of(self, place: Place) -> str:
        """Give the file of a place."""
        return place.path or self._document

    def names_like(self, name: str) -> set[str]:
        """Give every name of the reference that has this one; the name itself where there is none."""
        folded = name.strip().casefold().removeprefix("https://doi.org/")
        return self._names.get(folded, {folded})

    def names_of(self, finding: Finding) -> set[str]:
        """Give every name of the references that a finding is about: by its subject, else by its places."""
        subject = finding.subject.casefold()
        if subject in self._names:
            return self._names[subject]
        keys = {key for place in finding.places for key in self._by_place.get(place, ())}
        return {subject}.union(*(self.names_like(each) for each in keys))

    def is_settled(self, each: Ignore, rule: str) -> bool:
        """Could it be known whether the rule has a finding here? An ignore is unused only where it could."""
        if rule in OF_TEXTS:
            return self._has_texts
        if rule not in OF_REGISTRIES:
            return True
        concerned = self._concerned(each)
        of_standings = rule in OF_STANDINGS and not self._unjudged.isdisjoint(concerned)
        return not of_standings and self._unasked.isdisjoint(concerned)

    def _concerned(self, each: Ignore) -> set[str]:
        if each.key:
            return {key for name in self.names_like(each.key) for key in self._keys_named.get(name, ())}
        if each.origin is not Origin.COMMENT:
            return self._keys
        path = self.path_of(each.place)
        if each.place.line is None:
            return self._by_block.get(each.place.node, set())
        return {key for line in (each.place.line, each.below) for key in self._by_line.get((path, line), ())}

    @cached_property
    def _by_block(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for place, keys in self._by_place.items():
            for node in blocks_around(place):
                found[node] |= keys
        return found

    @cached_property
    def _by_line(self) -> dict[tuple[str, int | None], set[str]]:
        found: dict[tuple[str, int | None], set[str]] = defaultdict(set)
        for place, keys in self._by_place.items():
            for line in lines_of(place):
                found[self.path_of(place), line] |= keys
        return found


def blocks_around(place: Place) -> Iterator[str]:
    """Give the paths of the block of a place without lines, and of those that it stands in."""
    node = place.node if place.line is None else ""
    while node:
        yield node
        node = node.rpartition(".")[0]


def lines_of(place: Place) -> range:
    """Give the lines of a place; none where it has no line."""
    if place.line is None:
        return range(0)
    return range(place.line, min(max(place.line, place.end_line or 0), place.line + LONGEST_PLACE) + 1)
