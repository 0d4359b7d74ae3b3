"""Titles made comparable: markup, accents, Greek letters, punctuation and spacing come to one form.

Registries lose and add blanks around markup, publishers write letters as names and names as letters, and bibliographies
keep LaTeX. Script and language are told too, since titles in different ones cannot be compared at all.
"""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache

TAG_NAMES = (
    r"(?:\w{1,8}:)?(?:i|b|em|strong|sub|sup|span|scp|sc|u|tt|small|big|br|p|div|a|font|italic|bold|title|inline-formula"
    r"|alternatives|math|mi|mn|mo|mrow|msub|msup|msubsup|mtext|mspace|mfrac|msqrt|mover|munder|mstyle|semantics|mfenced"
    r"|mmultiscripts|mprescripts|none|xref|styled-content|ext-link|underline)"
)
TAG = re.compile(rf"</?{TAG_NAMES}(?:\s+[\w:-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*\s*/?>", re.IGNORECASE)
"""A tag has a known name and quoted attributes: `a<b then c>d` is none."""
TWICE_TOLD = re.compile(
    r"<(?P<name>(?:\w{1,8}:)?(?:annotation|tex-math))\b[^>]*>.*?</(?P=name)>", re.IGNORECASE | re.DOTALL
)
"""What MathML repeats as TeX."""
COMMAND = re.compile(r"\\([a-zA-Z]+)\s*|\\.")
GREEK_NAMES = frozenset(
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi "
    "omega".split()
)
SPECIAL = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})
SCRIPTS = (
    "LATIN",
    "CYRILLIC",
    "GREEK",
    "CJK",
    "HIRAGANA",
    "KATAKANA",
    "HANGUL",
    "ARABIC",
    "HEBREW",
    "THAI",
    "DEVANAGARI",
)
EAST_ASIAN = {"HIRAGANA": "CJK", "KATAKANA": "CJK"}
FUNCTION_WORDS = {
    "en": "the of and in for with on to from by an is are at as between during under using",
    "de": "der die das und von zur zum bei mit den dem des eine einer eines auf für im über aus nach",
    "fr": "le les des du et dans pour sur une aux avec chez par au entre à",
    "es": "el los las del y en para con una por sobre al entre",
    "pt": "o os as do da dos das e em para com uma por no na nos nas sobre entre",
    "it": "il lo gli della delle dei del e nel nella per con una di sulla tra",
    "nl": "het een van en voor met op bij door naar de uit tussen",
}
"""Commonest function words, from the languages' own grammars; two hits tell a language."""
_WORDS = {lang: frozenset(words.split()) for lang, words in FUNCTION_WORDS.items()}


def strip_markup(text: str) -> str:
    """Take tags, entities and LaTeX out of a title or name, keeping its words."""
    if "<" in text:
        text = TAG.sub("", TWICE_TOLD.sub("", text))
    for _ in range(2):  # registries escape twice
        if "&" in text:
            text = html.unescape(text)
    if "<" in text:
        text = TAG.sub("", text)
    if "\\" in text or "{" in text or "$" in text:
        text = COMMAND.sub(lambda match: match[1] if (match[1] or "").casefold() in GREEK_NAMES else "", text)
        text = re.sub(r"[{}$]", "", text)
    return " ".join(text.split())


@lru_cache(maxsize=4096)
def fold_title(text: str) -> str:
    """Fold a title to its bare letters and digits, without blanks."""
    return "".join(fold_words(text))


def fold_words(text: str) -> list[str]:
    """Fold a text to its words: no case, no accents, Greek letters by name."""
    folded = strip_markup(text).casefold()
    if folded.isascii():  # nothing to take apart, and a table of titles is folded in a quarter of the time
        return re.findall(r"\w+", folded)
    decomposed = unicodedata.normalize("NFKD", folded).translate(SPECIAL)
    return re.findall(r"\w+", "".join(_spell(each) for each in decomposed if not unicodedata.combining(each)))


def script_of(text: str) -> str:
    """Name the script most of a text's letters are in: `latin`, `cjk`, `cyrillic` …; empty when it has no letter."""
    counts: dict[str, int] = {}
    for each in text[:400]:
        if each.isalpha():
            name = unicodedata.name(each, "").split(" ")[0]
            name = EAST_ASIAN.get(name, name)
            if name in SCRIPTS:
                counts[name] = counts.get(name, 0) + 1
    return max(counts, key=lambda name: counts[name]).casefold() if counts else ""


def language_of(text: str) -> str:
    """Guess the language of a title by its function words; empty when they do not tell."""
    words = strip_markup(text).casefold().split()
    hits = {lang: sum(each.strip(",:;") in known for each in words) for lang, known in _WORDS.items()}
    best = sorted(hits, key=lambda lang: -hits[lang])[:2]
    return best[0] if hits[best[0]] >= 2 and hits[best[0]] > hits[best[1]] else ""


def _spell(letter: str) -> str:
    if "\u0370" <= letter <= "\u03ff" and letter.isalpha():
        name = unicodedata.name(letter, "").replace("FINAL ", "").split(" ")
        return (name[3] if len(name) > 3 and name[2] == "LETTER" else letter).casefold().replace("lamda", "lambda")
    return letter
