"""The receipt: the whole record of a run, in counters that add up.

Every group of counters holds one number per outcome and their `total`; `check_sums` proves it. What was not checked is
among the outcomes. The JSON form has a published schema (`citecheck/receipt.schema.json`).
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from importlib import resources
from typing import Any

from citecheck.errors import ReceiptError
from citecheck.findings import MOOT, work_key
from citecheck.records import (
    ClaimStatus,
    Counters,
    Extent,
    LexicalStatus,
    Manuscript,
    MarkerState,
    PairState,
    QuoteMatch,
    QuoteStatus,
    Receipt,
    Resolution,
    ResolutionOutcome,
    SourceText,
    Standing,
    StandingStatus,
    Triage,
)

SCHEMA = "citecheck-receipt/1"
LIMITATIONS = (
    "Shared words are not shared meaning.",
    "A verdict speaks of the source, never of the world.",
    "What follows a quotation's end was not read.",
    "Figures were not read.",
    "Where no text of a source was at hand, quotations and sentences were not held against it.",
)
VERDICTS = ("supported", "partially_supported", "unsupported", "contradicted", "wrong_source", "unverifiable", "null")
"""What a pair's verdict may be; `null` where nobody has judged."""
SOURCE_OUTCOMES = (*(each.value for each in Extent), "failed", "not_asked")


def count_outcomes(
    manuscript: Manuscript | None,
    resolutions: Sequence[Resolution],
    standings: Sequence[Standing],
    *,
    sources: Sequence[SourceText] = (),
    matches: Sequence[QuoteMatch] = (),
    triages: Sequence[Triage] = (),
    claim_statuses: Sequence[ClaimStatus] = (),
) -> Counters:
    """Count every outcome of a run, in groups whose sums hold. Without texts, nothing was held against any."""
    counters = {
        "references": _group([each.outcome for each in resolutions], ResolutionOutcome),
        "works": _group([each.status for each in standings], StandingStatus),
    }
    if manuscript is None:
        return counters
    claims = len(manuscript.claims)
    cited = sum(1 for each in manuscript.claims if each.markers)
    unmatched = ["not_checked"] * (len(manuscript.quotations) - len(matches) + len(manuscript.terms))
    states = [each.state for each in triages] or _pair_states(manuscript, resolutions, standings)
    verdicts = [each.verdict or "null" for each in triages] or ["null"] * len(manuscript.pairs)
    return counters | {
        "markers": _group([each.state for each in manuscript.markers], MarkerState),
        "quotations": _group([*(each.status for each in matches), *unmatched], QuoteStatus),
        "sentences": _group(["claims"] * claims + ["too_short"] * manuscript.too_short, ("claims", "too_short")),
        "claims": _group(["cited"] * cited + ["uncited"] * (claims - cited), ("cited", "uncited")),
        "claims_lexical": _group([each.status for each in claim_statuses] or ["not_assessed"] * claims, LexicalStatus),
        "pairs": _group(states, PairState),
        "verdicts": _group(verdicts, VERDICTS),
        "sources": _group(_source_outcomes(manuscript, sources), SOURCE_OUTCOMES),
    }


NONE = "none"
"""Of a quotation that no step found, or that was held against no text."""


def total_quotations(manuscript: Manuscript | None, matches: Sequence[QuoteMatch]) -> Counters:
    """Count quotations by the step that found them, or the last one reached, and by the extent of the text."""
    if manuscript is None:
        return {}
    unmatched = [NONE] * (len(manuscript.quotations) - len(matches) + len(manuscript.terms))
    methods = [*(each.method or NONE for each in matches), *unmatched]
    extents = [*(each.extent.value if each.extent else NONE for each in matches), *unmatched]
    return {
        "method": _group(methods, sorted(set(methods))),
        "extent": _group(extents, (*(each.value for each in Extent), NONE)),
    }


def rate_quotations(counted: Mapping[str, int]) -> dict[str, float | None]:
    """Give the shares of quotations, by their counter; None, never 0, where there was nothing to count."""
    total = counted.get("total", 0)
    checked = total - counted.get("not_checked", 0)
    found = sum(counted.get(each, 0) for each in ("verbatim", "near_verbatim", "interleaved"))
    return {
        "checked": _share(checked, total),
        "found": _share(found, checked),
        "verbatim": _share(counted.get("verbatim", 0), checked),
    }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _source_outcomes(manuscript: Manuscript, sources: Sequence[SourceText]) -> list[str]:
    if not sources:
        return ["not_asked"] * len({each.reference for each in manuscript.pairs if each.reference is not None})
    return [
        each.fulltext.extent.value if each.fulltext else "failed" if each.failed else "not_asked" for each in sources
    ]


