"""Every finding citecheck can report: its name, level, when it is told, why it matters and what to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from citecheck.records import Level


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule, named as in `ignore[name]`."""

    id: str
    level: Level
    when: str
    why: str
    what_to_do: str


def _table(level: Level, rows: Mapping[str, tuple[str, str, str]]) -> dict[str, Rule]:
    return {
        name: Rule(id=name, level=level, when=when, why=why, what_to_do=remedy)
        for name, (when, why, remedy) in rows.items()
    }


_ERRORS = {
    "dangling-marker": (
        "A marker's target has no reference.",
        "A reader cannot find the source.",
        "Add the reference, or correct the marker.",
    ),
    "no-reference-list": (
        "The manuscript has markers, and neither a reference list nor a bibliography.",
        "Nothing that it cites can be checked.",
        "Add a reference list, or name the bibliography on the command line or in the document's metadata.",
    ),
    "no-marker-resolves": (
        "There are references, and no marker leads to any of them.",
        "Markers and list do not belong together, or the style was not understood.",
        "Look at the keys: do the markers use the ones of the list?",
    ),
    "mismatched-work": (
        "The identifier of a reference leads to another work than the one described.",
        "A reader who follows it reads the wrong text.",
        "Compare the fields shown and correct the identifier or the description.",
    ),
    "retracted": (
        "The cited work has been retracted.",
        "Its authors, journal or institution no longer stand by it.",
        "Read the notice; drop the citation, or say in the sentence that the work is retracted.",
    ),
    "withdrawn": (
        "The cited work has been withdrawn.",
        "It is no longer part of the record.",
        "Read the notice; cite another work.",
    ),
    "removed": (
        "The cited work has been removed by its publisher.",
        "Readers cannot reach it.",
        "Read the notice; cite another work.",
    ),
    "quotation-altered": (
        "A quoted span stands in the source with other words.",
        "Quotation marks promise the source's own words.",
        "Put the source's words back, or mark the change.",
    ),
    "quotation-absent": (
        "A quoted span stands nowhere in the source's full text.",
        "Nobody can find the words again.",
        "Check the source; quote from the text.",
    ),
    "quotation-elsewhere": (
        "A quoted span stands in another of the cited sources.",
        "The marker points to the wrong source.",
        "Point the marker to the source that has the words.",
    ),
    "value-not-stated": (
        "A quotation does not state the number it is cited for.",
        "The number rests on nothing quoted.",
        "Quote the passage that states it.",
    ),
    "wrong-source": ("A reader judged the source to be another one.", "The sentence rests on nothing.", "Re-point it."),
    "contradicted": (
        "A reader judged that the source says the opposite.",
        "The sentence misleads.",
        "Correct it, or cut it.",
    ),
    "unsupported-number": (
        "A reader found that a number is not the source's.",
        "Numbers travel on their own.",
        "Take the number from the source.",
    ),
}

