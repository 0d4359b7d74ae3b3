"""Ignores: what is set aside, with a reason, and what is told when one is broken, expired or idle."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citecheck import check
from citecheck.checking import check_manuscript
from citecheck.cli import main
from citecheck.errors import SettingsError
from citecheck.ignores.baselines import read_baseline, write_baseline
from citecheck.ignores.commenting import find_comments
from citecheck.ignores.declaring import Origin, acknowledgement, read_declaration
from citecheck.ignores.trees import find_tree_comments
from citecheck.manuscript import read_pandoc
from citecheck.records import Finding, Level, Place, Receipt
from citecheck.report import exit_code, render
from citecheck.settings import Settings, gather

BAD = """@article{bad, title = {Ileal-lymphoid-nodular hyperplasia, non-specific colitis, and pervasive developmental disorder in
  children}, author = {Wakefield, A}, doi = {10.1016/S0140-6736(97)11096-0}FIELD}
"""
HEAD = "---\nbibliography: refs.bib\n---\n\n"


def run(
    folder: Path,
    settings: Settings,
    text: str,
    *,
    before: str = "",
    field: str = "",
    config: str = "",
    name: str = "p.md",
) -> Receipt:
    """Check a document that cites a retracted work, with ignores where the test wants them."""
    (folder / "refs.bib").write_text(before + BAD.replace("FIELD", f", {field}" if field else ""), encoding="utf-8")
    (folder / name).write_text(HEAD + text, encoding="utf-8")
    if config:
        (folder / ".citecheck.toml").write_text(config, encoding="utf-8")
        settings = replace(settings, ignores=gather({}, folder, {}).ignores)
    return check(folder / name, settings=settings)


def told(receipt: Receipt, rule: str) -> Finding:
    (finding,) = [each for each in receipt.findings if each.rule == rule]
    return finding


def rules(receipt: Receipt) -> set[str]:
    """Give the rules that count."""
    return {each.rule for each in receipt.findings if not each.ignored_because}


WHY = "ignore[retracted] discussed as retracted"


@pytest.mark.parametrize(
    ("text", "more"),
    [
        (f"It was held [@bad]. <!-- citecheck: {WHY} -->\n", {}),
        (f"<!-- citecheck: {WHY} -->\nIt was held [@bad].\n", {}),
        (f"<!-- citecheck: {WHY} -->\n\nIt was held [@bad].\n", {}),
        (f"Some text. <!-- citecheck: {WHY} -->\nIt was held [@bad].\n", {}),
        (f"<!-- citecheck: ignore[concern, retracted]\n{WHY[18:]} -->\nIt was held [@bad].\n", {}),
        (f"<!-- citecheck: {WHY} -->\n<!-- citecheck: ignore[concern] two -->\nIt was held [@bad].\n", {}),
        ("It was held [@bad].\n", {"before": f"% citecheck: {WHY}\n"}),
        ("It was held [@bad].\n", {"field": f"citecheck = {{{WHY}}}"}),
        ("It was held [@bad].\n", {"field": f"note = {{citecheck: {WHY}}}"}),
        ("It was held [@bad].\n", {"config": f'[[ignore]]\nrule = "retracted"\nkey = "bad"\nreason = "{WHY[18:]}"\n'}),
        (
            "It was held [@bad].\n",
            {
                "config": '[[ignore]]\nrule = ["concern", "retracted"]\nkey = "10.1016/S0140-6736(97)11096-0"\n'
                f'reason = "{WHY[18:]}"\nuntil = 2999-01-01\n'
            },
        ),
    ],
)
def test_a_retraction_is_set_aside_with_its_reason(
    tmp_path: Path, settings: Settings, text: str, more: dict[str, str]
) -> None:
    receipt = run(tmp_path, settings, text, **more)
    finding = told(receipt, "retracted")
    assert finding.ignored_because.startswith("discussed as retracted (")
    assert finding.level is Level.NOTE
    assert exit_code(receipt, "error") == 0
    for format in ("text", "markdown", "html", "json"):
        assert "discussed as retracted" in render(receipt, format)
    assert "1 ignored" in render(receipt, "concise")


@pytest.mark.parametrize(
    "text",
    [
        f"It was held [@bad], as in `<!-- citecheck: {WHY} -->`.\n",
        f"It was held [@bad], as in “<!-- citecheck: {WHY} -->”.\n",
        f"> It was held [@bad]. <!-- citecheck: {WHY} -->\n",
        f"```\n<!-- citecheck: {WHY} -->\n```\nIt was held [@bad].\n",
        f"    <!-- citecheck: {WHY} -->\n\nIt was held [@bad].\n",
        f"<pre>\n<!-- citecheck: {WHY} -->\n</pre>\nIt was held [@bad].\n",
        f"<!-- citecheck: {WHY} -->\nText.\n\nIt was held [@bad].\n",
        "<!-- citecheck: ignore[concern] not this rule -->\nIt was held [@bad].\n",
        f"It was held [@bad]. <!-- citecheck: {WHY} -->\n\nThis rests on it [@bad].\n",
    ],
)
def test_what_is_quoted_elsewhere_or_of_another_rule_sets_nothing_aside(
    tmp_path: Path, settings: Settings, text: str
) -> None:
    assert not any(each.ignored_because for each in run(tmp_path, settings, text).findings)


def test_a_finding_stays_at_the_places_without_a_comment(tmp_path: Path, settings: Settings) -> None:
    receipt = run(tmp_path, settings, f"It was held [@bad]. <!-- citecheck: {WHY} -->\n\nThis rests on it [@bad].\n")
    finding = told(receipt, "retracted")
    assert [(Path(each.path).name, each.line) for each in finding.places] == [("refs.bib", 1), ("p.md", 7)]
    assert "set aside at line 5: discussed as retracted" in finding.evidence
    assert "unused-ignore" not in rules(receipt)


def test_every_place_with_a_comment_sets_the_finding_aside(tmp_path: Path, settings: Settings) -> None:
    line = f"It was held [@bad]. <!-- citecheck: {WHY} -->\n"
    assert told(run(tmp_path, settings, f"{line}\n{line}"), "retracted").ignored_because


def test_a_comment_with_a_finding_on_its_line_leaves_the_next_line_alone(tmp_path: Path, settings: Settings) -> None:
    text = "Held [@no]. <!-- citecheck: ignore[dangling-marker] to come -->\nHeld [@other].\n"
    receipt = run(tmp_path, settings, text)
    dangling = [each for each in receipt.findings if each.rule == "dangling-marker"]
    assert [bool(each.ignored_because) for each in dangling] == [True, False]


@pytest.mark.parametrize(
    ("comment", "rule", "words"),
    [
        ("ignore[retracted]", "unused-ignore", "it gives no reason, so it does not hold"),
        ("ignore[retracted] --", "unused-ignore", "it gives no reason"),
        ("ignore[retractd] typed wrongly", "unused-ignore", "no rule is named retractd"),
        ("ignore[] everything", "unused-ignore", "it names no rule"),
        ("ignore retracted please", "unused-ignore", "cannot be read as an ignore"),
        ("ignore[retracted] until 2020-01-31: known", "expired-ignore", "held until 2020-01-31 (known)"),
        ("ignore[retracted] known (until 2020-01-31)", "expired-ignore", "held until 2020-01-31 (known)"),
        ("ignore[retracted] known until 2020-13-31", "unused-ignore", "2020-13-31 is no date"),
    ],
)
def test_an_ignore_that_does_not_hold_is_told_and_the_finding_is_back(
    tmp_path: Path, settings: Settings, comment: str, rule: str, words: str
) -> None:
    receipt = run(tmp_path, settings, f"It was held [@bad]. <!-- citecheck: {comment} -->\n")
    assert exit_code(receipt, "error") == 1
    finding = told(receipt, rule)
    assert words in finding.message
    assert (Path(finding.place.path).name, finding.place.line) == ("p.md", 5)


def test_a_rule_typed_wrongly_is_told_with_the_nearest_one(tmp_path: Path, settings: Settings) -> None:
    receipt = run(tmp_path, settings, "It was held [@bad]. <!-- citecheck: ignore[retractd] known -->\n")
    assert told(receipt, "unused-ignore").help == "Did you mean retracted?"


def test_an_ignore_without_a_finding_is_told_with_its_place(tmp_path: Path, settings: Settings) -> None:
    receipt = run(
        tmp_path,
        settings,
        "It was held [@bad]. <!-- citecheck: ignore[not-found] no -->\n",
        before="% citecheck: ignore[duplicate-reference] no\n",
        field="citecheck = {ignore[retracted, concern] known}",
        config='lang = "en"\n[[ignore]]\nrule = "removed"\nkey = "nobody"\nreason = "no"\n',
    )
    idle = [(each.message, each.place.line) for each in receipt.findings if each.rule == "unused-ignore"]
    assert idle == [
        ("ignore[not-found]: there is no such finding here.", 5),
        ("ignore[duplicate-reference]: there is no such finding here.", 1),
        ("ignore[concern] for bad: there is no such finding here.", 2),
        ("ignore[removed] for nobody: there is no such finding here.", 2),
    ]
    assert len({each.fingerprint for each in receipt.findings}) == len(receipt.findings)


def test_what_could_not_be_asked_makes_no_ignore_idle(tmp_path: Path, settings: Settings) -> None:
    text = f"It was held [@bad]. <!-- citecheck: {WHY} -->\n"
    receipt = run(tmp_path, replace(settings, offline=True), text, field="citecheck = {ignore[not-found] known}")
    assert "unused-ignore" not in rules(receipt)


def test_a_field_acknowledges_the_rules_it_names_and_no_others(tmp_path: Path, settings: Settings) -> None:
    receipt = run(tmp_path, settings, "It was held [@bad].\n", field="citecheck = {ignore[concern] no}")
    assert "retracted" in rules(receipt)
    plain = run(tmp_path, settings, "It was held [@bad].\n", field="citecheck = {we know}")
    assert told(plain, "retracted").ignored_because == "we know (bibliography)"


def test_a_library_in_csl_speaks_in_custom_and_note(tmp_path: Path, settings: Settings) -> None:
    base = {"type": "article-journal", "DOI": "10.1016/S0140-6736(97)11096-0", "author": [{"family": "Wakefield"}]}
    title = "Ileal-lymphoid-nodular hyperplasia, non-specific colitis, and pervasive developmental disorder in children"
    ways: list[dict[str, object]] = [
        {"custom": {"citecheck": WHY}},
        {"note": f"PMID: 1\ncitecheck: {WHY}"},
        {"citecheck": WHY},
    ]
    for number, spoken in enumerate(ways):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps([{"id": "bad", "title": title, **base, **spoken}]), encoding="utf-8")
        assert (
            told(check(path, settings=settings), "retracted").ignored_because == "discussed as retracted (bibliography)"
        )


def test_a_retraction_that_the_sentence_speaks_of_is_still_that_retraction(tmp_path: Path, settings: Settings) -> None:
    receipt = run(tmp_path, settings, f"The since retracted study [@bad]. <!-- citecheck: {WHY} -->\n")
    assert told(receipt, "cited-on-purpose").ignored_because
    assert "unused-ignore" not in rules(receipt)


TEX = r"""\documentclass{article} % citecheck: ignore[retracted] one
100\% citecheck: ignore[retracted] no
\verb|% citecheck: ignore[retracted] no|
%% citecheck: ignore[concern] two
\begin{verbatim}
% citecheck: ignore[retracted] no
\end{verbatim}
"""
YAML = """- id: a # citecheck: ignore[retracted] one
  title: "C # citecheck: ignore[retracted] no"
  abstract: |
    # citecheck: ignore[retracted] no
  # citecheck: ignore[concern] two
