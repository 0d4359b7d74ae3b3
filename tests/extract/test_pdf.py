"""PDFs: pages with their offsets, and a process that takes the blow of hostile ones."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from citecheck.extract import ExtractError, extract_text
from citecheck.extract.pdf import Worker, read_pdf
from tests.extract.making import make_article_pdf, make_pdf

PAGES = [["The first page speaks of sedges in wet meadows."], ["The second page is about rushes and their roots."]]


def test_pages_begin_at_their_offsets() -> None:
    found = extract_text(make_pdf(PAGES), "paper.pdf")
    assert found.format == "pdf"
    assert len(found.pages) == 2
    assert found.text[found.pages[0] :].startswith("The first page")
    assert found.text[found.pages[1] :].startswith("The second page")


def test_format_is_told_by_content_whatever_the_name() -> None:
    assert extract_text(make_pdf(PAGES), "paper.html").format == "pdf"
    assert extract_text(b"<!DOCTYPE html><html><body><p>Sign in</p></body></html>", "paper.pdf").format == "html"


def test_own_doi_and_title_come_from_the_metadata() -> None:
    info = {"Title": "Sedges of wet meadows", "Subject": "Sedge Letters, 3 (2019) 1-9. doi:10.5072/Sedge.1"}
    found = extract_text(make_pdf(PAGES, info=info), "paper.pdf")
    assert (found.title, found.doi) == ("Sedges of wet meadows", "10.5072/sedge.1")


def test_head_is_the_first_page_only() -> None:
    found = extract_text(make_pdf(PAGES), "paper.pdf", head=True)
    assert "first page" in found.text and "second page" not in found.text


def test_line_ends_are_newlines_and_hyphens_stay() -> None:
    found = extract_text(make_pdf([["The water stood at a con-", "siderable height for weeks on end."]]), "paper.pdf")
    assert "con-\nsiderable height" in found.text
    assert "\r" not in found.text and "\x02" not in found.text


def test_half_characters_never_reach_the_text() -> None:
    extract_text(make_pdf([["Ædge cases: é, ü and ß in one line of text here."]]), "p.pdf").text.encode("utf-8")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (make_pdf(PAGES, encrypted=True), "encrypted"),
        (make_pdf([[], [], []]), "an image scan"),
        (make_pdf([["Downloaded from shelf 7"], [], [], []]), "an image scan"),
        (make_article_pdf("Cut")[:300], "cut or damaged"),
        (b"%PDF-1.7\n" + b"\x00\xff" * 5000, "cut or damaged"),
        (b"%PDF-1.4\n1 0 obj\n" + b"[" * 200_000, "cut or damaged"),
    ],
    ids=["encrypted", "scan", "stamped scan", "truncated", "garbage", "nested"],
)
def test_failures_are_clear(data: bytes, said: str) -> None:
    with pytest.raises(ExtractError, match=said) as caught:
        extract_text(data, "paper.pdf")
    assert caught.value.help
    assert extract_text(make_pdf(PAGES), "next.pdf").pages


def test_pages_without_text_are_told() -> None:
    found = extract_text(make_pdf([*PAGES, []]), "paper.pdf")
    assert found.problems == ("no text on page 3",)


def test_worker_is_started_once_and_reused() -> None:
    worker = Worker()
    try:
        read_pdf(make_pdf(PAGES), "a.pdf", worker=worker)
        first = worker._process
        read_pdf(make_pdf(PAGES), "b.pdf", worker=worker)
        assert worker._process is first
    finally:
        worker.close()


def test_worker_that_dies_costs_one_pdf_at_most() -> None:
    worker = Worker()
    try:
        read_pdf(make_pdf(PAGES), "a.pdf", worker=worker)
        assert worker._process is not None
        worker._process.kill()
        worker._process.wait()
        assert read_pdf(make_pdf(PAGES), "b.pdf", worker=worker).pages
    finally:
        worker.close()


def test_time_is_limited_and_the_next_pdf_is_read() -> None:
    worker = Worker(seconds=0.0)
    try:
        with pytest.raises(ExtractError, match="not read within"):
            read_pdf(make_pdf(PAGES * 40), "endless.pdf", worker=worker)
        worker.seconds = 30.0
        assert read_pdf(make_pdf(PAGES), "b.pdf", worker=worker).pages
    finally:
        worker.close()


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_worker_has_limits_and_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENALEX_API_KEY", "secret-key")
    worker = Worker()
    try:
        read_pdf(make_pdf(PAGES), "a.pdf", worker=worker)
        assert worker._process is not None
        place = Path(f"/proc/{worker._process.pid}")
        if not place.is_dir():
            pytest.skip("no /proc here")
        assert b"secret-key" not in (place / "environ").read_bytes()
        limits = (place / "limits").read_text()
        assert "unlimited" not in next(line for line in limits.splitlines() if "Max address space" in line)
        assert " 0 " in next(line for line in limits.splitlines() if "Max file size" in line)
    finally:
        worker.close()


def test_several_threads_share_one_worker() -> None:
    worker, found = Worker(), []
    data = make_pdf(PAGES)
    try:
        threads = [
            threading.Thread(target=lambda: found.append(read_pdf(data, "a.pdf", worker=worker))) for _ in range(6)
        ]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert len({each.text for each in found}) == 1 and len(found) == 6
    finally:
        worker.close()


def test_worker_ends_with_its_caller() -> None:
    code = (
        "from tests.extract.making import make_pdf; from citecheck.extract import pdf;"
        "pdf.read_pdf(make_pdf([['A page with enough letters to be read.']]), 'a.pdf'); print(pdf._worker._process.pid)"
    )
    root = Path(__file__).parent.parent.parent
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    for _ in range(50):
        try:
            os.kill(int(done.stdout), 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    raise AssertionError("the worker lives on")
