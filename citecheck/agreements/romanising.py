"""Names in Cyrillic and Greek beside the same names in Latin letters, whatever the scheme.

Щербаков is Shcherbakov, Ščerbakov, Scherbakow or Shcherbakoff. So a name comes down to a skeleton in which all schemes
(ISO 9, ALA-LC, BGN/PCGN, passports; ELOT 743) write one letter alike. A skeleton says little, and is used only to hold
names of two scripts against each other.
"""

from __future__ import annotations

import re
import unicodedata

_CYRILLIC = dict(
    zip(
        "абвгґдеєёжзиіїйклмнопрстуўфхцчшщъыьэюяљњћђџј",
        "a b v g g d e e e z z i i i i k l m n o p r s t u u f h c c s s  i  e u a l n c d d i".split(" "),
        strict=True,
    )
)
_GREEK = dict(
    zip("αβγδεζηθικλμνξοπρσςτυφχψω", "a v g d e z i t i k l m n ks o p r s s t i f h ps o".split(" "), strict=True)
)
_SCHEMES = (
    (r"sz?czc|shch|schtsch|szcz|sc(?=h)|ŝ|šč", "s"),
    (r"tsch|tch|ch|cz|č", "c"),
    (r"sch|sh|sz|š", "s"),
    (r"zh|ž|ż", "z"),
    (r"kh|ch|x(?!$)", "h"),
    (r"ts|tz", "c"),
    (r"th", "t"),
    (r"ph", "f"),
    (r"dz|dj", "d"),
    (r"w", "v"),
    (r"(?:iu|yu|ju)", "u"),
    (r"(?:ia|ya|ja)", "a"),
    (r"(?:io|yo|jo|ie|ye|je)", "e"),
    (r"ou", "u"),
    (r"[yj]", "i"),
    (r"ff?$|v$", "v"),
)


def skeleton(name: str) -> str:
    """Give what all ways of writing a name in Latin letters have in common."""
    folded = unicodedata.normalize("NFC", name.casefold())
    letters = "".join(_CYRILLIC.get(each, each) for each in folded.replace("ου", "u").replace("ού", "u"))
    letters = "".join(_GREEK.get(_bare(each), each) for each in letters)
    for pattern, letter in _SCHEMES:
        letters = re.sub(pattern, letter, letters)
    letters = "".join(_bare(each) for each in letters if each.isalpha())
    return re.sub(r"(.)\1+", r"\1", re.sub(r"i+(?=[aeou])|(?<=[aeou])i", "", letters))


def _bare(letter: str) -> str:
    return unicodedata.normalize("NFD", letter)[:1]