_WARNINGS = {
    "not-found": (
        "The work was looked for in every way that was due, and not found there.",
        "It may be in another registry, too new, or described wrongly. It says nothing about whether it exists.",
        "Check the reference; add an identifier.",
    ),
    "differing-details": (
        "The work is the one described, but its year, volume, pages, names or title are given otherwise at the registry.",
        "Readers and databases match references by these details.",
        "Compare with the work itself, and correct the entry; `citecheck fix` does it.",
    ),
    "ambiguous-work": (
        "Several works fit the reference.",
        "Which one is meant decides what is checked.",
        "Add the identifier of the one you mean.",
    ),
    "unparsed-marker": (
        "A mark opens like a citation and cannot be read.",
        "What it cites was not checked.",
        "Write it in one of the forms of the manual.",
    ),
    "suspect-marker": (
        "Something looks like the remains of a marker.",
        "A citation may have lost its form.",
        "Restore the marker, or leave it if it is text.",
    ),
    "concern": (
        "An expression of concern stands on the cited work.",
        "Its editors doubt it.",
        "Read the notice; consider saying so.",
    ),
    "partially-retracted": (
        "A part of the cited work has been retracted.",
        "What you cite may be in that part.",
        "Read the notice.",
    ),
    "retracted-and-replaced": (
        "The cited work was retracted and replaced by a corrected version.",
        "Results may have changed.",
        "Check the sentence against the replacement.",
    ),
    "hinted": (
        "Only a hint says that the work is retracted: its title, OpenAlex, or a paper of that title in the retraction table.",
        "Such hints are often wrong; no notice confirms it.",
        "Look at the publisher's page.",
    ),
    "unknown-update": (
        "The registry lists an update of a kind that citecheck does not know.",
        "It may matter.",
        "Read the notice.",
    ),
    "quotation-near": ("A quotation differs a little.", "A person should look.", "Compare the two texts."),
    "quotation-interleaved": (
        "The words stand in the source with foreign ones between.",
        "Usually columns or page heads.",
        "Compare the two texts.",
    ),
    "quotation-drifted": (
        "The text is not the one once quoted from, and the words are gone.",
        "The source changed.",
        "Cite the version you read.",
    ),
    "number-absent": (
        "A number of the manuscript is in no source read.",
        "It may be yours, or wrong.",
        "Find its source.",
    ),
    "better-source": (
        "Another cited source covers the sentence better.",
        "The marker may point to the wrong one.",
        "Compare the two.",
    ),
    "unsupported": (
        "A reader judged the source not to carry the sentence.",
        "It rests on nothing.",
        "Soften or cut it.",
    ),
    "superseded-number": (
        "The cited number changed in the newer version.",
        "The newer version stands.",
        "Take the newer number.",
    ),
    "unreadable-entry": (
        "An entry of a bibliography cannot be read whole.",
        "What could not be read was not checked.",
        "Mend the entry at the place shown.",
    ),
    "unreadable-part": (
        "A part of the manuscript could not be read as it was meant.",
        "What stands in it was read otherwise, or not at all.",
        "Mend the place shown.",
    ),
    "unbalanced-quotation": (
        "A quotation mark opens and nothing closes it.",
        "What it was to quote was not checked.",
        "Close it, or take it away.",
    ),
    "duplicate-footnote": (
        "Two footnotes have one label.",
        "Pandoc keeps one of them, and a reader meets the wrong note.",
        "Give each a label of its own.",
    ),
    "refused-setting": (
        "The document sets something that a document may not set.",
        "A manuscript may come from a stranger; it chooses no paths, hosts or keys.",
        "Set it on the command line or in .citecheck.toml.",
    ),
    "repaired-entry": (
        "An entry of a bibliography was read after a repair, or without a part that makes no sense.",
        "Other programs drop such an entry, or refuse the whole file; citecheck checked what it read.",
        "Mend the entry at the place shown.",
    ),
    "duplicate-key": (
        "Two entries of a bibliography have one key, or keys that differ only in case.",
        "A marker can lead to one of them only, and programs differ in which. Both were checked.",
        "Give each work a key of its own; drop the entry that says the same again.",
    ),
    "stale-table": (
        "The retraction table is older than 30 days.",
        "Newer retractions are not in it.",
        "Run `citecheck retractions update`.",
    ),
    "unreadable-table": (
        "The local retraction table is damaged.",
        "What only the table knows was not seen; everything else was checked.",
        "Run `citecheck retractions update`, or import the table again.",
    ),
    "expired-ignore": (
        "An ignore is past its date.",
        "It hides nothing any more.",
        "Look again, then renew or drop it.",
    ),
}

_NOTES = {
    "partially-supported": ("A reader judged the support partial.", "The sentence says more.", "Soften it."),
    "uncited-claim": ("A strong claim carries no marker.", "Readers will ask where it is from.", "Add a source."),
    "unused-reference": ("No marker cites the reference.", "It may be a left-over.", "Cite it, or drop it."),
    "duplicate-reference": ("Two references are one work.", "Numbers and counts are off.", "Merge them."),
    "corrected": ("The cited work has been corrected.", "The correction may touch what you cite.", "Read the notice."),
    "superseded": ("A later version of the cited work exists.", "It may say otherwise.", "Consider citing it."),
    "reinstated": (
        "A retraction of the cited work was itself taken back.",
        "Some lists still show it as retracted.",
        "Nothing to do.",
    ),
    "cited-notice": (
        "The cited work is itself a notice.",
        "A notice is not the paper it speaks of.",
        "Check that the notice is what you mean to cite.",
    ),
    "cited-on-purpose": (
        "The sentence says that the work is retracted.",
        "Citing it so is ordinary scholarship.",
        "Nothing to do.",
    ),
    "text-only": (
        "The manuscript is a PDF, and was read by its text alone.",
        "A PDF tells no notes from text and no columns from lines; a marker may have been missed.",
        "Check the document that it was made of, where you have it.",
    ),
    "numbering-gap": (
        "The numbers of the reference list leave one out, or come twice.",
        "An entry may have been lost, or two merged.",
        "Number the list anew.",
    ),
    "few-citations": (
        "There are fewer than 1.5 citations per 1,000 characters.",
        "Statements may lack sources.",
        "Look whether they do.",
    ),
    "mixed-styles": ("Several styles of marker are mixed.", "Some may be left-overs.", "Choose one."),
    "unused-ignore": ("An ignore matched nothing.", "It may hide something later.", "Drop it."),
}

RULES: Mapping[str, Rule] = MappingProxyType(
    _table(Level.ERROR, _ERRORS) | _table(Level.WARNING, _WARNINGS) | _table(Level.NOTE, _NOTES)
)
"""Every rule by its name."""
