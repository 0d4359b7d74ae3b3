"""Checking: the pipeline for one manuscript or bibliography, on one screen.

Cheap before costly: read, resolve all, sweep all for updates, tell. One failing source never stops the run.
"""

from __future__ import annotations

import hashlib
import platform
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import citecheck
from citecheck.bibliography import is_bibliography, read_bibliography
from citecheck.door import Door
from citecheck.errors import BibliographyError, TableError, UnreadableManuscript
from citecheck.findings import find_all
from citecheck.ignores.baselines import read_baseline
from citecheck.ignores.deciding import decide_ignored
from citecheck.lexicon import digest_lists
from citecheck.manuscript import bind_markers, read_manuscript
from citecheck.receipt import (
    LIMITATIONS,
    SCHEMA,
    count_outcomes,
    digest_settings,
    rate_quotations,
    total_quotations,
)
from citecheck.records import (
    Bibliography,
    Compared,
    Counters,
    Exchange,
    Finding,
    Manuscript,
    Place,
    Problem,
    QuoteStatus,
    Receipt,
    Reference,
    Resolution,
    Standing,
)
from citecheck.registries.retraction_watch import Table
from citecheck.resolving import open_registries, resolve
from citecheck.settings import Settings, apply_document
from citecheck.standings import name_signal
from citecheck.store import Store
from citecheck.sweeping import sweep_standings

if TYPE_CHECKING:
    from citecheck.comparing import EarlierRun

LIBRARIES = ("bibtexparser", "habanero", "pyalex", "pypandoc", "rapidfuzz", "requests-cache", "sentencex")
READ_ALL_THE_SAME = ("repaired-entry", "duplicate-key")
"""Problems of entries that were read and checked: nothing is missing because of them."""
Told = Callable[[str, int, int], None]
"""Called with the name of a stage, how much of it is done, and of how much."""


def check(
    path: str | Path,
    bibliography: str | Path | Sequence[str | Path] | None = None,
    *,
    settings: Settings | None = None,
    tell: Told | None = None,
) -> Receipt:
    """Check a manuscript, or a bibliography alone, and give the receipt.

    Raises:
        ManuscriptError: the document cannot be read.
        BibliographyError: a bibliography cannot be read at all.
    """
    settings, path = settings or Settings(), Path(path)
    named = [bibliography] if isinstance(bibliography, str | Path) else list(bibliography or ())
    content = _bytes_of(path)
    if is_bibliography(path):
        files = [read_bibliography(each) for each in (path, *named)]
        return check_records(None, files, settings, document=str(path), content=content, tell=tell)
    manuscript = read_manuscript(path, notes=settings.notes or None, settings=settings)
    return check_manuscript(manuscript, named, settings, content=content, tell=tell)


def check_manuscript(
    manuscript: Manuscript,
    named: Sequence[str | Path],
    settings: Settings,
    *,
    content: bytes,
    folder: Path | None = None,
    tell: Told | None = None,
) -> Receipt:
    """Check a manuscript already read, with the bibliographies named and those that its metadata may name."""
    folder = folder or (Path(manuscript.path).parent if manuscript.path else Path.cwd())
    refused: tuple[str, ...] = ()
    if settings.document_settings:
        wanted = dict(manuscript.settings)
        if manuscript.bibliography_files and not named and "bibliography" not in wanted:
            wanted["bibliography"] = ",".join(manuscript.bibliography_files)
        settings, refused = apply_document(settings, wanted, folder)
    problems = [Problem(rule="refused-setting", message=each) for each in refused]
    own = [folder / each for each in settings.bibliography]
    files, failed = _read_bibliographies(own)
    files = [*(read_bibliography(each) for each in named), *files]
    if own:  # a list was named, and what is wrong with it is said already
        manuscript = replace(manuscript, has_reference_list=True)
    references = [reference for each in files for reference in each.references]
    manuscript = bind_markers(manuscript, references)
    manuscript = replace(manuscript, problems=(*manuscript.problems, *problems, *failed))
    document = manuscript.path
    return check_records(manuscript, files, settings, document=document, content=content, named=named, tell=tell)


