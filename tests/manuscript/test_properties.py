"""Laws: every place holds what stands there, nothing raises, and hostile sizes cost little."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citecheck.manuscript import bind_markers, read_manuscript, read_pandoc
from citecheck.records import Manuscript
from tests.manuscript.cases import FIXTURES, tree_of

PIECES = [
    "It fell by a third in the winter of that year",
    " [1]", "[2, p. 3]", " [[note]]", " [[a/b|c]]", " [@key2020]", " @key2020", "[^1]", ".", ". ", "\n", "\n\n", "# ", "> ", "- ",
    "1. ", "`", "``", "$", "*", "**", "_", '"', "“", "”", "[", "]", "(", ")", "\\", "<!--", "-->", "```\n", "[^1]: Abel 2001.\n",
    "## References\n\n", "[1]: https://example.org\n", "Abel A. One. 2001.", "|", "| a | b |\n|---|---|\n", "\t", "    ", "é",
    "。", "³", "(Smith, 2020)", "https://example.org/x", "---\n", "a: b\n", "\r\n", "\u00a0", "𝔸", "\u0301",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)
QUICK = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
HOSTILE = (
    "[",
    "]",
    "[[",
    "[]",
    "`",
    "` `` ",
    '"',
    '" a ',
    "“",
    '[`"',
    "(",
    "<",
    "<!--",
    "*",
    "> ",
    "word ",
    "a",
    "1",
    "\\",
    "\n",
)


def hold_places(manuscript: Manuscript, text: str) -> None:
    """Assert that every place leads back to what stands there."""
    starts = [0] + [at + 1 for at, each in enumerate(text) if each == "\n"]
    for marker in manuscript.markers:
        assert text[marker.place.start : marker.place.end] == marker.raw
    for reference in manuscript.references:
        if reference.raw:  # one of the front matter has its line alone
            assert text[reference.place.start : reference.place.end].strip() == reference.raw
    places = [each.place for each in manuscript.markers] + [each.place for each in manuscript.claims]
    places += [each.place for each in manuscript.quotations] + [
        each.place for each in manuscript.references if each.raw
    ]
    for place in places:
        assert place.start is not None and place.end is not None and place.start < place.end <= len(text)
        if place.line is not None and place.column is not None:
            assert starts[place.line - 1] + place.column - 1 == place.start
    for quotation in manuscript.quotations:
        stands = text[quotation.place.start : quotation.place.end]
        assert stands[0] == quotation.exact[0] and stands[-1] == quotation.exact[-1]
    for claim in manuscript.claims:
        assert all(at < len(manuscript.markers) for at in claim.markers)


@QUICK
@given(TEXTS)
def test_places(text: str) -> None:
    manuscript = read_manuscript(text=text)
    hold_places(manuscript, manuscript.text)
    assert bind_markers(manuscript, []) == bind_markers(bind_markers(manuscript, []), [])
    assert len(manuscript.pairs) == sum(len(each.targets) for each in manuscript.markers)


@QUICK
@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    manuscript = read_manuscript(text=text)
    hold_places(manuscript, manuscript.text)


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.md")), ids=lambda each: each.stem)
def test_places_in_fixtures(path: Any) -> None:
    text = path.read_text(encoding="utf-8")
    hold_places(read_manuscript(path), text)
    walked = read_pandoc(json.loads(tree_of(text)))
    for marker in walked.markers:
        assert walked.text[marker.place.start : marker.place.end] == marker.raw
        assert marker.place.line is None and marker.place.context


@pytest.mark.parametrize("unit", HOSTILE)
def test_a_megabyte_of_brackets(unit: str) -> None:
    """Steps that grow with the square of the text would need 10¹² of them here, and never come back."""
    text = unit * (1_000_000 // len(unit))
    assert read_manuscript(text=text).text == text


LEAVES = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "x", "[1]", "https://example.org"])
KINDS = st.sampled_from(
    "Para Plain Header BlockQuote BulletList OrderedList DefinitionList Table Figure Div LineBlock Str Space Emph Quoted "
    "Cite Link Image Note Span Superscript Code Math RawInline CodeBlock RawBlock MetaMap MetaInlines MetaList New".split()
)
NODES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.fixed_dictionaries({"t": KINDS, "c": inner})
        | st.fixed_dictionaries({"t": inner})
    ),
    max_leaves=25,
)


@QUICK
@given(NODES, NODES)
def test_odd_trees_are_read(blocks: Any, meta: Any) -> None:
    read_pandoc({"blocks": blocks, "meta": meta})
    read_pandoc({"blocks": [blocks], "meta": {"references": meta, "abstract": meta, "citecheck": meta}})


def test_deep_trees_are_read() -> None:
    block: dict[str, Any] = {"t": "Para", "c": [{"t": "Str", "c": "[1]"}]}
    inline: dict[str, Any] = {"t": "Str", "c": "[2]"}
    for _ in range(20_000):
        block = {"t": "BlockQuote", "c": [block]}
        inline = {"t": "Emph", "c": [inline]}
    manuscript = read_pandoc({"blocks": [block, {"t": "Para", "c": [inline]}], "meta": {}})
    assert [each.raw for each in manuscript.markers] == ["[1]", "[2]"]
