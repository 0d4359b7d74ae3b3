"""All marks of a document: those of the grammar, those the tree names, and links in brackets; then what is none is left out."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from citecheck.identifiers import find_identifiers
from citecheck.manuscript.draft import Draft
from citecheck.manuscript.entries import clean_url
from citecheck.manuscript.indexing import ReferenceIndex
from citecheck.manuscript.layout import BlockKind
from citecheck.manuscript.linking import find_cited_links, without_overlaps
from citecheck.manuscript.markers import Known, Mark, find_marks
from citecheck.manuscript.quotations import Quoted
from citecheck.manuscript.scoping import in_scope
from citecheck.manuscript.suppressed import find_suppressed
from citecheck.manuscript.vault import Vault
from citecheck.records import MarkerState, Reference

BEHIND_QUOTATION = 200
"""Characters behind a quotation within which its own mark stands: a long clause, and no more."""
_AT = re.compile(r"\b(?:in|at|from|of|near|to|since|until|im|aus|bei|seit|en|de|à|a|the)\s$", re.IGNORECASE)
"""What stands before a place or a time, not before an author."""


def mark_up(draft: Draft, vault: Vault, bibliography: Sequence[Reference]) -> None:
    layout = draft.layout
    keys = {each.key.casefold() for each in (*draft.references, *bibliography, *vault.references)}
    known = Known(
        keys=frozenset(keys),
        labels=frozenset(each.key.casefold() for each in draft.listed.references if _prints_label(each)),
        numbered=draft.listed.numbered,
        words=draft.reading.words,
        notes=frozenset(vault.names),
        plain_notes=vault.plain,
        definitions=frozenset(each.label for each in layout.definitions),
    )
    spans = [(layout.blocks[at].start, layout.blocks[at].end) for at in draft.bodies]
    links = list(find_cited_links(draft))
    read = [in_scope(each, draft.listed.scopes) for each in find_marks(layout.masked, spans, known)]
    found = [*without_overlaps(read, links), *_given(draft), *links]
    found += find_suppressed(draft, [*draft.references, *bibliography], found)
    found.sort(key=lambda each: (each.start, each.end))
    found = [_known_note(each, vault) if each.style == "wikilink" else each for each in found]
    labels = {block.label for block in layout.blocks if block.kind is BlockKind.NOTE}
    draft.comments = [each for each in found if _is_comment(each, draft.footnotes, labels)]
    kept = [each for each in found if not _is_comment(each, draft.footnotes, labels)]
    index = ReferenceIndex([*draft.references, *bibliography])
    kept = [_with_whole_name(each, layout.text, index) for each in _without_loose(_named_again(kept))]
    kept = _without_weak(kept, draft, index)
    cited = {target.casefold() for each in kept for target in each.targets}
    draft.references += [each for each in vault.references if each.key.casefold() in cited]
    draft.marks = [_judge_number(each, draft, known) for each in kept]
    _add_sources(draft, known)


def _prints_label(reference: Reference) -> bool:
    """Does the list print the reference's key, one that is no number, in square brackets?"""
    return not reference.key.isdecimal() and reference.raw.lstrip().startswith(f"[{reference.key}]")


def _named_again(marks: list[Mark]) -> list[Mark]:
    """Give `(ibid., p. 4)` the targets of the mark before it; the first mark of a document has none."""
    again: list[Mark] = []
    before: tuple[str, ...] = ()
    for each in marks:
        if "ibid." in each.targets and before:
            targets = tuple(
                dict.fromkeys(other for name in each.targets for other in (before if name == "ibid." else (name,)))
            )
            each = replace(each, targets=targets)
        elif each.targets == ("ibid.",):
            each = replace(
                each, targets=(), state=MarkerState.UNPARSED, reason="names the work before, and there is none"
            )
        again.append(each)
        before = again[-1].targets[-1:] or before
    return again


def _with_whole_name(mark: Mark, text: str, index: ReferenceIndex) -> Mark:
    """Take in the words before `Organization (2020)` that are of the name, as the list tells."""
    if mark.style != "author-year" or not mark.words:
        return mark
    words = list(re.finditer(r"\S+", text[max(0, mark.start - 80) : mark.start]))[-7:]
    begin = max(0, mark.start - 80)
    for word in words if words and text[mark.start - 1 : mark.start] == " " else ():
        whole = " ".join(text[begin + word.start() : mark.start].split())
        if whole[:1].isupper() and index.knows_name(f"{whole} {mark.targets[0].rpartition(' ')[0]}"):
            return replace(mark, start=begin + word.start(), targets=tuple(f"{whole} {each}" for each in mark.targets))
    return mark


FEWEST_ROUND = 2
"""Bare numbers in round brackets that make a style: one alone is an equation, a step or a count."""


def _without_loose(marks: list[Mark]) -> list[Mark]:
    """Leave out bare `(3)` unless the document cites so: more than once, and in no other way."""
    loose = [each for each in marks if each.style == "round"]
    if not loose:
        return marks
    others = any(
        each.style not in ("round", "author-year", "link") and each.state is MarkerState.BOUND for each in marks
    )
    if others or len(loose) < FEWEST_ROUND:
        return [each for each in marks if each.style != "round"]
    return [replace(each, style="numeric") if each.style == "round" else each for each in marks]


