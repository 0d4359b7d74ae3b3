"""One program, two lives: who calls, a person or Pandoc, is told from arguments and standard input."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from citecheck.cli import COMMANDS, is_filter_call
from citecheck.cli.commands import citecheck as root

TREE = b'{"pandoc-api-version":[1,23,1],"meta":{},"blocks":[]}'


class Terminal(io.TextIOWrapper):
    """Standard input with a person at it."""

    def isatty(self) -> bool:
        return True


def stdin_of(content: bytes, *, terminal: bool = False) -> io.TextIOWrapper:
    """Make a standard input that holds the bytes."""
    kind = Terminal if terminal else io.TextIOWrapper
    return kind(io.BufferedReader(io.BytesIO(content)))


@pytest.mark.parametrize(
    ("words", "environ", "content", "files", "expected"),
    [
        pytest.param(["html"], {"PANDOC_READER_OPTIONS": "{}"}, TREE, [], True, id="pandoc calls"),
        pytest.param(["html"], {"PANDOC_READER_OPTIONS": "{}"}, TREE, ["html"], True, id="pandoc calls beside a file"),
        pytest.param([], {"PANDOC_READER_OPTIONS": "{}"}, TREE, [], True, id="pandoc calls without a format"),
        pytest.param(["html"], {}, TREE, [], True, id="a pipe of trees"),
        pytest.param(["latex"], {}, b'{"blocks":[],"meta":{}}', [], True, id="an old pandoc's tree"),
        pytest.param(["latex"], {}, b'  {"meta":{},"blocks":[]}', [], True, id="white space before the tree"),
        pytest.param(["filter"], {}, b"", [], True, id="the filter, forced"),
        pytest.param(["filter", "html"], {}, b"", [], True, id="the filter, forced, with a format"),
        pytest.param(["w.lua"], {}, TREE, ["w.lua"], True, id="a writer of one's own"),
        pytest.param(["paper.md"], {}, TREE, ["paper.md"], False, id="a document"),
        pytest.param(["paper.md"], {}, b"", ["paper.md"], False, id="a document, nothing at the input"),
        pytest.param(["paper.md"], {"PANDOC_VERSION": "3.9"}, b"", [], False, id="PANDOC_VERSION proves nothing"),
        pytest.param(["html"], {"PANDOC_READER_OPTIONS": "{}"}, b"no tree", [], False, id="a child of a filter"),
        pytest.param(["check"], {"PANDOC_READER_OPTIONS": "{}"}, TREE, [], False, id="a command"),
        pytest.param(["check", "paper.md"], {"PANDOC_READER_OPTIONS": "{}"}, TREE, [], False, id="several words"),
        pytest.param(["--help"], {}, TREE, [], False, id="a flag"),
        pytest.param([], {}, TREE, [], False, id="no word at all"),
    ],
)
def test_who_calls(
    words: list[str],
    environ: dict[str, str],
    content: bytes,
    files: list[str],
    expected: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in files:
        (tmp_path / name).write_text("")
    monkeypatch.setattr(sys, "stdin", stdin_of(content))
    assert is_filter_call(words, environ) is expected


def test_a_person_at_a_terminal_is_no_pandoc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", stdin_of(TREE, terminal=True))
    assert is_filter_call(["html"], {"PANDOC_READER_OPTIONS": "{}"}) is False


def test_looking_at_the_input_leaves_it_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    given = stdin_of(TREE)
    monkeypatch.setattr(sys, "stdin", given)
    assert is_filter_call(["html"], {})
    assert given.buffer.read() == TREE


def test_no_command_bears_the_name_of_a_format_of_pandoc() -> None:
    formats = {"json", "html", "plain", "markdown", "native", "latex", "docx", "odt", "jats", "typst", "gfm", "pdf"}
    assert set(COMMANDS) == set(root.commands)
    assert not formats & set(COMMANDS)
