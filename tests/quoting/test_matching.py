"""Matching: offsets, digests, extents, several places, pages, several sources, tables of spans."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import pytest

from citecheck.quoting import (
    Evidence,
    as_selectors,
    fold_source,
    is_checkable,
    match_among,
    match_quotation,
    match_quotations,
    verify_quotation,
    verify_quotations,
)
from citecheck.records.judgments import QuoteMatch
from citecheck.records.manuscript import Quotation
from citecheck.records.sources import Extent, Fulltext

TEXT = "Mist covered the pass for nine days. The guides refused to climb. Supplies ran short by the weekend."
QUOTED = "The guides refused to climb"
AT = (TEXT.index(QUOTED), TEXT.index(QUOTED) + len(QUOTED))


def digest(text: str) -> str:
    """Give the digest of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    ("exact", "at", "method", "why_not"),
    [
        (QUOTED, AT, "identical slice", ""),
        (QUOTED.upper(), AT, "folded slice", ""),
        (QUOTED, (0, 27), "another place", "slice differs"),
        (QUOTED, (500, 527), "another place", "offsets out of bounds"),
        (QUOTED, None, "identical", ""),
        ("the guides refused to climb", None, "folded", ""),
    ],
)
def test_ladder_of_offsets(exact: str, at: tuple[int, int] | None, method: str, why_not: str) -> None:
    match = verify_quotation(exact, TEXT, at=at)
    assert (match.status, match.method, match.why_not) == ("verbatim", method, why_not)
    assert (match.passages[0].start, match.passages[0].end) == AT


def test_a_slice_that_cuts_a_word_is_verbatim_and_flagged() -> None:
    match = verify_quotation("he guides refused", TEXT, at=(AT[0] + 1, AT[0] + 18))
    assert match.status == "verbatim"
    assert "cut_word" in match.flags


def test_why_a_quotation_was_not_found() -> None:
    match = verify_quotation("Nobody ever saw a lighthouse on that hill", TEXT, at=(900, 950))
    assert match.status == "absent"
    assert match.why_not == "offsets out of bounds; not found; no provider"


def test_embeddings_leave_the_status() -> None:
    def alike(texts: Sequence[str]) -> list[list[float]]:
        return [[1.0, 0.0] if "guides" in each or "leaders" in each else [0.0, 1.0] for each in texts]

    def broken(texts: Sequence[str]) -> list[list[float]]:
        raise OSError

    exact = "Nobody among the leaders wished to go up that day"
    match = verify_quotation(exact, TEXT, embed=alike)
    assert (match.status, match.method, match.flags) == ("absent", "embedding", ("similar",))
    assert match.passages[0].text == "The guides refused to climb."
    assert verify_quotation(exact, TEXT, embed=broken).why_not == "provider failed"
    assert verify_quotation("Snow lay on distant mountains there", TEXT, embed=lambda texts: [
        [float(number == 0), 1.0 - (number == 0)] for number, _ in enumerate(texts)
    ]).why_not == "embedding below threshold"  # fmt: skip


def test_drift() -> None:
    gone = verify_quotation("Nobody ever saw a lighthouse on that hill", TEXT, sha256=digest("other"))
    assert gone.status == "drifted"
    there = verify_quotation(QUOTED, TEXT, sha256=digest("other"))
    assert (there.status, there.flags) == ("verbatim", ("source_changed",))
    assert verify_quotation(QUOTED, TEXT, sha256=digest(TEXT)).flags == ()
    assert there.sha256 == digest(TEXT)


@pytest.mark.parametrize(
    ("extent", "why_not"),
    [(Extent.ABSTRACT, "only an abstract"), (Extent.SNIPPET, "only a snippet"), (Extent.NOTE, "only a note")],
)
def test_what_is_not_in_a_part_is_not_absent(extent: Extent, why_not: str) -> None:
    text = Fulltext(key="smith2020", text=TEXT, extent=extent)
    match = match_quotation("Nobody ever saw a lighthouse on that hill", text)
    assert (match.status, match.why_not, match.extent) == ("not_checked", why_not, extent)
    assert match_quotation(QUOTED, text).status == "verbatim"


def test_what_cannot_be_compared_is_not_checked() -> None:
    assert verify_quotation("", TEXT).why_not == "empty quotation"
    assert verify_quotation("…", TEXT).status == "not_checked"
    assert verify_quotation(QUOTED, "").why_not == "no text"
    garbled = "(cid:12)(cid:31) (cid:7)" * 30
    assert match_quotation("Nobody ever saw a lighthouse on that hill", garbled).why_not == "unreadable scan"


def test_context_chooses_among_several_places() -> None:
    text = "At six the bell rang twice. At nine the bell rang twice, they say."
    first = match_quotation("the bell rang twice", text)
    assert first.ambiguous
    assert [each.start for each in first.passages] == [7, 36]
    assert match_quotation("the bell rang twice", text, prefix="At nine ").passages[0].start == 36
    assert match_quotation("the bell rang twice", text, suffix=", they say").passages[0].start == 36


def test_a_page_is_told_when_all_places_share_it() -> None:
    text = "The bell rang twice there.\fSnow fell on the roofs.\fThe bell rang twice there."
    match = match_quotation("the bell rang twice", text)
    assert match.passages[0].pages == (1, 3)
    assert match_quotation("the bell rang twice", text, page=3).passages[0].start == text.rindex("The")
    assert match_quotation("snow fell on the roofs", text).passages[0].pages == (2,)
    pages = Fulltext(key="a", text=text.replace("\f", " "), pages=(0, 27, 51))
    assert match_quotation("snow fell on the roofs", pages).passages[0].pages == (2,)