"""
FRONT = f"---\n{YAML}---\nText <!-- citecheck: three --><!-- citecheck: four --> <!-- citecheck: no end"


@pytest.mark.parametrize(
    ("format", "text", "expected"),
    [
        ("latex", TEX, [("ignore[retracted] one", 1, 2), ("ignore[concern] two", 4, 5)]),
        ("yaml", YAML, [("ignore[retracted] one", 1, 2), ("ignore[concern] two", 5, None)]),
        (
            "markdown",
            FRONT,
            [("ignore[retracted] one", 2, 3), ("ignore[concern] two", 6, 7), ("three", 8, None), ("four", 8, None)],
        ),
        ("typst", "// citecheck: one\n= A # citecheck: two\n", [("one", 1, 2), ("two", 2, None)]),
        ("rst", ".. citecheck: one\n\nText\nno .. citecheck: two", [("one", 1, 3)]),
        ("org", "# citecheck: one\nText\n", [("one", 1, 2)]),
        ("docx", "<!-- citecheck: one -->", []),
        ("markdown", "- a list\n\n    <!-- citecheck: one -->\n    text", [("one", 3, 4)]),
        ("markdown", "````\n```\n<!-- citecheck: no -->\n````\n<!-- citecheck: one -->", [("one", 5, None)]),
        ("markdown", "---\nno: front\n<!-- citecheck: one -->\n", [("one", 3, None)]),
    ],
)
def test_comments_by_format(format: str, text: str, expected: list[tuple[str, int, int | None]]) -> None:
    assert [(each.text, each.line, each.below) for each in find_comments(text.split("\n"), format)] == expected


@given(
    st.text(alphabet="`<!-> citecheck:%\\#\n\"'", max_size=200), st.sampled_from(["markdown", "latex", "yaml", "typst"])
)
def test_any_text_is_looked_through(text: str, format: str) -> None:
    lines = text.split("\n")
    for each in find_comments(lines, format):
        assert 1 <= each.line <= len(lines)
        assert 1 <= each.column <= len(lines[each.line - 1])
        assert each.below is None or each.line < each.below <= len(lines)


@pytest.mark.parametrize(
    ("line", "format"),
    [
        ("<!-- citecheck:" * 100_000, "markdown"),
        ("`a`" * 100_000 + "<!-- citecheck: x -->" * 20_000, "markdown"),
        (r"\% citecheck:" * 50_000, "latex"),
        (r"\verb|" * 50_000 + "% citecheck: x", "latex"),
        ("#citecheck:" * 50_000, "yaml"),
    ],
)
def test_a_hostile_line_is_looked_through_in_its_length(line: str, format: str) -> None:
    """Each of these took minutes or more where the time grew with the square of the length."""
    assert len(find_comments([line], format)) <= 20_000


def test_a_reason_and_a_date_in_either_order() -> None:
    for text in ("ignore[retracted] until 2027-1-31: known", "ignore[ Retracted ] known (until 2027-01-31)"):
        each = read_declaration(text, Origin.COMMENT, place=Place())
        assert (each.rules, each.reason, each.until, each.fault) == (("retracted",), "known", "2027-01-31", "")
        assert not each.is_expired(date(2027, 1, 31))
        assert each.is_expired(date(2027, 2, 1))
    assert acknowledgement("ignore[retracted] known until 2027-01-31", "retracted", date(2027, 2, 1)) == ""
    assert acknowledgement("ignore[retracted] known until 2027-01-31", "retracted", date(2027, 1, 1)) == "known"


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ('[[ignore]]\nrules = "retracted"\n', "no rules"),
        ("[[ignore]]\nrule = 3\n", "a name or a list"),
        ('[[ignore]]\nrule = "retracted"\nreason = 3\n', "are texts"),
        ('[[ignore]]\nrule = "retracted"\nreason = "x"\nuntil = "soon"\n', "is no date"),
        ('retractions_url = "https://elsewhere.example/t.csv"\n', "a project may not set"),
    ],
)
def test_a_table_that_cannot_be_read_is_an_error_with_its_place(tmp_path: Path, config: str, words: str) -> None:
    (tmp_path / ".citecheck.toml").write_text(config, encoding="utf-8")
    with pytest.raises(SettingsError, match=words) as error:
        gather({}, tmp_path, {})
    assert ".citecheck.toml" in str(error.value) and error.value.help


def test_keys_and_tables_stand_in_one_list(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[tool.citecheck]\nignore = ["smith2020", {rule = "retracted", key = "a", reason = "r"}]\n', encoding="utf-8"
    )
    settings = gather({}, tmp_path, {})
    assert settings.ignore == ("smith2020",)
    (table,) = settings.ignores
    assert (table.rules, table.key, table.reason, table.until) == (("retracted",), "a", "r", "")
    assert settings.digest_items()["ignores"] == [{"rules": ["retracted"], "key": "a", "reason": "r", "until": ""}]


def test_a_table_without_reason_is_told_and_does_not_hold(tmp_path: Path, settings: Settings) -> None:
    receipt = run(tmp_path, settings, "Held [@bad].\n", config='[[ignore]]\nrule = "retracted"\nkey = "bad"\n')
    assert "retracted" in rules(receipt)
    assert told(receipt, "unused-ignore").place.line == 1


def test_a_baseline_survives_edits_elsewhere_and_tells_what_is_gone(tmp_path: Path, settings: Settings) -> None:
    first = run(tmp_path, settings, "It was held [@bad], and more [@missing].\n")
    path = tmp_path / "baseline.json"
    path.write_text(write_baseline(first.findings), encoding="utf-8")
    known = read_baseline(path)
    assert [each.rule for each in known] == ["dangling-marker", "retracted"]
    with_baseline = replace(settings, baseline=str(path))
    moved = run(tmp_path, with_baseline, "# New\n\nOther text.\n\nIt was held [@bad], and more [@missing].\n")
    assert {each.ignored_because for each in moved.findings} == {"baseline"}
    assert exit_code(moved, "note") == 0
    newer = run(tmp_path, with_baseline, "It was held [@bad], and more [@other].\n")
    assert rules(newer) == {"dangling-marker", "unused-ignore"}
    assert "1 finding that is gone: dangling-marker missing" in told(newer, "unused-ignore").message
    again = write_baseline(newer.findings)
    assert [each["key"] for each in json.loads(again)["findings"]] == ["other", "10.1016/s0140-6736(97)11096-0"]


def test_an_offline_run_calls_no_finding_of_the_baseline_gone(tmp_path: Path, settings: Settings) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(write_baseline(run(tmp_path, settings, "It was held [@bad].\n").findings), encoding="utf-8")
    elsewhere = replace(settings, baseline=str(path), offline=True, cache_dir=str(tmp_path / "empty"))
    assert rules(run(tmp_path, elsewhere, "It was held [@bad].\n")) == set()


@pytest.mark.parametrize(
    "content", ["", "[]", "{", '{"schema": "citecheck-baseline/9"}', '{"schema": "citecheck-baseline/1"}']
)
def test_a_broken_baseline_is_a_settings_error_with_a_remedy(tmp_path: Path, content: str) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(SettingsError) as error:
        read_baseline(path)
    assert "--write-baseline" in error.value.help
    with pytest.raises(SettingsError):
        read_baseline(tmp_path / "none.json")


def test_a_document_may_not_set_a_baseline(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "p.md").write_text("---\ncitecheck:\n  baseline: b.json\n---\n\nText [1].\n", encoding="utf-8")
    receipt = check(tmp_path / "p.md", settings=settings)
    assert receipt.manuscript is not None
    assert any("baseline: a document may not set this" in each.message for each in receipt.manuscript.problems)


def test_the_command_writes_a_baseline_and_then_is_content(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CITECHECK_REPLAY", settings.replay)
    run(tmp_path, settings, "It was held [@bad].\n")
    paper, baseline = str(tmp_path / "p.md"), str(tmp_path / "b.json")

    def ended(*words: str) -> int:
        with pytest.raises(SystemExit) as stop:
            main(["check", paper, *words])
        return int(str(stop.value.code))

    assert ended() == 1
    assert ended("--write-baseline", baseline) == 0
    assert ended("--baseline", baseline) == 0
    assert "because: baseline" in render(check(paper, settings=replace(settings, baseline=baseline)), "text")
    Path(baseline).write_text("[]", encoding="utf-8")
    capsys.readouterr()
    assert ended("--baseline", baseline) == 2
    assert "help: Write it again" in capsys.readouterr().err


def tree_of(*blocks: object) -> bytes:
    """Make a document as Pandoc hands it to a filter."""
    return json.dumps({"pandoc-api-version": [1, 23, 1], "meta": {}, "blocks": blocks}).encode()


def raw(kind: str, text: str = WHY) -> dict[str, object]:
    return {"t": kind, "c": ["html", f"<!-- citecheck: {text} -->"]}


CITE = {
    "t": "Cite",
    "c": [
        [
            {
                "citationId": "bad",
                "citationPrefix": [],
                "citationSuffix": [],
                "citationMode": {"t": "NormalCitation"},
                "citationNoteNum": 1,
                "citationHash": 0,
            }
        ],
        [{"t": "Str", "c": "[@bad]"}],
    ],
}
HELD = [{"t": "Str", "c": "Held"}, {"t": "Space"}, CITE, {"t": "Str", "c": "."}]
PARA = {"t": "Para", "c": HELD}


@pytest.mark.parametrize(
    ("blocks", "is_set_aside"),
    [
        ([{"t": "Para", "c": [*HELD, {"t": "Space"}, raw("RawInline")]}], True),
        ([raw("RawBlock"), PARA], True),
        ([raw("RawBlock"), {"t": "BulletList", "c": [[PARA]]}], True),
        ([{"t": "BulletList", "c": [[{"t": "Plain", "c": [*HELD, raw("RawInline")]}]]}], True),
        ([{"t": "Div", "c": [["", [], []], [raw("RawBlock"), PARA]]}], True),
        ([PARA, raw("RawBlock")], False),
        ([PARA, {"t": "Para", "c": [raw("RawInline")]}], False),
        ([{"t": "BlockQuote", "c": [raw("RawBlock"), PARA]}], False),
        ([{"t": "Para", "c": [*HELD, {"t": "Quoted", "c": [{"t": "DoubleQuote"}, [raw("RawInline")]]}]}], False),
        ([{"t": "Para", "c": [*HELD, {"t": "Code", "c": [["", [], []], f"<!-- citecheck: {WHY} -->"]}]}], False),
        ([raw("RawBlock", "ignore[concern] other"), PARA], False),
    ],
)
def test_in_pandocs_tree_a_comment_speaks_of_its_block(
    tmp_path: Path, settings: Settings, blocks: list[object], is_set_aside: bool
) -> None:
    (tmp_path / "refs.bib").write_text(BAD.replace("FIELD", ""), encoding="utf-8")
    content = tree_of(*blocks)
    manuscript = read_pandoc(json.loads(content))
    receipt = check_manuscript(manuscript, [tmp_path / "refs.bib"], settings, content=content, folder=tmp_path)
    assert [
        bool(each.ignored_because) for each in receipt.findings if each.rule in ("retracted", "cited-on-purpose")
    ] == [is_set_aside]
    assert ("unused-ignore" in rules(receipt)) == (
        not is_set_aside and b"Quote" not in content and b"Code" not in content
    )


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{}", b'{"blocks": 5}', b'{"blocks": [5, [[]], {"t": "Para"}]}', b"[" * 9999]
)
def test_an_odd_tree_has_no_comments(content: bytes) -> None:
    assert list(find_tree_comments(content)) == []


def test_a_comment_within_a_quotation_is_part_of_it(tmp_path: Path, settings: Settings) -> None:
    text = f'"The streets of the town were cooler at noon <!-- citecheck: {WHY} --> than before the trees" [@bad].\n'
    assert not any(each.ignored_because for each in run(tmp_path, settings, text).findings)
