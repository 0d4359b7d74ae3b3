"""Which number of its sentence a quotation is quoted for, and whether it states it."""

from __future__ import annotations

import re

import pytest

from citecheck.quoting.backing import value_quoted_for

NOT_STATED = [
    ("Emissions fell by 12 % (“emissions declined steadily over the decade”).", "12 %"),
    ("Emissions fell by 12 % (“emissions declined by 21 per cent over the decade”).", "12 %"),
    ("Sales rose 20 % in the first half: “sales rose by 12 % in the year”.", "20 %"),
    ("Revenue rose by 20 %, as the report says: “revenue rose strongly on record demand”.", "20 %"),
    ("Revenue rose by 20 %, as the report puts it, “revenue rose strongly on record demand”.", "20 %"),
    ("The trial enrolled 240 patients: “patients were enrolled at both of the sites”.", "240"),
    ("The trial enrolled 240 patients (“420 patients were enrolled at both sites”).", "240"),
    ("The lake holds 3.4 million litres of water (see “the lake holds a great deal of water”).", "3.4 million litres"),
    ("Deaths doubled to 1,204 that winter — “deaths rose beyond anything known before”.", "1,204"),
    ("The bridge cost $45 million (“the cost of the bridge was never made public”).", "$45 million"),
    ("The dose was 5 mg (“the dose was given once a day in the morning”).", "5 mg"),
    ("The dose was 5 mg (“a single dose of 50 mg was given”).", "5 mg"),
    ("A third of the boats were lost: “boats were lost in nearly every storm”.", "A third"),
    ("A third of the boats were lost: “half of the boats were lost in the storm”.", "A third"),
    ("Noon was 2.1 °C cooler there (“streets were cooler at noon than elsewhere”).", "2.1 °C"),
    ("In 2019, turnout reached 61 % (“turnout was higher than ever before in the town”).", "61 %"),
    ("According to Table 3, turnout reached 61 %: “turnout was higher than ever before”.", "61 %"),
    ("Turnout reached 61 % in the 3rd round: “turnout was higher than ever before”.", "61 %"),
    ("Die Wahlbeteiligung lag bei 61 %: „die Wahlbeteiligung war höher als je zuvor“.", "61 %"),
    ("La participation a atteint 61 % : « la participation a été plus forte que jamais ».", "61 %"),
    ("La participación llegó al 61 % («la participación fue más alta que nunca»).", "61 %"),
    ("Twenty-five villages were flooded (“villages on both banks were flooded within a day”).", "Twenty-five"),
    ("Levels of IL-6 rose by 40 % (“levels of IL-6 rose in all of the patients”).", "40 %"),
]
SILENT = [
    # It states the number, in this way or another.
    "Emissions fell by 12 % (“emissions declined by 12 per cent over the decade”).",
    "Emissions fell by a fifth (“emissions declined by 20 % over the decade”).",
    "Emissions fell by about 30 % (“emissions declined by 29.8 % over the decade”).",
    "Emissions fell by 30 % (“emissions declined by between 25 and 35 % over the decade”).",
    "The trial enrolled 240 patients: “two hundred and forty patients were enrolled”.",
    "The lake holds 3.4 million litres (“a volume of 3,400,000 litres of water”).",
    "Turnout reached 61 % (“61% of those entitled went to the poll”).",
    "Of 240 patients 31 % left (“31 % of patients left before the end”).",
    "Sales rose by 20 % and costs by 12 % (“costs rose by 12 % in the year”).",
    "Sales rose by 20 % (“sales rose” and “by 20 % in the whole of the year”).",
    "La participación llegó al 61 % («el 61 % de la población votó en la ciudad»).",
    # The quotation is part of the sentence itself, and is cited for its own words.
    "In 2019 Smith asked 240 nurses and wrote that “care was often rushed in the wards”.",
    "Of the 45 respondents, one said that “the food was cold on most of the days”.",
    "Some 45 % of the users “left the service within a year of joining it”.",
    "The report says that 20 % of users “left the service within a year of joining it”.",
    "He was 45 when he wrote that “twenty men can row the boat across”.",
    "All 12 wards were “clean, quiet and well lit” in the words of the inspector.",
    "“Care was often rushed in the wards”, said 12 of the nurses.",
    # The number belongs to who speaks, or to the circumstances.
    "One of the 45 respondents wrote: “respondents were not asked about the food”.",
    "In a sample of 240 nurses, care was rushed: “nurses had no time for care”.",
    "In a sample of 240 nurses, care was rushed: “only 12 % had time for care”.",
    "The 240 nurses were tired: “nurses slept for less than they wanted”.",
    "After 12 weeks, pain was gone: “pain was gone in nearly all of the patients”.",
    "Patients walked further after 12 weeks (“patients walked further than before”).",
    "Two reviews agree: “reviews of this kind are rarely read to the end”.",
    "Of the 45 nurses: “nurses were not asked about the food at all”.",
    "Three of the authors later said: “authors should not have signed this paper”.",
    "With 61 % of the vote behind her, she said: “the vote was a vote for change”.",
    # Years, dates, ordinals, labels and names are no values.
    "Turnout peaked in 2019 (“turnout was higher than ever before”).",
    "The bridge opened on 3 May 1911 (“the bridge was opened by the mayor in person”).",
    "Table 3 shows the turnout: “turnout was higher than ever before”.",
    "Section 4.2 treats the bridge: “the bridge was opened by the mayor in person”.",
    "It was the 3rd flood of the town: “the flood reached the market of the town”.",
    "COVID-19 closed the schools: “schools were closed in nearly every country”.",
    "Levels of IL-6 rose: “levels of IL-6 rose in all of the patients”.",
    "In the 19th century the mills closed: “mills were closed one after the other”.",
    "Chapter 12 is on mills: “mills were closed one after the other”.",
    # It speaks of something else.
    "The town has 12,400 inhabitants: “nothing ever happens here”.",
    "Rents rose by 8 % (“nobody could have foreseen it”).",
    "The survey cost €40,000: “an absurd waste, and a scandal”.",
    "The river is 340 km long: “a lovely sight in the spring”.",
]


def quotation_of(sentence: str) -> str:
    found = re.findall("[“„«] ?([^“”„«»]+?) ?[”“»]", sentence)
    return str(found[-1])


@pytest.mark.parametrize(("sentence", "number"), NOT_STATED)
def test_a_number_that_the_quotation_is_shown_for_and_does_not_state(sentence: str, number: str) -> None:
    assert value_quoted_for(sentence, quotation_of(sentence)) == number


@pytest.mark.parametrize("sentence", SILENT)
def test_no_alarm_where_the_quotation_need_not_state_a_number(sentence: str) -> None:
    assert value_quoted_for(sentence, quotation_of(sentence)) == ""


def test_a_quotation_that_is_not_in_the_sentence_backs_nothing() -> None:
    assert (
        value_quoted_for("Turnout reached 61 % (“turnout was high”).", "other words altogether, from elsewhere") == ""
    )


def test_a_table_that_was_read_as_one_sentence_is_not_asked() -> None:
    assert value_quoted_for("1 234 " * 2_000 + ': "it rose a lot"', "it rose a lot") == ""
