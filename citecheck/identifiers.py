"""Identifiers: find, fold and compare DOI, PMID, PMCID, arXiv id and ISBN in text, URLs and bibliography fields.

A DOI legally holds nearly any character (DOI Handbook, 2.2), so its end in running text is a judgment: brackets that balance
belong to it, the sentence's own punctuation does not. Only ASCII letters are equal in either case.
"""

from __future__ import annotations

import html
import re
import string
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from urllib.parse import unquote


class Kind(StrEnum):
    """The kinds of identifier citecheck reads."""

    DOI = "doi"
    PMID = "pmid"
    PMCID = "pmcid"
    ARXIV = "arxiv"
    ISBN = "isbn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Identifier:
    """One identifier as found in a text."""

    kind: Kind
    value: str
    """Folded: what is compared and asked for."""
    raw: str = ""
    start: int | None = None
    end: int | None = None
    problem: str = ""
    """Why it cannot lead anywhere: `test prefix`, `prefix only`, `unfilled template` …; empty when it can."""
    parent: str = ""
    """For a component, supplement, review or version DOI: the article behind it."""
    alternatives: tuple[str, ...] = ()
    """Other readings, for one broken over a line."""


_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)
_ESCAPE = r"\\(?:[_%&#{}<>()\[\]~-]|text(?:less|greater|underscore)\b(?:\{\})?)"
_SUFFIX = rf"(?:{_ESCAPE}|[^\s\"“”«»|\\^`。，、；：（）【】「」『』《》〈〉])+"
_DOI = re.compile(rf"(?<![\w.])10\.\d{{4,9}}(?:\.\d+)*(?:/|%2[fF]){_SUFFIX}|(?<=[\w.])10\.\d{{4,9}}/{_SUFFIX}")
_SHORT = re.compile(r"(?:doi\.org/|doi:\s?)(10/[a-z0-9]+)\b", re.IGNORECASE)
_PMCID = re.compile(r"\bPMC\s?(\d{4,9})\b|(?<=PMCID)[:\s]+(?:PMC)?(\d{4,9})\b", re.IGNORECASE)
_PMID = re.compile(
    r"(?:PMID[:\s]{0,3}|pubmed/(?:\?term=)?|pubmed\.ncbi\.nlm\.nih\.gov/(?:\?term=)?|europepmc\.org/(?:article|abstract)/MED/)(\d{1,9})\b",
    re.IGNORECASE,
)
_ARXIV_NEW = r"\d{4}\.\d{4,5}"
_ARXIV_OLD = (
    r"(?:astro-ph|cond-mat|gr-qc|hep-(?:ex|lat|ph|th)|math-ph|nucl-(?:ex|th)|quant-ph|physics|math|nlin|cs|q-bio|stat|"
    r"q-fin|alg-geom|dg-ga|solv-int|chao-dyn|patt-sol|adap-org|comp-gas|cmp-lg|q-alg|funct-an|acc-phys|supr-con|"
    r"mtrl-th|chem-ph|plasm-ph|ao-sci|atom-ph|bayes-an)(?:\.[A-Z]{2})?/\d{7}"
)
_ARXIV_MIRRORS = r"(?:ar5iv|alphaxiv)\.org/(?:abs|html|pdf|overview)/|huggingface\.co/papers/"
_ARXIV = re.compile(
    rf"(?:arxiv\s?:\s?|arxiv\s|arxiv\.org/(?:abs|pdf|html|e-print)/|{_ARXIV_MIRRORS})({_ARXIV_NEW}|{_ARXIV_OLD})(v\d+)?|\b({_ARXIV_OLD})(v\d+)?\b",
    re.IGNORECASE,
)
_ISBN = re.compile(r"\bISBN(?:-1[03])?[:\s]{0,2}((?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx])(?![\d-])", re.IGNORECASE)
_RESOLVER = re.compile(
    r"^\s*(?:(?:https?://)?(?:dx\.)?(?:www\.)?doi\.org/|info:doi/|doi\s*:\s*|doi\s+|urn:doi:)+", re.IGNORECASE
)
_GLUED = re.compile(r"(?:PMID|PMCID|DOI|PubMed)\b.*$|(?:(?<=\d)(?:PMID|PMCID|DOI)\b.*$)")
_VIEWER = re.compile(
    r"/(?:full(?:text)?|abstract|abs|pdf|epdf|epub|pdfdirect|meta|summary|references|citations|download)"
    r"(?:/(?:pdf|html))?/?$|\.pdf$|\.full(?:\.pdf)?$|\.abstract$",
    re.IGNORECASE,
)
_VERSION = re.compile(r"^(10\.1101/(?:\d{4}\.\d\d\.\d\d\.)?\d{6,8}|10\.48550/arxiv\.\d{4}\.\d{4,5})v\d+\b.*", re.I)
"""Versions that bioRxiv, medRxiv and arXiv name in addresses, and register no DOI for."""
_QUERY = re.compile(
    r"[?&](?:utm_|ref=|journalCode|src=|casa_token|needAccess|download|via|fbclid|rows=|cookieSet)[^\s]*|&[a-z_]+=[^\s]*"
)
_FRAGMENT = re.compile(r"#(?::~:text=|[a-zA-Z][\w-]*$).*")
_TAG = re.compile(
    r"</?(?:a|b|i|em|strong|sub|sup|span|p|br|div|u|font|td|tr|li|cite|doi|ext-link|pub-id)\b[^>]*>?.*$", re.I
)
_ENTITY = re.compile(r"&(?:#\w{1,8}|[a-zA-Z]\w{1,30});")
_ENTITY_OR_SIGN = re.compile(_ENTITY.pattern + r"|[\s\S]")
_AGAIN = re.compile(r"%(?:25)+(?=[0-9a-fA-F]{2})")
"""A percent sign encoded over and over."""
_REPEATED = re.compile(r"(?<=[\w)])(?=10\.\d{4,9}/)|(?:https?:/|doi:)")
_RATIO = re.compile(r"10\.\d{4,9}/\d{1,2}")
_MARKED = re.compile(r"(?:doi|org/|http\S*)\W*$", re.IGNORECASE)
_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
"""Characters that a page lays out by and that no DOI holds."""
_INLINE = re.compile(r"</?(?:i|b|em|strong|sub|sup|span)\b[^<>]{0,100}>", re.IGNORECASE)
_SPACED = re.compile(r"([.,_/-]?)\s+([\w./()-]*\d[\w./()-]*)$")
_LISTED = re.compile(r"[,;](?:doi:)?(?=10\.\d{4,9}/)")
_PAIRS = {")": "(", "]": "[", ">": "<", "}": "{"}
_TRAILING = ".,;:'’‘!?*_…—\\"
_LATEX = (
    (re.compile(r"\{?\\textless\s?\}?(?:\{\})?"), "<"),
    (re.compile(r"\{?\\textgreater\s?\}?(?:\{\})?"), ">"),
    (re.compile(r"\\textunderscore\s?(?:\{\})?"), "_"),
    (re.compile(r"\$([<>])\$"), r"\1"),
    (re.compile(r"\{\\?([_%&#])\}"), r"\1"),
    (re.compile(r"\\([_%&#{}<>\[\]()~-])"), r"\1"),
)
_COMPONENT = (
    re.compile(r"^(10\.1371/journal\.\w+\.\d+)\.(?:[gst]\d{3})$"),
    re.compile(r"^(10\.7554/elife\.\d+)\.(?:\d{3}|sa\d+)$"),
    re.compile(r"^(10\.7717/peerj(?:-cs)?\.\d+)/(?:supp-\d+|fig-\d+|table-\d+)$"),
    re.compile(r"^(10\.7287/peerj\.\d+v[\d.]+)/reviews/\d+$"),
    re.compile(r"^(10\.5194/[\w-]+)-supplement$"),
    re.compile(r"^(10\.12688/[a-z0-9]+\.\d+)\.\d+$"),
    re.compile(r"^(10\.26434/chemrxiv[\w.-]*?)[.-]v\d+$"),
    re.compile(r"^(10\.20944/preprints\d+\.\d+)\.v\d+$"),
)
_WITH_PARENTS = ("10.1371/", "10.7554/", "10.7717/", "10.7287/", "10.5194/", "10.12688/", "10.26434/", "10.20944/")
_PLAIN = re.compile(r"10\.\d{4,9}/(?:\d+/)?[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?")
_NOT_PLAIN = re.compile(
    r"PMC?ID|DOI|PubMed|\.(?:pdf|full|abstract)$|/(?:full|abs|pdf|epub|meta)|^10\.(?:1101|48550)/.*v\d", re.IGNORECASE
)
_FOLLOWED = re.compile(r",\s*\d[\d,;\s–-]*$")
"""Volume, issue and pages written into the DOI."""
_TEST_PREFIX = "10.5555/"
_TEMPLATE = re.compile(r"%[a-z]$|n{5,}|x{5,}|\{\w*\}|y{5,}", re.IGNORECASE)


