"""A bibliography fixed, as its user sees it: the file, the diff, the lines, the counters and the exit code."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from citecheck.cli.commands import run
from citecheck.demo.replay import ReplayServer
from citecheck.errors import BibliographyError
from citecheck.fixing import fix_bibliography, read_source, write_fixed
from citecheck.fixing.telling import diff_lines, report_lines
from citecheck.settings import Settings

WORKS = [
    {
        "DOI": "10.1234/abc.100",
        "type": "journal-article",
        "title": ["Magnetic levitation of granular beds in weak fields"],
        "author": [
            {"family": "Müller", "given": "Klaus"},
            {"family": "O'Brien", "given": "Siobhan"},
            {"family": "Tanaka", "given": "Yuki"},
        ],
        "issued": {"date-parts": [[2012, 3]]},
        "container-title": ["Journal of Granular Physics"],
        "volume": "14",
        "issue": "3",
        "page": "221-239",
    },
    {
        "DOI": "10.1234/abc.200",
        "type": "journal-article",
        "title": ["Tidal heating of icy moons with thin shells: a survey"],
        "author": [{"family": "Okafor", "given": "Ngozi"}, {"family": "Grüner", "given": "Pär"}],
        "issued": {"date-parts": [[2015]]},
        "container-title": ["Planetary Letters"],
        "volume": "7",
        "page": "12-19",
    },
    {
        "DOI": "10.1234/abc.300_x",
        "type": "journal-article",
        "title": ["Soil fungi &amp; nitrogen exchange under drought"],
        "author": [{"family": "Haas", "given": "Eva"}],
        "issued": {"date-parts": [[2019]]},
        "container-title": ["Mycology Today"],
        "volume": "3",
        "page": "e1204",
    },
]
BIB = """% my own remarks
@string{jgp = "Journal of Granular Physics"}

