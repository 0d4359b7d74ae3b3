"""JATS: the references of an article with all their fields, which Pandoc keeps in part, and ranges of marks.

`element-citation` has fields, `mixed-citation` has text with fields in it (JATS 1.3, ANSI/NISO Z39.96-2021). No entity that
the file itself declares is expanded: that is how XML is made to explode.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html.entities import html5
from pathlib import Path
from xml.etree import ElementTree

from citecheck.errors import UnreadableManuscript
from citecheck.identifiers import Identifier, Kind, parse_identifier
from citecheck.manuscript.entries import read_entry
from citecheck.manuscript.layout import Layout
from citecheck.manuscript.readers.pandoc import read_tree
from citecheck.manuscript.readers.pandoc_tree import lay_out_tree
from citecheck.manuscript.readers.source import Source, single_source
from citecheck.records import Reference

HEAD = 5000
"""Characters within which an article declares its type."""
_DECLARED = re.compile(r"<!ENTITY")
_ENTITY = re.compile(r"&(?!amp;|lt;|gt;|quot;|apos;)([a-zA-Z]\w{0,30});")
_REF = re.compile(r"<ref\s[^>]{0,500}?\bid\s*=\s*[\"']([^\"'<>]{1,200})[\"']")
_CITES = re.compile(r"ref-type\s*=\s*[\"']bibr[\"']")
_LINK = "{http://www.w3.org/1999/xlink}href"
_KINDS = {"doi": Kind.DOI, "pmid": Kind.PMID, "pmcid": Kind.PMCID, "arxiv": Kind.ARXIV, "isbn": Kind.ISBN}


def lay_out_jats(text: str, file: Path | None) -> Layout:
    """Lay out an article.

    Raises:
        UnreadableManuscript: it declares entities, or is not JATS.
        PandocNotFound: there is no Pandoc.
    """
    name = str(file or "the text")
    if _DECLARED.search(text):
        raise UnreadableManuscript(
            f"{name}: declares entities of its own, which are not expanded.",
            help="Save it without them: `xmllint --noent --nonet FILE`.",
        )
    tree = read_tree(None, _plain(text), "jats", name=name)
    references = read_jats_references(text, str(file or ""))
    if references and isinstance(tree.get("meta"), dict):
        tree["meta"].pop("references", None)
    return lay_out_tree(tree, path=str(file or ""), format="jats", references=references)


def read_jats_references(text: str, path: str) -> tuple[Reference, ...]:
    """Read the references of an article, keyed by the ids that its `xref` elements name, else by their labels."""
    if _DECLARED.search(text):
        return ()
    try:
        root = ElementTree.fromstring(_plain(text))
    except (ElementTree.ParseError, ValueError, RecursionError):
        return ()
    source = single_source(text, path)
    places = {match[1]: match.start() for match in reversed(list(_REF.finditer(text)))}
    by_label = not _CITES.search(text)
    found = (_read_ref(each, source, places, by_label=by_label) for each in root.iter("ref"))
    return tuple(each for each in found if each is not None)


def _plain(text: str) -> str:
    """Give the text without its declaration of a type, whose entities, such as `&nbsp;`, are put in their places."""
    start = text.find("<!DOCTYPE", 0, HEAD)
    if start >= 0:
        subset, end = text.find("[", start), text.find(">", start)
        if 0 <= subset < end:
            end = text.find(">", max(subset, text.find("]", subset)))
        text = text[:start] + text[end + 1 :] if end >= 0 else text
    return _ENTITY.sub(lambda match: html5.get(f"{match[1]};", ""), text)


def _read_ref(ref: ElementTree.Element, source: Source, places: dict[str, int], *, by_label: bool) -> Reference | None:
    identifier = ref.get("id") or ""
    label = _text(ref.find("label")).strip("[]() .")
    key = (label or identifier) if by_label else (identifier or label)
    names = ("mixed-citation", "element-citation", "nlm-citation", "citation")
    citations = [each for each in ref.iter() if each.tag in names]
    if not key or not citations:
        return None
    mixed = next((each for each in citations if each.tag == "mixed-citation" or each.tag == "citation"), None)
    fields = next((each for each in citations if each.tag in ("element-citation", "nlm-citation")), mixed)
    raw = _text(mixed) if mixed is not None else _written(citations[0])
    at = places.get(identifier)
    place = source.place(at, at + 1) if at is not None else replace(source.place(0, 1), line=None, column=None)
    return _with_fields(read_entry(key, raw, place, title=_title(fields)), fields)


def _with_fields(reference: Reference, cited: ElementTree.Element | None) -> Reference:
    if cited is None:
        return reference
    year = re.search(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)", _text(cited.find(".//year")))
    first, last = _text(cited.find(".//fpage")), _text(cited.find(".//lpage"))
    pages = f"{first}–{last}" if first and last else first or _text(cited.find(".//elocation-id"))
    has_title = cited.find(".//article-title") is not None or cited.find(".//chapter-title") is not None
    found = {(each.kind, each.value): each for each in (*reference.identifiers, *_identifiers(cited))}
    link = next((each for each in cited.iter() if each.tag in ("ext-link", "uri")), None)
    url = (link.get(_LINK) or _text(link)) if link is not None else ""
    return replace(
        reference,
        type=(cited.get("publication-type") or "").lower(),
        authors=tuple(_names(cited)) or reference.authors,
        year=int(year[1]) if year else reference.year,
        container=_text(cited.find(".//source")) if has_title else reference.container,
        volume=_text(cited.find(".//volume")),
        issue=_text(cited.find(".//issue")),
        pages=pages,
        identifiers=tuple(found.values()),
        url=url if url.startswith("http") else reference.url,
    )


def _title(cited: ElementTree.Element | None) -> str:
    if cited is None:
        return ""
    for name in ("article-title", "chapter-title", "part-title", "data-title", "source"):
        if title := _text(cited.find(f".//{name}")):
            return title.strip(" .")
    return ""


def _identifiers(cited: ElementTree.Element) -> Iterator[Identifier]:
    for each in cited.iter("pub-id"):
        kind = _KINDS.get((each.get("pub-id-type") or "").lower())
        if kind is not None and (found := parse_identifier(_text(each), kind)):
            yield found


def _names(cited: ElementTree.Element) -> Iterator[str]:
    """Give the authors: those of the group of authors, else of the first group, else those that stand alone."""
    groups = list(cited.iter("person-group"))
    authors = [each for each in groups if (each.get("person-group-type") or "author").startswith("author")]
    for each in (authors or groups or [cited])[0].iter():
        if each.tag in ("name", "string-name"):
            family, given = _text(each.find("surname")), _text(each.find("given-names"))
            if family or _text(each):
                yield f"{family}, {given}" if family and given else family or _text(each)
        elif each.tag == "collab":
            yield _text(each)


def _written(cited: ElementTree.Element) -> str:
    """Write an entry that has only fields as a list prints it."""
    parts = ["; ".join(_names(cited)), _text(cited.find(".//year")), _title(cited)]
    parts += [_text(each) for name in ("source", "volume", "fpage", "pub-id") for each in cited.iter(name)]
    return ". ".join(dict.fromkeys(part for part in parts if part))


def _text(element: ElementTree.Element | None) -> str:
    return " ".join("".join(element.itertext()).split()) if element is not None else ""
