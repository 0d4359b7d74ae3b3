"""The grammar of markers: what is one, what is none, and what cannot be read."""

from __future__ import annotations

import pytest

from citecheck.manuscript import bind_markers, read_manuscript
from citecheck.records import MarkerState, Reference
from citecheck.settings import Settings
from tests.manuscript.cases import targets, with_list

READ = [
    ("Demand fell [3].", [("3",)]),
    ("Demand fell [3, 7].", [("3", "7")]),
    ("Demand fell [3; 7].", [("3", "7")]),
    ("Demand fell [1 and 4].", [("1", "4")]),
    ("Demand fell [1, 2, & 7].", [("1", "2", "7")]),
    ("Demand fell [1–3].", [("1", "2", "3")]),
    ("Demand fell [1—3] or [1-3] or [1−3] or [1--3].", [("1", "2", "3")] * 4),
    ("Demand fell [1]–[3].", [("1", "2", "3")]),
    ("Demand fell [1][2].", [("1",), ("2",)]),
    ("Demand fell [1,\u00a02].", [("1", "2")]),
    ("Demand fell [ 3 ].", [("3",)]),
    ("Demand fell [3,\n4].", [("3", "4")]),
    ("Demand fell [1-2000].", [("1", "2000")]),
    ("Demand fell [5, page 12].", [("5",)]),
    ("Demand fell [5, § 3].", [("5",)]),
    ("Demand fell [5, pp. 12, 14].", [("5",)]),
    ("Demand fell [chunk 3].", [("3",)]),
    ("Demand fell [Sources 1, 2, and 9].", [("1", "2", "9")]),
    ("Demand fell [study 3; study 9].", [("3", "9")]),
    ("Demand fell [cite: 1, 3].", [("1", "3")]),
    ("Demand fell (source nr: 1).", [("1",)]),
    ("Demand fell [[2]](https://example.org/b).", [("2",)]),
    ("Demand fell [2](https://example.org/b).", [("2",)]),
    ("Demand fell.³ It rose.¹,² It stayed.¹⁻³", [("3",), ("1", "2"), ("1", "2", "3")]),
    ("Demand fell.<sup>3</sup> It rose.<sup>1,2</sup>", [("3",), ("1", "2")]),
    ("Demand fell.^3^ It rose.^1–3^", [("3",), ("1", "2", "3")]),
    ("Demand fell.3 It rose.4", [("3",), ("4",)]),
    ("Demand fell.(3) It rose.", [("3",)]),
    ("Heat loss[3] fell by 30%[4].", [("3",), ("4",)]),
    ("It fell [see 3] and [cf. 4, 5] and (Source: 6).", [("3",), ("4", "5"), ("6",)]),
    ("It says so[1][2], and more.[3]", [("1",), ("2",), ("3",)]),
    ("(see [3] and [4, Fig. 2])", [("3",), ("4",)]),
    ("\\cite{a,b} and \\citep[p. 3]{c} and \\parencite{d}.", [("a", "b"), ("c",), ("d",)]),
    (
        "It fell [@a2001; see @b2002, p. 4], as @c2003 [p. 3] says [-@d2004].",
        [("a2001", "b2002"), ("c2003",), ("d2004",)],
    ),
    ("It fell [@{https://example.org/x}].", [("https://example.org/x",)]),
    ("It fell [@doi:10.1234/abc] and [@arxiv:2001.01234].", [("doi:10.1234/abc",), ("arxiv:2001.01234",)]),
    (
        "It fell [[smith2020]], [[a/b/jones#Part|label]] and [[1984-novel]].",
        [("smith2020",), ("jones",), ("1984-novel",)],
    ),
    ("It fell [[@smith2020]] and [[note#^block]].", [("smith2020",), ("note",)]),
    ("Pandoc writes \\[3\\] and \\[4, 5\\] for the brackets of a Word file.", [("3",), ("4", "5")]),
    ("It fell <sup>3</sup>, then.<sup>[4]</sup>", [("3",), ("4",)]),
    (
        "It fell (Ref. 3), (see refs 1–2) and (references 4 and 5); Ref. 6 agrees.",
        [("3",), ("1", "2"), ("4", "5"), ("6",)],
    ),
    ("It fell [doc_1], [doc2], [DOC-3] and [web:4].", [("1",), ("2",), ("3",), ("4",)]),
    ("It fell [3a], [3a,b] and [3, 4b].", [("3",), ("3",), ("3", "4")]),
    ("It fell [2:45] and [3: 12–14].", [("2",), ("3",)]),
    ("It fell[^1^] and again[^2^](https://example.org/b).", [("1",), ("2",)]),
    ("It fell 【1】 and ［2］ and 〔3，4〕.", [("1",), ("2",), ("3", "4")]),
    ("It fell <cite>1</cite> and :contentReference[oaicite:2]{index=2}.", [("1",), ("2",)]),
    ("It fell (1), and rose (2, 3).", [("1",), ("2", "3")]),
    ("It fell {cite}`abel2001,berg2002` and {cite:p}`chan2003`.", [("abel2001", "berg2002"), ("chan2003",)]),
    ("It fell turn0search3 and [12†L3-L9].", [("turn0search3",), ("12",)]),
    ("It fell [source](https://example.org/a).", [("https://example.org/a",)]),
    ("需求下降30%[3]。价格上涨[4]。", [("3",), ("4",)]),
]
NONE = [
    "`code [3]` and ``more ` [4]`` here.",
    "Math $x_{[1]}$ and $$[2]$$ and \\([3]\\).",
    "A [link](https://example.org/[3]) and <https://example.org/[4]>.",
    "<!-- a comment [3] -->",
    "array[3] and IC[50] and x[1] and f(x)[2].",
    "The interval [0,1] and [0, 5].",
    "The year [2019].",
    "Values [1.5] and [1.5, 2.5] and [95% CI 1.1–2.9].",
    "He said [sic] and [the] and […] and [12a] and [S1].",
    "[3H]thymidine and [18F]FDG.",
    "m² and 10³ and 10^3^ and ¹⁰B and s⁻¹ and χ² and R².",
    "- [ ] open\n- [x] done",
    "\\[sic\\] is escaped, and \\[12\\] is no number of the list.",
    "![3](image.png)",
    "Write to someone@example.org and see https://example.org/@user/3.",
    "See @fig-one, @tbl-two, @eq:three and [@sec-four].",
    "Thanks to @user for this.",
    "[[1]] [[2, 3]] [[^3]] [[ref 4]] [[cite_5]] [[note-6]] [[footnote 7]] [[iv]] [[*]] [[]]",
    "[[Figure 3]] [[table-2]] [[eq. 1]] [[Box 4]] [[https://example.org]] [[#Part]] [[/root]] ![[embedded]]",
    "[cite_start]It fell.",
    "Version 3.2 and Fig.3 Shows and No.5 The and 2.5 kg.",
    "In March (2019) and (Table 2, 2019) and (May 2019).",
]
UNREAD = [
    "[1 p. 7, 9]",
    "[1, see Fig. 2]",
    "[2, 3, in press]",
    "[chunk nine]",
    "[source ?]",
    "[Source: Nature]",
    "[Source A]",
    "[citation needed]",
    "[REF]",
    "[TODO: add ref]",
    "[†source]",
]
UNREAD_WITH_LIST = ["[1–]", "[,1]", "[1 2]", "[?]", "[?, ?]"]
NOT_ROUND = [
    "We had to (1) weigh it, (2) wash it, and (3) dry it.",
    "See Eq. (1) and step (2), and by (3).",
    "It fell by a third (1).",
    "It fell (1) and rose (2), as Abel says [3].",
    "It has ten (12) arms (14).",
]


