"""The pages of the receipt and of the modules, made from the schema and from docstrings."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from citecheck import identifiers, receipt
from citecheck.records import manuscript, outcomes, works
from parts.tables import table

ROOT = Path(__file__).parent.parent.parent


def modules_page() -> str:
    """Build the page of modules from the first paragraph of each docstring."""
    package = ROOT / "citecheck"
    rows = []
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        told = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        rows.append((f"`{name}`", " ".join(told.split("\n\n")[0].split())))
    return MODULES_HEAD + table(("module", "what it is for"), sorted(rows))


MODULES_HEAD = """# Modules

What each module says of itself. Which may import which, and where a change belongs, is told in
[architecture](../explanation/architecture.md).

"""


def receipt_page() -> str:
    """Build the page of the receipt from its schema."""
    schema = receipt.receipt_schema()
    told: dict[tuple[str, str], str] = {}
    for module in (manuscript, works, outcomes, identifiers):
        told |= record_docs(module)
    parts = [RECEIPT_HEAD, "## The receipt\n\n", fields_table("Receipt", schema, told), "\n"]
    parts.append("## Counters\n\nIn each group, `total` is the sum of the others.\n\n")
    parts.append(table(("group", "outcomes"), counter_rows()))
    parts.append("\n## Limitations\n\nEvery receipt says these sentences.\n\n")
    parts += [f"- {each}\n" for each in receipt.LIMITATIONS]
    for name, record in sorted(schema["$defs"].items()):
        if "enum" not in record:
            parts.append(f"\n## {name}\n\n{told.get((name, ''), '')}\n\n{fields_table(name, record, told)}")
    return "".join(parts)


RECEIPT_HEAD = f"""# Receipt

The receipt is the whole record of a run: what was asked, of whom, when, what came back, and what was not checked.
`--output receipt.json` writes it, `citecheck receipt verify` recomputes its digests and sums, and
[`receipt.schema.json`](../../citecheck/receipt.schema.json) is its JSON schema. This page describes `{receipt.SCHEMA}`.
The manuscript's own text is not in it; quotations, sentences that cite, and references are.

"""


def counter_rows() -> Iterator[tuple[str, str]]:
    """Give each group of counters with its outcomes, from an empty run."""
    for name, group in receipt.count_outcomes(manuscript.Manuscript(), (), ()).items():
        yield f"`{name}`", ", ".join(f"`{each}`" for each in group if each != "total")


def fields_table(name: str, record: dict[str, Any], told: dict[tuple[str, str], str]) -> str:
    """Write the fields of one record."""
    rows = ((f"`{each}`", kind_of(spec), told.get((name, each), "")) for each, spec in record["properties"].items())
    return table(("field", "holds", "meaning"), rows)


def kind_of(spec: dict[str, Any]) -> str:
    """Write a schema's type in words."""
    if "$ref" in spec:
        name = spec["$ref"].rsplit("/", 1)[1]
        return f"[{name}](#{name.lower()})"
    if "const" in spec:
        return f"always `{str(spec['const']).lower()}`"
    if "enum" in spec:
        return "one of " + ", ".join(f"`{each}`" for each in spec["enum"])
    if "anyOf" in spec:
        return " or ".join(kind_of(each) for each in spec["anyOf"])
    if spec.get("type") == "array" and "prefixItems" in spec:
        return "list of " + ", ".join(kind_of(each) for each in spec["prefixItems"])
    if spec.get("type") == "array":
        return f"list: {kind_of(spec['items'])}"
    if spec.get("type") == "object":
        return f"map: {kind_of(spec['additionalProperties'])}"
    return str(spec.get("type", "anything"))


def record_docs(module: ModuleType) -> dict[tuple[str, str], str]:
    """Read the docstrings of a module's classes, keyed by (class, ""), and of their fields, keyed by (class, field)."""
    told: dict[tuple[str, str], str] = {}
    for kind in ast.parse(inspect.getsource(module)).body:
        if not isinstance(kind, ast.ClassDef):
            continue
        told[kind.name, ""] = " ".join((ast.get_docstring(kind) or "").split())
        for each, after in zip(kind.body, kind.body[1:], strict=False):
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
                match after:
                    case ast.Expr(value=ast.Constant(value=str(text))):
                        told[kind.name, each.target.id] = " ".join(text.split())
    return told
