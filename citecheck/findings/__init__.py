"""Findings: what outcomes are worth telling a person, and how it is said.

Policy stands here as data and small pure functions; nothing is asked and nothing is printed. *Not asked* makes no
finding: it is counted by the receipt.
"""

from citecheck.findings.of_texts import change_words, words_of
from citecheck.findings.telling import find_all
from citecheck.findings.wording import MOOT, describe, work_key

__all__ = ["MOOT", "change_words", "describe", "find_all", "words_of", "work_key"]
