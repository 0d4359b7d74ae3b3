"""From a layout to a manuscript: references, then markers, then sentences, claims and quotations, then bound."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from citecheck.identifiers import find_identifiers
from citecheck.manuscript.binding import PERHAPS_A_NAME, ReferenceIndex, bind, drop_names
from citecheck.manuscript.entries import clean_url
from citecheck.manuscript.layout import BlockKind, Layout, Prose
from citecheck.manuscript.markers import Known, Mark, find_marks
from citecheck.manuscript.metadata import bibliography_files, flatten_settings, language
from citecheck.manuscript.quotations import AROUND, Quoted, find_unbalanced, count_words, find_quoted
from citecheck.manuscript.references import ReferenceList, find_footnotes, find_references
from citecheck.manuscript.splitting import split_prose
from citecheck.manuscript.vault import Vault
from citecheck.records import Claim, Manuscript, Marker, MarkerState, Place, Problem, Quotation, Reference
from citecheck.text.fold import fold_key

FEWEST_WORDS = 5
"""Words of a sentence that is a claim; shorter ones are counted apart (spec: manuscripts)."""


@dataclass(slots=True, kw_only=True)
class _Draft:
    """What is known while a manuscript is put together."""

    layout: Layout
    listed: ReferenceList
    footnotes: dict[str, Reference]
    bodies: list[int]
    """Indices of the blocks that are text: not the reference list's, not of footnotes that are references."""
    references: list[Reference]
    marks: list[Mark] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    sentences: dict[int, str] = field(default_factory=dict)
    spans: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """By block, the spans of its sentences in its prose."""
    too_short: int = 0


def assemble(layout: Layout, *, vault: Vault | None = None, bibliography: Sequence[Reference] = ()) -> Manuscript:
    """Make the manuscript of a layout."""
    vault = vault or Vault()
    settings = flatten_settings(layout.metadata)
    listed = find_references(layout, dict(settings).get("references", ""))
    footnotes, noted = find_footnotes(layout, listed.blocks)
    bodies = [at for at in range(len(layout.blocks)) if at not in listed.blocks and at not in noted]
    references = [*listed.references, *footnotes.values()]
    draft = _Draft(layout=layout, listed=listed, footnotes=footnotes, bodies=bodies, references=references)
    _find_marks(draft, vault, bibliography)
    titles = frozenset(key for each in (*references, *bibliography) if (key := fold_key(each.title).strip(" .,;:!?")))
    quoted = find_quoted(layout, bodies, titles)
    draft.marks = [each for each in draft.marks if not _is_the_sources(draft, each, quoted)]
    _split(draft)
    files = bibliography_files(layout.metadata)
    manuscript = Manuscript(
        path=layout.path,
        format=layout.format,
        text=layout.text,
        references=tuple(draft.references),
        markers=tuple(_marker(layout, each) for each in draft.marks),
        quotations=tuple(_quotation(draft, each, quoted) for each in quoted),
        claims=tuple(draft.claims),
        problems=(*layout.problems, *_unbalanced(draft)),
        too_short=draft.too_short,
        bibliography_files=files,
        settings=settings,
        has_reference_list=listed.found or bool(footnotes),
    )
    index = ReferenceIndex([*draft.references, *bibliography])
    keyed = bool(files or bibliography) or any(each.raw.startswith(("[@", "[-@")) for each in manuscript.markers)
    if keyed:
        return bind(manuscript, draft.sentences, index)
    return bind(*drop_names(manuscript, index, draft.sentences), index)


def _find_marks(draft: _Draft, vault: Vault, bibliography: Sequence[Reference]) -> None:
    layout = draft.layout
    keys = {each.key.casefold() for each in (*draft.references, *bibliography, *vault.references)}
    known = Known(
        keys=frozenset(keys),
        notes=frozenset(vault.names),
        plain_notes=vault.plain,
        definitions=frozenset(each.label for each in layout.definitions),
    )
    spans = [(layout.blocks[at].start, layout.blocks[at].end) for at in draft.bodies]
    found = [*find_marks(layout.masked, spans, known), *_given(draft), *_bracketed_links(draft)]
    found.sort(key=lambda each: (each.start, each.end))
    found = [_known_note(each, vault) if each.style == "wikilink" else each for each in found]
    labels = {block.label for block in layout.blocks if block.kind is BlockKind.NOTE}
    kept = [each for each in found if not _is_comment(each, draft.footnotes, labels)]
    kept = _without_weak(kept, known, ReferenceIndex([*draft.references, *bibliography]))
    cited = {target.casefold() for each in kept for target in each.targets}
    draft.references += [each for each in vault.references if each.key.casefold() in cited]
    draft.marks = [_judge_number(each, draft, known) for each in kept]
    _add_sources(draft, known)


def _given(draft: _Draft) -> Iterator[Mark]:
    """The marks that the tree named, where they stand in the text proper."""
    if draft.layout.given:
        starts = [draft.layout.blocks[at].start for at in draft.bodies]
        ends = [draft.layout.blocks[at].end for at in draft.bodies]
        for each in draft.layout.given:
            at = bisect_right(starts, each.start) - 1
            if at >= 0 and each.start < ends[at]:
                yield each


