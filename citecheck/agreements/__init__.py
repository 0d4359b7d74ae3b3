"""Agreement: a reference held against a work, field by field.

Title and authors identify a work; the year confirms; container, volume, issue and pages weigh least and decide only where
titles cannot be compared. A reference read out of running text may have been cut wrongly into fields, so its whole string
counts as a witness too (validation of the whole string, as in Crossref's own evaluations of reference matching).
"""

from citecheck.agreements.authors import compare_authors
from citecheck.agreements.deciding import compare
from citecheck.agreements.fields import compare_container, compare_pages, compare_year
from citecheck.agreements.titles import compare_title, title_likeness

__all__ = [
    "compare",
    "compare_authors",
    "compare_container",
    "compare_pages",
    "compare_title",
    "compare_year",
    "title_likeness",
]
