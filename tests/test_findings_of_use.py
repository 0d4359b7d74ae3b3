"""How a manuscript uses its references: what an author may tidy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from citecheck.findings import find_all
from citecheck.manuscript import bind_markers, read_manuscript
from citecheck.records import Finding, Reference, Resolution, ResolutionOutcome
from citecheck.rules import RULES

SOURCE = Path(__file__).parent.parent / "citecheck"


def told(text: str, rule: str) -> list[Finding]:
    manuscript = read_manuscript(text=text)
    resolutions = [Resolution(reference=each, outcome=ResolutionOutcome.NO_REGISTRY) for each in manuscript.references]
    return [each for each in find_all(manuscript, (), resolutions, ()) if each.rule == rule]


def listed(*numbers: int) -> str:
    return "\n\n## References\n\n" + "\n".join(
        f"[{each}] Abel A. Work number {each}. Journal. 2001." for each in numbers
    )


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ((1, 2, 3), ""),
        ((1, 2, 4), "has no 3"),
        ((1, 2, 2, 3), "has 2 more than once"),
        ((2, 3, 4, 5), "has no 1"),
        ((1, 40), ""),
    ],
)
def test_gaps_in_the_numbers(numbers: tuple[int, ...], said: str) -> None:
    found = told("It fell [1], [2]." + listed(*numbers), "numbering-gap")
    assert bool(found) == bool(said)
    assert all(said in each.message and each.places[0].line == 5 for each in found)


MIXED = [
    ("It fell [1]. It rose [2] (Abel, 2001).", ["(Abel, 2001)"]),
    ("It fell [1]. It rose [2]. It stayed.³", ["³"]),
    ("It fell [1]. It rose [2](https://example.org/b).", []),
    ("It fell [1]. It rose [2].[^1]\n\n[^1]: A remark on the side, as they say.", []),
    ("It fell [1] (Abel, 2001).", []),
]


@pytest.mark.parametrize(("text", "strange"), MIXED, ids=[each[0][:40] for each in MIXED])
def test_mixed_styles(text: str, strange: list[str]) -> None:
    found = told(text + listed(1, 2, 3), "mixed-styles")
    assert [raw for each in found for raw in strange if raw in each.message] == strange
    assert bool(found) == bool(strange)


UNCITED = [
    ("Half the towns, or 48% of them, have no trees.\n\nIt fell [1].", 1),
    ("Half the towns, or 48% of them, have no trees. It fell [1].", 0),
    ("It fell [1]. Half the towns, or 48% of them, have no trees.", 1),
    ("We found that 48% of our towns have no trees.\n\nIt fell [1].", 0),
    ("Most of the towns that we know have no trees.\n\nIt fell [1].", 0),
    ("Half the towns, or 48% of them, have no trees.", 0),
    ("The loss was $12 million in that year alone.\n\nIt fell [1].", 1),
]


@pytest.mark.parametrize(("text", "times"), UNCITED, ids=[each[0][:40] for each in UNCITED])
def test_strong_sentences_without_a_source(text: str, times: int) -> None:
    found = told(text + listed(1, 2), "uncited-claim")
    assert [each.message.split()[0] for each in found] == ["1"] * times
    assert all("4" in each.evidence[0] or "$" in each.evidence[0] for each in found)


def test_two_footnotes_of_one_label_are_told_at_the_second() -> None:
    text = "It fell.[^1]\n\n[^1]: Abel A. Work. 2001. https://example.org/a\n\n[^1]: Berg B. Other. 2002.\n"
    found = told(text, "duplicate-footnote")
    assert [(each.places[0].line, "defined twice" in each.message) for each in found] == [(5, True)]
    dangling = told("It fell.[^2]\n\n[^1]: Abel A. Work. 2001. https://example.org/a\n", "dangling-marker")
    assert [each.message for each in dangling] == ["[^2]: footnote 2 has no text."]


def test_a_key_that_pandoc_cuts_short_needs_braces() -> None:
    marker = read_manuscript(text="It fell [@QRS+:TOOL:11].").markers[0]
    references = [Reference(key="QRS+:TOOL:11"), Reference(key="other")]
    resolutions = [Resolution(reference=each, outcome=ResolutionOutcome.NO_REGISTRY) for each in references]
    manuscript = bind_markers(read_manuscript(text="It fell [@QRS+:TOOL:11]."), references)
    found = [each for each in find_all(manuscript, (), resolutions, ()) if each.rule == "dangling-marker"]
    assert marker.targets == ("QRS",)
    assert [each.help for each in found] == ["Pandoc ends the key at its punctuation; write @{QRS+:TOOL:11}."]


def test_links_to_notes_without_a_folder_name_the_flag() -> None:
    found = told("It fell [[abel2001]].", "no-reference-list")
    assert "--notes" in found[0].help


def test_what_could_not_be_read_is_a_finding() -> None:
    found = told("---\ntitle: [unclosed\n---\n\nIt fell [1]." + listed(1), "unreadable-part")
    assert len(found) == 1
    assert told('He said "it fell and never rose [1].' + listed(1), "unbalanced-quotation")


def test_every_rule_that_the_program_names_is_one() -> None:
    named = {
        match[1]
        for path in SOURCE.rglob("*.py")
        for match in re.finditer(r'\brule="([a-z-]+)"', path.read_text("utf-8"))
    }
    assert named
    assert named <= set(RULES)
