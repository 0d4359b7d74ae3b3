"""Notes: their bodies are texts of extent note, and nothing more."""

from __future__ import annotations

from pathlib import Path

import pytest

from citecheck.errors import UnreadableManuscript
from citecheck.fulltexts import Notes
from citecheck.identifiers import Kind, parse_identifier
from citecheck.records import Extent, Reference, SourceText


def write(folder: Path, name: str, front: str, body: str = "The sedges stood in water.") -> None:
    """Write a note."""
    (folder / f"{name}.md").write_text(f"---\n{front}\n---\n{body}\n", encoding="utf-8")


def test_note_is_found_by_id_citekey_and_doi(tmp_path: Path) -> None:
    write(tmp_path, "Smith 2020", "title: Sedges\ncitekey: smith2020\ndoi: 10.5072/sedge.1")
    doi = parse_identifier("10.5072/Sedge.1", Kind.DOI)
    assert doi is not None
    asked = [Reference(key="smith 2020"), Reference(key="smith2020"), Reference(key="9", identifiers=(doi,))]
    for found in Notes(tmp_path).find_texts([(each, None) for each in asked]):
        assert found.fulltext is not None
        assert found.fulltext.text == "The sedges stood in water.\n"
        assert (found.fulltext.extent, found.fulltext.origin) == (Extent.NOTE, "notes Smith 2020.md")


def test_reference_without_note_has_none(tmp_path: Path) -> None:
    write(tmp_path, "empty", "title: T", body="")
    found = list(Notes(tmp_path).find_texts([(Reference(key="x"), None), (Reference(key="empty"), None)]))
    assert found == [SourceText(key="x"), SourceText(key="empty")]


def test_note_that_a_machine_wrote_is_no_source(tmp_path: Path) -> None:
    write(tmp_path, "smith2020", "title: Sedges\ngenerated-by: some model")
    (found,) = Notes(tmp_path).find_texts([(Reference(key="smith2020"), None)])
    assert found.fulltext is None and "a machine wrote it" in found.failed


def test_links_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    write(tmp_path, "smith2020", "title: Sedges")
    (vault / "smith2020.md").symlink_to(tmp_path / "smith2020.md")
    (found,) = Notes(vault).find_texts([(Reference(key="smith2020"), None)])
    assert found.fulltext is None and "link out of the folder" in found.failed


def test_folder_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(UnreadableManuscript):
        Notes(tmp_path / "none")
