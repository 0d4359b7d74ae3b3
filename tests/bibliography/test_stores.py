"""Libraries that are no text: EndNote's XML, Zotero's database, Parquet tables."""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path

import pytest

from citecheck.bibliography import BibliographyError, is_bibliography, read_bibliography

STYLE = '<style face="normal" font="default" size="100%">{}</style>'


def wrap(text: str) -> str:
    return STYLE.format(text)


ENDNOTE = f"""<?xml version="1.0" encoding="UTF-8"?>
<xml><records>
<record><rec-number>1</rec-number><ref-type name="Journal Article">17</ref-type>
<contributors><authors><author>{wrap("Noe, Ida")}</author><author>{wrap("Lee, A.")}</author></authors></contributors>
<titles><title>{wrap("Bees in ")}{wrap("Apis")} towns</title><secondary-title>{wrap("J. Bees")}</secondary-title></titles>
<periodical><full-title>{wrap("Journal of Bees")}</full-title></periodical><pages>{wrap("1-9")}</pages>
<volume>4</volume><number>2</number><dates><year>{wrap("2019")}</year></dates><isbn>1234-5678</isbn>
<accession-num>30000011</accession-num><remote-database-name>PubMed</remote-database-name>
<electronic-resource-num>{wrap("https://doi.org/10.1000/XML.1")}</electronic-resource-num>
<urls><related-urls><url>https://example.org/1</url></related-urls><pdf-urls><url>internal-pdf://a/b.pdf</url></pdf-urls></urls>
</record>
<record><ref-type name="Book">6</ref-type>
<contributors><secondary-authors><author>Ito, K.</author></secondary-authors></contributors>
<titles><title>A book</title></titles>
<dates><year>2001</year></dates><isbn>978-0-306-40615-7</isbn><label>ito2001</label></record>
<record><ref-type name="Book">6</ref-type></record>
</records></xml>
"""


def test_endnote_xml(tmp_path: Path) -> None:
    path = tmp_path / "library.xml"
    path.write_text(ENDNOTE, "utf-8")
    assert is_bibliography(path)
    bibliography = read_bibliography(path)
    first, second = bibliography.references
    assert (first.title, first.authors, first.year) == ("Bees in Apis towns", ("Noe, Ida", "Lee, A."), 2019)
    assert (first.type, first.container, first.pages) == ("article-journal", "Journal of Bees", "1-9")
    assert [each.value for each in first.identifiers] == ["10.1000/xml.1", "30000011"]
    assert (first.files, first.place.line, first.key) == (("a/b.pdf",), 3, "line 3")
    assert (second.key, second.authors, second.identifier("isbn")) == ("ito2001", ("Ito, K.",), "9780306406157")
    (problem,) = bibliography.problems
    assert (problem.rule, problem.place.line) == ("unreadable-entry", 16)


def test_xml_that_breaks_off_keeps_what_came_before(tmp_path: Path) -> None:
    path = tmp_path / "library.xml"
    path.write_text(ENDNOTE.partition("<label>")[0], "utf-8")
    bibliography = read_bibliography(path)
    assert [each.title for each in bibliography.references] == ["Bees in Apis towns"]
    assert "breaks off" in bibliography.problems[0].message


