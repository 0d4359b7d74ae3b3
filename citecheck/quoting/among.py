"""Many quotations, many sources: the cited sources first, then the others, each folded once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from citecheck.quoting.checkable import FEWEST_WORDS, count_words, is_above_floor, is_checkable
from citecheck.quoting.matching import Embed, match_quotation
from citecheck.quoting.source import FoldedSource, fold_source
from citecheck.quoting.values import states_value
from citecheck.records.judgments import QuoteMatch, QuoteStatus
from citecheck.records.manuscript import Quotation
from citecheck.records.sources import Fulltext

IN_ANOTHER, VALUE_NOT_STATED = "in_another_source", "value_not_stated"
_BEST_FIRST = (
    QuoteStatus.VERBATIM,
    QuoteStatus.NEAR_VERBATIM,
    QuoteStatus.INTERLEAVED,
    QuoteStatus.ALTERED,
    QuoteStatus.DRIFTED,
    QuoteStatus.NOT_CHECKED,
    QuoteStatus.ABSENT,
)
"""Of several cited sources: one without a text could still hold the quotation, so *not checked* goes before *absent*."""
_RANK = {status: rank for rank, status in enumerate(_BEST_FIRST)}
_LOST = (QuoteStatus.ABSENT, QuoteStatus.DRIFTED, QuoteStatus.NOT_CHECKED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A quoted span of a table: what it is, who made it, and where it is said to stand."""

    id: str
    exact: str | None
    source: str
    kind: str = "extracted"
    """`verbatim` is compared whole, `extracted` is split into passages, `answer` is null and no quotation."""
    by: str = "author"
    """`author`, `model`, `api` or `pipeline`."""
    start: int | None = None
    end: int | None = None


def match_among(
    quotation: Quotation,
    cited: Sequence[FoldedSource],
    others: Sequence[FoldedSource] = (),
    *,
    page: int | None = None,
    value: str | float | None = None,
    digests: Mapping[str, str] | None = None,
    embed: Embed | None = None,
) -> QuoteMatch:
    """Hold a quotation against the sources it cites; what is in none of them is looked for in the others.

    `digests` are those of the texts once quoted from, by the source's name. `value` is the number that the quotation is to
    bear out: one that is there and does not state it keeps its status, and is flagged.
    """
    match = _match_cited(quotation, cited, others, page, digests or {}, embed)
    if value is None or match.status in (*_LOST, QuoteStatus.ALTERED) or states_value(quotation.exact, value):
        return match
    return replace(match, flags=(*match.flags, VALUE_NOT_STATED))


def _match_cited(
    quotation: Quotation,
    cited: Sequence[FoldedSource],
    others: Sequence[FoldedSource],
    page: int | None,
    digests: Mapping[str, str],
    embed: Embed | None,
) -> QuoteMatch:
    if reason := is_checkable(quotation):
        return QuoteMatch(exact=quotation.exact, status=QuoteStatus.NOT_CHECKED, why_not=reason)
    exact = quotation.exact
    best: QuoteMatch | None = None
    for source in cited:
        match = match_quotation(exact, source, page=page, sha256=digests.get(source.name), embed=embed, floor=True)
        best = match if best is None or _is_better(match, best) else best
        if best.status is QuoteStatus.VERBATIM:
            return best
    best = best or QuoteMatch(exact=exact, status=QuoteStatus.NOT_CHECKED, why_not="no text")
    return look_elsewhere(best, others)


def _is_better(one: QuoteMatch, other: QuoteMatch) -> bool:
    return (_RANK[one.status], -(one.similarity or 0)) < (_RANK[other.status], -(other.similarity or 0))


def look_elsewhere(best: QuoteMatch, others: Iterable[FoldedSource]) -> QuoteMatch:
    """Look for what was lost word for word in other sources: a wrong pointer, unless the cited text was not there to be read.

    What was found stays as it is; so does what is too short to be told from chance.
    """
    exact = best.exact
    if best.status not in _LOST or not (is_above_floor(exact) or count_words(exact) >= FEWEST_WORDS):
        return best
    for source in others:
        match = match_quotation(exact, source, floor=True, near=False)
        if match.status is not QuoteStatus.VERBATIM:
            continue
        if best.status is QuoteStatus.NOT_CHECKED:
            return replace(best, flags=(*best.flags, IN_ANOTHER), passages=match.passages)
        return replace(match, status=QuoteStatus.ELSEWHERE, why_not=f"not in the cited source {best.source}".rstrip())
    return best


def match_quotations(
    quotations: Iterable[tuple[str, str]], sources: Mapping[str, str | Fulltext | FoldedSource], *, floor: bool = True
) -> list[QuoteMatch]:
    """Hold pairs of a quotation and a source's name against the named sources; each source is folded once."""
    folded: dict[str, FoldedSource] = {}
    return [_match_named(exact, name, sources, folded, floor) for exact, name in quotations]


def _match_named(
    exact: str,
    name: str,
    sources: Mapping[str, str | Fulltext | FoldedSource],
    folded: dict[str, FoldedSource],
    floor: bool,
    at: tuple[int, int] | None = None,
) -> QuoteMatch:
    if name not in sources:
        return QuoteMatch(exact=exact, status=QuoteStatus.NOT_CHECKED, source=name, why_not="unknown source")
    if name not in folded:
        source = sources[name]
        folded[name] = source if isinstance(source, FoldedSource) else fold_source(source, name=name)
    return match_quotation(exact, folded[name], floor=floor, at=at)


def verify_quotation(
    exact: str,
    source: str | Fulltext | FoldedSource,
    *,
    at: tuple[int, int] | None = None,
    sha256: str | None = None,
    embed: Embed | None = None,
) -> QuoteMatch:
    """Verify one quotation of any length against one text; offsets given are held against the text as well."""
    match = match_quotation(exact, source, at=at, sha256=sha256, embed=embed, floor=False)
    if embed is None and match.status is QuoteStatus.ABSENT:
        return replace(match, why_not=f"{match.why_not}; no provider")
    return match


def verify_quotations(
    spans: Iterable[Evidence | Mapping[str, object]], sources: Mapping[str, str | Fulltext | FoldedSource]
) -> list[QuoteMatch]:
    """Verify a table of spans, in its order."""
    folded: dict[str, FoldedSource] = {}
    return [_verify_span(each if isinstance(each, Evidence) else _read_span(each), sources, folded) for each in spans]


def _read_span(row: Mapping[str, object]) -> Evidence:
    exact, start, end = row.get("exact"), row.get("start"), row.get("end")
    return Evidence(
        id=str(row.get("id", "")),
        exact=None if exact is None else str(exact),
        source=str(row.get("source", "")),
        kind=str(row.get("kind") or "extracted"),
        by=str(row.get("by") or "author"),
        start=start if isinstance(start, int) else None,
        end=end if isinstance(end, int) else None,
    )


def _verify_span(
    span: Evidence, sources: Mapping[str, str | Fulltext | FoldedSource], folded: dict[str, FoldedSource]
) -> QuoteMatch:
    if span.kind == "answer" or span.exact is None:
        return QuoteMatch(
            exact=span.exact or "",
            status=QuoteStatus.NOT_CHECKED,
            source=span.source,
            why_not="an answer is no quotation",
        )
    at = (span.start, span.end) if span.start is not None and span.end is not None else None
    match = _match_named(span.exact, span.source, sources, folded, False, at)
    if span.kind == "verbatim" and match.status is QuoteStatus.VERBATIM and {"passages", "elided"} & {*match.flags}:
        return replace(match, status=QuoteStatus.ALTERED, why_not="a verbatim span stands in one piece")
    return match
