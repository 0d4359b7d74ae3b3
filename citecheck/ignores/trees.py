"""Comments that speak to citecheck in Pandoc's tree, where there are no lines: raw HTML, which Pandoc keeps from Markdown.

One within a paragraph speaks of that paragraph, one that is a block of its own of the block behind it. What stands in a block
quotation or between quotation marks is an example.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

COMMENT = re.compile(r"\s*<!--\s*citecheck\s*:(.*?)-->\s*", re.IGNORECASE | re.DOTALL)
EXAMPLES = frozenset(("BlockQuote", "Quoted", "Code", "CodeBlock", "Str", "Math"))
LONGEST_PATH = 200


def find_tree_comments(content: bytes) -> Iterator[tuple[str, str]]:
    """Give what each comment says, with the path of the block that it speaks of; odd trees are read as far as they go."""
    try:
        tree: Any = json.loads(content)
    except (ValueError, RecursionError):
        return
    pending: list[tuple[Any, str]] = [(tree.get("blocks") if isinstance(tree, dict) else None, "")]
    while pending:
        blocks, path = pending.pop()
        if not isinstance(blocks, list) or len(path) > LONGEST_PATH:
            continue
        waiting: list[str] = []
        for at, block in enumerate(blocks):
            own = f"{path}.{at}" if path else str(at)
            if isinstance(block, list):  # an entry of a list: its blocks stand one level deeper
                pending.append((block, own))
                continue
            kind, inner = _parts(block)
            if kind == "RawBlock" and (said := _said(inner)) is not None:
                waiting.append(said)
                continue
            yield from ((said, own) for said in waiting)
            waiting = []
            match kind:
                case "Para" | "Plain" | "Header":
                    yield from ((said, own) for said in _within(inner))
                case "BulletList":
                    pending.append((inner, own))
                case "OrderedList" | "Div" if isinstance(inner, list) and len(inner) == 2:
                    pending.append((inner[1], own))
                case _:
                    continue
        end = f"{path}.{len(blocks)}" if path else str(len(blocks))
        yield from ((said, end) for said in waiting)  # nothing follows: they will be told as idle


def _parts(node: Any) -> tuple[str, Any]:
    return (str(node.get("t")), node.get("c")) if isinstance(node, dict) else ("", None)


def _said(raw: Any) -> str | None:
    """Give what raw HTML says to citecheck, when it is such a comment."""
    if not isinstance(raw, list) or len(raw) != 2 or raw[0] != "html" or not isinstance(raw[1], str):
        return None
    match = COMMENT.fullmatch(raw[1])
    return match[1].strip() if match else None


def _within(inlines: Any) -> Iterator[str]:
    pending = [inlines]
    while pending:
        node = pending.pop()
        if isinstance(node, list):
            pending.extend(reversed(node))
            continue
        kind, inner = _parts(node)
        if kind == "RawInline":
            if (said := _said(inner)) is not None:
                yield said
        elif kind not in EXAMPLES and isinstance(inner, list):
            pending.extend(reversed(inner))
