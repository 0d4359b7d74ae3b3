"""The aligned diff: whatever changes what a sentence says keeps it from passing; what says the same passes.

The planted faults are written by hand, class by class; the generated ones drop, swap, insert and replace every word in turn.
"""

from __future__ import annotations

import random

import pytest

from citecheck.lexicon.harmless import HARMLESS, OPENERS
from citecheck.records import Extent, Fulltext, PairState, Triage
from citecheck.triaging import prepare_text, triage
from tests.triaging.sentences import SENTENCES

TEXT = prepare_text(Fulltext(key="source", text=" ".join(SENTENCES)))


def judge(sentence: str) -> Triage:
    """Hold a sentence against the text of all sentences."""
    return triage(sentence, TEXT)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_copied_sentence_passes(sentence: str) -> None:
    done = judge(sentence)
    assert (done.state, done.verdict, done.reasons) == (PairState.PASSED, "supported", ())
    assert done.coverage == 1.0
    assert done.passages[0].text == sentence


PLANTED = {
    "direction": [
        ("lowered noon", "raised noon"),
        ("Aspirin reduced", "Aspirin increased"),
        ("longer than untreated", "shorter than untreated"),
        ("grew from", "shrank from"),
        ("in the valley declined", "in the valley increased"),
        ("more common than", "less common than"),
        ("inhibited IL-6", "induced IL-6"),
        ("a higher risk", "a lower risk"),
        ("doubled the risk", "halved the risk"),
        ("levels will rise", "levels will fall"),
    ],
    "negation": [
        ("trees lowered", "trees never lowered"),
        ("have never measured", "have measured"),
        ("had never measured", "had measured"),
        ("No effect of", "An effect of"),
        ("but not in men", "and in men"),
        ("they had no access", "they had access"),
        ("without a subsidy", "with a subsidy"),
        ("effects were mild", "effects were not mild"),
        ("are still in use", "are no longer in use"),
    ],
    "hedge": [
        ("Coffee may cause", "Coffee causes"),
        ("Coffee may cause", "Coffee will cause"),
        ("would use the new", "use the new"),
        ("vaccine prevented", "vaccine may have prevented"),
        ("Aspirin reduced", "Aspirin apparently reduced"),
    ],
    "modality": [
        ("Simulated harvests", "Harvests"),
        ("The model projected that sea levels will rise", "Sea levels rose"),
        ("The model projected that sea levels will rise", "Sea levels will rise"),
        ("reported that they had", "had"),
        ("was associated with", "caused"),
        ("was associated with", "led to"),
        ("According to the mayor, the tunnel", "The tunnel"),
    ],
    "population": [
        ("adult patients", "patients"),
        ("adult patients", "child patients"),
        ("Mice treated", "Patients treated"),
        ("Mice treated", "Rats treated"),
        ("in women but not in men", "in men but not in women"),
        ("among older people", "among people"),
        ("in children under", "in adults under"),
        ("in cultured cells", "in cells"),
        ("Women earned", "Workers earned"),
        ("in women but not in men", "in women"),
    ],
    "number": [
        ("2.5 °C", "3.5 °C"),
        ("2.5 °C", "25 °C"),
        ("1,200 adult", "1,300 adult"),
        ("1,200 adult", "12,000 adult"),
        ("by 12 per", "by 21 per"),
        ("a fifth of", "a quarter of"),
        ("€5.1 million", "€5.4 million"),
        ("€3.4 million to €5.1 million", "€5.1 million to €3.4 million"),
        ("three of the twelve", "four of the twelve"),
        ("1.8 times", "2.8 times"),
        ("95 %", "9.5 %"),
        ("of 2,340 farmers", "of 2,300 farmers"),
        ("Type 2 diabetes was more common than type 1", "Type 1 diabetes was more common than type 2"),
        ("IL-6 and increased IL-10", "IL-10 and increased IL-6"),
        ("by a third when", "by two thirds when"),
        ("at least 30", "30"),
        ("at least 30", "at most 30"),
        ("About a fifth", "A fifth"),
        ("under 12 years", "over 12 years"),
        ("exceeded 35 °C", "reached 35 °C"),
    ],
    "unit": [
        ("2.5 °C", "2.5 °F"),
        ("12 per cent", "12 percentage points"),
        ("14 percentage points", "14 per cent"),
        ("€3.4 million", "$3.4 million"),
        ("€5.1 million", "€5.1 billion"),
        ("5 mg/kg", "5 g/kg"),
        ("5 mg/kg", "5 mg"),
        ("40 cm", "40 mm"),
        ("six hours", "six minutes"),
    ],
    "period": [
        ("summer of 2019", "summer of 2018"),
        ("within four weeks", "within four months"),
        ("within four weeks", "after four weeks"),
        ("2020 and 2100", "2020 and 2050"),
        ("before 1950", "after 1950"),
        ("before the reform", "after the reform"),
        ("lived 20 days", "lived 20 weeks"),
        ("ten days", "ten weeks"),
        ("winter of 2003", "summer of 2003"),
    ],
    "entity": [
        ("in Graz", "in Linz"),
        ("Anna Castellanos", "Maria Castellanos"),
        ("of Norway", "of Sweden"),
        ("Aspirin reduced", "Ibuprofen reduced"),
    ],
    "names with digits": [
        ("GLUT4 and Notch1", "GLUT1 and Notch1"),
        ("GLUT4 and Notch1", "GLUT4 and Notch2"),
        ("of sox2 in", "of sox3 in"),
        ("chain No.5", "chain No.6"),
    ],
    "arguments": [
        ("Dogs attacked wolves more often than wolves attacked dogs", "Wolves attacked dogs more often than dogs wolves"),
        ("Dogs attacked wolves more often than wolves attacked", "Wolves attacked dogs more often than dogs attacked"),
        ("Dogs attacked wolves", "Dogs were attacked by wolves"),
        ("Women earned 14 percentage points less than men", "Men earned 14 percentage points less than women"),
        ("grew from", "grew to"),
    ],
    "scope": [
        ("Most of the 48", "All of the 48"),
        ("Only three", "Three"),
        ("few of them", "a few of them"),
        ("inner-city schools", "schools"),
        ("in the old town by", "by"),
        ("in the northern districts of Norway", "in Norway"),
        (" within four weeks", ""),
        (" at doses of 5 mg/kg", ""),
        (" when temperatures exceeded 35 °C for more than ten days", ""),
        (" without a subsidy", ""),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "old", "new"), [(kind, old, new) for kind, edits in PLANTED.items() for old, new in edits]
)
def test_a_planted_fault_never_passes(kind: str, old: str, new: str) -> None:
    for sentence in SENTENCES:
        if old in sentence:
            done = judge(sentence.replace(old, new))
            assert done.state is PairState.UNREAD, kind
            assert done.verdict == ""
            assert done.reasons


