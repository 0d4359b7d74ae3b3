"""Libraries on the door: habanero asks Crossref's lists, and the door sends what it asks.

habanero calls the module-level `httpx2.get`: no session, no pace, no cache. So a stand-in takes the place of that *name* in
`habanero.request_class`, and hands each request of ours to the door; requests of other users of habanero in the same
process go their own way. Where habanero is not as expected, the door sends the same query itself.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from typing import Any

from citecheck.door.answers import Answer
from citecheck.door.session import Door
from citecheck.errors import BadAnswer, Refused

CROSSREF_WORKS = "https://api.crossref.org/works"
KNOWN_HABANERO = ("2.9.",)
"""Versions whose request class was read and tested with the stand-in."""
_asking: ContextVar[tuple[Door, list[Answer]] | None] = ContextVar("citecheck_asking", default=None)
_installing = threading.Lock()


def list_crossref_works(
    door: Door,
    *,
    filters: Mapping[str, Sequence[str]] | None = None,
    bibliographic: str = "",
    select: Sequence[str] = (),
    rows: int = 20,
) -> list[dict[str, Any]]:
    """Ask Crossref for a list of works; give their records, unordered as they come.

    `filters` has several values a name: they are alternatives.

    Raises:
        Refused: Crossref refuses this query (400, 414 …); a smaller one may pass.
        AskError: it could not be asked, or answered what cannot be read.
    """
    if _install_stand_in():
        answer = _ask_by_habanero(door, filters, bibliographic, select, rows)
    else:
        answer = _ask_by_door(door, filters, bibliographic, select, rows)
    if answer.status != 200:
        raise Refused(f"api.crossref.org: refused a list ({answer.status}).", host="api.crossref.org")
    message = answer.json()
    items = message.get("message", {}).get("items") if isinstance(message, dict) else None
    if not isinstance(items, list):
        raise BadAnswer("api.crossref.org: a list without items.", host="api.crossref.org")
    return [each for each in items if isinstance(each, dict)]


def _ask_by_habanero(
    door: Door, filters: Mapping[str, Sequence[str]] | None, bibliographic: str, select: Sequence[str], rows: int
) -> Answer:
    from habanero import Crossref

    answers: list[Answer] = []
    token = _asking.set((door, answers))
    try:
        Crossref().works(
            filter={name: list(values) for name, values in (filters or {}).items()} or None,
            limit=rows,
            select=list(select) or None,
            **({"query_bibliographic": bibliographic} if bibliographic else {}),
        )
    except Exception:
        if not answers:  # an AskError of the door's, or habanero turned the query down: both are for the caller to see
            raise
    finally:
        _asking.reset(token)
    return answers[-1]


def _ask_by_door(
    door: Door, filters: Mapping[str, Sequence[str]] | None, bibliographic: str, select: Sequence[str], rows: int
) -> Answer:
    params = {
        "filter": ",".join(f"{name}:{value}" for name, values in (filters or {}).items() for value in values),
        "query.bibliographic": bibliographic,
        "rows": str(rows),
        "select": ",".join(select),
    }
    return door.get(CROSSREF_WORKS, params={name: value for name, value in params.items() if value}, keep=False)


def _install_stand_in() -> bool:
    """Put the stand-in where habanero looks for its HTTP library; say whether habanero is as we know it."""
    try:
        import habanero
        from habanero import request_class
    except ImportError:
        return False
    with _installing:
        found = getattr(request_class, "httpx2", None)
        if isinstance(found, _StandIn):
            return True
        known = habanero.__version__.startswith(KNOWN_HABANERO)
        if not known or not all(
            hasattr(found, name) for name in ("get", "HTTPStatusError", "HTTPError", "ConnectTimeout")
        ):
            return False
        request_class.httpx2 = _StandIn(found)
        return True


class _StandIn:
    """Stands in for `httpx2`: our own requests go through the door, all else is the library's."""

    def __init__(self, library: Any) -> None:
        self._library = library

    def __getattr__(self, name: str) -> Any:
        return getattr(self._library, name)

    def get(self, url: str, *, params: Mapping[str, Any] | None = None, **options: Any) -> Any:
        asking = _asking.get()
        if asking is None:
            return self._library.get(url, params=params, **options)
        door, answers = asking
        answer = door.get(
            url.rstrip("/"), params={name: str(value) for name, value in (params or {}).items()}, keep=False
        )
        answers.append(answer)
        request = self._library.Request("GET", answer.url)
        headers = {"Content-Type": answer.headers.get("Content-Type", "")}
        return self._library.Response(answer.status, headers=headers, content=answer.body, request=request)
