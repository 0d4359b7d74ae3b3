"""How PubMed, Europe PMC and arXiv answer what is asked about updates, over records given in their own shape.

Written from their documentation and from recorded exchanges: PubMed answers by its own ids only and its search keeps no order;
Europe PMC's search is a text search; arXiv answers in Atom, in no order, and leaves out what it does not have.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any

Record = Mapping[str, Any]
MOST_AT_ARXIV = 2000


def pubmed_answer(records: Sequence[Record], path: str, params: Mapping[str, str]) -> tuple[int, bytes]:
    """Answer `esearch.fcgi` with ids, the newest first, and `esummary.fcgi` with records and errors."""
    if params.get("db") != "pubmed" or params.get("retmode") != "json":
        return 400, b'{"error": "Invalid db name specified"}'
    if path.endswith("/esearch.fcgi"):
        wanted = {each.lower() for each in re.findall(r'"([^"]+)"\[doi\]', params.get("term", ""))}
        ids = [str(each["uid"]) for each in records if pubmed_doi(each) in wanted]
        count = str(len(ids))
        ids = sorted(ids, key=int, reverse=True)[: int(params.get("retmax", "20"))]
        counted = {"count": count, "retmax": str(len(ids)), "retstart": "0", "idlist": ids}
        return 200, json.dumps({"header": {"type": "esearch", "version": "0.3"}, "esearchresult": counted}).encode()
    if not path.endswith("/esummary.fcgi"):
        return 404, b"<html><title>404</title></html>"
    ids = params.get("id", "").split(",")
    if len(ids) > 200:
        return 414, b"<html><h1>414 Request-URI Too Large</h1></html>"
    known = {str(each["uid"]): each for each in records}
    found = {id: known.get(id, {"uid": id, "error": "cannot get document summary"}) for id in ids}
    result: dict[str, Any] = {"uids": ids, **found}
    return 200, json.dumps({"header": {"type": "esummary", "version": "0.3"}, "result": result}).encode()


def pubmed_doi(record: Record) -> str:
    """Give the DOI of an `esummary` record, folded."""
    ids = [each for each in record.get("articleids", ()) if each.get("idtype") == "doi"]
    return str(ids[0]["value"]).lower() if ids else ""


def europepmc_search(
    records: Iterable[Record], query: str, size: int, tells_of: Callable[[Record, str], bool]
) -> list[dict[str, Any]]:
    """Find records by `DOI:"…"`, which finds what cites one too, and `(EXT_ID:… AND SRC:MED)`, joined by OR."""
    dois = {each.lower() for each in re.findall(r'DOI:"([^"]+)"', query)}
    pmids = set(re.findall(r"EXT_ID:(\d+) AND SRC:MED", query))
    found = [each for each in records if str(each.get("pmid", "")) in pmids or any(tells_of(each, doi) for doi in dois)]
    shown = [{name: value for name, value in each.items() if not name.startswith("_")} for each in found]
    return shown[:size]


def arxiv_answer(records: Mapping[str, Record], params: Mapping[str, str]) -> bytes:
    """Answer `id_list` in Atom, last id first."""
    ids = params.get("id_list", "").split(",")[:MOST_AT_ARXIV]
    entries = [_atom_entry(id, records[id]) for id in reversed(ids) if id in records]
    shown = entries[: int(params.get("max_results", "10"))]
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
        f"<title>arXiv Query</title>{''.join(shown)}</feed>"
    ).encode()


def _atom_entry(id: str, record: Record) -> str:
    namespace = ' xmlns:arxiv="http://arxiv.org/schemas/atom"'
    more = "".join(
        f"<arxiv:{name}{namespace}>{escape(str(record[name]))}</arxiv:{name}>"
        for name in ("comment", "doi")
        if record.get(name)
    )
    return (
        f"<entry><id>http://arxiv.org/abs/{id}v{record.get('version', 1)}</id>"
        f"<title>{escape(str(record.get('title', '')))}</title>"
        f"<summary>{escape(str(record.get('summary', '')))}</summary>{more}</entry>"
    )
