r"""LaTeX: its citation commands and its `thebibliography`, read in the source, since Pandoc drops some and knows no lines.

Each command is read here, by natbib's and biblatex's grammar, and handed to Pandoc under a name of our own; where Pandoc's
tree brings the name back, the command is put in its place. So Pandoc tells what is text, and the source what it cites.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from typing import Any

from citecheck.bibliography.latex import undo_markup
from citecheck.manuscript.entries import read_entry, split_label
from citecheck.manuscript.readers.latex_scan import read_argument
from citecheck.manuscript.readers.source import Source
from citecheck.records import Reference

_CITES = re.compile(r"\\(?P<name>[a-zA-Z]*[cC]ite[a-zA-Z]*|citeproc)(?P<star>\*?)(?![a-zA-Z@])")
_SILENT = re.compile(
    r"(?:no|back)cite|bibcite|(?:re|new|provide|Declare)\w*[cC]ite\w*|cite(?:reset|style|index\w*|text|name|sort|color|dash|mid|left|"
    r"right|punct|form|trackerfalse|trackertrue|authoryear|numfont|setup|proctext|case)|AtEveryCite\w*|defcite\w*|(?:un|if)\w*cite\w*"
    r"|set[cC]ite\w*|citation\w*",
)
"""Commands with *cite* in their names that cite nothing: `\\nocite`, `\\citestyle`, `\\defcitealias`."""
_SEVERAL = re.compile(r"cites(?:author|year)?$")
_WORDS = re.compile(r"(?:[cC]ite(?:t|alt|author|fullauthor|A)\w*|[tT]extcites?|shortciteA|newcite|[cC]iteauthor\w*)$")
"""Commands that print words of the sentence: `\\citet`, `\\textcite`."""
_VOLUME = re.compile(r"[pPfFtTaA]?\w*volcites?$")
_DEFINED = re.compile(
    r"\\(?:re|provide)?(?:newcommand|NewDocumentCommand|def)\*?\s*\{?\s*\\(?P<name>[a-zA-Z]{1,40})\s*\}?"
    r"(?:\[(?P<count>\d)\])?(?P<first>\[[^\]\n]{0,80}\])?(?:#\d){0,9}\s*(?=\{)"
)
_OWN_BODY = re.compile(r"\\[a-zA-Z]*[cC]ite[a-zA-Z]*\*?(?:\[[^\]]{0,80}\]){0,2}\{#(\d)\}")
_DEFINES = re.compile(r"(?:command|Command|def|let|cmd)\w*\*?\s*\{?\s*$")
"""What stands before a command that is being defined, not used."""
_MADE_LIST = re.compile(r"\\begin\{CSLReferences\}.*?\\end\{CSLReferences\}", re.DOTALL)
_ITEM = re.compile(r"\\bibitem(?![a-zA-Z])")
_END = re.compile(r"\\end\s?\{(?:thebibliography|CSLReferences)\}")
_TOKEN = re.compile(r"citecheckmark(\d+)$")
_FIELDS = re.compile(
    r"\\(?:natexlab|href|[eE]print)\s*\{[^{}]{0,500}\}|\\newblock|\\Bibitem(?:Open|Shut\s*\{[^{}]{0,80}\})"
    r"|\\(?:bibfield|bibinfo)\s*\{[^{}]{0,80}\}|\\bibn?f?namefont|\\citeproctext|\\leavevmode|\\vadjust\s*pre|\\hypertarget\{[^{}]{0,200}\}"
)
"""What the styles of BibTeX and REVTeX put into an entry, and nobody sees."""


MOST_DEFINED = 2000
"""Definitions of commands that are looked at; the longest preambles have some hundreds."""
LONGEST_BODY = 1000
"""Characters of a command's definition that may cite: a line or two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A citation command: where it stands, and what it cites."""

    start: int
    end: int
    raw: str
    keys: tuple[str, ...]
    locator: str = ""
    words: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LatexSource:
    """A LaTeX manuscript, read: the text for Pandoc, and what was found in the source."""

    prepared: str
    commands: tuple[Command, ...]
    references: tuple[Reference, ...]


