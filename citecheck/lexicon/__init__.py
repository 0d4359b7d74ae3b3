"""Word lists and patterns as data, each with where it comes from. `digest_lists` tells one state of them from another."""

from __future__ import annotations

import hashlib
from importlib import resources

__all__ = ["digest_lists"]


def digest_lists() -> str:
    """Give the sha256 of all word lists: what a run called a negation or a hedge depends on it."""
    files = (each for each in resources.files(__name__).iterdir() if each.name.endswith(".py"))
    digest = hashlib.sha256()
    for each in sorted(files, key=lambda file: file.name):
        digest.update(each.name.encode() + b"\0" + each.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()
