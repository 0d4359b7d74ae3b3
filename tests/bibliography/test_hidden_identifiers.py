"""Identifiers where people hide them: notes, pages, file names, the wrong field."""

from __future__ import annotations

from pathlib import Path

import pytest

from citecheck.bibliography import read_bibliography


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ("note={PMID: 12345678}", ["pmid:12345678"]),
        ("note={{PMID}: 12345678}", ["pmid:12345678"]),
        ("note={PMID: 12345678; PMCID: PMC7654321}", ["pmid:12345678", "pmcid:PMC7654321"]),
        ("note={doi 10.1000/x}", ["doi:10.1000/x"]),
        ("note={https://doi.org/10.1000/x}", ["doi:10.1000/x"]),
        ("note={10.1000/x.}", ["doi:10.1000/x"]),
        ("note={Erratum in 10.1000/other}", []),
        ("note={Comment on doi:10.1000/other}, doi={10.1000/own}", ["doi:10.1000/own"]),
        ("annote={DOI: 10.1000/x}", ["doi:10.1000/x"]),
        ("pages={arXiv:1706.03762}", ["arxiv:1706.03762"]),
        ("journal={arXiv preprint arXiv:1706.03762}", ["arxiv:1706.03762"]),
        ("journal={CoRR}, volume={abs/1706.03762}", ["arxiv:1706.03762"]),
        ("howpublished={\\url{https://doi.org/10.1000/a\\_b}}", ["doi:10.1000/a_b"]),
        ("url={https://onlinelibrary.wiley.example/doi/full/10.1111/jeb.1}", ["doi:10.1111/jeb.1"]),
        ("url={https://arxiv.org/pdf/1706.03762v2.pdf}", ["arxiv:1706.03762"]),
        ("ee={http://doi.ieeecomputersociety.org/10.1109/ICDMW.2009.35}", ["doi:10.1109/icdmw.2009.35"]),
        ("eprint={1706.03762}, archivePrefix={arXiv}", ["arxiv:1706.03762"]),
        ("eprint={10.1000/x}, eprinttype={doi}", ["doi:10.1000/x"]),
        ("eprint={12345678}, eprinttype={pubmed}", ["pmid:12345678"]),
        ("doi={arXiv:1706.03762}", ["arxiv:1706.03762"]),
        ("doi={10.1000/a, 10.1000/b}", ["doi:10.1000/a", "doi:10.1000/b"]),
        ("doi={10.1000/a.}", ["doi:10.1000/a"]),
        ("file={:papers/10.1000_x.y-1.pdf:PDF}", ["doi:10.1000/x.y-1"]),
        ("file={:papers/1706.03762v2.pdf:PDF}", ["arxiv:1706.03762"]),
        ("file={:papers/10.1000_x.pdf:PDF}, doi={10.1000/own}", ["doi:10.1000/own"]),
        ("pages={10.1--10.9}, volume={10}, number={4}", []),
        ("journal={Mathematics}, pages={1234.5678}", []),
        ("isbn={978-0-306-40615-7, 0-306-40615-2}", ["isbn:9780306406157"]),
    ],
)
def test_found_in(tmp_path: Path, fields: str, found: list[str]) -> None:
    path = tmp_path / "refs.bib"
    path.write_text(f"@misc{{key, title={{T}}, {fields}}}\n", "utf-8")
    (reference,) = read_bibliography(path).references
    assert [f"{each.kind}:{each.value}" for each in reference.identifiers] == found
