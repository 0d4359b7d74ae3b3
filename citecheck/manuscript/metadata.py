"""A document's metadata: front matter in YAML, Pandoc's own map, and what citecheck reads of either."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import yaml

from citecheck.manuscript.csl import read_csl
from citecheck.records import Place, Problem, Reference
from citecheck.settings import Settings
from citecheck.text.languages import guess_language

_LONGEST = 200_000
"""Characters of front matter that are read; no document needs more, and YAML is slow."""


class _TextLoader(yaml.SafeLoader):
    """Reads every scalar as the text it is: `no`, `1.10` and dates keep their form."""


_TextLoader.yaml_implicit_resolvers = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """What the head of a document says."""

    values: Mapping[str, object] = field(default_factory=dict)
    references: tuple[Reference, ...] = ()
    problems: tuple[Problem, ...] = ()
    first: int = 0
    """The first line behind it, counted from 0."""


def read_front_matter(text: str, lines: Sequence[str], path: str = "") -> Metadata:
    """Read the YAML between `---` and `---` or `...` at the top; broken YAML is a problem with its line."""
    if not lines or lines[0].lstrip("\ufeff").rstrip() != "---":
        return Metadata()
    end = next((at for at in range(1, len(lines)) if lines[at].rstrip() in ("---", "...")), 0)
    if not end:
        return Metadata()
    source = "\n".join(lines[1:end])
    values, problem = _load(source, path)
    if problem is None and not isinstance(values, Mapping) and source.strip():
        return Metadata()  # a thematic break, then text
    found = values if isinstance(values, Mapping) else {}
    references = tuple(_references_of(found, lines[1:end], path))
    return Metadata(values=found, references=references, problems=(problem,) if problem else (), first=end + 1)


def load_yaml(source: str) -> object:
    """Load YAML, every scalar as text; aliases are refused, so that no small file grows large.

    Raises:
        yaml.YAMLError: it is no YAML, or has aliases, or is too long.
    """
    if len(source) > _LONGEST:
        raise yaml.YAMLError("the front matter is too long")
    if re.search(r"(?:^|[\s\[,:-])\*\w", source) and any(
        isinstance(each, yaml.AliasToken) for each in yaml.scan(source, Loader=yaml.SafeLoader)
    ):
        raise yaml.YAMLError("aliases are not read")
    return yaml.load(source, Loader=_TextLoader)


def _load(source: str, path: str) -> tuple[object, Problem | None]:
    try:
        return load_yaml(source), None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 2 if mark else 1
        column = mark.column + 1 if mark else 1
        why = getattr(error, "problem", None) or str(error).split("\n")[0] or "nested too deeply"
        return None, Problem(
            rule="unreadable-part",
            message=f"The front matter is not YAML: {why}.",
            place=Place(path=path, line=line, column=column),
            help="Correct it; its settings and bibliography were not read.",
        )


def flatten_settings(values: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """Flatten the `citecheck:` map, and flat keys `citecheck.name`, to pairs of strings."""
    pairs: dict[str, str] = {}
    given = values.get("citecheck")
    if isinstance(given, Mapping):
        pairs.update(_flat(given, ""))
    for name, value in values.items():
        if str(name).startswith("citecheck."):
            pairs.update(_flat({str(name).removeprefix("citecheck."): value}, ""))
    return tuple(pairs.items())


def _flat(values: Mapping[object, object], prefix: str) -> Iterator[tuple[str, str]]:
    stack: list[tuple[str, object]] = [(f"{prefix}{name}", value) for name, value in values.items()]
    for name, value in stack:
        if isinstance(value, Mapping):
            stack += [(f"{name}.{inner}", each) for inner, each in value.items()]
        elif isinstance(value, list | tuple):
            yield name, ",".join(str(each) for each in value if not isinstance(each, Mapping | list))
        elif value is not None:
            yield name, str(value)


def bibliography_files(values: Mapping[str, object]) -> tuple[str, ...]:
    """Give what the metadata names as bibliography: one file, several, or a map of them."""
    given = values.get("bibliography")
    if isinstance(given, Mapping):
        given = list(given.values())
    named = given if isinstance(given, list | tuple) else [given]
    flat = [each for name in named for each in (name if isinstance(name, list) else [name])]
    return tuple(dict.fromkeys(str(each).strip() for each in flat if isinstance(each, str) and each.strip()))


def nocite_keys(values: Mapping[str, object]) -> tuple[str, ...]:
    """Give the keys that `nocite` lists without citing them; `*` for all."""
    return tuple(dict.fromkeys(re.findall(r"@(\*|[\w][\w:.#$%&\-+?<>~/]*)", str(values.get("nocite") or ""))))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What document and settings say of how to read it: what a person gave first, then the document, then a default."""

    heading: str = ""
    """One more name of the reference list's heading."""
    lang: str = ""
    words: tuple[str, ...] = ()
    """Further words before the numbers of a marker."""


def how_to_read(values: Mapping[str, object], settings: Settings | None) -> Reading:
    """Lay the document's `citecheck:` map over the settings, and what a person gave over both."""
    settings = settings or Settings()
    own = dict(flatten_settings(values)) if settings.document_settings else {}

    def choose(name: str, value: str) -> str:
        said = own.get(name, own.get(name.replace("_", "-"), ""))
        return value if name in settings.given or not said else said

    words = choose("marker_words", ",".join(settings.marker_words))
    return Reading(
        heading=choose("references", settings.references),
        lang=choose("lang", settings.lang),
        words=tuple(each for part in words.split(",") if (each := part.strip().casefold())),
    )


def language(values: Mapping[str, object], text: str = "", own: str = "") -> str:
    """Give the two letters of the document's language: the one given or named, else the one its text seems to be in."""
    given = own or values.get("lang") or values.get("language") or ""
    match = re.match(r"[a-zA-Z]{2,3}", str(given))
    return match[0].lower() if match else guess_language(text)


def _references_of(values: Mapping[str, object], lines: Sequence[str], path: str) -> Iterator[Reference]:
    given = values.get("references")
    if not isinstance(given, list):
        return
    starts: dict[str, int] = {}
    for number, line in enumerate(lines, 2):
        if match := re.match(r"\s*(?:-\s+)?[\"']?id[\"']?\s*:\s*[\"']?([^\"'\s]+)", line):
            starts.setdefault(match[1], number)
    for each in given:
        if isinstance(each, Mapping) and (reference := read_csl(each)):
            from dataclasses import replace

            line_number = starts.get(reference.key)
            column = 1 if line_number else None
            yield replace(reference, place=Place(path=path, line=line_number, column=column))
