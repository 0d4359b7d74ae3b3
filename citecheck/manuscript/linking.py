"""Links that cite: alone in brackets, called *source*, or labelled with author and year, as machine-written reports have them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from citecheck.identifiers import find_identifiers
from citecheck.manuscript.draft import Draft
from citecheck.manuscript.entries import clean_url
from citecheck.manuscript.layout import Link
from citecheck.manuscript.markers import Mark
from citecheck.manuscript.markers.author_year import find_author_years

_CITING_LABEL = re.compile(
    r"(?:sources?|src|ref|refs|reference|citation|cite|quelle|fuente|fonte|source\s?\d{1,3}|ref\s?\d{1,3}|来源|出典)[.:]?",
    re.IGNORECASE,
)
"""What a link is called that does nothing but cite."""
_CLOSED = re.compile(r"\)|[,;]\s?\[|[,;]\s")
_JOINED = re.compile(r"[\s,;]{1,4}")
_BARE = re.compile(r"\(\s?<?(?P<url>https?://[^\s()<>\[\]]{4,1000})>?\s?\)")


def find_cited_links(draft: Draft) -> Iterator[Mark]:
    """Find the links of the text that cite; each leads to the entry of its address, else to a work of its own."""
    layout, starts = draft.layout, [draft.layout.blocks[at].start for at in draft.bodies]
    by_url = {_fold_url(each.url): each.key for each in draft.references if each.url}

    def mark(start: int, end: int, address: str) -> Iterator[Mark]:
        at = bisect_right(starts, start) - 1
        if at >= 0 and start < layout.blocks[draft.bodies[at]].end:
            url = clean_url(address)
            yield Mark(start=start, end=end, style="link", targets=(by_url.get(_fold_url(url), url),), url=url)

    opened, before = False, -1
    for link in layout.links:
        cites = _cites(link) or _fold_url(link.url) in by_url
        fresh = layout.text[link.start - 1 : link.start] == "(" or _cites(link)
        joined = opened and before >= 0 and _JOINED.fullmatch(layout.text[before : link.start]) is not None
        opened, before = fresh or joined, link.end
        if not (opened or _is_dated(link, known=cites)) or "://" not in link.url:
            continue
        if _cites(link) or _is_dated(link, known=cites) or _CLOSED.match(layout.text[link.end : link.end + 3]):
            yield from mark(link.start, link.end, link.url)
    if "(http" in layout.text or "(<http" in layout.text or "( http" in layout.text:
        for bare in _BARE.finditer(layout.text):
            if layout.text[bare.start() - 1 : bare.start()] != "]":  # the target of a link stands so, too
                yield from mark(bare.start(), bare.end(), bare["url"])


def without_overlaps(marks: list[Mark], links: list[Mark]) -> list[Mark]:
    """Leave out author-year marks that are the label of a link that cites."""
    spans = sorted((each.start, each.end) for each in links)
    starts = [start for start, _ in spans]

    def is_free(mark: Mark) -> bool:
        at = bisect_right(starts, mark.end - 1) - 1
        return mark.style != "author-year" or at < 0 or spans[at][1] <= mark.start

    return [each for each in marks if is_free(each)] if spans else marks


def _cites(link: Link) -> bool:
    return bool(_CITING_LABEL.fullmatch(link.label.strip("[]() ")))


def _is_dated(link: Link, *, known: bool) -> bool:
    """Is the link called by author and year, and is the year no event's: several authors, a DOI, or an address of the list?"""
    label = f"({link.label.strip('[]() ')})"
    found = find_author_years(label, 0, len(label))
    whole = bool(found) and found[0].start == 0 and found[0].end == len(label)
    named = whole or bool(found and found[0].words)
    return named and (known or not found[0].tentative or bool(find_identifiers(link.url)))


def _fold_url(url: str) -> str:
    return re.sub(r"^https?://(?:www\.)?", "", clean_url(url).partition("#")[0]).rstrip("/")
