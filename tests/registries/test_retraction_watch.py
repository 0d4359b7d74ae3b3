"""The local table: read as published, with every trap of it, and never replaced by half of one."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from citecheck.demo.replay import ReplayServer
from citecheck.door import Door
from citecheck.errors import AskError, TableError
from citecheck.registries.retraction_download import download_table
from citecheck.registries.retraction_watch import (
    FILE,
    Table,
    TableStatus,
    confirm_table,
    import_table,
    iso_date,
    read_rows,
)
from citecheck.settings import Settings

HEADER = (
    "Record ID,Title,Subject,Institution,Journal,Publisher,Country,Author,URLS,ArticleType,RetractionDate,RetractionDOI,"
    "RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason,Paywalled,Notes,"
)


def line(
    number: int,
    nature: str,
    paper: str,
    *,
    notice: str = "",
    date: str = "1/2/2020 0:00",
    pmid: str = "0",
    title: str = "T",
) -> str:
    """Write one row in the table's own columns."""
    paper_cells = f"1/1/2019 0:00,{paper},{pmid},{nature},+Error;Fraud;,No,N,"
    return f'{number},"{title}",S,I,J,P,C,A,U,Research Article;,{date},{notice},0,{paper_cells}'


ROWS = [
    line(
        1,
        "Expression of concern",
        "10.1124/jpet.114.218735",
        notice="10.1124/jpet.114.218735concern",
        date="9/22/2021 0:00",
    ),
    line(
        2, "Correction", "10.1016/S0140-6736(97)11096-0", notice="10.1016/S0140-6736(04)15715-2", date="3/6/2004 0:00"
    ),
    line(
        3, "Retraction", "10.1016/S0140-6736(97)11096-0", notice="10.1016/S0140-6736(10)60175-4", date="2/6/2010 0:00"
    ),
    line(4, "Retraction", "unavailable", pmid="16354850", title="Airway response\r\nin asthma"),
    line(5, "Retraction", "unavailable", pmid="0"),
    line(6, "Retraction", "10.1016/j.ajcnut.2024.11.014", notice="10.1016/j.ajcnut.2024.11.014"),
    "," * 20,
    "," * 20,
]


def write(path: Path, rows: list[str], *, extra: bytes = b"") -> Path:
    path.write_bytes("\r\n".join([HEADER, *rows, ""]).encode() + extra)
    return path


def open_table(folder: Path) -> Table:
    table = Table.open(folder)
    assert table is not None
    return table


def test_rows_are_found_by_doi_in_any_case_and_by_pmid(tmp_path: Path) -> None:
    status = import_table(write(tmp_path / "t.csv", ROWS), tmp_path / "cache")
    assert status.count == 5
    table = open_table(tmp_path / "cache")
    found = table.rows(["10.1016/s0140-6736(97)11096-0", "10.1234/none"], ["16354850", "0"])
    assert [(each.kind, each.date, each.notice) for each in found["10.1016/s0140-6736(97)11096-0"]] == [
        ("correction", "2004-03-06", "10.1016/s0140-6736(04)15715-2"),
        ("retraction", "2010-02-06", "10.1016/s0140-6736(10)60175-4"),
    ]
    assert found["pmid:16354850"][0].kind == "retraction"
    assert set(found) == {"10.1016/s0140-6736(97)11096-0", "pmid:16354850"}
    table.close()


def test_a_notice_is_no_retracted_paper_and_no_value_is_no_identifier(tmp_path: Path) -> None:
    import_table(write(tmp_path / "t.csv", ROWS), tmp_path)
    table = open_table(tmp_path)
    assert table.rows(["10.1016/s0140-6736(10)60175-4", "unavailable", "", "0"], ["0", ""]) == {}
    assert table.rows(["10.1016/j.ajcnut.2024.11.014"])
    table.close()


