"""Baselines: findings that were there already, by fingerprint and never by line, so that a check tells only what is new.

The file is JSON, one finding a line of its list, sorted, so that a change of it can be read in a diff.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from citecheck.errors import SettingsError
from citecheck.findings.telling import fingerprint_all
from citecheck.findings.wording import count, make_finding
from citecheck.ignores.applying import HOUSEKEEPING
from citecheck.ignores.declaring import Ignore, Origin
from citecheck.ignores.subjects import Subjects
from citecheck.records import Finding, Place

SCHEMA = "citecheck-baseline/1"
BASELINE = "baseline"
"""What `ignored_because` says of a finding that the baseline sets aside."""
SHOWN = 5
LONGEST_FILE = 50_000_000
AGAIN = "Write it again: citecheck check … --write-baseline FILE"


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """One finding of a baseline."""

    rule: str
    key: str
    message: str
    fingerprint: str


def write_baseline(found: Iterable[Finding]) -> str:
    """Write the findings that are not set aside otherwise as a baseline."""
    rows = [
        {"rule": each.rule, "key": each.subject, "message": each.message, "fingerprint": each.fingerprint}
        for each in found
        if each.ignored_because in ("", BASELINE) and each.rule not in HOUSEKEEPING
    ]
    rows.sort(key=lambda each: (each["rule"], each["key"], each["fingerprint"]))
    lines = ",\n".join(f"  {json.dumps(each, ensure_ascii=False)}" for each in rows)
    listed = f"[\n{lines}\n ]" if rows else "[]"
    return f'{{\n "schema": "{SCHEMA}",\n "findings": {listed}\n}}\n'


def read_baseline(path: Path) -> tuple[Known, ...]:
    """Read a baseline.

    Raises:
        SettingsError: it is missing, too large, or none.
    """
    try:
        if path.stat().st_size > LONGEST_FILE:
            raise SettingsError(f"{path}: too large for a baseline.", help=AGAIN)
        written: Any = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror or error}.", help="Check the path of the baseline.") from error
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{path}: not a baseline ({error}).", help=AGAIN) from error
    schema = written.get("schema") if isinstance(written, dict) else None
    if schema != SCHEMA:
        raise SettingsError(f"{path}: not a baseline of schema {SCHEMA} (found: {schema or 'none'}).", help=AGAIN)
    rows = written.get("findings")
    names = ("rule", "key", "message", "fingerprint")
    if not isinstance(rows, list) or not all(
        isinstance(each, dict) and all(isinstance(each.get(name), str) for name in names) for each in rows
    ):
        raise SettingsError(f"{path}: a finding of the baseline has no {', '.join(names)}.", help=AGAIN)
    return tuple(Known(**{name: each[name] for name in names}) for each in rows)


def apply_baseline(
    found: Sequence[Finding], known: Sequence[Known], subjects: Subjects, *, path: str = ""
) -> tuple[Finding, ...]:
    """Set aside the findings that the baseline knows, and tell which of its findings are gone."""
    fingerprints = {each.fingerprint for each in known}
    kept = [
        replace(each, ignored_because=BASELINE)
        if each.fingerprint in fingerprints and not each.ignored_because
        else each
        for each in found
    ]
    here = {each.fingerprint for each in found}
    gone = [each for each in known if each.fingerprint not in here and _could_be_told(each, subjects)]
    if not gone:
        return tuple(kept)
    named = "; ".join(f"{each.rule} {' '.join(each.key.split())[:60]}".strip() for each in gone[:SHOWN])
    more = f"; and {len(gone) - SHOWN} more" if len(gone) > SHOWN else ""
    message = (
        f"The baseline has {count(len(gone), 'finding')} that {'is' if len(gone) == 1 else 'are'} gone: {named}{more}."
    )
    note = make_finding("unused-ignore", message, (Place(path=path),), subject=f"baseline:{path}", help=AGAIN)
    return (*kept, *fingerprint_all([note]))


def _could_be_told(each: Known, subjects: Subjects) -> bool:
    return subjects.is_settled(Ignore(origin=Origin.SETTINGS, key=each.key), each.rule)
