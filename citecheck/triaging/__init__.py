"""Triage: a pair of sentence and source held together by words, numbers and modality, without a model.

One rule passes a pair, the aligned diff: against one span of the source every difference is explained as harmless. What it
does not pass, nothing passes; it goes on to a reader with its reasons, its evidence, its fields side by side and its risk.
"""

from citecheck.triaging.judging import triage
from citecheck.triaging.pairing import reading_order, triage_pairs
from citecheck.triaging.preparing import PreparedText, prepare_text

__all__ = ["PreparedText", "prepare_text", "reading_order", "triage", "triage_pairs"]
