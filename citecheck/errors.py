"""Every error citecheck raises.

::

    CitecheckError
      SettingsError          a bad flag, settings file or metadata             exit 2
      ManuscriptError        a manuscript that cannot be read                  exit 2
        PandocNotFound
        UnreadableManuscript
      BibliographyError      a file that cannot be read at all                 exit 2
      ExtractError           a source's file that gives no text; becomes the reason why it failed
      AskError               one question could not be put; becomes a `NotAsked` value
        Offline · Unreachable · Refused · Paced · Budget · Time · BadAnswer
      ReceiptError           unknown schema, digest mismatch                   exit 2
      TableError             a retraction table that is not one                exit 2

An `AskError` never reaches a person as a traceback: whoever asked turns it into a value with its reason.
"""

from __future__ import annotations


class CitecheckError(Exception):
    """The root. `help` says what the reader can do next."""

    def __init__(self, message: str, *, help: str = "") -> None:
        super().__init__(message)
        self.help = help


class SettingsError(CitecheckError):
    """A flag, a settings file or document metadata that cannot be obeyed."""


class ManuscriptError(CitecheckError):
    """A manuscript that cannot be read."""


class PandocNotFound(ManuscriptError):
    """The format needs Pandoc, and there is none."""


class UnreadableManuscript(ManuscriptError):
    """The bytes are not a manuscript of the kind they claim to be."""


class BibliographyError(CitecheckError):
    """A bibliography that cannot be read at all; a broken entry is a problem with a place instead."""


class ReceiptError(CitecheckError):
    """A receipt of an unknown schema, or one whose digests do not match."""


class TableError(CitecheckError):
    """A file that is not the retraction table it should be."""


class ExtractError(CitecheckError):
    """A source's file that gives no text: encrypted, scanned, cut, too large, or of an unknown format."""


class AskError(CitecheckError):
    """A question that could not be put, or was not answered. `reason` is the word in the receipt."""

    reason = "unknown"

    def __init__(self, message: str, *, host: str = "", help: str = "") -> None:
        super().__init__(message, help=help)
        self.host = host


class Offline(AskError):
    """Nothing may be sent, and nothing is kept."""

    reason = "offline"


class Unreachable(AskError):
    """The host refused, could not be named, or did not take the connection in time."""

    reason = "unreachable"


class Refused(AskError):
    """The host, or our own rules for strangers' addresses, said no."""

    reason = "refused"


class Paced(AskError):
    """The host asked us to wait for longer than a run may wait."""

    reason = "paced"


class Budget(AskError):
    """The day's allowance at the host is spent."""

    reason = "budget"


class Time(AskError):
    """The run's own time limit came first, or the host answered too slowly."""

    reason = "time"


class BadAnswer(AskError):
    """An answer that cannot be read: cut, malformed, or an error page."""

    reason = "badanswer"