def read_latex(source: Source) -> LatexSource:
    """Read the citation commands and the list of a source."""
    items = list(_read_items(source))
    spans = [(start, end) for start, end, _ in items]
    commands = tuple(_find_commands(source.text, spans))
    pieces: list[str] = []
    position = 0
    for number, each in enumerate(commands):
        pieces += [source.text[position : each.start], f"\\citep{{citecheckmark{number}}}"]
        position = each.end
    prepared = "".join([*pieces, source.text[position:]])
    return LatexSource(
        prepared=_MADE_LIST.sub("", prepared) if items else prepared,
        commands=commands,
        references=tuple(reference for _, _, reference in items),
    )


def restore_commands(tree: dict[str, Any], commands: tuple[Command, ...]) -> None:
    """Put the commands back into Pandoc's tree; those that Pandoc has dropped become paragraphs of their own at the end."""
    met: set[int] = set()
    stack: list[Any] = [tree.get("blocks"), tree.get("meta")]
    while stack:
        each = stack.pop()
        if isinstance(each, dict):
            if each.get("t") == "Cite" and (number := _token_in(each.get("c"))) is not None and number < len(commands):
                met.add(number)
                each["c"] = _make_cite(commands[number])
            else:
                stack.extend(each.values())
        elif isinstance(each, list):
            stack.extend(each)
    lost = [each for number, each in enumerate(commands) if number not in met]
    tree["blocks"] = [
        *tree["blocks"],
        *({"t": "Para", "c": [{"t": "Cite", "c": _make_cite(each)}]} for each in lost),
    ]


def _token_in(content: Any) -> int | None:
    try:
        match = _TOKEN.match(content[0][0]["citationId"])
    except (TypeError, KeyError, IndexError):
        return None
    return int(match[1]) if match else None


def _make_cite(command: Command) -> list[Any]:
    mode = "AuthorInText" if command.words else "NormalCitation"
    locator = [{"t": "Str", "c": command.locator}] if command.locator else []
    citations = [
        {
            "citationId": key,
            "citationPrefix": [],
            "citationSuffix": locator,
            "citationMode": {"t": mode},
            "citationNoteNum": 0,
            "citationHash": 0,
        }
        for key in command.keys
    ]
    return [citations, [{"t": "RawInline", "c": ["latex", command.raw]}]]


def _find_commands(text: str, skipped: list[tuple[int, int]]) -> Iterator[Command]:
    own = dict(_own_commands(text))
    names = "|".join(sorted(map(re.escape, own), key=len, reverse=True))
    pattern = re.compile(rf"{_CITES.pattern}|\\(?P<own>{names})(?![a-zA-Z])") if own else _CITES
    labels = iter([*skipped, (len(text) + 1, len(text) + 1)])
    low, high = next(labels)
    following = pattern.search(text)
    while (match := following) is not None:
        following = pattern.search(text, match.end())
        while high <= match.start():
            low, high = next(labels)
        if low <= match.start():
            continue
        end = following.start() if following else len(text)  # no argument reaches over the next command
        command = _read_own(text, match, own, end) if own and match["own"] else _read_command(text, match, end)
        if command is not None:
            yield command


def _own_commands(text: str) -> Iterator[tuple[str, int]]:
    r"""Find commands that the document defines to cite, `\newcommand{\see}[1]{(\cite{#1})}`, and which argument has the keys."""
    for match in islice(_DEFINED.finditer(text), MOST_DEFINED):
        body = read_argument(text, match.end(), end=match.end() + LONGEST_BODY)
        cited = _OWN_BODY.search(body[0]) if body else None
        if cited and "cite" not in match["name"].casefold():
            yield match["name"], int(cited[1]) - (1 if match["first"] else 0)


def _read_own(text: str, match: re.Match[str], own: Mapping[str, int], end: int) -> Command | None:
    position = match.end()
    given = ""
    option = read_argument(text, position, "[", "]", end=end)
    position = option[1] if option else position
    for _ in range(max(1, own[match["own"]])):
        argument = read_argument(text, position, end=end)
        if argument is None:
            return None
        given, position = argument
    return _make(text, match.start(), position, given.split(","), "", words=False)


