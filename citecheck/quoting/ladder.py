"""The ladder: from an identical passage to the nearest one, step by step, for one passage of a quotation.

Word for word first; then its parts in order, with lawful gaps; then the fewest edits. A step that finds the passage ends the
climb, and the step is told.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from citecheck.lexicon.units import SYMBOLS
from citecheck.quoting.advising import advise
from citecheck.quoting.boundaries import cut_at
from citecheck.quoting.chaining import Chain, find_chain, is_lawful
from citecheck.quoting.changes import TURNING
from citecheck.quoting.checkable import is_above_floor
from citecheck.quoting.folding import fold_masked
from citecheck.quoting.found import NOT_FOUND, Found, Span, add_up, found_exactly
from citecheck.quoting.hyphens import with_own_hyphens
from citecheck.quoting.layouts import CITATIONS, find_interleaved
from citecheck.quoting.letters import GROUPING
from citecheck.quoting.masking import mask_text
from citecheck.quoting.passages import WRITERS_NOTE, Joint, Part, may_have_parts, split_parts, trim_key
from citecheck.quoting.source import FoldedSource
from citecheck.quoting.splicing import find_splices
from citecheck.quoting.statuses import EDITS, FOUND, NEAR, Query, judge_nearest, judge_refused
from citecheck.records.judgments import Change, QuoteStatus

IDENTICAL, FOLDED, CHAINED, LAYOUT = "identical", "folded", "chained", "layout"
MOST_PLACES = 20
"""Places of one passage that are told: more make nothing clearer."""
ELIDED, BRACKETED, SPLICED = "elided", "bracketed", "spliced"
_UNIT = re.compile(r"\d[\s-]?([A-Za-zµμΩ]{1,4})(?![^\W\d_])")
_SPACED = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?!\d)")
MOST_GROUPED = 50
"""Numbers of one quotation that are looked for so; more stand in tables only."""
NARROW = "\u202f"
_SHORTEST_PART = 4


def make_query(passage: str) -> Query:
    """Fold a passage of a quotation."""
    folding = fold_masked(mask_text(passage))
    return Query(folding=folding, key=trim_key(folding.key), text=folding.masked)


def match_passage(source: FoldedSource, passage: str, *, near: bool = True, engine: str = "") -> Found:
    """Hold one passage against a source. Without `near` only what is there word for word is found."""
    passage = _regrouped(source, passage)
    query = make_query(passage)
    if not query.key:
        return Found(status=QuoteStatus.NOT_CHECKED, why_not="nothing left after folding")
    exact, refused = find_exact(source, query, passage)
    if exact is None and source.bare is not None and is_above_floor(query.key):
        exact, _ = find_exact(source.bare, query, passage)
    noted = WRITERS_NOTE.search(passage) if "[" in passage or "(" in passage else None
    if exact is not None:
        return replace(exact, flags=("sic_of_source", *exact.flags)) if noted else exact
    if noted:
        bare = match_passage(source, WRITERS_NOTE.sub("", passage), near=near, engine=engine)
        return replace(bare, flags=("sic_of_quoter" if "sic" in noted[0].lower() else "writers_note", *bare.flags))
    parts = split_parts(passage) if may_have_parts(passage) else []
    if len(parts) > 1:
        return _match_parts(source, passage, parts, near=near, engine=engine)
    if refused is not None:
        return judge_refused(source, query, *refused)
    return _match_near(source, query, engine) if near else _absent(query)


def _absent(query: Query) -> Found:
    return Found(status=QuoteStatus.ABSENT, method=EDITS, edits=len(query.key), critical_ok=None, why_not=NOT_FOUND)


def find_exact(source: FoldedSource, query: Query, passage: str) -> tuple[Found | None, tuple[int, str] | None]:
    """Find the passage word for word; else tell where its letters stand and what the edges cut there."""
    spans: list[Span] = []
    refused: tuple[int, str] | None = None
    for place in source.occurrences(query.key):
        start, end = source.folding.span(place, place + len(query.key))
        cut = cut_at(source.masked, start, end) or _differs_in_unit(query.text, source.masked[start:end])
        if not cut:
            spans.append((start, end))
            if len(spans) == MOST_PLACES:
                break
        elif refused is None or refused[1] == "word":
            refused = place, cut
    if not spans:
        return None, refused
    start, end = spans[0]
    found = found_exactly(
        IDENTICAL if source.text[start:end] in passage else FOLDED,
        tuple(spans),
        flags=advise(source, start, end),
        ambiguous=len(spans) > 1,
    )
    return found, None


def _regrouped(source: FoldedSource, passage: str) -> str:
    """Group numbers that the writer grouped with an ordinary space by the space that the source has there, which groups."""

    def group(match: re.Match[str]) -> str:
        digits = match[0].replace(" ", f"[{GROUPING}]")
        return match[0].replace(" ", NARROW) if re.search(rf"(?<!\d){digits}(?!\d)", source.masked) else match[0]

    return _SPACED.sub(group, passage, count=MOST_GROUPED) if _SPACED.search(passage) else passage


def _differs_in_unit(quoted: str, found: str) -> str:
    """Case says nothing, but in a unit's symbol it does: 5 mW is no 5 MW."""
    if quoted == found or not _UNIT.search(found):
        return ""
    for mine, theirs in zip(_UNIT.findall(quoted), _UNIT.findall(found), strict=False):
        known = mine in SYMBOLS and theirs in SYMBOLS and SYMBOLS[mine] != SYMBOLS[theirs]
        prefix = mine[1:] == theirs[1:] and {mine[0], theirs[0]} == {"m", "M"} and not quoted.isupper()
        if mine != theirs and (known or prefix):
            return "number"
    return ""