def check_records(
    manuscript: Manuscript | None,
    bibliographies: Sequence[Bibliography],
    settings: Settings,
    *,
    document: str,
    content: bytes,
    named: Sequence[str | Path] = (),
    tell: Told | None = None,
) -> Receipt:
    """Resolve, sweep, hold against the sources' texts and tell, and write the receipt.

    `named` are the bibliographies that the person named: their entries' files may lead anywhere.
    """
    started = _now()
    baseline = read_baseline(Path(settings.baseline)) if settings.baseline else ()
    earlier = _read_earlier(settings)
    references = _unique_references(manuscript, bibliographies)
    table, broken = _open_table(settings)
    bibliographies = [*bibliographies, *broken]
    asked = _ask(
        manuscript, references, table, settings, named=[str(each) for each in named], earlier=earlier, tell=tell
    )
    compared = asked.compared
    found = _tell(manuscript, bibliographies, asked, table, settings)
    found = decide_ignored(
        found,
        manuscript,
        bibliographies,
        asked.resolutions,
        asked.standings,
        settings=settings,
        matches=compared.matches,
        document=document,
        source=content,
        baseline=baseline,
    )
    counters = _count(manuscript, asked)
    reasons = incomplete_reasons(manuscript, bibliographies, asked.resolutions, compared, asked.standings)
    return Receipt(
        **_circumstances(settings, table, started),
        document=document,
        sha256=hashlib.sha256(content).hexdigest(),
        manuscript=manuscript,
        bibliographies=tuple(bibliographies),
        resolutions=asked.resolutions,
        standings=asked.standings,
        sources=compared.sources,
        matches=compared.matches,
        triages=compared.triages,
        claims=compared.claims,
        findings=found,
        exchanges=asked.exchanges,
        counters=counters,
        quotation_totals=total_quotations(manuscript, compared.matches),
        quotation_rates=rate_quotations(counters.get("quotations", {})) if manuscript is not None else {},
        incomplete=bool(reasons),
        incomplete_reasons=reasons,
    )


def _circumstances(settings: Settings, table: Table | None, started: str) -> dict[str, Any]:
    """Give what a receipt says of the run itself: with what it was made, when, and how far it reaches."""
    shown = settings.digest_items()
    return {
        "schema": SCHEMA,
        "versions": library_versions(),
        "settings": shown,
        "settings_sha256": digest_settings(shown),
        "started_at": started,
        "finished_at": _now(),
        "tables": ({"name": "retraction watch", "date": table.date, "sha256": table.sha256},) if table else (),
        "limitations": LIMITATIONS,
    }


def _open_table(settings: Settings) -> tuple[Table | None, tuple[Bibliography, ...]]:
    """Open the retraction table; a damaged one is told as a list that cannot be read, and the rest is still checked."""
    try:
        return Table.open(Path(settings.cache_dir)), ()
    except TableError as error:
        problem = Problem(rule="unreadable-table", message=str(error), help=error.help)
        return None, (Bibliography(problems=(problem,)),)


def _read_earlier(settings: Settings) -> EarlierRun | None:
    """Read the receipt to check against, before anything is asked: a wrong path should cost no time."""
    if not settings.against:
        return None
    from citecheck.comparing import read_earlier_run  # it brings the matcher, which most runs do without

    return read_earlier_run(Path(settings.against))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """What asking brought, of registries, table and sources."""

    resolutions: tuple[Resolution, ...]
    standings: tuple[Standing, ...]
    compared: Compared
    exchanges: tuple[Exchange, ...]


def _ask(
    manuscript: Manuscript | None,
    references: Sequence[Reference],
    table: Table | None,
    settings: Settings,
    *,
    named: Sequence[str],
    earlier: EarlierRun | None,
    tell: Told | None,
) -> _Asked:
    """Open the door and the store, and ask for everything: works first, then updates, then texts."""
    with Door(settings) as door:
        store = Store(Path(settings.cache_dir))
        try:
            registries = open_registries(door, store, settings)
            resolutions: list[Resolution] = []
            for resolution in resolve(references, registries):
                resolutions.append(resolution)
                if tell is not None:
                    tell("references", len(resolutions), len(references))
            standings = sweep_standings(resolutions, table, registries, all_signals=settings.all_signals)
            compared = Compared()
            if manuscript is not None and _wants_texts(references, settings):
                from citecheck.comparing import compare_texts  # it brings the matcher, which most runs do without

                compared = compare_texts(
                    manuscript, resolutions, standings, door, settings, named=named, earlier=earlier
                )
        finally:
            store.close()
        exchanges = tuple(sorted(door.exchanges, key=lambda each: (each.host, each.url, each.asked_at)))
    return _Asked(resolutions=tuple(resolutions), standings=standings, compared=compared, exchanges=exchanges)