def test_reasons_lose_their_plus_and_invalid_bytes_do_no_harm(tmp_path: Path) -> None:
    bad = line(9, "Retraction", "10.1234/latin").encode() + b"\r\n"
    import_table(write(tmp_path / "t.csv", ROWS, extra=bad.replace(b'"T"', b'"caf\xe9"')), tmp_path)
    table = open_table(tmp_path)
    assert table.rows(["10.1234/latin"])["10.1234/latin"][0].reasons == ("Error", "Fraud")
    table.close()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"<!DOCTYPE html><html>sign in</html>", "web page"),
        (b"", "no column"),
        (b"doi,retractionwatch\r\n10.1/a,Retraction\r\n", "no column"),
        (HEADER.replace("RetractionNature", "Nature").encode(), "no column RetractionNature"),
        (HEADER.encode() + b"\r\n", "no row"),
        (b"\x00\x01\x02", "not a CSV"),
        ((HEADER + "\r\n" + ROWS[0] + "\r\n" + ROWS[1][:60]).encode(), "middle of a row"),
        ((HEADER + "\r\n" + ROWS[0] + '\r\n7,"an open quotation' + "x" * 200).encode(), "middle of a row"),
    ],
)
def test_what_is_not_the_table_is_refused_and_the_old_one_stays(tmp_path: Path, content: bytes, words: str) -> None:
    import_table(write(tmp_path / "t.csv", ROWS), tmp_path)
    (tmp_path / "bad.csv").write_bytes(content)
    with pytest.raises(TableError, match=words):
        import_table(tmp_path / "bad.csv", tmp_path)
    assert open_table(tmp_path).count == 5


def test_a_table_with_far_fewer_rows_was_cut_off(tmp_path: Path) -> None:
    import_table(write(tmp_path / "t.csv", ROWS), tmp_path)
    with pytest.raises(TableError, match="cut off"):
        import_table(write(tmp_path / "short.csv", ROWS[:2]), tmp_path)


def test_a_missing_file_and_a_damaged_index_are_told(tmp_path: Path) -> None:
    with pytest.raises(TableError):
        import_table(tmp_path / "none.csv", tmp_path)
    assert Table.open(tmp_path) is None
    (tmp_path / FILE).write_bytes(b"not a database at all, and long enough to be looked at" * 40)
    with pytest.raises(TableError, match="cannot be read"):
        Table.open(tmp_path)


def test_the_tables_date_is_its_files(tmp_path: Path) -> None:
    status = import_table(write(tmp_path / "t.csv", ROWS), tmp_path)
    assert status.date[:10] == datetime.now(UTC).strftime("%Y-%m-%d")


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("9/22/2021 0:00", "2021-09-22"),
        ("2021-09-22", "2021-09-22"),
        ("2021", "2021"),
        ("", ""),
        ("soon", ""),
        ("13/45/2020", "2020"),
    ],
)
def test_dates(text: str, date: str) -> None:
    assert iso_date(text) == date


def test_lists_of_many_keys_are_asked_in_lots(tmp_path: Path) -> None:
    rows = [line(number, "Retraction", f"10.1234/{number}") for number in range(1500)]
    import_table(write(tmp_path / "t.csv", rows), tmp_path)
    assert len(open_table(tmp_path).rows([f"10.1234/{number}" for number in range(1500)])) == 1500


def test_rows_are_read_without_a_file() -> None:
    assert len(list(read_rows("\r\n".join([HEADER, *ROWS]).encode()))) == 5


URL = "https://tables.example/retraction_watch.csv"


def publish(replay: ReplayServer, rows: list[str], *, kind: str = "text/plain; charset=utf-8") -> None:
    """Put a table on the replay server."""
    content = "\r\n".join([HEADER, *rows, ""]).encode()
    replay.shelf.files["tables.example/retraction_watch.csv"] = (content, kind)


def download(settings: Settings) -> tuple[TableStatus, bool]:
    with Door(settings) as door:
        return download_table(door, Path(settings.cache_dir), URL)


