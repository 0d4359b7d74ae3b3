"""Corrections written into BibTeX entries of every make: what is replaced, what is put in, and what is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from citecheck.corrections import Correction, Edit
from citecheck.records import Reference
from citecheck.rewriting import read_slots, replace_all, rewrite
from citecheck.rewriting.latex import to_latex

DOI = Correction(field="doi", old="", new="10.1/x_y")
YEAR = Correction(field="year", old="2001", new="2010")
PAGES = Correction(field="pages", old="1-2", new="3-4")


def title(old: str, new: str) -> Correction:
    return Correction(field="title", old=old, new=new, edits=(Edit(old=old, new=new),))


def put_in(number: int, family: str, given: str) -> Correction:
    return Correction(field="authors", old="", new=family, edits=(Edit(new=family, given=given, number=number),))


def written(entry: str, correction: Correction) -> tuple[str, str]:
    """Give the entry with a correction written, and why it is kept where it is not."""
    slot = next(each for each in read_slots(entry, Path("a.bib")) if isinstance(each.reference, Reference))
    found = rewrite(slot, [correction])
    return replace_all(entry, found.replacements), "".join(each.why for each in found.kept)


@pytest.mark.parametrize(
    ("before", "after", "correction"),
    [
        ("@misc{a, title = {T}, doi = {}}", "@misc{a, title = {T}, doi = {10.1/x_y}}", DOI),
        ("@misc{a, title = {T}, doi = {n/a}}", "@misc{a, title = {T}, doi = {10.1/x_y}}", DOI),
        ("@misc{a, title = {T}}", "@misc{a, title = {T}, doi = {10.1/x_y}}", DOI),
        ("@misc{a,\n  title = {T}\n}", "@misc{a,\n  title = {T},\n  doi = {10.1/x_y}\n}", DOI),
        ("@misc{a\n  , title = {T}\n  , year = 1\n}", "@misc{a\n  , title = {T}\n  , year = 1\n  , doi = {10.1/x_y}\n}", DOI),
        ('@MISC{a, TITLE="T"}', '@MISC{a, TITLE="T", DOI="10.1/x_y"}', DOI),
        ("@misc(a, title = {T})", "@misc(a, title = {T}, doi = {10.1/x_y})", DOI),
        ("@misc{a, title={T}, date={2001-05-06}}", "@misc{a, title={T}, date={2010-05-06}}", YEAR),
        ("@misc{a, title={T}, year=2001, date={2001}}", "@misc{a, title={T}, year=2010, date={2010}}", YEAR),
        ("@misc{a, title={T}, pages={1-2}}", "@misc{a, title={T}, pages={3-4}}", PAGES),
        ("@misc{a, title={T}, pages={ 1 – 2 }}", "@misc{a, title={T}, pages={ 3–4 }}", PAGES),
        ("@misc{a, title={T}, eid={1--2}}", "@misc{a, title={T}, eid={3--4}}", PAGES),
        ("@misc{a, title={{A} Solar {C}ell}}", "@misc{a, title={{A} Stellar {C}ell}}", title("Solar", "Stellar")),
        ("@misc{a, title={{Soler} cell}}", "@misc{a, title={{Solar} cell}}", title("Soler", "Solar")),
        ("@misc{a, title={{S}oler cell}}", "@misc{a, title={{S}olar cell}}", title("Soler", "Solar")),
        ("@misc{a, title={T}, author={A, Bo}}", "@misc{a, title={T}, author={A, Bo and C, Di}}", put_in(1, "C", "Di")),
        (
            "@misc{a, author={A, B. and\n  C, D.}}",
            "@misc{a, author={A, B. and\n  E, F. G. and\n  C, D.}}",
            put_in(1, "E", "Fay Gil"),
        ),
        ("@misc{a, author={Bo A and others}}", "@misc{a, author={Bo A and Di C and others}}", put_in(1, "C", "Di")),
        ("@misc{a, author={A, BC}}", "@misc{a, author={A, BC and D, E}}", put_in(1, "D", "Eve")),
        ("@misc{a, author={A, B}}", "@misc{a, author={A, B and {\\'E}t{\\'e}, C}}", put_in(1, "Été", "Cid")),
    ],
)  # fmt: skip
def test_a_correction_takes_the_entry_s_own_form(before: str, after: str, correction: Correction) -> None:
    assert written(before, correction) == (after, "")


@pytest.mark.parametrize(
    ("entry", "correction", "why"),
    [
        ("@misc{a, title={T}, doi={arXiv:1706.03762}}", DOI, "another kind"),
        ('@misc{a, title={T}, year="20" # "01"}', YEAR, "joined"),
        ("@misc{a, title={Sol\\'er cell}}", title("Soler", "Solar"), "LaTeX"),
        ("@misc{a, title={Sol{e}r cell}}", title("Soler", "Solxyr"), ""),
        ("@misc{a, title={S{o}{l}er cell}}", title("Soler", "Swaer"), "LaTeX"),
        ("@misc{a, editor={A, B}}", put_in(1, "C", "D"), "inherited"),
        ("@misc{a, author={A, B; C, D}}", put_in(1, "E", "F"), "of their own"),
        ("@misc{a, author={A, B}}", put_in(1, "中", "C"), "LaTeX"),
    ],
)
def test_what_cannot_be_written_is_kept_and_told(entry: str, correction: Correction, why: str) -> None:
    after, told = written(entry, correction)
    assert why in told
    assert bool(told) == (after == entry)


@pytest.mark.parametrize(
    ("text", "unicode", "ascii"),
    [
        ("Müller & Søn_1", "Müller \\& Søn\\_1", "M{\\\"u}ller \\& S{\\o}n\\_1"),
        ("100 % {x} #2", "100 \\% \\{x\\} \\#2", "100 \\% \\{x\\} \\#2"),
        ("Žižek’s", "Žižek’s", "{\\v{Z}}i{\\v{z}}ek's"),
        ("naïve", "naïve", "na{\\\"\\i}ve"), ("中", "中", None), ("ǖ", "ǖ", None),
    ],
)  # fmt: skip
def test_latex(text: str, unicode: str, ascii: str | None) -> None:
    assert to_latex(text, ascii_only=False) == unicode
    assert to_latex(text, ascii_only=True) == ascii
