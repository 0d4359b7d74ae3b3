"""How the registries answer: each one's paths, filters, refusals and odd bodies, over records given in its own shape.

Written from their documentation and from recorded exchanges: lists that leave out what they do not have without a word,
aliases that answer 301 singly and nothing in lists, commas that break a filter, errors in plain text and HTML.
"""

from __future__ import annotations

import hashlib
import html
import json
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, quote, unquote

from citecheck.demo.manners_updates import arxiv_answer, europepmc_search, pubmed_answer

Record = Mapping[str, Any]
LONGEST_LINE = 8190
JSON, TEXT, HTML, XML = "application/json", "text/plain", "text/html", "application/xml"
EUROPEPMC = "/europepmc/webservices/rest/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """Status, body and headers of one answer."""

    status: int = 200
    body: bytes = b""
    kind: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class Shelf:
    """The records that the registries have, by folded DOI."""

    crossref: dict[str, Record] = field(default_factory=dict)
    openalex: list[Record] = field(default_factory=list)
    datacite: dict[str, Record] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    """Alias → prime DOI, at Crossref."""
    agencies: dict[str, str] = field(default_factory=dict)
    """DOI → agency, for DOIs of the smaller agencies."""
    csl: dict[str, Record] = field(default_factory=dict)
    """DOI → CSL JSON, which those agencies give by content negotiation."""
    files: dict[str, tuple[bytes, str]] = field(default_factory=dict)
    """`host/path` → the bytes and type of a file, of any host; its digest is its ETag."""
    europepmc: list[Record] = field(default_factory=list)
    """Records of Europe PMC; `_xml` is the full text, and `_cites` the DOIs that its search finds in it."""
    books: dict[str, Record] = field(default_factory=dict)
    """ISBN of 13 digits → record of Open Library's Books API."""
    pubmed: list[Record] = field(default_factory=list)
    """Records of PubMed, as `esummary` gives them."""
    arxiv: dict[str, Record] = field(default_factory=dict)
    """What arXiv says of its preprints, by id: title, summary, comment, doi, version."""
    words: dict[str, frozenset[str]] = field(default_factory=dict)
    """The words by which Crossref's search finds each record, as far as it was asked."""


