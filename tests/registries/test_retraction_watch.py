"""The local table: read as published, with every trap of it, and never replaced by half of one."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from citecheck.errors import TableError
from citecheck.registries.retraction_watch import FILE, Table, import_table, iso_date, read_rows

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
