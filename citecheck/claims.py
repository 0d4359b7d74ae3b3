"""Claims: the lexical checker, a rule so plain that anyone can recount it by hand.

A claim is a sentence; its terms are its words of three letters or digits and more, once each, without a short list of stop
words. A sentence of a source that shares enough of them is evidence, and a list of eleven words decides which way it points.
It sees shared words, never shared meaning: *declined* in a sentence that agrees counts against the claim, and so does
*not only*; a text in an unspaced or an accented script has few terms or none. Every status says so.

The thresholds are part of the published rule. None of them is ours to tune.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import citecheck
from citecheck.lexicon.cues import TIME_BOUND
from citecheck.records import ClaimPassage, ClaimStatus, LexicalStatus, ReviewEvent

STOP_WORDS = frozenset("the a an and or of to in on for with is are was were be as by from that this it".split())
"""The rule's own list. *Not* is none of them, so it is a term."""
CONTRADICTING = frozenset(
    "not no never false incorrect decline declined declining contradicts contradicted contradiction".split()
)
"""A source sentence with one of these words points against the claim."""
FEWEST_TERMS = 2
"""Of a claim, and of what a source sentence must share with it."""
SHARED_PERCENT = 35
"""A source sentence must hold at least this share of the claim's terms, rounded up, in whole numbers so that none is lost."""
LONGEST_PASSAGE = 500
SUPPORTING_SOURCES = 2
"""Distinct sources that make a claim supported, not weakly."""
SAME_WORDS_PERCENT = 70
"""From here a passage against a claim says nearly the same words: told to the reader, never part of the status."""
CONFIDENCE = {LexicalStatus.SUPPORTED: "high", LexicalStatus.WEAKLY_SUPPORTED: "low"}
NO_CONFIDENCE = "unsupported"
MACHINE = "machine"
VERIFIER = "deterministic_local"
LIMITATIONS = (
    "counts shared words, not meaning; a rewording shares none",
    "a source sentence with a negation or a form of 'decline' counts as a contradiction, whatever it says",
    "words are runs of three and more of a-z and 0-9: accented and unspaced scripts have few terms or none",
    "two sources that copy one text count as two",
)
NOTE_ONE_SOURCE = "both sides stand in one source: {}"
NOTE_SAME_WORDS = "same words, opposite direction: {} shares {} of {} terms and points against the claim"
NOTE_TIME_BOUND = "time-bound claim on sources without a date: {}"
_END = re.compile(r"(?<=[.!?])\s+")
_TERM = re.compile(r"[a-z0-9]{3,}")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sentence:
    """A sentence of a source, read once for all claims."""

    source: str
    url: str
    title: str
    number: int
    text: str
    terms: frozenset[str]
    against: bool


def split_claims(report: str) -> list[str]:
    """Split a report into its claims: the sentences with at least two terms, in order."""
    return [each for each in _sentences(report) if len(find_terms(each)) >= FEWEST_TERMS]


def find_terms(text: str) -> frozenset[str]:
    """Give the terms of a text, once each."""
    return frozenset(_TERM.findall(text.lower())) - STOP_WORDS