def test_xml_entities_lead_nowhere(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret words", "utf-8")
    nested = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    document = f'<!DOCTYPE xml [<!ENTITY e0 "x">{nested}<!ENTITY f SYSTEM "{secret.as_uri()}">]>'
    path = tmp_path / "library.xml"
    record = "<record><titles><title>T &f;&e9;</title></titles></record>"
    path.write_text(f"<?xml version='1.0'?>{document}<xml><records>{record}</records></xml>", "utf-8")
    bibliography = read_bibliography(path)
    assert all("secret" not in each.title and len(each.title) < 100 for each in bibliography.references)
    assert bibliography.references or bibliography.problems


def test_other_xml_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "page.xml"
    path.write_text("<?xml version='1.0'?><article><front/></article>", "utf-8")
    assert not is_bibliography(path)
    with pytest.raises(BibliographyError, match="not EndNote's"):
        read_bibliography(path)


SCHEMA = """
CREATE TABLE items (itemID INTEGER PRIMARY KEY, itemTypeID INT, key TEXT);
CREATE TABLE itemTypes (itemTypeID INTEGER PRIMARY KEY, typeName TEXT);
CREATE TABLE itemData (itemID INT, fieldID INT, valueID INT);
CREATE TABLE itemDataValues (valueID INTEGER PRIMARY KEY, value);
CREATE TABLE fields (fieldID INTEGER PRIMARY KEY, fieldName TEXT);
CREATE TABLE creators (creatorID INTEGER PRIMARY KEY, firstName TEXT, lastName TEXT, fieldMode INT);
CREATE TABLE itemCreators (itemID INT, creatorID INT, creatorTypeID INT, orderIndex INT);
CREATE TABLE creatorTypes (creatorTypeID INTEGER PRIMARY KEY, creatorType TEXT);
CREATE TABLE deletedItems (itemID INTEGER PRIMARY KEY);
CREATE TABLE itemAttachments (itemID INTEGER PRIMARY KEY, parentItemID INT, path TEXT);
INSERT INTO itemTypes VALUES (1,'journalArticle'),(2,'attachment'),(3,'note'),(4,'bookSection'),(5,'annotation'),(6,'case');
INSERT INTO fields VALUES (1,'title'),(2,'date'),(3,'DOI'),(4,'publicationTitle'),(5,'extra'),(6,'bookTitle'),(7,'caseName'),
 (8,'volume'),(9,'ISBN');
INSERT INTO creatorTypes VALUES (1,'author'),(2,'editor');
INSERT INTO creators VALUES (1,'Ida','Noe',0),(2,'','The Bee Group',1),(3,'Ken','Abe',0);
INSERT INTO items VALUES (10,1,'AAAA1111'),(11,2,'PDFF1111'),(12,3,'NOTE1111'),(13,4,'BBBB2222'),
 (14,1,'GONE3333'),(15,6,'CASE4444');
INSERT INTO deletedItems VALUES (14);
INSERT INTO itemDataValues VALUES (1,'Bees in towns'),(2,'2019-05-00 May 2019'),(3,'10.1000/Z.1'),(4,'Journal of Bees'),
 (5,'Citation Key: noe2019
PMID: 30000011'),(6,'A chapter'),(7,'The book'),(8,'Gone'),(9,'Noe v. Abe'),(10,4),(11,'978-0-306-40615-7');
INSERT INTO itemData VALUES (10,1,1),(10,2,2),(10,3,3),(10,4,4),(10,5,5),(10,8,10),(13,1,6),(13,6,7),(13,9,11),(14,1,8),(15,7,9);
INSERT INTO itemCreators VALUES (10,3,2,0),(10,2,1,2),(10,1,1,1),(13,3,1,0);
INSERT INTO itemAttachments VALUES (11,10,'storage:bees.pdf');
"""


def make_zotero(path: Path) -> Path:
    library = sqlite3.connect(path)
    library.executescript(SCHEMA)
    library.commit()
    library.close()
    return path


def test_zotero(tmp_path: Path) -> None:
    path = make_zotero(tmp_path / "zotero #1?.sqlite")
    before = path.read_bytes()
    assert is_bibliography(path)
    bibliography = read_bibliography(path)
    first, chapter, case = bibliography.references
    assert (first.key, first.title, first.year, first.volume) == ("noe2019", "Bees in towns", 2019, "4")
    assert (first.authors, first.container) == (("Noe, Ida", "The Bee Group"), "Journal of Bees")
    assert [each.value for each in first.identifiers] == ["10.1000/z.1", "30000011"]
    assert first.files == (str(tmp_path / "storage" / "PDFF1111" / "bees.pdf"),)
    assert (first.place.line, first.place.context) == (None, "item AAAA1111")
    assert (chapter.key, chapter.container, chapter.identifier("isbn")) == ("BBBB2222", "The book", "9780306406157")
    assert case.title == "Noe v. Abe"
    assert not bibliography.problems
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_a_locked_library_is_read(tmp_path: Path) -> None:
    path = make_zotero(tmp_path / "zotero.sqlite")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert len(read_bibliography(path).references) == 3
    other.close()


def test_databases_that_are_no_library(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE a (b)")
    other.execute("CREATE VIEW items AS SELECT 1")
    other.commit()
    other.close()
    with pytest.raises(BibliographyError, match="not a Zotero library"):
        read_bibliography(path)
    path.write_bytes(b"SQLite format 3\0" + b"\x01" * 4000)
    with pytest.raises(BibliographyError, match="cannot be read"):
        read_bibliography(path)
    path.write_text("no table at all", "utf-8")
    with pytest.raises(BibliographyError, match="not what its name says"):
        read_bibliography(path)


def test_parquet(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / "works.parquet"
    rows = (
        "VALUES ('10.1000/P.1', 'Bees', ['Noe, Ida', 'Lee, A.'], 2019), "
        "('https://doi.org/10.1000/p.2', NULL, NULL, NULL), (NULL, NULL, NULL, 2001)"
    )
    duckdb.sql(
        f"COPY (SELECT * FROM ({rows}) t(DOI, display_title, authors, publication_year)) TO '{path}' (FORMAT parquet)"
    )
    assert is_bibliography(path)
    bibliography = read_bibliography(path)
    first, second = bibliography.references
    assert (first.doi, first.authors, first.year) == ("10.1000/p.1", ("Noe, Ida", "Lee, A."), 2019)
    assert (second.doi, second.place.line) == ("10.1000/p.2", 2)
    assert [each.place.line for each in bibliography.problems] == [3]


def test_parquet_without_duckdb_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "works.parquet"
    path.write_bytes(b"PAR1 and no more")
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(BibliographyError, match="needs DuckDB") as error:
        read_bibliography(path)
    assert "pip install" in error.value.help


def test_parquet_that_is_cut(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    path = tmp_path / "works.parquet"
    path.write_bytes(b"PAR1 and no more")
    with pytest.raises(BibliographyError, match="cannot be read as Parquet"):
        read_bibliography(path)
