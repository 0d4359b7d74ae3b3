"""Members of zip archives from strangers, unpacked within bounds."""

from __future__ import annotations

import io
import zipfile
import zlib

from citecheck.errors import ExtractError

MOST_UNPACKED = 25_000_000
"""Bytes of one member: the text of the longest book in docx has a tenth. A bomb of 42 kB unpacks to petabytes."""


class Archive:
    """A zip archive held in memory."""

    def __init__(self, data: bytes, name: str) -> None:
        self._name = name
        try:
            self._file = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
            raise ExtractError(f"{name}: cut or damaged.", help="Fetch the file again.") from error

    def holds(self, member: str) -> bool:
        """Is there such a member?"""
        return member in self._file.NameToInfo

    def read(self, member: str) -> bytes:
        """Unpack a member.

        Raises:
            ExtractError: it is too large, damaged or encrypted. The size is counted, whatever the archive says it is.
        """
        try:
            with self._file.open(member) as file:
                data = file.read(MOST_UNPACKED + 1)
        except RuntimeError as error:
            raise ExtractError(f"{self._name}: encrypted.", help="Give a copy without a password.") from error
        except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, OSError, NotImplementedError, ValueError) as error:
            raise ExtractError(f"{self._name}: cut or damaged.", help="Fetch the file again.") from error
        if len(data) > MOST_UNPACKED:
            most = f"{MOST_UNPACKED / 1e6:.0f} MB"
            raise ExtractError(f"{self._name}: unpacks to more than {most}.", help="Give a smaller copy.")
        return data
