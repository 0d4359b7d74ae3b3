"""Changes: a word diff between a quotation and its passage, and what each difference is called.

A percentage of likeness cannot see *not*; a diff of words that names what changed can. Numbers and negations are critical:
where one of them differs the quotation says something else, however alike the letters are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import LCSseq, Levenshtein

from citecheck.lexicon.antonyms import are_opposites
from citecheck.lexicon.hedges import CLASSES
from citecheck.lexicon.negation import MARKS, PREFIXES, find_negations
from citecheck.lexicon.units import NAMES, SYMBOLS
from citecheck.quoting.letters import IDEOGRAPHS, SOUTHEAST
from citecheck.quoting.tokens import Tokens, counting_words

CRITICAL = frozenset(("number", "sign", "unit", "negation"))
TURNING = CRITICAL | {"hedge", "strength", "direction", "scope", "order", "elision"}
"""A quotation with one of these is never near verbatim."""
_LOOK_ALIKES = (
    ("0", "o"), ("1", "l"), ("|", "l"), ("5", "s"), ("8", "b"),
    ("rn", "m"), ("ri", "n"), ("cl", "d"), ("ii", "u"), ("vv", "w"), ("li", "h"), ("i", "l"), ("h", "b"), ("e", "c"),
)  # fmt: skip
"""Letters that scanning confuses, to one form each; digits first, since they stand for one letter of a pair, too."""
_ANTONYMS = (
    ("hyper", "hypo"), ("over", "under"), ("pre", "post"), ("inter", "intra"), ("super", "sub"), ("macro", "micro"),
    ("mono", "poly"), ("up", "down"), ("out", "in"), ("max", "min"), ("endo", "exo"), ("intro", "extro"), ("as", "des"),
    ("homo", "hetero"), ("uni", "bi"), ("en", "dis"), ("ap", "disap"), ("con", "dis"),
)  # fmt: skip
"""Beginnings that turn a word round, with the same rest."""
_SUPERSCRIPT = re.compile("[⁰¹²³⁴-⁹⁻]+")
_NOTE = re.compile(r"[\[(]?\d[\d,;:–-]*[\])]?")
_NOTED = re.compile(r"([^\W\d_]{4,})\d{0,3}")
_DIGITS = re.compile(r"\d+")
_SIGN = re.compile(r"^[<>≤≥~±=+-]*")
_UNITS = frozenset(each.lower() for each in (*SYMBOLS, *NAMES))
_SPOKEN = re.compile(
    rf"\d+(?:[.,]\d+)*|[{IDEOGRAPHS}]|[{SOUTHEAST}][{MARKS}]*|(?:[^\W{IDEOGRAPHS}{SOUTHEAST}]|[{MARKS}'])+"
)
LIKE_SPELLING = 4
"""One edit for so many letters is a slip of the pen; more is another word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One difference: its name, and the tokens on both sides, as half-open ranges."""

    kind: str
    quoted: tuple[int, int]
    found: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Diff:
    """What a word diff says."""

    differences: tuple[Difference, ...]
    critical_ok: bool

    @property
    def kinds(self) -> frozenset[str]:
        """The names of all differences."""
        return frozenset(each.kind for each in self.differences)


def measure_cover(key: str, window: str) -> tuple[int, float, float]:
    """Give the number of the quotation's words, the share found in order, and the share of its longest unbroken run."""
    quoted, found = _SPOKEN.findall(key), _SPOKEN.findall(window)
    if not quoted:
        return 0, 0.0, 0.0
    return len(quoted), LCSseq.similarity(quoted, found) / len(quoted), _longest_run(quoted, found) / len(quoted)


def _longest_run(quoted: list[str], found: list[str]) -> int:
    head = tail = 0
    for mine, theirs in zip(quoted, found, strict=False):
        if mine != theirs:
            break
        head += 1
    for mine, theirs in zip(reversed(quoted), reversed(found), strict=False):
        if mine != theirs:
            break
        tail += 1
    best = min(max(head, tail), len(quoted))
    if best * 2 >= len(quoted) - 1:
        return best
    window = f" {' '.join(found)} "
    start = 0
    for end in range(1, len(quoted) + 1):
        while start < end and f" {' '.join(quoted[start:end])} " not in window:
            start += 1
        best = max(best, end - start)
    return best


def compare_words(
    quoted: Tokens, found: Tokens, keys: tuple[str, str], languages: frozenset[str], names: frozenset[int] = frozenset()
) -> Diff:
    """Compare a quotation with its passage word by word.

    `keys` are the two folded texts; `names` tells which of the quotation's tokens are capitalised inside a sentence.
    """
    operations = _scanned_together(quoted, found, list(_operations(quoted.forms, found.forms)))
    moved = _moved(quoted, found, operations)
    differences = [
        Difference(
            kind="order" if kind not in CRITICAL and place in moved else kind,
            quoted=each[:2],
            found=each[2:],
        )
        for place, each in enumerate(operations)
        for kind in (_name(quoted, found, each, languages, names),)
    ]
    read = keys[0], _with_scan_mended(keys[1], quoted, found, differences)
    negations = [Counter(find_negations(key, languages)) for key in read]
    kinds = {each.kind for each in differences}
    if negations[0] != negations[1] and "negation" not in kinds:
        differences = _with_negation(differences, quoted, found)
        kinds.add("negation")
    return Diff(differences=tuple(differences), critical_ok=not kinds & CRITICAL)


