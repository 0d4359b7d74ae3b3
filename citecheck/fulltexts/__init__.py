"""Full texts: who has the text of a work. Own files and notes first; open copies only when the settings ask for them."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from citecheck.door import Door
from citecheck.fulltexts.europepmc import SERVICE, EuropePmc
from citecheck.fulltexts.local import LocalFiles
from citecheck.fulltexts.notes import Notes
from citecheck.seams import FulltextSource
from citecheck.settings import Settings

__all__ = ["EuropePmc", "LocalFiles", "Notes", "open_sources"]


def open_sources(door: Door, settings: Settings, *, named: Collection[str] = ()) -> tuple[FulltextSource, ...]:
    """Make the places to look in, the cheapest first; `named` are the bibliographies that the person named.

    Raises:
        SettingsError: the folder of papers is none.
        UnreadableManuscript: the folder of notes is none.
    """
    places: list[FulltextSource] = [LocalFiles(Path(settings.papers) if settings.papers else None, named=named)]
    if settings.notes:
        places.append(Notes(Path(settings.notes)))
    if settings.texts:
        door.expect((SERVICE,))
        places.append(EuropePmc(door))
    return tuple(places)
