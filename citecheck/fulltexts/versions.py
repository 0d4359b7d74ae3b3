"""Versions: whether a text is a preprint, the accepted manuscript or the version of record.

By the DOI's prefix, by arXiv's and bioRxiv's stamps, and by what repositories print on an accepted manuscript's first page.
Where nobody says, nothing is said.
"""

from __future__ import annotations

import re

_PREPRINT_DOI = re.compile(
    r"10\.(?:48550/|1101/\d|64898/|21203/rs\.|20944/preprints|3123[45]/|31219/|26434/|2139/ssrn|36227/techrxiv|22541/"
    r"|7287/peerj\.preprints)"
)
"""Where preprints are registered: arXiv, bioRxiv and medRxiv, Research Square, Preprints.org, OSF, ChemRxiv, SSRN …"""
_STAMP = re.compile(
    r"arXiv:\d{4}\.\d{4,5}v\d+\s+\[|(?:bioRxiv|medRxiv) preprint|not (?:been )?certified by peer review", re.IGNORECASE
)
_ACCEPTED = re.compile(
    r"accepted (?:author )?manuscript|author(?:'s|s')? (?:accepted )?manuscript|HHS Public Access|"
    r"post-?print|accepted version of",
    re.IGNORECASE,
)
HEAD = 3_000
"""Characters in which a stamp stands."""


def tell_version(doi: str, text: str) -> str:
    """Give `preprint`, `accepted`, or empty when neither the DOI nor the first page tells."""
    head = text[:HEAD].replace("’", "'")
    if _PREPRINT_DOI.match(doi) or _STAMP.search(head):
        return "preprint"
    return "accepted" if _ACCEPTED.search(head) else ""
