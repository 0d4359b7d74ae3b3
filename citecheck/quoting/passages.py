"""Passages: what a quotation asks for, taken apart.

Blank lines, list items and separate quotation marks make several passages, each of which stands in the source on its own.
Within a passage, elisions and editor's brackets part it into parts that must occur in this order.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from citecheck.quoting.folding import fold_masked
from citecheck.quoting.masking import mask_text

_ELISION = re.compile(
    r"\[\s*(?:\.\s?\.\s?\.|…|⋯)\s*\]|\(\s*(?:\.\s?\.\s?\.|…|⋯)\s*\)|(?:\.\s?){2,3}\.|…+|⋯+|‥+|(?<=\s)\* \* \*(?=\s)"
)
_BRACKET = re.compile(r"\[([^\[\]\n]{0,80})\]")
_CITATION = re.compile(r"[\d,;–\- ]+|\^[\w-]+")
WRITERS_NOTE = re.compile(
    r"\s*[\[(](?:sic[.!?]*|recte|so in original|(?:emphasis|italics?|underlining|bold)"
    r" (?:added|mine|ours|supplied|in (?:the )?original)"
    r"|my (?:emphasis|italics)|our emphasis"
    r"|hervorhebung (?:im original|hinzugefügt|d\. verf\.)|je souligne|énfasis añadido)[\])]",
    re.IGNORECASE,
)
_OUTER = "\"“”„‟«»「」『』‘’'"
_PIECE = re.compile(r"[“„«「『]([^“”„«»「」『』]+)[”“»」』]|\"([^\"]+)\"")
_BETWEEN = re.compile(r"[\s,;.]*(?:(?:and|or|und|oder|et|y|e|ou|en|и|та|和|と)?[\s,;.]*)*")
_BULLET = re.compile(r"\s*(?:[-*•‣·–—+◦]|\(?\d{1,2}[.)]|\(?[a-zA-Z][.)])\s+")
_BLANK_LINE = re.compile(r"\n[ \t>]*\n")
_WORDLESS = re.compile(r"[\W_]*")
_EDGE_ELISION = re.compile(
    r"^[\[(]\s*(?:\.\s?\.\s?\.|…|⋯)\s*[\])]\s*|\s*[\[(]\s*(?:\.\s?\.\s?\.|…|⋯)\s*[\])](?=[.,;:]?$)"
)
_SPECIAL = re.compile(r"[\n\"'\[(]")
_POINT = re.compile(r"\.\d")


class Joint(Enum):
    """What stands before a part."""

    START = "start"
    ELISION = "elision"
    BRACKET = "bracket"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A stretch of a passage that stands in the source without a gap."""

    joint: Joint
    key: str
    inserted: str = ""
    """What the bracket before it holds."""
    glued_left: bool = False
    """Does the bracket before it touch its first letter, as in `[T]he`?"""
    glued_right: bool = False


def split_passages(exact: str) -> list[str]:
    """Take a quotation apart into its passages, outer quotation marks left out."""
    if exact.isascii() and not _SPECIAL.search(exact):
        return [exact.strip()] if any(each.isalnum() for each in exact) else []
    blocks = [block for block in _BLANK_LINE.split(exact) if block.strip()]
    if len(blocks) == 1 and "\n" in exact:
        blocks = _split_list(blocks[0])
    elif len(blocks) > 1:
        blocks = [_BULLET.sub("", block, count=1) if _BULLET.match(block) else block for block in blocks]
    found: list[str] = []
    for block in blocks:
        pieces = [first or second for first, second in _PIECE.findall(block)]
        if len(pieces) > 1 and _BETWEEN.fullmatch(_PIECE.sub("", block)):
            found += [piece.strip() for piece in pieces]
        else:
            found.append(strip_marks(block))
    return [passage for passage in found if not _WORDLESS.fullmatch(passage)]


def _split_list(block: str) -> list[str]:
    """Give the items of a list whose lines may wrap; a block that is no list stays whole."""
    lines = [line for line in block.split("\n") if line.strip()]
    if not _BULLET.match(lines[0]) or sum(_BULLET.match(line) is not None for line in lines) < 2:
        return [block]
    items: list[str] = []
    for line in lines:
        if _BULLET.match(line):
            items.append(_BULLET.sub("", line, count=1))
        else:
            items[-1] += "\n" + line
    return items


def strip_marks(passage: str) -> str:
    """Take quotation marks off both ends, as long as they are a pair."""
    bare = _EDGE_ELISION.sub("", passage.strip()).strip()
    while len(bare) > 1 and bare[0] in _OUTER and (bare[-1] in _OUTER or (bare[-1] in ".,;" and bare[-2] in _OUTER)):
        inner = bare[1:-1] if bare[-1] in _OUTER else bare[1:-2]
        if re.search(r"[”\"»」』].*[“\"«「『„]", inner, re.DOTALL):
            break
        bare = inner.strip()
    return bare


def key_of(passage: str) -> str:
    """Fold a passage, without quotation marks, stops and dashes at its edges."""
    return trim_key(fold_masked(mask_text(passage)).key)


def trim_key(key: str, *, head: bool = True, tail: bool = True) -> str:
    """Take quotation marks, ellipses, commas and stops off the edges; never a sign, a digit, or the point of `.45`."""
    while head and key and key[0] in ' ",.;:…' and not _POINT.match(key):
        key = key[1:]
    if head and key[:1] == "'" and not key[1:2].isdecimal():
        key = key[1:]
    return key.rstrip(' ",.;:…') if tail else key


def may_have_parts(passage: str) -> bool:
    """Is there an elision or a bracket in it?"""
    return "[" in passage or _ELISION.search(passage) is not None


def split_parts(passage: str) -> list[Part]:
    """Take a passage apart at elisions and brackets. A bracket with numbers only is a citation, and text."""
    joints = [(each.start(), each.end(), Joint.ELISION, "") for each in _ELISION.finditer(passage)]
    for each in _BRACKET.finditer(passage):
        if _CITATION.fullmatch(each[1]) or any(start <= each.start() < end for start, end, _, _ in joints):
            continue
        joints.append((each.start(), each.end(), Joint.BRACKET, each[1]))
    joints.sort()
    parts: list[Part] = []
    before, position = (Joint.START, ""), 0
    for start, end, joint, inserted in [*joints, (len(passage), len(passage), Joint.START, "")]:
        text = passage[position:start]
        last = start == end
        parts.append(
            Part(
                joint=before[0],
                inserted=before[1],
                key=trim_key(
                    fold_masked(mask_text(text)).key.strip(" "),
                    head=before[0] is not Joint.BRACKET,
                    tail=last or joint is Joint.ELISION,
                ),
                glued_left=before[0] is Joint.BRACKET and text[:1].isalpha(),
                glued_right=joint is Joint.BRACKET and text[-1:].isalpha(),
            )
        )
        before, position = (joint, inserted), end
    return _without_empty(parts)


def _without_empty(parts: list[Part]) -> list[Part]:
    """Leave out empty parts beside an elision; beside a bracket they tell that it begins, ends or follows another."""
    kept = [part for place, part in enumerate(parts) if part.key or part.joint is Joint.BRACKET or _opens(parts, place)]
    while kept and not kept[-1].key and kept[-1].joint is not Joint.BRACKET:
        kept.pop()
    return kept


def _opens(parts: list[Part], place: int) -> bool:
    return place + 1 < len(parts) and parts[place + 1].joint is Joint.BRACKET