@pytest.mark.parametrize(("text", "expected"), READ, ids=[each[0][:40] for each in READ])
def test_read(text: str, expected: list[tuple[str, ...]]) -> None:
    assert targets(read_manuscript(text=with_list(text))) == expected


@pytest.mark.parametrize("text", NONE, ids=[each[:40] for each in NONE])
def test_none(text: str) -> None:
    assert [each.raw for each in read_manuscript(text=text).markers] == []
    assert [each.raw for each in read_manuscript(text=with_list(text)).markers] == []


@pytest.mark.parametrize("raw", UNREAD)
def test_opens_like_a_citation_and_cannot_be_read(raw: str) -> None:
    marker = read_manuscript(text=f"It fell {raw} at night.").markers[0]
    assert (marker.raw, marker.state, marker.targets) == (raw, MarkerState.UNPARSED, ())
    assert marker.reason


@pytest.mark.parametrize("raw", UNREAD_WITH_LIST)
def test_numbers_of_the_list_that_cannot_be_read(raw: str) -> None:
    marker = read_manuscript(text=with_list(f"It fell {raw} at night.")).markers[0]
    assert (marker.raw, marker.state) == (raw, MarkerState.UNPARSED)


@pytest.mark.parametrize("text", NOT_ROUND)
def test_numbers_in_round_brackets_that_cite_nothing(text: str) -> None:
    assert [each.raw for each in read_manuscript(text=with_list(text)).markers if each.raw[0] == "("] == []


