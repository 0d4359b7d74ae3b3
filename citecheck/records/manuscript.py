"""What is read: the manuscript, its marks, and the references it describes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from citecheck.identifiers import Identifier


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A half-open stretch of text, in code points."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where something stands. Any part may be missing; lines and columns count from 1, columns in code points."""

    path: str = ""
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    start: int | None = None
    """Offset in the decoded text, line ends kept."""
    end: int | None = None
    node: str = ""
    """Block path in Pandoc's tree, such as `3.1.0`."""
    context: str = ""
    """The heading above, or the words around, for formats without lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something in a document that could not be read, with its place and a remedy."""

    rule: str
    message: str
    place: Place = Place()
    help: str = ""


class MarkerState(StrEnum):
    """What became of a marker."""

    BOUND = "bound"
    DANGLING = "dangling"
    UNPARSED = "unparsed"
    SUSPECT = "suspect"


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """One in-text mark that cites."""

    style: str
    """`numeric`, `wikilink`, `pandoc`, `footnote`, `author-year`, `superscript`, `handle`, `link`, `label` or `latex`."""
    raw: str
    targets: tuple[str, ...]
    """Reference keys: `3`, `smith2020`, a note id, `fn:2`."""
    state: MarkerState = MarkerState.BOUND
    missing: tuple[str, ...] = ()
    """The targets that have no reference."""
    locator: str = ""
    reason: str = ""
    """Why an unparsed or suspect marker is one."""
    place: Place = Place()


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotation:
    """A quoted span and the words around it (W3C Web Annotation, TextQuoteSelector)."""

    exact: str
    prefix: str = ""
    suffix: str = ""
    kind: str = "inline"
    markers: tuple[int, ...] = ()
    """Indices into the manuscript's markers."""
    place: Place = Place()
    why_not: str = ""
    """Why it is not held against a source: a title, a single term, irony; empty for a quotation that is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A sentence of the manuscript that carries a checkable statement."""

    text: str
    markers: tuple[int, ...] = ()
    strong: bool = False
    place: Place = Place()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A work as the manuscript or the bibliography describes it."""

    key: str
    type: str = ""
    """CSL or BibTeX type, lower case."""
    title: str = ""
    authors: tuple[str, ...] = ()
    """As written, one string per author, `Family, Given` where known."""
    year: int | None = None
    container: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    identifiers: tuple[Identifier, ...] = ()
    url: str = ""
    files: tuple[str, ...] = ()
    note: str = ""
    """The `citecheck` field of a bibliography entry, when there is one."""
    raw: str = ""
    place: Place = Place()

    def identifier(self, kind: str) -> str | None:
        """Give the first identifier of the kind, folded, or None."""
        return next((each.value for each in self.identifiers if each.kind == kind), None)

    @property
    def doi(self) -> str | None:
        """The first DOI, folded."""
        return self.identifier("doi")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One target of one marker, with its sentence and its reference: the unit of support checking."""

    marker: int
    """Index into the manuscript's markers."""
    target: str
    sentence: str
    reference: str | None = None
    """The reference's key; None when dangling."""
    fingerprint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manuscript:
    """The document under check, read."""

    path: str = ""
    format: str = "markdown"
    text: str = ""
    references: tuple[Reference, ...] = ()
    markers: tuple[Marker, ...] = ()
    quotations: tuple[Quotation, ...] = ()
    terms: tuple[Quotation, ...] = ()
    """Spans between quotation marks that quote no source: titles, single terms, irony. They count as not checked."""
    claims: tuple[Claim, ...] = ()
    pairs: tuple[Pair, ...] = ()
    problems: tuple[Problem, ...] = ()
    too_short: int = 0
    """Sentences too short to be claims."""
    bibliography_files: tuple[str, ...] = ()
    """What the document's metadata names as its bibliography."""
    settings: tuple[tuple[str, str], ...] = ()
    """The `citecheck:` map of the document's metadata, flattened, as strings."""
    has_reference_list: bool = False
    nocite: tuple[str, ...] = ()
    """Keys that the metadata list without citing them; `*` for all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bibliography:
    """A bibliography file, read: every entry is a reference or a problem."""

    path: str = ""
    references: tuple[Reference, ...] = ()
    problems: tuple[Problem, ...] = ()
