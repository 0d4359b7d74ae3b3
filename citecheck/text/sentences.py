"""Sentences: sentencex behind a mask that hides citation markers, so that a stop before or after one is read rightly.

A marker after a full stop belongs to the sentence before it (unless a lower-case word follows: then the marker is a
subject); abbreviations that never end a sentence join what was cut.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import sentencex

NEVER_FINAL = re.compile(
    r"(?:\b(?:figs?|eqs?|tabs?|secs?|vols?|nos?|pp?|cf|ca|approx|e\.g|i\.e|vs|vgl|bzw|refs?|chap|et al|resp|dr|prof|mr|mrs|ms|st"
    r"|z\. ?b|p\. ?ej|см|рис)\.|\b[A-Z]\.)$",
    re.IGNORECASE,
)
_OWN = {
    "de": r"d\. ?h|u\. ?a|o\. ?ä|i\. ?d\. ?r|v\. ?a|s\. ?o|s\. ?u|lt|abb|nr|bd|hrsg|sog|ggf|evtl|inkl|max|min|abs|anm|aufl|kap",
    "fr": r"c\.-à-d|p\. ?ex|m|mm|mme|art|éd|env|t|av|chap|fig|cf|ibid",
    "es": r"ej|pág|págs|sr|sra|srta|dra|núm|art|cap|ee|uu|aprox|av|ed|vid|ud",
    "it": r"ad es|es|art|artt|sig|sigg|dott|prof|pag|pagg|cfr|n|vol|cap|ecc(?=\.,)|avv|ing",
    "pt": r"ex|pág|págs|sr|sra|dra|profa|art|av|cap|núm|aprox|ed|vs",
    "nl": r"bijv|o\.a|d\.w\.z|m\.b\.t|nl|blz|resp|ca|dhr|mevr|drs|ir|incl|excl|mw|t\.o\.v",
    "sv": r"t\. ?ex|bl\. ?a|dvs|d\. ?v\. ?s|m\. ?fl(?=\.,)|s\. ?k|ca|kap|jfr|resp|st",
    "da": r"f\. ?eks|bl\. ?a|dvs|ca|kap|jf|hhv|inkl|ekskl|kl|nr",
    "no": r"f\. ?eks|bl\. ?a|dvs|ca|kap|jf|hhv|inkl|ekskl|kl|nr|st",
    "fi": r"esim|ks|vrt|mm|ns|ts|n|klo|s",
    "pl": r"m\. ?in|np|tzn|tj|i in|ok|zob|por|ul|nr|str|prof|dr|godz|al|tzw|wg|ww",
    "cs": r"např|tj|tzv|mj|popř|resp|str|č|obr|tab|ing|mgr|kap|srov|viz",
    "sk": r"napr|tj|tzv|resp|str|č|obr|tab|ing|mgr|kap|porov",
    "hu": r"pl|ún|ill|kb|stb(?=\.,)|old|ld|vö|dr|prof|sz",
    "tr": r"örn|bkz|vb(?=\.,)|yak|prof|doç|no|s|yy|çev",
    "ro": r"de ex|pag|art|dl|dna|nr|prof|cca",
    "ru": r"напр|т\. ?е|т\. ?к|проф|акад|др(?=\.,)|ср|табл|стр|с|гл|им|тыс|млн|млрд|руб|ок",
    "uk": r"напр|т\. ?зв|проф|акад|ін(?=\.,)|пор|табл|рис|див|стор|с|ім|тис|млн|млрд|грн|бл",
    "el": r"π\. ?χ|κ\. ?λπ(?=\.,)|βλ|σελ|αρ|δηλ|κ|καθ|δρ",
}
"""By language, abbreviations that a name, a number or a small word follows, never a new sentence (house lists of newspapers and
universities, common to all)."""
_NEVER_IN = {lang: re.compile(rf"(?<![^\W_])(?:{words})\.$", re.IGNORECASE) for lang, words in _OWN.items()}
_ORDINAL = re.compile(
    r"\b(?:der|die|das|dem|den|des|im|am|zum|zur|vom|beim|ein|eine|einem|einer|den|det|i|på|fra|til|az|v|ve|na|od|do|ze?|w|we)\s\d{1,2}\.$",
    re.IGNORECASE,
)
"""Languages that write *the 2nd* as `2.`: an article or a preposition stands before."""
_WITH_ORDINALS = frozenset("de da no nb nn fi cs sk pl hu sl hr et lv lt is".split())
LONGEST_ABBREVIATION = 16


def split_sentences(text: str, lang: str = "en", markers: Sequence[tuple[int, int]] = ()) -> list[tuple[int, int]]:
    """Split one block of text; give half-open spans in code points, white space at the edges left out.

    `markers` are the spans of citation markers inside the text.
    """
    kept, back = _without_markers(text, markers)
    bounds: list[tuple[int, int]] = []
    for boundary in sentencex.get_sentence_boundaries(lang or "en", kept):
        start, end = boundary["start_index"], boundary["end_index"]
        if bounds and _goes_on(kept, bounds[-1], start, lang):
            bounds[-1] = (bounds[-1][0], end)
        else:
            bounds.append((start, end))
    return _trimmed(text, [(back[start], back[end]) for start, end in bounds])


def _goes_on(text: str, before: tuple[int, int], start: int, lang: str) -> bool:
    """Does what was cut off belong to the sentence before: behind an abbreviation, or the number of an ordinal?"""
    ending = _ending(text, *before)
    if NEVER_FINAL.search(ending) or (lang in _NEVER_IN and _NEVER_IN[lang].search(ending)):
        return True
    if not ending[-2:-1].isdigit():
        return False
    following = text[start : start + 40].lstrip()
    small = bool(re.match(r"[a-zà-ÿа-я]{2,}(?![\w-]*[A-Z])", following))
    return small or (lang in _WITH_ORDINALS and bool(_ORDINAL.search(ending)))


def _ending(text: str, start: int, end: int) -> str:
    """Give the last letters of a stretch, enough for the longest abbreviation, white space left out."""
    while end > start and text[end - 1].isspace():
        end -= 1
    return text[max(start, end - LONGEST_ABBREVIATION) : end]


def _without_markers(text: str, markers: Sequence[tuple[int, int]]) -> tuple[str, list[int]]:
    """Take the markers out; a marker that begins a sentence leaves a word in its place.

    An offset of what is kept leads back to one that has the marker *before* it, so that a marker after a stop stays with
    the sentence it follows.
    """
    pieces: list[str] = []
    back: list[int] = []
    position = 0
    for start, end in sorted(markers):
        if start < position:
            continue
        pieces.append(text[position:start])
        back.extend(range(position, start))
        follows = re.match(r"\s+[a-zà-ÿ]", text[end:])
        ended = re.search(r"[.!?]\s+$", text[max(0, start - 3) : start])
        if (follows and ended) or not text[:start].strip():
            pieces.append("Ref")
            back.extend([start, start, start])
        position = end
    pieces.append(text[position:])
    back.extend(range(position, len(text) + 1))
    return "".join(pieces), back


def _trimmed(text: str, bounds: list[tuple[int, int]]) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for place, (start, end) in enumerate(bounds):
        start = spans[-1][1] if spans else 0 if place == 0 else start
        end = len(text) if place == len(bounds) - 1 else end
        piece = text[start:end]
        if not piece.strip():
            continue
        lead = len(piece) - len(piece.lstrip())
        spans.append((start + lead, start + len(piece.rstrip())))
    return spans
