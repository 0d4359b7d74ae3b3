"""`quotations.csv`: the log of quotations that were not found as they stand, one row each, for a spreadsheet (RFC 4180).

Only `absent`, `altered` and `drifted` are in it. A quotation keeps its id from run to run: it is made of its words, so it
survives edits elsewhere, and another place of the same words gets a number behind it.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from citecheck.findings import change_words
from citecheck.records import Manuscript, QuoteMatch, QuoteStatus, Receipt
from citecheck.scanning import guard_cell
from citecheck.text.fold import fold_key

COLUMNS = ("time", "quotation", "source", "sentence", "text", "status", "reason")
LOGGED = (QuoteStatus.ABSENT, QuoteStatus.ALTERED, QuoteStatus.DRIFTED)
MOST_CHARACTERS = 500
"""Of the quotation, from its beginning (spec: quoting)."""
MOST_CHANGES = 5
ID_DIGITS = 12


def render_quotations(receipt: Receipt) -> str:
    """Render a row for each quotation of the manuscript that is absent, altered or drifted."""
    manuscript = receipt.manuscript
    if manuscript is None:
        return log_quotations((), time=receipt.finished_at)
    sentences = [_sentence_of(manuscript, at) for at in range(len(receipt.matches))]
    return log_quotations(receipt.matches, sentences=sentences, time=receipt.finished_at)


def log_quotations(
    matches: Sequence[QuoteMatch], *, ids: Sequence[str] = (), sentences: Sequence[str] = (), time: str = ""
) -> str:
    """Give the log of matches; `ids` and `sentences` are theirs, in order, where they have any."""
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    time = time or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    known = dict(enumerate(ids))
    told = dict(enumerate(sentences))
    for at, (match, own) in enumerate(zip(matches, quotation_ids([each.exact for each in matches]), strict=True)):
        if match.status in LOGGED:
            cells = (time, known.get(at) or own, match.source, _line(told.get(at, "")), match.exact[:MOST_CHARACTERS])
            writer.writerow([guard_cell(each) for each in (*cells, match.status.value, reason_of(match))])
    return output.getvalue()


def quotation_ids(exacts: Iterable[str]) -> list[str]:
    """Give each quotation the id that it has in every run: a digest of its words, and a number where they stand again."""
    seen: Counter[str] = Counter()
    ids = []
    for exact in exacts:
        digest = hashlib.sha256(fold_key(exact).encode("utf-8", "surrogatepass")).hexdigest()[:ID_DIGITS]
        seen[digest] += 1
        ids.append(digest if seen[digest] == 1 else f"{digest}-{seen[digest]}")
    return ids


def reason_of(match: QuoteMatch) -> str:
    """Say why: the first changes, or what the last step came to."""
    changes = [change_words(each) for each in match.changes[:MOST_CHANGES]]
    since = ["the source's text has changed"] if "source_changed" in match.flags else []
    return _line("; ".join([*changes, *([match.why_not] if match.why_not else []), *since]))


def _sentence_of(manuscript: Manuscript, at: int) -> str:
    """Give the sentence that the quotation stands in, or the words around it."""
    quotation = manuscript.quotations[at]
    start = quotation.exact[:MOST_CHARACTERS]
    pairs = (each.sentence for each in manuscript.pairs if each.marker in quotation.markers)
    around = f"{quotation.prefix}{start}{quotation.suffix}"
    return next((each for each in pairs if start[:20] in each), around)


def _line(text: str) -> str:
    return " ".join(text.split())