def _tell(
    manuscript: Manuscript | None,
    bibliographies: Sequence[Bibliography],
    asked: _Asked,
    table: Table | None,
    settings: Settings,
) -> tuple[Finding, ...]:
    """Give every finding of the run, before anything is set aside."""
    return find_all(
        manuscript,
        bibliographies,
        asked.resolutions,
        asked.standings,
        matches=asked.compared.matches,
        triages=asked.compared.triages,
        table_age=table.status.age() if table else None,
        ignore=settings.ignore,
    )


def _wants_texts(references: Iterable[Reference], settings: Settings) -> bool:
    """Are texts looked for? Only where a folder is named, open copies are asked for, or a reference names its file."""
    return bool(settings.papers or settings.notes or settings.texts) or any(each.files for each in references)


def _count(manuscript: Manuscript | None, asked: _Asked) -> Counters:
    return count_outcomes(
        manuscript,
        asked.resolutions,
        asked.standings,
        sources=asked.compared.sources,
        matches=asked.compared.matches,
        triages=asked.compared.triages,
        claim_statuses=asked.compared.claims,
    )


def incomplete_reasons(
    manuscript: Manuscript | None,
    bibliographies: Iterable[Bibliography],
    resolutions: Iterable[Resolution],
    compared: Compared,
    standings: Iterable[Standing] = (),
) -> tuple[str, ...]:
    """Give one sentence for everything that could not be asked, read or parsed."""
    reasons = []
    for each in resolutions:
        for missing in each.not_asked:
            where = f" at {missing.host}" if missing.host else ""
            reasons.append(f"{each.reference.key}: not asked{where} ({missing.reason})")
    reasons += _updates_missing(standings)
    problems = [*(manuscript.problems if manuscript else ()), *(p for each in bibliographies for p in each.problems)]
    reasons += [each.message for each in problems if each.rule not in READ_ALL_THE_SAME]
    if manuscript is not None:
        reasons += [f"{each.raw}: {each.state.value}" for each in manuscript.markers if each.state.value == "unparsed"]
        reasons += _texts_missing(manuscript, compared)
    return tuple(dict.fromkeys(reasons))


def _updates_missing(standings: Iterable[Standing]) -> Iterable[str]:
    """Say of how many works each source of updates could not be asked; what a work's own registry missed is said already."""
    unasked = Counter(
        f"{name_signal(signal)} ({signal.not_asked.reason})"
        for each in standings
        for signal in each.signals[1:]
        if signal.not_asked is not None
    )
    for name, number in unasked.items():
        yield f"updates of {number} work{'' if number == 1 else 's'}: not asked at {name}"


def _texts_missing(manuscript: Manuscript, compared: Compared) -> Iterable[str]:
    """Say which texts there are none of, and how many quotations were not held against any."""
    for source in compared.sources:
        if source.fulltext is None:
            yield f"{source.key}: {source.why_none}"
    if manuscript.claims and not compared.claims and any(each.fulltext for each in compared.sources):
        yield f"{len(manuscript.claims)} claims: too many to hold against these sources by shared words; citecheck claims does"
    unchecked = len(manuscript.quotations) - len(compared.matches)
    unchecked += sum(each.status is QuoteStatus.NOT_CHECKED for each in compared.matches)
    if unchecked:
        yield f"{unchecked} quotation{'' if unchecked == 1 else 's'}: not checked"


def library_versions() -> dict[str, str]:
    """Give the versions of citecheck, its word lists, Python and the libraries whose behaviour a result may depend on."""
    versions = {"citecheck": citecheck.__version__, "python": platform.python_version()}
    versions["word lists"] = digest_lists()[:12]
    for name in LIBRARIES:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            versions[name] = "absent"
    return versions


def _unique_references(manuscript: Manuscript | None, bibliographies: Sequence[Bibliography]) -> list[Reference]:
    own = list(manuscript.references) if manuscript else []
    known = {each.key for each in own}
    return own + [
        each for file in bibliographies for each in file.references if manuscript is None or each.key not in known
    ]


def _read_bibliographies(paths: Iterable[str | Path]) -> tuple[list[Bibliography], list[Problem]]:
    files, failed = [], []
    for path in dict.fromkeys(map(str, paths)):
        try:
            files.append(read_bibliography(path))
        except BibliographyError as error:
            failed.append(Problem(rule="unreadable-entry", message=str(error), place=Place(path=path), help=error.help))
    return files, failed


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UnreadableManuscript(f"{path}: {error.strerror or error}.", help="Check the path.") from error


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