def _bracketed_links(draft: _Draft) -> Iterator[Mark]:
    """Links alone in brackets, `([example.org](url))`, as machine-written reports cite."""
    text = draft.layout.text
    starts = [draft.layout.blocks[at].start for at in draft.bodies]
    by_url = {_fold_url(each.url): each.key for each in draft.references if each.url}
    opened = False
    before = -1
    for link in draft.layout.links:
        fresh = text[link.start - 1 : link.start] == "("
        joined = opened and before >= 0 and re.fullmatch(r"[\s,;]{1,4}", text[before : link.start]) is not None
        opened, before = fresh or joined, link.end
        if not opened or not starts or "://" not in link.url:
            continue
        if re.match(r"\)|[,;]\s?\[|[,;]\s", text[link.end : link.end + 3]):
            url = clean_url(link.url)
            target = by_url.get(_fold_url(url), url)
            at = bisect_right(starts, link.start) - 1
            if at >= 0 and link.start < draft.layout.blocks[draft.bodies[at]].end:
                yield Mark(start=link.start, end=link.end, style="link", targets=(target,), url=url)


def _fold_url(url: str) -> str:
    return re.sub(r"^https?://(?:www\.)?", "", clean_url(url).partition("#")[0]).rstrip("/")


def _known_note(mark: Mark, vault: Vault) -> Mark:
    note = vault.names.get(mark.targets[0].casefold())
    return replace(mark, targets=(note,)) if note else mark


def _is_comment(mark: Mark, footnotes: dict[str, Reference], labels: set[str]) -> bool:
    """Is it the mark of a footnote that describes no work?"""
    if mark.style != "footnote":
        return False
    label = mark.targets[0].removeprefix("fn:")
    return label in labels and label not in footnotes


def _without_weak(marks: list[Mark], known: Known, index: ReferenceIndex) -> list[Mark]:
    """Leave out `(Berlin, 2020)` where no reference fits it and the document cites in another way."""
    others = sum(1 for each in marks if each.style not in ("author-year", "link"))
    strong = sum(1 for each in marks if each.style == "author-year" and not each.tentative)
    kept = []
    for each in marks:
        if each.style == "author-year" and each.tentative:
            fits = any(index.find(target) for target in each.targets)
            if not fits and (others or (known.keys and not strong and not _any_fits(marks, index))):
                continue
        kept.append(each)
    return kept


def _any_fits(marks: list[Mark], index: ReferenceIndex) -> bool:
    return any(each.style == "author-year" and any(index.find(target) for target in each.targets) for each in marks)


def _judge_number(mark: Mark, draft: _Draft, known: Known) -> Mark:
    """A bare `[2]` in a document that cites by footnotes has perhaps lost its caret."""
    if mark.style != "numeric" or mark.state is not MarkerState.BOUND or draft.listed.numbered or not draft.footnotes:
        return mark
    if any(known.has_key(each) for each in mark.targets):
        return mark
    reason = "a bare number in a document that cites by footnotes"
    if any(each in draft.footnotes for each in mark.targets):
        reason += f"; there is a footnote {mark.targets[0]}"
    return replace(mark, state=MarkerState.SUSPECT, reason=reason)


def _add_sources(draft: _Draft, known: Known) -> None:
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


def _is_the_sources(draft: _Draft, mark: Mark, quoted: list[Quoted]) -> bool:
    """Does a mark inside a quotation belong to the source quoted: is there a mark behind the quotation, too?"""
    for each in quoted:
        prose = draft.layout.blocks[each.block].prose
        start, end = prose.span(each.start, each.end)
        if not start <= mark.start < end:
            continue
        rest = prose.text[prose.find(mark.start, mark.end)[1] : each.end]
        if not re.search(r"\w", re.sub(r"\[[^\]]*\]", "", rest)):
            return False
        limit = draft.layout.blocks[each.block].end
        return any(end <= other.start < min(end + 200, limit) for other in draft.marks)
    return False


def _split(draft: _Draft) -> None:
    """Split every block into sentences; give each marker its sentence, and each long enough sentence its claim."""
    layout, at = draft.layout, 0
    lang = language(layout.metadata)
    for number in draft.bodies:
        block = layout.blocks[number]
        first = at
        while at < len(draft.marks) and draft.marks[at].start < block.end:
            at += 1
        own = range(first, at)
        spots = [block.prose.find(draft.marks[each].start, draft.marks[each].end) for each in own]
        heading = block.kind is BlockKind.HEADING
        spans = [(0, len(block.prose.text))] if heading else list(split_prose(block.prose.text, lang, spots))
        draft.spans[number] = spans
        held: dict[int, list[int]] = {}
        for each, spot in zip(own, spots, strict=True):
            held.setdefault(_holder(spans, spot[0]), []).append(each)
        for position, span in enumerate(spans):
            inside = held.get(position, [])
            sentence = _shown(draft, block.prose, span, inside)
            draft.sentences.update(dict.fromkeys(inside, sentence))
            if not heading:
                _take_claim(draft, block.prose, span, sentence, inside)