HARMLESS_EDITS = [
    ("Street trees", "However, street trees"),
    ("Street trees", "In addition, street trees"),
    ("noon temperatures in the old", "the noon temperatures in the old"),
    ("1,200 adult", "1200 adult"),
    ("1,200 adult", "1 200 adult"),
    ("12 per cent", "12 %"),
    ("12 per cent", "twelve percent"),
    ("four weeks", "4 weeks"),
    ("a fifth of", "20 % of"),
    ("a fifth of", "one in five of"),
    ("inner-city", "inner city"),
    ("€3.4 million", "€3,400,000"),
    ("2.5 °C", "2.5°C"),
    ("30 million dollars", "$30 million"),
    ("2,340 farmers", "2,340 farmers [12]"),
    ("the same posts", "same posts"),
    ("risk of stroke", "risks of stroke"),
    (", and side effects were mild", ""),
    (", while the river kept its level", ""),
    ("three of the twelve", "3 of the 12"),
    ("The vaccine", "And the vaccine"),
    ("1.8 times", "1.80 times"),
]


@pytest.mark.parametrize(("old", "new"), HARMLESS_EDITS)
def test_a_harmless_rewording_passes(old: str, new: str) -> None:
    changed = [each.replace(old, new) for each in SENTENCES if old in each]
    assert changed
    for each in changed:
        done = judge(each)
        assert done.reasons == ()
        assert done.state is PairState.PASSED


