"""citecheck tells whether the citations of a document can be trusted.

The public face; its names are loaded when they are first used, so that `citecheck --help` stays quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from citecheck.bibliography import iter_references, read_bibliography
    from citecheck.checking import check
    from citecheck.claims import claim_statuses
    from citecheck.identifiers import find_identifiers
    from citecheck.manuscript import read_manuscript
    from citecheck.plain import agreement, standing
    from citecheck.quoting import states_value, verify_quotation, verify_quotations
    from citecheck.records import Finding, Receipt
    from citecheck.scanning import scan
    from citecheck.settings import Settings
    from citecheck.triaging import triage

__version__ = "0.1.0"

_HOMES = {
    "Finding": ("citecheck.records", "Finding"),
    "Receipt": ("citecheck.records", "Receipt"),
    "Settings": ("citecheck.settings", "Settings"),
    "agreement": ("citecheck.plain", "agreement"),
    "check": ("citecheck.checking", "check"),
    "claim_statuses": ("citecheck.claims", "claim_statuses"),
    "find_identifiers": ("citecheck.identifiers", "find_identifiers"),
    "iter_references": ("citecheck.bibliography", "iter_references"),
    "read_bibliography": ("citecheck.bibliography", "read_bibliography"),
    "read_manuscript": ("citecheck.manuscript", "read_manuscript"),
    "scan": ("citecheck.scanning", "scan"),
    "standing": ("citecheck.plain", "standing"),
    "states_value": ("citecheck.quoting", "states_value"),
    "triage": ("citecheck.triaging", "triage"),
    "verify_quotation": ("citecheck.quoting", "verify_quotation"),
    "verify_quotations": ("citecheck.quoting", "verify_quotations"),
}

__all__ = [
    "Finding",
    "Receipt",
    "Settings",
    "agreement",
    "check",
    "claim_statuses",
    "find_identifiers",
    "iter_references",
    "read_bibliography",
    "read_manuscript",
    "scan",
    "standing",
    "states_value",
    "triage",
    "verify_quotation",
    "verify_quotations",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        module, attribute = _HOMES[name]
        return getattr(import_module(module), attribute)
    raise AttributeError(f"module 'citecheck' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
