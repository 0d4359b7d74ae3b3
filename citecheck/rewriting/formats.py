"""The formats that are rewritten: each gives the references of a text with where they stand, and writes corrections there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from citecheck.bibliography.detecting import Format, detect_format
from citecheck.corrections import Correction
from citecheck.errors import BibliographyError
from citecheck.records import Problem, Reference
from citecheck.rewriting.replacing import Rewritten

HEAD = 65_536
"""Characters by which a format is told, as the readers do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """One reference, where it can be rewritten."""

    reference: Reference | Problem
    is_cut: bool = False
    """Does its list of authors say that there are more?"""
    write: Callable[[Sequence[Correction]], Rewritten] | None = None
    """None where the entry is not as its format has it, and is left as it is."""


def read_slots(text: str, path: Path) -> Iterator[Slot]:
    """Give every reference of a text, line ends made `\\n`, in the text's order.

    Raises:
        BibliographyError: the format is not one that is rewritten.
    """
    format = detect_format(text[:HEAD], path)
    match format:
        case Format.BIBTEX:
            return _bibtex_slots(text, path)
        case Format.CSL_JSON | Format.CSL_YAML:
            from citecheck.rewriting.csl import csl_slots

            return csl_slots(text, path, is_yaml=format is Format.CSL_YAML)
        case Format.RIS:
            from citecheck.rewriting.ris import ris_slots

            return ris_slots(text, path)
        case _:
            raise BibliographyError(
                f"{path}: citecheck fix writes BibTeX, CSL JSON, CSL YAML and RIS, and this is none of them.",
                help="Export the library as one of these, or correct it in the program that keeps it.",
            )


def _bibtex_slots(text: str, path: Path) -> Iterator[Slot]:
    from citecheck.rewriting.bibtex import Style, has_others, rewrite_bibtex
    from citecheck.rewriting.bibtex_spans import read_written

    style = Style.of(text)
    for reference, written in read_written(text, path):
        if written is None or isinstance(reference, Problem):
            yield Slot(reference=reference)
            continue

        def write(
            corrections: Sequence[Correction], written: object = written, reference: Reference = reference
        ) -> Rewritten:
            return rewrite_bibtex(text, written, reference, corrections, style)  # type: ignore[arg-type]

        yield Slot(reference=reference, is_cut=has_others(text, written), write=write)


def rewrite(slot: Slot, corrections: Sequence[Correction]) -> Rewritten:
    """Give the replacements that write corrections, and the fields that are kept because they cannot be written."""
    return slot.write(corrections) if slot.write is not None else Rewritten()
