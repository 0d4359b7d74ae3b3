"""The tree is the architecture: the page that describes it, the contract that enforces it and the code agree."""

from __future__ import annotations

import ast
import importlib
import importlib.metadata
import inspect
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import citecheck

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "citecheck"
PAGE = (ROOT / "docs" / "explanation" / "architecture.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SOURCES = sorted(PACKAGE.rglob("*.py"))
PINNED = {"pyrate-limiter"}
"""Dependencies that nobody imports: requests-ratelimiter stands on it, and its version matters."""
MOST_LINES, MOST_FUNCTION_LINES = 400, 60


def module_of(path: Path) -> str:
    """Give the dotted name of a source file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def home_of(path: Path) -> str:
    """Give the folder or module directly under citecheck in which a source file lives."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def section(heading: str) -> str:
    """Give the part of the page under a heading."""
    return PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def rows_of(heading: str) -> Iterator[list[str]]:
    """Give the cells of the table under a heading, without its head."""
    lines = [line for line in section(heading).splitlines() if line.startswith("|")]
    for line in lines[2:]:
        yield [cell.strip() for cell in line.strip("|").split("|")]


def homes() -> dict[str, set[str]]:
    """Give the homes of each library, as the page tells them."""
    return {library.strip("`"): set(re.findall(r"`(\w+)`", places)) for library, places, _ in rows_of("Fences")}


def third_party_imports() -> Iterator[tuple[str, Path]]:
    """Give every import in the package that is neither its own nor Python's, wherever it stands in its file."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [each.name for each in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                top = name.split(".")[0]
                if top not in sys.stdlib_module_names and top != "citecheck":
                    yield top, path


def test_floors_of_the_page_are_those_of_the_contract() -> None:
    told = [re.split(r"\s{2,}", line)[1] for line in section("Floors").split("```")[1].strip().splitlines()]
    (contract,) = PROJECT["tool"]["importlinter"]["contracts"]
    assert told == contract["layers"]
    assert contract["exhaustive"] is True


def test_page_names_everything_under_citecheck() -> None:
    there = {home_of(path) for path in SOURCES} - {"__init__"}
    assert {cells[0].strip("`") for cells in rows_of("What stands where")} == there


def test_every_library_stays_in_its_home() -> None:
    allowed = homes()
    strays = [f"{path.relative_to(ROOT)} imports {name}" for name, path in third_party_imports()
              if home_of(path) not in allowed.get(name, set())]  # fmt: skip
    assert strays == []


def test_page_names_no_home_that_stands_empty() -> None:
    used = {(name, home_of(path)) for name, path in third_party_imports()}
    told = {(name, home) for name, places in homes().items() for home in places}
    assert sorted(told - used) == []


def _name(requirement: str) -> str:
    return re.split(r"[<>=\[ ]", requirement)[0].lower()


def test_every_dependency_is_used_and_every_library_is_a_dependency() -> None:
    providers = importlib.metadata.packages_distributions()
    declared = {_name(each) for each in PROJECT["project"]["dependencies"]}
    extras = {
        _name(each)
        for extra in ("bulk", "fast", "html", "pdf")
        for each in PROJECT["project"]["optional-dependencies"][extra]
    }
    # an engine without a wheel for this platform is not installed, and stands for itself
    imported = {name for name, _ in third_party_imports() if name in providers}
    provided = {each.lower() for name in imported for each in providers[name] if each.lower() in declared}
    assert all((declared | extras) & {each.lower() for each in providers[name]} for name in imported)
    assert declared - provided == PINNED


@pytest.mark.parametrize("path", SOURCES, ids=module_of)
def test_module_is_small_and_says_what_it_is_for(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert text.count("\n") <= MOST_LINES
    assert ast.get_docstring(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < MOST_FUNCTION_LINES, node.name


@pytest.mark.parametrize("name", [module_of(path) for path in SOURCES])
def test_module_imports_and_no_function_bears_its_name(name: str) -> None:
    module = importlib.import_module(name)
    assert not inspect.isfunction(getattr(module, name.rsplit(".", 1)[-1], None))


def test_no_public_name_is_a_module_too() -> None:
    assert {home_of(path) for path in SOURCES} & set(citecheck.__all__) == set()


def test_public_names_are_sorted_and_load_again_and_again() -> None:
    assert citecheck.__all__ == sorted(citecheck.__all__)
    for name in citecheck.__all__ * 2:
        assert callable(getattr(citecheck, name))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = citecheck.nonsense


def test_public_functions_say_what_they_do() -> None:
    silent = [name for name in citecheck.__all__ if not inspect.getdoc(getattr(citecheck, name))]
    assert silent == []


def test_import_linter_passes() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
