"""Thin texts: what pages say when they are not the work."""

from __future__ import annotations

import pytest

from citecheck.fulltexts.thinness import LEAST_CHARACTERS, judge_extent
from citecheck.fulltexts.versions import tell_version
from citecheck.records import Extent

LONG = "The meadow was mown in June and again in late September of each year. " * 200


@pytest.mark.parametrize(
    "said",
    [
        "Purchase access to this article for 39.95",
        "Get access options",
        "Access through your institution",
        "This article is available only to subscribers.",
        "This is a preview of subscription content, access via your institution.",
        "You don’t have access to this content.",
        "Sign in to continue reading",
        "Please log in",
        "Forgot your password?",
        "We use cookies to improve your experience.",
        "Accept all cookies",
        "Please enable JavaScript and cookies to continue",
        "404 Not Found",
        "The page you requested could not be found.",
        "Access Denied\nYou don't have permission",
        "502 Bad Gateway",
        "Verifying you are human. This may take a few seconds.",
        "Just a moment...",
        "Too many requests",
    ],
)
def test_pages_that_are_not_the_text(said: str) -> None:
    extent, why = judge_extent(f"{LONG}\n{said}\n{LONG}", Extent.FULLTEXT)
    assert extent is Extent.SNIPPET and "reads like" in why


@pytest.mark.parametrize(
    "said",
    [
        "Open access to data improves research, and access to water was counted.",
        "Participants baked cookies and accepted all that were offered.",
        "We found 404 plants; 503 were not found again on this site.",
        "Farmers must sign in a register; many get access to credit now and then.",
        "Patients were denied access to care. The robot moved for a moment.",
        "Buy-in of the public matters; subscribers paid more in 2019.",
    ],
)
def test_research_that_speaks_of_such_things_is_whole(said: str) -> None:
    assert judge_extent(f"{LONG}\n{said}\n{LONG}", Extent.FULLTEXT) == (Extent.FULLTEXT, "")


def test_short_texts_are_thin_and_abstracts_and_notes_are_what_they_are() -> None:
    assert judge_extent("x" * (LEAST_CHARACTERS - 1), Extent.FULLTEXT)[0] is Extent.SNIPPET
    assert judge_extent("x" * LEAST_CHARACTERS, Extent.FULLTEXT)[0] is Extent.FULLTEXT
    assert judge_extent("A short abstract.", Extent.ABSTRACT)[0] is Extent.ABSTRACT
    assert judge_extent("Sign in to continue.", Extent.ABSTRACT)[0] is Extent.SNIPPET
    assert judge_extent("Sign in to continue.", Extent.NOTE)[0] is Extent.NOTE


@pytest.mark.parametrize(
    ("doi", "head", "version"),
    [
        ("10.48550/arxiv.2001.00001", "", "preprint"),
        ("10.1101/2020.03.01.123456", "", "preprint"),
        ("10.1101/gr.229102", "", ""),
        ("", "arXiv:2001.00001v2 [q-bio.PE] 3 Jan 2020", "preprint"),
        ("", "as shown before (arXiv:2001.00001)", ""),
        ("10.1234/x", "HHS Public Access\nAuthor manuscript", "accepted"),
        ("10.1234/x", "Sedges", ""),
    ],
)
def test_versions(doi: str, head: str, version: str) -> None:
    assert tell_version(doi, head) == version
