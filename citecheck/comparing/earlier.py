"""An earlier run: which text each quotation was found in then, so that a changed text is told from a wrong quotation.

A reference may have another key today, so it is known again by its DOI, else by its title, else by its key; a quotation by
its words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from citecheck.errors import ReceiptError
from citecheck.receipt import load_receipt
from citecheck.records import Reference
from citecheck.text.fold import fold_key
from citecheck.text.titles import fold_title

QUOTED = ("verbatim", "near_verbatim", "interleaved", "altered")
"""What was found then, be it changed: the text held it."""
GIVE_ONE = "Give a receipt that `citecheck check … --output FILE.json` wrote."


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Where a quotation was found: the key its source has today, and the digest that its text had then."""

    key: str
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierRun:
    """What an earlier run found, by the folded words of its quotations."""

    quotations: Mapping[str, tuple[tuple[frozenset[str], str], ...]] = field(default_factory=dict)
    """For each, what its sources are known by, and the digests of their texts."""

    def find(self, exact: str, cited: Sequence[Reference]) -> tuple[Found, ...]:
        """Give where the quotation was found then, among the references that it cites today."""
        then = self.quotations.get(fold_key(exact), ())
        return tuple(
            Found(key=each.key, sha256=sha256)
            for each in cited
            for names, sha256 in then
            if names & _names_of(each.doi or "", each.title, each.key)
        )


def read_earlier_run(path: Path) -> EarlierRun:
    """Read a receipt back, as far as quotations need it.

    Raises:
        ReceiptError: it cannot be read, is no receipt, or is broken.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise ReceiptError(f"{path}: {reason or error}.", help=GIVE_ONE) from error
    try:
        written = load_receipt(text)
        names = dict(_names_in(written.get("resolutions") or ()))
        found: dict[str, tuple[tuple[frozenset[str], str], ...]] = {}
        for each in written.get("matches") or ():
            if each["status"] in QUOTED and each["sha256"]:
                exact, known = fold_key(each["exact"]), names.get(each["source"], frozenset((f"key {each['source']}",)))
                found[exact] = (*found.get(exact, ()), (known, each["sha256"]))
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
        raise ReceiptError(f"{path}: a broken receipt ({type(error).__name__}: {error}).", help=GIVE_ONE) from error
    return EarlierRun(quotations=found)


def _names_in(resolutions: Iterable[Mapping[str, Any]]) -> Iterable[tuple[str, frozenset[str]]]:
    for each in resolutions:
        reference = each["reference"]
        doi = next((known["value"] for known in reference["identifiers"] if known["kind"] == "doi"), "")
        yield reference["key"], _names_of(doi, reference["title"], reference["key"])


def _names_of(doi: str, title: str, key: str) -> frozenset[str]:
    """Give what a reference is known by from one run to the next."""
    names = {f"doi {doi}" if doi else "", f"title {fold_title(title)}" if title else ""} - {""}
    return frozenset(names or {f"key {key}"})