def _read_command(text: str, match: re.Match[str], stop: int) -> Command | None:
    name, position = match["name"], match.end()
    if _SILENT.fullmatch(name) or _DEFINES.search(text, max(0, match.start() - 40), match.start()):
        return None
    if name == "citeproc":
        return _read_made(text, match.start(), position, stop)
    several = bool(_SEVERAL.search(name))
    if several:
        for _ in range(2):
            general = read_argument(text, position, "(", ")", end=stop)
            position = general[1] if general else position
    keys: list[str] = []
    locator = ""
    end = position
    while True:
        group = _read_group(text, position, stop, volume=bool(_VOLUME.fullmatch(name)))
        if group is None:
            break
        found, locator, position = group
        keys += found
        end = position
        if not several:
            break
    return _make(text, match.start(), end, keys, locator, words=bool(_WORDS.match(name)))


def _read_group(text: str, position: int, end: int, *, volume: bool) -> tuple[list[str], str, int] | None:
    """Read `[before][after]{keys}`, with the last option as the locator; for a volume `[before]{volume}[after]{keys}`."""
    options: list[str] = []
    for _ in range(3):
        option = read_argument(text, position, "[", "]", end=end) or read_argument(text, position, "<", ">", end=end)
        if option is None:
            break
        options.append(option[0])
        position = option[1]
    argument = read_argument(text, position, end=end)
    if volume and argument is not None:
        page = read_argument(text, argument[1], "[", "]", end=end)
        options = [page[0]] if page else []
        argument = read_argument(text, page[1] if page else argument[1], end=end)
    if argument is None:
        return None
    return argument[0].split(","), options[-1] if options else "", argument[1]


def _read_made(text: str, start: int, position: int, end: int) -> Command | None:
    r"""Read what Pandoc's own LaTeX has of a citation: `\citeproc{ref-smith2019}{Smith 2019}`."""
    key = read_argument(text, position, end=end)
    printed = read_argument(text, key[1], end=end) if key else None
    if key is None or printed is None:
        return None
    return _make(text, start, printed[1], [key[0].removeprefix("ref-")], "", words=False)


def _make(text: str, start: int, end: int, keys: list[str], locator: str, *, words: bool) -> Command | None:
    named = tuple(dict.fromkeys(" ".join(each.split()) for each in keys if each.strip()))
    if not named or any(set(each) & set("#\\{}=") for each in named):
        return None
    locator = undo_markup(locator)
    return Command(start=start, end=end, raw=text[start:end], keys=named, locator=locator, words=words)


def _read_items(source: Source) -> Iterator[tuple[int, int, Reference]]:
    r"""Read the entries of `thebibliography`, each with its key and place; the spans are those of their labels."""
    text = source.text
    heads: list[tuple[int, int, str]] = []
    found = list(_ITEM.finditer(text))
    for match, after in zip_longest(found, found[1:]):
        end = after.start() if after else len(text)
        label = read_argument(text, match.end(), "[", "]", end=end)
        given = read_argument(text, label[1] if label else match.end(), end=end)
        if given is not None and "#" not in given[0]:
            heads.append((match.start(), given[1], given[0].strip()))
    for at, (start, behind, key) in enumerate(heads):
        last = heads[at + 1][0] if at + 1 < len(heads) else len(text)
        closed = _END.search(text, behind, last)
        end = closed.start() if closed else last
        body = undo_entry(text[behind:end])
        while end > behind and text[end - 1].isspace():
            end -= 1
        if key.startswith("ref-") and "citeproctext" in text[start:behind]:
            number = split_label(body)[0]  # printed by a numeric style, and cited by it where no command names the key
            key = number if number and "\\citeproc{ref-" not in text else key.removeprefix("ref-")
        yield start, behind, replace(read_entry(key, body, source.place(start, end)), raw=body)


def undo_entry(text: str) -> str:
    """Give the text of an entry without its LaTeX."""
    text = _FIELDS.sub(" ", text)
    text = re.sub(r"\\url\s*\{([^{}]*)\}", r" \1 ", text)
    text = re.sub(r"\s+([.,;:)])", r"\1", undo_markup(text))
    return " ".join(text.split())
