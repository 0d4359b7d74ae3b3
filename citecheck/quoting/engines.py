"""The engines that pass over a whole text in compiled code, where they are installed: `sassy-rs`, `edlib`.

Both want bytes, so a key of few symbols is projected to one byte each; the letters of a quotation that a text of many symbols
has, to a byte each, and all others to one that stands for none. Both ways are exact.
"""

from __future__ import annotations

import importlib.util
from collections import Counter
from functools import cache
from typing import Any

from citecheck.quoting.source import FoldedSource

MOST_SYMBOLS = 250
"""Of 256: one stands for every letter that the other side has not, and zero is left out."""
OTHER = 255


@cache
def installed() -> tuple[str, ...]:
    """Name the engines that are there, fastest first; `portable` always is."""
    modules = [("sassy", "sassy"), ("edlib", "edlib")]
    return (*(name for name, module in modules if importlib.util.find_spec(module)), "portable")


def fastest() -> str:
    """Name the fastest engine that is there."""
    return installed()[0]


@cache
def _searcher() -> Any:
    import sassy

    return sassy.Searcher("ascii", rc=False)


def project(source: FoldedSource, key: str) -> tuple[bytes | None, bytes | None]:
    """Give quotation and source as bytes that agree exactly where their letters do; None where they have too many letters."""
    if source.key.isascii():
        text = _projected(source, None)
        return key.encode("ascii") if key.isascii() else bytes(ord(c) if c < "\x80" else OTHER for c in key), text
    table = _table(source)
    if table is not None:
        return bytes(table.get(each, OTHER) for each in key), _projected(source, table)
    own = {each: place + 1 for place, each in enumerate(dict.fromkeys(key))}
    if len(own) > MOST_SYMBOLS:
        return None, None
    letters = _Letters({ord(each): chr(place) for each, place in own.items()})
    return bytes(own[each] for each in key), source.key.translate(letters).encode("latin-1")


class _Letters(dict[int, str]):
    def __missing__(self, letter: int) -> str:
        self[letter] = "\x00"
        return "\x00"


def _table(source: FoldedSource) -> dict[str, int] | None:
    cached: dict[str, int] | None
    if "table" in source.projected:
        cached = source.projected["table"]
        return cached
    letters = Counter(source.key)
    cached = {each: place + 1 for place, each in enumerate(letters)} if len(letters) <= MOST_SYMBOLS else None
    source.projected["table"] = cached
    return cached


def _projected(source: FoldedSource, table: dict[str, int] | None) -> bytes:
    if "bytes" not in source.projected:
        source.projected["bytes"] = (
            source.key.encode("ascii")
            if table is None
            else source.key.translate({ord(each): chr(place) for each, place in table.items()}).encode("latin-1")
        )
    found: bytes = source.projected["bytes"]
    return found


def search_sassy(pattern: bytes, text: bytes, most: int) -> tuple[int, int, int] | None:
    """Give the window of fewest edits, at most so many, or None."""
    found = _searcher().search(pattern, text, most)
    if not found:
        return None
    best = min(
        found, key=lambda each: (each.cost, abs(each.text_end - each.text_start - len(pattern)), each.text_start)
    )
    return int(best.cost), int(best.text_start), int(best.text_end)


def search_edlib(pattern: bytes, text: bytes, most: int) -> tuple[int, int, int] | None:
    """Give the window of fewest edits, at most so many, or None."""
    import edlib

    found = edlib.align(pattern, text, mode="HW", task="locations", k=most)
    if found["editDistance"] < 0:
        return None
    start, last = min(
        ((start or 0, last) for start, last in found["locations"] if last is not None),
        key=lambda each: (abs(each[1] + 1 - each[0] - len(pattern)), each[0]),
        default=(0, -1),
    )
    return int(found["editDistance"]), start, last + 1
