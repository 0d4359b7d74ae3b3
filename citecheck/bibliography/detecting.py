"""Tell a bibliography's format: by what its first lines say, and by its suffix where they say nothing.

Files with the wrong suffix are common (PubMed's and EndNote's exports are saved as `.ris` or `.txt`), so a first line that
can only be one format decides.
"""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path


class Format(StrEnum):
    """The formats that are read."""

    BIBTEX = "bibtex"
    RIS = "ris"
    PUBMED = "pubmed"
    ENDNOTE = "endnote"
    CSL_JSON = "csl-json"
    CSL_YAML = "csl-yaml"
    TABLE = "table"
    LIST = "list"
    XML = "xml"
    """EndNote's, or one that is not read."""
    ZOTERO = "zotero"
    PARQUET = "parquet"
    WOS = "web-of-science"


SUFFIXES = {
    ".bib": Format.BIBTEX, ".bibtex": Format.BIBTEX, ".biblatex": Format.BIBTEX, ".ris": Format.RIS, ".nbib": Format.PUBMED,
    ".medline": Format.PUBMED, ".enw": Format.ENDNOTE, ".json": Format.CSL_JSON, ".jsonl": Format.CSL_JSON,
    ".csljson": Format.CSL_JSON, ".ndjson": Format.CSL_JSON, ".yaml": Format.CSL_YAML, ".yml": Format.CSL_YAML,
    ".csv": Format.TABLE, ".tsv": Format.TABLE, ".tab": Format.TABLE, ".txt": Format.LIST, ".xml": Format.XML,
    ".sqlite": Format.ZOTERO, ".parquet": Format.PARQUET,
}  # fmt: skip
_BIBTEX = re.compile(r"^[ \t]*@[ \t]*[^\W\d][\w-]*\s*[{(]", re.MULTILINE)
_RIS = re.compile(r"^TY {0,3}- ?[A-Z]", re.MULTILINE)
_PUBMED = re.compile(r"^PMID {0,2}- ?\d", re.MULTILINE)
_WOS = re.compile(r"(?:FN [^\n]*\n(?:VR [^\n]*\n)?)?PT [JBSP]\n[A-Z][A-Z0-9] |FN (?:Clarivate|Thomson|ISI)")
_ENDNOTE = re.compile(r"^%0 \S", re.MULTILINE)
_YAML = re.compile(
    r"(?:---[^\n]*\n)?(?:[^\n]*\n){0,40}?(?:references|bibliography)[ \t]*:[ \t]*\n"
    r"|\s*(?:---[^\n]*\n)?\s*- (?:id|type|title|DOI)[ \t]*:"
)
_JSON = re.compile(r"\s*(?:\[\s*[\]{]|\{\s*[\"}])")
_DOI_HEADER = re.compile(r"\b(?:doi|pmid)s?\b", re.IGNORECASE)


ENDNOTE_XML = (b"<records>", b"<records ")
"""What EndNote's XML has in its first lines, and no manuscript's."""


def is_bibliography(path: Path) -> bool:
    """Is a file a bibliography by its name, rather than a manuscript? XML may be either: its first lines tell."""
    named = SUFFIXES.get(path.suffix.lower())
    if named is Format.XML:
        try:
            with path.open("rb") as file:
                return any(each in file.read(4000) for each in ENDNOTE_XML)
        except OSError:
            return False
    return named not in (None, Format.LIST)


def detect_binary(path: Path) -> Format | None:
    """Give the format of a file that is no text: a Zotero library or a Parquet table; None for any other."""
    try:
        with path.open("rb") as file:
            start = file.read(16)
    except OSError:
        return None
    if start.startswith(b"SQLite format 3\0"):
        return Format.ZOTERO
    return Format.PARQUET if start.startswith(b"PAR1") else None


def detect_format(head: str, path: Path) -> Format:
    """Give the format of a file that begins with `head`."""
    named = SUFFIXES.get(path.suffix.lower())
    if named in (Format.TABLE, Format.XML):
        return named
    told = _told_by(head.lstrip())
    if named is Format.BIBTEX:
        return Format.BIBTEX if _BIBTEX.search(head) or told is None else told
    if named in (Format.CSL_JSON, Format.CSL_YAML):
        other = told if told not in (None, Format.TABLE, Format.CSL_YAML) else None
        return other if other and not (named is Format.CSL_YAML and other is Format.BIBTEX) else named
    if told is not None:
        return told
    return named or Format.LIST


def _told_by(start: str) -> Format | None:
    """Tell the format by the text that a file begins with, blanks left out."""
    if start.startswith("<?xml"):
        return Format.XML
    if _JSON.match(start):
        return Format.CSL_JSON
    if _WOS.match(start):
        return Format.WOS
    first = next((kind for kind, sign in _SIGNS if sign.search(start)), None)
    if first is not None:
        return first
    if _YAML.match(start):
        return Format.CSL_YAML
    header = start.partition("\n")[0]
    if header.startswith("PT\tAU\t"):
        return Format.TABLE
    names_columns = any(each in header for each in ",;\t|") and _DOI_HEADER.search(header) and "10." not in header
    return Format.TABLE if names_columns else None


_SIGNS = (
    (Format.RIS, _RIS),
    (Format.PUBMED, _PUBMED),
    (Format.ENDNOTE, _ENDNOTE),
    (Format.BIBTEX, _BIBTEX),
)
