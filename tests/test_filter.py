"""The filter under a real Pandoc: the document comes back byte for byte, and findings come beside it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pypandoc
import pytest

ROOT = Path(__file__).parent.parent
PROGRAMS = Path(sys.executable).parent
FILTER = PROGRAMS / "citecheck"
ALWAYS = PROGRAMS / "pandoc-citecheck"
SHIM = ROOT / "filters" / "citecheck.lua"
PANDOC = pypandoc.get_pandoc_path()
SYSTEM = shutil.which("pandoc")
PAPER = """---
title: Shade
---

# Shade

Trees cool streets [1], and more so when old [7]. "It rose by 3 °C" [1, p. 4].

## References

1. Almeida R. Canopy closure and noon temperature. Journal of Urban Shade. 2015. doi:10.1234/a
"""
Ran = subprocess.CompletedProcess[bytes]
Convert = Callable[..., Ran]


@pytest.fixture
def convert(tmp_path: Path) -> Convert:
    """Give a function that runs Pandoc on a text, in a folder and with a cache of its own, offline."""
    (tmp_path / "work").mkdir()

    def run(text: str | None, *words: str | Path, environ: dict[str, str] | None = None) -> Ran:
        if text is not None:
            (tmp_path / "work" / "x.md").write_text(text, encoding="utf-8")
        return start(PANDOC, "x.md", *words, cwd=tmp_path / "work", environ=environ)

    return run


def start(*words: str | Path, cwd: Path, environ: dict[str, str] | None = None, stdin: bytes = b"") -> Ran:
    """Run a program offline, with the scripts of this environment on its path and no settings but its own."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("CITECHECK_", "PANDOC_"))}
    own = {
        "CITECHECK_OFFLINE": "1",
        "CITECHECK_CACHE_DIR": str(cwd.parent / "cache"),
        "XDG_CONFIG_HOME": str(cwd.parent / "config"),
        "PATH": f"{PROGRAMS}{os.pathsep}{kept['PATH']}",
    }
    words = tuple(map(str, words))
    return subprocess.run(
        words, cwd=cwd, env=kept | own | (environ or {}), input=stdin, capture_output=True, timeout=60, check=False
    )


@pytest.mark.parametrize("format", ["html", "json", "markdown", "latex"])
def test_document_comes_back_byte_for_byte(format: str, convert: Convert) -> None:
    plain = convert(PAPER, "-t", format)
    filtered = convert(PAPER, "-t", format, "--filter", FILTER)
    assert filtered.returncode == 0, filtered.stderr
    assert filtered.stdout == plain.stdout
    assert b"[dangling-marker]" in filtered.stderr


@pytest.mark.skipif(not SYSTEM or os.path.realpath(SYSTEM) == os.path.realpath(PANDOC), reason="no other Pandoc here")
@pytest.mark.parametrize("format", ["html", "json", "markdown"])
def test_another_pandoc_on_this_machine_gets_its_bytes_back_too(format: str, tmp_path: Path) -> None:
    """Debian's 2.17 writes another tree than 3.9, and is what many have."""
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "x.md").write_text(PAPER, encoding="utf-8")
    plain = start(str(SYSTEM), "x.md", "-t", format, cwd=tmp_path / "work")
    filtered = start(str(SYSTEM), "x.md", "-t", format, "--filter", FILTER, cwd=tmp_path / "work")
    assert filtered.returncode == 0, filtered.stderr
    assert filtered.stdout == plain.stdout
    assert b"[dangling-marker]" in filtered.stderr


def test_filter_is_found_by_its_name(convert: Convert) -> None:
    done = convert(PAPER, "-t", "html", "--filter", "citecheck")
    assert done.returncode == 0
    assert b"[dangling-marker]" in done.stderr


def test_a_finding_tells_the_words_around_it(convert: Convert) -> None:
    told = convert(PAPER, "-t", "html", "--filter", FILTER).stderr.decode()
    (line,) = (each for each in told.splitlines() if "[dangling-marker]" in each)
    assert "[7]: no reference 7." in line
    assert "more so when old [7]" in line


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("Only words, no citation.\n", id="no citation"),
        pytest.param("See [@smith2020, p. 4] and [-@doe].\n", id="no bibliography"),
        pytest.param(
            "---\nbibliography: missing.bib\n---\n\nSee [@smith2020].\n", id="a bibliography that is not there"
        ),
        pytest.param("---\nbibliography: {a: [1, 2]}\ncitecheck: [nonsense]\n---\n\nSee [@a].\n", id="odd metadata"),
        pytest.param("---\ncitecheck: {fail-on: whenever}\n---\n\nSee [@a].\n", id="a setting that does not fit"),
        pytest.param("`<x>`{=typst} ```{=opml}\n<y/>\n``` [^1]\n\n[^1]: Note with [3].\n\n: Table\n", id="raw parts"),
        pytest.param("| a | b |\n|---|---|\n| [1] | $x_{[2]}$ |\n\n[1]: https://example.org/1\n", id="table and links"),
        pytest.param("“Zitat” 漢字 \u202e\u200b [1] é e\u0301\n", id="odd characters"),
    ],
)
def test_odd_documents_come_back_too(text: str, convert: Convert) -> None:
    plain = convert(text, "-t", "json")
    filtered = convert(text, "-t", "json", "--filter", FILTER)
    assert filtered.returncode == 0, filtered.stderr
    assert filtered.stdout == plain.stdout
    assert b"Traceback" not in filtered.stderr


