"""Own files: each reference finds its file, by whatever names it; what is doubtful is said."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from citecheck.errors import SettingsError
from citecheck.fulltexts import LocalFiles
from citecheck.identifiers import Kind, parse_identifier
from citecheck.records import Extent, Place, Reference, SourceText, Work
from tests.extract.making import FILLER, make_article_pdf, make_jats, make_page, make_pdf

TITLE = "Sedges and rushes of the lower water meadows"
DOI = "10.5072/journal.sedge.0012345"


def cite(key: str = "smith2020", doi: str = "", **fields: Any) -> Reference:
    """Give a reference, by DOI when one is named."""
    found = parse_identifier(doi, Kind.DOI) if doi else None
    return Reference(key=key, identifiers=(found,) if found else (), **fields)


def look(papers: Path | None, *references: Reference, named: Sequence[str] = ()) -> list[SourceText]:
    """Look for the references' files."""
    return list(LocalFiles(papers, named=named).find_texts([(each, None) for each in references]))


def origin(found: SourceText) -> str:
    """Give the name of the file that was read."""
    assert found.fulltext is not None, found.failed
    return found.fulltext.origin.removeprefix("file ")


@pytest.mark.parametrize(
    "name",
    [
        "10.5072_journal.sedge.0012345.pdf",
        "10.5072%2Fjournal.sedge.0012345.pdf",
        "doi-10.5072-journal.sedge.0012345.pdf",
        "Smith 2020 10.5072_journal.sedge.0012345 (1).pdf",
        "journal.sedge.0012345.pdf",
        "smith2020.pdf",
        "Smith2020 - Sedges and rushes.pdf",
        "smith2020_final.pdf",
    ],
)
def test_file_is_found_by_its_name(tmp_path: Path, name: str) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "er" / name).write_bytes(make_article_pdf("Something"))
    (tmp_path / "10.5072_journal.sedge.00123451.pdf").write_bytes(make_article_pdf("Another"))
    (tmp_path / "smith2020a.pdf").write_bytes(make_article_pdf("Yet another"))
    (found,) = look(tmp_path, cite(doi=DOI, title=TITLE))
    assert origin(found) == name
    assert found.fulltext is not None
    assert found.fulltext.extent is Extent.FULLTEXT and len(found.fulltext.pages) == 3
    assert len(found.fulltext.sha256) == 64 and found.fulltext.retrieved_at.endswith("Z")


def test_file_is_found_by_doi_or_title_on_its_first_page(tmp_path: Path) -> None:
    (tmp_path / "download.pdf").write_bytes(make_article_pdf("Short", doi=DOI))
    (tmp_path / "download (1).pdf").write_bytes(make_article_pdf(TITLE))
    (tmp_path / "page.html").write_bytes(make_page(FILLER, head='<meta name="citation_doi" content="10.5072/other">'))
    found = look(
        tmp_path, cite("a", DOI), cite("b", title=TITLE), cite("c", "10.5072/other"), cite("d", "10.5072/none")
    )
    assert [origin(each) for each in found[:3]] == ["download.pdf", "download (1).pdf", "page.html"]
    assert found[3] == SourceText(key="d")


def test_titles_and_dois_that_a_first_page_cites_are_not_its_own(tmp_path: Path) -> None:
    letter = ["Lichens of walls", *FILLER[:12], f"1. Smith A. {TITLE}. https://doi.org/{DOI}"]
    (tmp_path / "letter.pdf").write_bytes(make_pdf([letter, FILLER[:70], FILLER[:70]]))
    assert look(tmp_path, cite(doi=DOI, title=TITLE))[0].fulltext is None


def test_supplement_is_no_doubt_beside_the_article(tmp_path: Path) -> None:
    for name in ("smith2020.pdf", "smith2020_supplement.pdf"):
        (tmp_path / name).write_bytes(make_article_pdf(name))
    assert origin(look(tmp_path, cite())[0]) == "smith2020.pdf"