def find_identifiers(text: str) -> tuple[Identifier, ...]:
    """Find every identifier of a text, in order, each once per place; the same value twice is given twice."""
    kept: list[Identifier] = []
    reached = 0
    for each in sorted(_find_all(text), key=lambda each: (each.start or 0, -(each.end or 0))):
        if (each.start or 0) >= reached:
            kept.append(each)
            reached = each.end or 0
    return tuple(kept)


def parse_identifier(text: str, kind: Kind | None = None) -> Identifier | None:
    """Read the identifier that one field holds, bare or as URL; None when it holds none."""
    text = text.strip()
    if not text:
        return None
    if kind in (None, Kind.DOI):
        if _PLAIN.fullmatch(text) and not _NOT_PLAIN.search(text):  # most are, and there are hundreds of thousands
            return _plain_doi(text)
        undone = undo_latex(_INLINE.sub("", _decode(text)))
        bare = _RESOLVER.sub("", undone)
        if re.match(r"10\.\d{4,9}(?:\.\d+)*/\S", bare) or re.fullmatch(r"10/[a-z0-9]+", bare, re.IGNORECASE):
            found = next(iter(_dois(bare, whole=not re.search(r"\s", bare))), None)
            return found and _as_field(found, bare[found.end or 0 :])
    for each in find_identifiers(text):
        if kind is None or each.kind is kind:
            return each
    digits = re.sub(r"\D", "", text)
    if kind is Kind.PMID and digits == text and int(digits or 0) > 0:
        return Identifier(kind=Kind.PMID, value=digits, raw=text)
    if kind is Kind.PMCID and digits:
        return Identifier(kind=Kind.PMCID, value=f"PMC{digits}", raw=text)
    if kind is Kind.ISBN and (value := _isbn(text)):
        return Identifier(kind=Kind.ISBN, value=value, raw=text)
    if kind is Kind.ARXIV and (match := re.match(rf"({_ARXIV_NEW}|{_ARXIV_OLD})(v\d+)?$", text, re.IGNORECASE)):
        return Identifier(kind=Kind.ARXIV, value=_arxiv(match.group(1)), raw=text)
    return None


