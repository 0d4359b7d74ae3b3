"""Every Pandoc of this machine: the one that pypandoc brings, and an older one where there is one."""

from __future__ import annotations

import os
import shutil

import pypandoc
import pytest

from citecheck.manuscript.readers import pandoc

OWN = str(pypandoc.get_pandoc_path())
SYSTEM = shutil.which("pandoc")
PANDOCS = [OWN, *([SYSTEM] if SYSTEM and os.path.realpath(SYSTEM) != os.path.realpath(OWN) else [])]


@pytest.fixture(params=PANDOCS, ids=[f"pandoc {number}" for number in range(len(PANDOCS))])
def each_pandoc(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Have documents read by one Pandoc after the other; its path."""
    program = str(request.param)
    monkeypatch.setattr(pandoc, "_candidates", lambda: iter([program]))
    return program
