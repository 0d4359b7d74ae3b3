"""Retraction Watch's table, downloaded through the door: asked for by its version, checked before it replaces the old one."""

from __future__ import annotations

import io
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from citecheck.door import Door
from citecheck.errors import TableError
from citecheck.registries.retraction_watch import MOST_BYTES, Table, TableStatus, confirm_table, keep_table

LONGEST = 600.0
"""Seconds that the download may take: 67 MB at a slow line's hundred kilobytes a second."""
LONGEST_ETAG = 200
ELSEWHERE = "See whether its address is still this one; another can be set as retractions_url, or import a file."


def download_table(door: Door, folder: Path, url: str) -> tuple[TableStatus, bool]:
    """Bring the local table up to date; the second value says whether there was a newer one.

    Raises:
        AskError: it could not be asked for, or did not arrive whole.
        TableError: what arrived is not the table, or was cut off. The old one stays.
    """
    known = _known(folder)
    asks_by_version = known is not None and known.etag != "" and known.source == url
    headers = {"If-None-Match": known.etag} if known is not None and asks_by_version else {}
    answer = door.get(
        url,
        accept="text/csv, text/plain;q=0.9, */*;q=0.1",
        keep=False,
        max_bytes=MOST_BYTES,
        headers=headers,
        longest=LONGEST,
    )
    asked_at = datetime.fromisoformat(answer.asked_at) if answer.asked_at else datetime.now(UTC)
    try:
        if answer.status == 304 and known is not None and asks_by_version:
            return confirm_table(folder, known, asked_at), False
        if answer.status != 200:
            raise TableError(f"{url}: answered {answer.status}.", help=ELSEWHERE)
        etag = answer.headers.get("ETag", "")
        status = keep_table(
            io.BytesIO(answer.body),
            folder,
            source=url,
            changed=asked_at,
            etag=etag if len(etag) <= LONGEST_ETAG and etag.isprintable() else "",
            downloaded=True,
        )
    except OSError as error:
        raise TableError(
            f"{folder}: {error.strerror or error}.", help="See whether the folder can be written."
        ) from error
    return status, known is None or known.sha256 != status.sha256


def _known(folder: Path) -> TableStatus | None:
    """Give what is known about the table that is here, when it can be read."""
    try:
        table = Table.open(folder)
    except TableError:
        return None
    if table is None:
        return None
    with closing(table):
        return table.status
