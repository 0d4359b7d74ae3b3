"""Read an earlier run back: the works of a receipt, or of a sweep, with the standing that each had."""

from __future__ import annotations

import json
import re
import types
import typing
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, TypeVar

from citecheck.errors import ReceiptError
from citecheck.findings import work_key
from citecheck.findings.wording import introduce
from citecheck.receipt import SCHEMA as RECEIPT
from citecheck.records import Reference, Standing, Work
from citecheck.resweeping.records import SCHEMA as SWEEP
from citecheck.resweeping.records import KnownWork

Record = TypeVar("Record")
GIVE_ONE = "Give a receipt that `citecheck check … --output FILE.json` wrote, or the record of an earlier sweep."


def read_earlier(text: str, name: str = "") -> tuple[KnownWork, ...]:
    """Give the works of an earlier run.

    Raises:
        ReceiptError: it is no receipt and no sweep, is of a later schema, or is broken.
    """
    try:
        written = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ReceiptError(f"{name}: not a receipt ({error}).", help=GIVE_ONE) from error
    schema = written.get("schema") if isinstance(written, dict) else None
    try:
        match schema:
            case str() if schema == RECEIPT:
                return tuple(_of_receipt(written))
            case str() if schema == SWEEP:
                return tuple(_restored(KnownWork, each, f"works[{at}]") for at, each in enumerate(written["works"]))
            case _:
                raise _refusal(schema, name)
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        what = f"no {error}" if isinstance(error, KeyError) else str(error)
        raise ReceiptError(f"{name}: a broken receipt: {what}.", help=GIVE_ONE) from error


def _refusal(schema: object, name: str) -> ReceiptError:
    for known in (RECEIPT, SWEEP):
        kind, _, version = known.partition("/")
        found = re.fullmatch(rf"{kind}/(\d+)", schema) if isinstance(schema, str) else None
        if found and int(found[1]) > int(version):
            message = f"{name}: written by a later citecheck ({schema}; this one reads {known})."
            return ReceiptError(message, help="Update citecheck, or write the receipt again with this one.")
    return ReceiptError(f"{name}: not a receipt (its schema: {schema or 'none'}).", help=GIVE_ONE)


def _of_receipt(written: Mapping[str, Any]) -> Iterator[KnownWork]:
    names: dict[str, list[str]] = defaultdict(list)
    for at, each in enumerate(written["resolutions"]):
        reference = _restored(Reference, each["reference"], f"resolutions[{at}].reference")
        work = _restored(Work, each["work"], f"resolutions[{at}].work") if each["work"] is not None else None
        names[work_key(work, reference)].append(introduce(reference))
    document, since = str(written.get("document") or ""), str(written["finished_at"])
    for at, each in enumerate(written["standings"]):
        standing = _restored(Standing, each, f"standings[{at}]")
        known = dict.fromkeys(names.get(work_key(standing.work), ()))
        yield KnownWork(standing=standing, names=tuple(known), documents=(document,) if document else (), since=since)


def _restored(record: type[Record], written: object, where: str) -> Record:
    """Make a record of what `plain` made of one; fields that are missing have their defaults, unknown ones are passed over.

    Raises:
        ValueError: a value is of another type than its field.
    """
    if not isinstance(written, Mapping):
        raise ValueError(f"{where} is no object")
    hints = _hints(record)
    given = {each.name for each in fields(record)} & set(written)  # type: ignore[arg-type]
    return record(**{name: _value(hints[name], written[name], f"{where}.{name}") for name in given})


_HINTS: dict[type, dict[str, Any]] = {}


def _hints(record: type) -> dict[str, Any]:
    if record not in _HINTS:
        _HINTS[record] = typing.get_type_hints(record)
    return _HINTS[record]


def _value(hint: Any, written: object, where: str) -> Any:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        if written is None and type(None) in arguments:
            return None
        return _value(next(each for each in arguments if each is not type(None)), written, where)
    if origin is tuple:
        if not isinstance(written, list):
            raise ValueError(f"{where} is no list")
        kinds = arguments[:1] * len(written) if arguments[-1] is Ellipsis else arguments
        if len(kinds) != len(written):
            raise ValueError(f"{where} has {len(written)} members")
        return tuple(
            _value(kind, each, f"{where}[{at}]") for at, (kind, each) in enumerate(zip(kinds, written, strict=True))
        )
    if is_dataclass(hint):
        return _restored(typing.cast(type, hint), written, where)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(written)
    if not isinstance(written, hint) or (isinstance(written, bool) and hint is not bool):
        raise ValueError(f"{where} is no {hint.__name__}")
    return written