def _given(draft: Draft) -> Iterator[Mark]:
    """The marks that the tree named, where they stand in the text proper."""
    if draft.layout.given:
        starts = [draft.layout.blocks[at].start for at in draft.bodies]
        ends = [draft.layout.blocks[at].end for at in draft.bodies]
        for each in draft.layout.given:
            at = bisect_right(starts, each.start) - 1
            if at >= 0 and each.start < ends[at]:
                yield each


def _known_note(mark: Mark, vault: Vault) -> Mark:
    note = vault.names.get(mark.targets[0].casefold())
    return replace(mark, targets=(note,)) if note else mark


def _is_comment(mark: Mark, footnotes: dict[str, Reference], labels: set[str]) -> bool:
    """Is it the mark of a footnote that describes no work?"""
    if mark.style != "footnote":
        return False
    label = mark.targets[0].removeprefix("fn:")
    return label in labels and label not in footnotes


def _without_weak(marks: list[Mark], draft: Draft, index: ReferenceIndex) -> list[Mark]:
    """Leave out `In Berlin (2019)` and `(Berlin, 2020)`: one name that no reference has is perhaps no author's.

    Kept are those whose author the list knows with another year, and all in a document that cites in no other way. Where it
    does cite otherwise, names and years in brackets that come more than once are told as suspect.
    """
    weak = [each for each in marks if each.style == "author-year" and each.tentative]
    if not weak:
        return marks
    others = any(each.style not in ("author-year", "link") for each in marks)
    fitting = {each for each in marks if each.style == "author-year" and any(map(index.find, each.targets))}
    strange = {each for each in weak if not each.words and others and "," in draft.layout.text[each.start : each.end]}
    dropped: set[Mark] = set()
    doubted: set[Mark] = set()
    for each in weak:
        known = each in fitting or any(index.knows_author(target) for target in each.targets)
        before = draft.layout.text[max(0, each.start - 12) : each.start]
        if known or (not others and not (each.words and _AT.search(before))):
            continue
        (doubted if len(strange) >= FEWEST_STRANGE and each in strange else dropped).add(each)
    reason = "a name and a year in a document that cites in another way; no reference fits"
    return [
        replace(each, state=MarkerState.SUSPECT, reason=reason) if each in doubted else each
        for each in marks
        if each not in dropped
    ]


FEWEST_STRANGE = 2
"""Names with years, in another style than the document's, that are told: one may be a town or a law."""


def _judge_number(mark: Mark, draft: Draft, known: Known) -> Mark:
    """A bare `[2]` in a document that cites by footnotes has perhaps lost its caret."""
    if mark.style != "numeric" or mark.state is not MarkerState.BOUND or draft.listed.numbered or not draft.footnotes:
        return mark
    if any(known.has_key(each) for each in mark.targets):
        return mark
    reason = "a bare number in a document that cites by footnotes"
    if any(each in draft.footnotes for each in mark.targets):
        reason += f"; there is a footnote {mark.targets[0]}"
    return replace(mark, state=MarkerState.SUSPECT, reason=reason)


def _add_sources(draft: Draft, known: Known) -> None:
    """Add a reference for each mark that carries its own source: a link, or a key such as `doi:10…`."""
    keys = {*known.keys, *(each.key.casefold() for each in draft.references)}
    for mark in draft.marks:
        place = draft.layout.place(mark.start, mark.end)
        raw = draft.layout.text[mark.start : mark.end]
        for target in mark.targets:
            if target.casefold() in keys:
                continue
            self_contained = mark.style == "pandoc" and re.match(
                r"(?:doi|arxiv|pmid|pmc|pmcid|isbn|url|https?):", target, re.I
            )
            if mark.style == "link" and mark.url and "://" in mark.url and len(mark.targets) == 1:
                url = clean_url(mark.url)
                new = Reference(key=target, url=url, identifiers=find_identifiers(url), raw=raw, place=place)
            elif self_contained:
                url = target.removeprefix("url:") if target.startswith(("url:", "http")) else ""
                found = find_identifiers(re.sub(r"^(pmid|isbn):", lambda each: each[0].upper() + " ", target))
                new = Reference(key=target, url=url, identifiers=found, raw=raw, place=place)
            else:
                continue
            keys.add(target.casefold())
            draft.references.append(new)


def without_the_sources(draft: Draft, quoted: list[Quoted]) -> list[Mark]:
    """Leave out marks inside a quotation that belong to the source quoted: where a mark stands behind it, too."""
    placed = [(*draft.layout.blocks[each.block].prose.span(each.start, each.end), each) for each in quoted]
    spans = sorted(placed, key=lambda each: each[:2])
    if not spans:
        return draft.marks
    begins, starts = [each[0] for each in spans], sorted(mark.start for mark in draft.marks)
    kept = []
    for mark in draft.marks:
        at = bisect_right(begins, mark.start) - 1
        if (
            at < 0
            or not (spans[at][0] <= mark.start < spans[at][1])
            or not _is_quoted_too(draft, mark, spans[at], starts)
        ):
            kept.append(mark)
    return kept


def _is_quoted_too(draft: Draft, mark: Mark, span: tuple[int, int, Quoted], starts: list[int]) -> bool:
    """Is a mark within a quotation quoted with it: are there words after it, and another mark behind the quotation?"""
    _, end, each = span
    block = draft.layout.blocks[each.block]
    rest = block.prose.text[block.prose.find(mark.start, mark.end)[1] : each.end]
    if not re.search(r"\w", re.sub(r"\[[^\]]*\]", "", rest)):
        return False
    behind = bisect_left(starts, end)
    return behind < len(starts) and starts[behind] < min(end + BEHIND_QUOTATION, block.end)