def test_words_before_the_numbers_may_be_set() -> None:
    text = with_list("It fell [Exhibit 3], and rose [tab. 4].")
    assert targets(read_manuscript(text=text)) == []
    assert targets(read_manuscript(text=text, settings=Settings(marker_words=("exhibit",)))) == [("3",)]
    own = "---\ncitecheck:\n  marker-words: [exhibit, tab]\n---\n\n" + text
    assert targets(read_manuscript(text=own)) == [("3",), ("4",)]
    firm = Settings(marker_words=("exhibit",), given=frozenset({"marker_words"}))
    assert targets(read_manuscript(text=own, settings=firm)) == [("3",)]


def test_the_heading_of_the_list_may_be_set() -> None:
    text = "It fell [3], as they say.\n\n## What I read\n\n3. Abel A. One. 2001.\n"
    assert read_manuscript(text=text, settings=Settings(references="what i read")).has_reference_list
    assert [each.state.value for each in read_manuscript(text=text).markers] == ["dangling"]


def test_labels_are_those_of_the_list() -> None:
    text = "It fell [Knu84], and more [Lam94, p. 3; Knu84]. Not so [ABC90], nor [sic].\n\n## References\n\n"
    text += "[Knu84] Knuth D. The book. 1984.\n\n[Lam94] Lamport L. The system. 1994.\n"
    found = [(each.raw, each.targets, each.state.value, each.locator) for each in read_manuscript(text=text).markers]
    assert found == [
        ("[Knu84]", ("Knu84",), "bound", ""),
        ("[Lam94, p. 3; Knu84]", ("Lam94", "Knu84"), "bound", ""),
        ("[ABC90]", ("ABC90",), "dangling", ""),
    ]


def test_a_key_that_lost_its_sign_is_suspect() -> None:
    manuscript = read_manuscript(text="It fell [smith2020].", bibliography=[Reference(key="smith2020")])
    assert [(each.state, "[@smith2020]" in each.reason) for each in manuscript.markers] == [(MarkerState.SUSPECT, True)]
    later = bind_markers(
        read_manuscript(text="It fell [smith2020] at [icml2020] [@abel]."), [Reference(key="smith2020")]
    )
    assert [(each.raw, each.state.value) for each in later.markers] == [
        ("[smith2020]", "suspect"),
        ("[@abel]", "dangling"),
    ]


AUTHORS = [
    ("(World Health Organization, 2020)", "World Health Organization", 2020),
    ("(World Health Organization [WHO], 2020)", "World Health Organization", 2020),
    ("(WHO, 2020)", "World Health Organization", 2020),
    ("(Berg, 2020)", "van der Berg, A", 2020),
    ("van der Berg (2020)", "van der Berg, A", 2020),
    ("(García, 2020)", "García Márquez, G", 2020),
    ("(García Márquez, 2020)", "García Márquez, G", 2020),
    ("(Abel, n.d.)", "Abel, C", None),
    ("(Abel, in press)", "Abel, C", None),
    ("(as cited in Abel, 2019)", "Abel, C", 2019),
    ("(Zorn, 1990, as cited in Abel, 2019)", "Abel, C", 2019),
    ("(Abel, 1900/1953)", "Abel, C", 1953),
    ("[Abel 2019]", "Abel, C", 2019),
    ("(vgl. Abel 2019, S. 5)", "Abel, C", 2019),
    ("(see, e.g., Abel, 2019, for a review)", "Abel, C", 2019),
    ("(Иванов, 2019)", "Иванов, И", 2019),
    ("（王伟，2019）", "王伟", 2019),
    ("山田（2019）", "山田太郎", 2019),
    ("A. Abel (2019)", "Abel, A", 2019),
]


@pytest.mark.parametrize(("raw", "author", "year"), AUTHORS, ids=[each[0] for each in AUTHORS])
def test_authors_as_texts_shorten_them(raw: str, author: str, year: int | None) -> None:
    known = Reference(key="k", authors=(author,), year=year)
    manuscript = read_manuscript(text=f"It fell by a third {raw} at night.", bibliography=[known])
    assert [(each.raw, each.targets, each.state) for each in manuscript.markers] == [(raw, ("k",), MarkerState.BOUND)]


