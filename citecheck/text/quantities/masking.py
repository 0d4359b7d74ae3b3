"""The mask: digits that are no quantities become blanks of the same length, so that every offset holds."""

from __future__ import annotations

import re

FILL = "\x1f"
_ONE_FOR_ONE = str.maketrans({"\u2212": "-", "\u2010": "-", "\u2011": "-", "\u00a0": " ", "\uff05": "%", "\u2215": "/"})
_LABELS = (
    r"figures?|figs?\.?|tables?|tab\.|sections?|secs?\.|chapters?|chap\.|equations?|eqs?\.|append(?:ix|ices)|box|panels?"
    r"|abbildung(?:en)?|abb\.|tabellen?|kapitel|abschnitt|gleichung|figuras?|tablas?|tableaux?|tabelas?|capítulos?|capitolo"
    r"|figuur|tabel|hoofdstuk|ref\.|refs\.|references?|footnotes?|notes?"
)
_KINDS = (
    r"types?|grades?|phases?|stages?|versions?|class|step|article|rule|level|tier|no\.|nos\.|nr\.|vol\.|volume|issue"
    r"|pages?|pp?\.|s\.|experiment|study|model|group|hypothesis|question|item|wave|round|day(?=\s\d+\b(?!\s\w+s\b))"
)
MASKED = re.compile(
    rf"""
      https?://\S+ | \bwww\.\S+ | \b10\.\d{{4,9}}/\S+ | \barxiv:\S+ | [\w.+-]{{1,64}}@[\w-]{{1,64}}\.[\w.-]+
    | \[\s*\^?\d+(?:\s*[,;–-]\s*\^?\d+)*\s*\] | \[\^[^\]\s]+\] | \[-?@[^\]]*\] | (?<!\w)@[\w:.-]+
    | \b(?:{_LABELS})\s*[A-Z]?\d+[a-z]?(?:[.–-]\d+)*(?:(?:\s?,\s?|\s?[–-]\s?|\s(?:and|und|et|y|e|to)\s)[A-Z]?\d+[a-z]?\b)*
    | \b(?:{_KINDS})\s*\d+(?:[.–-]\d+)*[a-z]?\b
    | (?<=[^\W\d_]{{3}})\d{{1,3}}(?:[,–-]\d{{1,3}})*(?=[\s.,;:)]|$)
    | (?<=[^\W\d_][.,;])\d{{1,3}}(?:[,–-]\d{{1,3}})*(?=\s|$)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_PREFIXES = (
    r"(?:mid|pre|post|sub|top|under|over|non|early|late|US|AU|CA|USD|EUR|GBP|CHF|JPY|AUD|CAD|INR|CNY|SEK|NOK|DKK)"
)
NAMED = re.compile(
    rf"""(?<![\w.-])(?!{_PREFIXES}-?[\d.])(?:
      [A-ZÄÖÜ][^\W_]{{0,20}}(?:-[^\W\d_]{{1,20}}){{0,4}}-?\d[\w.]{{0,20}}(?:-\w{{1,20}}){{0,4}}
      | [a-zα-ω]{{1,3}}\d\w* | \d+-?[A-Z][a-zA-Z]*\d\w* )
    """,
    re.VERBOSE,
)
"""Names with digits: IL-6, COVID-19, PM2.5, p53, 5-HT2A."""


def mask_text(text: str) -> str:
    """Blank out what holds digits but no quantity, and bring signs to one form; the length stays."""
    text = text.translate(_ONE_FOR_ONE)
    if not any(each.isdigit() for each in text):
        return text
    return NAMED.sub(_blank, MASKED.sub(_blank, text))


def _blank(match: re.Match[str]) -> str:
    return FILL * len(match.group())
