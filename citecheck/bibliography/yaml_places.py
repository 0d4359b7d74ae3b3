"""CSL YAML with its places: each value of an item with its offsets in the file's text, for whoever writes there."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from citecheck.bibliography.csl_yaml import ITEM_LIMIT, cut_items

_ANCHOR = re.compile(r"(?m)(?:^|[:\-,\[])\s*[&*][\w-]")
DEPTH = 64
"""Values within values; CSL has five."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A value of a YAML text: half-open, marks and brackets included."""

    start: int
    end: int
    kind: str
    """`scalar`, `object` or `list`."""
    value: str = ""
    style: str = ""
    """Of a scalar: `"`, `'`, `|`, `>`, or nothing for a plain one. Of others: `flow` for those in brackets."""
    members: tuple[tuple[str, int, Placed], ...] = ()
    """Of an object: name, where it begins, and value. Of a list: no name, no place."""


def place_items(text: str) -> Iterator[tuple[int, Placed]]:
    """Give the first line and the values of each item that is one mapping, in order; others are passed over."""
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    start, reached = 0, 1
    for line, item in cut_items(io.StringIO(text)):
        for _ in range(line - reached):
            start = text.find("\n", start) + 1
        reached = line
        if len(item) > ITEM_LIMIT or _ANCHOR.search(item) or text[start : start + len(item)] != item:
            continue
        try:
            node: Any = yaml.compose(item, Loader=loader)
        except (yaml.YAMLError, RecursionError, ValueError):
            continue
        listed = getattr(node, "value", None)
        if isinstance(listed, list) and len(listed) == 1 and getattr(listed[0], "id", "") == "mapping":
            yield line, _place(listed[0], start, 0)


def _place(node: Any, base: int, depth: int) -> Placed:
    start, end = base + node.start_mark.index, base + node.end_mark.index
    flow = "flow" if getattr(node, "flow_style", False) else ""
    if node.id == "scalar" or depth > DEPTH:
        return Placed(start=start, end=end, kind="scalar", value=str(node.value), style=node.style or "")
    if node.id == "mapping":
        members = tuple(
            (str(key.value), base + key.start_mark.index, _place(value, base, depth + 1)) for key, value in node.value
        )
        return Placed(start=start, end=end, kind="object", members=members, style=flow)
    elements = tuple(("", 0, _place(each, base, depth + 1)) for each in node.value)
    return Placed(start=start, end=end, kind="list", members=elements, style=flow)
