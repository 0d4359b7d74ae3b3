"""Authors, title and year of a reference written as a string, by the order that nearly every style keeps them in.

The names come first and are the plainest to see: *Family, I.* (APA), *Family II* (Vancouver), *I. Family* (IEEE), *Family, Given*
(Chicago, MLA), an organisation, or Chinese and Japanese names. What follows them, quoted, in italics or up to the next stop, is
the title. A field that is not plain to see stays empty: search takes the whole string.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from citecheck.manuscript.markers.names import PARTICLE

YEAR = re.compile(r"(?<![\d/:.–-])((?:1[5-9]|20)\d\d)([a-z]?)(?![\d/–])(?!-\d)")
OLDEST_MODERN = 1900
LONGEST = 1500
"""Characters that are read of an entry; names and title stand at its beginning."""

_UPPER = r"[A-ZÀ-ÖØ-ÞĀ-ŽΑ-ΩА-ЯЁІЇЄ]"
_WORD = rf"{_UPPER}[\w’']{{1,40}}(?:[‐-][\w’']{{1,40}}){{0,3}}"
_FAMILY = rf"(?:{PARTICLE}{{0,3}}{_WORD}(?:\s{_WORD}){{0,2}}(?:,?\s(?:Jr|Sr|III|II)\.?)?)"
_DOTTED = rf"{_UPPER}[a-zа-я]?\.(?:\s?-?{_UPPER}[a-zа-я]?\.){{0,4}}"
_BARE = rf"{_UPPER}{{1,3}}(?:-{_UPPER})?"
_INITIAL = rf"{_UPPER}(?:\.|(?!\w))"
_GIVEN = rf"{_WORD}(?:\s(?:{_WORD}|{_INITIAL})){{0,3}}"
_TRAILING = (
    r"(?:\s(?:van|von|vom|zum|zur|der|den|het|de|du|des|la|di|da|do|dos|del|della|ter|ten|te|zu|al|el|af|av)\b){1,3}"
)
"""Particles behind a given name, `Berg, Anna van der`, as Chicago has them."""
_SIMPLY_REVERSED = rf"{PARTICLE}{{0,3}}{_WORD},\s{_GIVEN}(?:{_TRAILING}(?=[,.;\s]))?"
_TWO_WORDS = rf"{_WORD}\s{_WORD},\s{_WORD}(?:(?:\s{_INITIAL})+|(?!\s{_UPPER}))"
_REVERSED = rf"(?:{_SIMPLY_REVERSED}|{_TWO_WORDS})"
_GROUP = (
    r"(?:the\s)?[A-Z0-9][^,.:;“”\"()]{0,60}?"
    r"(?:Consortium|Collaborations?|Group|Contributors|Subgroup|Team|Network|Investigators|Committee)\b"
)
_CJK = r"[\u3040-\u30ff\u3400-\u9fff]{2,5}"
_SEPARATOR = r"(?:\s*[,;/]\s*(?:…\s*|\.\s?\.\s?\.\s*)?(?:(?:&|and|und|et|y|e|и)\s+)?|\s+(?:&|and|und|et|y|e|и)\s+)"
_MANY = r"(?P<many>,?\s*(?:\bet\s+al\b\.?|u\.\s?a\.|\bund andere\b|\band others\b|и др\.|等))?"
_ROLE = r"(?:,?\s*\(?\b(?:[Ee]ds?|Hrsg|Hg|dirs?|coords?|red|отв\. ред)\b\.?\)?)?"
_ENDED = r"(?=\s*[.,:;(\[*_“\"„«'‘‹–—]|\s*$)"


def _list(*names: str) -> re.Pattern[str]:
    """Make the expression of a list of names: one of the first form, any further of the last."""
    further = names[-1]
    return re.compile(
        rf"\s*(?P<names>{names[0]}(?:{_SEPARATOR}{further}){{0,60}}(?:{_SEPARATOR}{_GROUP})?){_MANY}{_ROLE}(?:{_ENDED}|(?<=\.)(?=\s))"
    )


_FORMS = (
    _list(rf"{_FAMILY},\s?{_DOTTED}", rf"(?:{_FAMILY},\s?{_DOTTED}|{_DOTTED}\s?{_FAMILY})"),
    _list(rf"{_FAMILY},\s?{_BARE}\b(?!\.\w)", rf"(?:{_FAMILY},\s?{_BARE}|{_BARE}\s{_FAMILY})"),
    _list(rf"{_FAMILY}\s{_DOTTED}(?!\s?{_WORD},?\s(?:and|&)\b)"),
    _list(rf"{_FAMILY}\s{_BARE}\b"),
    _list(rf"{_DOTTED}\s?{_FAMILY}"),
    _list(_CJK),
    _list(rf"{_UPPER}{{2,}}[\w-]*\s{_WORD}"),
    _list(_REVERSED, rf"(?:(?:{_INITIAL}\s){{0,2}}{_GIVEN}\s{_FAMILY}|{_DOTTED}\s?{_FAMILY}|{_SIMPLY_REVERSED})"),
    _list(rf"{_WORD}(?:\s(?:{_UPPER}\.|{_WORD})){{0,2}}\s{PARTICLE}{{0,2}}{_WORD}"),
)
"""Lists of names in the forms of the styles, the plainest first."""
_WITH_COMMAS = (0, 1, 7)
"""The forms in which a comma stands within a name."""
_LOOSE = len(_FORMS) - 3
"""From this form on, capitalised words could also be a title's, and what follows must tell."""
_NAME = re.compile(
    rf"(?P<group>{_GROUP})|(?P<family>{_FAMILY})(?:,\s?|\s)(?P<initials>{_DOTTED}|{_BARE}(?![\w’']))|(?P<first>{_DOTTED}|{_BARE}(?=\s))\s?(?P<last>{_FAMILY})|(?P<cjk>{_CJK})"
    rf"|(?P<whole>{_FAMILY},\s{_GIVEN}(?:{_TRAILING}(?=[,.;\s]|$))?|{_GIVEN}(?:\s{PARTICLE}{{0,2}}{_WORD})?)"
)
_ORGANISATION = re.compile(
    r"(?P<name>[^.:()\[\]“\"*]{3,120}?)(?P<role>\s*\((?:Hrsg|Hg|[Ee]ds?)\.?\))?\s*(?P<end>\.|:|(?=\s*\(?(?:1[5-9]|20)\d\d[a-z]?\)))\s*"
)
_CORPORATE = re.compile(
    r"organi[sz]a|ministr|bundes|institut|group\b|team\b|committee|agency|agence|agencia|association|society|bureau|office|council|consorti"
    r"|collaboration|commission|department|universit|centre|center|foundation|federation|union\b|bank\b|authority|network\b|initiative"
    r"|college|academy|akademie|verband|gesellschaft|organización|comité|администра|организац|министерств|институт",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"[\s.,:;]*(?:[(\[]?(?:1[5-9]|20)\d\d[a-z]?(?:[,\s][^()]{0,30})?[)\]]|(?:1[5-9]|20)\d\d[a-z]?(?=[.,:;]\s)"
    r"|[(\[](?:n\.\s?d\.|s\.\s?f\.|o\.\s?J\.|in press|forthcoming)[^()]{0,20}[)\]])"
)
_ALONE = re.compile(r"\s*([^\W\d_][\w’'-]+)(?: et al\.?)?,?\s\(?((?:1[5-9]|20)\d\d)[a-z]?\)?[.\s]*$")
"""A name and a year, and no more."""
_QUOTED = re.compile(
    r"[\s.,:;]*(?:[“\"„«]\s?([^“”\"„«»]{3,300}?)[,.?!]?\s?[”\"“»]|[‘']([^‘’\n]{6,300}?)[,.]?[’'](?!\w))"
)
_QUOTED_LATER = re.compile(r"(?<=[.,:)]\s)[“\"„«]\s?((?:[^\s“”\"„«»]+\s){3}[^“”\"„«»]{0,300}?)[,.?!]?\s?[”\"“»]")
"""A title in quotation marks that does not come at once; a term within a title is shorter, or follows a word."""
_EMPHASISED = re.compile(r"[\s.,:;]*(?:\*{1,2}|(?<!\w)_{1,2})(?=\S)([^*_]{2,300}?)(?:\*{1,2}|_{1,2}(?!\w))")
_TITLE_ENDS = re.compile(
    rf"\s*\[[A-Z]{{1,2}}(?:/OL)?\]|\s//\s|\.?\s+In:?\s+(?={_UPPER}|\*)|[.。]?\s+(?=\*)|[.。](?=\s+(?:{_UPPER}|[*_\d“\"(\[]|[a-z]{{2,10}}\s?:|arXiv|bioRxiv|medRxiv|doi\b)|\s*$)|[。]|[?!](?=\s+{_UPPER}[\w\s.]{{1,40}}[.;,]\s?\d)"
)
_COMMA_ENDS = re.compile(r",\s+(?=\d|vol\b|no\b|pp?\b|ed\b|eds\b|rev\b|ser\b)|\.\s")
_EDITION = re.compile(
    r"\s*\((?:\d+(?:st|nd|rd|th|\.|ª|e)?|rev(?:ised)?|2nd)?\.?\s*(?:ed|edn|edition|Aufl|éd|eds|vols?)\b[^()]*\)\s*$",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"\*{1,3}|(?<!\w)_{1,2}|_{1,2}(?!\w)|`")
