"""Cut a stream of BibTeX into its blocks, with the line of each, in flat memory.

An entry ends where its braces close. A line that looks like the head of the next entry while braces are open means that
somebody forgot one: the entry is given as unclosed, and reading goes on at that line. Inside a field, such a line is only
text, which shows in that the braces close soon after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from citecheck.bibliography.bibtex.grammar import ENTRY, LEFTOVER
from citecheck.bibliography.bibtex.slips import Slip
from citecheck.bibliography.bibtex.types import COMMON

LIMIT = 1_000_000
"""Characters of the longest entry: three thousand authors and an abstract take a tenth. What is longer is not an entry."""
FOREIGN_HEADS = 3
"""Lines like heads that one field may hold before its entry counts as unclosed."""
COMMENT_HEADS = 10_000
"""The same for a `@comment{…}`, which may wrap much of a file."""
HEAD_LENGTH = 100
_KEY_AND_FIELD = r"[ \t]*[^\s,{}()=\"%@]+[ \t]*,\s*[\w-]+\s*=\s*[{\"\w]"
_HEAD = re.compile(
    r"@\s{0,8}(?P<type>[^\W\d][\w-]{0,60})\s{0,8}(?P<opener>[{(])"
    rf"|^[ \t]*(?P<bare>{COMMON})[ \t]*\{{(?={_KEY_AND_FIELD})"
    rf"|^[ \t]*@[ \t]*(?P<open>{COMMON})(?={_KEY_AND_FIELD})"
    rf"|^[ \t]*@[ \t]*\{{(?={_KEY_AND_FIELD})",
    re.MULTILINE | re.IGNORECASE,
)
"""The head of a block; then three that lack their `@`, their brace or their type, and can only be heads."""
_AT_HEAD = re.compile(r"@[ \t]{0,8}[^\W\d][\w-]{0,60}\s{0,8}[{(]")
_MARK = re.compile(r"\\[\s\S]|[{}\"]|^[ \t]*@[ \t]{0,8}[^\W\d][\w-]{0,60}\s{0,8}[{(]", re.MULTILINE)
_PAREN_MARK = re.compile(_MARK.pattern.replace("[{}", "[){}"), re.MULTILINE)
_TYPE = r"@[ \t]{0,8}[^\W\d][\w-]{0,60}\s{0,8}[{(]"
_KEYED = r"\s*(?:[^\s,{}()=\"]*\s*,|(?:[^\s,{}()=\"]+\s+)?[\w-]+\s*=)"
_ENTRY_LIKE = re.compile(rf"@[ \t]{{0,8}}(?:string|preamble|comment)\b|{_TYPE}{_KEYED}", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One `@type{…}` of a file."""

    type: str
    """Lower case."""
    body: str
    """What stands between the outer braces."""
    raw: str
    line: int
    column: int
    closed: bool = True
    too_long: bool = False
    regular: bool = False
    """Is the body as BibTeX itself would have it?"""
    slips: tuple[Slip, ...] = ()
    """What had to be repaired of the block's head and end; offsets are those of the body."""
    head_length: int = 0
    """Characters of `raw` before the body."""


@dataclass(slots=True)
class _Window:
    """The part of the stream that is in memory: at least `LIMIT` characters after the head that was found last."""

    stream: IO[str]
    buffer: str = ""
    position: int = 0
    line: int = 1
    counted: int = 0
    """Up to where lines are counted."""
    dropped: int = 0
    """Characters of the buffer's first line that are no longer in it."""
    ended: bool = False

    def find_head(self) -> re.Match[str] | None:
        while True:
            head = _HEAD.search(self.buffer, self.position)
            if self.ended or (head is not None and len(self.buffer) - head.start() >= LIMIT):
                return head
            if head is None:
                keep = len(self.buffer) - HEAD_LENGTH
            else:
                keep = max(self.buffer.rfind("\n", 0, head.start()) + 1, head.start() - HEAD_LENGTH)
            self._slide(max(self.position, keep))

    def place_of(self, start: int) -> tuple[int, int]:
        self.line += self.buffer.count("\n", self.counted, start)
        self.counted = start
        line_start = self.buffer.rfind("\n", 0, start) + 1
        return self.line, start - line_start + 1 + (0 if line_start else self.dropped)

    def _slide(self, keep: int) -> None:
        self.place_of(max(keep, self.counted))
        gone = self.buffer.rfind("\n", 0, keep) + 1
        self.dropped = keep - gone + (0 if gone else self.dropped)
        fresh = self.stream.read(LIMIT)
        self.ended = not fresh
        self.buffer = self.buffer[keep:] + fresh.replace("\0", "")
        self.position -= min(self.position, keep)
        self.counted -= keep


