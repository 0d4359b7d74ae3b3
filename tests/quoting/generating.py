"""Quotations made by rule: prose of our own, rendered as texts are met, and quotations with some thirty kinds of change.

Everything comes from a seed. A sentence is built from small parts, so it is known where its number, its negation, its hedge
and its direction stand; a source keeps the quotation's own words and what was done to it.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass

PLACES = (
    "ridge harbour valley orchard terrace quarry meadow estuary moor canal depot mill tower island ford cellar".split()
)
WHO = "herders weavers pilots divers farmers surveyors masons sailors nurses pupils clerks potters rangers brewers".split()
THINGS = "kelp barley clover timber copper felt salt honey wool clay pollen resin mussels lichen rye flax".split()
ADJECTIVES = (
    "northern narrow flooded abandoned steep sheltered shallow wooded sandy walled ancient remote dusty".split()
)
MONTHS = "January February March April May June July August September October November December".split()
UNITS = ["mg", "kg", "km", "litres", "hectares", "tonnes"]
OTHER_UNIT = {"mg": "µg", "kg": "mg", "km": "m", "litres": "gallons", "hectares": "acres", "tonnes": "kg"}
UP_DOWN = [("increased", "decreased"), ("rose", "fell"), ("improved", "worsened"), ("expanded", "declined")]
HEDGED = [("may have", "have"), ("might have", "have"), ("probably", ""), ("appear to have", "have")]
VERBS = [("suggest", "prove"), ("indicate", "demonstrate"), ("imply", "establish")]
CLOSINGS = [
    "after the second flood",
    "before the long frost",
    "during the dry season",
    "under the new charter",
    "despite heavy rain",
]
CHINESE = [
    "监测显示该湖水质在春季明显改善", "研究表明该药物不能降低死亡率", "共有120名学生参加了测试", "这座桥在去年冬天没有修理过",
    "样本应在低温下保存三天", "农民每年收获45吨大麦", "新的规定从未在山区实施", "这些数据来自北部的观测站",
]  # fmt: skip
VERBATIM, NEAR, CHANGED = ("verbatim",), ("near_verbatim", "altered", "absent"), ("altered", "absent")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence with its telling parts."""

    text: str
    number: str
    unit: str
    direction: tuple[str, str]
    hedge: tuple[str, str]
    verb: tuple[str, str]
    negated: bool
    scope: tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A quotation, its source, and the statuses that are right."""

    kind: str
    exact: str
    text: str
    statuses: tuple[str, ...]


def make_sentence(random_: random.Random, month: str) -> Sentence:
    """Make a sentence of some thirty-five words."""
    pick = random_.choice
    number, unit = f"{random_.randint(2, 96)}.{random_.randint(1, 9)}", pick(UNITS)
    direction, hedge, verb, scope = pick(UP_DOWN), pick(HEDGED), pick(VERBS), pick([("some", "all"), ("most", "few")])
    negated = random_.random() < 0.5
    did = "did not reach" if negated else "reached"
    text = (
        f"The counts of {month} {verb[0]} that {scope[0]} of the {pick(WHO)} at the {pick(ADJECTIVES)} {pick(PLACES)}"
        f" {hedge[0]} brought their {pick(THINGS)} across, while yields of {pick(THINGS)} {direction[0]}"
        f" and {did} {number} {unit}"
        f" near the {pick(ADJECTIVES)} {pick(PLACES)} {pick(CLOSINGS)} in {random_.randint(1801, 1999)}."
    )
    return Sentence(
        text=text, number=number, unit=unit, direction=direction, hedge=hedge, verb=verb, negated=negated, scope=scope
    )


def make_source(random_: random.Random, sentences: int = 12) -> list[Sentence]:
    """Make the sentences of a source."""
    return [make_sentence(random_, month) for month in random_.sample(MONTHS, sentences)]


def join(sentences: list[Sentence]) -> str:
    """Give the plain text."""
    return " ".join(each.text for each in sentences)


def wrap(text: str, random_: random.Random, *, hyphens: bool = False) -> str:
    """Break lines, and words at line ends."""
    lines, line = [], ""
    for word in text.split(" "):
        if len(line) + len(word) > 68:
            if hyphens and len(word) > 6 and word.isalpha():
                cut = random_.randint(3, len(word) - 3)
                lines.append(f"{line} {word[:cut]}-")
                line = word[cut:]
                continue
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return "\n".join([*lines, line])


def paged(text: str, random_: random.Random) -> str:
    """Set the text on pages of six lines with running heads and page numbers."""
    lines = wrap(text, random_, hyphens=True).split("\n")
    pages = [lines[start : start + 6] for start in range(0, len(lines), 6)]
    return "\f".join(
        "\n".join([f"ANNALS OF THE COAST {number}", *page, str(number)]) for number, page in enumerate(pages, 1)
    )


def _clause(sentence: Sentence) -> str:
    return sentence.text.rstrip(".")


def _replaced(text: str, old: str, new: str) -> str:
    return re.sub(rf"\b{re.escape(old)}(?!\w)", new, text, count=1).replace("  ", " ")


def _negation(sentence: Sentence) -> str:
    if sentence.negated:
        return _clause(sentence).replace("did not reach", "did reach")
    return _clause(sentence).replace(" reached ", " never reached ")


def _elided(sentence: Sentence, random_: random.Random) -> str:
    words = _clause(sentence).split(" ")
    start = random_.randint(4, 6)
    return " ".join([*words[:start], random_.choice(["...", "…", "[...]", ". . .", "(…)"]), *words[start + 3 :]])


def _swapped(sentence: Sentence) -> str:
    found = re.search(r"brought their (\w+) across, while yields of (\w+)", sentence.text)
    assert found
    if found[1] == found[2]:
        return (
            sentence.text.replace("counts", "yields", 1)
            .replace("yields of", "counts of", 2)
            .replace("counts of", "yields of", 1)
        )
    return sentence.text.replace(found[0], f"brought their {found[2]} across, while yields of {found[1]}")


def _look_alike(text: str) -> str:
    return text.replace("rn", "m", 1) if "rn" in text else text.replace("l", "1", 1)


VERBATIM_KINDS: dict[str, Callable[[list[Sentence], int, random.Random], tuple[str, str]]] = {
    "exact": lambda s, i, r: (_clause(s[i]), join(s)),
    "terminal stop": lambda s, i, r: (s[i].text.rsplit(" in ", 1)[0] + ".", join(s)),
    "line wrap": lambda s, i, r: (_clause(s[i]), wrap(join(s), r)),
    "hyphen at a line end": lambda s, i, r: (_clause(s[i]), wrap(join(s), r, hyphens=True)),
    "pages": lambda s, i, r: (_clause(s[i]), paged(join(s), r)),
    "case": lambda s, i, r: (_clause(s[i]).upper(), join(s)),
    "curly marks": lambda s, i, r: (f"“{_clause(s[i])}”".replace("while", "‘while’"), join(s).replace("while", '"while"')),
    "no-break spaces": lambda s, i, r: (_clause(s[i]), join(s).replace(" ", "\u00a0")),
    "ligatures": lambda s, i, r: (_clause(s[i]), join(s).replace("fi", "ﬁ").replace("fl", "ﬂ").replace("ff", "ﬀ")),
    "long s": lambda s, i, r: (_clause(s[i]), join(s).replace("ss", "ſs")),
    "soft hyphens": lambda s, i, r: (_clause(s[i]), join(s).replace("ar", "a\u00adr")),
    "zero width": lambda s, i, r: (_clause(s[i]), join(s).replace("e ", "e\u200b ")),
    "full width": lambda s, i, r: (_clause(s[i]), join(s).replace("kg", "ｋｇ").replace("mg", "ｍｇ")),
    "emphasis": lambda s, i, r: (_clause(s[i]), join(s).replace("yields of", "**yields of**").replace("while", "*while*")),
    "entities": lambda s, i, r: (_clause(s[i]).replace("while", "while & then"), join(s).replace("while", "while &amp; then")),
    "decomposed": lambda s, i, r: (
        _clause(s[i]).replace("near", "né"), unicodedata.normalize("NFD", join(s).replace("near", "né"))),
    "note marks": lambda s, i, r: (_clause(s[i]), join(s).replace("across,", "across,¹²").replace("near", "near³")),
    "elision": lambda s, i, r: (_elided(s[i], r), join(s)),
    "whole sentences left out": lambda s, i, r: (f"{s[i - 2].text} ... {s[i].text}", join(s)),
    "two passages": lambda s, i, r: (f"{s[i].text}\n\n{s[i - 2].text}", join(s)),
    "bracket in": lambda s, i, r: (_clause(s[i]).replace(" across", " [safely] across"), join(s)),
    "bracket for": lambda s, i, r: (_clause(s[i]).replace("their", "[the owners’]"), join(s)),
    "capital in a bracket": lambda s, i, r: ("[t]he" + _clause(s[i])[3:], join(s)),
    "sic": lambda s, i, r: (_clause(s[i]).replace(" while", " [sic] while"), join(s)),
    "block quotation": lambda s, i, r: ("> " + wrap(s[i].text, r).replace("\n", "\n> "), join(s)),
    "Chinese": lambda s, i, r: (c := r.choice(CHINESE), "。".join(r.sample(CHINESE, 8)) + "。" + c + "。"),
}  # fmt: skip
CHANGED_KINDS: dict[str, Callable[[Sentence, list[Sentence], random.Random], str]] = {
    "number changed": lambda s, o, r: s.text.replace(s.number, f"{float(s.number) + 1:.1f}", 1),
    "digits exchanged": lambda s, o, r: s.text.replace(s.number, s.number.replace(".", "7."), 1),
    "point moved": lambda s, o, r: s.text.replace(s.number, s.number.replace(".", ""), 1),
    "year changed": lambda s, o, r: re.sub(r"(\d{3})\d\.$", lambda m: m[1] + ("0." if m[0][3] != "0" else "1."), s.text),
    "number cut": lambda s, o, r: s.text[: s.text.index(s.number) + len(s.number) - 2],
    "sign brought": lambda s, o, r: s.text.replace(s.number, "-" + s.number, 1),
    "comparison brought": lambda s, o, r: s.text.replace(s.number, "<" + s.number, 1),
    "unit changed": lambda s, o, r: s.text.replace(f"{s.number} {s.unit}", f"{s.number} {OTHER_UNIT[s.unit]}"),
    "scale brought": lambda s, o, r: s.text.replace(f"{s.number} {s.unit}", f"{s.number} million {s.unit}"),
    "negation": lambda s, o, r: _negation(s),
    "hedge removed": lambda s, o, r: _replaced(s.text, s.hedge[0], s.hedge[1]),
    "verb strengthened": lambda s, o, r: _replaced(s.text, s.verb[0], s.verb[1]),
    "direction": lambda s, o, r: _replaced(s.text, s.direction[0], s.direction[1]),
    "scope": lambda s, o, r: _replaced(s.text, s.scope[0], s.scope[1]),
    "words exchanged": lambda s, o, r: _swapped(s),
    "spliced": lambda s, o, r: " ".join(s.text.split()[:16] + o[0].text.split()[16:]),
    "invented": lambda s, o, r: "Nobody in the council ever pledged to rebuild the lighthouse with her own money that spring",
    "gap hides a negation": lambda s, o, r: (
        s.text.replace("did not reach", "did ... reach") if s.negated else _negation(s)),
    "gap joins sentences": lambda s, o, r: " ".join(s.text.split()[:6]) + " ... " + " ".join(o[0].text.split()[6:]),
    "bracket negates": lambda s, o, r: s.text.replace("their", "[never] their"),
    "bracket counts": lambda s, o, r: s.text.replace("their", "[12] tame"),
    "unmarked gap": lambda s, o, r: " ".join(s.text.split()[:18]) + "\n\n" + " ".join(s.text.split()[21:]),
}  # fmt: skip
NEAR_KINDS: dict[str, Callable[[Sentence, random.Random], str]] = {
    "word exchanged": lambda s, r: s.text.replace("counts", "tallies"),
    "word dropped": lambda s, r: s.text.replace(" their", ""),
    "word added": lambda s, r: s.text.replace("yields of", "yields of fresh"),
    "misspelt": lambda s, r: s.text.replace("brought", "brougth"),
    "scanned": lambda s, r: _look_alike(s.text),
    "question mark": lambda s, r: s.text.rstrip(".") + "?",
    "word cut": lambda s, r: s.text[: s.text.index("across") + 4],
}  # fmt: skip


def make_samples(seed: int, rounds: int) -> Iterator[Sample]:
    """Make so many samples of each kind."""
    random_ = random.Random(seed)
    for _ in range(rounds):
        sentences = make_source(random_)
        place = random_.randrange(2, len(sentences))
        sentence, others = sentences[place], [sentences[place - 2]]
        for kind, verbatim in VERBATIM_KINDS.items():
            exact, text = verbatim(sentences, place, random_)
            yield Sample(kind=kind, exact=exact, text=text, statuses=VERBATIM)
        plain = join(sentences)
        dressed = random_.choice(
            [plain, wrap(plain, random_), wrap(plain, random_, hyphens=True), paged(plain, random_)]
        )
        for kind, changed in CHANGED_KINDS.items():
            exact = changed(sentence, others, random_)
            yield Sample(kind=kind, exact=exact, text=dressed, statuses=NEAR if kind == "spliced" else CHANGED)
        for kind, near in NEAR_KINDS.items():
            yield Sample(kind=kind, exact=near(sentence, random_), text=dressed, statuses=NEAR)