def reply_json(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Reply:
    """Give JSON."""
    return Reply(status=status, body=json.dumps(value).encode(), headers=headers or {})


def answer(shelf: Shelf, host: str, path: str, query: str, accept: str) -> Reply:
    """Answer as the host does."""
    if len(path) + len(query) > LONGEST_LINE:
        return Reply(status=414, body=b"<html><h1>414 Request-URI Too Large</h1></html>", kind=HTML)
    params = dict(parse_qsl(query, keep_blank_values=True))
    match host:
        case "api.crossref.org":
            return crossref_answer(shelf, path, params)
        case "api.openalex.org":
            return openalex_answer(shelf, path, query)
        case "api.datacite.org":
            return datacite_answer(shelf, path, params)
        case "doi.org":
            return doi_org_answer(shelf, path, accept)
        case "www.ebi.ac.uk":
            return europepmc_answer(shelf, path, params)
        case "eutils.ncbi.nlm.nih.gov":
            status, body = pubmed_answer(shelf.pubmed, path, params)
            return Reply(status=status, body=body)
        case "openlibrary.org":
            return open_library_answer(shelf, path, params)
        case "export.arxiv.org":
            return Reply(body=arxiv_answer(shelf.arxiv, params), kind="application/atom+xml")
        case _:
            return Reply(status=404, body=b"no such host here", kind=TEXT)


def file_answer(shelf: Shelf, host: str, path: str, known: str) -> Reply | None:
    """Give a file, or 304 when the asker has it already; None when there is no such file."""
    if (found := shelf.files.get(f"{host}{path}")) is None:
        return None
    body, kind = found
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    if known == etag:
        return Reply(status=304, kind=kind, headers={"ETag": etag})
    return Reply(body=body, kind=kind, headers={"ETag": etag})


def crossref_answer(shelf: Shelf, path: str, params: Mapping[str, str]) -> Reply:
    """Answer `/works?…`, `/works/{doi}` and `/works/{doi}/agency`."""
    if path.rstrip("/") == "/works":
        return _crossref_list(shelf, params)
    doi = unquote(path.removeprefix("/works/")).lower()
    if doi.endswith("/agency") and doi.removesuffix("/agency") in shelf.crossref:
        doi = doi.removesuffix("/agency")
        message: Any = {"DOI": doi, "agency": {"id": "crossref", "label": "Crossref"}}
        return reply_json(
            {"status": "ok", "message-type": "work-agency", "message-version": "1.0.0", "message": message}
        )
    if doi in shelf.aliases:
        return Reply(status=301, headers={"Location": f"/works/{quote(shelf.aliases[doi], safe='')}"}, kind=TEXT)
    if doi not in shelf.crossref:
        return Reply(status=404, body=b"Resource not found.", kind=JSON if doi.endswith("0") else TEXT)
    message = {**shelf.crossref[doi], "score": 1}
    return reply_json({"status": "ok", "message-type": "work", "message-version": "1.0.0", "message": message})


def _crossref_list(shelf: Shelf, params: Mapping[str, str]) -> Reply:
    wanted: dict[str, list[str]] = {}
    for part in filter(None, params.get("filter", "").split(",")):
        name, colon, value = part.partition(":")
        if not colon or name not in ("doi", "updates", "is-update", "type"):
            return _crossref_refusal("filter-not-available", part, "Filter specified as invalid")
        wanted.setdefault(name, []).append(value.lower())
    rows = params.get("rows", "20")
    if not rows.isdigit() or int(rows) > 1000:
        return _crossref_refusal("integer-not-valid", rows, "Integer must be a positive integer up to 1000")
    select = [each for each in params.get("select", "").split(",") if each]
    if unknown := [each for each in select if each in ("language", "institution", "aliases") or " " in each]:
        return _crossref_refusal("select-not-available", unknown[0], "Select specified but it is not available")
    found = [each for doi, each in shelf.crossref.items() if _passes(doi, each, wanted)]
    if words := params.get("query.bibliographic"):
        found = _ranked(shelf, found, words)
    else:
        found.reverse()  # lists keep no order: the worst for whoever counts on one
    total = len(found)
    cursor = params.get("cursor")
    start = int(cursor) if cursor and cursor != "*" and cursor.isdigit() else int(params.get("offset", "0") or 0)
    page = [({name: each[name] for name in select if name in each} if select else each) for each in found[start:]]
    message = {"facets": {}, "total-results": total, "items": page[: int(rows)], "items-per-page": int(rows)}
    if cursor:
        message["next-cursor"] = str(start + int(rows))
    return reply_json({"status": "ok", "message-type": "work-list", "message-version": "1.0.0", "message": message})


def _passes(doi: str, record: Record, wanted: Mapping[str, Sequence[str]]) -> bool:
    """Filters of one name are alternatives, of different names all hold."""
    updated = [str(each.get("DOI", "")).lower() for each in record.get("update-to", ())]
    return all(
        doi in values
        if name == "doi"
        else any(each in values for each in updated)
        if name == "updates"
        else bool(updated) == (values[0] == "true")
        if name == "is-update"
        else record.get("type") in values
        for name, values in wanted.items()
    )


def _ranked(shelf: Shelf, records: Sequence[Record], words: str) -> list[Record]:
    """Rank as `query.bibliographic` does: by shared words of title, people, container and place, rare ones before common."""
    own = {}
    for each in records:
        key = f"{each['DOI']} {next(iter(each.get('title') or ()), '')}"
        own[key] = shelf.words.get(key) or shelf.words.setdefault(key, _words_of(each))
    counts = Counter(word for each in own.values() for word in each)
    asked = {word for word in re.findall(r"\w+", words.lower()) if counts[word]}
    rarity = {word: math.log(1 + len(own) / counts[word]) for word in asked}
    scored = [
        (sum(rarity[word] for word in asked & theirs) / (8 + len(theirs)) ** 0.3, each)
        for each, theirs in zip(records, own.values(), strict=True)
        if asked & theirs
    ]
    return [each for _, each in sorted(scored, key=lambda pair: -pair[0])]


def _words_of(record: Record) -> frozenset[str]:
    titles = [*(record.get("title") or ()), *(record.get("subtitle") or ()), *(record.get("original-title") or ())]
    people = [str(each.get("family", each.get("name", ""))) for each in record.get("author", ())]
    issued = (record.get("issued") or {}).get("date-parts") or [[None]]
    place = [str(record.get(name, "")) for name in ("volume", "issue", "page")]
    parts = [*titles, *people, *(record.get("container-title") or ()), *place, str(next(iter(issued[0]), ""))]
    return frozenset(re.findall(r"\w+", html.unescape(re.sub(r"<[^<>]*>", "", " ".join(parts))).lower()))


def _crossref_refusal(kind: str, value: str, text: str) -> Reply:
    message = [{"type": kind, "value": value, "message": text}]
    return reply_json({"status": "failed", "message-type": "validation-failure", "message": message}, 400)


def openalex_answer(shelf: Shelf, path: str, query: str) -> Reply:
    """Answer `/works/doi:…` and `/works?filter=…`."""
    if path.startswith("/works/"):
        doi = unquote(path.removeprefix("/works/")).lower().removeprefix("doi:")
        found = next((each for each in shelf.openalex if _openalex_doi(each) == doi), None)
        if found is None:
            return Reply(status=404, body=b"<!doctype html><title>404 Not Found</title>", kind=HTML)
        return reply_json(found)
    raw = dict(part.split("=", 1) for part in query.split("&") if "=" in part)
    wanted = unquote(raw.get("filter", "").replace("+", " "))
    name, _, value = wanted.partition(":")
    values = value.split("|")
    if "," in value or name not in ("doi", "pmid", "title.search"):
        return reply_json({"error": "Invalid query parameters error.", "message": "not a valid filter"}, 400)
    if len(values) > 100:
        return reply_json(
            {"error": "Invalid query parameters error.", "message": "Maximum number of values exceeded"}, 400
        )
    if name == "doi":
        results = [each for each in shelf.openalex if _openalex_doi(each) in {each.lower() for each in values}]
    elif name == "pmid":
        results = [
            each for each in shelf.openalex if str(each.get("ids", {}).get("pmid", "")).rpartition("/")[2] in values
        ]
    else:
        phrase = _plain(value.strip('"'))
        results = [each for each in shelf.openalex if phrase in _plain(str(each.get("title") or ""))]
    size = int(unquote(raw.get("per_page", "25")))
    return reply_json({"meta": {"count": len(results), "per_page": size}, "results": results[:size]})


def _openalex_doi(record: Record) -> str:
    return str(record.get("doi") or "").lower().removeprefix("https://doi.org/")


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def datacite_answer(shelf: Shelf, path: str, params: Mapping[str, str]) -> Reply:
    """Answer `/dois/{doi}` and `/dois?ids=…`."""
    if path.startswith("/dois/"):
        found = shelf.datacite.get(unquote(path.removeprefix("/dois/")).lower())
        if found is None:
            missing = [{"status": "404", "title": "The resource you are looking for doesn't exist."}]
            return reply_json({"errors": missing}, 404)
        return reply_json({"data": found})
    ids = [each.lower() for each in params.get("ids", "").split(",")]
    found_all = [each for doi, each in shelf.datacite.items() if doi in ids]
    return reply_json({"data": found_all[: int(params.get("page[size]", "25"))], "meta": {"total": len(found_all)}})


def doi_org_answer(shelf: Shelf, path: str, accept: str) -> Reply:
    """Answer `/doiRA/a,b`, and content negotiation for the smaller agencies."""
    if path.startswith(("/doiRA/", "/ra/")):
        return reply_json([_agency(shelf, unquote(each)) for each in path.split("/", 2)[2].split(",")])
    doi = unquote(path.lstrip("/")).lower()
    if "csl+json" in accept and doi in shelf.csl:
        return Reply(body=json.dumps(shelf.csl[doi]).encode(), kind="application/vnd.citationstyles.csl+json")
    return Reply(status=404, body=b"<!DOCTYPE html><title>Error: DOI Not Found</title>", kind=HTML)


def open_library_answer(shelf: Shelf, path: str, params: Mapping[str, str]) -> Reply:
    """Answer `/api/books?bibkeys=…`: an object of the keys it has, as they were written; the others are left out."""
    if path != "/api/books":
        return Reply(status=404, body=b"<!doctype html><title>Page Not Found</title>", kind=HTML)
    keys = [each.strip() for each in params.get("bibkeys", "").split(",")]
    found = {each: shelf.books.get(re.sub(r"[^\dX]", "", each.upper().removeprefix("ISBN:"))) for each in keys}
    if params.get("format") != "json":
        return Reply(body=b"var _OLBookInfo = {};", kind="text/javascript")
    return reply_json({key: each for key, each in found.items() if each is not None})


def _agency(shelf: Shelf, doi: str) -> dict[str, str]:
    key = doi.lower()
    if key in shelf.crossref or key in shelf.aliases:
        return {"DOI": doi, "RA": "Crossref"}
    if key in shelf.datacite:
        return {"DOI": doi, "RA": "DataCite"}
    if key in shelf.agencies:
        return {"DOI": doi, "RA": shelf.agencies[key]}
    return {"DOI": doi, "status": "DOI does not exist"}


def europepmc_answer(shelf: Shelf, path: str, params: Mapping[str, str]) -> Reply:
    """Answer `search?query=…`, which finds what cites a DOI too, and `{id}/fullTextXML`, of open articles only."""
    words = path.removeprefix(EUROPEPMC).strip("/")
    if words == "search":
        size = int(params.get("pageSize", "25"))
        page = europepmc_search(shelf.europepmc, params.get("query", ""), size, _tells_of)
        return reply_json({"version": "6.9", "hitCount": len(page), "resultList": {"result": page}})
    id, _, asked = words.partition("/")
    for each in shelf.europepmc if asked == "fullTextXML" else ():
        if id in (each.get("pmcid"), each.get("id")) and each.get("isOpenAccess") == "Y" and "_xml" in each:
            return Reply(body=str(each["_xml"]).encode(), kind=XML)
    return Reply(status=404, kind=XML)


def _tells_of(record: Record, doi: str) -> bool:
    return doi in (str(record.get("doi") or "").lower(), *record.get("_cites", ()))
