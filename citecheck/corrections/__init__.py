"""Corrections: what of a reference a person would let be changed, given the work that it certainly describes.

Certain means: title and authors are the work's, slips of the pen apart. Then a wrong year, volume or page, a DOI that is missing
or leads elsewhere, a misspelt word or name, and a dropped author are corrected; what is as good as the registry's stays as its
author wrote it. Whatever is in doubt is kept, and told. Nothing here touches a file: see `fixing`.
"""

from citecheck.corrections.proposal import Correction, Edit, Kept, Proposal
from citecheck.corrections.proposing import propose

__all__ = ["Correction", "Edit", "Kept", "Proposal", "propose"]