def _scanned_together(quoted: Tokens, found: Tokens, operations: list[Operation]) -> list[Operation]:
    """Join neighbouring differences that are one word, of which a scan took the first letter for a digit: *last*, *1ast*."""
    joined: list[Operation] = []
    for each in operations:
        if joined and joined[-1][1] == each[0] and joined[-1][3] == each[2]:
            both = joined[-1][0], each[1], joined[-1][2], each[3]
            if _is_one_word(quoted, *both[:2]) and _is_one_word(found, *both[2:]) and _look_alike(quoted, found, both):
                joined[-1] = both
                continue
        joined.append(each)
    return joined


def _is_one_word(tokens: Tokens, first: int, last: int) -> bool:
    """Do the tokens touch one another?"""
    return first < last and all(tokens.ends[at] == tokens.starts[at + 1] for at in range(first, last - 1))


def _look_alike(quoted: Tokens, found: Tokens, at: Operation) -> bool:
    return is_look_alike("".join(quoted.forms[at[0] : at[1]]), "".join(found.forms[at[2] : at[3]]))


def _with_scan_mended(key: str, quoted: Tokens, found: Tokens, differences: list[Difference]) -> str:
    """Give the passage with the quotation's word for each that a scan misread: a garbled *not* still says no.

    Where the misread word is one that turns the sense itself (*fall* for *fail*), it stays.
    """
    for each in reversed(differences):
        (first, last), (start, end) = each.quoted, each.found
        if each.kind == "ocr" and not set(found.forms[start:end]) & CLASSES.keys():
            key = key[: found.starts[start]] + "".join(quoted.forms[first:last]) + key[found.ends[end - 1] :]
    return key


def _with_negation(differences: list[Difference], quoted: Tokens, found: Tokens) -> list[Difference]:
    """Call the first change of words a negation: the endings or characters that negate stand in it."""
    for place, each in enumerate(differences):
        if each.kind in ("wording", "spelling", "name", "ocr"):
            turned = Difference(kind="negation", quoted=each.quoted, found=each.found)
            return [*differences[:place], turned, *differences[place + 1 :]]
    whole = Difference(kind="negation", quoted=(0, len(quoted.forms)), found=(0, len(found.forms)))
    return [*differences, whole]


Operation = tuple[int, int, int, int]


def _operations(quoted: list[str], found: list[str]) -> Iterator[Operation]:
    """Give the stretches that differ; single words that are exchanged one for one stay apart."""
    for each in Levenshtein.opcodes(quoted, found):
        if each.tag == "equal":
            continue
        width = each.src_end - each.src_start
        if each.tag == "replace" and width > 1 and width == each.dest_end - each.dest_start:
            for step in range(width):
                start, other = each.src_start + step, each.dest_start + step
                if quoted[start] != found[other]:
                    yield start, start + 1, other, other + 1
        else:
            yield each.src_start, each.src_end, each.dest_start, each.dest_end


def _moved(quoted: Tokens, found: Tokens, operations: list[Operation]) -> set[int]:
    """Tell which differences hold words that went elsewhere, and were neither added nor taken away."""
    gone: Counter[str] = Counter()
    come: Counter[str] = Counter()
    for first, last, start, end in operations:
        gone.update(form for form in quoted.forms[first:last] if form[0].isalpha())
        come.update(form for form in found.forms[start:end] if form[0].isalpha())
    both = {form for form in gone & come if len(form) > 2 or gone == come}
    if not both:
        return set()
    return {
        place
        for place, (first, last, start, end) in enumerate(operations)
        if both & {*quoted.forms[first:last], *found.forms[start:end]}
    }


def _name(quoted: Tokens, found: Tokens, at: Operation, languages: frozenset[str], names: frozenset[int]) -> str:
    first, last, start, end = at
    mine, theirs = quoted.forms[first:last], found.forms[start:end]
    joined = "".join(mine), "".join(theirs)
    if joined[0] == joined[1]:
        return "spelling"
    words = [each for each in mine if each[0].isalnum() or len(each) > 1]
    others = [each for each in theirs if each[0].isalnum() or len(each) > 1]
    if not words and not others:
        return _name_marks(mine, theirs)
    is_name = first in names
    if is_note_mark(mine, theirs) or (not is_name and is_other_note(words, others)):
        return "punctuation"
    numeric = {form for place, form in enumerate(mine, first) if place in quoted.numeric}
    numeric_too = {form for place, form in enumerate(theirs, start) if place in found.numeric}
    if len(words) == len(others) == 1 and is_look_alike(words[0], others[0]):
        return "ocr"
    if _is_one_word(quoted, first, last) and _is_one_word(found, start, end) and is_look_alike(*joined):
        return "ocr"
    if numeric != numeric_too:
        return _name_numbers(sorted(numeric), sorted(numeric_too))
    if len(words) == len(others) == 1 and _DIGITS.findall(words[0]) != _DIGITS.findall(others[0]):
        return "number"
    only = set(words) ^ set(others)
    if find_negations(" ".join(words), languages) != find_negations(" ".join(others), languages) or _turns(
        words, others
    ):
        return "negation"
    if only & counting_words(languages):
        return "number"
    return _name_words(words, others, only, quoted, at, names)


