"""Nodes of Pandoc's tree, as plain dictionaries: their parts and their letters. What is not what it should be gives nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

SPACES = {"Space": " ", "SoftBreak": "\n", "LineBreak": "\n"}


def plain_text(inlines: Any, *, markup: bool = False) -> str:
    """Give the letters of inlines; with markup, emphasis and the like get their characters back, as paths need them."""
    marks = (
        {"Emph": "*", "Strong": "**", "Subscript": "~", "Superscript": "^", "Strikeout": "~~", "Code": "`"}
        if markup
        else {}
    )
    out: list[str] = []
    stack: list[Any] = list(reversed(as_list(inlines)))
    while stack:
        each = stack.pop()
        if isinstance(each, str):
            out.append(each)
            continue
        kind, content = parts_of(each)
        if kind in SPACES:
            out.append(" ")
        elif kind == "Str":
            out.append(content if isinstance(content, str) else "")
        elif kind in ("Code", "Math"):
            out.append(str(second_of(content) or ""))
        elif kind in ("Note", "RawInline"):
            continue
        elif kind == "Quoted":
            mark = '"' if parts_of(first_of(content))[0] == "DoubleQuote" else "'"
            stack.extend(reversed([mark, *as_list(second_of(content)), mark]))
        elif kind in ("Cite", "Span", "Link", "Image"):
            stack.extend(reversed(as_list(second_of(content))))
        elif isinstance(content, list):
            mark = marks.get(kind, "")
            stack.extend(reversed([mark, *content, mark]))
    return "".join(out)


def parts_of(node: Any) -> tuple[str, Any]:
    """Give type and content of a node; an empty type for what is no node."""
    if not isinstance(node, dict):
        return "", None
    kind = node.get("t")
    return (kind if isinstance(kind, str) else ""), node.get("c")


def as_list(value: Any) -> list[Any]:
    """Give the value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def is_pair(value: Any) -> bool:
    """Is it a list of two strings?"""
    return isinstance(value, list) and len(value) == 2 and all(isinstance(each, str) for each in value)


def _nth(value: Any, place: int) -> Any:
    return value[place] if isinstance(value, list) and len(value) > place else None


def first_of(value: Any) -> Any:
    """Give a list's first member, or None."""
    return _nth(value, 0)


def second_of(value: Any) -> Any:
    """Give a list's second member, or None."""
    return _nth(value, 1)


def third_of(value: Any) -> Any:
    """Give a list's third member, or None."""
    return _nth(value, 2)


def inlines_of_blocks(blocks: Iterable[Any]) -> list[Any]:
    """Give the inlines of simple blocks and of those in divisions, a space between."""
    found: list[Any] = []
    stack = list(blocks)[::-1]
    while stack:
        kind, content = parts_of(stack.pop())
        if kind in ("Para", "Plain"):
            found += [*([{"t": "Space"}] if found else []), *as_list(content)]
        elif kind == "Div":
            stack += as_list(second_of(content))[::-1]
    return found
