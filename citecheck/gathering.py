"""Gathering: references and works become texts. What do the sources say in their own words?

Places that cost nothing are looked in first, and a place is asked only for what those before it did not have in full. A longer
text replaces a thin one, never a shorter. References to one work share its text. A work that the registries hold to be
another than the reference describes lends it no text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from citecheck.records import Extent, NotAsked, Reference, Resolution, ResolutionOutcome, SourceText, Work
from citecheck.seams import FulltextSource

NO_PLACE = "no_source"
"""The reason *not asked* where nobody was there to be asked."""
RANK = {Extent.FULLTEXT: 3, Extent.ABSTRACT: 2, Extent.SNIPPET: 1, Extent.NOTE: 0}
Question = tuple[Reference, Work | None]


@dataclass(slots=True, kw_only=True)
class _Search:
    """The search for one work's text: the references that share it, and what was found so far."""

    questions: list[Question]
    held: SourceText | None = None
    failed: list[str] = field(default_factory=list)
    not_asked: list[NotAsked] = field(default_factory=list)

    @property
    def is_done(self) -> bool:
        """Is a full text at hand?"""
        return self.held is not None and _extent(self.held) is Extent.FULLTEXT

    def take(self, found: SourceText) -> None:
        """Take what one place gave."""
        if found.fulltext is not None and _is_better(found, self.held):
            self.held = found
        if found.failed:
            self.failed.append(found.failed)
        if found.not_asked is not None:
            self.not_asked.append(found.not_asked)


def gather_texts(
    references: Sequence[Reference], resolutions: Sequence[Resolution], providers: Sequence[FulltextSource]
) -> Iterator[SourceText]:
    """Give for every reference, in order, a text, or why there is none.

    Places on this machine are asked before those on the network, else in the order given. Each work is looked for once.
    """
    by_key = {each.reference.key: each for each in resolutions}
    questions = [_question(each, by_key.get(each.key)) for each in references]
    searches: dict[str, _Search] = {}
    for question in questions:
        searches.setdefault(_identity(question), _Search(questions=[])).questions.append(question)
    for place in sorted(providers, key=lambda each: each.asks_network):
        _look_in(place, [each for each in searches.values() if not each.is_done])
    for question in questions:
        yield _settle(question[0].key, searches[_identity(question)], providers)


def _question(reference: Reference, resolution: Resolution | None) -> Question:
    """Give what is asked for a reference: with its work where that is settled, without a DOI that leads elsewhere."""
    if resolution is None:
        return reference, None
    match resolution.outcome:
        case ResolutionOutcome.RESOLVED:
            return reference, resolution.work
        case ResolutionOutcome.MISMATCHED:
            return replace(reference, identifiers=()), None
        case _:
            return reference, None


def _identity(question: Question) -> str:
    reference, work = question
    doi = (work.doi if work else "") or reference.doi
    return f"doi {doi}" if doi else f"key {reference.key}"


def _look_in(place: FulltextSource, searches: Sequence[_Search]) -> None:
    """Ask one place for what is still looked for; whatever goes wrong there is that place's trouble alone.

    On the network each work is asked for once; on the machine each reference is, since each may name its own file.
    """
    asked = [
        (search, question)
        for search in searches
        for question in (search.questions[:1] if place.asks_network else search.questions)
    ]
    answers = 0
    try:
        for (search, _), found in zip(asked, place.find_texts([question for _, question in asked]), strict=False):
            answers += 1
            search.take(found)
    except Exception as error:  # a plugin's fault, whatever it is, must not cost the run
        for search, _ in asked[answers:]:
            search.failed.append(f"{place.name}: broke off ({type(error).__name__}: {error}).")


def _settle(key: str, search: _Search, providers: Sequence[FulltextSource]) -> SourceText:
    """Say what became of a search: a text, a failure, or that nobody could be asked."""
    if search.held is not None and search.held.fulltext is not None:
        return SourceText(key=key, fulltext=replace(search.held.fulltext, key=key))
    if search.failed:
        return SourceText(key=key, failed=" ".join(dict.fromkeys(search.failed)))
    if search.not_asked:
        return SourceText(key=key, not_asked=search.not_asked[0])
    return SourceText(key=key, not_asked=NotAsked(reason=NO_PLACE, message=_explain(search, providers)))


def _explain(search: _Search, providers: Sequence[FulltextSource]) -> str:
    reference, work = search.questions[0]
    looked = ", ".join(each.name for each in providers if not each.asks_network)
    own = f"no text of it at hand ({looked})" if looked else "no text of it at hand"
    if not any(each.asks_network for each in providers):
        return f"{own}; open copies were not asked for."
    if not ((work.doi if work else "") or reference.doi):
        return f"{own}; without a DOI no open copy can be asked for."
    return f"{own}, and none elsewhere."


def _extent(text: SourceText) -> Extent:
    return text.fulltext.extent if text.fulltext is not None else Extent.NOTE


def _is_better(found: SourceText, held: SourceText | None) -> bool:
    """Is a text to be preferred to the one at hand: no less of the work, and longer?"""
    if held is None or held.fulltext is None or found.fulltext is None:
        return True
    return RANK[_extent(found)] >= RANK[_extent(held)] and len(found.fulltext.text) > len(held.fulltext.text)
