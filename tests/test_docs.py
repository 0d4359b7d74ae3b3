"""The documents are true: made pages are current, links lead somewhere, and commands exist."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import yaml

import citecheck
from citecheck.cli.commands import citecheck as root
from citecheck.demo.running import run_demo
from citecheck.report import FORMATS, SUFFIXES
from citecheck.rules import RULES

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("filters/*.md"), *ROOT.glob("benchmarks/*.md")]
)
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
LARGEST_PICTURE = 300_000
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```", re.M | re.S)
HEADING = re.compile(r"^#+ (.+)$", re.M)


def ids_of(pages: list[Path]) -> list[str]:
    """Name pages by their path in the project."""
    return [page.relative_to(ROOT).as_posix() for page in pages]


def links_in(page: Path) -> list[str]:
    """Give the targets of a page's links; code is not prose."""
    return LINK.findall(re.sub(r"`[^`\n]*`", "", FENCE.sub("", page.read_text(encoding="utf-8"))))


def anchors_of(page: Path) -> set[str]:
    """Give the fragments that lead to a heading of the page."""
    headings = HEADING.findall(FENCE.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


def commands_in(text: str) -> Iterator[list[str]]:
    """Give the words of every command line in the console blocks that calls citecheck."""
    for _, language, block in FENCE.findall(text):
        if language == "console":
            for line in block.splitlines():
                words = shlex.split(line, comments=True)
                if words[:1] == ["citecheck"]:
                    yield words[1:]
    for line in re.findall(r"`citecheck ([^`\n]+)`", FENCE.sub("", text)):
        yield shlex.split(line)


def command_of(words: list[str]) -> tuple[click.Command, list[str]]:
    """Follow words down the tree of commands; give the command and what is left for it."""
    command: click.Command = root
    while isinstance(command, click.Group) and words and words[0] in command.commands:
        command, words = command.commands[words[0]], words[1:]
    return command, words


@pytest.mark.parametrize("script", ["make_pictures.py", "make_readme.py", "make_reference.py", "make_schema.py"])
def test_made_pages_are_current(script: str) -> None:
    words = [sys.executable, str(ROOT / "docs" / script), "--check"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", PAGES, ids=ids_of(PAGES))
def test_links_lead_somewhere(page: Path) -> None:
    for target in links_in(page):
        if "://" in target or target.startswith("mailto:"):
            continue
        path, _, fragment = target.partition("#")
        found = (page.parent / path).resolve() if path else page
        assert found.exists(), target
        assert found.is_relative_to(ROOT), target
        assert not fragment or fragment in anchors_of(found), target


@pytest.mark.parametrize("page", PAGES, ids=ids_of(PAGES))
def test_pictures_are_there_small_and_described(page: Path) -> None:
    for words, target in PICTURE.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        picture = (page.parent / target).resolve()
        assert picture.is_relative_to(ROOT), target
        assert picture.stat().st_size <= LARGEST_PICTURE, target
        assert len(words.split()) > 3, target


@pytest.mark.parametrize("page", PAGES, ids=ids_of(PAGES))
def test_commands_and_flags_exist(page: Path) -> None:
    for words in commands_in(page.read_text(encoding="utf-8")):
        command, left = command_of(words)
        if command is root:
            assert left, words
            assert left[0].startswith("--") or "." in left[0], f"citecheck {' '.join(words)}: no such command"
            command = root.commands["check"] if not left[0].startswith("--") else root
        if command.name == "pandoc":
            continue
        known = {flag for each in command.params for flag in (*each.opts, *each.secondary_opts)} | {"--help"}
        flags = {word.split("=")[0] for word in left if word.startswith("-") and word != "-"}
        assert flags <= known, f"citecheck {' '.join(words)}"


@pytest.mark.parametrize("page", PAGES, ids=ids_of(PAGES))
def test_python_in_the_documents_uses_public_names(page: Path) -> None:
    for _, language, block in FENCE.findall(page.read_text(encoding="utf-8")):
        if language == "python":
            compile(block, str(page), "exec")
            for names in re.findall(r"^from citecheck import (.+)$", block, re.M):
                assert {each.strip() for each in names.split(",")} <= set(citecheck.__all__)


def test_every_page_can_be_reached_from_the_index() -> None:
    index = ROOT / "docs" / "README.md"
    linked = {(index.parent / each).resolve() for each in links_in(index)}
    assert {each for each in (ROOT / "docs").rglob("*.md") if each != index} <= linked


def test_every_rule_command_and_flag_has_its_entry() -> None:
    rules = (ROOT / "docs/reference/rules.md").read_text(encoding="utf-8")
    assert re.findall(r"^### (.+)$", rules, re.M) == list(RULES)
    commands = (ROOT / "docs/reference/commands.md").read_text(encoding="utf-8")
    for name, command in root.commands.items():
        assert f"\n## citecheck {name}\n" in commands
        for each in command.params:
            assert not isinstance(each, click.Option) or all(f"`{flag}`" in commands for flag in each.opts)


def test_readme_names_formats_and_codes_that_exist() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for suffix in re.findall(r"--output \w+(\.\w+)", readme):
        assert suffix in SUFFIXES
    assert {"text", "concise", "json", "csv", "html", "markdown", "quotations"} == set(FORMATS)
    assert re.findall(r"^\| (\d) \|", readme, re.M) == ["0", "1", "2", "3"]


def test_readme_shows_a_report_with_findings_and_what_was_not_checked() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (excerpt,) = (block for _, language, block in FENCE.findall(readme) if language == "text")
    shown = {"dangling-marker", "mismatched-work", "retracted", "not-found", "quotation-altered", "number-absent"}
    assert shown <= set(re.findall(r"\[([\w-]+)\]", excerpt))
    assert re.search(r"^ +\w+: quoted “.+”, source “.+”$", excerpt, re.M), "a change, with both sides"
    assert re.search(r"\d+ unread\b.*\n.*\d+ without a text at hand", excerpt), (
        "what nobody judged, and what had no text"
    )


def test_tutorial_explains_every_rule_that_the_demonstration_reports() -> None:
    tutorial = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    assert {each.rule for each in run_demo().findings} <= set(re.findall(r"\*\*([\w-]+)\*\*", tutorial))


def test_every_benchmark_is_described_and_run() -> None:
    scripts = {each.stem for each in ROOT.glob("benchmarks/*.py")} - {"measuring"}
    page = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    (run,) = re.findall(r"^BENCHMARKS := (.+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert scripts <= set(re.findall(r"\((\w+)\.py\)", page))
    assert scripts - {"real_articles"} <= set(run.split()), "all but the one that is given articles"


def test_hook_for_other_projects_checks_each_file_on_its_own(tmp_path: Path) -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    good = "Trees cool streets [1].\n\n## References\n\n1. Almeida R. Canopy closure. 2015. doi:10.1234/a\n"
    (tmp_path / "good.md").write_text(good)
    (tmp_path / "bad file.md").write_text(good.replace("[1].", "[1, 7]."))
    environ = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "CITECHECK_CACHE_DIR": str(tmp_path / "cache"),
    }

    def run(*files: str) -> subprocess.CompletedProcess[str]:
        words = [*shlex.split(hook["entry"]), *files]
        return subprocess.run(words, cwd=tmp_path, env=environ, capture_output=True, text=True, timeout=60, check=False)

    assert run("good.md").returncode == 0
    done = run("bad file.md", "good.md")
    assert done.returncode == 1
    assert "[dangling-marker]" in done.stdout
    assert done.stdout.count("references: ") + done.stdout.count("reference: ") == 2
