"""Laws: folding keeps the way back, the nearest window is the nearest, a planted quotation is found where it was planted."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from citecheck.quoting import fold_source, match_quotation, nearest, verify_quotation
from citecheck.quoting.engines import installed
from citecheck.quoting.masking import mask_text
from citecheck.quoting.passages import key_of
from citecheck.quoting.source import FoldedSource
from tests.quoting.generating import join, make_source, paged, wrap

LETTERS = st.sampled_from(
    list("abcde  \n\t-–—'\"’“”«»*_`.,;:()[]%0123456789éßſﬁ½²µİς中文，。ァก็한\u0301\u00ad\u200b\u00a0\u2009\f&<>\\…")
)
TEXTS = st.lists(LETTERS, max_size=80).map("".join)
PLAIN = st.lists(st.sampled_from(list("abcd ")), min_size=1, max_size=60).map("".join)


def plain_distance(key: str, text: str) -> int:
    """Give the fewest edits over all windows, by a plain dynamic programme."""
    row = [0] * (len(text) + 1)
    for place, letter in enumerate(key, 1):
        following = [place]
        for other, theirs in enumerate(text, 1):
            following.append(min(row[other] + 1, following[-1] + 1, row[other - 1] + (letter != theirs)))
        row = following
    return min(row)


@given(TEXTS)
@settings(max_examples=150, deadline=None)
def test_masking_keeps_the_length(text: str) -> None:
    assert len(mask_text(text)) == len(text)


@given(TEXTS, st.data())
@settings(max_examples=150, deadline=None)
def test_the_way_back_is_exact_and_monotonic(text: str, data: st.DataObject) -> None:
    source = fold_source(text)
    if len(source.key) < 1:
        return
    start = data.draw(st.integers(0, len(source.key) - 1))
    end = data.draw(st.integers(start + 1, len(source.key)))
    first, last = source.folding.start_of(start), source.folding.end_of(end)
    assert 0 <= first < last <= len(text)
    assert source.folding.start_of(0) <= first
    if source.key[start:end].strip():
        begin, stop = source.folding.span(start, end)
        assert first <= begin <= stop


@given(TEXTS, TEXTS)
@settings(max_examples=150, deadline=None)
def test_nothing_raises_and_offsets_hold(exact: str, text: str) -> None:
    match = verify_quotation(exact, text)
    for passage in match.passages:
        assert text[passage.start : passage.end] == passage.text
        assert passage.text or match.status != "verbatim"


@given(PLAIN, st.lists(st.sampled_from(list("abcd ")), max_size=120).map("".join))
@settings(max_examples=100, deadline=None)
def test_a_short_text_gives_the_true_minimum(key: str, text: str) -> None:
    source = fold_source(text)
    window = nearest(source, key)
    if not source.key:
        assert window is None
        return
    edits = plain_distance(key, source.key)
    if window is None:
        assert edits > max(2, len(key) // 2)
    else:
        assert window[0] == edits
        assert Levenshtein.distance(key, source.key[window[1] : window[2]]) == edits


def _changed(key: str, edits: int, random_: random.Random) -> str:
    letters = list(key)
    for _ in range(edits):
        place = random_.randrange(1, len(letters) - 1)
        how = random_.randrange(3)
        if how == 0:
            letters[place] = random_.choice("abcdefgh")
        elif how == 1:
            del letters[place]
        else:
            letters.insert(place, random_.choice("xyz"))
    return "".join(letters)


@pytest.fixture(scope="module")
def long_source() -> FoldedSource:
    """Fold a source too long to be scanned bit by bit."""
    random_ = random.Random(5)
    return fold_source(join(make_source(random_, 10)))


@pytest.mark.parametrize("engine", installed())
@pytest.mark.parametrize("share", [0.02, 0.06, 0.12, 0.2])
def test_every_engine_gives_the_true_minimum(long_source: FoldedSource, engine: str, share: float) -> None:
    random_ = random.Random(int(share * 100))
    for _ in range(5):
        length = random_.randint(30, 110)
        start = random_.randrange(len(long_source.key) - length)
        key = _changed(long_source.key[start : start + length].strip(), int(length * share) or 1, random_).strip()
        window = nearest(long_source, key, engine=engine)
        assert window is not None
        assert window[0] == plain_distance(key, long_source.key)
        assert Levenshtein.distance(key, long_source.key[window[1] : window[2]]) == window[0]


@pytest.mark.parametrize("render", ["plain", "wrapped", "hyphens", "pages"])
def test_a_planted_quotation_is_found_where_it_was_planted(render: str) -> None:
    random_ = random.Random(9)
    for _ in range(12):
        sentences = make_source(random_)
        plain = join(sentences)
        text = {
            "plain": plain,
            "wrapped": wrap(plain, random_),
            "hyphens": wrap(plain, random_, hyphens=True),
            "pages": paged(plain, random_),
        }[render]
        source = fold_source(text)
        for sentence in sentences:
            match = match_quotation(sentence.text, source)
            assert match.status == "verbatim"
            (passage,) = match.passages
            assert text[passage.start : passage.end] == passage.text
            if render != "pages":
                assert key_of(passage.text) == key_of(sentence.text)
            else:
                assert source.key[source.folding.place_of(passage.start) :].startswith(key_of(sentence.text))


def test_an_index_of_words_finds_what_a_pass_over_the_text_finds() -> None:
    random_ = random.Random(3)
    text = join(make_source(random_)) + " in-between words; X_1, 5%… " + join(make_source(random_))
    scanned, indexed = fold_source(text), fold_source(text)
    assert indexed.words
    for _ in range(400):
        start = random_.randrange(len(text) - 40)
        key = scanned.key[start : start + random_.randint(1, 40)]
        if key.strip():
            assert list(indexed.occurrences(key)) == list(scanned._scan(key))
