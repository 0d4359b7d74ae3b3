"""Walk Pandoc's tree, as plain dictionaries, and lay its text out.

Odd trees are read as far as they go: a node that is not what it should be is passed over, and nothing recurses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from citecheck.manuscript.csl import read_csl
from citecheck.manuscript.entries import read_entry, split_label
from citecheck.manuscript.layout import NOISE, Block, BlockKind, Layout, Prose
from citecheck.manuscript.readers.anchors import find_anchors, is_bibliography, is_note_section
from citecheck.manuscript.readers.inlines import make_prose
from citecheck.manuscript.readers.keyless import match_lost_keys
from citecheck.manuscript.readers.nodes import (
    as_list,
    first_of,
    inlines_of_blocks,
    parts_of,
    plain_text,
    second_of,
    third_of,
)
from citecheck.manuscript.readers.tree_text import TreeText
from citecheck.records import Place, Reference

_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\"“”«»\[\]{}|\\^`]{1,2000}|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}")
_ENTRY_NAME = re.compile(r"^[^\s]{1,100}?[_#](?=refs?\b)")
"""What an EPUB puts before the id of an entry: the name of its file."""
_DEEPEST = 60
"""Levels of metadata that are read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Task:
    """A block that waits to be walked."""

    node: Any
    path: str
    kind: BlockKind = BlockKind.PARAGRAPH
    label: str = ""
    called: str = ""
    """What links call the entry that begins here."""


@dataclass(slots=True)
class _Walker:
    """What has been walked so far."""

    text: TreeText = field(default_factory=TreeText)
    blocks: list[Block] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    listed: bool = False
    """Is the reference list known from the source?"""
    keyless: bool = False
    """Has the reference list lost the keys of its entries?"""

    def walk(self, blocks: Any, kind: BlockKind = BlockKind.PARAGRAPH, label: str = "", path: str = "") -> None:
        """Walk blocks and all that they hold, in order."""
        stack = list(reversed(_tasks(blocks, path, kind, label)))
        while stack:
            task = stack.pop()
            stack.extend(reversed(self._take(task)))

    def walk_notes(self) -> None:
        """Write the footnotes that were met, and those met in them."""
        at = 0
        while at < len(self.text.notes):
            label, blocks = self.text.notes[at]
            self.walk(blocks, BlockKind.NOTE, label, f"note{label}")
            at += 1

    def _take(self, task: _Task) -> list[_Task]:
        kind, content = parts_of(task.node)
        match kind:
            case "Para" | "Plain":
                self._write(content, task.kind, task.path, label=task.label, called=task.called)
            case "Header":
                level = first_of(content)
                self._write(
                    third_of(content), BlockKind.HEADING, task.path, level=level if isinstance(level, int) else 1
                )
            case "LineBlock":
                lines = [each for line in as_list(content) for each in [*as_list(line), {"t": "LineBreak"}]]
                self._write(lines[:-1], task.kind, task.path, label=task.label)
            case "BlockQuote":
                return _tasks(content, task.path, BlockKind.QUOTE)
            case "BulletList" | "OrderedList":
                return self._items(kind, content, task)
            case "DefinitionList":
                return self._definitions(content, task)
            case "Div":
                return self._div(content, task)
            case "Table" | "Figure":
                return self._table(content, task) if kind == "Table" else self._figure(content, task)
            case "CodeBlock" | "RawBlock" | "HorizontalRule" | "Null" | "":
                pass
            case _:
                return _tasks([each for each in as_list(content) if isinstance(each, dict)], task.path, task.kind)
        return []

    def _write(
        self, inlines: Any, kind: BlockKind, path: str, *, level: int = 0, label: str = "", called: str = ""
    ) -> None:
        text = self.text
        called = called or (self._called(first_of(inlines)) if kind is not BlockKind.ITEM else "")
        if text.pieces:
            text.write("\n\n")
        if kind is BlockKind.ITEM and label:
            text.write(f"{label} ")
        start = text.length
        if called and kind is not BlockKind.ITEM and not split_label(plain_text(inlines)[:80])[0]:
            text.write(f"[{called}] ")
        text.write_inlines(inlines)
        if text.length > start:
            self.blocks.append(Block(kind=kind, start=start, end=text.length, level=level, label=label, node=path))

    def _called(self, node: Any) -> str:
        """Give what links call the entry that begins with this node; empty when none leads to it."""
        labels = self.text.anchors.labels
        for _ in range(3):
            kind, content = parts_of(node)
            if not labels or kind not in ("Div", "Span", "Link", "Para", "Plain"):
                return ""
            name = first_of(first_of(content)) if kind in ("Div", "Span", "Link") else ""
            if isinstance(name, str) and name in labels:
                return labels[name]
            node = first_of(content) if kind in ("Para", "Plain") else first_of(second_of(content))
        return ""

    def _items(self, kind: str, content: Any, task: _Task) -> list[_Task]:
        items, number = content, 0
        if kind == "OrderedList":
            items = second_of(content)
            first = first_of(first_of(content))
            number = first if isinstance(first, int) else 1
        inner = task.kind if task.kind in (BlockKind.QUOTE, BlockKind.NOTE) else BlockKind.ITEM
        tasks: list[_Task] = []
        for at, item in enumerate(as_list(items)):
            label = f"{number + at}." if kind == "OrderedList" else "-"
            called = self._called(first_of(item))
            label = f"{called}." if called.isdecimal() else f"[{called}]" if called else label
            found = _tasks(item, f"{task.path}.{at}", inner, task.label if inner is BlockKind.NOTE else "")
            if found and inner is BlockKind.ITEM:
                found[0] = replace(found[0], label=label)
            tasks += found
        return tasks

    def _definitions(self, content: Any, task: _Task) -> list[_Task]:
        tasks: list[_Task] = []
        for at, pair in enumerate(as_list(content)):
            tasks.append(
                _Task(node={"t": "Plain", "c": first_of(pair)}, path=f"{task.path}.{at}", kind=BlockKind.PARAGRAPH)
            )
            for each in as_list(second_of(pair)):
                tasks += _tasks(each, f"{task.path}.{at}", BlockKind.ITEM)
        return tasks

    def _div(self, content: Any, task: _Task) -> list[_Task]:
        attributes, inner = first_of(content), as_list(second_of(content))
        classes = as_list(second_of(attributes))
        identifier = first_of(attributes)
        if is_note_section(attributes):
            return _notes(inner, task)
        if is_bibliography(attributes):
            listed = [each for each in inner if parts_of(each)[0] != "Header"]
            return [_list_heading(task), *_tasks(listed, task.path, task.kind)]
        if identifier == "citations" and all(parts_of(each)[0] == "DefinitionList" for each in inner):
            return _cited(inner, task)
        if _ENTRY_NAME.sub("", str(identifier)) == "refs" or "csl-bib-body" in classes:
            for each in inner:
                entry, entry_content = parts_of(each)
                name = first_of(first_of(entry_content)) if entry == "Div" else None
                name = _ENTRY_NAME.sub("", name) if isinstance(name, str) else ""
                if name.startswith("ref-"):
                    raw = " ".join(plain_text(inlines_of_blocks(as_list(second_of(entry_content)))).split())
                    self.references.append(
                        read_entry(name.removeprefix("ref-"), raw, Place(node=task.path, context=raw[:80]))
                    )
            if self.references or not inner:
                return []
        if "thebibliography" in classes and self.listed:
            return []
        if "thebibliography" in classes:
            self.keyless = True
            return [_list_heading(task), *_tasks(_without_widest(inner), task.path, task.kind)]
        tasks = _tasks(inner, task.path, task.kind, task.label)
        called = self._called(task.node)
        return [replace(tasks[0], called=called), *tasks[1:]] if called and tasks else tasks

    def _table(self, content: Any, task: _Task) -> list[_Task]:
        """Rows stand anywhere in what follows the caption; cells are lists whose last member is blocks."""
        tasks: list[_Task] = []
        parts = as_list(content)
        for part in parts[3:6]:
            for cell in _cells_of(part):
                tasks += _tasks(cell, task.path, BlockKind.CELL)
        return tasks + _tasks(second_of(second_of(content)), task.path, BlockKind.CAPTION)

    def _figure(self, content: Any, task: _Task) -> list[_Task]:
        caption = as_list(second_of(second_of(content)))
        if caption:
            return _tasks(caption, task.path, BlockKind.CAPTION)
        return _tasks(third_of(content), task.path, task.kind)


