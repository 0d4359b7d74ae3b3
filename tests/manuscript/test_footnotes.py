"""Footnotes: whole references, and the ways in which later notes name them again."""

from __future__ import annotations

import pytest

from citecheck.manuscript import read_manuscript

WALLS = "John Smith, *On Walls* (London: Stone, 2019), 45."
DOORS = "John Smith, “Doors and Sills,” *Stone Quarterly* 3 (2020): 4."
CASES = [
    ("Ibid., 46.", "On Walls"),
    ("Ibid.", "On Walls"),
    ("Ebd., S. 46.", "On Walls"),
    ("Smith, *On Walls*, 50.", "On Walls"),
    ("Smith, 50.", "On Walls"),
    ("Smith, op. cit., p. 51.", "On Walls"),
    ("See also Smith, *On Walls*, 50–52.", "On Walls"),
    ("J. Smith, *On Walls*, p. 50.", "On Walls"),
    ("Vgl. Smith, a. a. O., S. 51.", "On Walls"),
    ("This is a remark on Smith, who was right.", ""),
    ("Smith has much to say, as 12 others did.", ""),
    ("Jones, *On Roofs*, 50.", ""),
]


@pytest.mark.parametrize(("note", "title"), CASES, ids=[each[0][:30] for each in CASES])
def test_a_work_named_again(note: str, title: str) -> None:
    manuscript = read_manuscript(text=f"It fell.[^1] It rose.[^2]\n\n[^1]: {WALLS}\n[^2]: {note}\n")
    found = {each.key: each.title for each in manuscript.references}
    assert found == {"fn:1": "On Walls"} | ({"fn:2": title} if title else {})
    assert [each.targets for each in manuscript.markers] == [("fn:1",), ("fn:2",)][: 2 if title else 1]


def test_of_two_works_by_one_author_the_title_tells() -> None:
    later = ("Smith, “Doors,” 5.", "Smith, *Walls*, 9.", "Ibid.", "Smith, *Roofs*, 3.")
    notes = "\n".join(f"[^{number}]: {each}" for number, each in enumerate((WALLS, DOORS, *later), 1))
    text = "It fell.[^1] It rose.[^2] It fell.[^3] It rose.[^4] It fell.[^5] It rose.[^6]\n\n" + notes
    found = {each.key: each.title for each in read_manuscript(text=text).references}
    walls, doors = "On Walls", "Doors and Sills"
    assert found == {"fn:1": walls, "fn:2": doors, "fn:3": doors, "fn:4": walls, "fn:5": walls}


def test_a_note_used_twice_cites_twice_and_one_without_text_dangles() -> None:
    text = f"It fell.[^a] It rose.[^a] It stayed.[^b]\n\n[^a]: {WALLS}\n"
    manuscript = read_manuscript(text=text)
    assert [(each.raw, each.state.value) for each in manuscript.markers] == [
        ("[^a]", "bound"),
        ("[^a]", "bound"),
        ("[^b]", "dangling"),
    ]
