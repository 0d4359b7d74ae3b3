"""Write the text of Pandoc's inlines as a Markdown author would, so that one grammar reads both.

Nothing here recurses: a tree from a stranger may be deeper than Python's stack.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from citecheck.manuscript.layout import Link
from citecheck.manuscript.markers.keys import ROLE, is_crossref, is_tentative, read_command
from citecheck.manuscript.markers.mark import Known, Mark

_COMMAND = re.compile(
    r"\\(?P<command>[a-zA-Z]{0,12}cite[a-zA-Z]{0,12})\*?(?P<options>(?:\[[^\[\]]{0,200}\]){0,2})\{(?P<keys>[^{}]{1,400})\}",
    re.I,
)
_ROLE = re.compile(ROLE + "$")
_NUMBERED = re.compile(r"\[?\s*\^?\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*\s*\^?\]?$")
_RAISED = re.compile(r"\s?\[?\s?\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,20}\]?\s?$")
_PASSING = {"Emph", "Strong", "Underline", "Strikeout", "SmallCaps", "Subscript"}
_SPACE = {"Space": " ", "SoftBreak": "\n", "LineBreak": "\n"}


@dataclass(slots=True)
class TreeText:
    """The text that is being written, and what was seen on the way."""

    pieces: list[str] = field(default_factory=list)
    length: int = 0
    blind: list[tuple[int, int]] = field(default_factory=list)
    given: list[Mark] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    notes: list[tuple[str, Any]] = field(default_factory=list)
    """Footnotes met and not yet written: label, blocks."""
    noted: int = 0

    @property
    def last(self) -> str:
        """The last letter written; empty when there is none."""
        return self.pieces[-1][-1] if self.pieces else ""

    def write(self, text: str) -> None:
        """Append text."""
        if text:
            self.pieces.append(text)
            self.length += len(text)

    def write_blind(self, text: str) -> None:
        """Append text in which nothing cites."""
        if text:
            self.blind.append((self.length, self.length + len(text)))
            self.write(text)

    def write_inlines(self, inlines: Any) -> None:
        """Append the text of inlines."""
        pieces = self.pieces
        stack: list[Any] = list(reversed(as_list(inlines)))
        while stack:
            each = stack.pop()
            kind = each.get("t") if each.__class__ is dict else ""
            if kind == "Space":  # blanks and words are nearly all there is: 380,000 in a megabyte
                pieces.append(" ")
                self.length += 1
            elif kind == "Str" and each.get("c").__class__ is str:
                text = each["c"]
                if text:
                    pieces.append(text)
                    self.length += len(text)
            elif callable(each):
                each()
            else:
                stack.extend(reversed(self._write_inline(each)))

    def _write_inline(self, node: Any) -> list[Any]:
        """Write one inline, or give what must be written in its stead: inlines, and calls between them."""
        kind, content = parts_of(node)
        if kind == "Str":
            self.write(content if isinstance(content, str) else "")
        elif kind in _SPACE:
            self.write(_SPACE[kind])
        elif kind in _PASSING:
            return as_list(content)
        elif kind == "Span":
            return self._span(content)
        elif kind == "Superscript":
            return self._superscript(content)
        elif kind == "Quoted":
            mark = '"' if parts_of(first_of(content))[0] == "DoubleQuote" else "'"
            return [lambda: self.write(mark), *as_list(second_of(content)), lambda: self.write(mark)]
        elif kind == "Cite":
            return self._cite(content)
        elif kind in ("Link", "Image"):
            return self._link(kind, content)
        elif kind == "Note":
            self.noted += 1
            self.notes.append((str(self.noted), content))
            self.write(f"[^{self.noted}]")
        elif kind in ("Code", "Math"):
            text = second_of(content)
            text = text if isinstance(text, str) else ""
            if kind == "Code" and _ROLE.search("".join(self.pieces[-3:])):
                self.write(f"`{text}`")
            else:
                self.write_blind(text if kind == "Code" else f"${text}$")
        elif kind == "RawInline":
            self._raw(first_of(content), second_of(content))
        elif isinstance(content, list):  # a kind of a later Pandoc: its inlines are still text
            return [each for each in content if isinstance(each, dict)]
        return []

    def _span(self, content: Any) -> list[Any]:
        attributes = dict(pair for pair in as_list(third_of(first_of(content))) if is_pair(pair))
        classes = as_list(second_of(first_of(content)))
        keys = str(attributes.get("cites") or attributes.get("data-cites") or "").split()
        inner = as_list(second_of(content))
        if not keys or "citation" not in classes:
            return inner
        start = self.length
        return [*inner, lambda: self._mark(start, tuple(dict.fromkeys(keys)), "pandoc", "")]

    def _superscript(self, content: Any) -> list[Any]:
        text = plain_text(content)
        simple = all(parts_of(each)[0] in ("Str", "Space", "Emph", "Strong") for each in as_list(content))
        if simple and _RAISED.match(text):
            self.write(f"^{text.strip(' []')}^")
            return []
        return as_list(content)

    def _cite(self, content: Any) -> list[Any]:
        citations = [each for each in as_list(first_of(content)) if isinstance(each, dict)]
        inner = as_list(second_of(content))
        latex = next((str(second_of(c)) for k, c in map(parts_of, inner) if k == "RawInline"), "")
        keys = [str(each.get("citationId") or "") for each in citations]
        keys = [each for each in dict.fromkeys(keys) if each and not is_crossref(each)]
        modes = [parts_of(each.get("citationMode"))[0] for each in citations]
        in_text = modes[:1] == ["AuthorInText"]
        glued = self.last.isalnum() or self.last in "/@.-_" if self.last else False
        if not keys or (in_text and not latex and glued):
            return inner
        start, locator = self.length, plain_text((citations or [{}])[-1].get("citationSuffix")).strip(" ,;")
        style = "latex" if latex.lstrip().startswith("\\") else "pandoc"
        shown = latex or plain_text(inner)
        if not shown.strip():
            self.write("[" + "; ".join(f"@{each}" for each in keys) + "]")
        elif latex:
            self.write(latex)
        else:
            return [*inner, lambda: self._mark(start, tuple(keys), style, locator, in_text=in_text)]
        self._mark(start, tuple(keys), style, locator, in_text=in_text)
        return []

    def _mark(self, start: int, keys: tuple[str, ...], style: str, locator: str, *, in_text: bool = False) -> None:
        tentative = in_text and style == "pandoc" and len(keys) == 1 and is_tentative(keys[0], Known())
        if self.length > start:
            self.blind.append((start, self.length))
            self.given.append(
                Mark(
                    start=start,
                    end=self.length,
                    style=style,
                    targets=keys,
                    locator=" ".join(locator.split()),
                    tentative=tentative,
                    words=in_text,
                )
            )

    def _link(self, kind: str, content: Any) -> list[Any]:
        attributes, inner, target = first_of(content), as_list(second_of(content)), third_of(content)
        url = str(first_of(target) or "")
        label = plain_text(inner)
        if "wikilink" in as_list(second_of(attributes)):
            if kind == "Link":
                name = unquote(url)
                self.write(f"[[{name}]]" if label == name else f"[[{name}|{label}]]")
            return []
        if kind == "Image":
            return inner
        if _NUMBERED.match(label) and label.strip():
            self.write(f"[{label.strip(' []')}]({unquote(url) if ' ' in unquote(url) else url})")
            return []
        start = self.length
        link = [*inner, lambda: self.links.append(Link(start=start, end=self.length, url=url, label=label))]
        return link

    def _raw(self, format: Any, text: Any) -> None:
        if not isinstance(text, str):
            return
        if format in ("tex", "latex") and (match := _COMMAND.match(text)):
            start = self.length
            mark = read_command(match["command"], match["keys"], match["options"], 0, 0)
            if mark:
                self.write(text)
                self._mark(start, mark.targets, "latex", mark.locator, in_text=mark.words)
        elif format == "html" and re.fullmatch(r"</?sup>|</?cite(?:\s+index=[^<>]{0,100})?>", text):
            self.write(text)


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
        if kind in _SPACE:
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
    """Give the inlines of simple blocks, a space between."""
    found: list[Any] = []
    for each in blocks:
        kind, content = parts_of(each)
        if kind in ("Para", "Plain"):
            found += [*([{"t": "Space"}] if found else []), *as_list(content)]
    return found
