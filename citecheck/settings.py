"""Settings: one dataclass, from which command, settings file, document metadata and reference page are made.

Precedence, weakest first: defaults, the user's file, `.citecheck.toml` or `[tool.citecheck]`, the document's own
`citecheck:` map, `CITECHECK_*`, flags. A document comes from a stranger when its reader is a reviewer, so it may set
only fields of scope *document*.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

import platformdirs

from citecheck.errors import SettingsError

RUN = "run"
DOCUMENT = "document"
USER = "user"
"""Set by the person alone, in the user's file, the environment or a flag: a project's file may be a stranger's."""
SECRET = "secret"
TRUE = {"true", "yes", "on", "1"}
FALSE = {"false", "no", "off", "0"}


def setting(default: Any, help: str, *, scope: str = RUN, choices: tuple[str, ...] = ()) -> Any:
    """Declare one setting with its default, its help and who may set it."""
    meta = {"help": help, "scope": scope, "choices": choices}
    if isinstance(default, tuple | str | bool | int | float) or default is None:
        return field(default=default, metadata=meta)
    return field(default_factory=default, metadata=meta)


def default_cache_dir() -> str:
    """Give the user's cache folder for citecheck."""
    return str(platformdirs.user_cache_path("citecheck", appauthor=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class IgnoreTable:
    """One `[[ignore]]` table: which findings are set aside, why, and until when."""

    rules: tuple[str, ...] = ()
    """Names of rules; empty for every rule."""
    key: str = ""
    """A reference's key or DOI; empty for every reference."""
    reason: str = ""
    until: str = ""
    """ISO date of the last day; empty for no end."""
    path: str = ""
    line: int | None = None

    def shown(self) -> dict[str, Any]:
        """Give what the receipt may show: all but the place on this machine."""
        return {"rules": list(self.rules), "key": self.key, "reason": self.reason, "until": self.until}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that can be set. Each field's environment variable is `CITECHECK_` and its name in capitals."""

    bibliography: tuple[str, ...] = setting((), "Bibliography files of the document.", scope=DOCUMENT)
    references: str = setting("", "Heading under which the reference list stands.", scope=DOCUMENT)
    lang: str = setting("", "Language of the document, such as en or de; read from it when empty.", scope=DOCUMENT)
    marker_words: tuple[str, ...] = setting(
        (), "Further words before the numbers of a marker, as in [exhibit 3].", scope=DOCUMENT
    )
    ignore: tuple[str, ...] = setting((), "Reference keys to leave alone.", scope=DOCUMENT)
    annotate: bool = setting(False, "As a filter, mark findings in the document.", scope=DOCUMENT)
    withhold: bool = setting(False, "As a filter, put a notice where an absent quotation stood.", scope=DOCUMENT)
    receipt: bool = setting(False, "As a filter, append a receipt section.", scope=DOCUMENT)
    fail_on: str = setting(
        "error",
        "Lowest level of finding that makes the exit code 1.",
        scope=DOCUMENT,
        choices=("error", "warning", "note", "never"),
    )
    offline: bool = setting(False, "Send nothing; answer from store and table only.", scope=DOCUMENT)
    strict: bool = setting(False, "Exit with 3 when anything could not be asked.")
    mailto: str = setting("", "Your address, for the registries' polite pool.", scope=SECRET)
    cache_dir: str = setting(default_cache_dir, "Folder of cache, store and retraction table.")
    max_age: int | None = setting(None, "Days that a kept answer may be old; the default is by kind of answer.")
    refresh: bool = setting(False, "Ask afresh, whatever is kept.")
    time_limit: float = setting(0.0, "Seconds a run may take to ask; 0 for no limit (a filter: 30).")
    connect_timeout: float = setting(2.0, "Seconds a host has to take a connection.")
    read_timeout: float = setting(20.0, "Seconds a host has to answer.")
    all_signals: bool = setting(False, "Ask every source of updates about every work.")
    allow_hosts: tuple[str, ...] = setting((), "Hosts of yours that may be private addresses.")
    document_settings: bool = setting(True, "Obey the document's own citecheck map.")
    openalex_api_key: str = setting("", "Key for OpenAlex.", scope=SECRET)
    crossref_plus_token: str = setting("", "Token for Crossref Plus.", scope=SECRET)
    ncbi_api_key: str = setting("", "Key for PubMed.", scope=SECRET)
    replay: str = setting("", "Address of a replay server (environment only).", scope=SECRET)
    progress: bool = setting(True, "Show progress on a terminal.")
    notes: str = setting("", "Folder of notes whose names are note ids.")
    papers: str = setting("", "Folder of the sources' own files: PDF, JATS, HTML, docx, odt, text.")
    texts: bool = setting(False, "Look for open copies of the sources' texts at Europe PMC.")
    baseline: str = setting("", "Baseline file: the findings in it are set aside.")
    against: str = setting(
        "",
        "Receipt of an earlier run: a quotation that is lost because its source's text has changed since is told apart.",
    )
    retractions_url: str = setting(
        "https://gitlab.com/crossref/retraction-watch-data/-/raw/main/retraction_watch.csv",
        "Where `citecheck retractions update` downloads the table.",
        scope=USER,
    )
    ignores: tuple[IgnoreTable, ...] = field(default=())
    """The `[[ignore]]` tables of the settings file."""
    given: frozenset[str] = field(default=frozenset(), repr=False, compare=False)
    """Settings that environment or flags gave: a document's own may not overrule them."""

    def digest_items(self) -> dict[str, Any]:
        """Give what the receipt may show: every setting but contact, keys and places of this machine."""
        hidden = {"cache_dir", "notes", "papers", "baseline", "against", "retractions_url"}
        shown: dict[str, Any] = {
            each.name: list(value) if isinstance(value := getattr(self, each.name), tuple) else value
            for each in setting_fields().values()
            if (each.metadata["scope"] != SECRET and each.name not in hidden)
        }
        return shown | {"ignores": [each.shown() for each in self.ignores]}


def setting_fields() -> dict[str, Field[Any]]:
    """Give every setting by name, with its field."""
    return {each.name: each for each in fields(Settings) if "help" in each.metadata}


def coerce(name: str, value: object) -> Any:
    """Turn a string or TOML value into what the field holds.

    Raises:
        SettingsError: the field is unknown, or the value does not fit.
    """
    known = setting_fields()
    key = name.replace("-", "_")
    if key not in known:
        raise SettingsError(f"{name}: no such setting.", help="`citecheck settings` lists them all.")
    spec = known[key]
    kind = str(spec.type)
    try:
        result = _coerce_kind(kind, value)
    except (ValueError, TypeError) as error:
        raise SettingsError(f"{name}: {value!r} does not fit ({kind}).", help=str(spec.metadata["help"])) from error
    choices = spec.metadata["choices"]
    if choices and result not in choices:
        raise SettingsError(f"{name}: {value!r} is none of {', '.join(choices)}.")
    return result


def _coerce_kind(kind: str, value: object) -> Any:
    if kind.startswith("tuple"):
        if isinstance(value, str):
            return tuple(each.strip() for each in value.split(",") if each.strip())
        if isinstance(value, Iterable):
            return tuple(str(each) for each in value)
        raise TypeError
    if isinstance(value, list | tuple | dict):
        raise TypeError
    if kind == "bool":
        if isinstance(value, bool):
            return value
        word = str(value).strip().lower()
        if word in TRUE or word in FALSE:
            return word in TRUE
        raise ValueError
    if kind == "int | None":
        return None if value in (None, "") else int(str(value))
    if kind == "float":
        return float(str(value))
    return str(value)


def apply(settings: Settings, values: Mapping[str, object]) -> Settings:
    """Lay values over settings, each turned into the field's own type."""
    return replace(settings, **{name.replace("-", "_"): coerce(name, value) for name, value in values.items()})


def apply_document(settings: Settings, values: Mapping[str, object], folder: Path) -> tuple[Settings, tuple[str, ...]]:
    """Lay a document's own metadata over settings, as far as a stranger may.

    Returns the settings and one sentence for everything refused.
    """
    known, refused, good = setting_fields(), [], {}
    for name, value in values.items():
        key = name.replace("-", "_")
        spec = known.get(key)
        if spec is None or spec.metadata["scope"] != DOCUMENT:
            refused.append(f"{name}: a document may not set this.")
            continue
        try:
            fitted = coerce(key, value)
        except SettingsError as error:
            refused.append(str(error))
            continue
        if key == "offline" and not fitted:
            refused.append("offline: a document may ask for offline: true only.")
        elif key in settings.given:
            continue
        elif key == "bibliography" and (outside := [each for each in fitted if not inside(each, folder)]):
            refused.append(f"bibliography: {', '.join(outside)} lies outside the document's folder.")
        else:
            good[key] = fitted
    return replace(settings, **good), tuple(refused)


def inside(path: str, folder: Path) -> bool:
    """Does the path stay inside the folder, links followed?"""
    try:
        root = folder.resolve()
        return (root / path).resolve().is_relative_to(root)
    except (OSError, ValueError):
        return False


def from_environment(environ: Mapping[str, str] | None = None) -> dict[str, object]:
    """Read `CITECHECK_*`, and OpenAlex's own variable."""
    environ = os.environ if environ is None else environ
    values: dict[str, object] = {
        name: environ[variable] for name in setting_fields() if (variable := f"CITECHECK_{name.upper()}") in environ
    }
    if "OPENALEX_API_KEY" in environ:
        values.setdefault("openalex_api_key", environ["OPENALEX_API_KEY"])
    return values


def from_files(folder: Path) -> dict[str, object]:
    """Read the user's settings file, then the nearest project's.

    Raises:
        SettingsError: a file is not TOML.
    """
    values: dict[str, object] = {}
    user = platformdirs.user_config_path("citecheck", appauthor=False) / "citecheck.toml"
    for path, table in [(user, ()), *_project_files(folder)]:
        if path.is_file():
            found = _read_toml(path, table)
            if path != user:
                _refuse_users_own(found, path, user)
            values |= found
    values.pop("replay", None)
    return values


def _refuse_users_own(values: Mapping[str, object], path: Path, user: Path) -> None:
    known = setting_fields()
    for name in values:
        spec = known.get(name.replace("-", "_"))
        if spec is not None and spec.metadata["scope"] == USER:
            raise SettingsError(f"{path}: a project may not set {name}.", help=f"Set it in {user}, or by its variable.")


def _project_files(folder: Path) -> list[tuple[Path, tuple[str, ...]]]:
    for place in [folder.resolve(), *folder.resolve().parents]:
        if (place / ".citecheck.toml").is_file():
            return [(place / ".citecheck.toml", ())]
        if (place / "pyproject.toml").is_file():
            return [(place / "pyproject.toml", ("tool", "citecheck"))]
    return []


def _read_toml(path: Path, table: tuple[str, ...]) -> dict[str, object]:
    try:
        text = path.read_text(encoding="utf-8")
        values: Any = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{path}: not a settings file ({error}).") from error
    for name in table:
        values = values.get(name, {})
    found = {str(name): value for name, value in values.items()}
    given = found.get("ignore")
    if isinstance(given, list):  # keys alone, or tables that say what, why and until when
        tables = [each for each in given if isinstance(each, dict)]
        found["ignore"] = [each for each in given if not isinstance(each, dict)]
        found["ignores"] = _read_ignores(tables, path, text)
    return found


def _read_ignores(tables: list[dict[str, object]], path: Path, text: str) -> tuple[IgnoreTable, ...]:
    """Read `[[ignore]]` tables, each with the line it stands on where that can be told."""
    heads = [number for number, line in enumerate(text.splitlines(), 1) if IGNORE_HEAD.match(line)]
    lines = heads if len(heads) == len(tables) else [None] * len(tables)
    return tuple(_read_ignore(each, str(path), line) for each, line in zip(tables, lines, strict=True))


IGNORE_HEAD = re.compile(r"\s*\[\[\s*(?:tool\s*\.\s*citecheck\s*\.\s*)?ignore\s*\]\]")


def _read_ignore(table: dict[str, object], path: str, line: int | None) -> IgnoreTable:
    where = f"{path}:{line}" if line else path
    help = 'Write rule = "retracted", key = "smith2020", reason = "…", until = 2027-01-31.'
    if unknown := [name for name in table if name not in ("rule", "key", "reason", "until")]:
        raise SettingsError(f"{where}: an ignore has no {', '.join(unknown)}.", help=help)
    given, until = table.get("rule", []), table.get("until", "")
    rules = [given] if isinstance(given, str) else given
    if not isinstance(rules, list) or not all(isinstance(each, str) for each in rules):
        raise SettingsError(f"{where}: the rule of an ignore is a name or a list of names.", help=help)
    key, reason = table.get("key", ""), table.get("reason", "")
    if not isinstance(key, str) or not isinstance(reason, str):
        raise SettingsError(f"{where}: key and reason of an ignore are texts.", help=help)
    try:
        day = until.date() if isinstance(until, datetime) else until
        last = day if isinstance(day, date) else date.fromisoformat(str(until)) if until else None
    except ValueError as error:
        raise SettingsError(f"{where}: until: {until!r} is no date.", help=help) from error
    return IgnoreTable(
        rules=tuple(rules), key=key.strip(), reason=reason.strip(), until=str(last or ""), path=path, line=line
    )


def gather(flags: Mapping[str, object], folder: Path, environ: Mapping[str, str] | None = None) -> Settings:
    """Put settings together from files, environment and flags; a document's own come later."""
    named = from_environment(environ) | {name: value for name, value in flags.items() if value is not None}
    written = from_files(folder)
    ignores: Any = written.pop("ignores", ())
    settings = apply(replace(apply(Settings(), written), ignores=ignores), named)
    return replace(settings, given=frozenset(name.replace("-", "_") for name in named))
