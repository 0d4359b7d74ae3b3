"""Marks that name a key: Pandoc's `[@a; @b, p. 4]`, `@a [p. 3]`, Manubot's `@doi:10…`, LaTeX's `\\cite`, and `[[note-id]]`."""

from __future__ import annotations

import re

from citecheck.manuscript.markers.mark import Known, Mark
from citecheck.manuscript.markers.numbers import read_numbers

KEY = r"(?:\{[^{}\s]{1,200}\}|(?:[^\W_]|_(?=\w))(?:\w|[:.#$%&\-+?<>~/](?=\w)|/(?=/\w)|:(?=//\w)){0,300})"
"""Pandoc's key: two marks of punctuation in a row end it, and so does one before a space."""
IN_BRACKETS = re.compile(rf"(?<![\w@])-?@({KEY})")
CROSSREF = re.compile(
    r"(?:fig|tbl|eq|sec|lst|thm|lem|cor|prp|cnj|def|exm|exr|sol|rem|alg|nte|tip|wrn|imp|cau|suppfig|supptbl|algo|vid|dia)[-:]\S",
    re.IGNORECASE,
)
SELF = re.compile(r"(doi|arxiv|pmid|pmcid|pmc|isbn|url|https?):\S", re.IGNORECASE)
"""Manubot's keys, which carry their source in themselves."""
_CITEKEY = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_AFTER = re.compile(r"\s?\[([^\[\]@\n]{1,200})\](?![(\[])")
_NOT_NOTE = re.compile(
    r"(?:[\d\s,;–-]*|\^\s*\w+|(?:cite|ref|note|fn|footnote|endnote)s?[\W_]*\d+|[ivxlcdm]+|\W"
    r"|(?:fig(?:ure)?|tab(?:le)?|eq(?:uation)?|box)s?[\W_]*\d*[a-z]?|[a-z][a-z0-9+.]*://.*|[#/].*)",
    re.IGNORECASE,
)
_FILE = re.compile(r"\.(?:png|jpe?g|gif|svg|pdf|webp|mp[34]|canvas|base|csv|xlsx?|docx?|excalidraw)$", re.IGNORECASE)
_LATEX_SKIPPED = {"nocite", "citereset", "citestyle", "citenum*"}


ROLE = r"\{(?:cite(?::[a-z]{1,12})?|citep|citet|footcite)\}"
"""MyST's role, as in `{cite}`a,b`` and `{cite:p}`a``: what stands before the code span."""
_ROLE = re.compile(ROLE + r"`([^`\n]{1,300})`")


def find_roles(text: str, start: int, end: int) -> list[Mark]:
    """Find MyST's citation roles."""
    if text.find("{cit", start, end) < 0 and text.find("{footcite", start, end) < 0:
        return []
    found = []
    for match in _ROLE.finditer(text, start, end):
        keys = tuple(
            dict.fromkeys(each for part in match[1].split(",") if (each := re.sub(r"^.*<|>$", "", part).strip()))
        )
        if keys:
            found.append(Mark(start=match.start(), end=match.end(), style="pandoc", targets=keys))
    return found


def is_crossref(key: str) -> bool:
    """Is it a cross-reference of Quarto or pandoc-crossref, which cites nothing?"""
    return bool(CROSSREF.match(key))


def is_tentative(key: str, known: Known) -> bool:
    """May a bare `@key` be a user's name: no reference has it, and it holds no year?"""
    return not (known.has_key(key) or SELF.match(key) or _CITEKEY.search(key))


def read_bracketed(inside: str, text: str, start: int, end: int) -> Mark | None:
    """Read `[@a; see @b, p. 4]`; None when nothing in it cites."""
    found = [each for each in IN_BRACKETS.finditer(inside) if not is_crossref(each[1].strip("{}"))]
    if not found or text[end : end + 1] == "(":
        return None
    keys = tuple(dict.fromkeys(each[1].strip("{}") for each in found))
    locator = " ".join(inside[found[-1].end() :].strip(" ,;").split())
    return Mark(start=start, end=end, style="pandoc", targets=keys, locator=locator)


def read_bare(key: str, text: str, start: int, end: int, known: Known) -> Mark | None:
    """Read `@key` and `@key [p. 3]`; None for cross-references."""
    braced = key.startswith("{")
    key = key.strip("{}")
    if is_crossref(key):
        return None
    tentative = not braced and is_tentative(key, known)
    locator = ""
    after = _AFTER.match(text, end)
    if after and not tentative and read_numbers(after[1]) is None:
        locator, end = " ".join(after[1].split()), after.end()
    words = not text[start:end].startswith("-")
    return Mark(start=start, end=end, style="pandoc", targets=(key,), locator=locator, tentative=tentative, words=words)


def read_command(command: str, keys: str, options: str, start: int, end: int) -> Mark | None:
    """Read LaTeX's, natbib's and biblatex's commands; None for those that cite nothing."""
    targets = tuple(dict.fromkeys(each.strip() for each in keys.split(",") if each.strip()))
    if not targets or command in _LATEX_SKIPPED:
        return None
    given = re.findall(r"\[([^\[\]]*)\]", options)
    words = command.startswith(("citet", "textcite", "citeauthor", "Textcite", "Citet"))
    return Mark(start=start, end=end, style="latex", targets=targets, locator=given[-1] if given else "", words=words)


def read_note(inside: str, start: int, end: int, known: Known) -> Mark | None:
    """Read `[[note-id]]`, `[[folder/note#heading|label]]`; None when it is no note, or one that describes no work."""
    target, _, _ = inside.partition("|")
    target, _, heading = target.rstrip("\\").partition("#")
    target = target.strip()
    name = target.rsplit("/", 1)[-1].removesuffix(".md").strip()
    bare = name.lstrip("@")
    is_known = (
        name.casefold() in known.notes
        or bare.casefold() in known.notes
        or (known.has_key(bare) and not bare.isdecimal())
    )
    if not is_known:
        if (
            not bare
            or target[0] in "#/"
            or _NOT_NOTE.fullmatch(target)
            or _NOT_NOTE.fullmatch(bare)
            or _FILE.search(name)
        ):
            return None
        if name.casefold() in known.plain_notes:
            return None
    whole = target.removesuffix(".md")
    chosen = name if name.casefold() in known.notes else bare
    if "/" in whole and whole.casefold() in known.notes:
        chosen = whole
    locator = heading.strip().lstrip("^#") if heading else ""
    words = "|" in inside
    return Mark(start=start, end=end, style="wikilink", targets=(chosen,), locator=locator, words=words)
