"""Bind markers to references, and make the pairs: one per target of each marker, with its sentence.

Binding again, with more references, changes only what they change.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from citecheck.manuscript.indexing import ReferenceIndex
from citecheck.manuscript.markers.keys import is_tentative
from citecheck.manuscript.markers.labels import PERHAPS_A_KEY
from citecheck.manuscript.markers.mark import Known
from citecheck.records import Claim, Manuscript, Marker, MarkerState, Pair, Quotation, Reference
from citecheck.text.fold import fold_key

PERHAPS_A_NAME = "no reference has this key: perhaps a name"
"""The reason of a marker that is dropped when no reference turns up."""
_FINGERPRINT = 16
"""Hexadecimal digits of a fingerprint: 64 bits tell a document's pairs apart."""


def bind_markers(manuscript: Manuscript, references: Iterable[Reference]) -> Manuscript:
    """Bind again with further references; a bare `@name` that still has none is no marker and goes."""
    index = ReferenceIndex([*manuscript.references, *references])
    sentences = {each.marker: each.sentence for each in manuscript.pairs}
    return bind(*drop_names(manuscript, index, sentences), index)


def bind(manuscript: Manuscript, sentences: Mapping[int, str], index: ReferenceIndex) -> Manuscript:
    """Set the state of each marker, and make the pairs. `sentences` are those of the markers, by their indices."""
    markers = tuple(_bind_marker(each, index) for each in manuscript.markers)
    pairs: list[Pair] = []
    seen: Counter[str] = Counter()
    folded: dict[str, str] = {}
    for at, marker in enumerate(markers):
        sentence = sentences.get(at, "")
        for target in marker.targets:
            reference = index.find(target, style=marker.style) if marker.state is not MarkerState.SUSPECT else None
            work = (reference.doi or reference.title or reference.key) if reference else target
            for each in (sentence, work):
                if each not in folded:
                    folded[each] = fold_key(each)
            digest = _fingerprint(folded[work], folded[sentence], seen)
            key = reference.key if reference else None
            pairs.append(Pair(marker=at, target=target, sentence=sentence, reference=key, fingerprint=digest))
    return replace(manuscript, markers=markers, pairs=tuple(pairs))


def _bind_marker(marker: Marker, index: ReferenceIndex) -> Marker:
    if marker.state in (MarkerState.UNPARSED, MarkerState.SUSPECT):
        return marker
    targets = marker.targets
    if marker.style == "author-year":
        found = [index.find(each) for each in targets]
        targets = tuple(each.key if each else target for each, target in zip(found, targets, strict=True))
    missing = tuple(each for each in targets if index.find(each, style=marker.style) is None)
    state = MarkerState.DANGLING if missing or not targets else MarkerState.BOUND
    reason = "" if state is MarkerState.BOUND else marker.reason
    return replace(marker, targets=targets, state=state, missing=missing, reason=reason)


def drop_names(
    manuscript: Manuscript, index: ReferenceIndex, sentences: Mapping[int, str]
) -> tuple[Manuscript, Mapping[int, str]]:
    """Drop bare `@name` and `[name2020]` marks that no reference has, and every index that leads to them."""
    known = Known(keys=frozenset(index.keys))
    kept = [at for at, each in enumerate(manuscript.markers) if not _is_name(each, known)]
    if len(kept) == len(manuscript.markers):
        return manuscript, sentences
    new = {old: at for at, old in enumerate(kept)}
    manuscript = replace(
        manuscript,
        markers=tuple(manuscript.markers[at] for at in kept),
        claims=tuple(_renumber_claim(each, new) for each in manuscript.claims),
        quotations=tuple(_renumber_quotation(each, new) for each in manuscript.quotations),
    )
    return manuscript, {new[at]: sentence for at, sentence in sentences.items() if at in new}


def _is_name(marker: Marker, known: Known) -> bool:
    if marker.style == "label" and marker.reason.startswith(PERHAPS_A_KEY):
        return not all(known.has_key(each) for each in marker.targets)
    bare = marker.style == "pandoc" and marker.raw.startswith("@") and len(marker.targets) == 1
    return bare and marker.reason == PERHAPS_A_NAME and is_tentative(marker.targets[0], known)


def _renumber_claim(claim: Claim, new: Mapping[int, int]) -> Claim:
    return replace(claim, markers=tuple(new[each] for each in claim.markers if each in new))


def _renumber_quotation(quotation: Quotation, new: Mapping[int, int]) -> Quotation:
    return replace(quotation, markers=tuple(new[each] for each in quotation.markers if each in new))


def _fingerprint(work: str, sentence: str, seen: Counter[str]) -> str:
    """Digest of the work, the folded sentence, and an ordinal where both are equal: it survives edits elsewhere."""
    both = f"{work}\n{sentence}"
    seen[both] += 1
    return hashlib.sha256(f"{both}\n{seen[both]}".encode("utf-8", "replace")).hexdigest()[:_FINGERPRINT]