def test_the_same_work_again() -> None:
    references = [
        Reference(key="abel", authors=("Abel, A",), year=2019),
        Reference(key="berg", authors=("Berg, B",), year=2020),
    ]
    text = "It fell (Abel, 2019). It rose (ibid., p. 4). It stayed (Berg, 2020; Abel, 2019). It fell (ibid.)."
    manuscript = read_manuscript(text=text, bibliography=references)
    assert targets(manuscript) == [("abel",), ("abel",), ("berg", "abel"), ("abel",)]
    assert manuscript.markers[1].locator == "p. 4"
    assert read_manuscript(text="It fell (ibid.).").markers[0].state is MarkerState.UNPARSED


def test_names_and_years_beside_numbers_are_told() -> None:
    text = with_list("It fell [3]. It rose (Smith, 2020), and more so (Jones, 2021). In Rome (2019).")
    found = [(each.raw, each.state.value) for each in read_manuscript(text=text).markers]
    assert found == [("[3]", "bound"), ("(Smith, 2020)", "suspect"), ("(Jones, 2021)", "suspect")]


def test_without_a_list_markers_dangle() -> None:
    manuscript = read_manuscript(text="It fell [3]. It rose [[a-note]].")
    assert [each.state for each in manuscript.markers] == [MarkerState.DANGLING] * 2
    assert not manuscript.has_reference_list


def test_digits_glued_to_a_stop_are_suspect_without_a_list() -> None:
    manuscript = read_manuscript(text="It fell in winter.3 It rose in spring.4 It stayed.")
    assert [(each.raw, each.state) for each in manuscript.markers] == [
        ("3", MarkerState.SUSPECT),
        ("4", MarkerState.SUSPECT),
    ]


def test_a_bare_name_is_a_citation_once_a_reference_has_it() -> None:
    manuscript = read_manuscript(text="As @knuth says [@lamport1978], and @somebody too.")
    assert targets(bind_markers(manuscript, [Reference(key="Knuth")])) == [("knuth",), ("lamport1978",)]
    assert targets(bind_markers(manuscript, [])) == [("lamport1978",)]


def test_note_ids_are_matched_in_any_case_and_pandocs_keys_as_pandoc_does() -> None:
    note = bind_markers(read_manuscript(text="It fell [[Smith2020]]."), [Reference(key="smith2020")])
    assert note.markers[0].state is MarkerState.BOUND
    assert note.pairs[0].reference == "smith2020"
    key = bind_markers(read_manuscript(text="It fell [@Smith2020]."), [Reference(key="smith2020")])
    assert key.markers[0].state is MarkerState.DANGLING
    assert key.markers[0].missing == ("Smith2020",)


def test_single_marks_quote_and_apostrophes_do_not() -> None:
    text = "She wrote that ‘every reader would rather plant roses’ [@a]. The authors' own and the readers' views aren't 'so'."
    found = [each.exact for each in read_manuscript(text=text).quotations]
    assert found == ["every reader would rather plant roses"]


def test_what_the_metadata_list_without_citing_is_not_unused() -> None:
    manuscript = read_manuscript(text="---\nnocite: |\n  @a, @b-c\n---\n\nText [@d].\n")
    assert manuscript.nocite == ("a", "b-c")


def test_binding_twice_changes_nothing() -> None:
    references = [Reference(key="smith2020", authors=("Smith, J",), year=2020, raw="Smith J 2020")]
    once = bind_markers(read_manuscript(text="It fell (Smith, 2020; Jones et al., 2021) [@smith2020]."), references)
    assert bind_markers(once, references) == once
    assert [each.missing for each in once.markers] == [("Jones et al. 2021",), ()]


def test_one_pair_for_each_target() -> None:
    manuscript = read_manuscript(text=with_list("It fell [1, 3; 12]."))
    assert [(each.target, each.reference) for each in manuscript.pairs] == [("1", "1"), ("3", "3"), ("12", None)]
    assert {each.sentence for each in manuscript.pairs} == {"It fell."}
    assert len({each.fingerprint for each in manuscript.pairs}) == 3


def test_author_and_year_choose_by_the_number_of_authors_and_the_letter() -> None:
    entries = (
        "Smith, A. (2019a). First of all. J.\n\nSmith, A. (2019b). Second of all. J.\n\n"
        "Smith, A., & Jones, B. (2019). Third of all. J.\n\nSmith, A., Jones, B., & Lee, C. (2019). Fourth of all. J.\n"
    )
    text = "Smith and Jones (2019) say so; (Smith, 2019b) and Smith et al. (2019) too (Smith, 2019a)."
    manuscript = read_manuscript(text=f"{text}\n\n# References\n\n{entries}")
    titles = {each.key: each.title for each in manuscript.references}
    assert [titles[each.reference or ""] for each in manuscript.pairs] == [
        "Third of all",
        "Second of all",
        "Fourth of all",
        "First of all",
    ]
