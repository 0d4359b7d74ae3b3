"""Answers, whole, and what a refusal among them means."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from citecheck.errors import AskError, BadAnswer, Budget, Paced, Refused

LONGEST_WAIT = 60.0
"""Seconds of `Retry-After` that are obeyed; OpenAlex's daily limit asks for hours, and sleeping on that is a hang."""
ANSWERED = frozenset((200, 304, 400, 404, 410, 414, 422))
"""Statuses that answer the question, if only by *no*."""
REDIRECTS = frozenset((301, 302, 303, 307, 308))


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One answer, whole."""

    url: str
    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    asked_at: str = ""
    from_cache: bool = False
    stale: bool = False
    """Older than its kind may be, and used because nothing newer could be had."""

    @property
    def text(self) -> str:
        """The body as UTF-8, with what is not replaced."""
        return self.body.decode("utf-8", errors="replace")

    def json(self) -> Any:
        """Read the body as JSON.

        Raises:
            BadAnswer: it is none, whatever its label says.
        """
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError) as error:
            host = urlsplit(self.url).hostname or ""
            raise BadAnswer(f"{host}: an answer that is not JSON.", host=host) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """An answer that is none: what it becomes, how long to wait before another try, and whether to ask the host again."""

    trouble: AskError
    wait: float | None = None
    """Seconds before the next try; None when another try is of no use."""
    closes_host: bool = False


def read_refusal(answer: Answer, host: str, attempt: int, *, has_budget: bool) -> Refusal:
    """Read a status that answers nothing: 401, 403, 429, 5xx and what is unknown."""
    if answer.status in (401, 402, 403, 407, 451):
        return Refusal(trouble=Refused(f"{host}: refused ({answer.status}).", host=host))
    if answer.status == 429:
        asked = seconds_of(answer.headers.get("Retry-After", ""), default=1.0 + attempt)
        if asked <= LONGEST_WAIT:
            return Refusal(trouble=Paced(f"{host}: asked us to slow down.", host=host), wait=asked)
        if has_budget:
            spent = Budget(f"{host}: the day's allowance is spent.", host=host)
            return Refusal(trouble=spent, closes_host=True)
        return Refusal(trouble=Paced(f"{host}: asked us to wait {asked:.0f} s.", host=host), closes_host=True)
    return Refusal(trouble=BadAnswer(f"{host}: answered {answer.status}.", host=host), wait=0.2 * 2**attempt)


def seconds_of(text: str, *, default: float) -> float:
    """Read a `Retry-After`: seconds or a date (RFC 9110, 10.2.3)."""
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        when = parsedate_to_datetime(text)
    except (ValueError, TypeError):
        return default
    return max(0.0, (when - datetime.now(UTC)).total_seconds()) if when.tzinfo else default


def stamp(when: datetime) -> str:
    """Write a time as the receipt does: UTC, to the second."""
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
