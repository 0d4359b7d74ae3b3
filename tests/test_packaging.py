"""The wheel: what is in it, and that it runs where no checkout is."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest
import yaml

import citecheck

ROOT = Path(__file__).parent.parent
DEMO = ("manuscript.md", "crossref.json", "retractions.csv", "README.md")


def run(*words: str | Path, cwd: Path, environ: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, with its output as text."""
    return subprocess.run(
        words, cwd=cwd, env=environ, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel as a release does, with the build backend that is already here."""
    folder = tmp_path_factory.mktemp("wheel")
    done = run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel alone into a new environment that borrows the libraries of this one; give its programs' folder."""
    folder = tmp_path_factory.mktemp("elsewhere")
    venv.create(folder / "env", with_pip=False)
    programs = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
    python = programs / "python"
    purelib = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).stdout.strip()
    words = ("-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel)
    done = run(sys.executable, *words, cwd=folder)
    assert done.returncode == 0, done.stderr
    # An editable install would bring the checkout in by its own .pth; a plain path does not run the .pth files beside it.
    (Path(purelib) / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return programs


def bare_environ() -> dict[str, str]:
    """Give an environment without settings of citecheck and without paths into this checkout."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("CITECHECK_", "PYTHON", "PANDOC_"))}


def test_wheel_holds_code_types_schema_and_demonstration(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    sources = {path.relative_to(ROOT).as_posix() for path in (ROOT / "citecheck").rglob("*.py")}
    assert sources <= names
    assert {"citecheck/py.typed", "citecheck/receipt.schema.json"} <= names
    assert {f"citecheck/demo/data/{each}" for each in DEMO} <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_wheel_holds_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.split("/")[0] for name in archive.namelist()}
    assert tops == {"citecheck", f"pandoc_citecheck-{citecheck.__version__}.dist-info"}


def test_wheel_says_its_name_version_and_licence(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (each for each in archive.namelist() if each.endswith(".dist-info/METADATA"))
        text = archive.read(name).decode()
    head, _, readme = text.partition("\n\n")
    assert f"Name: pandoc-citecheck\nVersion: {citecheck.__version__}" in head
    assert "License-Expression: MIT" in head
    assert readme.strip() == (ROOT / "README.md").read_text(encoding="utf-8").strip()


def test_demonstration_runs_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    environ = bare_environ() | {"CITECHECK_CACHE_DIR": str(tmp_path / "cache")}
    where = run(
        installed / "python", "-c", "import citecheck; print(citecheck.__file__)", cwd=tmp_path, environ=environ
    )
    assert Path(where.stdout.strip()).is_relative_to(installed.parent)
    done = run(installed / "citecheck", "demo", "--format", "concise", cwd=tmp_path, environ=environ)
    assert done.returncode == 0, done.stderr
    assert "[retracted]" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("citecheck: ")


def test_both_programs_and_the_module_are_there(installed: Path, tmp_path: Path) -> None:
    for words in ((installed / "citecheck",), (installed / "python", "-m", "citecheck")):
        done = run(*words, "--version", cwd=tmp_path, environ=bare_environ())
        assert done.stdout.strip().endswith(citecheck.__version__), done.stderr
    assert (installed / "pandoc-citecheck").exists() or (installed / "pandoc-citecheck.exe").exists()


def test_version_is_the_same_everywhere() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    extension = yaml.safe_load((ROOT / "filters/_extensions/citecheck/_extension.yml").read_text(encoding="utf-8"))
    assert citation["version"] == extension["version"] == citecheck.__version__
    assert f"## [{citecheck.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_citation_file_has_what_its_format_requires() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(citation)
    assert citation["cff-version"] == "1.2.0"
    assert citation["type"] == "software"
    assert all(set(each) == {"name"} for each in citation["authors"])