def test_a_download_is_asked_for_by_its_version(settings: Settings, replay: ReplayServer) -> None:
    publish(replay, ROWS)
    first, was_new = download(settings)
    assert (first.count, first.source, was_new) == (5, URL, True)
    again, is_new = download(settings)
    assert (again.sha256, is_new) == (first.sha256, False)
    assert "If-None-Match" not in replay.asked[0].headers
    assert replay.asked[1].headers["If-None-Match"] == first.etag != ""
    publish(replay, [*ROWS, line(7, "Retraction", "10.1234/new")])
    newer, is_newer = download(settings)
    assert (newer.count, is_newer) == (6, True)
    assert open_table(Path(settings.cache_dir)).rows(["10.1234/new"])


def test_a_table_that_is_still_the_newest_is_dated_anew(settings: Settings, replay: ReplayServer) -> None:
    publish(replay, ROWS)
    first, _ = download(settings)
    folder = Path(settings.cache_dir)
    confirm_table(folder, first, datetime(2020, 1, 2, tzinfo=UTC))
    assert open_table(folder).date == "2020-01-02T00:00:00Z"
    download(settings)
    assert open_table(folder).status.age() == 0
    assert open_table(folder).rows(["10.1016/j.ajcnut.2024.11.014"])


def test_another_files_version_is_not_asked_for(settings: Settings, replay: ReplayServer, tmp_path: Path) -> None:
    import_table(write(tmp_path / "t.csv", ROWS), Path(settings.cache_dir))
    publish(replay, ROWS)
    status, is_new = download(settings)
    assert status.source == URL
    assert not is_new, "the same bytes"
    assert "If-None-Match" not in replay.asked[0].headers


@pytest.mark.parametrize(
    ("trouble", "error"),
    [
        (lambda replay: publish(replay, ROWS[:2]), TableError),
        (lambda replay: replay.fail("tables.example", 200), TableError),
        (lambda replay: replay.fail("tables.example", 404), TableError),
        (lambda replay: replay.fail("tables.example", 503), AskError),
        (lambda replay: replay.fail("tables.example", 403), AskError),
        (lambda replay: replay.cut("tables.example"), AskError),
        (lambda replay: publish(replay, [HEADER.replace("DOI", "doi")]), TableError),
    ],
)
def test_a_download_that_is_not_the_table_leaves_the_old_one(
    settings: Settings, replay: ReplayServer, trouble: Callable[[ReplayServer], None], error: type[Exception]
) -> None:
    publish(replay, ROWS)
    download(settings)
    trouble(replay)
    with pytest.raises(error):
        download(settings)
    assert open_table(Path(settings.cache_dir)).count == 5
    assert [each.name for each in Path(settings.cache_dir).glob("*.new*")] == []


