"""Numbers that a later version of a cited source does not have any more."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from citecheck import check
from citecheck.demo.replay import ReplayServer
from citecheck.records import Finding
from citecheck.settings import Settings

FILLER = " ".join(f"Street {name} is planted on both sides and was surveyed by foot." for name in ("A", "B", "C") * 60)
MANUSCRIPT = """# Shade

{sentence} [1]. The article itself says so in other words [2].

## References

1. Adler B. Streets and canopies of one town. 2014. doi:10.1234/preprint
2. Adler B. Streets and canopies of one town. Journal of Shade. 2015. doi:10.1234/article
"""


def find(tmp_path: Path, settings: Settings, sentence: str, article: str, *, related: bool = True) -> list[Finding]:
    """Check a manuscript that cites a preprint and its article, with both texts at hand."""
    record = {"title": ["Streets and canopies of one town"], "author": [{"family": "Adler", "given": "B."}]}
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "10.1234_preprint.txt").write_text(
        f"Streets with trees were 2.4 °C cooler at noon than others, in 31 towns.\n\n{FILLER}", encoding="utf-8"
    )
    (papers / "10.1234_article.txt").write_text(f"{article}\n\n{FILLER}", encoding="utf-8")
    (tmp_path / "d.md").write_text(MANUSCRIPT.format(sentence=sentence), encoding="utf-8")
    relation = {"is-preprint-of": [{"id-type": "doi", "id": "10.1234/article"}]}
    with ReplayServer(
        crossref=[
            {
                "DOI": "10.1234/preprint",
                "type": "posted-content",
                **record,
                **({"relation": relation} if related else {}),
            },
            {"DOI": "10.1234/article", "type": "journal-article", **record},
        ]
    ) as server:
        receipt = check(tmp_path / "d.md", settings=replace(settings, replay=server.address, papers=str(papers)))
    return [each for each in receipt.findings if each.rule == "superseded-number"]


CHANGED = "Streets with trees were 2.1 °C cooler at noon than others, in 31 towns."


def test_a_number_that_changed_in_the_published_version_is_told(tmp_path: Path, settings: Settings) -> None:
    (finding,) = find(tmp_path, settings, "Trees cool streets by 2.4 °C at noon", CHANGED)
    assert finding.level.value == "warning"
    assert "2.4 °C is in this version, and not in the later one, [2] Adler 2015" in finding.message


@pytest.mark.parametrize(
    ("sentence", "article", "related"),
    [
        ("Trees cool streets in 31 towns", CHANGED, True),
        ("Trees cool streets by 2.1 °C at noon", CHANGED, True),
        ("Trees cool streets by 9.7 °C at noon", CHANGED, True),
        ("Trees cool streets at noon", CHANGED, True),
        ("Trees cool streets by 2.4 °C at noon", CHANGED, False),
        ("Trees cool streets by 2.4 °C at noon", "At noon they were cooler by 2.40 degrees Celsius.", True),
    ],
)
def test_other_numbers_are_not(tmp_path: Path, settings: Settings, sentence: str, article: str, related: bool) -> None:
    assert find(tmp_path, settings, sentence, article, related=related) == []
