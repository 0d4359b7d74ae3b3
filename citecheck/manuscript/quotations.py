"""Find the quoted spans of a manuscript: between quotation marks of many languages, and in block quotations.

A mark's neighbours tell whether it opens or closes. A quotation ends with its paragraph at the latest, so one missing mark
cannot swallow the next paragraph. Single words, names, titles and callouts are no quotations of a source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from citecheck.manuscript.layout import Block, BlockKind, Layout, Prose
from citecheck.quoting.checkable import TITLE, is_checkable
from citecheck.records import Quotation
from citecheck.text.fold import fold_key

LONGEST = 4000
"""Characters of a quotation between marks; what is longer lacks its closing mark."""
AROUND = 40
"""Characters of prefix and suffix, enough to find a span again."""
_CLOSERS = {
    '"': '"”“',
    "“": '”"',
    "”": '”"',
    "„": '“”"',
    "«": "»",
    "»": "«",
    "「": "」",
    "『": "』",
    "＂": "＂",
    "‹": "›",
    "›": "‹",
    "‚": "‘’",
}
_OPENERS = "“„«»「『‹›"
"""Marks with which a further paragraph of one quotation begins."""
_MARKS = re.compile(r"([\"“”„«»「」『』＂‹›‚])\1*")
_WORD = re.compile(r"[^\W_]+(?:[’'.,:\u2010-\u2015-][^\W_]+)*%?")
_IDEOGRAPH = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_HYPHEN = re.compile(r"(?<=\w)[-\u2010\u2011](?=\w)")
_TITLED = re.compile(
    r"(?:^|[.;!?]\s)In\s$|\b(?:titled|entitled|(?:paper|article|book|chapter|report|essay|study|section|film|song|preprint),?)\s$",
    re.IGNORECASE,
)
_CALLOUT = re.compile(
    r"\[!(?!quote|cite)\w+\]|(?:[*_]{2}|<(?:b|strong)>)?(?:note|warning|tip|important|caution|info|example|hint|attention|definition|todo|remark|theorem"
    r"|hinweis|achtung|warnung|remarque|nota|figure|table|source)s?\b[^\w\n]{0,3}[:.](?:[*_]{2})?|(?:[*_]{2})[^*_\n]{1,60}:?(?:[*_]{2}):?",
    re.IGNORECASE,
)
_ATTRIBUTION = re.compile(r"(?:^|\s)(?:[—–―]|--+|~)\s*[^\s—–―-](?:[^—–―]{0,200})$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Quoted:
    """A quoted span of one block, in offsets of the block's prose."""

    block: int
    start: int
    end: int
    kind: str = "inline"
    before: tuple[tuple[int, int, int], ...] = ()
    """Of a quotation of several paragraphs, those before its last: block, start, end."""
    why_not: str = ""
    """Why it is no quotation of a source: a title, a single term; empty for one that is."""

    @property
    def first(self) -> tuple[int, int, int]:
        """Block, start and end of its first paragraph."""
        return self.before[0] if self.before else (self.block, self.start, self.end)


def find_quoted(layout: Layout, blocks: list[int], titles: frozenset[str]) -> list[Quoted]:
    """Find the quoted spans of the blocks, in order, those that are no quotations too.

    `titles` are the folded titles of the references.
    """
    found: list[Quoted] = []
    opened: list[tuple[int, int, int]] = []
    for at in blocks:
        block = layout.blocks[at]
        if block.kind is BlockKind.QUOTE and not _is_callout(layout, at):
            found = _joined(layout, found, list(_whole_block(at, block.prose.text)))
            opened = []
        elif block.kind is not BlockKind.HEADING:
            scanned = _scan_marks(layout, block)
            goes_on = bool(opened) and block.kind is BlockKind.PARAGRAPH and block.prose.text[:1] in _OPENERS
            spans = [_judge(layout, at, start, end, titles) for start, end in scanned.spans]
            if goes_on and spans and spans[0].start == 1:
                spans[0] = replace(spans[0], before=tuple(opened), why_not="")
            found += spans
            going = (at, scanned.unclosed_curly + 1, len(block.prose.text))
            carried = [*opened, going] if goes_on and scanned.unclosed_curly == 0 else [going]
            opened = carried if scanned.unclosed_curly >= 0 and block.kind is BlockKind.PARAGRAPH else []
    return found


def _joined(layout: Layout, found: list[Quoted], last: list[Quoted]) -> list[Quoted]:
    """Join a paragraph of a block quotation to those before it: they are one quotation."""
    if not found or not last or found[-1].kind != "block" or not _adjoin(layout, found[-1].block, last[0].block):
        return found + last
    whole = found[-1]
    before = (*whole.before, (whole.block, whole.start, whole.end))
    return [*found[:-1], replace(last[0], before=before)]


def _judge(layout: Layout, at: int, start: int, end: int, titles: frozenset[str]) -> Quoted:
    """Tell words of a source from a title, a term and irony."""
    text = layout.blocks[at].prose.text
    exact = text[start:end]
    why = is_checkable(
        Quotation(exact=exact, prefix=text[max(0, start - AROUND) : start].rstrip("\"“„«»「『‘'‚‹ ") + " ")
    )
    named = _TITLED.search(text[max(0, start - 30) : start - 1])
    if fold_key(exact).strip(" .,;:!?") in titles or (
        named and exact[:1].isupper() and not exact.rstrip().endswith((".", "!"))
    ):
        why = TITLE
    return Quoted(block=at, start=start, end=end, why_not=why)


