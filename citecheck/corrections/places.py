"""Year, volume, issue and pages beside the work's: what is wrong, and what is only written another way."""

from __future__ import annotations

import re

from citecheck.corrections.proposal import Correction, Kept
from citecheck.records import Reference, Work

NUMBER = re.compile(r"\d{1,5}[a-zA-Z]?")
"""A volume or issue that is corrected: `12`, `7B`; others (`Suppl. 1`, `XII`) have more than one way to be written."""
_RANGE = re.compile(r"([a-zA-Z]{0,3})(\d{1,8})(?:\s*[-‐‑–—]+\s*([a-zA-Z]{0,3})(\d{1,8}))?")
Found = Correction | Kept | None


def compare_years(reference: Reference, work: Work) -> Found:
    """Give the right year when none of the work's is within one year: print and online differ by that."""
    years = work.years or ((work.year,) if work.year else ())
    if reference.year is None or not years or min(abs(reference.year - each) for each in years) <= 1:
        return None
    return Correction(field="year", old=str(reference.year), new=str(work.year or years[0]))


def compare_numbers(name: str, own: str, right: str) -> Found:
    """Give the right volume or issue; one that is not a plain number on both sides is kept."""
    own, right = own.strip(), right.strip()
    if not own or not right or own.lstrip("0").casefold() == right.lstrip("0").casefold():
        return None
    if re.sub(r"\W", "", own).casefold() == re.sub(r"\W", "", right).casefold():
        return None
    if not NUMBER.fullmatch(own) or not NUMBER.fullmatch(right):
        return Kept(field=name, why=f"the registry has {right}, which may be the same in another writing")
    return Correction(field=name, old=own, new=right)


def compare_ranges(own: str, right: str) -> Found:
    """Give the right pages; a registry that has only the first page, or an article's number, corrects no range."""
    one, two = (_RANGE.fullmatch(re.sub(r"^pp?\.\s*", "", each.strip())) for each in (own, right))
    if not own.strip() or not right.strip():
        return None
    if one is None or two is None:
        return None if own.strip().casefold() == right.strip().casefold() else _keep(right)
    first = int(one[2]) == int(two[2]) and (one[1].casefold() == two[1].casefold() or not (one[1] and two[1]))
    if first and (one[4] is None or two[4] is None or int(_last_page(one)) == int(_last_page(two))):
        return None
    if (one[4] is None) != (two[4] is None) or bool(one[1]) != bool(two[1]) or int(_last_page(two)) < int(two[2]):
        return _keep(right)
    if int(one[2]) == 1 and not first:
        return Kept(field="pages", why=f"the registry has {right}; pages from 1 may be those of the file")
    return Correction(field="pages", old=own.strip(), new=_write_range(two))


def _keep(right: str) -> Kept:
    return Kept(field="pages", why=f"the registry has {right}, which may be the same in another writing")


def _last_page(match: re.Match[str]) -> str:
    """Give the last page in full: `123-9` ends on 129."""
    first, last = match[2], match[4]
    if last is None:
        return first
    return first[: len(first) - len(last)] + last if len(last) < len(first) else last


def _write_range(match: re.Match[str]) -> str:
    if match[4] is None:
        return match[1] + match[2]
    return f"{match[1]}{match[2]}-{match[3]}{_last_page(match)}"