def test_callouts_of_a_later_pandoc_come_back(tmp_path: Path) -> None:
    blocks = [
        {"t": "BlockOfTheFuture", "c": [{"deep": [{"t": "Str", "c": "[1]"}]}]},
        {"t": "Para", "c": [{"t": "InlineOfTheFuture"}, {"t": "Str", "c": "See"}, {"t": "Space"}, {"t": "Str", "c": "[9]."}]},
        {"t": "Div", "c": [["", [], [["__quarto_custom", "true"]]], [{"t": "Para", "c": []}]]},
        "no block at all",
        None,
    ]  # fmt: skip
    tree = json.dumps(
        {"pandoc-api-version": [9, 9], "meta": {"odd": {"t": "MetaOfTheFuture"}}, "blocks": blocks}
    ).encode()
    done = filter_bytes(tree, tmp_path)
    assert (done.returncode, done.stdout) == (0, tree)


@pytest.mark.parametrize(
    "content",
    [b"", b"hello", b"{", b"[]", b"null", b'{"blocks": 3}', b'{"blocks": [], "meta": []}', b"\xff\xfe\x00", b"[" * 100_000],
    ids=["empty", "words", "cut", "list", "null", "odd blocks", "odd meta", "no text", "deep"],
)  # fmt: skip
def test_garbage_comes_back_with_a_warning(content: bytes, tmp_path: Path) -> None:
    done = filter_bytes(content, tmp_path)
    assert (done.returncode, done.stdout) == (0, content)
    assert done.stderr
    assert b"Traceback" not in done.stderr


def filter_bytes(content: bytes, folder: Path, environ: dict[str, str] | None = None) -> Ran:
    """Feed bytes to the filter itself."""
    (folder / "work").mkdir(exist_ok=True)
    return start(ALWAYS, "html", cwd=folder / "work", environ=environ, stdin=content)


def test_forced_filter_and_uninstalled_filter_do_the_same(tmp_path: Path, convert: Convert) -> None:
    tree = convert(PAPER, "-t", "json").stdout
    expected = filter_bytes(tree, tmp_path)
    for words in ((FILTER, "filter", "html"), (sys.executable, ROOT / "filters" / "citecheck-uninstalled.py", "html")):
        done = start(*words, cwd=tmp_path / "work", stdin=tree)
        assert (done.returncode, done.stdout, done.stderr) == (0, tree, expected.stderr)


def test_a_cache_that_cannot_be_written_spoils_nothing(tmp_path: Path, convert: Convert) -> None:
    (tmp_path / "file").write_text("not a folder")
    plain = convert(PAPER, "-t", "html")
    done = convert(None, "-t", "html", "--filter", FILTER, environ={"CITECHECK_CACHE_DIR": str(tmp_path / "file")})
    assert (done.returncode, done.stdout) == (0, plain.stdout)
    assert b"citecheck: " in done.stderr


def with_settings(text: str, **values: str) -> str:
    """Put a `citecheck:` map into the document's metadata."""
    lines = "".join(f"  {name.replace('_', '-')}: {value}\n" for name, value in values.items())
    return text.replace("title: Shade\n", f"title: Shade\ncitecheck:\n{lines}")


def test_document_may_ask_for_failure(convert: Convert) -> None:
    done = convert(with_settings(PAPER, fail_on="error"), "-t", "html", "--filter", FILTER)
    assert done.returncode == 83
    assert b"[dangling-marker]" in done.stderr
    fixed = with_settings(PAPER, fail_on="error").replace(", and more so when old [7]", "")
    assert convert(fixed, "-t", "html", "--filter", FILTER).returncode == 0


