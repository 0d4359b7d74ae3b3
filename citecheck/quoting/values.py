"""Values: which numbers a quotation states, so that it can be asked whether it bears the one it is quoted for.

Every reading of a number counts: 1,200 is twelve hundred and one point two, 25 % is 25 and 0.25. The sign is ignored. *One of
the*, *first*, *third party* and *no difference* count nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from fractions import Fraction

from citecheck.lexicon.counting_words import fraction_words, number_words, scale_words
from citecheck.lexicon.negation import guess_languages
from citecheck.text.quantities.words import read_words

TOLERANCE = Fraction(1, 10**9)
_LANGUAGES = ("en", "es", "pt", "fr", "it", "de", "nl")
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_NUMBER = re.compile(
    r"(?<![\w.,])(?:(?P<mantissa>\d[\d.,'’\u00a0\u2007-\u2009\u202f]*(?: \d{3}(?!\d))*|[.,]\d+)(?P<vulgar>[½⅓⅔¼¾⅕-⅞])?"
    r"|(?P<lone>[½⅓⅔¼¾⅕-⅞]))"
    r"(?:\s?[/⁄]\s?(?P<under>\d+)|[eE](?P<exponent>[-+−]?\d+)|\s?[×x·*]\s?10(?:\^?(?P<power>[-−]?\d+)|(?P<raised>[⁻⁰¹²³⁴-⁹]+))"
    r"|(?P<own>[⁻⁰¹²³⁴-⁹]+))?"
)
_PER_CENT = re.compile(
    r"\s?(?:[%％]|per ?cent\b|percent\b|prozent\b|pour ?cent\b|por ?ciento\b|por ?cento\b|per ?cento\b|procent\b)",
    re.IGNORECASE,
)
_SCALE = re.compile(r"[\s\u00a0-]?([^\W\d_]+)")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_HAN = re.compile("[〇零一二三四五六七八九十百千万萬亿億两兩]+")
_HAN_DIGITS = dict(zip("〇一二三四五六七八九", range(10), strict=True)) | {"零": 0, "两": 2, "兩": 2}
_HAN_UNITS = {"十": 10, "百": 100, "千": 1000}
_HAN_SCALES = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_ROMAN = re.compile(
    r"\b(?:grades?|stages?|types?|phases?|class|levels?|grado|estadio|grad|stadium|stade|fase)\s+([IVX]+)\b",
    re.IGNORECASE,
)
_ROMAN_VALUES = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "IX": 9, "X": 10}
_NOTHING = re.compile(
    r"\b(?:none of|none were|none was|ningun[oa] de|nenhum[a]? d[eoa]s?|aucune? des?"
    r"|nessun[oa]? de\w*|keine[rs]? der|geen van)\b",
    re.IGNORECASE,
)
_NO = re.compile(
    r"\b(?:no|zero|ningún|ninguna|nenhum|nenhuma|aucune?|nessun[ao]?|keine|geen)\s+"
    r"(?:[^\W\d_]+\s+)?([^\W\d_]+(?:s|en|i|e|nts))\b",
    re.IGNORECASE,
)
_UNCOUNTED = re.compile(
    r"\b(?:differences?|effects?|changes?|associations?|evidence|doubts?|reasons?|correlations?|relationships?|signs?|means|less"
    r"|this|was|is|has|as|benefits?|terms|significan\w+|diferencias?|diferenças?|unterschiede?|différences?|differenze?|verschil\w*)$",
    re.IGNORECASE,
)
_ONE = re.compile(
    r"(?<!no )(?<!any)(?<!some)(?<!every)\bone\b(?! of\b| another\b|['’]s\b| or more\b| may\b| can\b| must\b| should\b)",
    re.IGNORECASE,
)
_BOTH = re.compile(
    r"\b(?:both|ambos|ambas|les deux|tous deux|toutes deux|entrambi|entrambe|beide|beiden)\b", re.IGNORECASE
)
_FRACTION_HEAD = re.compile(
    r"\b(?:a|an|one|un|une|un[ao]|um|uma|ein|eine|einem|einen|een)\s+([^\W\d_]+)|\b(half|mitad|metade|moitié|metà|hälfte|helft)\b",
    re.IGNORECASE,
)
_AFTER_FRACTION = re.compile(
    r"\s*(?:part(?:y|ies)|person|time|visit|year|world|country|quarter of (?:19|20))\b", re.IGNORECASE
)


def states_value(quotation: str, value: str | float) -> bool:
    """Does the quotation state this number? A value given as text may be written in any way a quotation may."""
    wanted = read_values(value) if isinstance(value, str) else frozenset((abs(Fraction(str(value))),))
    stated = read_values(quotation)
    return any(abs(one - other) <= TOLERANCE for one in wanted for other in stated)


def read_values(text: str) -> frozenset[Fraction]:
    """Give every number that the text states, each reading of it, without its sign."""
    text = "".join(str(int(each)) if each.isdecimal() and not each.isascii() else each for each in text)
    text = text.replace("٫", ".").replace("٬", ",")
    languages = [lang for lang in _LANGUAGES if lang in guess_languages(text.lower())] or ["en"]
    values: set[Fraction] = set()
    for number in (*_in_digits(text, languages), *_in_words(text, languages), *_in_han(text), *_in_other_ways(text)):
        values.add(abs(number))
    return frozenset(values)


def _in_digits(text: str, languages: list[str]) -> Iterator[Fraction]:
    for match in _NUMBER.finditer(text):
        for base in _bases(match):
            yield from _scaled(base, text, match.end(), languages)


def _bases(match: re.Match[str]) -> Iterator[Fraction]:
    if match["lone"]:
        yield _vulgar(match["lone"])
        return
    for reading in _readings(match["mantissa"]):
        value = reading + (_vulgar(match["vulgar"]) if match["vulgar"] else 0)
        if match["under"]:
            yield reading
            if int(match["under"]):
                yield value / int(match["under"])
        elif match["own"]:
            power = int(match["own"].translate(_SUPERSCRIPT) or 0)
            yield value**power if abs(power) < 400 and value else value
        else:
            raised = match["exponent"] or match["power"] or (match["raised"] or "").translate(_SUPERSCRIPT) or "0"
            power = int(raised.replace("−", "-"))
            yield value * Fraction(10) ** power if abs(power) < 400 else value


def _vulgar(letter: str) -> Fraction:
    return Fraction(unicodedata.numeric(letter)).limit_denominator(100)


def _readings(written: str) -> Iterator[Fraction]:
    """Read digits with points, commas, apostrophes and spaces, in each way that is a number."""
    plain = re.sub(r"['’\s\u00a0\u2007-\u2009\u202f]", "", written).rstrip(".,")
    candidates = {plain}
    for decimal, group in ((".", ","), (",", ".")):
        whole, _, rest = plain.partition(decimal)
        grouped = (
            re.fullmatch(rf"\d{{1,3}}(?:{re.escape(group)}\d{{2,3}})*{re.escape(group)}\d{{3}}|\d*", whole) is not None
        )
        if (grouped and rest.isdigit()) or (grouped and not rest):
            candidates.add(whole.replace(group, "") + (f".{rest}" if rest else ""))
    for each in candidates:
        if re.fullmatch(r"\d+(?:\.\d+)?|\.\d+", each):
            yield Fraction(each if each[0] != "." else "0" + each)


def _scaled(value: Fraction, text: str, end: int, languages: list[str]) -> Iterator[Fraction]:
    """Give the number with what stands behind it: a scale word, per cent, a unit of Chinese numerals."""
    if _PER_CENT.match(text, end):
        yield value / 100
    yield value
    if word := _SCALE.match(text, end):
        for lang in languages:
            if factor := scale_words(lang).get(word[1].lower()):
                yield value * factor
    if factor := _HAN_SCALES.get(text[end : end + 1]):
        yield value * factor


def _in_words(text: str, languages: list[str]) -> Iterator[Fraction]:
    for lang in languages:
        fractions = fraction_words(lang)
        position = 0
        for match in _WORD.finditer(text):
            if match.start() < position:
                continue
            number = read_words(text, match.start(), lang)
            if number is None:
                continue
            position = number.end
            following = _SCALE.match(text, number.end)
            under = fractions.get(following[1].lower()) if following else None
            if under and following and not _AFTER_FRACTION.match(text, following.end()):
                yield number.value / under
            yield from _scaled(number.value, text, number.end, [])
        for match in _FRACTION_HEAD.finditer(text):
            word = (match[1] or match[2]).lower()
            if (under := fractions.get(word) or (2 if match[2] else None)) and not _AFTER_FRACTION.match(
                text, match.end()
            ):
                yield Fraction(1, under)
        if lang != "en":
            yield from (
                Fraction(value)
                for word, value in number_words(lang).items()
                if re.search(rf"\b{word}\b", text, re.IGNORECASE)
            )


def _in_han(text: str) -> Iterator[Fraction]:
    for match in _HAN.finditer(text):
        total = section = digit = 0
        if all(each in _HAN_DIGITS for each in match[0]):
            yield Fraction(int("".join(str(_HAN_DIGITS[each]) for each in match[0])))
            continue
        for each in match[0]:
            if each in _HAN_DIGITS:
                digit = _HAN_DIGITS[each]
            elif each in _HAN_UNITS:
                section += (digit or 1) * _HAN_UNITS[each]
                digit = 0
            else:
                total = (total + section + digit) * _HAN_SCALES[each]
                section = digit = 0
        yield Fraction(total + section + digit)
    for match in re.finditer(rf"百分之({_HAN.pattern})", text):
        for value in _in_han(match[1]):
            yield value / 100


def _in_other_ways(text: str) -> Iterator[Fraction]:
    """Roman grades, *both*, *none of*, *no participants*, *one*."""
    for match in _ROMAN.finditer(text):
        if (value := _ROMAN_VALUES.get(match[1].upper())) is not None:
            yield Fraction(value)
    if _BOTH.search(text):
        yield Fraction(2)
    if _ONE.search(text):
        yield Fraction(1)
    if _NOTHING.search(text) or any(not _UNCOUNTED.search(match[0]) for match in _NO.finditer(text)):
        yield Fraction(0)
