"""The demonstration: a bundled manuscript against bundled answers, through the same door as everything else.

A loopback server hands out the answers, in the registries' own manners; nothing leaves the machine. Works, people and numbers
are invented.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from importlib import resources
from pathlib import Path

from citecheck.checking import check_manuscript
from citecheck.demo.replay import ReplayServer
from citecheck.manuscript import read_manuscript
from citecheck.records import Receipt
from citecheck.registries.retraction_watch import import_table
from citecheck.settings import Settings

READER = "demo@example.org"
"""A contact address, so that the demonstration shows the polite pool."""


def run_demo() -> Receipt:
    """Check the bundled manuscript and give its receipt."""
    with (
        resources.as_file(resources.files("citecheck.demo") / "data") as data,
        tempfile.TemporaryDirectory(prefix="citecheck-demo-") as folder,
        ReplayServer(data) as server,
    ):
        import_table(data / "retractions.csv", Path(folder))
        settings = Settings(cache_dir=folder, replay=server.address, mailto=READER, papers=str(data / "papers"))
        content = (data / "manuscript.md").read_bytes()
        manuscript = replace(read_manuscript(text=content.decode(), format="markdown"), path="demo/manuscript.md")
        return check_manuscript(manuscript, (), settings, content=content, folder=data)