def cut_blocks(stream: IO[str]) -> Iterator[Block]:
    """Give every block of a stream, in order."""
    window, patience = _Window(stream), COMMENT_HEADS
    while (head := window.find_head()) is not None:
        buffer, start = window.buffer, head.start()
        if head["opener"] and not _opens_block(buffer, window.position, head):
            window.position = _past_comment(buffer, window.position, head)
            continue
        stop = min(len(buffer), start + LIMIT)
        kind = (head["type"] or head["bare"] or head["open"] or "").lower()
        if head["opener"] != "(" and kind not in ("comment", "preamble", "string"):
            entry = ENTRY.match(buffer, head.end(), stop)
            if entry is not None and LEFTOVER.match(buffer, entry.end(), stop) is None:
                yield _block(window, head, kind, entry.end(), regular=True)
                continue
        end, closed = _walk(buffer, head, stop, patience if kind == "comment" else FOREIGN_HEADS)
        if kind == "comment" and not closed:
            patience = 0  # such a file's comments are not to be trusted, nor read to the end each time
        leftover = LEFTOVER.match(buffer, end, stop) if closed and kind not in ("comment", "preamble") else None
        yield _block(window, head, kind, end, closed=closed, leftover=leftover)


def _block(
    window: _Window,
    head: re.Match[str],
    kind: str,
    end: int,
    *,
    closed: bool = True,
    regular: bool = False,
    leftover: re.Match[str] | None = None,
) -> Block:
    """Make the block and move the window behind it. A brace that closed it before its last fields is made blank."""
    buffer, start = window.buffer, head.start()
    slips = list(_head_slips(head))
    body = buffer[head.end() : end - 1] if closed else buffer[head.end() : end]
    if closed and head["opener"] == "(" and buffer[end - 1] == "}":
        help = "Close it with a parenthesis, or open it with a brace."
        slips.append(Slip(offset=len(body), what="a parenthesis opens it and a brace closes it", help=help))
    if leftover is not None:
        slips.append(Slip(offset=end - 1 - head.end(), what="a brace closes it before its last field", help=_EXTRA))
        fields = buffer[end : leftover.start("close") if leftover["close"] else leftover.end()]
        body = f"{body}{' ' if fields.lstrip().startswith(',') or body.rstrip().endswith(',') else ','}{fields}"
        end = leftover.end()
    line, column = window.place_of(start)
    window.position = end
    return Block(
        type=kind,
        body=body,
        raw=buffer[start:end].rstrip(),
        line=line,
        column=column,
        closed=closed,
        too_long=not closed and end - start >= LIMIT,
        regular=regular,
        slips=tuple(slips),
        head_length=head.end() - start,
    )


_EXTRA = "Take the brace away: what stands behind it is lost to other programs."


def _head_slips(head: re.Match[str]) -> Iterator[Slip]:
    if head["opener"]:
        return
    if head["bare"]:
        yield Slip(
            offset=0, what="there is no @ before its type", help="Write @ before the type: without, it is no entry."
        )
    elif head["open"]:
        yield Slip(offset=0, what="no brace opens it", help="Write a brace before the key.")
    else:
        yield Slip(offset=0, what="it has no type", help="Write the type of the work behind the @, such as @misc.")


def _opens_block(buffer: str, position: int, head: re.Match[str]) -> bool:
    """Tell a block from an `@` in free text: it begins a line or follows another block, or is written like an entry."""
    before = buffer[max(buffer.rfind("\n", position, head.start()) + 1, position) : head.start()].strip(" \t,;}")
    if not before:
        return True
    return "%" not in before and _ENTRY_LIKE.match(buffer, head.start()) is not None


def _past_comment(buffer: str, position: int, head: re.Match[str]) -> int:
    line_start = max(buffer.rfind("\n", position, head.start()) + 1, position)
    if buffer.find("%", line_start, head.start()) < 0:
        return head.end()
    line_end = buffer.find("\n", head.start())
    return len(buffer) if line_end < 0 else line_end


def _walk(buffer: str, head: re.Match[str], stop: int, patience: int) -> tuple[int, bool]:
    """Find where a block ends by following its braces, and whether it was closed there."""
    paren = head["opener"] == "("
    comment = (head["type"] or "").lower() == "comment"
    level = 0 if paren else 1
    depth, quoted, foreign = level, False, 0
    first: int | None = None
    for mark in (_PAREN_MARK if paren else _MARK).finditer(buffer, head.end(), stop):
        sign = mark.group()
        if sign == "{":
            depth += 1
        elif sign == "}":
            depth -= 1
            if depth < level:  # also of a block that a parenthesis opened: nothing else can be meant
                return mark.end(), True
        elif sign == ")":
            if depth == level and not quoted:
                return mark.end(), True
        elif sign == '"':
            quoted = not quoted if depth == level else quoted
        elif sign[0] != "\\":
            outside = depth <= level and not quoted and not comment  # of any field: nothing but an entry can begin here
            if comment or outside or _ENTRY_LIKE.match(buffer, mark.end() - len(sign.lstrip(" \t\n"))):
                first = mark.start() if first is None else first
                foreign += 1
                if outside or foreign > patience:
                    return first, False
            depth += sign.endswith("{")
    return (stop if first is None else first), False