def _as_field(found: Identifier, rest: str) -> Identifier:
    """Give the readings of a DOI that a field of its own holds: a stop behind it is a slip, or its own."""
    if _FOLLOWED.match(rest):
        return replace(found, problem="spaces and commas")
    value = found.value
    spaced = _SPACED.match(rest)
    if spaced and not spaced.group(2).startswith("10."):
        joined = fold_doi(f"{value}{spaced.group(1)}{spaced.group(2)}")
        broken = spaced.group(1) or value[-1] in "-/_"  # no DOI ends so: what follows the space belongs to it
        readings = (joined, value) if broken else (value, joined)
        return replace(found, value=readings[0], alternatives=(*found.alternatives, readings[1]))
    if value[-1:] in ".,;":
        plain = value.rstrip(".,;")
        return replace(found, value=plain, alternatives=(value, *found.alternatives), problem=_problem(plain))
    return found


def fold_doi(text: str) -> str:
    """Fold a DOI for comparing and asking: resolver off, percent-encoding and entities decoded, ASCII lower case.

    Folding twice gives what folding once gives.
    """
    folded, before = text.strip(), None
    while folded != before:  # what is decoded may show an escape or a resolver again; each round leaves less
        before = folded
        folded = _AGAIN.sub("%", folded) if "%25" in folded else folded
        folded = _RESOLVER.sub("", _decode(folded).translate(_UNSEEN)).strip()
    return folded.translate(_LOWER)


def same_identifier(first: str, second: str) -> bool:
    """Are two identifiers one, but for the case of ASCII letters?"""
    return first.translate(_LOWER) == second.translate(_LOWER)


