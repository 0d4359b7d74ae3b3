"""Read one entry of a reference list: identifiers first, then light heuristics for authors, title and year.

Crossref's own trials found whole-string search better than parsing, so what is read here is for telling and comparing, and
a field that is not plain to see stays empty.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from citecheck.identifiers import find_identifiers
from citecheck.records import Place, Reference

URL = re.compile(r"(?:https?://|www\.)[^\s<>\"“”«»\[\]{}|\\^`]{1,2000}")
YEAR = re.compile(r"(?<![\d/:.–-])((?:1[5-9]|20)\d\d)([a-z]?)(?![\d/–])(?!-\d)")
_LINK = re.compile(
    r"\[([^\[\]]{1,400})\]\((<[^<>\n]{1,1000}>|(?:[^\s()]|\([^\s()]{0,200}\)){1,1500})(?:\s+\"[^\"\n]{0,300}\")?\)"
)
_TRACKING = re.compile(r"(?:utm_\w+|fbclid|gclid|mc_[ce]id|ref_src)$", re.IGNORECASE)
_ACCESS = re.compile(
    r"[,.;(\s]*\b(?:accessed|retrieved|available (?:from|at)|last visited|viewed|zugriff|abgerufen|consulté|consultado)\b.*$",
    re.IGNORECASE | re.DOTALL,
)
_QUOTED = re.compile(r"[“\"„«]([^“”\"„«»]{6,300}?)[,.?!]?[”\"“»]")
_APA = re.compile(
    r"(?P<a>.{2,400}?)\s*\((?P<y>(?:1[5-9]|20)\d\d)[a-z]?(?:,[^()]{0,30})?\)\s*[.:,]?\s*(?P<t>.+?)(?:[.?!]\s+(?=[A-Z*_0-9])|\s+In:|[.?!]?\s*$)"
)
_PLAIN = re.compile(r"(?P<a>(?:[^.:]|(?<=\b[A-ZÀ-Þ])\.|(?<= al)\.){2,400}?)(?:\.|:)\s+(?P<t>[^.?!]{2,300}[.?!]?)")
_YEAR_FIRST = re.compile(r"(?:1[5-9]|20)\d\d[a-z]?[.,:]?\s+(?P<t>[^.?!]{2,300})")
_PIECES = re.compile(r"\s*(?:;|,?\s+(?:and|und|et|y)\s+|,?\s*&\s*)\s*")
_SURNAME_INITIALS = re.compile(r"[^\W\d_][\w’'-]+(?:\s[^\W\d_][\w’'-]+)?\s[A-ZÀ-Þ]{1,3}$")
_INITIALS = re.compile(r"(?:[A-ZÀ-Þ]\.?[\s-]?){1,4}$")
_MARKUP = re.compile(r"\*{1,3}|(?<!\w)_{1,2}|_{1,2}(?!\w)|`")


def read_entry(key: str, raw: str, place: Place, *, url: str = "", title: str = "") -> Reference:
    """Read an entry. `raw` is the whole text, its label included; `title` is one known by other means."""
    label, body = split_label(raw)
    if not label and key.isdecimal():
        body = body.removeprefix(f"{key} ").strip()
    linked = _LINK.search(body)
    plain = _LINK.sub(lambda match: match[1], body)
    identifiers = find_identifiers(_LINK.sub(lambda match: f"{match[1]} {match[2].strip('<>')}", body))
    url = clean_url(url or (linked[2] if linked else "") or next(iter(URL.findall(body)), ""))
    core = " ".join(_MARKUP.sub("", _strip_identifiers(plain)).split())
    authors, found, year = _describe(core, plain)
    if not title and linked and not URL.match(linked[1]) and len(linked[1].split()) > 1 and len(found.split()) < 3:
        found = linked[1]
    return Reference(
        key=key,
        title=title or found,
        authors=authors,
        year=year,
        identifiers=identifiers,
        url=url,
        raw=raw,
        place=place,
    )


LABEL = re.compile(
    r"\s*(?:\[\^?(?P<square>\d{1,4})\]:?(?=\s|\S)|(?P<plain>\d{1,4})[.)](?=\s)|\((?P<round>\d{1,4})\)(?=\s)|(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4})(?=\s?\S)"
    r"|\^(?P<caret>\d{1,4})\^(?=\s?\S)|<sup>(?P<sup>\d{1,4})</sup>|\[?\[@?(?P<name>[^\W\d_][\w:.+-]{1,60})\]\]?:?(?=\s)(?!\s*$)|(?P<bullet>[-*+•–])(?=\s))\s*"
)
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def split_label(raw: str) -> tuple[str, str]:
    """Split an entry into its label, a number, a name or nothing, and the rest."""
    match = LABEL.match(raw)
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


def _describe(core: str, plain: str) -> tuple[tuple[str, ...], str, int | None]:
    core = core[:1500]
    years = list(YEAR.finditer(core))
    bracketed = [each for each in years if core[max(0, each.start() - 1)] == "("]
    year = int((bracketed or years[-1:])[0][1]) if years else None
    if match := _QUOTED.search(core):
        return _split_authors(core[: match.start()]), match[1].strip(" ,."), year
    match = _APA.match(core)
    if match and ":" not in match["a"] and (_resembles_names(match["a"]) or len(match["a"].split()) <= 8):
        return _split_authors(match["a"]), match["t"].strip(" .,*_"), int(match["y"])
    if (match := _PLAIN.match(core)) and _resembles_names(match["a"]):
        title = match["t"].strip(" .")
        if YEAR.fullmatch(title) or (later := _YEAR_FIRST.match(match["t"] + core[match.end() :])):
            later = _YEAR_FIRST.match(core[match.start("t") :])
            title = later["t"].strip(" .") if later else ""
        return _split_authors(match["a"]), title, year
    words = re.split(r"(?<=\w[.?!])\s", core, maxsplit=1)[0].strip(" .,")
    if re.fullmatch(r"[^\W\d_][\w’'-]+(?: et al\.?)?,?\s\(?\d{4}[a-z]?\)?", words):
        return (re.split(r"[\s,]", words)[0],), "", year
    return (), words if len(words.split()) > 1 else "", year


def _resembles_names(text: str) -> bool:
    """Do the words before the first stop look like authors, not like a title?"""
    if re.search(r"\bet al\b|&|,\s*[A-ZÀ-Þ]\.|\s[A-ZÀ-Þ]{1,3}(?:,|$)", text):
        return True
    words = re.findall(r"[^\W\d_][\w’'-]*", text)
    small = [
        each
        for each in words
        if each[0].islower() and each not in ("and", "und", "et", "y", "de", "van", "von", "der", "la")
    ]
    return 0 < len(words) <= 12 and not small and ("," in text or len(words) <= 3)


def _split_authors(text: str) -> tuple[str, ...]:
    text = re.sub(r"\(?\b(?:1[5-9]|20)\d\d[a-z]?\b\)?", "", text)
    text = re.sub(
        r",?\s*(?:et al\.?|u\. ?a\.|and others|\(?eds?\.?\)?|\(?Hrsg\.?\)?)\s*$", "", text.strip(" ,.:")
    ).strip(" ,:")
    names: list[str] = []
    for piece in _PIECES.split(text)[:200]:
        parts = [each.strip(" .") for each in piece.split(",") if each.strip(" .")]
        while parts:
            first = parts.pop(0)
            if (parts and _INITIALS.match(parts[0] + ".") and not _SURNAME_INITIALS.match(first)) or (
                not names and _is_turned(first, parts)
            ):
                names.append(f"{first}, {parts.pop(0)}")
            elif match := re.match(r"(.+?)\s((?:[A-ZÀ-Þ]\.?-?){1,4})$", first):
                names.append(f"{match[1]}, {match[2]}")
            else:
                names.append(first)
    return tuple(each for each in names if any(letter.isalpha() for letter in each))


def _is_turned(first: str, rest: list[str]) -> bool:
    """Is the list's first name turned, as in `Berg, Anna van der` and `Cole, Tim, Noam Adler, Rita Doe`, and the others not?"""
    if not rest or " " in first or not rest[0][:1].isupper() or len(rest[0].split()) > MOST_GIVEN_NAMES:
        return False
    return all(" " in each for each in rest[1:])


MOST_GIVEN_NAMES = 4
"""Words behind a turned family name: two given names and a particle of two words."""


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