@Article{mueller12,
  author  = {M{\\"u}ller, Klaus and O'Brien, Siobhan and Tanaka, Yuki},
  title   = {Magnetic {L}evitation of Granluar Beds in Weak Fields},
  journal = jgp,
  year    = 2021,
  volume  = {14},
  number  = "3",
  pages   = {221--239},
  x-note  = {keep me},
}

@article{okafor, author = "Okafor, N.", title = "Tidal heating of icy moons with thin shells", year=2015, pages={12-19}}
@article{haas,
	title={Soil fungi \\& nitrogen exchange under drought},
	author={Haas, Eva},
	year={2018},
	journal={Mycology Today},
	doi={https://doi.org/10.1234/abc.200},
	volume={4}}
@book{nobody, title={A book that nobody has ever written at all}, author={Nemo, N.}, year=1999}
@misc{page, title={Some page}, howpublished={\\url{https://example.org/a}}, year=2020}
""".replace("239},", "239},   ")
FIXED = (
    BIB.replace("Granluar", "Granular")
    .replace("2021", "2012")
    .replace("221--229", "221--239")
    .replace("  x-note  = {keep me},\n", "  x-note  = {keep me},\n  doi     = {10.1234/abc.100},\n")
    .replace('"Okafor, N."', '"Okafor, N. and Gr{\\"u}ner, P."')
    .replace("pages={12-19}}", "pages={12-19}, doi={10.1234/abc.200}}")
    .replace("https://doi.org/10.1234/abc.200", "https://doi.org/10.1234/abc.300_x")
    .replace("volume={4}}", "volume={3}}")
)


@pytest.fixture
def write(tmp_path: Path, replay: ReplayServer, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str | bytes], Path]:
    replay.add(crossref=WORKS)
    monkeypatch.setenv("CITECHECK_REPLAY", replay.address)
    monkeypatch.setenv("CITECHECK_PROGRESS", "no")

    def written(name: str, text: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return written


Write = Callable[[str, str | bytes], Path]


def test_a_bibliography_comes_out_right_and_nothing_else_changes(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write("refs.bib", BIB)
    assert run(["fix", str(path)]) == 0
    assert path.read_text() == FIXED
    said = capsys.readouterr().out
    assert "mueller12: title: Granluar → Granular (says Crossref)" in said
    assert "okafor: authors: put in Grüner, Pär (says Crossref)" in said
    assert "haas: doi: 10.1234/abc.200 → 10.1234/abc.300_x (says Crossref)" in said
    assert "nobody: not found" in said
    assert "5 references: 3 changed, 1 not found, 1 of a kind no registry lists" in said


def test_twice_is_once(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path = write("refs.bib", BIB)
    run(["fix", str(path)])
    capsys.readouterr()
    assert run(["fix", str(path)]) == 0
    assert path.read_text() == FIXED
    captured = capsys.readouterr()
    assert "5 references: 3 already right, 1 not found, 1 of a kind no registry lists" in captured.out
    assert "written" not in captured.err


def test_a_diff_writes_nothing_and_says_that_there_is_one(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path = write("refs.bib", BIB)
    assert run(["fix", str(path), "--diff"]) == 1
    assert path.read_text() == BIB
    captured = capsys.readouterr()
    assert captured.out.startswith("--- a/")
    assert "-  year    = 2021,\n+  year    = 2012,\n" in captured.out
    assert "7 fields would change" in captured.err
    run(["fix", str(path), "-q"])
    capsys.readouterr()
    assert run(["fix", str(path), "--diff"]) == 0
    assert capsys.readouterr().out == ""


def test_another_file_may_be_written(write: Write, tmp_path: Path) -> None:
    path = write("refs.bib", BIB)
    assert run(["fix", str(path), "-q", "--output", str(tmp_path / "new.bib")]) == 0
    assert path.read_text() == BIB
    assert (tmp_path / "new.bib").read_text() == FIXED


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_bytes_around_come_out_as_they_went_in(write: Write, newline: str, encoding: str) -> None:
    path = write("refs.bib", BIB.replace("\n", newline).encode(encoding))
    assert run(["fix", str(path), "-q"]) == 0
    assert path.read_bytes() == FIXED.replace("\n", newline).encode(encoding)


def test_a_file_of_another_encoding_gets_its_new_letters_as_latex(write: Write) -> None:
    text = BIB.replace("my own remarks", "mes remarques d'été")
    path = write("refs.bib", text.encode("cp1252"))
    assert run(["fix", str(path), "-q"]) == 0
    assert path.read_bytes() == FIXED.replace("my own remarks", "mes remarques d'été").encode("cp1252")
    path = write("refs.bib", text)
    run(["fix", str(path), "-q"])
    assert '"Okafor, N. and Grüner, P."' in path.read_text()


def test_csl_json_keeps_order_indent_and_what_is_unknown(write: Write) -> None:
    items = """[
    {
        "id": "mueller12", "type": "article-journal",
        "author": [
            {"family": "Müller", "given": "Klaus"},
            {"family": "Tanaka", "given": "Yuki"}
        ],
        "title": "Magnetic <i>Levitation</i> of Granluar Beds in Weak Fields",
        "issued": {"date-parts": [[2021, 3]]},
        "volume": 14, "page": "221-239",
        "custom": {"x": [1, 2.50]}
    },
    {"id":"haas","title":"Soil fungi &amp; nitrogen exchange under drought",
     "author":[{"family":"Haas","given":"Eva"}],"DOI":"10.1234\\/abc.200"}
]
"""
    fixed = (
        items.replace("Granluar", "Granular")
        .replace("2021", "2012")
        .replace(
            '            {"family": "Tanaka"',
            '            {"family": "O\'Brien", "given": "Siobhan"},\n            {"family": "Tanaka"',
        )
        .replace("2.50]}\n", '2.50]},\n        "DOI": "10.1234/abc.100"\n')
        .replace("10.1234\\/abc.200", "10.1234\\/abc.300_x")
    )
    path = write("refs.json", items)
    assert run(["fix", str(path), "-q"]) == 0
    assert path.read_text() == fixed
    assert len(json.loads(fixed)) == 2
    assert run(["fix", str(path), "--diff"]) == 0


def test_csl_yaml(write: Write) -> None:
    items = """---
references:
- id: mueller12   # the first
  author:
  - family: Müller
    given: Klaus
  - {family: Obrien, given: Siobhan}
  - family: Tanakka
    given: Yuki
  title: 'Magnetic Levitation of Granular Beds in Weak Fields'
  issued:
    year: 2021
  volume: 14
  note: |
    two
    lines
- id: haas
  title: "Soil fungi & nitrogen exchange under drought"
  author: [{family: Haas, given: Eva}]
  issued: {date-parts: [[2019]]}
  page: e1205
...
"""
    fixed = (
        items.replace("2021", "2012")
        .replace("Tanakka", "Tanaka")
        .replace("  volume: 14\n", "  volume: 14\n  DOI: 10.1234/abc.100\n")
        .replace("page: e1205", "page: e1204\n  DOI: 10.1234/abc.300_x")
    )
    path = write("refs.yaml", items)
    assert run(["fix", str(path), "-q"]) == 0
    assert path.read_text() == fixed
    assert run(["fix", str(path), "--diff"]) == 0


def test_ris_keeps_tags_that_nobody_knows(write: Write) -> None:
    records = """TY  - JOUR
ID  - mueller12
AU  - Müller, K.
AU  - Tanaka, Y.
TI  - Magnetic levitation of granluar beds in weak fields
PY  - 2021/03//
SP  - 212
EP  - 239
XX  - keep
ER  -

TY  - JOUR
AU  - Haas, E
T1  - Soil fungi & nitrogen exchange under drought
DO  - 10.1234/abc.9999
ER  -
""".replace("ER  -", "ER  - ")
    fixed = (
        records.replace("granluar", "granular")
        .replace("AU  - Tanaka", "AU  - O'Brien, S.\nAU  - Tanaka")
        .replace("SP  - 212", "SP  - 221")
        .replace("2021", "2012")
        .replace("XX  - keep\n", "XX  - keep\nDO  - 10.1234/abc.100\n")
        .replace("abc.9999", "abc.300_x")
    )
    records = records.replace("2021", "2012").replace("SP  - 212", "SP  - 221")
    path = write("refs.ris", records)
    assert run(["fix", str(path), "-q"]) == 0
    assert path.read_text() == fixed
    assert run(["fix", str(path), "--diff"]) == 0


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("paper.docx", b"PK\x03\x04 word", "ZIP archive"),
        ("zotero.sqlite", b"SQLite format 3\0 more", "a database"),
        ("refs.enw", b"%0 Journal Article\n%T A title\n", "none of them"),
        ("dois.csv", b"doi,title\n10.1234/abc.100,x\n", "none of them"),
        ("refs.bib", b"@article{a, title={x\0y}, year=2000}", "no text"),
        ("refs.bib", b"\xff\xfe@\x00a", "no text"),
        ("none.bib", None, "no such file"),
    ],
)
def test_what_cannot_be_fixed_is_said_and_left(
    write: Write, tmp_path: Path, name: str, content: bytes | None, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(name, content) if content is not None else tmp_path / name
    assert run(["fix", str(path)]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert "help:" in captured.err
    assert content is None or path.read_bytes() == content


SOIL = "title={Soil fungi and nitrogen exchange under drought}"
REST = "author={Haas, Eva}, year={2008}, doi={10.1234/abc.300_x}}\n"
BROKEN = (
    f"@article{{good, {SOIL}, {REST}@article{{slip, {SOIL} {REST}@article{{open, title={{Never closed, year={{2008}}\n"
    f"@article{{empty, title={{}}}}\n@article{{named, {SOIL}, {REST}"
)
BROKEN = BROKEN[: -len(REST)] + REST.replace("{2008}", 'y # "8"')


def test_a_broken_entry_costs_itself_and_is_left_as_it_is(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path = write("refs.bib", '@string{y = "200"}\n' + BROKEN)
    run(["fix", str(path)])
    lines = path.read_text().splitlines()
    assert lines[1] == BROKEN.splitlines()[0].replace("2008", "2019")
    assert lines[2:] == BROKEN.splitlines()[1:]
    said = capsys.readouterr().out
    assert "slip: in doubt: the entry is not quite as its format has it" in said
    assert "named: in doubt: year kept: it is joined from parts" in said
    assert "1 entry could not be read and is left alone" in said


def test_sums_hold(write: Write, settings: Settings) -> None:
    fixed = fix_bibliography(write("refs.bib", BIB + BROKEN), settings)
    counters = dict(fixed.counters)
    assert counters.pop("total") == sum(counters.values()) == len(fixed.outcomes)


def test_what_is_set_aside_is_left(write: Write, settings: Settings) -> None:
    text = BIB.replace("@article{haas,", "@article{haas, citecheck={ignore: I mean it},")
    fixed = fix_bibliography(write("refs.bib", text), replace(settings, ignore=("mueller12",)))
    assert fixed.counters["set_aside"] == 2
    assert {each.key for one in fixed.outcomes for each in one.changes} == {"okafor"}


def test_a_file_changed_meanwhile_is_not_overwritten(write: Write, settings: Settings) -> None:
    path = write("refs.bib", BIB)
    fixed = fix_bibliography(path, settings)
    path.write_text(BIB + "% one more line\n")
    with pytest.raises(BibliographyError, match="was changed"):
        write_fixed(fixed.source, fixed.content, path)
    assert path.read_text() == BIB + "% one more line\n"
    assert [each.name for each in path.parent.glob("*.part")] == []


def test_a_link_stays_a_link_and_rights_stay(write: Write, tmp_path: Path, settings: Settings) -> None:
    path = write("refs.bib", BIB)
    path.chmod(0o640)
    link = tmp_path / "link.bib"
    link.symlink_to(path)
    fixed = fix_bibliography(link, settings)
    write_fixed(fixed.source, fixed.content, link)
    assert link.is_symlink()
    assert path.read_text() == FIXED
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_registry_that_cannot_be_asked_changes_nothing(
    write: Write, replay: ReplayServer, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write("refs.bib", BIB)
    for host in ("api.crossref.org", "api.openalex.org", "doi.org"):
        replay.fail(host, 500)
    assert run(["fix", str(path), "--offline"]) == 0
    assert run(["fix", str(path)]) == 3
    assert path.read_text() == BIB
    assert "not asked" in capsys.readouterr().out


def test_a_work_that_the_identifier_does_not_lead_to_is_told(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    entry = "@article{odd, title={Another thing that nobody wrote}, author={Nemo, N.}, doi={10.1234/abc.100}}\n"
    path = write("refs.bib", entry)
    assert run(["fix", str(path)]) == 1
    assert path.read_text() == entry
    assert "odd: in doubt: its identifier leads to Müller 2012: Magnetic levitation" in capsys.readouterr().out
    assert run(["fix", str(path), "-q", "--fail-on", "never"]) == 0


def test_names_that_would_drive_a_terminal_do_not(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path = write("refs.bib", BIB.replace("mueller12", "mu\x1b[31mller"))
    run(["fix", str(path), "--diff"])
    run(["fix", str(path)])
    captured = capsys.readouterr()
    assert "\x1b" not in captured.out + captured.err


def test_diff_of_carriage_returns_shows_only_what_changes(write: Write, settings: Settings) -> None:
    fixed = fix_bibliography(write("refs.bib", BIB.replace("\n", "\r\n")), settings)
    changed = [each for each in diff_lines(fixed) if each[:1] in "+-" and not each.startswith(("+++", "---"))]
    assert len(changed) == 11
    assert any("7 fields would change" in each for each in report_lines(fixed, would=True))


def test_a_source_comes_back_as_it_is(write: Write) -> None:
    content = b"\xef\xbb\xbf% caf\xe9\r\n@misc{a, title={\xc3\xa9}}\r\rx\n"
    source = read_source(write("refs.bib", content))
    assert source.rewrite(()) == content