def test_thin_file_gives_way_to_a_whole_one(tmp_path: Path) -> None:
    (tmp_path / "snapshot.html").write_bytes(make_page(["Access through your institution"]))
    (tmp_path / "a.pdf").write_bytes(make_article_pdf("A"))
    reference = cite(files=("snapshot.html", "a.pdf"), place=Place(path=str(tmp_path / "refs.bib")))
    assert origin(look(None, reference)[0]) == "a.pdf"
    (tmp_path / "a.pdf").unlink()
    assert origin(look(None, reference)[0]) == "snapshot.html"


def test_reply_that_bears_the_title_is_not_the_work(tmp_path: Path) -> None:
    (tmp_path / "reply.pdf").write_bytes(make_article_pdf(f"Comment on: {TITLE}"))
    assert look(tmp_path, cite(title=TITLE))[0].fulltext is None


def test_short_titles_are_not_looked_for(tmp_path: Path) -> None:
    (tmp_path / "x.pdf").write_bytes(make_article_pdf("Results and more"))
    assert look(tmp_path, cite(title="Results"))[0].fulltext is None


def test_numbers_are_keys_too(tmp_path: Path) -> None:
    for name in ("3.pdf", "[12].pdf", "07.pdf", "30.pdf"):
        (tmp_path / name).write_bytes(make_article_pdf(name))
    found = look(tmp_path, cite("3"), cite("12"), cite("7"), cite("1"))
    assert [origin(each) for each in found[:3]] == ["3.pdf", "[12].pdf", "07.pdf"]
    assert found[3].fulltext is None


def test_several_files_that_fit_are_told_and_none_is_read(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "smith2020.pdf").write_bytes(make_article_pdf("One thing"))
    (tmp_path / "one" / "smith2020.pdf").write_bytes(make_article_pdf("Another thing"))
    (found,) = look(tmp_path, cite())
    assert found.fulltext is None
    assert "Several files fit by key" in found.failed and "smith2020.pdf" in found.failed


def test_copies_and_forms_of_one_file_are_no_doubt(tmp_path: Path) -> None:
    (tmp_path / "smith2020.pdf").write_bytes(make_article_pdf("One thing"))
    (tmp_path / "smith2020 - copy.pdf").write_bytes(make_article_pdf("One thing"))
    assert look(tmp_path, cite())[0].fulltext is not None
    (tmp_path / "smith2020 - copy.pdf").unlink()
    (tmp_path / "smith2020.xml").write_text(make_jats(), encoding="utf-8")
    assert origin(look(tmp_path, cite())[0]) == "smith2020.xml"


def test_file_under_the_key_that_says_it_is_another_work_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "smith2020.xml").write_text(make_jats("Lichens of walls", doi="10.5072/wall"), encoding="utf-8")
    (found,) = look(tmp_path, cite(doi=DOI, title=TITLE))
    assert found.fulltext is None and "says that it is 10.5072/wall" in found.failed


def test_preprint_under_the_key_is_read_and_told(tmp_path: Path) -> None:
    (tmp_path / "smith2020.xml").write_text(make_jats(TITLE, doi="10.48550/arxiv.2001.00001"), encoding="utf-8")
    (found,) = look(tmp_path, cite(doi=DOI, title=TITLE))
    assert found.fulltext is not None
    assert found.fulltext.version == "preprint"
    assert any("10.48550/arxiv.2001.00001" in each for each in found.fulltext.problems)
    assert found.fulltext.licence.endswith("/by/4.0/")


def test_unreadable_file_is_a_failure_with_its_reason_and_the_next_way_is_tried(tmp_path: Path) -> None:
    (tmp_path / "smith2020.pdf").write_bytes(make_pdf([[], []]))
    (found,) = look(tmp_path, cite(title=TITLE))
    assert found.fulltext is None and "image scan" in found.failed
    (tmp_path / "other.pdf").write_bytes(make_article_pdf(TITLE))
    assert origin(look(tmp_path, cite(title=TITLE))[0]) == "other.pdf"