AROUND = {
    "Bare squares warm the neighbouring streets every summer evening.": [
        "It is not true that bare squares warm the neighbouring streets every summer evening.",
        "Critics claim that bare squares warm the neighbouring streets every summer evening.",
        "It may be that bare squares warm the neighbouring streets every summer evening.",
        "In simulations, bare squares warm the neighbouring streets every summer evening.",
        "If unshaded, bare squares warm the neighbouring streets every summer evening.",
        "Bare squares warm the neighbouring streets every summer evening, respondents said.",
        "Bare squares warm the neighbouring streets every summer evening in Spain.",
        "Bare squares warm the neighbouring streets every summer evening, but only in Spain.",
        "Bare squares warm the neighbouring streets every summer evening unless they are wet.",
        "Half-bare squares warm the neighbouring streets every summer evening.",
        "Some bare squares warm the neighbouring streets every summer evening.",
        "Do bare squares warm the neighbouring streets every summer evening?",
        "Bare squares warm the neighbouring streets every summer evening?",
        "The mayor wrote: “Bare squares warm the neighbouring streets every summer evening. I know it.”",
        'The mayor wrote: "Trees help. Bare squares warm the neighbouring streets every summer evening. I know it."',
        "Bare squares warm the neighbouring streets. Every summer evening.",
        "12 bare squares warm the neighbouring streets every summer evening.",
    ],
}  # fmt: skip


@pytest.mark.parametrize(("sentence", "source"), [(each, source) for each, all_ in AROUND.items() for source in all_])
def test_what_stands_around_a_span_blocks_it(sentence: str, source: str) -> None:
    expected = source.startswith("Bare squares warm the neighbouring streets. Every")
    done = triage(sentence, f"Trees help. {source} The rest is silence.")
    assert (done.state is PairState.PASSED) is expected, done.reasons


@pytest.mark.parametrize(
    "source",
    [
        "We found that bare squares warm the neighbouring streets every summer evening.",
        "However, bare squares warm the neighbouring streets every summer evening [3,4].",
        "Bare squares warm the neighbouring streets every summer evening.12 Then it rains.",
        "Results\nBare squares warm the neighbouring streets every summer evening.",
        "2.1 Heat in towns\nBare squares warm the neighbour-\ning streets every summer evening (Roe 2019).",
        "Bare squares warm\nthe neighbouring streets every summer evening.",
        "Trees help: bare squares warm the neighbouring streets every summer evening; and so on.",
    ],
)
def test_neutral_surroundings_do_not_block(source: str) -> None:
    sentence = "Bare squares warm the neighbouring streets every summer evening."
    expected = PairState.PASSED if not source.startswith("Trees") else PairState.UNREAD
    assert triage(sentence, source).state is expected


def test_only_a_full_text_lets_a_sentence_pass() -> None:
    for extent in Extent:
        done = triage(SENTENCES[0], Fulltext(key="s", text=" ".join(SENTENCES), extent=extent))
        assert (done.state is PairState.PASSED) is (extent is Extent.FULLTEXT)
        assert done.coverage == 1.0


def _is_harmless(words: list[str]) -> bool:
    return all(each.lower().strip(".,;") in HARMLESS | OPENERS for each in words)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_no_dropped_or_exchanged_word_passes_but_a_harmless_one(sentence: str) -> None:
    words = sentence.split()
    for at, word in enumerate(words):
        if judge(" ".join([*words[:at], *words[at + 1 :]])).state is PairState.PASSED:
            assert _is_harmless([word]), word
        following = words[at + 1 : at + 2]
        swapped = [*words[:at], *following, word, *words[at + 2 :]]
        if following and judge(" ".join(swapped)).state is PairState.PASSED:
            assert _is_harmless([word]) or _is_harmless(following), (word, following)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_no_inserted_or_replaced_word_passes_but_a_harmless_one(sentence: str) -> None:
    chooser = random.Random(sentence)
    vocabulary = sorted({each.strip(".,") for other in SENTENCES for each in other.split()})
    cues = "not no only may all most less more almost up by from without never some first half rarely nearly".split()
    words = sentence.split()
    for at, word in enumerate(words):
        for new in chooser.sample(vocabulary, 6) + chooser.sample(cues, 3):
            if judge(" ".join([*words[:at], new, *words[at:]])).state is PairState.PASSED:
                assert _is_harmless([new]), new
            replaced = " ".join([*words[:at], new, *words[at + 1 :]])
            if new.lower() != word.lower().strip(".,") and judge(replaced).state is PairState.PASSED:
                assert _is_harmless([new, word]) or new.rstrip("s") == word.strip(".,").rstrip("s"), (word, new)


def test_no_other_source_passes() -> None:
    for number, sentence in enumerate(SENTENCES):
        others = " ".join(each for at, each in enumerate(SENTENCES) if at != number)
        assert triage(sentence, others).state is PairState.UNREAD
