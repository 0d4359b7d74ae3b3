"""Fields an entry inherits through `crossref` and `xdata`.

A parent may stand after its children, so the file is looked through once for the keys that are wanted, and only where there
are any, once more for those entries. An identifier is never inherited: that of the book is not the chapter's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import IO

from citecheck.bibliography.bibtex.blocks import LIMIT, cut_blocks
from citecheck.bibliography.bibtex.entries import read_entries
from citecheck.bibliography.bibtex.slips import Slip

PARENTS = 20_000
"""Parents kept at most."""
GENERATIONS = 4
"""Parents of parents that are followed: a chain that bites its tail must end."""
OWN = frozenset(
    "title subtitle doi pmid pmcid eprint url isbn issn file note citecheck pages crossref xdata author".split()
)
"""Fields that are a work's own, which a `crossref` does not hand down."""
OWN_DATA = frozenset("doi pmid pmcid eprint file citecheck xdata".split())
PARTS = frozenset("inbook bookinbook suppbook".split())
_LINK = re.compile(r"\b(?:crossref|xdata)\s*=\s*[{\"]?\s*([^\s{}\"][^{}\"\n]*)", re.IGNORECASE)


def find_parents(stream: IO[str]) -> dict[str, dict[str, str]]:
    """Give the fields of every entry that another one names in `crossref` or `xdata`, by key in lower case."""
    wanted: set[str] = set()
    tail = ""
    while block := stream.read(LIMIT):
        text = tail + block
        if "ref" in text or "REF" in text or "Ref" in text or "data" in text or "DATA" in text:
            for match in _LINK.finditer(text):
                wanted.update(each.strip().lower() for each in match.group(1).split(","))
        tail = text[-200:]
        if len(wanted) > PARENTS:
            break
    parents: dict[str, dict[str, str]] = {}
    if not wanted:
        return parents
    stream.seek(0)
    for each in cut_blocks(stream):
        if each.closed and each.body[:300].partition(",")[0].strip().lower() in wanted:
            for entry in read_entries([each], {}):
                parents.setdefault(entry.key.lower(), dict(entry.fields))
    return parents


def find_orphan(fields: Mapping[str, str], parents: Mapping[str, Mapping[str, str]]) -> Iterator[Slip]:
    """Give a slip for each parent that an entry names and the file does not have."""
    if "booktitle" in fields or "journal" in fields or "journaltitle" in fields:
        return  # it says itself what the parent would say, as DBLP's exports do
    for name in ("crossref", "xdata"):
        for key in map(str.strip, fields.get(name, "").split(",")):
            if key and key.lower() not in parents and len(parents) < PARENTS:
                what = f"{name} names {key}, which is no entry of this file"
                yield Slip(offset=0, field=name, what=what, help="Add that entry, or correct the key.")


def inherit(type: str, fields: Mapping[str, str], parents: Mapping[str, Mapping[str, str]]) -> Mapping[str, str]:
    """Give an entry's fields with those it lacks and its parents have."""
    if not parents or not ("crossref" in fields or "xdata" in fields):
        return fields
    whole = dict(fields)
    for _ in range(GENERATIONS):
        links = [whole.pop("xdata", ""), whole.pop("crossref", "")]
        if not any(links):
            break
        for place, link in enumerate(links):
            for key in link.split(","):
                _hand_down(type, parents.get(key.strip().lower(), {}), whole, data=place == 0)
    return whole


def _hand_down(type: str, parent: Mapping[str, str], whole: dict[str, str], *, data: bool) -> None:
    own = OWN_DATA if data else OWN
    for name, value in parent.items():
        if name in ("crossref", "xdata") or name not in own:
            whole.setdefault(name, value)
    if data:
        return
    if "title" in parent:
        whole.setdefault("booktitle", parent["title"])
    if type in PARTS and "author" in parent:
        whole.setdefault("author", parent["author"])
