"""The command: what it prints, and what it ends with."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from citecheck.cli.commands import citecheck as root
from citecheck.rules import RULES
from citecheck.settings import setting_fields

PROGRAM = Path(sys.executable).with_name("citecheck")
CLEAN = "# Shade\n\nTrees cool streets [1].\n\n## References\n\n1. Almeida R. Canopy closure. 2015. doi:10.1234/a\n"
DANGLING = CLEAN.replace("streets [1].", "streets [1], and more so when old [7].")
ENTRY = "@article{almeida2015,\n  title = {Canopy closure},\n  author = {Almeida, R.},\n  year = 2015,\n  doi = {10.1234/a}\n}\n"
TABLE = Path(__file__).parent.parent / "citecheck" / "demo" / "data" / "retractions.csv"


def run(
    *words: str | Path, cwd: Path, environ: dict[str, str] | None = None, online: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run the program with a cache of its own; offline unless told otherwise."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("CITECHECK_", "PANDOC_"))}
    own = {"CITECHECK_CACHE_DIR": str(cwd / "cache"), "XDG_CONFIG_HOME": str(cwd / "config")}
    own |= {} if online else {"CITECHECK_OFFLINE": "1"}
    return subprocess.run(
        [PROGRAM, *words],
        cwd=cwd,
        env=kept | own | (environ or {}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a folder with a clean manuscript, one whose marker leads nowhere, and a bibliography."""
    (tmp_path / "clean.md").write_text(CLEAN, encoding="utf-8")
    (tmp_path / "dangling.md").write_text(DANGLING, encoding="utf-8")
    (tmp_path / "refs.bib").write_text(ENTRY, encoding="utf-8")
    return tmp_path


def test_help_lists_every_command(folder: Path) -> None:
    done = run("--help", cwd=folder)
    assert done.returncode == 0
    assert all(f"\n  {name} " in done.stdout for name in root.commands)


@pytest.mark.parametrize("name", sorted(set(root.commands) - {"pandoc"}))
def test_every_command_has_help(name: str, folder: Path) -> None:
    done = run(name, "--help", cwd=folder) if name != "filter" else None
    if done is not None:
        assert done.returncode == 0
        assert done.stdout.startswith(f"Usage: citecheck {name}")
    assert root.commands[name].help


@pytest.mark.parametrize(
    ("words", "code"),
    [
        pytest.param(["clean.md"], 0, id="nothing found"),
        pytest.param(["check", "clean.md"], 0, id="the command spelled out"),
        pytest.param(["dangling.md"], 1, id="an error found"),
        pytest.param(["dangling.md", "--fail-on", "never"], 0, id="never fail"),
        pytest.param(["dangling.md", "--strict"], 1, id="findings win over incomplete"),
        pytest.param(["clean.md", "--strict"], 3, id="strict and offline"),
        pytest.param(["refs.bib"], 0, id="a bibliography"),
        pytest.param(["missing.md"], 2, id="no such document"),
        pytest.param(["clean.md", "missing.bib"], 2, id="no such bibliography"),
        pytest.param(["clean.md", "--nonsense"], 2, id="no such flag"),
        pytest.param(["clean.md", "--read-timeout", "soon"], 2, id="a value that does not fit"),
        pytest.param(["clean.md", "--format", "sonnet"], 2, id="no such format"),
        pytest.param(["clean.md", "--output", "report.sonnet"], 2, id="no format for the suffix"),
        pytest.param(["rules", "nonsense"], 2, id="no such rule"),
        pytest.param(["demo", "--format", "concise"], 0, id="the demonstration"),
        pytest.param(["scan", "refs.bib"], 0, id="a scan"),
    ],
)
def test_exit_code(words: list[str], code: int, folder: Path) -> None:
    done = run(*words, cwd=folder)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_nothing_could_be_asked_is_incomplete(folder: Path) -> None:
    nowhere = {"CITECHECK_REPLAY": "http://127.0.0.1:9", "CITECHECK_CONNECT_TIMEOUT": "0.2"}
    done = run("clean.md", cwd=folder, environ=nowhere, online=True)
    assert done.returncode == 3, done.stdout + done.stderr


def test_concise_lines_lead_an_editor_to_the_place(folder: Path) -> None:
    done = run("dangling.md", "--format", "concise", cwd=folder)
    column = DANGLING.splitlines()[2].index("[7]") + 1
    assert f"dangling.md:3:{column}: error: [7]: no reference 7. [dangling-marker]" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("citecheck: 1 error")


def test_text_report_shows_what_was_not_asked(folder: Path) -> None:
    done = run("clean.md", "--format", "text", cwd=folder)
    assert "not asked" in done.stdout
    assert "\x1b[" not in done.stdout


def test_colour_is_asked_for_and_refused(folder: Path) -> None:
    words = ("dangling.md", "--format", "text")
    assert "\x1b[" in run(*words, cwd=folder, environ={"FORCE_COLOR": "1"}).stdout
    assert "\x1b[" not in run(*words, cwd=folder, environ={"FORCE_COLOR": "1", "NO_COLOR": "1"}).stdout


def test_output_takes_its_format_from_the_suffix(folder: Path) -> None:
    done = run("dangling.md", "-o", "r.json", "-o", "r.csv", "-o", "r.txt", cwd=folder)
    assert done.returncode == 1
    assert done.stdout == ""
    assert json.loads((folder / "r.json").read_text(encoding="utf-8"))["schema"].startswith("citecheck-receipt/")
    assert (folder / "r.csv").read_text(encoding="utf-8").startswith("path,line,key,doi")
    assert "[dangling-marker]" in (folder / "r.txt").read_text(encoding="utf-8")
    assert not list(folder.glob("*.part"))


