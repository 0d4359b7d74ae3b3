"""CSV: one row per reference, for a spreadsheet."""

from __future__ import annotations

import csv
import io

from citecheck.findings import work_key
from citecheck.records import Receipt
from citecheck.scanning import COLUMNS, guard_cell, row_of


def render_csv(receipt: Receipt) -> str:
    """Render one row per reference with its outcome and its work's standing (RFC 4180)."""
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    standings = {work_key(each.work): each for each in receipt.standings}
    for each in receipt.resolutions:
        standing = standings.get(work_key(each.work, each.reference))
        writer.writerow([guard_cell(cell) for cell in row_of(each, standing)])
    return output.getvalue()
