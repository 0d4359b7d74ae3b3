"""Web pages: what publishers say of the page in its head, then the article without the furniture.

The `citation_*` and `dc.*` fields of the head are read first (Highwire Press tags, as Google Scholar asks for them): they are
the publisher's own word. The text is trafilatura's, and where that finds little, or is not there, every paragraph's.
"""

from __future__ import annotations

import logging
from typing import Any

from lxml import etree

from citecheck.errors import ExtractError
from citecheck.extract.extracted import Extracted, clean, join_blocks, place_headings
from citecheck.extract.markup import Element, name_of, text_of, words_of
from citecheck.identifiers import Kind, parse_identifier

logging.getLogger("trafilatura").setLevel(logging.CRITICAL)  # it logs an error for each page without an article

MOST_FOR_TRAFILATURA = 5_000_000
"""Bytes of a page; a longer one is read paragraph by paragraph, which takes time in proportion to its length."""
MOST_ELEMENTS = 40_000
"""Elements of a page that trafilatura gets: it takes 5 s for so many links; the longest articles have half."""
LEAST_SHARE = 0.5
"""Share of the paragraphs' text that trafilatura must have kept; where it kept less it took the article for furniture."""
_PARAGRAPHS = frozenset("p h1 h2 h3 h4 h5 h6 li blockquote td th dt dd figcaption pre caption".split())
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_BREAKS = frozenset("div section article main body table tr ul ol dl aside figure".split())
_FURNITURE = frozenset(
    "script style noscript template nav footer form button select svg iframe head math annotation".split()
)
_DOI_FIELDS = ("citation_doi", "dc.identifier", "dc.identifier.doi", "prism.doi", "bepress_citation_doi", "rft_id")
_TITLE_FIELDS = ("citation_title", "dc.title", "og:title")
_LANG_FIELDS = ("citation_language", "dc.language")


def read_html(data: bytes, name: str) -> Extracted:
    """Read a web page.

    Raises:
        ExtractError: it holds no markup that can be read.
    """
    root = _parse(data, name)
    fields = _fields(root)
    doi = next((found for each in _DOI_FIELDS if (found := parse_identifier(fields.get(each, ""), Kind.DOI))), None)
    heading = next((each for each in root.iter("title")), None)
    own = join_blocks(_paragraphs(root))
    is_small = len(data) <= MOST_FOR_TRAFILATURA and sum(1 for _ in root.iter()) <= MOST_ELEMENTS
    kept = _main_text(data) if is_small else ""
    text = kept if len(kept) >= LEAST_SHARE * len(own) else own
    return Extracted(
        text=text,
        format="html",
        sections=place_headings(text, (words_of(each) for each in root.iter(*_HEADINGS))),
        title=next((fields[each] for each in _TITLE_FIELDS if fields.get(each)), words_of(heading)),
        doi=doi.value if doi else "",
        lang=next((fields[each] for each in _LANG_FIELDS if fields.get(each)), str(root.get("lang") or "")),
        licence=_licence(root),
    )


def strip_tags(fragment: str) -> str:
    """Give the plain text of a fragment of HTML, such as the abstract in a registry's record."""
    if not fragment.strip():
        return ""
    try:
        root = _parse(f"<body>{fragment}</body>".encode(), "a fragment")
    except ExtractError:
        return ""
    return join_blocks(_paragraphs(root))


def _parse(data: bytes, name: str) -> Element:
    encoding = _encoding(data)
    parser = etree.HTMLParser(
        encoding=encoding, no_network=True, remove_comments=True, remove_pis=True, huge_tree=False
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError, LookupError) as error:
        raise ExtractError(
            f"{name}: a web page that cannot be read ({error}).", help="Fetch the page again."
        ) from error
    if root is None:
        raise ExtractError(f"{name}: a web page without content.", help="Fetch the page again.")
    return root


def _encoding(data: bytes) -> str | None:
    """Give UTF-8 where the bytes are; else None, and the page's own word holds."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return "utf-8"


def _fields(root: Element) -> dict[str, str]:
    found: dict[str, str] = {}
    for each in root.iter("meta"):
        name = str(each.get("name") or each.get("property") or "").lower()
        if name and (value := clean(str(each.get("content") or "")).strip()):
            found.setdefault(name, value)
    return found


def _licence(root: Element) -> str:
    for each in root.iter("a", "link"):
        if "license" in str(each.get("rel") or "").lower().split() and each.get("href"):
            return str(each.get("href"))
    return ""


def _paragraphs(root: Element) -> list[str]:
    """Give every paragraph, in order, without scripts and menus; no recursion, so that depth does no harm."""
    done: list[str] = []
    block: list[str] = []

    def end_block() -> None:
        done.append("".join(block))
        block.clear()

    walk = etree.iterwalk(root, events=("start", "end"))
    for event, node in walk:
        name = name_of(node)
        breaks = name in _PARAGRAPHS or name in _BREAKS
        if breaks:
            end_block()
        if event == "start":
            if name in _FURNITURE:
                walk.skip_subtree()
                continue
            block.append(" " if name == "br" else text_of(node))
        else:
            block.append(node.tail or "")
    end_block()
    return done


def _main_text(data: bytes) -> str:
    try:
        import trafilatura
    except ImportError:  # the extra `html` is not installed: every paragraph is read instead
        return ""
    html: Any = data.decode("utf-8") if _encoding(data) else data
    try:
        found = trafilatura.extract(
            html, include_comments=False, include_tables=True, favor_recall=True, deduplicate=False
        )
    except (RecursionError, ValueError, TypeError, AttributeError):  # hostile markup; the paragraphs are there
        return ""
    return join_blocks((found or "").split("\n"))
