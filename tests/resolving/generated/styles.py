"""Write a work as reference lists do: eight styles of running text, BibTeX and CSL JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

from tests.resolving.generated.facts import Facts

MOST_NAMES = 6


def apa(work: Facts) -> str:
    """American Psychological Association, 7th edition."""
    names = [_last_first(each, work) for each in work.people[:20]]
    who = _join(names, ", & ", ", ") + "." * (bool(names) and not names[-1].endswith("."))
    where = f" {work.container}, {_volume(work)}{_comma(work.pages)}." if work.container else f" {work.publisher}."
    return f"{who} ({work.year}). {work.whole_title}{_stop(work.whole_title)}{where}"


def mla(work: Facts) -> str:
    """Modern Language Association, 9th edition."""
    who = ""
    if work.people:
        first = ", ".join(filter(None, work.people[0]))
        rest = "" if len(work.people) == 1 else ", et al" if len(work.people) > 2 else f", and {_full(work.people[1])}"
        who = f"{first}{rest}. "
    volume = f", vol. {work.volume}" if work.volume else ""
    issue = f", no. {work.issue}" if work.issue else ""
    pages = f", pp. {work.pages}" if work.pages else ""
    return f"{who}“{work.whole_title}.” {work.container or work.publisher}{volume}{issue}, {work.year}{pages}."


def chicago(work: Facts) -> str:
    """Chicago, author and date."""
    names = [", ".join(filter(None, each)) if at == 0 else _full(each) for at, each in enumerate(work.people[:7])]
    who = _join(names, ", and ", ", ") + (", et al" if len(work.people) > 7 else "")
    issue = f" ({work.issue})" if work.issue else ""
    pages = f": {work.pages}" if work.pages else ""
    return f"{who}. {work.year}. “{work.whole_title}.” {work.container or work.publisher} {work.volume}{issue}{pages}."


def vancouver(work: Facts) -> str:
    """International Committee of Medical Journal Editors."""
    names = [_no_stops(each, work) for each in work.people[:MOST_NAMES]]
    who = ", ".join(names) + (", et al" if len(work.people) > MOST_NAMES else "")
    issue = f"({work.issue})" if work.issue else ""
    pages = f":{work.pages}" if work.pages else ""
    journal = work.short or work.container or work.publisher
    return f"{who}. {work.whole_title}{_stop(work.whole_title)} {journal}. {work.year};{work.volume}{issue}{pages}."


def ieee(work: Facts) -> str:
    """Institute of Electrical and Electronics Engineers."""
    names = [_initials_first(each, work) for each in work.people[:MOST_NAMES]]
    who = f"{names[0]} et al." if len(work.people) > MOST_NAMES else _join(names, ", and ", ", ")
    parts = [f"vol. {work.volume}" if work.volume else "", f"no. {work.issue}" if work.issue else ""]
    parts += [f"pp. {work.pages}" if work.pages else "", str(work.year)]
    where = ", ".join(filter(None, [work.short or work.container or work.publisher, *parts]))
    return f"{who}, “{work.whole_title},” {where}."


def harvard(work: Facts) -> str:
    """Harvard, as British universities teach it."""
    names = [_last_first(each, work) for each in work.people[:4]]
    who = _join(names, " and ", ", ") + (" et al." if len(work.people) > 4 else "")
    parts = [work.container or work.publisher, f"{work.volume}({work.issue})" if work.issue else work.volume]
    where = ", ".join(filter(None, [*parts, f"pp. {work.pages}" if work.pages else ""]))
    return f"{who} ({work.year}) ‘{work.whole_title}’, {where}."


def acs(work: Facts) -> str:
    """American Chemical Society."""
    who = "; ".join(_last_first(each, work) for each in work.people[:10])
    pages = f", {work.pages}" if work.pages else ""
    journal = work.short or work.container or work.publisher
    who += "." * (bool(who) and not who.endswith("."))
    return f"{who} {work.whole_title}. {journal} {work.year}, {_volume(work)}{pages}."


def gb7714(work: Facts) -> str:
    """GB/T 7714, of China."""
    names = [_chinese(each) or _no_stops(each, work).upper() for each in work.people[:3]]
    chinese = bool(re.search(r"[\u4e00-\u9fff]", work.whole_title))
    more = (", 等" if chinese else ", et al") if len(work.people) > 3 else ""
    kind = "J" if "journal" in work.type else "M" if "book" in work.type else "EB/OL"
    pages = f": {work.pages}" if work.pages else ""
    where = f" {work.container or work.publisher}, {work.year}, {_volume(work)}{pages}."
    return f"{', '.join(names)}{more}. {work.whole_title}[{kind}].{where}"


def nature(work: Facts) -> str:
    """Nature."""
    names = [_last_first(each, work) for each in work.people[:5]]
    who = f"{names[0]} et al." if len(work.people) > 5 else _join(names, " & ", ", ")
    volume = f" **{work.volume}**" if work.volume else ""
    pages = f", {work.pages}" if work.pages else ""
    journal = work.short or work.container or work.publisher
    who += "." * (bool(who) and not who.endswith("."))
    return f"{who} {work.whole_title}{_stop(work.whole_title)} *{journal}*{volume}{pages} ({work.year})."


STYLES: dict[str, Callable[[Facts], str]] = {
    "APA": apa,
    "MLA": mla,
    "Chicago": chicago,
    "Vancouver": vancouver,
    "IEEE": ieee,
    "Harvard": harvard,
    "ACS": acs,
    "GB/T 7714": gb7714,
    "Nature": nature,
}
FIELDS = ("BibTeX", "CSL")
_BIBTEX = {"book": "book", "monograph": "book", "book-chapter": "incollection", "proceedings-article": "inproceedings"}
_CSL = {"book": "book", "book-chapter": "chapter", "proceedings-article": "paper-conference", "dataset": "dataset"}


def write_list(entries: Sequence[str]) -> str:
    """Give a manuscript whose numbered list has these entries."""
    lines = [f"{number}. {entry}" for number, entry in enumerate(entries, 1)]
    return "# A text\n\nAs shown [1].\n\n## References\n\n" + "\n".join(lines) + "\n"


def write_bibtex(key: str, work: Facts, doi: str) -> str:
    """Give a BibTeX entry."""
    kind = _BIBTEX.get(work.type, "article" if work.container and "journal" in work.type else "misc")
    names = [f"{{{name}}}" if not given else f"{name}, {given}" for name, given in work.people]
    place = {"incollection": "booktitle", "inproceedings": "booktitle"}.get(kind, "journal")
    fields = {
        "author": " and ".join(names),
        "title": f"{{{work.whole_title}}}",
        place: work.container,
        "year": str(work.year or ""),
        "volume": work.volume,
        "number": work.issue,
        "pages": work.pages.replace("-", "--"),
        "doi": doi,
    }
    body = ",\n".join(f"  {name} = {{{_escape(value, name)}}}" for name, value in fields.items() if value)
    return f"@{kind}{{{key},\n{body}\n}}\n"


def write_csl(key: str, work: Facts, doi: str) -> dict[str, object]:
    """Give an entry of CSL JSON."""
    people = [{"literal": name} if not given else {"family": name, "given": given} for name, given in work.people]
    entry = {
        "id": key,
        "type": _CSL.get(work.type, "article-journal"),
        "title": work.whole_title,
        "author": people,
        "issued": {"date-parts": [[work.year]]} if work.year else None,
        "container-title": work.container,
        "volume": work.volume,
        "issue": work.issue,
        "page": work.pages,
        "DOI": doi,
    }
    return {name: value for name, value in entry.items() if value}


def write_csl_list(entries: Sequence[dict[str, object]]) -> str:
    """Give CSL JSON."""
    return json.dumps(entries, ensure_ascii=False)


def _escape(value: str, name: str) -> str:
    if name == "doi":
        return value
    return re.sub(r"(?<!\\)([%#&])", r"\\\1", value)


def _join(names: Sequence[str], last: str, between: str) -> str:
    if len(names) < 2:
        return "".join(names)
    if len(names) == 2:
        return f"{names[0]}{last if not last.startswith(', and') else ' and '}{names[1]}"
    return between.join(names[:-1]) + last + names[-1]


def _initials(given: str, stop: str = ".", between: str = " ") -> str:
    if re.search(r"[\u3040-\u9fff\uac00-\ud7af\u0600-\u06ff]", given):
        return given
    return between.join(f"{each[0].upper()}{stop}" for each in re.findall(r"\w+", given))


def _last_first(name: tuple[str, str], work: Facts) -> str:
    return name[0] if not name[1] else f"{name[0]}, {_initials(name[1])}"


def _initials_first(name: tuple[str, str], work: Facts) -> str:
    return name[0] if not name[1] else f"{_initials(name[1])} {name[0]}"


def _no_stops(name: tuple[str, str], work: Facts) -> str:
    return name[0] if not name[1] else f"{name[0]} {_initials(name[1], '', '')}"


def _full(name: tuple[str, str]) -> str:
    return " ".join(filter(None, (name[1], name[0])))


def _chinese(name: tuple[str, str]) -> str:
    return "".join(name) if re.match(r"[\u3040-\u9fff\uac00-\ud7af]", name[0]) else ""


def _volume(work: Facts) -> str:
    return f"{work.volume}({work.issue})" if work.issue else work.volume


def _comma(text: str) -> str:
    return f", {text}" if text else ""


def _stop(title: str) -> str:
    return "" if title.endswith(("?", "!", ".")) else "."
