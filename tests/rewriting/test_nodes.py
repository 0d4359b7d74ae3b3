"""JSON and YAML read with their places: every value stands where it is said to stand."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citecheck.bibliography.yaml_places import Placed, place_items
from citecheck.rewriting.nodes import Node, read_objects, write_scalar

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


@given(
    st.lists(st.dictionaries(st.text(max_size=5), values, max_size=4), max_size=3),
    st.sampled_from((None, 0, 2, "\t")),
    st.booleans(),
)
def test_json_is_read_as_python_reads_it_and_each_value_is_its_own_text(
    objects: list[dict[str, Any]], indent: int | str | None, is_ascii: bool
) -> None:
    text = json.dumps(objects, indent=indent, ensure_ascii=is_ascii)
    nodes = list(read_objects(text, 1))
    assert [each.plain() for each in nodes] == objects
    for node in nodes:
        check_spans(text, node)


def check_spans(text: str, node: Node) -> None:
    assert json.loads(text[node.start : node.end]) == node.plain()
    for each in (*(value for _, _, value in node.members), *node.elements):
        check_spans(text, each)


@pytest.mark.parametrize(
    "text",
    ["[{", "[{]", '[{"a"}', '[{"a":}', '[{"a":1 "b":2}', "[{,}", '[{"a":01}', "[" * 9, '[{"a":' + "[" * 999, "[1]"],
)
def test_what_is_not_json_is_passed_over(text: str) -> None:
    assert list(read_objects(text, 1)) == []


@given(st.text(max_size=20))
def test_a_string_is_written_so_that_it_is_read_again(value: str) -> None:
    text = '{"a": "x"}'
    (node,) = read_objects(text, 0)
    assert json.loads(write_scalar(value, node.members[0][2], text) or "") == value


def test_yaml_values_stand_where_they_are_said_to() -> None:
    text = "---\n# first\nreferences:\n- id: ä中😀\n  title: 'größe''s x'\n  n: [ü, {c: 中}]\n"
    text += '\n- id: b\n  DOI: "10.1/é"\n- *gone\n'
    items = list(place_items(text))
    assert [line for line, _ in items] == [4, 8]
    found = {text[each.start : each.end]: each.value for _, item in items for each in scalars(item)}
    assert found == {
        "ä中😀": "ä中😀", "'größe''s x'": "größe's x", "ü": "ü", "中": "中", "b": "b", '"10.1/é"': "10.1/é",
    }  # fmt: skip


def scalars(placed: Placed) -> list[Placed]:
    if placed.kind == "scalar":
        return [placed]
    return [each for _, _, value in placed.members for each in scalars(value)]
