"""Quantities: the numbers of a text with their units, in exact arithmetic, and how two of them compare.

A text is masked first (markers, addresses, labels, names with digits), then read once from left to right. Every value is a
fraction in the base unit of its dimension, so that 5 mg is 0.005 g and a fifth is 20 %, exactly; what cannot be converted
honestly is a dimension of its own: per cent and percentage points, degrees of three scales, one currency and another.
"""

from citecheck.text.quantities.comparing import Likeness, compare_quantities
from citecheck.text.quantities.finding import find_quantities
from citecheck.text.quantities.language import guess_language
from citecheck.text.quantities.masking import mask_text
from citecheck.text.quantities.record import Kind, Quantity

__all__ = ["Kind", "Likeness", "Quantity", "compare_quantities", "find_quantities", "guess_language", "mask_text"]
