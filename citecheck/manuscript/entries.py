"""Read one entry of a reference list: identifiers first, then light heuristics for authors, title and year.

Crossref's own trials found whole-string search better than parsing, so what is read here is for telling and comparing, and
a field that is not plain to see stays empty.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from citecheck.identifiers import find_identifiers
from citecheck.manuscript.describing import YEAR, describe
from citecheck.records import Place, Reference

URL = re.compile(r"(?:https?://|www\.)[^\s<>\"“”«»\[\]{}|\\^`]{1,2000}")
_LINK = re.compile(
    r"\[([^\[\]]{1,400})\]\((<[^<>\n]{1,1000}>|(?:[^\s()]|\([^\s()]{0,200}\)){1,1500})(?:\s+\"[^\"\n]{0,300}\")?\)"
)
_TRACKING = re.compile(r"(?:utm_\w+|fbclid|gclid|mc_[ce]id|ref_src)$", re.IGNORECASE)
_ACCESS = re.compile(
    r"[,.;(\s]*\b(?:accessed|retrieved|available (?:from|at)|last visited|viewed|zugriff|abgerufen|consulté|consultado)\b.*$",
    re.IGNORECASE | re.DOTALL,
)


def read_entry(key: str, raw: str, place: Place, *, url: str = "", title: str = "") -> Reference:
    """Read an entry. `raw` is the whole text, its label included; `title` is one known by other means."""
    label, body = split_label(raw)
    if row := _ROW.match(raw):
        body = re.sub(r"\s*\|\s*", ". ", raw[row.end() :])
    elif not label and key.isdecimal():
        body = body.removeprefix(f"{key} ").strip()
    linked = _LINK.search(body)
    plain = _LINK.sub(lambda match: match[1], body)
    identifiers = find_identifiers(_LINK.sub(lambda match: f"{match[1]} {match[2].strip('<>')}", body))
    url = clean_url(url or (linked[2] if linked else "") or next(iter(URL.findall(body)), ""))
    identifiers = identifiers or find_identifiers(url)
    described = describe(" ".join(_strip_identifiers(plain).split()))
    found = described.title
    if not title and linked and not URL.match(linked[1]) and len(linked[1].split()) > 1 and len(found.split()) < 3:
        found = linked[1]
    return Reference(
        key=key,
        title=title or found,
        authors=described.authors,
        year=described.year,
        identifiers=identifiers,
        url=url,
        raw=raw,
        place=place,
    )


_ROW = re.compile(r"\s*\[?\d{1,4}\]?\.?\s*\|\s*")
"""The first cell of a table's row, which holds the number."""
LABEL = re.compile(
    r"\s*(?:\*\*|__)?(?:\[\^?(?P<square>\d{1,4})\]:?(?=\s|\S)|(?P<plain>\d{1,4})\\?[.)](?=\s)|\((?P<round>\d{1,4})\)(?=\s)|(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4})(?=\s?\S)"
    r"|\^(?P<caret>\d{1,4})\^(?=\s?\S)|<sup>(?P<sup>\d{1,4})</sup>|\[?\[@?(?P<name>[^\W\d_][\w:.+-]{1,60})\]\]?:?(?=\s)(?!\s*$)|(?P<bullet>[-*+•–])(?=\s))(?:\*\*|__)?\s*"
)
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def split_label(raw: str) -> tuple[str, str]:
    """Split an entry into its label, a number, a name or nothing, and the rest."""
    match = LABEL.match(raw)
    if match and match["bullet"] and (inner := LABEL.match(raw, match.end())) and not inner["bullet"]:
        match = inner
    if not match:
        return "", raw.strip()
    name = next(
        (match[each] for each in ("square", "plain", "round", "raised", "caret", "sup", "name") if match[each]), ""
    )
    name = name.translate(_RAISED)
    return (str(int(name)) if name.isdecimal() else name), raw[match.end() :].strip()


def clean_url(url: str) -> str:
    """Cut stops, commas and unmatched brackets off a URL's end, and tracking out of its query."""
    url = url.strip().strip("<>")
    while url and (url[-1] in ".,;:!?'’*_" or (url[-1] == ")" and url.count(")") > url.count("("))):
        url = url[:-1]
    if "?" not in url:
        return url
    try:
        parts = urlsplit(url)
        kept = [
            (name, value) for name, value in parse_qsl(parts.query, keep_blank_values=True) if not _TRACKING.match(name)
        ]
        if len(kept) == len(parse_qsl(parts.query, keep_blank_values=True)):
            return url
        return urlunsplit(parts._replace(query=urlencode(kept)))
    except ValueError:
        return url


def resembles_reference(text: str) -> bool:
    """Does the text describe a work: an address, an identifier, or names with a year?"""
    if URL.search(text) or find_identifiers(text):
        return len(text.split()) <= 80
    match = YEAR.search(text)
    if not match:
        return False
    before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
    ended = before.endswith((".", ",", "(", ";", ":")) or not before
    closed = not after.strip(" .") or after[0] in ").,:;"
    named = bool(re.match(r"\W*(?:[a-z]{2,3}\s)?[A-ZÀ-ÞА-Я][\w’'-]+(?:,|\s[A-Z]{1,3}\b|\s+(?:et al|and|&|\d))", text))
    return (ended and closed) or (named and closed and len(text.split()) <= 60)


def _strip_identifiers(text: str) -> str:
    text = URL.sub(" ", text)
    text = re.sub(r"(?:\bdoi\s?:?\s*)?\b10\.\d{4,9}/\S+", " ", text, flags=re.IGNORECASE)
    text = re.sub(
        r"\b(?:arxiv\s?:\s?\S+|PMID:?\s*\d+|PMCID:?\s*\S+|ISBN[:\s-]*[\dXx -]{9,17})", " ", text, flags=re.IGNORECASE
    )
    return _ACCESS.sub("", text).strip(" ,;")


def author_key(reference: Reference) -> str:
    """Make a key such as `smith2020` for an entry that has none of its own."""
    if not reference.authors:
        return ""
    family = reference.authors[0].split(",")[0].split()[-1] if reference.authors[0].split(",")[0].split() else ""
    letters = "".join(each for each in family.casefold() if each.isalnum())
    suffix = ""
    if match := YEAR.search(reference.raw):
        suffix = match[2]
    return f"{letters}{reference.year or ''}{suffix}" if letters else ""