def test_environment_may_ask_for_failure(tmp_path: Path, convert: Convert) -> None:
    tree = convert(PAPER, "-t", "json").stdout
    done = filter_bytes(tree, tmp_path, {"CITECHECK_FAIL_ON": "error"})
    assert (done.returncode, done.stdout) == (1, tree)
    assert filter_bytes(tree, tmp_path, {"CITECHECK_FAIL_ON": "never"}).returncode == 0


def test_environment_may_forbid_the_document_to_ask(convert: Convert) -> None:
    text = with_settings(PAPER, fail_on="error")
    done = convert(text, "-t", "html", "--filter", FILTER, environ={"CITECHECK_DOCUMENT_SETTINGS": "no"})
    assert done.returncode == 0


def test_document_may_not_choose_cache_hosts_or_address(tmp_path: Path, convert: Convert) -> None:
    stolen = tmp_path / "stolen"
    text = with_settings(PAPER, cache_dir=f'"{stolen}"', allow_hosts="localhost", replay='"http://127.0.0.1:9"')
    plain = convert(text, "-t", "html")
    done = convert(text, "-t", "html", "--filter", FILTER)
    assert (done.returncode, done.stdout) == (0, plain.stdout)
    assert not stolen.exists()
    assert (tmp_path / "cache").exists()


def test_document_may_not_read_bibliographies_outside_its_folder(tmp_path: Path, convert: Convert) -> None:
    entry = "@article{secret, title = {A title nobody may see}, doi = {10.1234/secret}}\n"
    (tmp_path / "outside.bib").write_text(entry)
    for name in ("../outside.bib", str(tmp_path / "outside.bib")):
        for text in (
            f"---\nbibliography: '{name}'\n---\n\nSee [@secret] and [@other].\n",
            f"---\ncitecheck:\n  bibliography: '{name}'\n---\n\nSee [@secret] and [@other].\n",
        ):
            told = convert(text, "-t", "html", "--filter", FILTER).stderr.decode()
            assert "10.1234/secret" not in told
            assert "1 references" not in told
    (tmp_path / "work" / "inside.bib").write_text(entry)
    text = "---\nbibliography: inside.bib\n---\n\nSee [@secret] and [@other].\n"
    done = convert(text, "-t", "html", "--filter", FILTER)
    assert b"[@other]: no reference other" in done.stderr


def test_references_in_metadata_are_read(convert: Convert) -> None:
    text = "---\nreferences:\n- id: a\n  title: Shade\n  DOI: 10.1234/a\n---\n\nSee [@a] and [@b].\n"
    told = convert(text, "-t", "html", "--filter", FILTER).stderr
    assert b"no reference b" in told
    assert b"no reference a" not in told


def test_lua_filter_gives_the_document_back_and_names_the_file(convert: Convert) -> None:
    plain = convert(PAPER, "-t", "html")
    done = convert(PAPER, "-t", "html", "--lua-filter", SHIM)
    assert (done.returncode, done.stdout) == (0, plain.stdout), done.stderr
    told = done.stderr.decode()
    assert "[WARNING]" in told
    assert "x.md: error: [7]: no reference 7." in told.replace("\n  ", " ")


def test_lua_filter_makes_findings_count_as_warnings(convert: Convert, tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    done = convert(PAPER, "-t", "html", "--lua-filter", SHIM, "--fail-if-warnings", f"--log={log}")
    assert done.returncode == 3
    assert any("no reference 7" in json.dumps(each) for each in json.loads(log.read_text(encoding="utf-8")))
    fixed = PAPER.replace(", and more so when old [7]", "")
    assert convert(fixed, "-t", "html", "--lua-filter", SHIM, "--fail-if-warnings").returncode == 0


def test_lua_filter_passes_failure_on_and_tells_why(convert: Convert) -> None:
    done = convert(with_settings(PAPER, fail_on="error"), "-t", "html", "--lua-filter", SHIM)
    assert done.returncode != 0
    assert b"no reference 7" in done.stderr


def test_lua_filter_runs_the_program_that_the_environment_names(convert: Convert, tmp_path: Path) -> None:
    named = tmp_path / "named with a space"
    shutil.copy(ALWAYS, named)
    bare = {"PATH": os.defpath, "CITECHECK_FILTER": str(named)}
    done = convert(PAPER, "-t", "html", "--lua-filter", SHIM, environ=bare)
    assert done.returncode == 0, done.stderr
    assert b"no reference 7" in done.stderr


def test_quarto_extension_carries_the_same_lua_filter() -> None:
    extension = ROOT / "filters" / "_extensions" / "citecheck"
    assert (extension / "citecheck.lua").read_bytes() == SHIM.read_bytes()
    assert "- citecheck.lua" in (extension / "_extension.yml").read_text(encoding="utf-8")