def undo_latex(text: str) -> str:
    """Undo the escapes that LaTeX needs inside an identifier or URL."""
    if "\\" not in text and "{" not in text and "$" not in text:
        return text
    for pattern, plain in _LATEX:
        text = pattern.sub(plain, text)
    return text


def _find_all(text: str) -> Iterator[Identifier]:
    yield from _dois(text)
    for match in _SHORT.finditer(text):
        yield _at(match, 1, Kind.DOI, match.group(1).lower())
    for match in _PMCID.finditer(text):
        yield _at(match, 0, Kind.PMCID, f"PMC{match.group(1) or match.group(2)}")
    for match in _PMID.finditer(text):
        yield _at(match, 1, Kind.PMID, match.group(1).lstrip("0") or "0")
    for match in _ARXIV.finditer(text):
        yield _at(match, 0, Kind.ARXIV, _arxiv(match.group(1) or match.group(3)))
    for match in _ISBN.finditer(text):
        if value := _isbn(match.group(1)):
            yield _at(match, 1, Kind.ISBN, value)


def _at(match: re.Match[str], group: int, kind: Kind, value: str) -> Identifier:
    return Identifier(kind=kind, value=value, raw=match.group(group), start=match.start(group), end=match.end(group))


def _dois(text: str, *, whole: bool = False) -> Iterator[Identifier]:
    position = 0
    while match := _DOI.search(text, position):
        raw = _written(match.group(), _cut(match.group(), whole=whole))
        start = match.start()
        position = max(start + len(raw), start + 8)
        if not whole and (re.fullmatch(r"10\.[\d.]+/?", raw) or _is_ratio(text, start, raw)):
            continue
        alternatives: tuple[str, ...] = ()
        if (not whole and raw and raw[-1] in "-./_") or (match.end() < len(text) and raw == match.group().rstrip(".")):
            alternatives = _over_line(text, start, raw, match)
        value = fold_doi(undo_latex(raw))
        if "–" in value:  # a hyphen that a typesetter made longer, or its own
            alternatives = (*alternatives, value.replace("–", "-"), value)
        found = Identifier(
            kind=Kind.DOI,
            value=alternatives[0] if alternatives else value,
            raw=raw,
            start=start,
            end=start + len(raw),
            alternatives=alternatives[1:],
        )
        yield replace(found, problem=_problem(found.value), parent=_parent(found.value))


def _is_ratio(text: str, start: int, raw: str) -> bool:
    """Are these two numbers and a stroke, as in `10.2020/21`, with nothing before them that says DOI?"""
    return _RATIO.fullmatch(raw) is not None and not _MARKED.search(text[max(0, start - 12) : start])


def _cut(raw: str, *, whole: bool) -> str:
    listed = _LISTED.search(raw)
    if listed:
        raw = raw[: listed.start()]
    repeated = _REPEATED.search(raw, 8)
    if repeated:
        raw = raw[: repeated.start()]
    for pattern in (_TAG, _GLUED, _QUERY, _FRAGMENT):
        raw = pattern.sub("", raw)
    raw = _unescape(raw)
    while True:
        before = raw
        raw = _balance(raw, whole=whole)
        if not whole:
            raw = raw.rstrip(_TRAILING)
        raw = _VERSION.sub(r"\1", _VIEWER.sub("", raw))
        if raw == before:
            return raw


def _balance(raw: str, *, whole: bool) -> str:
    """Cut at the first closing bracket that nothing opened: it is the sentence's. A field's `>` is its own."""
    stack: list[str] = []
    for place, each in enumerate(raw):
        if each in "([{<":
            stack.append(each)
        elif each in _PAIRS:
            if stack and stack[-1] == _PAIRS[each]:
                stack.pop()
            elif _PAIRS[each] in stack:
                while stack.pop() != _PAIRS[each]:
                    pass
            elif each != ">" or not whole:
                return raw[:place]
    return raw