def test_output_to_a_missing_folder_says_so(folder: Path) -> None:
    done = run("clean.md", "-o", "nowhere/r.json", cwd=folder)
    assert done.returncode == 2
    assert "nowhere" in done.stderr


@pytest.mark.parametrize(
    ("words", "said", "help"),
    [
        pytest.param(["missing.md"], "missing.md", "help: ", id="document"),
        pytest.param(["clean.md", "--format", "sonnet"], "sonnet: no such format", "help: Take one of", id="format"),
        pytest.param(["clean.md", "-o", "r.xyz"], "r.xyz: no format has this suffix", "help: Use one of", id="suffix"),
        pytest.param(["receipt", "verify", "refs.bib"], "Not a receipt", "help: Give a file", id="receipt"),
        pytest.param(["clean.md", "--read-timeout", "soon"], "read_timeout: 'soon'", "help: Seconds", id="setting"),
    ],
)
def test_errors_are_one_sentence_and_a_remedy(words: list[str], said: str, help: str, folder: Path) -> None:
    done = run(*words, cwd=folder)
    assert done.returncode == 2
    assert said in done.stderr
    assert help in done.stderr
    assert done.stdout == ""


def test_quiet_leaves_only_the_exit_code(folder: Path) -> None:
    done = run("dangling.md", "--quiet", cwd=folder)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")


def test_dry_run_prints_what_would_leave_and_no_sentence(folder: Path) -> None:
    done = run("clean.md", "--dry-run", cwd=folder, online=True)
    assert done.returncode == 0
    assert "10.1234/a" in done.stdout
    assert "Trees cool streets" not in done.stdout
    assert not (folder / "cache").exists()


def test_rules_are_listed_and_explained(folder: Path) -> None:
    listed = run("rules", cwd=folder).stdout.splitlines()
    assert [line.split()[1] for line in listed] == list(RULES)
    told = run("rules", "retracted", cwd=folder).stdout
    assert told.startswith("retracted (error)\n")
    assert RULES["retracted"].why in told


def test_settings_are_listed(folder: Path) -> None:
    listed = run("settings", cwd=folder).stdout.splitlines()
    assert listed[-1].startswith("run:")
    assert [line.split()[0] for line in listed[:-2]] == [name.replace("_", "-") for name in setting_fields()]


def test_cache_where_and_clear_leave_the_table(folder: Path) -> None:
    assert run("cache", "where", cwd=folder).stdout.strip() == str(folder / "cache")
    assert run("cache", "where", "--cache-dir", "other", cwd=folder).stdout.strip() == "other"
    run("retractions", "import", TABLE, cwd=folder)
    before = run("retractions", "status", cwd=folder).stdout
    assert "rows, table of" in before
    (folder / "cache" / "store.sqlite").write_bytes(b"")
    assert run("cache", "clear", cwd=folder).stdout.startswith("Deleted ")
    assert not (folder / "cache" / "store.sqlite").exists()
    assert run("retractions", "status", cwd=folder).stdout == before


def test_a_table_that_is_none_is_refused_and_the_old_one_stays(folder: Path) -> None:
    assert run("retractions", "import", TABLE, cwd=folder).returncode == 0
    before = run("retractions", "status", cwd=folder).stdout
    assert run("retractions", "import", "clean.md", cwd=folder).returncode == 2
    assert run("retractions", "status", cwd=folder).stdout == before


def test_receipt_verifies_until_it_is_touched(folder: Path) -> None:
    run("clean.md", "-o", "r.json", cwd=folder)
    assert run("receipt", "verify", "r.json", "--document", "clean.md", cwd=folder).returncode == 0
    changed = run("receipt", "verify", "r.json", "--document", "dangling.md", cwd=folder)
    assert changed.returncode == 1
    assert "its digest is not the receipt's" in changed.stdout
    data = json.loads((folder / "r.json").read_text(encoding="utf-8"))
    data["counters"]["references"]["resolved"] += 1
    (folder / "r.json").write_text(json.dumps(data), encoding="utf-8")
    assert run("receipt", "verify", "r.json", cwd=folder).returncode == 1


def test_scan_writes_a_row_for_every_reference(folder: Path) -> None:
    (folder / "more.bib").write_text(ENTRY.replace("almeida2015", "second") + "@article{broken,\n", encoding="utf-8")
    done = run("scan", "refs.bib", "more.bib", "missing.bib", "--output", "f.csv", cwd=folder)
    assert done.returncode == 2, "a file that cannot be read at all"
    rows = (folder / "f.csv").read_text(encoding="utf-8").splitlines()
    assert rows[0].startswith("path,line,key,doi,title,outcome,standing")
    assert [row.split(",")[2] for row in rows[1:3]] == ["almeida2015", "second"]
    assert any(row.startswith("missing.bib,") and "unreadable" in row for row in rows)
    assert f"{len(rows) - 1} rows" in done.stderr


def test_scan_names_retracted_works_from_the_local_table(folder: Path) -> None:
    run("retractions", "import", TABLE, cwd=folder)
    (folder / "trial.bib").write_text(ENTRY.replace("10.1234/a", "10.1234/demo.trial"), encoding="utf-8")
    done = run("scan", "trial.bib", cwd=folder)
    assert done.returncode == 1, done.stderr
    assert ",retracted," in done.stdout


def test_module_runs_like_the_program(folder: Path) -> None:
    words = [sys.executable, "-m", "citecheck", "--version"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == run("--version", cwd=folder).stdout
