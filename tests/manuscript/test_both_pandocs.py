"""Formats read through every Pandoc of this machine: the one that pypandoc brings, and an older one where there is one."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pypandoc
import pytest

from citecheck.manuscript import read_manuscript
from citecheck.manuscript.readers import pandoc

OWN = str(pypandoc.get_pandoc_path())
SYSTEM = shutil.which("pandoc")
PANDOCS = [OWN, *([SYSTEM] if SYSTEM and os.path.realpath(SYSTEM) != os.path.realpath(OWN) else [])]
TEXT = """# Shade

Trees cool streets [1], and "more so when they are old and many" [2]. Nobody knows why [3].

# References

1. Adler B. Streets and canopies of one town. Journal of Shade. 2015. doi:10.1234/one

2. Brandt L. Rings and summers of another town. Journal of Shade. 2016. doi:10.1234/two
"""


@pytest.mark.parametrize("format", ["docx", "latex", "html", "odt", "rst"])
@pytest.mark.parametrize("program", PANDOCS, ids=[f"pandoc {number}" for number in range(len(PANDOCS))])
def test_a_document_is_read_the_same(
    program: str, format: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suffix = {"latex": "tex"}.get(format, format)
    path = tmp_path / f"paper.{suffix}"
    subprocess.run([OWN, "-f", "markdown", "-o", path, "--standalone"], input=TEXT.encode(), check=True, timeout=60)
    monkeypatch.setattr(pandoc, "_candidates", lambda: iter([program]))
    manuscript = read_manuscript(path)
    assert [(each.targets, each.state.value) for each in manuscript.markers] == [
        (("1",), "bound"),
        (("2",), "bound"),
        (("3",), "dangling"),
    ]
    assert [each.doi for each in manuscript.references] == ["10.1234/one", "10.1234/two"]
    assert [each.exact for each in manuscript.quotations] == ["more so when they are old and many"]