def _over_line(text: str, start: int, raw: str, match: re.Match[str]) -> tuple[str, ...]:
    if raw[-1:] not in "-./_" and not match.group().endswith("."):
        return ()
    joined = match.group() if match.group().endswith((".", "-", "/", "_")) else raw
    rest = re.match(r"[ \t]*\r?\n[ \t]*([a-z0-9][^\s]*)", text[start + len(match.group()) :], re.IGNORECASE)
    if rest is None or not re.search(r"\d", rest.group(1)):
        return ()
    kept = fold_doi(_cut(joined + rest.group(1), whole=False))
    if not joined.endswith("-"):
        return (kept,)
    without = fold_doi(_cut(joined[:-1] + rest.group(1), whole=False))
    divides_word = joined[-2:-1].isalpha() and rest.group(1)[:1].islower()
    return (without, kept) if divides_word else (kept, without)


def _unescape(text: str) -> str:
    return _ENTITY.sub(lambda match: html.unescape(match.group()), text) if "&" in text else text


def _written(text: str, cut: str) -> str:
    """Give the beginning of a text that stands for `cut` once its entities are decoded."""
    if "&" not in text or text.startswith(cut):
        return cut
    end = length = 0
    for match in _ENTITY_OR_SIGN.finditer(text):
        if length >= len(cut):
            break
        end, length = match.end(), length + len(html.unescape(match.group()))
    return text[:end]


def _decode(text: str) -> str:
    text = _unescape(text)
    return unquote(text) if re.search(r"%[0-9a-fA-F]{2}", text) else text


def _plain_doi(text: str) -> Identifier:
    value = text.translate(_LOWER)
    return Identifier(
        kind=Kind.DOI, value=value, raw=text, start=0, end=len(text), problem=_problem(value), parent=_parent(value)
    )


def _problem(value: str) -> str:
    if value.startswith(_TEST_PREFIX):
        return "test prefix"
    suffix = value.partition("/")[2]
    if not suffix:
        return "prefix only"
    return "unfilled template" if _TEMPLATE.search(suffix) else ""


def _parent(value: str) -> str:
    if not value.startswith(_WITH_PARENTS):
        return ""
    for pattern in _COMPONENT:
        if match := pattern.match(value):
            return match.group(1)
    return ""


def _arxiv(text: str) -> str:
    """Fold an arXiv id; the old form's subject class (math.GT/…) is no part of it."""
    return re.sub(r"\.[a-z]{2}(?=/)", "", text.lower())


def _isbn(text: str) -> str:
    digits = re.sub(r"[^\dXx]", "", text).upper()
    if len(digits) == 10:
        total = sum((10 - i) * (10 if d == "X" else int(d)) for i, d in enumerate(digits))
        if total % 11:
            return ""
        core = "978" + digits[:9]
        return core + str((10 - sum((1, 3)[i % 2] * int(d) for i, d in enumerate(core)) % 10) % 10)
    if len(digits) != 13 or "X" in digits:
        return ""
    return digits if sum((1, 3)[i % 2] * int(d) for i, d in enumerate(digits)) % 10 == 0 else ""


def find_mistyped_isbn(text: str) -> str:
    """Give the digits of a field that is an ISBN but for its check digit; empty when it is one, or is none at all."""
    digits = re.sub(r"[\s‐‑–-]", "", text).upper()
    return digits if re.fullmatch(r"\d{9}[\dX]|97[89]\d{10}", digits) and not _isbn(digits) else ""


def explain_no_doi(text: str) -> tuple[str, str]:
    """Say why a text that should hold a DOI holds none, and what to do; for a text in which none was found."""
    bare = _RESOLVER.sub("", text.strip())
    if not bare:
        return "no DOI is given", "Add the DOI, or remove the line."
    if re.fullmatch(r"10\.\d{4,9}(?:\.\d+)*/?", bare):
        return "this is the prefix of a DOI only", "Add what follows the prefix and a slash."
    if re.match(r"0\.\d{4,9}/\S", bare):
        return "the DOI lacks its leading 1", f"Perhaps 1{bare} is meant."
    if re.match(r"\d{4,9}/\S", bare):
        return "the DOI lacks its leading 10.", f"Perhaps 10.{bare} is meant."
    if re.match(r"[a-z]\.[a-z]+\.\d{4}\.\d{2}\.\d+$", bare):
        return "the DOI lacks its prefix", f"Perhaps 10.1016/{bare} is meant."
    return "no DOI or other identifier is in it", "Write the DOI as 10.PREFIX/SUFFIX."
