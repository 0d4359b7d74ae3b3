"""The scanner of Markdown and the walker of Pandoc's tree read the same: markers, bindings and counters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from citecheck.manuscript import bind_markers, read_manuscript, read_pandoc
from citecheck.records import Manuscript, Reference
from citecheck.text.fold import fold_key
from tests.manuscript.cases import FIXTURES, load_cases, tree_of

BIBLIOGRAPHY = [Reference(key="abel1998"), Reference(key="Ruiz2021")]


def counters(manuscript: Manuscript) -> dict[str, Any]:
    """Give all that both must agree on. Footnotes are met in another order, and the tree has lost their labels."""
    notes = any(each.style == "footnote" for each in manuscript.markers)
    name = (lambda key: "fn" if key.startswith("fn:") else key) if notes else str
    return {
        "markers": sorted(
            (tuple(map(name, each.targets)), each.style, each.state.value, fold_key(each.locator).replace("--", "-"))
            for each in manuscript.markers
        ),
        "pairs": sorted((name(each.target), name(each.reference or "")) for each in manuscript.pairs),
        "claims": sorted(len(each.markers) for each in manuscript.claims),
        "too short": manuscript.too_short,
        "quotations": sorted((fold_key(each.exact), len(each.markers)) for each in manuscript.quotations),
    }


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.md")), ids=lambda each: each.stem)
def test_fixtures_read_the_same(path: Path) -> None:
    if path.name == "README.md":
        return
    text = path.read_text(encoding="utf-8")
    scanned, walked = read_manuscript(path), read_pandoc(json.loads(tree_of(text)))
    assert counters(scanned) == counters(walked)
    again = [counters(bind_markers(each, BIBLIOGRAPHY)) for each in (scanned, walked)]
    assert again[0] == again[1]
    assert sorted(scanned.settings) == sorted(walked.settings)
    assert scanned.bibliography_files == walked.bibliography_files
    assert [(each.key, each.title, each.doi, each.year) for each in scanned.references if "fn:" not in each.key] == [
        (each.key, each.title, each.doi, each.year) for each in walked.references if "fn:" not in each.key
    ]


@pytest.mark.parametrize("case", load_cases("documents.jsonl"), ids=lambda each: each["name"])
def test_documents_read_the_same(case: dict[str, Any]) -> None:
    """Where the tree hides what a reader sees, the case says how they differ."""
    scanned, walked = read_manuscript(text=case["text"]), read_pandoc(json.loads(tree_of(case["text"])))
    one, other = counters(scanned), counters(walked)
    if "differs" in case:
        assert one != other
        one, other = ({name: each[name] for name in ("claims", "too short", "quotations")} for each in (one, other))
    assert one == other