def _pair_states(manuscript: Manuscript, resolutions: Sequence[Resolution], standings: Sequence[Standing]) -> list[str]:
    moot = moot_references(resolutions, standings)
    return [
        "dangling" if each.reference is None else "moot" if each.reference in moot else "unreadable"
        for each in manuscript.pairs
    ]


def moot_references(resolutions: Sequence[Resolution], standings: Sequence[Standing]) -> frozenset[str]:
    """Give the keys of references whose work is retracted, withdrawn or removed: their support is moot."""
    works = {work_key(each.work) for each in standings if each.status in MOOT}
    return frozenset(each.reference.key for each in resolutions if work_key(each.work, each.reference) in works)


def _group(outcomes: Iterable[str], names: Iterable[str]) -> dict[str, int]:
    counted = Counter(str(each) for each in outcomes)
    group = {str(name): counted.pop(str(name), 0) for name in names}
    if counted:
        raise ReceiptError(f"{', '.join(counted)}: an outcome that no counter has.")
    return group | {"total": sum(group.values())}


def check_sums(counters: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Give one sentence for every sum that does not hold; none when all do."""
    wrong = []
    for name, group in counters.items():
        total = sum(count for key, count in group.items() if key != "total")
        if total != group.get("total"):
            wrong.append(f"{name}: the outcomes add up to {total}, and the total says {group.get('total')}.")
    sums = {name: group.get("total", 0) for name, group in counters.items()}
    if "claims" in counters:
        if counters["sentences"]["claims"] != sums["claims"]:
            wrong.append("claims: sentences and claims disagree.")
        if sums["claims"] != sums["claims_lexical"]:
            wrong.append("claims: cited and lexical counts disagree.")
        if sums["pairs"] != sums["verdicts"]:
            wrong.append("pairs: states and verdicts disagree.")
    return wrong


def to_data(receipt: Receipt) -> dict[str, Any]:
    """Turn a receipt into plain data. The manuscript's and the sources' texts stay out: their digests are in."""
    data: dict[str, Any] = plain(receipt)
    if data["manuscript"] is not None:
        data["manuscript"].pop("text")
    for each in data["sources"]:
        if each["fulltext"] is not None:
            each["fulltext"].pop("text")
    return data


def to_json(receipt: Receipt) -> str:
    """Write a receipt as JSON, keys sorted, so that equal runs give equal bytes but for times."""
    return json.dumps(to_data(receipt), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def plain(value: Any) -> Any:
    """Turn records into dictionaries, lists and strings."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(each) for each in value]
    return value


def digest_settings(settings: Mapping[str, Any]) -> str:
    """Give the sha256 of settings as the receipt shows them."""
    return hashlib.sha256(json.dumps(settings, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def receipt_schema() -> dict[str, Any]:
    """Give the published JSON schema of the receipt."""
    text = resources.files("citecheck").joinpath("receipt.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def load_receipt(text: str) -> dict[str, Any]:
    """Read a receipt's JSON back as plain data.

    Raises:
        ReceiptError: not JSON, or of a schema this version does not know.
    """
    try:
        data = json.loads(text)
    except ValueError as error:
        raise ReceiptError(f"Not a receipt: {error}.", help="Give a file that `--output FILE.json` wrote.") from error
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        found = data.get("schema", "none") if isinstance(data, dict) else "none"
        raise ReceiptError(f"Not a receipt of schema {SCHEMA} (found: {found}).")
    return data


def verify_receipt(data: Mapping[str, Any], document: bytes | None = None) -> list[str]:
    """Recompute the sums and digests of a receipt; give one sentence for each that fails."""
    counters = data.get("counters")
    if not isinstance(counters, dict) or not all(isinstance(each, dict) for each in counters.values()):
        return ["counters: missing or malformed."]
    wrong = check_sums(counters)
    if digest_settings(data.get("settings", {})) != data.get("settings_sha256"):
        wrong.append("settings: the digest does not fit.")
    rates = data.get("quotation_rates")
    if rates and rates != rate_quotations(counters.get("quotations", {})):
        wrong.append("quotations: the rates do not fit the counters.")
    if document is not None and hashlib.sha256(document).hexdigest() != data.get("sha256"):
        wrong.append("document: its digest is not the receipt's; it changed since.")
    for group, rows in (("references", "resolutions"), ("works", "standings")):
        if group in counters and len(data.get(rows, [])) != counters[group]["total"]:
            wrong.append(f"{group}: {len(data.get(rows, []))} rows, and the total says {counters[group]['total']}.")
    return wrong
