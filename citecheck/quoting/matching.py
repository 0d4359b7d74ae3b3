"""Matching: a quotation of one or more passages, held against one source, and what that says of the quotation.

Every passage must be found; they may stand in any order, but not in one sentence with words left out between them. How much
of the work the text holds decides what *not found* means.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from citecheck.quoting.boundaries import cut_at
from citecheck.quoting.chaining import has_hidden_gap
from citecheck.quoting.checkable import is_above_floor
from citecheck.quoting.embedding import EMBEDDING, look_alike
from citecheck.quoting.found import Found, add_up, found_exactly
from citecheck.quoting.hyphens import with_own_hyphens
from citecheck.quoting.ladder import FOLDED, IDENTICAL, match_passage
from citecheck.quoting.languages import is_other_language
from citecheck.quoting.passages import key_of as fold_key
from citecheck.quoting.passages import split_passages, strip_marks
from citecheck.quoting.ranking import rank_places
from citecheck.quoting.sentences import is_ended, starts_sentence
from citecheck.quoting.source import FoldedSource, fold_source
from citecheck.records.judgments import Change, QuoteMatch, QuoteStatus
from citecheck.records.sources import Extent, Fulltext, Passage

Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]
"""A provider of embeddings: texts in, one vector for each."""
PASSAGES, SOURCE_CHANGED, SIMILAR, CUT_WORD = "passages", "source_changed", "similar", "cut_word"
SLICE, FOLDED_SLICE, MOVED = "identical slice", "folded slice", "another place"
METHOD_SCORES = {SLICE: 1.0, FOLDED_SLICE: 0.95, MOVED: 0.85, IDENTICAL: 1.0, FOLDED: 0.95, "chained": 0.95}
"""How sure each step of the ladder is. The fewest edits are as sure as their similarity."""
SURE_OF_ABSTRACT = 0.85
"""In an abstract a likeness below this may be another sentence, and the quoted one may stand in the text that is not there."""
_FOUND = (QuoteStatus.VERBATIM, QuoteStatus.NEAR_VERBATIM, QuoteStatus.INTERLEAVED)


def match_quotation(
    exact: str,
    fulltext: Fulltext | FoldedSource | str,
    *,
    prefix: str = "",
    suffix: str = "",
    at: tuple[int, int] | None = None,
    page: int | None = None,
    sha256: str | None = None,
    embed: Embed | None = None,
    floor: bool = False,
    near: bool = True,
    engine: str = "",
) -> QuoteMatch:
    """Hold a quotation against one source.

    `at` are the offsets at which it is said to stand, `page` its page; `prefix` and `suffix` choose among several places.
    `sha256` is the digest of the text it was once quoted from.
    With `floor`, what is too short is found only word for word.
    """
    source = fulltext if isinstance(fulltext, FoldedSource) else fold_source(fulltext)
    blank = _not_checked(exact, source)
    if blank is not None:
        return blank
    if at is not None and (sliced := _match_slice(exact, source, at)) is not None:
        return _with_digest(sliced, sha256, source)
    found = find_quotation(exact, source, near=near and (not floor or is_above_floor(exact)), engine=engine)
    if found.ambiguous and len(found.spans) > 1:
        spans = rank_places(source, found.spans, prefix, suffix, at, page)
        found = replace(found, spans=spans)
    match = _told(exact, source, found)
    if at is not None:
        match = _moved(match, exact, source, at)
    if embed is not None and match.status in (QuoteStatus.ABSENT, QuoteStatus.ALTERED):
        match = _embedded(match, source, embed)
    return _judged_by_extent(_with_digest(match, sha256, source), source)


def find_quotation(exact: str, source: FoldedSource, *, near: bool = True, engine: str = "") -> Found:
    """Find a quotation of one or several passages."""
    passages = split_passages(exact)
    if not passages:
        return Found(status=QuoteStatus.NOT_CHECKED, why_not="nothing left after folding")
    if len(passages) == 1:
        found = match_passage(source, passages[0], near=near, engine=engine)
        if found.status is not QuoteStatus.VERBATIM and "\n" in passages[0].strip():
            return _by_lines(source, passages[0]) or found
        return found
    found = add_up([match_passage(source, each, near=near, engine=engine) for each in passages], PASSAGES)
    if found.status in _FOUND and has_hidden_gap(source, list(found.spans)):
        change = Change(kind="elision")
        return replace(
            found,
            status=QuoteStatus.ALTERED,
            changes=(*found.changes, change),
            why_not="leaves words out of one sentence, unmarked",
        )
    return with_own_hyphens(source, found, exact, found.spans)


def _by_lines(source: FoldedSource, passage: str) -> Found | None:
    """Take lines as passages where the source ends a sentence behind one, or begins one with the next."""
    lines = [strip_marks(line) for line in passage.split("\n") if line.strip()]
    matches = []
    for line in lines:
        found = match_passage(source, line, near=False)
        if found.status is not QuoteStatus.VERBATIM:
            return None
        matches.append(found)
    for one, other in pairwise(matches):
        end, start = one.spans[-1][1], other.spans[0][0]
        if not (is_ended(source.masked, end) or starts_sentence(source.masked, start)):
            return None
    found = add_up(matches, PASSAGES)
    return None if has_hidden_gap(source, list(found.spans)) else found


def _not_checked(exact: str, source: FoldedSource) -> QuoteMatch | None:
    """Say why nothing can be compared, if so."""
    reason = ""
    if not any(each.isalnum() for each in exact):
        reason = "nothing left after folding" if exact.strip() else "empty quotation"
    elif not source.key or source.key.isspace():
        reason = "no text"
    if not reason:
        return None
    return QuoteMatch(
        exact=exact, status=QuoteStatus.NOT_CHECKED, source=source.name, extent=source.extent, why_not=reason
    )


def _match_slice(exact: str, source: FoldedSource, at: tuple[int, int]) -> QuoteMatch | None:
    """Compare with what stands at the offsets."""
    start, end = at
    if not 0 <= start < end <= len(source.text):
        return None
    piece = source.text[start:end]
    if piece == exact:
        method = SLICE
    elif strip_marks(exact) and fold_key(piece) == fold_key(exact):
        method = FOLDED_SLICE
    else:
        return None
    flags = (CUT_WORD,) if cut_at(source.masked, start, end) else ()
    return _told(exact, source, found_exactly(method, ((start, end),), flags=flags))


def _moved(match: QuoteMatch, exact: str, source: FoldedSource, at: tuple[int, int]) -> QuoteMatch:
    """Tell that the quotation stands at another place than its offsets say, or at none."""
    start, end = at
    said = "slice differs" if 0 <= start < end <= len(source.text) else "offsets out of bounds"
    if match.status is QuoteStatus.VERBATIM:
        return replace(match, method=MOVED, why_not=said)
    return replace(match, why_not="; ".join(filter(None, (said, match.why_not))))


def _told(exact: str, source: FoldedSource, found: Found) -> QuoteMatch:
    passages = [source.passage(start, end) for start, end in found.spans]
    if found.ambiguous and passages:
        passages[0] = _on_all_pages(passages)
    checked = found.status is not QuoteStatus.NOT_CHECKED
    return QuoteMatch(
        exact=exact,
        status=found.status,
        source=source.name,
        method=found.method,
        similarity=found.similarity if checked else None,
        coverage=found.coverage if checked else None,
        edits=found.edits if checked else None,
        run=found.run if checked else None,
        critical_ok=found.critical_ok if checked else None,
        changes=found.changes,
        flags=found.flags,
        passages=tuple(passages),
        ambiguous=found.ambiguous,
        extent=source.extent,
        why_not=found.why_not,
        sha256=source.sha256,
    )


def _on_all_pages(passages: list[Passage]) -> Passage:
    """A page is certain only when all places share it; so the first place bears the pages of all."""
    return replace(passages[0], pages=tuple(sorted({page for each in passages for page in each.pages})))


def _with_digest(match: QuoteMatch, sha256: str | None, source: FoldedSource) -> QuoteMatch:
    """Tell that the text is not the one once quoted from."""
    if not sha256 or sha256 == source.sha256:
        return match
    if match.status is QuoteStatus.ABSENT:
        return replace(match, status=QuoteStatus.DRIFTED, flags=(*match.flags, SOURCE_CHANGED))
    return replace(match, flags=(*match.flags, SOURCE_CHANGED))


def _embedded(match: QuoteMatch, source: FoldedSource, embed: Embed) -> QuoteMatch:
    """Ask the provider for a passage that says the same; the status stays."""
    passage, why_not = look_alike(match.exact, source, embed)
    if passage is None:
        return replace(match, why_not=why_not)
    return replace(
        match, method=EMBEDDING, flags=(*match.flags, SIMILAR), passages=(source.passage(*passage), *match.passages)
    )


def _judged_by_extent(match: QuoteMatch, source: FoldedSource) -> QuoteMatch:
    """What is not in an abstract may be in the text; what is not in a broken text layer may be on the page."""
    if match.status not in (QuoteStatus.ABSENT, QuoteStatus.ALTERED, QuoteStatus.DRIFTED):
        return match
    partial = source.extent not in (None, Extent.FULLTEXT)
    if match.status is QuoteStatus.ALTERED and not (partial and (match.similarity or 0) < SURE_OF_ABSTRACT):
        return match
    reason = ""
    if partial and source.extent is not None:
        reason = f"only {'an' if source.extent is Extent.ABSTRACT else 'a'} {source.extent}"
    elif not source.is_readable:
        reason = "unreadable scan"
    elif is_other_language(match.exact, source):
        reason = "another language"
    return replace(match, status=QuoteStatus.NOT_CHECKED, why_not=reason) if reason else match
