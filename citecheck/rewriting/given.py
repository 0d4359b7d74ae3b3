"""Given names in the form of their neighbours: in full, or as initials with or without stops."""

from __future__ import annotations

import re
from collections.abc import Sequence

_INITIALS = re.compile(r"(?:[^\W\d_](?:\.[\s~-]*|[\s~-]+|$)){1,5}|[^\W\d_]{1,3}")


def shorten_like(given: str, others: Sequence[str]) -> str:
    """Give given names as initials where all the others are; else as they are."""
    others = [each.strip() for each in others if each.strip()]
    if not given or not others or not all(_INITIALS.fullmatch(each) and each.isupper() for each in others):
        return given
    stop = "." if any("." in each for each in others) else ""
    gap = " " if stop and not any(re.search(r"\.[^\s~-]", each) for each in others) else ""
    return gap.join(f"{each[0]}{stop}" for each in re.findall(r"[^\W\d_]+", given))
