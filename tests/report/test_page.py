"""The HTML page: one file, escaped, complete without script, and right in a real browser where there is one."""

from __future__ import annotations

import re
import shutil
import subprocess
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from citecheck.demo.running import run_demo
from citecheck.records import Finding, Level, Receipt
from citecheck.report import render
from citecheck.report.page import tone_of
from citecheck.report.worddiff import diff_words, mark_words

HOSTILE = '<script>alert("x")</script><img src=x onerror=alert(1)>'
BROWSER = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
)


@pytest.fixture(scope="module")
def demo() -> Receipt:
    return run_demo()


class Tags(HTMLParser):
    """Collects tags, and holds that they close in order."""

    VOID = frozenset(("meta", "br", "hr", "img", "input", "link"))

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def tags_of(page: str) -> Tags:
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    return tags


def test_it_is_one_file_that_needs_nothing_else(demo: Receipt) -> None:
    page = render(demo, "html")
    for tag, attributes in tags_of(page).seen:
        assert tag not in ("link", "img", "iframe", "object")
        assert "src" not in attributes
        assert not any(name.startswith("on") for name in attributes)
    assert "@import" not in page and "url(" not in page
    assert "default-src 'none'" in page


def test_links_lead_to_sources_and_nowhere_else(demo: Receipt) -> None:
    links = [attributes["href"] or "" for tag, attributes in tags_of(render(demo, "html")).seen if tag == "a"]
    assert links
    assert all(each.startswith("https://doi.org/10.1234/demo.") for each in links)
    assert any("#:~:text=" in each for each in links)


def test_a_strangers_words_are_no_markup(demo: Receipt) -> None:
    from dataclasses import replace

    finding = Finding(rule="retracted", level=Level.ERROR, message=HOSTILE, subject="x", fingerprint='"><script>')
    page = render(replace(demo, document=HOSTILE, findings=(finding,), incomplete_reasons=(HOSTILE,)), "html")
    assert "<script>alert" not in page
    assert "<img" not in page
    assert sum(tag == "script" for tag, _ in tags_of(page).seen) == 1


def test_all_of_the_receipt_is_on_it(demo: Receipt) -> None:
    page = render(demo, "html")
    text = unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page)))
    for each in demo.resolutions:
        assert each.work is None or each.work.doi in page
    for match in demo.matches:
        assert match.status.value.replace("_", " ") in text
    assert "not judged" in text
    assert all(each in text for each in demo.limitations)


def test_what_says_nothing_is_neither_green_nor_red() -> None:
    assert {tone_of(each) for each in ("not_asked", "not_checked", "unread", "unreadable", "null", "no_registry")} == {
        "unknown"
    }
    assert tone_of("retracted") == "bad" and tone_of("resolved") == "good" and tone_of("corrected") == "mild"


def test_the_words_that_differ_are_marked() -> None:
    pieces = [(each.kind, each.text) for each in diff_words("rose by 3.1 °C", "rose by 2.1 °C")]
    assert pieces == [("same", "rose by "), ("quoted", "3.1"), ("source", "2.1"), ("same", " °C")]
    assert mark_words("a b", "a c") == "a [-b-]{+c+}"


@pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")
@pytest.mark.parametrize("width", [1100, 500])
def test_it_reads_well_in_a_real_browser(demo: Receipt, tmp_path: Path, width: int) -> None:
    page = tmp_path / "report.html"
    probe = "<script>document.title = String(document.documentElement.scrollWidth <= window.innerWidth)</script></body>"
    page.write_text(render(demo, "html").replace("</body>", probe), encoding="utf-8")
    words = [str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/profile"]
    words += [f"--window-size={width},1200", "--dump-dom", page.as_uri()]
    done = subprocess.run(words, capture_output=True, text=True, timeout=90, check=False)
    assert "<title>true</title>" in done.stdout, "the page is wider than its window"
    assert 'class="scripted"' in done.stdout
