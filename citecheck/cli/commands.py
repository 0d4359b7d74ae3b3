"""All commands together: a command is on the root once its module is imported."""

from __future__ import annotations

from citecheck.cli import checks, explaining, fixing, keeping, running, sweeping, texts
from citecheck.cli.root import citecheck, run

__all__ = ["checks", "citecheck", "explaining", "fixing", "keeping", "run", "running", "sweeping", "texts"]