def lay_out_tree(
    document: Mapping[str, Any], *, path: str = "", format: str = "pandoc", references: Sequence[Reference] = ()
) -> Layout:
    """Lay out a tree. Places have no lines: they have offsets in the text as written here, nodes and words around.

    `references` are those already read of the source; they stand for what the tree has left of its list.
    """
    walker = _Walker(listed=bool(references))
    walker.text.anchors = find_anchors(document.get("blocks"))
    meta = document.get("meta")
    meta = meta if isinstance(meta, dict) else {}
    described = _references_of(meta)
    walker.text.order = {each.key: at for at, each in enumerate(references or described)}
    if (abstract := meta.get("abstract")) is not None:
        walker.walk(_blocks_of_meta(abstract), path="abstract")
    walker.walk(document.get("blocks"))
    walker.walk_notes()
    text = "".join(walker.text.pieces)
    noise = [each.span() for each in NOISE.finditer(text)]
    blocks = tuple(replace(each, prose=_prose(text, each, noise)) for each in walker.blocks)
    layout = Layout(
        text=text,
        masked=_mask(text, walker.text.blind + noise),
        path=path,
        format=format,
        blocks=tuple(each for each in blocks if each.prose.text),
        links=tuple(walker.text.links),
        given=tuple(sorted(walker.text.given, key=lambda each: each.start)),
        references=_unique([*references, *described, *walker.references]),
        metadata={
            str(name): read_meta(value, markup=name in ("citecheck", "bibliography")) for name, value in meta.items()
        },
    )
    return match_lost_keys(layout) if walker.keyless else layout