def test_sections() -> None:
    text = "# Methods\n\nWe counted boats at noon.\n\nResults\n\nThe harbour froze in March.\n"
    assert match_quotation("The harbour froze in March", text).passages[0].section == "Results"
    assert match_quotation("We counted boats at noon", text).passages[0].section == "Methods"


def among(
    exact: str, *, prefix: str = "", cited: str = "This paper concerns mice alone.", kind: str = "inline"
) -> QuoteMatch:
    """Hold a quotation against one cited source and one other."""
    own = fold_source(Fulltext(key="1", text=cited))
    other = fold_source(
        Fulltext(key="2", text="In humans, most reported mutations lower protein levels and cause harm.")
    )
    return match_among(Quotation(exact=exact, prefix=prefix, kind=kind), [own], [other])


def test_elsewhere_is_a_wrong_pointer() -> None:
    match = among("most reported mutations lower protein levels")
    assert (match.status, match.source) == ("elsewhere", "2")
    assert among("most reported mutations lower protein levels", cited="").status == "not_checked"
    assert among("This paper concerns mice alone").status == "verbatim"


def test_the_floor() -> None:
    assert among("the smart grid").why_not == "below the floor"
    assert among("14.85% of users", cited="It reached 18.45% of users.").status == "absent"
    assert among("concerns mice", prefix="It states: ").status == "verbatim"
    assert among("concerns rats", prefix="It states: ").status == "absent"


@pytest.mark.parametrize(
    ("exact", "prefix", "reason"),
    [
        ("", "", "empty quotation"), ("smart", "The so-called ", "a scare quote"), ("success", "was a ", "a scare quote"),
        ("Attention is all you need", "In the paper ", "a title"), ("data", "the word ", "a scare quote"),
        ("A Study of Northern Boats and Harbours", "see ", "a title"), ("a silent failure of oversight", "calls it ", ""),
        ("12 boats", "counted ", ""), ("[they] knew", "that ", ""), ("nothing less", "The report said ", ""),
        ("监测显示该湖水质", "", ""),
    ],
)  # fmt: skip
def test_checkable(exact: str, prefix: str, reason: str) -> None:
    assert is_checkable(Quotation(exact=exact, prefix=prefix)) == reason


def test_a_table_of_spans() -> None:
    spans: list[dict[str, object]] = [
        {"id": "a", "exact": QUOTED, "source": "s", "kind": "verbatim", "by": "author", "start": AT[0], "end": AT[1]},
        {
            "id": "b",
            "exact": "Mist covered the pass for nine days\n\nSupplies ran short",
            "source": "s",
            "kind": "extracted",
        },
        {
            "id": "c",
            "exact": "Mist covered the pass for nine days\n\nSupplies ran short",
            "source": "s",
            "kind": "verbatim",
        },
        {"id": "d", "exact": None, "source": "s", "kind": "answer", "by": "model"},
        {"id": "e", "exact": QUOTED, "source": "nowhere"},
    ]
    matches = verify_quotations(spans, {"s": TEXT})
    assert [each.status for each in matches] == ["verbatim", "verbatim", "altered", "not_checked", "not_checked"]
    assert matches[4].why_not == "unknown source"
    assert verify_quotations([Evidence(id="a", exact=QUOTED, source="s")], {"s": TEXT})[0].status == "verbatim"


def test_many_quotations_keep_their_order() -> None:
    matches = match_quotations(
        [(QUOTED, "s"), ("no such words stand here", "s"), (QUOTED, "t")], {"s": TEXT, "t": "Else."}
    )
    assert [each.status for each in matches] == ["verbatim", "absent", "absent"]


def test_selectors() -> None:
    selectors = as_selectors(verify_quotation(QUOTED, TEXT), TEXT, around=8)
    assert selectors["selector"] == [
        {"type": "TextQuoteSelector", "exact": QUOTED, "prefix": "e days. ", "suffix": ". Suppli"},
        {"type": "TextPositionSelector", "start": AT[0], "end": AT[1]},
    ]


def test_columns_line_numbers_and_heads_interleave() -> None:
    exact = "The hulls were tarred twice before winter and stored under canvas"
    columns = (
        "The hulls were tarred    Snow closed the road\ntwice before winter and  herders moved yaks\n"
        "stored under canvas      and felt rose in price\n"
    )
    numbers = "12 The hulls were tarred\n13 twice before winter and\n14 stored under canvas\n15 the end"
    heads = "The hulls were tarred twice\nAnnals of Boats 12\n\fVol. 3 Boats\nbefore winter and stored under canvas"
    caption = "The hulls were tarred twice\nA UNIQUE CAPTION LINE\nbefore winter and stored under canvas"
    assert [verify_quotation(exact, text).status for text in (columns, numbers, heads, caption)] == [
        "interleaved", "interleaved", "interleaved", "altered",
    ]  # fmt: skip
    hidden = verify_quotation(
        "the drug works in patients with mild asthma",
        "the drug\nnot often\nworks in\nperhaps some\npatients with mild asthma",
    )
    assert hidden.status != "interleaved"


def test_a_translation_cannot_be_found() -> None:
    match = match_quotation(
        "illness is a form of dissolution of manners", "Krankheit ist eine Form sittlicher Auflösung, so heißt es."
    )
    assert (match.status, match.why_not) == ("not_checked", "another language")


def test_a_quotation_that_does_not_bear_its_number_is_flagged() -> None:
    source = fold_source(Fulltext(key="1", text="Yields rose by 25 % in the dry valleys that year."))
    quotation = Quotation(exact="rose by 25 % in the dry valleys")
    assert match_among(quotation, [source], value=0.25).flags == ()
    assert match_among(quotation, [source], value="31").flags == ("value_not_stated",)
