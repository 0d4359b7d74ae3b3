"""Sentence ends in a source, as far as a gap in a quotation needs them: does one lie in it, does the next part begin one?

A stop inside a bracketed citation, behind an abbreviation or before a small letter ends nothing. Where in doubt there is no
end, and a gap inside a sentence is judged more strictly.
"""

from __future__ import annotations

import re

from citecheck.quoting.letters import NOTHING

_BRACKETED = re.compile(r"\([^()]{0,120}\)|\[[^\[\]]{0,80}\]")
_ABBREVIATION = re.compile(
    r"(?:\b(?:al|e\.g|i\.e|cf|vs|etc|figs?|eqs?|nos?|vols?|pp?|dr|mr|mrs|ms|prof|st|ca|approx|resp|refs?|sec|ch|u\.s|u\.k|ed|eds"
    r"|bzw|vgl|z\.b|nr|bd|usw|p\.ex|art|núm|pág|т\.д|см|рис|[^\W\d_]))\.$",
    re.IGNORECASE,
)
_END = re.compile(r"[.!?;؟۔।]?[.!?؟۔।][\"”’»)\]]*(?:\d{1,3}(?:[,–-]\d{1,3})*)?(?=\s|$)|[。！？｡]")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_BULLET = re.compile(r"\s*(?:[-*•]|\d{1,3}[.)])\s")
_ENDED = re.compile(r"[\"”’»)\]]*[.!?。！？؟۔।]")
_STRIPPED = re.compile(rf"[\s{NOTHING}\"“‘«„「『(\[*_]*$")


def ends_sentence(gap: str) -> bool:
    """Does a sentence end within the gap?"""
    if any(_parts_paragraphs(gap, match) for match in _BLANK_LINE.finditer(gap)):
        return True
    plain = _BRACKETED.sub(lambda each: "x" * len(each[0]), gap)
    for match in _END.finditer(plain):
        if match[0][0] == "." and _ABBREVIATION.search(plain[max(0, match.start() - 8) : match.start() + 1]):
            continue
        after = plain[match.end() :].lstrip()
        if match[0][0] == "." and after and after[0].islower():
            continue
        return True
    return False


def _parts_paragraphs(text: str, match: re.Match[str]) -> bool:
    """Does the blank line end what stands before it, or does the sentence run on behind a figure or a page?"""
    before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
    runs_on = before and (before[-1].islower() or before[-1] in ",-") and after and after[0].islower()
    return not runs_on


def starts_sentence(masked: str, start: int) -> bool:
    """Does a sentence begin at this place?"""
    before = masked[max(0, start - 60) : start]
    found = _STRIPPED.search(before)
    lead = found[0] if found else ""
    head = before[: len(before) - len(lead)]
    if not head:
        return True
    blank = _BLANK_LINE.search(before + masked[start : start + 1], len(head))
    if (blank and _parts_paragraphs(blank.string, blank)) or _BULLET.fullmatch(lead.split("\n")[-1]):
        return True
    head = re.sub(r"(?<=[.!?])[\"”’»)\]]*(?:\d{1,3}(?:[,–-]\d{1,3})*)?$", "", head)
    if re.search(r"[.!?:。！？؟۔।]$", head):
        following = masked[start : start + 1]
        return not (head[-1] == "." and (_ABBREVIATION.search(head[-8:]) or following.islower()))
    return re.search(r"(?:^|\n)\s*(?:[-*•]|\d{1,3}[.)])$", head) is not None


def is_ended(masked: str, end: int) -> bool:
    """Does a sentence, or the text, end right behind this place?"""
    rest = masked[end : end + 6]
    return _ENDED.match(rest) is not None or _BLANK_LINE.match(rest) is not None or not masked[end:].strip()