def _name_words(
    words: list[str], others: list[str], only: set[str], quoted: Tokens, at: Operation, names: frozenset[int]
) -> str:
    for form in words + others:
        if form in only and (known := CLASSES.get(form)):
            return known
    if at[0] - 1 in quoted.numeric and any(form in _UNITS for form in (words[:1] + others[:1])):
        return "unit"
    if len(words) == len(others) == 1:
        mine, theirs = words[0], others[0]
        if _SUPERSCRIPT.sub("", mine) == _SUPERSCRIPT.sub("", theirs):
            return "punctuation" if len(_SUPERSCRIPT.sub("", mine)) > 2 else "unit"
        if are_opposites(mine, theirs) or _are_antonyms(mine, theirs):
            return "direction"
        if at[0] in names:
            return "name"
        edits = Levenshtein.distance(mine, theirs)
        if min(len(mine), len(theirs)) > 2 and edits <= max(1, min(len(mine), len(theirs)) // LIKE_SPELLING):
            return "spelling"
    elif words and others and is_look_alike("".join(words), "".join(others)):
        return "ocr"
    return "name" if at[0] in names and words else "wording"


def _name_marks(mine: list[str], theirs: list[str]) -> str:
    """Name a change of marks only: comparison signs say more than commas."""
    signs = set("<>≤≥≈~±+=×÷%‰$€£¥°²³")
    if (set("".join(mine)) ^ set("".join(theirs))) & signs:
        return "sign"
    return "bracket" if {*mine, *theirs} <= {"[", "]"} else "punctuation"


def _name_numbers(mine: list[str], theirs: list[str]) -> str:
    if len(mine) == len(theirs) == 1:
        bare, other = _SIGN.sub("", mine[0]), _SIGN.sub("", theirs[0])
        if bare == other:
            return "sign"
        if re.sub(r"[^\d.]", "", bare) == re.sub(r"[^\d.]", "", other) and max(bare + other) < "⁰":
            return "unit"
    return "number"


def is_note_mark(mine: list[str], theirs: list[str]) -> bool:
    """Is the only difference a citation in square brackets, or figures glued to a word?"""
    if not mine:
        return _NOTE.fullmatch("".join(theirs)) is not None and theirs[0] == "[" and theirs[-1] == "]"
    head = "".join(mine)
    rest = "".join(theirs)
    return (
        head[-1].isalpha()
        and len(head) > 2
        and rest.startswith(head)
        and re.fullmatch(r"\d[\d,–-]*", rest[len(head) :]) is not None
    )


def is_other_note(words: list[str], others: list[str]) -> bool:
    """Is it one word with two different footnote marks glued to it, or with one that only the quotation has?

    A name's digits are no mark: whether the word is one must be seen from its capital, or its few letters.
    """
    if len(words) != 1 or len(others) != 1:
        return False
    mine, theirs = _NOTED.fullmatch(words[0]), _NOTED.fullmatch(others[0])
    return mine is not None and theirs is not None and mine[1] == theirs[1]


@lru_cache(4096)
def is_look_alike(mine: str, theirs: str) -> bool:
    """Would scanning take the one for the other? Two numbers in digits are never look-alikes."""
    if re.sub(r"\D", "", mine) == mine and re.sub(r"\D", "", theirs) == theirs:
        return False
    if not (mine[0].isalnum() and theirs[0].isalnum()):
        return False
    skeletons = []
    for word in (mine, theirs):
        for seen, meant in _LOOK_ALIKES:
            word = word.replace(seen, meant)
        skeletons.append(word)
    return skeletons[0] == skeletons[1]


def _turns(words: list[str], others: list[str]) -> bool:
    """Do two words differ by a negating prefix or ending: *significant*, *insignificant*; *harmful*, *harmless*?"""
    if len(words) != 1 or len(others) != 1:
        return bool((set(words) ^ set(others)) & {"non", "un", "anti"})
    short, long = sorted((words[0], others[0]), key=len)
    if long.endswith(short) and long[: -len(short)] in PREFIXES and len(short) > 3:
        return True
    ends = {short[-3:], long[-4:]} if short.endswith("ful") else {short[-4:], long[-3:]}
    return ends == {"ful", "less"} and Levenshtein.distance(short, long) <= 4


def _are_antonyms(mine: str, theirs: str) -> bool:
    if mine[-3:] != theirs[-3:]:
        return False
    for one, other in _ANTONYMS:
        for head, counter in ((one, other), (other, one)):
            if mine.startswith(head) and theirs.startswith(counter) and mine[len(head) :] == theirs[len(counter) :]:
                return True
    return False
