"""Word files made by the tests themselves."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
TYPES = (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
RELATIONS = (
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship '
    'Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
    'Target="word/document.xml"/></Relationships>'
)


def run(text: str, *, raised: bool = False) -> str:
    """Make a run of Word."""
    style = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>' if raised else ""
    return f'<w:r>{style}<w:t xml:space="preserve">{text}</w:t></w:r>'


def instruct(instruction: str, printed: str, *, pieces: int = 1) -> str:
    """Make a field of any instruction, in so many runs; `printed` is runs."""
    text = instruction.replace("&", "&amp;").replace("<", "&lt;")
    size = -(-len(text) // pieces)
    code = "".join(
        f'<w:r><w:instrText xml:space="preserve">{text[at : at + size]}</w:instrText></w:r>'
        for at in range(0, len(text), size)
    )
    marks = [f'<w:r><w:fldChar w:fldCharType="{each}"/></w:r>' for each in ("begin", "separate", "end")]
    return marks[0] + code + marks[1] + printed + marks[2]


def cite(printed: str, *items: dict[str, object], raised: bool = False) -> str:
    """Make a field of Zotero, its instruction in two runs."""
    data = "ADDIN ZOTERO_ITEM CSL_CITATION " + json.dumps({"citationItems": [{"itemData": each} for each in items]})
    data = data.replace("&", "&amp;").replace("<", "&lt;")
    half = len(data) // 2
    code = "".join(
        f'<w:r><w:instrText xml:space="preserve">{each}</w:instrText></w:r>' for each in (data[:half], data[half:])
    )
    marks = [f'<w:r><w:fldChar w:fldCharType="{each}"/></w:r>' for each in ("begin", "separate", "end")]
    return marks[0] + code + marks[1] + run(printed, raised=raised) + marks[2]


def write_docx(path: Path, *paragraphs: str, custom: str = "", parts: Mapping[str, str] | None = None) -> Path:
    """Write a Word file of paragraphs, with further parts such as `word/footnotes.xml`."""
    body = "".join(f"<w:p>{each}</w:p>" for each in paragraphs)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", TYPES)
        archive.writestr("_rels/.rels", RELATIONS)
        archive.writestr(
            "word/document.xml", f'<?xml version="1.0"?><w:document {W}><w:body>{body}</w:body></w:document>'
        )
        for name, content in (parts or {}).items():
            archive.writestr(name, content)
        if custom:
            archive.writestr("docProps/custom.xml", custom)
    return path


WALLS = {
    "id": 7,
    "title": "Walls",
    "DOI": "10.1234/walls",
    "author": [{"family": "Abel"}],
    "issued": {"date-parts": [[2011]]},
}
DOORS = {
    "id": 8,
    "title": "Doors",
    "DOI": "10.1234/doors",
    "author": [{"family": "Berg"}],
    "issued": {"date-parts": [[2012]]},
}