_DETAILS = re.compile(r"\s*\[(?:[A-Z]{1,2}(?:/OL)?|online|internet)\]\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """What a string says of a work."""

    authors: tuple[str, ...] = ()
    title: str = ""
    year: int | None = None


def describe(text: str) -> Described:
    """Read authors, title and year. `text` has its Markdown emphasis; identifiers, addresses and label are gone."""
    text = text[:LONGEST]
    authors, end = _read_authors(text)
    rest = text[end:]
    date = _DATE.match(rest)
    rest = rest[date.end() :] if date else rest
    if alone := _ALONE.match(text):
        return Described(authors=(alone[1],), year=int(alone[2]))
    if not authors and (quoted := _QUOTED.search(text)):
        return Described(title=_clean(quoted[1] or quoted[2]), year=_year_of(text))
    listed = text[end : end + 1] == ","
    title = _read_title(rest, listed=listed, dated=bool(date)) if authors or date else _first_words(text)
    if authors and (quoted := _QUOTED_LATER.search(text, end)):  # a name among them was not understood
        title = _clean(quoted[1])
    dated = YEAR.search(date[0]) if date else None
    return Described(authors=authors, title=title, year=int(dated[1]) if dated else _year_of(text))


def _read_authors(text: str) -> tuple[tuple[str, ...], int]:
    """Give the names that the text begins with, and where they end."""
    for at, form in enumerate(_FORMS):
        match = form.match(text)
        if match and (at < _LOOSE or _is_followed_well(text, match)):
            return tuple(_split(match["names"], commas=at in _WITH_COMMAS)), match.end()
    match = _ORGANISATION.match(text)
    if (
        match
        and (match["role"] or not match["end"] or _CORPORATE.search(match["name"]))
        and match["name"][:1].isupper()
    ):
        return (_clean(match["name"]),), match.end()
    return (), 0


def _is_followed_well(text: str, match: re.Match[str]) -> bool:
    """Do capitalised words stand before a title or a year, so that they are names: *John Smith, “…”*?"""
    rest = text[match.end() :]
    if re.match(r"[.,:]?\s*(?:[“\"„«*_‘]|[(\[]?(?:1[5-9]|20)\d\d)", rest):
        return True
    several = "," in match["names"] or bool(match["many"]) or re.search(r"\s(?:and|&|und|et|y|/)\s|/", match["names"])
    return bool(several) and rest[:1] in ".:," and not _CORPORATE.search(match["names"])


def _split(names: str, *, commas: bool) -> Iterator[str]:
    """Split a list of names; in some forms a comma parts the family name from the given one, too."""
    pieces = [names] if commas else re.split(_SEPARATOR, names)
    for piece in pieces:
        for match in _NAME.finditer(piece):
            family, comma, given = (match["whole"] or "").partition(", ")
            if comma and match.start() and _resembles_two(family, given):
                yield from (family, given)
            else:
                yield _name(match)


def _resembles_two(family: str, given: str) -> bool:
    """Are both sides of a comma whole names, as in *Cole, Ann, Noam Adler, Niki Doe*, where only the first name is turned?"""
    return all(len(re.findall(rf"(?<![\w.]){_UPPER}", each)) > 1 for each in (family, given))


def _name(match: re.Match[str]) -> str:
    if match["family"]:
        initials = match["initials"].strip().rstrip(".")
        return f"{match['family']}, {initials}"
    if match["last"]:
        return f"{match['first'].strip()} {match['last']}"
    return match[0].strip(" .,")


def _read_title(rest: str, *, listed: bool, dated: bool) -> str:
    """Read what follows names and year. `listed`: a comma parts names and title, as in IEEE's books; `dated`: a year did."""
    if quoted := _QUOTED.match(rest):
        return _clean(quoted[1] or quoted[2])
    if emphasised := _EMPHASISED.match(rest):
        behind = rest[emphasised.end() :]
        return "" if not dated and re.match(r",?\s*(?:\*\*)?\(?\d", behind) else _clean(emphasised[1])
    rest = rest.lstrip(" .,:;*_")
    ends = (_COMMA_ENDS if listed else _TITLE_ENDS).search(rest)
    closing = rest[ends.start()] if ends and rest[ends.start()] in "?!" else ""
    return _clean((rest[: ends.start()] if ends else rest) + closing)


def _first_words(text: str) -> str:
    words = re.split(r"(?<=\w[.?!])\s", _MARKUP.sub("", text), maxsplit=1)[0].strip(" .,")
    if len(words.split()) > 1 or (re.fullmatch(_WORD, words) and words != text.strip(" .")):
        return words
    return ""


def _clean(title: str) -> str:
    plain = " ".join(_MARKUP.sub("", title).split())
    return _EDITION.sub("", _DETAILS.sub("", plain)).strip(" .,;:")


def _year_of(text: str) -> int | None:
    years = list(YEAR.finditer(text))
    bracketed = [each for each in years if text[max(0, each.start() - 1)] == "("]
    modern = [each for each in years if int(each[1]) >= OLDEST_MODERN]  # before it, page numbers are as likely
    return int((bracketed or modern[-1:] or years[-1:])[0][1]) if years else None
