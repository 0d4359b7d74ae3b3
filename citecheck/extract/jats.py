"""JATS, the XML in which publishers and archives keep articles (ANSI/NISO Z39.96), into plain text.

Title, abstracts, body and back matter in the article's own order, a blank line between paragraphs. What floats, floats
away: figures, tables and footnotes are kept, but apart at the end, since they stand in the middle of sentences that go on
behind them. Reference lists, reviews and replies (`sub-article`, `response`) are other people's words, and are left out.
"""

from __future__ import annotations

from lxml import etree

from citecheck.errors import ExtractError
from citecheck.extract.extracted import Extracted, join_blocks, place_headings
from citecheck.extract.markup import Element, attribute, children, find, name_of, parse_xml, text_of, words_of
from citecheck.identifiers import fold_doi
from citecheck.records import Extent

LEFT_OUT = frozenset(
    "ref-list sub-article response front-stub tex-math annotation graphic inline-graphic object-id permissions "
    "related-article related-object index-term alt-text long-desc processing-meta custom-meta-group".split()
)
"""Other people's words, TeX beside its own MathML, and what no reader sees."""
APART = frozenset(
    "fig fig-group table-wrap table-wrap-group table-wrap-foot fn supplementary-material media boxed-text".split()
)
BLOCKS = frozenset(
    "p title subtitle sec label list list-item def-item term def disp-quote disp-formula verse-group verse-line speech "
    "statement attrib caption td th tr table thead tbody app ack fn-group notes code preformat abstract trans-abstract "
    "body back kwd-group".split()
)
"""Elements that begin a block; all others run on within a sentence."""
CELLS = frozenset(("td", "th"))
VERSIONS = {
    "vor": "published", "evor": "published", "cvor": "published", "version of record": "published",
    "am": "accepted", "ao": "preprint", "smur": "preprint", "preprint": "preprint", "publisher-id": "",
}  # fmt: skip
"""NISO RP-8-2008, Journal Article Versions; a proof is none of the three."""


def read_jats(data: bytes, name: str) -> Extracted:
    """Read an article in JATS.

    Raises:
        ExtractError: it is not well-formed, or no article.
    """
    root = parse_xml(data, name)
    article = next(find(root, "article"), None)
    if article is None:
        raise ExtractError(
            f"{name}: XML that is no article in JATS.", help="Give a PDF, HTML, JATS, docx or text copy."
        )
    front = next(children(article, "front"), None)
    meta = next(find(front, "article-meta"), None) if front is not None else None
    if meta is None and next(children(article, "body"), None) is None:
        raise ExtractError(f"{name}: an article without front or body.", help="Fetch the file again.")
    pieces = _Pieces()
    title = ""
    if meta is not None:
        group = next(children(meta, "title-group"), None)
        heading = next(find(group, "article-title"), None) if group is not None else None
        title = _read_alone(heading) if heading is not None else ""
        pieces.blocks.append(title)
        for each in children(meta, "abstract", "trans-abstract"):
            pieces.read(each)
    before_body = len(join_blocks(pieces.blocks))
    for each in children(article, "body", "back", "floats-group"):
        pieces.read(each)
    has_body = any(piece.strip() for each in children(article, "body") for piece in each.itertext())
    flowing = join_blocks(pieces.blocks) if has_body else join_blocks(pieces.blocks)[:before_body]
    apart = join_blocks(pieces.apart) if has_body else ""
    sections = place_headings(flowing, pieces.headings)
    if 0 < before_body < len(flowing):  # what stands before the body's first heading is not the abstract's last section
        ended = (before_body, "")
        sections = tuple(sorted((*sections, ended))) if sections and sections[0] < ended else sections
    return Extracted(
        text="\n\n".join(filter(None, (flowing, apart))),
        format="jats",
        sections=(*sections, (len(flowing), "")) if sections and apart else sections,
        title=title,
        doi=_own_doi(meta),
        lang=attribute(article, "lang"),
        licence=_licence(meta),
        version=_version(meta),
        extent=Extent.FULLTEXT if has_body else Extent.ABSTRACT,
    )


class _Pieces:
    """Blocks as they are read; what stands apart is read into pieces of its own."""

    def __init__(self) -> None:
        self.blocks: list[str] = []
        self.headings: list[str] = []
        """Of sections, not of figures and tables."""
        self.apart: list[str] = []
        self._open: list[list[str]] = [[]]
        """The block being read; above it, those of floating elements that interrupt it."""
        self._floats: list[list[str]] = []

    def read(self, element: Element) -> None:
        """Read an element's text, blocks and floats."""
        walk = etree.iterwalk(element, events=("start", "end"))
        for event, node in walk:
            name = name_of(node)
            if event == "start":
                if name in LEFT_OUT:
                    walk.skip_subtree()
                    continue
                self._begin(name)
                self._open[-1].append(text_of(node))
            else:
                if name not in LEFT_OUT:
                    self._end(name)
                if node is not element:
                    self._open[-1].append(node.tail or "")
        self._break()

    def _begin(self, name: str) -> None:
        if name in APART:
            self._open.append([])
            self._floats.append([])
        elif name in CELLS:
            self._open[-1].append(" ")  # a row is one block, its cells parted by blanks
        elif name in BLOCKS and not (name in ("p", "list", "label") and self._is_in_cell()):
            self._break()
        if name in CELLS:
            self._cells += 1
        if name == "break":
            self._open[-1].append(" ")

    _cells = 0

    def _is_in_cell(self) -> bool:
        return self._cells > 0

    def _end(self, name: str) -> None:
        if name in CELLS:
            self._cells -= 1
            self._open[-1].append(" ")
        elif name in APART:
            self._break()
            self._open.pop()
            self.apart += self._floats.pop()
        elif name in BLOCKS and not (name in ("p", "list", "label") and self._is_in_cell()):
            if name == "title" and not self._floats:
                self.headings.append("".join(self._open[-1]))
            self._break()

    def _break(self) -> None:
        """End the block that is open."""
        block = "".join(self._open[-1])
        self._open[-1].clear()
        if block.strip():
            (self._floats[-1] if self._floats else self.blocks).append(block)


def _read_alone(element: Element) -> str:
    """Read one element that floats and notes may stand in, as a title's, without them."""
    pieces = _Pieces()
    pieces.read(element)
    return " ".join(" ".join(pieces.blocks).split())


def _own_doi(meta: Element | None) -> str:
    for each in children(meta, "article-id") if meta is not None else ():
        if attribute(each, "pub-id-type") == "doi":
            return fold_doi(words_of(each))
    return ""


def _licence(meta: Element | None) -> str:
    """Give the licence's address, or the first words of what is said of it."""
    for each in find(meta, "license") if meta is not None else ():
        links = [attribute(node, "href") for node in each.iter()]
        named = [words_of(node) for node in find(each, "license_ref")]
        return next((link for link in (*named, *links) if "://" in link), words_of(each)[:200])
    return ""


def _version(meta: Element | None) -> str:
    """Give the version of the article, by the word for it; a manuscript's number in the archive tells an accepted one."""
    if meta is None:
        return ""
    for each in find(meta, "article-version"):
        for word in (attribute(each, "vocab-term"), attribute(each, "article-version-type"), words_of(each)):
            if word.casefold() in VERSIONS:
                return VERSIONS[word.casefold()]
    is_manuscript = any(attribute(each, "pub-id-type") == "manuscript" for each in children(meta, "article-id"))
    return "accepted" if is_manuscript else ""
