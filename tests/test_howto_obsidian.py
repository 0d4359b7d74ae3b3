"""The page on Obsidian: its files are written, its command is run, and what it prints is what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from citecheck.manuscript import read_manuscript
from tests.test_cli import run

PAGE = Path(__file__).parent.parent / "docs" / "howto" / "manuscripts-from-obsidian.md"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """Write the files that the page shows."""
    page = PAGE.read_text(encoding="utf-8")
    for name, text in re.findall(r"^`([\w/.]+)`:\n\n```markdown\n(.*?)^```$", page, re.M | re.S):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_the_command_prints_what_the_page_says(vault: Path) -> None:
    ((command, printed),) = re.findall(r"^\$ citecheck (.*)\n((?:.+\n)+?)```$", PAGE.read_text("utf-8"), re.M)
    result = run(*command.split(), cwd=vault)
    assert result.returncode == 1
    assert printed.splitlines() == [each for each in result.stdout.splitlines() if ": error:" in each]


def test_links_lead_to_the_notes_as_the_page_says(vault: Path) -> None:
    manuscript = read_manuscript(vault / "report.md", notes=vault / "notes")
    assert [(each.targets, each.state.value, each.locator) for each in manuscript.markers] == [
        (("abel2001",), "bound", ""),
        (("abel2001",), "bound", ""),
        (("abel2001",), "bound", "Results"),
        (("nobody1999",), "dangling", ""),
    ]
    assert [(each.exact, each.markers) for each in manuscript.quotations] == [
        ("shade at noon was worth two degrees", (1,))
    ]
