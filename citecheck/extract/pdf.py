"""PDFs: the text layer, page by page, read by a process of its own that is started once and reused.

A PDF that is hostile, endless or too large for its memory ends that process and nothing else; the next PDF gets a new one.
Hyphens at line ends and ligatures stay as they are: matching folds them and knows the way back.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from citecheck.errors import ExtractError
from citecheck.extract.extracted import Extracted, clean, count_letters
from citecheck.extract.pdf_worker import LENGTH, MOST_PAGES
from citecheck.identifiers import Kind, find_identifiers

SECONDS = 60.0
"""How long one PDF may take: 1,000 pages take 5 s."""
MOST_ANSWER = 200_000_000
"""Bytes of an answer: what the worker may send, with every character escaped."""
MOST_PER_WORKER = 200
"""PDFs after which a worker is replaced: what PDFium does not give back is bounded so."""
LEAST_LETTERS = 25
"""Letters that a page with a text layer has, taken over all pages; a scan's stamp (`Downloaded from …`) is on one."""
_INHERITED = (
    "PATH",
    "PYTHONPATH",
    "PYTHONHOME",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "SYSTEMROOT",
    "HOME",
    "TMPDIR",
)
"""Variables that a Python needs to start; keys and addresses of the caller's are none of its business."""
_TROUBLES = {
    "absent": ("PDFs are read with pypdfium2, which is not installed", "pip install 'pandoc-citecheck[pdf]'"),
    "encrypted": ("encrypted", "Give a copy without a password."),
    "damaged": ("a PDF that is cut or damaged", "Fetch the file again."),
    "memory": ("a PDF that needs more memory than one may take", "Give a smaller copy."),
    "long": ("a PDF with more text than is read", "Give the part that is cited."),
    "time": (f"a PDF that is not read within {SECONDS:.0f} s", "Give a simpler copy."),
    "died": ("a PDF that broke its reader", "Save it anew from another program."),
}
_DOI_FIELDS = ("Subject", "Keywords", "Title")


class Worker:
    """A process that reads PDFs; safe to use from several threads, one PDF after another."""

    def __init__(self, *, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner, self._read = 0, 0

    def read(self, data: bytes, *, most_pages: int) -> dict[str, Any]:
        """Have one PDF read; trouble comes as `error`."""
        message = json.dumps({"most_pages": most_pages}).encode() + b"\n" + data
        with self._lock:
            process = self._started()
            late = threading.Event()

            def end_late() -> None:
                late.set()
                process.kill()

            clock = threading.Timer(self.seconds, end_late)
            clock.daemon = True
            clock.start()
            try:
                answer = _exchange(process, message)
            except (OSError, ValueError):
                answer = {"error": "died"}
            finally:
                clock.cancel()
            if answer.get("error") in ("died", "memory", "absent"):
                self._stop()
        return {"error": "time"} if late.is_set() and "error" in answer else answer

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._stop()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._owner != os.getpid():
            self._process = None  # forked: the process belongs to the parent, and its pipes with it
        if self._process is not None and (self._process.poll() is not None or self._read >= MOST_PER_WORKER):
            self._stop()
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-B", str(Path(__file__).with_name("pdf_worker.py"))],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={name: os.environ[name] for name in _INHERITED if name in os.environ},
            )
            self._owner, self._read = os.getpid(), 0
        self._read += 1
        return self._process

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None or self._owner != os.getpid():
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            try:
                if pipe is not None:
                    pipe.close()
            except OSError:  # what was not sent when it died
                continue
        process.wait()


def _exchange(process: subprocess.Popen[bytes], message: bytes) -> dict[str, Any]:
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(LENGTH.pack(len(message)))
    process.stdin.write(message)
    process.stdin.flush()
    head = process.stdout.read(LENGTH.size)
    length = LENGTH.unpack(head)[0] if len(head) == LENGTH.size else 0
    if not 0 < length <= MOST_ANSWER:
        raise ValueError("no answer")
    answer = json.loads(process.stdout.read(length))
    if not isinstance(answer, dict):
        raise ValueError("no answer")
    return answer


_worker = Worker()
atexit.register(_worker.close)


def read_pdf(data: bytes, name: str, *, most_pages: int = 0, worker: Worker | None = None) -> Extracted:
    """Read a PDF's text layer; `most_pages` 0 reads all.

    Raises:
        ExtractError: it is encrypted, scanned, damaged, or beyond the bounds of time and memory.
    """
    try:
        answer = (worker or _worker).read(data, most_pages=most_pages)
    except OSError:  # no process can be started
        answer = {"error": "died"}
    if "error" in answer:
        said, help = _TROUBLES.get(str(answer["error"]), _TROUBLES["damaged"])
        raise ExtractError(f"{name}: {said}.", help=help)
    texts = [clean(str(each)) for each in answer["pages"]]
    letters = [count_letters(each) for each in texts]
    if sum(letters) < LEAST_LETTERS * len(texts) and not (most_pages and sum(letters)):
        raise ExtractError(
            f"{name}: an image scan, without a text layer.", help="Run it through text recognition, such as ocrmypdf."
        )
    pages, length = [], 0
    for each in texts:
        pages.append(length)
        length += len(each) + 1
    fields = {str(key): str(value) for key, value in answer["fields"].items()}
    return Extracted(
        text="\n".join(texts),
        format="pdf",
        pages=tuple(pages),
        title=clean(fields.get("Title", "")).strip(),
        doi=_own_doi(fields),
        problems=_problems(answer, letters, data, whole=not most_pages),
    )


def _own_doi(fields: dict[str, str]) -> str:
    for each in _DOI_FIELDS:
        for found in find_identifiers(fields.get(each, "")):
            if found.kind is Kind.DOI and not found.problem:
                return found.value
    return ""


def _problems(answer: dict[str, Any], letters: list[int], data: bytes, *, whole: bool) -> tuple[str, ...]:
    """Say what of the document was not read."""
    if not whole:
        return ()
    said = []
    blank = [number for number, count in enumerate(letters, start=1) if not count]
    if blank:
        said.append(f"no text on {_name_pages(blank)}")
    if answer["broken"]:
        said.append(f"cannot be read: {_name_pages(answer['broken'])}")
    if answer["count"] > MOST_PAGES:
        said.append(f"only the first {MOST_PAGES} of {answer['count']} pages were read")
    if b"%%EOF" not in data[-2048:]:
        said.append("the file seems to be cut")
    return tuple(said)


def _name_pages(numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:8]))
    return f"page {shown}" if len(numbers) == 1 else f"pages {shown}{' …' if len(numbers) > 8 else ''}"
