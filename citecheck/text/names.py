"""Personal names made comparable: the family names that a written name may mean.

A name is written in many orders (`Müller, Klaus`, `Mueller K`, `Klaus Müller`), particles move between given and family
name, accents are dropped or spelt out, and Iberian names are cut to either half. So a name becomes the *set* of folded family
names that it may have, and two names are compatible when their sets meet.
"""

from __future__ import annotations

import re
import unicodedata

from citecheck.text.titles import SPECIAL, strip_markup

PARTICLES = frozenset(
    "de da do dos das del della der den di du la le van von vom zu zur ten ter af av el al bin ibn y e".split()
)
SUFFIXES = frozenset("jr sr ii iii iv phd md".split())
SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "æ": "ae", "œ": "oe", "ß": "ss"})
INITIALS = re.compile(r"(?:[A-Z]\.?-?){1,4}")


def family_keys(name: str) -> frozenset[str]:
    """Give the folded family names that a written name may have.

    `Family, Given` names it; `Family GK` names it by its initials; else the last word is the family name, and the first
    may be.
    """
    name = re.sub(r"\s+\d{4}$", "", strip_markup(name)).strip(" .;")
    if "," in name:
        family, _, given = name.partition(",")
        return _keys(family) | _after_particle(given)
    words = [each for each in name.split() if each.casefold().strip(".") not in SUFFIXES]
    while len(words) > 1 and INITIALS.fullmatch(words[-1]):
        words.pop()
        if not INITIALS.fullmatch(words[-1]):
            return _keys(" ".join(words)) or _keys(name)
    words = [each for each in words if not INITIALS.fullmatch(each)] or words
    if not words:
        return frozenset()
    own = [each for each in words if each.casefold() not in PARTICLES] or words
    ends = {own[0], own[-1]} if len(own) < 4 else {own[0], *own[-2:]}
    return frozenset().union(*(_keys(each) for each in ends), _after_particle(name)) if own else frozenset()


def _keys(family: str) -> frozenset[str]:
    """Fold each part of a family name, alone and all together, with accents dropped and spelt out."""
    found: set[str] = set()
    for spelt in (family.casefold(), family.casefold().translate(SPELT_OUT)):
        plain = unicodedata.normalize("NFKD", spelt.translate(SPECIAL))
        plain = "".join(each for each in plain if not unicodedata.combining(each))
        parts = [each for each in re.findall(r"\w+", plain) if each not in SUFFIXES]
        own = [each for each in parts if each not in PARTICLES] or parts
        found.update(own)
        if len(parts) > 1:
            found.update(("".join(parts), "".join(own)))
    return frozenset(found)


def _after_particle(text: str) -> frozenset[str]:
    """Give the words after a particle in a given name: `Davi de Souza` holds a family name."""
    words = text.split()
    for place, each in enumerate(words[:-1]):
        if each.casefold() in PARTICLES:
            return _keys(" ".join(words[place + 1 :]))
    return frozenset()


def family_name(name: str) -> str:
    """Give the family name of a written name, as it is written, for showing."""
    name = strip_markup(name).strip(" .;")
    if "," in name:
        return name.partition(",")[0].strip()
    words = name.split()
    while len(words) > 1 and INITIALS.fullmatch(words[-1]):
        words.pop()
    return " ".join(words) if len(words) < len(name.split()) else words[-1] if words else ""
