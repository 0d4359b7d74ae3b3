"""Letters: which characters folding and the tests of boundaries treat alike, as members of regular expressions.

The sets are those of Unicode's categories where one fits, written out because `re` knows no categories.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

BLANKS = " \t\n\r\v\f\x1c-\x1f\x85\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
GROUPING = "\u00a0\u2007\u2008\u2009\u202f"
"""Spaces that group the digits of one number. An ordinary space does not."""
MASKED = "\x00"
"""Stands for a mark that is no text, such as Markdown's emphasis, so that all offsets stay."""
FILLER = "\x01"
"""Follows a character that was written as several, such as `&amp;`; it belongs to that character."""
NOTHING = f"{MASKED}{FILLER}\u00ad\u034f\u0640\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff"
"""Zero-width characters, soft hyphens, kashida."""
DASHES = "\\-\u2010-\u2015\u2043\u2212\u02d7\u2e3a\u2e3b\ufe58\ufe63\uff0d"
LONG_DASHES = "\u2014\u2015\u2e3a\u2e3b"
HYPHENS = "-\u2010\u2011"
SINGLE_QUOTES = "'`\u00b4\u2018-\u201b\u2032\u2035\u2039\u203a\u02b9\u02bb\u02bc\uff07"
DOUBLE_QUOTES = (
    '"\u00ab\u00bb\u201c-\u201f\u2033\u2034\u2036\u300c-\u300f\u301d-\u301f\ufe41-\ufe44\uff02\uff62\uff63\u2e42'
)
QUOTES = SINGLE_QUOTES + DOUBLE_QUOTES
OPENING = frozenset("«‹“‘„‚「『〝﹁﹃｢")
CLOSING = frozenset("»›”’」』〞〟﹂﹄｣")
SUPERSCRIPTS = "\u00b9\u00b2\u00b3\u2070\u2074-\u2079"
IDEOGRAPHS = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u303b\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uff66-\uff9f\U00020000-\U0003ffff"
)
SOUTHEAST = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
"""Thai, Lao, Burmese, Khmer: written without spaces between words."""
HANGUL = "\uac00-\ud7af"
JOINED = re.compile(f"[{IDEOGRAPHS}{SOUTHEAST}]")
"""A letter of a script that puts no spaces between words."""
PARTICLES = (
    "은|는|이|가|을|를|의|에|에서|에게|에는|에도|로|으로|와|과|도|만|까지|부터|보다|한테|께|께서|이나|나|처럼|마다|조차|라는|이라는|이다|라고"
    "|이라고|들|들은|들이|들을|들의|입니다"
)
PARTICLE = re.compile(f"(?:{PARTICLES})(?![{HANGUL}])")
"""What Korean sets behind a word without a space."""


@cache
def class_of(letter: str) -> str:
    """Class a character: ideograph C, South-East Asian T, letter L, digit D, anything else P."""
    if JOINED.match(letter) or letter in "\u3001\u3002" or ("\uff01" <= letter <= "\uff5e" and not letter.isalnum()):
        return "T" if re.match(f"[{SOUTHEAST}]", letter) else "C"
    if letter.isdecimal():
        return "D"
    if letter.isalpha() or unicodedata.category(letter).startswith("M"):
        return "L"
    return "P"


def is_joined(letter: str) -> bool:
    """Is it a letter of a script without spaces between words?"""
    return letter > "\u0dff" and JOINED.match(letter) is not None


def is_mark(letter: str) -> bool:
    """Does it belong to the letter before it?"""
    return letter > "\u02ff" and unicodedata.category(letter)[0] == "M"


def is_word(letter: str) -> bool:
    """Is it part of a word or a number? Superscripts and circled numbers are not."""
    return letter.isalpha() or letter.isdecimal() or is_mark(letter)