def _take_claim(draft: _Draft, prose: Prose, span: tuple[int, int], sentence: str, inside: Sequence[int]) -> None:
    if count_words(sentence) < FEWEST_WORDS:
        draft.too_short += 1
        return
    markers = tuple(each for each in inside if draft.marks[each].state is not MarkerState.SUSPECT)
    draft.claims.append(Claim(text=sentence, markers=markers, place=draft.layout.place(*prose.span(*span))))


def _holder(spans: Sequence[tuple[int, int]], spot: int) -> int:
    return max(0, bisect_right(spans, spot, key=lambda each: each[0]) - 1)


def _shown(draft: _Draft, prose: Prose, span: tuple[int, int], inside: Sequence[int]) -> str:
    """Give the sentence without its markers, but for those that are words of it."""
    pieces, position = [], span[0]
    for each in inside:
        mark = draft.marks[each]
        start, end = prose.find(mark.start, mark.end)
        if (
            mark.words
            or start < position
            or start == span[0]
            or (mark.state is MarkerState.SUSPECT and not mark.targets)
        ):
            continue
        pieces.append(prose.text[position:start])
        position = min(end, span[1])
    pieces.append(prose.text[position : span[1]])
    text = re.sub(r"\s*\(\s*[,;]?\s*\)", "", "".join(pieces))
    return re.sub(r"\s+(?=[.,;:!?)\]](?:\s|$))", "", " ".join(text.split()))


def _marker(layout: Layout, mark: Mark) -> Marker:
    tentative = mark.tentative and mark.style == "pandoc"
    return Marker(
        style=mark.style,
        raw=layout.text[mark.start : mark.end],
        targets=mark.targets,
        state=mark.state,
        locator=mark.locator,
        reason=mark.reason or (PERHAPS_A_NAME if tentative else ""),
        place=layout.place(mark.start, mark.end),
    )


def _quotation(draft: _Draft, quoted: Quoted, all_quoted: list[Quoted]) -> Quotation:
    prose = draft.layout.blocks[quoted.block].prose
    return Quotation(
        exact=prose.text[quoted.start : quoted.end],
        prefix=prose.text[max(0, quoted.start - AROUND) : quoted.start],
        suffix=prose.text[quoted.end : quoted.end + AROUND],
        kind=quoted.kind,
        markers=tuple(_markers_of(draft, quoted, all_quoted)),
        place=draft.layout.place(*prose.span(quoted.start, quoted.end)),
    )


def _markers_of(draft: _Draft, quoted: Quoted, all_quoted: list[Quoted]) -> list[int]:
    """Give the first group of markers behind the quotation, else before it, in the sentences it touches."""
    block = draft.layout.blocks[quoted.block]
    prose, spans = block.prose, draft.spans[quoted.block]
    start, end = prose.span(quoted.start, quoted.end)
    first, last = spans[_holder(spans, quoted.start)][0], spans[_holder(spans, max(quoted.start, quoted.end - 1))][1]
    if quoted.kind == "block":
        first, last = 0, len(prose.text)
    following = [each.start for each in all_quoted if each.block == quoted.block and each.start > quoted.end]
    low, high = prose.span(first, last)
    limit = prose.back[following[0]] if following else high
    near = _marks_between(draft, low, max(high, end))
    behind = [each for each in near if start <= draft.marks[each].start and draft.marks[each].start < max(limit, end)]
    if behind:
        return _group(draft, behind)
    if near:
        return _group(draft, near[::-1])[::-1]
    return _introduced(draft, quoted) if quoted.kind == "block" else []


def _introduced(draft: _Draft, quoted: Quoted) -> list[int]:
    """The markers of the sentence that introduces a block quotation."""
    at = draft.bodies.index(quoted.block)
    if not at:
        return []
    before = draft.layout.blocks[draft.bodies[at - 1]]
    spans = draft.spans[draft.bodies[at - 1]]
    if not spans or not before.prose.text or before.kind is BlockKind.HEADING:
        return []
    return _marks_between(draft, *before.prose.span(*spans[-1]))


def _marks_between(draft: _Draft, low: int, high: int) -> list[int]:
    first = bisect_right(draft.marks, low - 1, key=lambda each: each.start)
    last = bisect_right(draft.marks, high - 1, key=lambda each: each.start)
    return list(range(first, last))


def _group(draft: _Draft, marks: list[int]) -> list[int]:
    """Give the first markers that stand together."""
    group = marks[:1]
    for each in marks[1:]:
        one, other = sorted((draft.marks[group[-1]], draft.marks[each]), key=lambda mark: mark.start)
        if draft.layout.text[one.end : other.start].strip(" ,;\n\u00a0"):
            break
        group.append(each)
    return group


def _unbalanced(draft: _Draft) -> Iterator[Problem]:
    for number in draft.bodies:
        at = find_unbalanced(draft.layout, draft.layout.blocks[number])
        if at >= 0:
            place: Place = draft.layout.place(at, at + 1)
            message = "A quotation mark opens and has no partner in its paragraph; no quotation was read from it."
            yield Problem(rule="unbalanced-quotation", message=message, place=place, help="Close it.")
