"""BibTeX files in every layout, each twice: as an author wrote it, with mistakes, and as it must come out."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hypothesis import strategies as st

from citecheck.records import Author, Work

FAMILIES = ("Haas", "Okafor", "Lindqvist", "Tanaka", "Petrova", "Moreau", "Santos", "Nakamura")
GIVENS = ("Eva", "Ngozi", "Per", "Yuki", "Olga", "Luc", "Ines", "Ken")
TITLES = (
    "Magnetic levitation of granular beds in weak fields",
    "Tidal heating of icy moons with thin shells",
    "Nitrogen exchange of forest fungi under drought",
    "Acoustic mapping of buried river channels",
)
SLIPS = (("granular", "granluar"), ("heating", "haeting"), ("exchange", "exchnage"), ("mapping", "maping"))
MISTAKES = ("year", "volume", "pages", "doi", "missing doi", "title", "author", "dropped", "last dropped", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How one entry is written."""

    opener: str = "{"
    indent: str = "  "
    break_: str = "\n"
    aligned: bool = False
    equals: str = " = "
    upper: bool = False
    trailing: bool = True
    quotes: bool = False
    bare: bool = False
    protected: bool = False
    turned: bool = False
    dash: str = "--"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One file: as it is, as it must come out, and the works it cites by key."""

    wrong: str
    right: str
    works: dict[str, Work]


layouts = st.builds(
    Layout,
    opener=st.sampled_from("{("),
    indent=st.sampled_from(("  ", "\t", "      ", "")),
    break_=st.sampled_from(("\n", "\n", "\n\n", " ")),
    aligned=st.booleans(),
    equals=st.sampled_from((" = ", "=", "= ", " =\n    ")),
    upper=st.booleans(),
    trailing=st.booleans(),
    quotes=st.booleans(),
    bare=st.booleans(),
    protected=st.booleans(),
    turned=st.booleans(),
    dash=st.sampled_from(("--", "-", "–")),
)
between = st.sampled_from(
    (
        "\n", "\n\n", "\n% a remark, with @ and {braces}\n\n", "\n@comment{kept as it is, {nested} too}\n",
        '\n@string{jgp = "Journal of Granular Physics"}\n', "\nfree text between entries: ünïcode\n",
        "\n@preamble{ \"\\newcommand{\\x}{y}\" }\n\n",
    )
)  # fmt: skip


def work_of(number: int) -> Work:
    """Give the work of a number."""
    authors = tuple(Author(family=FAMILIES[(number + i) % 8], given=GIVENS[(number + 3 * i) % 8]) for i in range(3))
    title = TITLES[number % len(TITLES)]
    return Work(
        registry="crossref", doi=f"10.1234/x_{number}.00{number}", title=f"{title}", authors=authors, year=2001 + number,
        years=(2001 + number,), container="Journal of Granular Physics", volume=str(10 + number), issue="3",
        pages=f"{120 + number}-{140 + number}", type="journal-article",
    )  # fmt: skip


def write_entry(number: int, layout: Layout, mistake: str, *, right: bool) -> str:
    """Write one entry with its mistake, or without."""
    work = work_of(number)
    authors = list(work.authors)
    fields = {
        "author": "", "title": work.title, "journal": work.container, "year": str(work.year), "volume": work.volume,
        "number": work.issue, "pages": work.pages.replace("-", layout.dash), "doi": work.doi, "x-note": "left {alone}, as it is",
    }  # fmt: skip
    if mistake == "missing doi":
        del fields["doi"]
        if right:
            fields["doi"] = work.doi
    if not right:
        match mistake:
            case "year":
                fields["year"] = str((work.year or 0) + 5)
            case "volume":
                fields["volume"] = str(70 + number)
            case "pages":
                fields["pages"] = f"{210 + number}{layout.dash}{240 + number}"
            case "doi":
                fields["doi"] = "10.1234/typo"
            case "title":
                word, slip = SLIPS[number % len(SLIPS)]
                fields["title"] = work.title.replace(word, slip)
            case "author":
                first = authors[1]
                authors[1] = replace(
                    first, family=first.family[:2] + first.family[3] + first.family[2] + first.family[4:]
                )
            case "dropped":
                del authors[1]
            case "last dropped":
                authors.pop()
    if layout.protected:
        fields["title"] = fields["title"].replace("of", "{o}f", 1)
    names = [f"{each.given} {each.family}" if layout.turned else f"{each.family}, {each.given}" for each in authors]
    fields["author"] = " and ".join(names)
    return _lay_out(f"key{number}", fields, layout)


def _lay_out(key: str, fields: dict[str, str], layout: Layout) -> str:
    lines = []
    width = max(map(len, fields)) if layout.aligned else 0
    for name, value in fields.items():
        if layout.bare and name in ("year", "volume") and value.isdigit():
            written = value
        elif layout.quotes:
            written = f'"{value}"'
        else:
            written = f"{{{value}}}"
        lines.append(f"{layout.indent}{(name.upper() if layout.upper else name).ljust(width)}{layout.equals}{written}")
    closer = "}" if layout.opener == "{" else ")"
    tail = f",{layout.break_}" if layout.trailing else layout.break_
    return f"@Article{layout.opener}{key},{layout.break_}{f',{layout.break_}'.join(lines)}{tail}{closer}"


@st.composite
def files(draw: st.DrawFn) -> Case:
    """Draw a file of one to four entries."""
    wrong, right = [draw(between)], []
    right += wrong
    works = {}
    for number in range(draw(st.integers(1, 4))):
        layout, mistake, gap = draw(layouts), draw(st.sampled_from(MISTAKES)), draw(between)
        wrong += (write_entry(number, layout, mistake, right=False), gap)
        right += (write_entry(number, layout, mistake, right=True), gap)
        works[f"key{number}"] = work_of(number)
    return Case(wrong="".join(wrong), right="".join(right), works=works)
