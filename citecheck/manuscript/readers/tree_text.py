"""Write the text of Pandoc's inlines as a Markdown author would, so that one grammar reads both.

Nothing here recurses: a tree from a stranger may be deeper than Python's stack.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from citecheck.manuscript.layout import Link
from citecheck.manuscript.markers.keys import ROLE, is_crossref, is_tentative, read_command
from citecheck.manuscript.markers.mark import Known, Mark
from citecheck.manuscript.readers.anchors import (
    ELSEWHERE,
    Anchors,
    anchor_of,
    is_citing_link,
    is_note_link,
    leads_back,
)
from citecheck.manuscript.readers.joining import join_marks
from citecheck.manuscript.readers.nodes import (
    SPACES,
    as_list,
    first_of,
    inlines_of_blocks,
    is_pair,
    parts_of,
    plain_text,
    second_of,
    third_of,
)

_COMMAND = re.compile(
    r"\\(?P<command>[a-zA-Z]{0,12}cite[a-zA-Z]{0,12})\*?(?P<options>(?:\[[^\[\]]{0,200}\]){0,2})\{(?P<keys>[^{}]{1,400})\}",
    re.I,
)
_ROLE = re.compile(ROLE + "$")
_NUMBERED = re.compile(r"\[?\s*\^?\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*\s*\^?\]?$")
_RAISED = re.compile(r"\s?\[?\s?\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,20}\]?\s?$")
_UNKNOWN = re.compile(r"(?=[^\s?]*[\d_:-])[^\W\d_][\w:.#$%&+<>~/-]{1,100}\?")
"""Pandoc's print of a key that it does not know."""
_UNDEFINED = re.compile(r"##NOTE##(?P<note>\w{1,40}) | \[(?P<key>[^\W\d_][\w:.+-]{1,60})\]$")
"""How Pandoc has reStructuredText's `[1]_` and `[CIT2002]_` when nothing defines them."""
_PASSING = {"Emph", "Strong", "Underline", "Strikeout", "SmallCaps", "Subscript"}


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
    anchors: Anchors = field(default_factory=Anchors)
    order: Mapping[str, int] = field(default_factory=dict)
    """The places of the reference list's keys, for ranges of them."""

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
        stack: list[Any] = join_marks(as_list(inlines), self.order)[::-1]
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
                stack.extend(join_marks(self._write_inline(each), self.order)[::-1])

    def _write_inline(self, node: Any) -> list[Any]:
        """Write one inline, or give what must be written in its stead: inlines, and calls between them."""
        kind, content = parts_of(node)
        if kind == "Str":
            self.write(content if isinstance(content, str) else "")
        elif kind in SPACES:
            self.write(SPACES[kind])
        elif kind in _PASSING:
            return self._passed(content) if kind == "Strong" else as_list(content)
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
            return self._note(content)
        elif kind in ("Code", "Math"):
            text = second_of(content)
            text = text if isinstance(text, str) else ""
            before = "".join(self.pieces[-3:])
            if kind == "Code" and _ROLE.search(before):
                self.write(f"`{text}`")
            elif kind == "Code" and before.endswith(
                ":cite"
            ):  # `:cite:p:`, which an older Pandoc takes for a role of its own
                start = self.length
                self.write(text)
                keys = (each.strip() for each in text.split(","))
                self._mark(start, tuple(dict.fromkeys(each for each in keys if each)), "pandoc", "")
            else:
                self.write_blind(text if kind == "Code" else f"${text}$")
        elif kind == "RawInline":
            self._raw(first_of(content), second_of(content))
        elif isinstance(content, list):  # a kind of a later Pandoc: its inlines are still text
            return [each for each in content if isinstance(each, dict)]
        return []

    def _passed(self, content: Any) -> list[Any]:
        """Write bold text; `(**nobody2020?**)` is how Pandoc prints a key that no bibliography has."""
        text = plain_text(content)
        raised = all(parts_of(each)[0] == "Superscript" for each in as_list(content))
        if not (_UNKNOWN.fullmatch(text) and (raised or (self.last and self.last in "([;,^ "))):
            return as_list(content)
        self._write_unknown(text)
        return []

    def _write_unknown(self, text: str) -> None:
        start = self.length
        self.write(text)
        self._mark(start, (text.removesuffix("?"),), "pandoc", "")

    def _note(self, content: Any) -> list[Any]:
        """Keep a footnote for later; one that holds nothing but a citation is that citation."""
        blocks = as_list(content)
        inlines = inlines_of_blocks(blocks) if len(blocks) == 1 else []
        cites = [each for each in inlines if parts_of(each)[0] == "Cite"]
        if cites and not plain_text(inlines).strip(" ."):  # LaTeX's `\\footcite`, whose commands print nothing here
            return cites
        if not blocks:
            return []
        self.noted += 1
        self.notes.append((str(self.noted), content))
        self.write(f"[^{self.noted}]")
        return []

    def _span(self, content: Any) -> list[Any]:
        if leads_back(first_of(content)):
            return []
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
        simple = all(
            parts_of(each)[0] in ("Str", "Space", "Emph", "Strong")
            or (parts_of(each)[0] == "Link" and anchor_of(parts_of(each)[1]) and not is_note_link(parts_of(each)[1]))
            for each in as_list(content)
        )
        bracketed = text.replace("][", ",").replace("] [", ",")
        if simple and bracketed != text and _RAISED.match(bracketed):
            text = bracketed
        if simple and _RAISED.match(text):
            self.write(f"^{text.strip(' []')}^")
            return []
        return [self._or_unknown(each) for each in join_marks(as_list(content), self.order, whole=True)]

    def _or_unknown(self, node: Any) -> Any:
        """Give a raised node, or for a raised key that Pandoc does not know the call that writes it."""
        kind, content = parts_of(node)
        text = plain_text(content) if kind == "Strong" else ""
        return (lambda: self._write_unknown(text)) if _UNKNOWN.fullmatch(text) else node

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
        while self.given and self.given[-1].start >= start:
            self.given.pop()  # a mark within this one
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
        if leads_back(attributes):
            return []
        if (undefined := _UNDEFINED.match(f"{url} {label}")) is not None:
            start = self.length
            if undefined["note"]:
                self.write(f"[^{undefined['note']}]")
                return []
            return [*inner, lambda: self._mark(start, (undefined["key"],), "pandoc", "")]
        anchor = anchor_of(content)
        if anchor and (anchor in self.anchors.headings or ELSEWHERE.match(anchor)):
            return inner
        if anchor and is_note_link(content):
            if self.anchors.noted and label.strip("[] ^"):
                self.write(f"[^{label.strip('[] ^')}]")
            return []
        if is_citing_link(content) and not _NUMBERED.match(label):
            start = self.length
            return [*inner, lambda: self._mark(start, (anchor,), "pandoc", "")]
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
