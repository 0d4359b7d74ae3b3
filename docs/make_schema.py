"""Make the receipt's published JSON schema from the records; `--check` tells whether the file is current."""

from __future__ import annotations

import json
import sys
import types
import typing
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from citecheck.receipt import SCHEMA
from citecheck.records import Receipt

TARGET = Path(__file__).parent.parent / "citecheck" / "receipt.schema.json"
NOT_IN_RECEIPT = {("Manuscript", "text"), ("Fulltext", "text")}
"""The manuscript's and the sources' own words stay out of the receipt; their digests are in."""


def main() -> int:
    """Write the schema, or with `--check` compare it."""
    text = json.dumps(build(), indent=1, sort_keys=True) + "\n"
    if "--check" in sys.argv[1:]:
        if TARGET.read_text(encoding="utf-8") != text:
            print(f"{TARGET.name} is not current; run python docs/make_schema.py", file=sys.stderr)
            return 1
        return 0
    TARGET.write_text(text, encoding="utf-8")
    return 0


def build() -> dict[str, Any]:
    """Build the whole schema."""
    definitions: dict[str, Any] = {}
    _reference(Receipt, definitions)
    schema = definitions.pop("Receipt")
    schema["properties"]["schema"] = {"const": SCHEMA}
    schema["properties"]["certified"] = {"const": False}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "citecheck receipt",
        "$defs": definitions,
        **schema,
    }


def _reference(record: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    name = record.__name__
    if name not in definitions:
        definitions[name] = {}
        hints = typing.get_type_hints(record)
        names = [each.name for each in fields(record) if (name, each.name) not in NOT_IN_RECEIPT]
        definitions[name].update(
            type="object",
            additionalProperties=False,
            required=names,
            properties={each: _schema(hints[each], definitions) for each in names},
        )
    return {"$ref": f"#/$defs/{name}"}


def _schema(hint: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    if hint is Any:
        return {}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"enum": [each.value for each in hint]}
    if is_dataclass(hint):
        return _reference(hint, definitions)
    if hint in (str, int, float, bool, type(None)):
        names = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}
        return {"type": names[hint]}
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return {"type": "array", "items": _schema(arguments[0], definitions)}
        return {
            "type": "array",
            "prefixItems": [_schema(each, definitions) for each in arguments],
            "minItems": len(arguments),
            "maxItems": len(arguments),
        }
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(arguments[1], definitions)}
    if origin in (typing.Union, types.UnionType):
        return {"anyOf": [_schema(each, definitions) for each in arguments]}
    raise TypeError(f"no schema for {hint}")


if __name__ == "__main__":
    sys.exit(main())
