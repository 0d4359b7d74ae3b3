"""Laws: a file comes out as its author would have written it right, no other byte differs, and twice is once."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from citecheck.agreements import compare
from citecheck.fixing.files import read_source
from citecheck.records import Reference, Resolution, ResolutionOutcome, Work
from citecheck.rewriting import Replacement, decide, read_slots, replace_all, rewrite
from tests.rewriting.generating import Case, files

PATH = Path("refs.bib")


def find_replacements(text: str, works: dict[str, Work]) -> list[Replacement]:
    found: list[Replacement] = []
    for slot in read_slots(text, PATH):
        assert isinstance(slot.reference, Reference)
        work = works[slot.reference.key]
        agreement = compare(slot.reference, work)
        resolution = Resolution(
            reference=slot.reference, outcome=ResolutionOutcome.RESOLVED, work=work, agreement=agreement
        )
        found += rewrite(slot, decide(resolution, is_cut=slot.is_cut).proposal.corrections).replacements
    return found


@given(files())
def test_a_file_comes_out_right_and_nothing_else_in_it_changes(case: Case) -> None:
    once = replace_all(case.wrong, find_replacements(case.wrong, case.works))
    assert once == case.right
    assert find_replacements(once, case.works) == []


@given(files(), st.sampled_from(("\n", "\r\n", "\r")), st.sampled_from(("utf-8", "utf-8-sig", "utf-16")))
def test_encoding_mark_and_line_ends_come_out_as_they_went_in(case: Case, newline: str, encoding: str) -> None:
    path = Path(PATH)
    content = case.wrong.replace("\n", newline).encode(encoding)
    source = read_of(path, content)
    fixed = source.rewrite(find_replacements(source.text, case.works))
    assert fixed == case.right.replace("\n", newline).encode(encoding)


def read_of(path: Path, content: bytes):  # type: ignore[no-untyped-def]
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / path.name
        place.write_bytes(content)
        return read_source(place)


@given(st.text(alphabet='@{}(),="% \n\\aticle#1é', max_size=200))
def test_whatever_stands_in_a_file_is_read_or_left_alone(text: str) -> None:
    slots = list(read_slots("@article{a, title = {x}}\n" + text, PATH))
    assert slots
    assert all(slot.write is not None or slot.reference is not None for slot in slots)
