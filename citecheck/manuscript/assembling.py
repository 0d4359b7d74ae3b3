"""From a layout to a manuscript: references, then markers, then sentences, claims and quotations, then bound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from citecheck.manuscript.binding import PERHAPS_A_NAME, bind, drop_names
from citecheck.manuscript.claiming import state_claims
from citecheck.manuscript.draft import Draft
from citecheck.manuscript.footnotes import find_doubled_footnotes, find_footnotes
from citecheck.manuscript.indexing import ReferenceIndex
from citecheck.manuscript.layout import Layout
from citecheck.manuscript.markers import Mark
from citecheck.manuscript.marking import mark_up, without_the_sources
from citecheck.manuscript.metadata import bibliography_files, flatten_settings, how_to_read, nocite_keys
from citecheck.manuscript.quotations import find_quoted, find_unbalanced
from citecheck.manuscript.quoting import make_quotation
from citecheck.manuscript.references import find_references
from citecheck.manuscript.vault import Vault
from citecheck.records import Manuscript, Marker, Place, Problem, Reference
from citecheck.settings import Settings
from citecheck.text.fold import fold_key


def assemble(
    layout: Layout,
    *,
    vault: Vault | None = None,
    bibliography: Sequence[Reference] = (),
    settings: Settings | None = None,
) -> Manuscript:
    """Make the manuscript of a layout."""
    vault = vault or Vault()
    reading = how_to_read(layout.metadata, settings)
    listed = find_references(layout, reading.heading)
    footnotes, noted = find_footnotes(layout, listed.blocks)
    bodies = [at for at in range(len(layout.blocks)) if at not in listed.blocks and at not in noted]
    references = [*listed.references, *footnotes.values()]
    draft = Draft(
        layout=layout, reading=reading, listed=listed, footnotes=footnotes, bodies=bodies, references=references
    )
    mark_up(draft, vault, bibliography)
    titles = frozenset(key for each in (*references, *bibliography) if (key := fold_key(each.title).strip(" .,;:!?")))
    quoted = find_quoted(layout, bodies, titles)
    draft.marks = without_the_sources(draft, [each for each in quoted if not each.why_not])
    state_claims(draft)
    files = bibliography_files(layout.metadata)
    manuscript = Manuscript(
        path=layout.path,
        format=layout.format,
        text=layout.text,
        references=tuple(draft.references),
        markers=tuple(_marker(layout, each) for each in draft.marks),
        quotations=tuple(make_quotation(draft, each, quoted) for each in quoted if not each.why_not),
        terms=tuple(make_quotation(draft, each, quoted) for each in quoted if each.why_not),
        claims=tuple(draft.claims),
        problems=(*layout.problems, *_doubled(layout), *_unbalanced(draft)),
        too_short=draft.too_short,
        bibliography_files=files,
        nocite=nocite_keys(layout.metadata),
        settings=flatten_settings(layout.metadata),
        has_reference_list=listed.found or bool(footnotes),
    )
    index = ReferenceIndex([*draft.references, *bibliography])
    bare = not (listed.found or footnotes) and any(each.style == "label" for each in manuscript.markers)
    keyed = not bibliography and (
        bool(files or bare) or any(each.raw.startswith(("[@", "[-@")) for each in manuscript.markers)
    )
    if keyed:
        return bind(manuscript, draft.sentences, index)
    return bind(*drop_names(manuscript, index, draft.sentences), index)


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


def _doubled(layout: Layout) -> Iterator[Problem]:
    for each in find_doubled_footnotes(layout):
        message = f"Footnote {each.label} is defined twice; the first definition was read."
        yield Problem(rule="duplicate-footnote", message=message, place=layout.place(each.start, each.end))


def _unbalanced(draft: Draft) -> Iterator[Problem]:
    for number in draft.bodies:
        at = find_unbalanced(draft.layout, draft.layout.blocks[number])
        if at >= 0:
            place: Place = draft.layout.place(at, at + 1)
            message = "A quotation mark opens and has no partner in its paragraph; no quotation was read from it."
            yield Problem(rule="unbalanced-quotation", message=message, place=place, help="Close it.")