def needed_terms(terms: int) -> int:
    """Give how many of a claim's terms a source sentence must hold to be evidence: max(2, ⌈0.35 · terms⌉)."""
    return max(FEWEST_TERMS, -(-SHARED_PERCENT * terms // 100))


def claim_statuses(
    report: str, sources: Iterable[Mapping[str, Any]], *, now: datetime | None = None
) -> tuple[ClaimStatus, ...]:
    """Judge every claim of a report against all supplied sources.

    `sources` are mappings of id, url, title, text, snippet and retrieved_at, as a JSON file holds them. The text of a source
    is its `text`, else its `snippet`; an empty text does not fall back.
    """
    return assess_claims(split_claims(report), sources, now=now)


def assess_claims(
    claims: Sequence[str],
    sources: Iterable[Mapping[str, Any]],
    *,
    now: datetime | None = None,
    shown: int | None = None,
) -> tuple[ClaimStatus, ...]:
    """Judge sentences that are claims already, such as a manuscript's; one with too few terms is not assessed.

    All passages are counted; with `shown` only so many of each polarity, those that share most, are kept in the record.
    """
    given = [(_source_id(source, number), source) for number, source in enumerate(sources, 1)]
    read = [each for identity, source in given for each in _read_source(identity, source)]
    index: defaultdict[str, list[int]] = defaultdict(list)
    for place, sentence in enumerate(read):
        for term in sentence.terms:
            index[term].append(place)
    stale = tuple(dict.fromkeys(identity for identity, source in given if not _is_dated(source)))
    at = (now or datetime.now(UTC)).isoformat(timespec="seconds")
    judged = (
        _judge(f"claim-{number}", text, _passages(text, read, index), stale=stale, at=at)
        for number, text in enumerate(claims, 1)
    )
    return tuple(each if shown is None else _shortened(each, shown) for each in judged)


def add_review(status: ClaimStatus, *, by: str, at: str, status_word: str, note: str = "") -> ClaimStatus:
    """Let a person override a status; the machine's judgment and all earlier ones stay in the events.

    Raises:
        ValueError: the word is no lexical status, or nobody is named.
    """
    word = LexicalStatus(status_word.strip().lower().replace(" ", "_").replace("-", "_"))
    if not by.strip():
        raise ValueError("a review names who made it")
    event = ReviewEvent(by=by.strip(), at=at, status=word, note=note)
    return replace(status, status=word, confidence=CONFIDENCE.get(word, NO_CONFIDENCE), events=(*status.events, event))


def _sentences(text: str) -> list[str]:
    return [each.strip() for each in _END.split(text) if each.strip()]


def _source_id(source: Mapping[str, Any], number: int) -> str:
    """Give a source's id; one without is known by its address, else by its place in the list."""
    given = source.get("id")
    return str(given if given not in (None, "") else source.get("url") or f"source-{number}")


def _read_source(identity: str, source: Mapping[str, Any]) -> Iterable[_Sentence]:
    text = source.get("text")
    text = source.get("snippet") if text is None else text
    for number, sentence in enumerate(_sentences(str(text if text is not None else "")), 1):
        words = set(_WORD.findall(sentence.lower()))
        yield _Sentence(
            source=identity,
            url=str(source.get("url") or ""),
            title=str(source.get("title") or ""),
            number=number,
            text=sentence[:LONGEST_PASSAGE],
            terms=find_terms(sentence),
            against=not words.isdisjoint(CONTRADICTING),
        )


def _is_dated(source: Mapping[str, Any]) -> bool:
    try:
        datetime.fromisoformat(str(source.get("retrieved_at") or "").strip())
    except ValueError:
        return False
    return True


def _passages(claim: str, read: Sequence[_Sentence], index: Mapping[str, Sequence[int]]) -> tuple[ClaimPassage, ...]:
    """Give the source sentences that are evidence, in the order of the sources."""
    terms = find_terms(claim)
    if len(terms) < FEWEST_TERMS:
        return ()
    needed = needed_terms(len(terms))
    # a sentence that holds enough of the terms holds one of the rarest: the commonest `needed - 1` need no look-up
    rarest = sorted(terms, key=lambda term: len(index.get(term, ())))[: len(terms) - needed + 1]
    candidates = sorted({place for term in rarest for place in index.get(term, ())})
    shared = {place: len(terms & read[place].terms) for place in candidates}
    return tuple(
        ClaimPassage(
            source=read[place].source,
            url=read[place].url,
            title=read[place].title,
            sentence=read[place].number,
            text=read[place].text,
            polarity="contradiction" if read[place].against else "support",
            overlap=shared[place],
        )
        for place in candidates
        if shared[place] >= needed
    )


def _judge(
    identity: str, text: str, passages: tuple[ClaimPassage, ...], *, stale: tuple[str, ...], at: str
) -> ClaimStatus:
    supporting = [each for each in passages if each.polarity == "support"]
    against = [each for each in passages if each.polarity == "contradiction"]
    distinct = len({each.source for each in supporting})
    if len(find_terms(text)) < FEWEST_TERMS:
        status = LexicalStatus.NOT_ASSESSED
    elif supporting and against:
        status = LexicalStatus.CONTESTED
    elif len(supporting) >= SUPPORTING_SOURCES and distinct >= SUPPORTING_SOURCES:
        status = LexicalStatus.SUPPORTED
    elif supporting:
        status = LexicalStatus.WEAKLY_SUPPORTED
    else:
        status = LexicalStatus.UNSUPPORTED
    return ClaimStatus(
        id=identity,
        text=text,
        status=status,
        confidence=CONFIDENCE.get(status, NO_CONFIDENCE),
        passages=passages,
        supporting=len(supporting),
        contradicting=len(against),
        independent_sources=distinct,
        largest_overlap=max((each.overlap for each in passages), default=0),
        stale_sources=stale,
        notes=tuple(_notes(text, supporting, against, stale)),
        events=(ReviewEvent(by=MACHINE, at=at, status=status),),
        limitations=LIMITATIONS,
        verifier=f"{VERIFIER} {citecheck.__version__}",
    )


def _shortened(status: ClaimStatus, shown: int) -> ClaimStatus:
    """Keep the passages that share most, in their order, and as many notes."""
    kept: list[ClaimPassage] = []
    for polarity in ("support", "contradiction"):
        of_kind = [each for each in status.passages if each.polarity == polarity]
        kept += sorted(of_kind, key=lambda each: -each.overlap)[:shown]
    kept_set = set(kept)
    passages = tuple(each for each in status.passages if each in kept_set)
    return replace(status, passages=passages, notes=status.notes[:shown])


def _notes(
    text: str, supporting: Sequence[ClaimPassage], against: Sequence[ClaimPassage], stale: Sequence[str]
) -> Iterable[str]:
    """Tell what the status alone hides."""
    both = {each.source for each in supporting} & {each.source for each in against}
    if both:
        yield NOTE_ONE_SOURCE.format(", ".join(sorted(both)))
    terms = len(find_terms(text))
    for each in against:
        if each.overlap * 100 >= SAME_WORDS_PERCENT * terms:
            yield NOTE_SAME_WORDS.format(f"{each.source} sentence:{each.sentence}", each.overlap, terms)
    undated = sorted({each.source for each in (*supporting, *against)} & set(stale))
    if undated and TIME_BOUND.search(text):
        yield NOTE_TIME_BOUND.format(", ".join(undated))