def _match_near(source: FoldedSource, query: Query, engine: str) -> Found:
    near = judge_nearest(source, query, engine=engine)
    if near.status is QuoteStatus.NEAR_VERBATIM:
        return near
    window = None
    if near.spans:
        # The window is a span of the text; the key's own is found again by its letters.
        window = _keyed(source, near.spans[0])
    if (layout := find_interleaved(source, query.key, window, near.similarity >= FOUND)) is not None:
        name, span = layout
        mild = name == CITATIONS and near.similarity >= NEAR and _kinds(near) <= {"punctuation", "number"}
        return replace(
            near,
            status=QuoteStatus.NEAR_VERBATIM if mild else QuoteStatus.INTERLEAVED,
            method=LAYOUT,
            coverage=1.0,
            critical_ok=True,
            changes=(Change(kind="punctuation", source=source.text[slice(*span)]),),
            spans=(span,),
            why_not="",
        )
    if near.similarity < NEAR and (runs := find_splices(source, query.key)):
        return replace(
            near,
            status=QuoteStatus.ALTERED,
            flags=(SPLICED,),
            spans=tuple(source.folding.span(*run) for run in runs),
            changes=near.changes or (Change(kind="elision"),),
            why_not=f"spliced from {len(runs)} places",
        )
    return near


def _kinds(found: Found) -> set[str]:
    return {each.kind for each in found.changes}


def _keyed(source: FoldedSource, span: Span) -> Span | None:
    return source.folding.place_of(span[0]), source.folding.place_of(span[1])


def _match_parts(source: FoldedSource, passage: str, parts: list[Part], *, near: bool, engine: str) -> Found:
    flag = ELIDED if any(part.joint is Joint.ELISION for part in parts) else BRACKETED
    chain = find_chain(source, parts)
    if chain.spans:
        start, end = chain.spans[0][0], chain.spans[-1][1]
        advice = [*advise(source, start, end)]
        found = found_exactly(CHAINED, chain.spans, flags=(flag, *advice))
        return with_own_hyphens(source, found, passage, chain.spans) if flag == ELIDED else found
    if chain.refused:
        return _refused(source, parts, chain, flag)
    pieces = _without_brackets(passage)
    if len(pieces) < 2:
        query = make_query(pieces[0] if pieces else passage)
        if not near or not query.key:
            return _absent(query)
        found = _match_near(source, query, engine)
        return replace(found, flags=(flag, *found.flags), status=_no_better_than_near(found.status))
    found = add_up([match_passage(source, each, near=near, engine=engine) for each in pieces], flag)
    return _in_order(source, found)


def _no_better_than_near(status: QuoteStatus) -> QuoteStatus:
    return QuoteStatus.NEAR_VERBATIM if status is QuoteStatus.VERBATIM else status


def _without_brackets(passage: str) -> list[str]:
    """Give the pieces between elisions, brackets' marks left out, so that they are compared as they read."""
    pieces, current = [], ""
    for part in split_parts(passage):
        if part.joint is Joint.ELISION:
            pieces.append(current)
            current = part.key
        else:
            space = "" if part.glued_left or part.joint is Joint.START else " "
            current += part.inserted + space + part.key
    pieces.append(current)
    return [each.strip() for each in pieces if len(each.strip()) >= _SHORTEST_PART]


def _in_order(source: FoldedSource, found: Found) -> Found:
    """Parts that are only near must still stand in order, with lawful gaps between them."""
    if found.status not in (QuoteStatus.VERBATIM, QuoteStatus.NEAR_VERBATIM):
        return found
    for (_, end), (start, _) in pairwise(found.spans):
        if start < end:
            return replace(found, status=QuoteStatus.ALTERED, changes=(*found.changes, Change(kind="order")))
        if reason := is_lawful(source, end, start):
            change = Change(kind=reason, source=source.text[end:start])
            return replace(found, status=QuoteStatus.ALTERED, changes=(*found.changes, change))
    return replace(found, status=QuoteStatus.NEAR_VERBATIM)


def _refused(source: FoldedSource, parts: list[Part], chain: Chain, flag: str) -> Found:
    """All parts are there, and what lies between two of them may not be left out."""
    kind = chain.refused if chain.refused in TURNING | {"bracket"} else "wording"
    left_out = source.text[chain.gap[0] : chain.gap[1]] if chain.gap else ""
    return Found(
        status=QuoteStatus.ALTERED,
        method=CHAINED,
        similarity=1.0,
        coverage=1.0,
        run=max(len(part.key) for part in parts) / max(1, sum(len(part.key) for part in parts)),
        critical_ok=kind not in ("negation", "number"),
        changes=(Change(kind=kind, quoted=chain.inserted, source=left_out.strip()),),
        flags=(flag,),
        spans=chain.nearby,
        why_not=f"the gap hides a {kind}"
        if kind in ("negation", "number")
        else f"the gap is not lawful: {chain.refused}",
    )