def test_a_body_longer_than_any_table_is_not_read_to_its_end(
    settings: Settings, replay: ReplayServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("citecheck.registries.retraction_download.MOST_BYTES", 500)
    publish(replay, ROWS)
    with pytest.raises(AskError, match="longer than 500 bytes"):
        download(settings)


def test_offline_is_not_asked(settings: Settings, replay: ReplayServer) -> None:
    with pytest.raises(AskError, match="offline"):
        download(replace(settings, offline=True))
    assert not replay.asked


READER = """
import sys
from pathlib import Path
from citecheck.registries.retraction_watch import Table
folder, until = Path(sys.argv[1]), Path(sys.argv[2])
print("ready", flush=True)
seen = set()
while not until.exists():
    table = Table.open(folder)
    seen.add(table.count)
    found = table.rows([f"10.1234/{number}" for number in range(table.count)])
    assert len(found) == table.count, (len(found), table.count)
    table.close()
print(*sorted(seen))
"""


def test_many_processes_read_while_one_updates(tmp_path: Path) -> None:
    rows = [line(number, "Retraction", f"10.1234/{number}") for number in range(300)]
    folder, until = tmp_path / "cache", tmp_path / "done"
    import_table(write(tmp_path / "t.csv", rows[:200]), folder)
    words = [sys.executable, "-c", READER, str(folder), str(until)]
    readers = [subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    for each in readers:
        assert each.stdout is not None
        assert each.stdout.readline() == "ready\n"
    for number in range(200, 300, 5):
        import_table(write(tmp_path / "t.csv", rows[:number]), folder)
    until.touch()
    for each in readers:
        told, errors = each.communicate(timeout=60)
        assert (each.returncode, errors) == (0, "")
        assert {int(count) for count in told.split()} <= set(range(200, 300, 5))


def test_what_a_stopped_run_left_is_cleared_away_later(tmp_path: Path) -> None:
    fresh, old = tmp_path / f"{FILE}.abc.new", tmp_path / f"{FILE}.def.new"
    fresh.touch()
    old.touch()
    os.utime(old, (0, 0))
    import_table(write(tmp_path / "t.csv", ROWS), tmp_path)
    assert fresh.exists() and not old.exists()


def test_a_paper_has_its_title_journal_and_year(tmp_path: Path) -> None:
    import_table(write(tmp_path / "t.csv", ROWS), tmp_path)
    papers = open_table(tmp_path).papers(["10.1016/j.ajcnut.2024.11.014", "10.1234/none"])
    assert papers == {"10.1016/j.ajcnut.2024.11.014": ("T", "J", "2019")}


def test_a_year_mistyped_makes_no_table_newer(tmp_path: Path) -> None:
    status = import_table(
        write(tmp_path / "t.csv", [*ROWS, line(9, "Retraction", "10.1/a", date="1/2/2206 0:00")]), tmp_path
    )
    assert status.newest == "2021-09-22"
    assert status.age() == 0


@pytest.mark.parametrize("column", ["doi", "pmid"])
def test_a_look_up_goes_by_the_index(tmp_path: Path, column: str) -> None:
    import_table(write(tmp_path / "t.csv", ROWS), tmp_path)
    base = sqlite3.connect(tmp_path / FILE)
    plan = base.execute(f"EXPLAIN QUERY PLAN SELECT kind FROM rows WHERE {column} IN (?, ?)", ("a", "b")).fetchall()
    base.close()
    assert f"USING INDEX by_{column}" in str(plan)


def test_the_commands_say_what_there_is(
    settings: Settings,
    replay: ReplayServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from citecheck.cli import main

    monkeypatch.setenv("CITECHECK_REPLAY", settings.replay)
    monkeypatch.setenv("CITECHECK_RETRACTIONS_URL", URL)

    def ended(*words: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as stop:
            main(["retractions", *words])
        captured = capsys.readouterr()
        return int(str(stop.value.code)), captured.out + captured.err

    assert "No table yet" in ended("status")[1]
    code, told = ended("update")
    assert (code, "answered 404" in told, "help:" in told) == (2, True, True)
    publish(replay, ROWS)
    assert ended("update")[1].startswith("Updated: 5 rows, table of ")
    assert ended("update")[1].startswith("There is no newer one: 5 rows")
    told = ended("status")[1]
    assert "0 days old" in told and URL in told and FILE in told
    assert "Its newest event is of 2021-09-22" in told
    code, told = ended("update", "--offline")
    assert (code, "was not updated" in told, "import FILE" in told) == (3, True, True)
    confirm_table(tmp_path / "cache", open_table(tmp_path / "cache").status, datetime(2020, 1, 2, tzinfo=UTC))
    assert "older than 30 days" in ended("status")[1]


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TableError, match="file") as error:
        import_table(write(tmp_path / "t.csv", ROWS), tmp_path / "file")
    assert error.value.help

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("citecheck.registries.retraction_watch._write_rows", full)
    with pytest.raises(TableError, match="disk is full"):
        import_table(tmp_path / "t.csv", tmp_path)
    assert list(tmp_path.glob("*.new")) == []
