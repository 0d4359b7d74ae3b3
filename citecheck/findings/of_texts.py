"""What holding the manuscript against its sources' texts tells: quotations, numbers, and sources that fit better."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from citecheck.findings.wording import introduce, make_finding
from citecheck.records import (
    Change,
    Finding,
    Manuscript,
    PairState,
    Quotation,
    QuoteMatch,
    QuoteStatus,
    Reference,
    Triage,
)

RULES_OF = {
    QuoteStatus.ALTERED: "quotation-altered",
    QuoteStatus.ABSENT: "quotation-absent",
    QuoteStatus.ELSEWHERE: "quotation-elsewhere",
    QuoteStatus.NEAR_VERBATIM: "quotation-near",
    QuoteStatus.INTERLEAVED: "quotation-interleaved",
    QuoteStatus.DRIFTED: "quotation-drifted",
}
SHOWN = 70
"""Characters of a quotation or sentence that name it in a message."""
LONGEST = 300


def quotation_findings(
    manuscript: Manuscript, matches: Sequence[QuoteMatch], references: Sequence[Reference]
) -> Iterator[Finding]:
    """Tell which quotations are not what their sources say."""
    names = {each.key: introduce(each) for each in references}
    for quotation, match in zip(manuscript.quotations, matches, strict=False):
        cited = _cited(manuscript, quotation.markers, names)
        short = f"“{shorten(quotation.exact)}”"
        if rule := RULES_OF.get(match.status):
            yield make_finding(
                rule,
                f"{short} {_said(match, cited, names)}.",
                (quotation.place,),
                subject=f"quotation:{quotation.exact}",
                evidence=tuple(_evidence(match)),
                confidence="medium" if match.status is QuoteStatus.NEAR_VERBATIM else "high",
            )
        if "value_not_stated" in match.flags:
            message = f"{short} does not state {_number_of(manuscript, quotation)}."
            yield make_finding("value-not-stated", message, (quotation.place,), subject=f"value:{quotation.exact}")


def _number_of(manuscript: Manuscript, quotation: Quotation) -> str:
    from citecheck.quoting.backing import sentence_around, value_quoted_for  # it brings the matcher

    number = value_quoted_for(sentence_around(manuscript, quotation), quotation.exact)
    return f"{number}, which it is quoted for" if number else "the number that it is quoted for"


def _cited(manuscript: Manuscript, markers: Sequence[int], names: Mapping[str, str]) -> str:
    targets = [target for each in markers for target in manuscript.markers[each].targets]
    return ", ".join(dict.fromkeys(names.get(each, f"[{each}]") for each in targets)) or "its source"


def _said(match: QuoteMatch, cited: str, names: Mapping[str, str]) -> str:
    found = names.get(match.source, match.source)
    match match.status:
        case QuoteStatus.ALTERED:
            kinds = ", ".join(dict.fromkeys(each.kind for each in match.changes)) or "words"
            since = "; its text has changed since the earlier run" if "source_changed" in match.flags else ""
            return f"is altered ({kinds}): {found or cited} says otherwise{since}"
        case QuoteStatus.ABSENT:
            return f"is not in the full text of {cited}"
        case QuoteStatus.ELSEWHERE:
            whose = ", a file of the folder that is no cited work's" if "uncited_file" in match.flags else ""
            return f"is not in {cited}; it stands in {found}{whose}"
        case QuoteStatus.NEAR_VERBATIM:
            return f"is nearly what {found or cited} says"
        case QuoteStatus.INTERLEAVED:
            return f"is in {found or cited} with other words between"
        case _:
            return f"is not in {cited} as it is now; the text has changed since"


def _evidence(match: QuoteMatch) -> Iterator[str]:
    _, searched, others = match.why_not.partition("; nor in ")
    if searched:
        yield f"nor do these words stand in {others}"
    if match.status is QuoteStatus.ABSENT and (match.similarity or 0) < 0.5:
        return
    if match.passages:
        pages = dict.fromkeys(page for each in match.passages for page in each.pages)
        sections = dict.fromkeys(each.section for each in match.passages if each.section)
        places = [f"page {', '.join(map(str, pages))}"] if pages else []
        places += [f"in “{next(iter(sections))}”"] if len(sections) == 1 else []
        where = f" ({', '.join(places)})" if places else ""
        yield f"the source says{where}: “{shorten(words_of(match), LONGEST)}”"
    for each in match.changes[:5]:
        yield change_words(each)


def change_words(change: Change) -> str:
    """Say one difference between a quotation and its source."""
    if not change.quoted:
        return f"{change.kind}: the source has “{change.source}”, the quotation leaves it out"
    if not change.source:
        return f"{change.kind}: the quotation has “{change.quoted}”, the source has not"
    return f"{change.kind}: quoted “{change.quoted}”, source “{change.source}”"


def words_of(match: QuoteMatch) -> str:
    """Give the source's words: of one passage, or of the pieces that a spliced quotation was put together from."""
    pieces = match.passages if "spliced" in " ".join(match.flags) or not match.ambiguous else match.passages[:1]
    return " … ".join(each.text for each in sorted(pieces, key=lambda each: each.start))


def pair_findings(
    manuscript: Manuscript, triages: Sequence[Triage], matches: Sequence[QuoteMatch], references: Sequence[Reference]
) -> Iterator[Finding]:
    """Tell which numbers are nowhere in a full text or not in a later version, and where another cited source fits much better.

    A sentence that cites a source twice is told once, with both places. A number inside a quotation that is told of already
    is not told again.
    """
    names = {each.key: introduce(each) for each in references}
    told = [match.exact for match in matches if match.status in RULES_OF]
    together: dict[tuple[str, str], list[Triage]] = {}
    for each in triages:
        pair = manuscript.pairs[each.pair]
        if pair.reference is not None and each.state is not PairState.MOOT:
            together.setdefault((pair.reference, pair.sentence), []).append(each)
    for (key, sentence), group in together.items():
        where = tuple(manuscript.markers[manuscript.pairs[each.pair].marker].place for each in group)
        quoted = " ".join(each for each in told if each in sentence)
        numbers = [each for each in group[0].absent_numbers if each not in quoted]
        name, evidence = names.get(key, key), (f"the sentence: {shorten(sentence, LONGEST)}",)
        fingerprint = manuscript.pairs[group[0].pair].fingerprint
        if numbers:
            verb = "is" if len(numbers) == 1 else "are"
            yield make_finding(
                "number-absent",
                f"{name}: {', '.join(numbers)} {verb} nowhere in its full text.",
                where,
                subject=f"number:{fingerprint}",
                evidence=evidence,
                confidence="medium",
            )
        if group[0].superseded_numbers:
            later = names.get(group[0].later_source, group[0].later_source)
            changed = ", ".join(group[0].superseded_numbers)
            yield make_finding(
                "superseded-number",
                f"{name}: {changed} {'is' if len(group[0].superseded_numbers) == 1 else 'are'} in this version, "
                f"and not in the later one, {later}.",
                where,
                subject=f"superseded:{fingerprint}",
                evidence=evidence,
                confidence="medium",
            )
        if group[0].better_source:
            other = names.get(group[0].better_source, group[0].better_source)
            yield make_finding(
                "better-source",
                f"{name}: the sentence fits {other} much better.",
                where,
                subject=f"better:{fingerprint}",
                evidence=evidence,
                help=f"Re-point the marker to {other}, if that is what was meant.",
                confidence="medium",
            )


def shorten(text: str, most: int = SHOWN) -> str:
    """Cut a text at a blank, with an ellipsis."""
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[:most].rsplit(' ', 1)[0]} …"
