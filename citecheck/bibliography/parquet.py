"""Parquet tables, such as the dumps of OpenAlex or a scan's own output, read in lots through DuckDB where it is installed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from citecheck.bibliography.table import LOOKED_AT, Row, describe_row, name_columns
from citecheck.errors import BibliographyError
from citecheck.records import Problem, Reference

LOT = 2_000
"""Rows fetched at once."""
MEMORY = "256MB"
"""What DuckDB may use: a row group of a table of references is smaller."""
CELL_LIMIT = 30_000
INSTALL = "pip install 'pandoc-citecheck[bulk]'"


def read_parquet(path: Path) -> Iterator[Reference | Problem]:
    """Give each row of a Parquet table, in order; the number of the row stands for its line.

    Raises:
        BibliographyError: DuckDB is not installed, or the file is not Parquet.
    """
    try:
        import duckdb
    except ImportError as error:
        raise BibliographyError(f"{path}: Parquet needs DuckDB, which is not installed.", help=INSTALL) from error
    try:
        with duckdb.connect(":memory:", config={"memory_limit": MEMORY, "threads": 1}) as database:
            table = database.execute("SELECT * FROM read_parquet(?)", [str(path)])
            header = [str(each[0]) for each in table.description or ()]
            number, columns = 0, dict[str, int]()
            while lot := [_row(cells, place) for place, cells in enumerate(table.fetchmany(LOT), number + 1)]:
                if not columns:
                    columns, _ = name_columns([Row(cells=header, line=0, last_line=0, raw=""), *lot[:LOOKED_AT]])
                for row in lot:
                    if (described := describe_row(row, columns, path)) is not None:
                        yield described
                number += len(lot)
    except duckdb.Error as error:
        message = f"{path}: the file cannot be read as Parquet ({str(error).splitlines()[0][:200]})."
        raise BibliographyError(message, help="Write the table again, or export it as CSV.") from error


def _row(cells: tuple[object, ...], number: int) -> Row:
    texts = [_text(each)[:CELL_LIMIT] for each in cells]
    return Row(cells=texts, line=number, last_line=number, raw=", ".join(each for each in texts if each))


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        return "; ".join(_text(each) for each in value)
    return str(value)