def test_short_files_are_snippets(tmp_path: Path) -> None:
    (tmp_path / "smith2020.txt").write_text("A short excerpt of the work.", encoding="utf-8")
    (tmp_path / "jones.html").write_bytes(make_page([*FILLER, "Purchase access to this article."]))
    short, paywalled = look(tmp_path, cite(), cite("jones"))
    assert short.fulltext is not None and paywalled.fulltext is not None
    assert short.fulltext.extent is Extent.SNIPPET and "shorter than 6,000" in short.fulltext.problems[0]
    assert paywalled.fulltext.extent is Extent.SNIPPET and "a paywall" in paywalled.fulltext.problems[0]


def test_what_a_machine_wrote_is_no_source(tmp_path: Path) -> None:
    (tmp_path / "smith2020.md").write_text("---\ngenerated: true\n---\n" + " ".join(FILLER), encoding="utf-8")
    (found,) = look(tmp_path, cite())
    assert found.fulltext is None and "a machine wrote it" in found.failed


# The bibliography's file field


def test_file_field_leads_from_the_bibliographys_folder(tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "a b.pdf").write_bytes(make_article_pdf("A"))
    reference = cite(files=("snapshot.epub", "files/a b.pdf"), place=Place(path=str(tmp_path / "refs.bib")))
    assert origin(look(None, reference)[0]) == "a b.pdf"


def test_documents_file_field_leads_nowhere_outside(tmp_path: Path) -> None:
    outside = tmp_path / "secret.txt"
    outside.write_text("word " * 3000, encoding="utf-8")
    folder = tmp_path / "paper"
    folder.mkdir()
    (folder / "link.txt").symlink_to(outside)
    place = Place(path=str(folder / "paper.md"))
    for file in ("../secret.txt", str(outside), outside.as_uri(), "link.txt"):
        (found,) = look(None, cite(files=(file,), place=place))
        assert found.fulltext is None
        assert "outside the document's folder" in found.failed
    (found,) = look(None, cite(files=(str(outside),), place=place), named=[str(folder / "paper.md")])
    assert origin(found) == "secret.txt"


def test_file_of_another_machine_is_found_by_its_name_in_the_papers(tmp_path: Path) -> None:
    (tmp_path / "Smith 2020.pdf").write_bytes(make_article_pdf("A"))
    reference = cite("k", files=(r"C:\Users\me\Zotero\storage\AB\Smith 2020.pdf",), place=Place(path="x/refs.bib"))
    assert origin(look(tmp_path, reference)[0]) == "Smith 2020.pdf"


def test_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    (found,) = look(
        tmp_path, cite(files=("gone.pdf", "https://example.org/x.pdf"), place=Place(path=str(tmp_path / "r.bib")))
    )
    assert found.failed == "gone.pdf: named in the file field, and not there."


# The folder


def test_links_out_of_the_folder_and_hidden_files_are_not_indexed(tmp_path: Path) -> None:
    papers = tmp_path / "papers"
    (papers / ".git").mkdir(parents=True)
    (papers / ".git" / "smith2020.pdf").write_bytes(make_article_pdf("A"))
    (tmp_path / "smith2020.pdf").write_bytes(make_article_pdf("A"))
    (papers / "smith2020.pdf").symlink_to(tmp_path / "smith2020.pdf")
    (papers / "up").symlink_to(tmp_path, target_is_directory=True)
    assert look(papers, cite())[0] == SourceText(key="smith2020")


def test_folder_that_is_none_is_a_bad_setting(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="is no folder"):
        LocalFiles(tmp_path / "none")


def test_works_doi_and_title_lead_too(tmp_path: Path) -> None:
    (tmp_path / "journal.sedge.0012345.pdf").write_bytes(make_article_pdf("A"))
    work = Work(registry="crossref", doi=DOI, title=TITLE)
    (found,) = LocalFiles(tmp_path).find_texts([(cite("k"), work)])
    assert origin(found) == "journal.sedge.0012345.pdf"