def read_meta(value: Any, *, markup: bool = False, depth: int = 0) -> object:
    """Give a value of Pandoc's metadata as text, list or map."""
    kind, content = parts_of(value)
    if depth > _DEEPEST:
        return ""
    match kind:
        case "MetaMap":
            inner = content if isinstance(content, dict) else {}
            return {str(name): read_meta(each, markup=markup, depth=depth + 1) for name, each in inner.items()}
        case "MetaList":
            return [read_meta(each, markup=markup, depth=depth + 1) for each in as_list(content)]
        case "MetaBool":
            return "true" if content else "false"
        case "MetaString":
            return content if isinstance(content, str) else ""
        case "MetaInlines":
            return plain_text(content, markup=markup)
        case "MetaBlocks":
            return plain_text(inlines_of_blocks(as_list(content)), markup=markup)
        case _:
            return ""


def _prose(text: str, block: Block, noise: list[tuple[int, int]]) -> Prose:
    return make_prose(text, block.start, block.end, [each for each in noise if block.start <= each[0] < block.end])


def _tasks(blocks: Any, path: str, kind: BlockKind, label: str = "") -> list[_Task]:
    dot = f"{path}." if path else ""
    return [
        _Task(node=each, path=f"{dot}{at}"[:200], kind=kind, label=label) for at, each in enumerate(as_list(blocks))
    ]


def _without_widest(blocks: list[Any]) -> list[Any]:
    """Leave out what LaTeX is told of the widest label, `{9}`, which Pandoc has as the list's first word."""
    kind, content = parts_of(first_of(blocks))
    first = plain_text(as_list(content)[:1])  # a number, or the longest label
    if kind not in ("Para", "Plain") or not re.fullmatch(r"\d{1,4}|\w{1,12}", first):
        return blocks
    return [{"t": kind, "c": as_list(content)[1:]}, *blocks[1:]]


def _list_heading(task: _Task) -> _Task:
    """Give a heading to a list that is known by other means."""
    return _Task(node={"t": "Header", "c": [7, ["", [], []], [{"t": "Str", "c": "References"}]]}, path=task.path)


def _notes(inner: Sequence[Any], task: _Task) -> list[_Task]:
    """Give the footnotes of a section of them, each with its number."""
    tasks: list[_Task] = []
    for each in inner:
        kind, content = parts_of(each)
        if kind == "OrderedList":
            first = first_of(first_of(content))
            for number, blocks in enumerate(as_list(second_of(content)), first if isinstance(first, int) else 1):
                tasks += _tasks(blocks, task.path, BlockKind.NOTE, str(number))
        elif kind not in ("HorizontalRule", "Header"):
            tasks += _tasks([each], task.path, task.kind)
    return tasks


def _cited(inner: Sequence[Any], task: _Task) -> list[_Task]:
    """Give the citations of reStructuredText, `.. [CIT2002] Brandt L. …`, as a list under a heading."""
    tasks = [_list_heading(task)]
    for pair in (pair for each in inner for pair in as_list(parts_of(each)[1])):
        label = plain_text(first_of(pair)).strip()
        blocks = [block for definition in as_list(second_of(pair)) for block in as_list(definition)]
        tasks += [
            replace(each, called=label if at == 0 else "")
            for at, each in enumerate(_tasks(blocks, task.path, BlockKind.PARAGRAPH))
        ]
    return tasks


def _cells_of(part: Any) -> list[Any]:
    """Find the cells of a table's part: `[attr, alignment, rowspan, colspan, blocks]`, in order."""
    cells: list[Any] = []
    stack = [part]
    while stack:
        each = stack.pop()
        if not isinstance(each, list):
            continue
        if len(each) == 5 and isinstance(each[1], dict) and isinstance(each[4], list):
            cells.append(each[4])
        else:
            stack.extend(reversed(each))
    return cells


def _mask(text: str, blind: list[tuple[int, int]]) -> str:
    addresses = (each.span() for each in _ADDRESS.finditer(text))
    spans = sorted([*blind, *(each for each in addresses if text[each[0] - 2 : each[0]] != "](")])
    pieces: list[str] = []
    position = 0
    for start, end in spans:
        if end > position:
            pieces += [text[position:start], " " * (end - max(start, position))]
            position = end
    return "".join([*pieces, text[position:]])


def _references_of(meta: Mapping[str, Any]) -> list[Reference]:
    given = read_meta(meta.get("references"))
    found = [read_csl(each) for each in given if isinstance(each, dict)] if isinstance(given, list) else []
    return [each for each in found if each is not None]


def _unique(references: Sequence[Reference]) -> tuple[Reference, ...]:
    """Give one reference for each key: the first that has a title, else the first."""
    chosen: dict[str, Reference] = {}
    for each in references:
        key = each.key.casefold()
        if key not in chosen or (each.title and not chosen[key].title):
            chosen[key] = each
    return tuple(chosen.values())


def _blocks_of_meta(value: Any) -> list[Any]:
    kind, content = parts_of(value)
    if kind == "MetaBlocks":
        return as_list(content)
    return [{"t": "Para", "c": content}] if kind == "MetaInlines" else []