FEWEST_SINGLE = 4
"""Words between single marks that make a quotation: fewer are terms and titles far more often."""
_SINGLE = re.compile(
    r"(?<![\w’'])(?:‘(?=\S)(?P<curly>(?:[^‘’“”\n]|(?<=\w)’(?=\w)){12,900})(?<=\S)’(?!\w)"
    r"|'(?=\w)(?P<straight>(?:[^'\"“”\n]|(?<=\w)'(?=\w)){12,900})(?<=[\w.,;:!?)\]])'(?!\w))"
)


def count_words(text: str) -> int:
    """Count the words of a text; each two ideographs count as one."""
    ideographs = len(_IDEOGRAPH.findall(text))
    if ideographs:
        text = _IDEOGRAPH.sub(" ", text)
    return len(_WORD.findall(text)) + ideographs // 2


def has_words(text: str, count: int) -> bool:
    """Has a text at least so many words? It is not read further than that."""
    if text.isascii():
        return sum(1 for _ in islice(_WORD.finditer(text), count)) >= count
    return count_words(text) >= count


def find_unbalanced(layout: Layout, block: Block) -> int:
    """Give the offset of a straight mark that opens and that nothing closes; -1 when there is none."""
    unclosed = _scan_marks(layout, block).unclosed if '"' in block.prose.text else ()
    return block.prose.back[unclosed[0]] if unclosed else -1


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scanned:
    """What the marks of a block enclose."""

    spans: tuple[tuple[int, int], ...]
    unclosed: tuple[int, ...]
    """Straight marks that open and are never closed."""
    unclosed_curly: int
    """A mark of another shape that opens and is still open at the block's end; -1 for none."""


def _scan_marks(layout: Layout, block: Block) -> _Scanned:
    """Give the spans between marks, and the marks that open and are never closed."""
    text = block.prose.text
    spans: list[tuple[int, int]] = []
    unclosed: list[int] = []
    opened, closers = -1, ""
    for match in _MARKS.finditer(text):
        mark, at = match[0], match.start()
        if len(mark) > 1 or not _is_text(layout, block.prose, at):
            continue
        before, after = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
        if opened >= 0 and mark in closers and _may_close(mark, before, after):
            if at - opened <= LONGEST:
                inner = text[opened + 1 : at]
                lead = len(inner) - len(inner.lstrip())
                spans.append((opened + 1 + lead, max(opened + 1 + lead, opened + 1 + len(inner.rstrip()))))
            opened, closers = -1, ""
        elif mark in _CLOSERS and _may_open(mark, before, after):
            if opened >= 0 and text[opened] == '"':
                unclosed.append(opened)
            opened, closers = at, _CLOSERS[mark]
    if opened >= 0 and text[opened] == '"':
        unclosed.append(opened)
    return _Scanned(
        spans=tuple(sorted([*spans, *_single_spans(layout, block, spans)])),
        unclosed=tuple(unclosed),
        unclosed_curly=opened if opened >= 0 and text[opened] in _OPENERS else -1,
    )


def _single_spans(layout: Layout, block: Block, taken: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Give the spans between single marks, outside of those between double ones; an apostrophe opens nothing.

    A plural's apostrophe may close one early: what it holds then is still the beginning of what is quoted.
    """
    text = block.prose.text
    if "‘" not in text and "'" not in text:
        return
    for match in _SINGLE.finditer(text):
        start, end = match.span("curly") if match["curly"] else match.span("straight")
        free = all(end <= low or start >= high for low, high in taken)
        if free and count_words(text[start:end]) >= FEWEST_SINGLE and _is_text(layout, block.prose, match.start()):
            yield start, end


def _is_text(layout: Layout, prose: Prose, at: int) -> bool:
    return not layout.masked[prose.back[at]].isspace()


def _may_open(mark: str, before: str, after: str) -> bool:
    if mark in "「『＂":
        return True
    if mark in "«»":
        return not before.strip() or before in "([{—–-:" or mark == "«"
    if not after.strip() or after in ".,;:!?)]}":
        return False
    return not before.strip() or not before.isalnum() or ord(before) >= 0x2E80


def _may_close(mark: str, before: str, after: str) -> bool:
    if mark in "」』＂«»":
        return True
    if mark == "“" and before.strip() == "" and after.strip():
        return False
    if mark == '"' and not before.strip() and after.strip() and after not in ".,;:!?)]}":
        return False
    return not (mark == '"' and after.isalnum() and before in "(—–[ ")


def _whole_block(at: int, text: str) -> Iterator[Quoted]:
    end = len(text)
    if match := _ATTRIBUTION.search(text):
        end = match.start()
    while match := re.search(
        r"\s*(?:\[[^\[\]]{1,60}\]|\([^()]{0,60}\d{1,4}[^()]{0,40}\))\s*$", text[max(0, end - 140) : end]
    ):
        end = max(0, end - 140) + match.start()
    start = len(text) - len(text.lstrip())
    exact = text[start:end]
    if len(exact) > 2 and exact[0] in _CLOSERS and exact.rstrip()[-1] in _CLOSERS[exact[0]]:
        start, end = start + 1, start + len(exact.rstrip()) - 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if end > start:
        why = is_checkable(Quotation(exact=text[start:end], kind="block"))
        yield Quoted(block=at, start=start, end=end, kind="block", why_not=why)


def _is_callout(layout: Layout, at: int) -> bool:
    """Is the block part of a callout? Its first paragraph tells."""
    first = at
    while first > 0 and layout.blocks[first - 1].kind is BlockKind.QUOTE and _adjoin(layout, first - 1, first):
        first -= 1
    block = layout.blocks[first]
    return bool(_CALLOUT.match(layout.text[block.start : block.end].lstrip()) or _CALLOUT.match(block.prose.text))


def _adjoin(layout: Layout, first: int, second: int) -> bool:
    between = layout.text[layout.blocks[first].end : layout.blocks[second].start]
    return "\n\n" not in between.replace("\r", "") or not layout.line_starts
