"""Quotations made by rule in five languages: the same kinds of change, in the words of each, and texts as scanning leaves them.

Each language gives a sentence with slots; so it is known where its number, its negation, its hedge and its direction stand.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.quoting.generating import CHANGED, NEAR, VERBATIM, Sample, paged, wrap


@dataclass(frozen=True, slots=True, kw_only=True)
class Tongue:
    """A language's sentence, and what its slots may hold."""

    lang: str
    frame: str
    names: tuple[str, ...]
    things: tuple[str, ...]
    where: tuple[str, ...]
    negated: tuple[str, str]
    """What says no, and what says yes."""
    hedge: tuple[str, str]
    direction: tuple[str, str]
    scope: tuple[str, str]
    near: tuple[str, str]
    """A word of the frame, and another of the same sense."""
    filler: tuple[str, ...]
    """Sentences between, with the language's small words."""


TONGUES = (
    Tongue(
        lang="en",
        frame="In {name} {scope} of the growers {hedge} kept their {thing} in store, while the yields of the {where} {direction}"
        " and {negated} {number} tonnes in the last of these years.",
        names=("Alden", "Brim", "Corby", "Dunmore"), things=("barley", "clover", "flax"),
        where=("northern terraces", "wet meadows", "old orchards"), negated=("did not reach", "did reach"),
        hedge=("may have", "have"), direction=("rose", "fell"), scope=("some", "all"), near=("growers", "farmers"),
        filler=("The weather was mild in that year, and the roads were dry.",
                "Of the mills only the one by the river is in use."),
    ),
    Tongue(
        lang="de",
        frame="In {name} haben {scope} Bauern ihre Vorräte an {thing} {hedge} behalten, während die Erträge {where} {direction}"
        " und in den letzten Jahren {negated} {number} Tonnen erreicht haben.",
        names=("Altdorf", "Birkenau", "Cronheim", "Dornbach"), things=("Gerste", "Klee", "Flachs"),
        where=("der nördlichen Hänge", "auf den nassen Wiesen", "in den alten Gärten"), negated=("nicht ganz", "schon ganz"),
        hedge=("wahrscheinlich", "sicherlich"), direction=("höher", "niedriger"), scope=("einige", "alle"),
        near=("Vorräte", "Bestände"),
        filler=("Das Wetter war in dem Jahr mild, und die Wege waren trocken.",
                "Von den Mühlen ist nur die am Fluss noch im Betrieb."),
    ),
    Tongue(
        lang="fr",
        frame="À {name}, {scope} les fermiers {hedge} gardé leurs réserves de {thing}, tandis que les récoltes {where} ont donné"
        " {direction} et que la production {negated} les {number} tonnes au cours des dernières années.",
        names=("Aubrac", "Brémont", "Clairval", "Duras"), things=("l'orge", "trèfle", "lin"),
        where=("des terrasses du nord", "des prés humides", "des vieux vergers"), negated=("n'a pas atteint", "a bien atteint"),
        hedge=("ont peut-être", "ont toujours"), direction=("plus", "moins"), scope=("presque tous", "tous"),
        near=("fermiers", "paysans"),
        filler=("Le temps était doux cette année, et les routes étaient sèches.",
                "Des moulins, seul celui de la rivière est en usage."),
    ),
    Tongue(
        lang="es",
        frame="En {name} {scope} agricultores {hedge} guardado sus reservas de {thing}, mientras que las cosechas {where} dieron"
        " {direction} y la producción {negated} las {number} toneladas en los últimos años.",
        names=("Almagro", "Brihuega", "Cárdenas", "Duero"), things=("cebada", "trébol", "lino"),
        where=("de las terrazas del norte", "de los prados húmedos", "de los huertos viejos"),
        negated=("no alcanzó", "sí alcanzó"),
        hedge=("podrían haber", "siempre han"), direction=("más", "menos"), scope=("algunos", "todos los"),
        near=("cosechas", "mieses"),
        filler=("El tiempo fue suave en ese año y los caminos estaban secos.", "De los molinos solo el del río está en uso."),
    ),
    Tongue(
        lang="zh",
        frame="在{name}，{scope}农民{hedge}保存了{thing}，而{where}的产量{direction}，最近几年{negated}达到{number}吨。",
        names=("安平县", "白河镇", "长岭村", "东湖区"), things=("大麦", "苜蓿", "亚麻"), where=("北部梯田", "潮湿草地", "旧果园"),
        negated=("没有", "已经"), hedge=("可能", "一定"), direction=("上升", "下降"), scope=("部分", "全部"),
        near=("农民", "农户"),
        filler=("那一年天气温和，道路干燥。", "河边的磨坊仍在使用。"),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """A sentence and what fills it."""

    tongue: Tongue
    slots: dict[str, str]

    def say(self, **others: str) -> str:
        """Give the sentence, with other words in some slots."""
        return self.tongue.frame.format(**{**self.slots, **others})


def make_telling(tongue: Tongue, name: str, random_: random.Random) -> Telling:
    """Fill a sentence."""
    pick = random_.choice
    slots = {
        "name": name,
        "thing": pick(tongue.things),
        "where": pick(tongue.where),
        "number": f"{random_.randint(12, 96)}{pick(['', ',5', '.4'])}",
        **{each: pick(getattr(tongue, each)) for each in ("negated", "hedge", "direction", "scope")},
    }
    return Telling(tongue=tongue, slots=slots)


def _other(telling: Telling, slot: str) -> str:
    one, other = getattr(telling.tongue, slot)
    return telling.say(**{slot: other if telling.slots[slot] == one else one})


def _with_digit(telling: Telling, random_: random.Random) -> str:
    number = telling.slots["number"]
    return telling.say(number=str((int(number[0]) % 9) + 1) + number[1:])


CHANGES: dict[str, Callable[[Telling, random.Random], str]] = {
    "number": _with_digit,
    "negation": lambda t, r: _other(t, "negated"),
    "hedge": lambda t, r: _other(t, "hedge"),
    "direction": lambda t, r: _other(t, "direction"),
    "scope": lambda t, r: _other(t, "scope"),
}


def garble(text: str, random_: random.Random, share: float = 0.01) -> str:
    """Put the errors of a scan into some letters of words; digits stay, so that no number changes."""
    looks = {"l": "1", "o": "0", "m": "rn", "e": "c", "s": "5", "h": "b"}
    return "".join(looks[each] if each in looks and random_.random() < share else each for each in text)


def _ligatured(text: str, random_: random.Random) -> str:
    text = text.replace("ffi", "ﬃ").replace("fi", "ﬁ").replace("fl", "ﬂ").replace("ff", "ﬀ")
    return wrap(text, random_, hyphens=True)


RENDERED: dict[str, Callable[[str, random.Random], str]] = {
    "plain": lambda text, r: text,
    "wrapped": wrap,
    "hyphens": lambda text, r: wrap(text, r, hyphens=True),
    "page heads": paged,
    "ligatures": _ligatured,
    "no-break": lambda text, r: text.replace(" ", "\u00a0"),
}


def make_foreign_samples(seed: int, rounds: int) -> Iterator[Sample]:
    """Make so many rounds of samples in each language."""
    random_ = random.Random(seed)
    for _ in range(rounds):
        for tongue in TONGUES:
            joint = "" if tongue.lang == "zh" else " "
            tellings = [make_telling(tongue, each, random_) for each in tongue.names]
            text = joint.join(joint.join((each.say(), *tongue.filler)) for each in tellings)
            telling = random_.choice(tellings)
            kinds = ["plain"] if tongue.lang == "zh" else list(RENDERED)
            for kind in kinds:
                yield Sample(
                    kind=f"{tongue.lang} {kind}",
                    exact=telling.say(),
                    text=RENDERED[kind](text, random_),
                    statuses=VERBATIM,
                )
            dressed = RENDERED[random_.choice(kinds)](text, random_)
            for kind, change in CHANGES.items():
                exact = change(telling, random_)
                yield Sample(kind=f"{tongue.lang} {kind}", exact=exact, text=dressed, statuses=CHANGED)
            near = telling.say().replace(*tongue.near, 1)
            yield Sample(kind=f"{tongue.lang} wording", exact=near, text=dressed, statuses=NEAR)
            if tongue.lang != "zh":
                scanned = garble(text, random_)
                spared = telling.say() in scanned
                yield Sample(
                    kind=f"{tongue.lang} {'spared by a scan' if spared else 'scanned'}",
                    exact=telling.say(),
                    text=scanned,
                    statuses=VERBATIM if spared else NEAR,
                )
