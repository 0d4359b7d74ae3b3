"""Authors as BibTeX writes them: `First von Last and Last, First and {An Organisation}`, and the usual slips."""

from __future__ import annotations

import re

from citecheck.bibliography.describing import join_name
from citecheck.bibliography.latex import undo_markup

_AND = re.compile(r"\band\b", re.IGNORECASE)
_AND_BETWEEN = re.compile(r"(?:^|\s)and(?=\s|$)", re.IGNORECASE)
_EMPTY_NAME = re.compile(r"\band[\s,]+and\b|^\s*and\b(?!\S)|\band\s*$", re.IGNORECASE)
_OTHERS = re.compile(r"(?:others|et\.? al\.?|…|\.{3})$", re.IGNORECASE)
_WORD = re.compile(r"(?:\{(?:[^{}]|\{[^{}]*\})*\}|\\.|[^\s{}\\])+")
_INITIALS = re.compile(r"(?:[A-ZÀ-ÞĀ-Ž]\.?[\s-]*){1,4}$")
_EXTENDED = re.compile(r"\b(family|given|prefix|suffix)\s*=\s*([^,]+)", re.IGNORECASE)
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv)\.?$", re.IGNORECASE)


def split_authors(text: str) -> tuple[str, ...]:
    """Give one string per author, `Family, Given` where that can be told; empty names and `others` are dropped."""
    text = " ".join(text.split())
    if not text:
        return ()
    names = [each.strip(" ,;") for each in _split_at_depth(text)]
    if len(names) == 1:
        names = _split_slips(names[0])
    spelt = (_spell(each) for each in names if each and not _OTHERS.match(each))
    return tuple(each for each in spelt if each)


def find_name_slip(text: str) -> str:
    """Say what is wrong with a list of names that was read all the same: nothing, mostly."""
    if _EMPTY_NAME.search(text):
        return "a name is empty"
    if " and" in text or "\nand" in text:
        return ""
    names = _split_slips(" ".join(text.split()))
    if len(names) < 2 or text.lstrip().startswith("{"):
        return ""
    return f"names are parted by {'semicolons' if ';' in text else 'commas'}, not by and"


def _split_at_depth(text: str) -> list[str]:
    """Split at each ` and ` outside braces."""
    parts = _AND_BETWEEN.split(text)
    if "{" not in text or all(each.count("{") == each.count("}") for each in parts):
        return parts
    parts, depth, start = [], 0, 0
    for match in re.finditer(r"\\.|[{}]|(?:(?<=\s)|^)and(?=\s|$)", text, re.IGNORECASE):
        sign = match.group()
        if sign == "{":
            depth += 1
        elif sign == "}":
            depth -= 1
        elif sign[0] != "\\" and depth <= 0:
            parts.append(text[start : match.start()])
            start = match.end()
    return [*parts, text[start:]]


def _split_slips(name: str) -> list[str]:
    """Split a single name that holds several: in one pair of braces, with semicolons, or with commas for `and`."""
    if name.startswith("{") and name.endswith("}") and _AND.search(name):
        inner = re.split(r"\s+and\s+", name[1:-1])
        return inner if all("," in each for each in inner) else [name]
    if "{" in name:
        return [name]
    if ";" in name:
        return name.split(";")
    parts = [each.strip() for each in name.split(",") if each.strip()]
    if len(parts) < 4 and not (len(parts) == 3 and all(" " in each for each in parts)):
        return [name]
    names: list[str] = []
    for each in parts:
        if names and "," not in names[-1] and _INITIALS.match(each):
            names[-1] = f"{names[-1]}, {each}"
        else:
            names.append(each)
    return names


def _spell(name: str) -> str:
    name = name.strip()
    if name.startswith("{") and name.endswith("}") and name.find("}") == len(name) - 1:
        return undo_markup(name)
    if "=" in name and (parts := {key.lower(): undo_markup(value) for key, value in _EXTENDED.findall(name)}):
        family = " ".join(each for each in (parts.get("prefix", ""), parts.get("family", "")) if each)
        return join_name(family, parts.get("given", ""))
    if "," in name:
        family, _, given = name.partition(",")
        between, _, last = given.partition(",")
        if last and _SUFFIX.match(between.strip()):
            given = f"{last}, {between.strip()}"
        return join_name(undo_markup(family), undo_markup(given))
    return _turn(name)


def _turn(name: str) -> str:
    """Turn `First von Last` to `von Last, First`; braces keep words together."""
    words = _WORD.findall(name.replace("~", " ")) if "{" in name or "\\" in name else name.replace("~", " ").split()
    if len(words) < 2:
        return undo_markup(name)
    plain = [undo_markup(each) for each in words]
    cut = len(words) - 1
    if cut > 1 and _SUFFIX.match(plain[-1]):
        cut -= 1
    particle = next((i for i in range(1, cut) if plain[i][:1].islower()), cut)
    return join_name(" ".join(plain[particle:]), " ".join(plain[:particle]))
