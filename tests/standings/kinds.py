"""The kinds of fact: one small maker for each trap of real records, and for the plain cases beside them."""

from __future__ import annotations

from collections.abc import Callable

from tests.standings.facts import TABLE, Date, World, by, cite, tie

Maker = Callable[[World], None]
KINDS: dict[str, Maker] = {}
RW = "retraction-watch"
TITLED = {"crossref", "openalex"}
"""Sources whose title of a work is seen in every run that asks them."""
OLD: Date = (2018, 6, 27)
NEW: Date = (2020, 8, 14)
NEWEST: Date = (2022, 1, 9)
TYPES = {
    "retraction": "retracted", "withdrawal": "withdrawn", "removal": "removed", "partial_retraction": "partially_retracted",
    "expression_of_concern": "concern", "addendum": "corrected", "clarification": "corrected", "correction": "corrected",
    "corrigendum": "corrected", "erratum": "corrected", "new_edition": "superseded", "new_version": "superseded",
}  # fmt: skip


def kind(maker: Maker) -> Maker:
    """Name a maker by its function."""
    KINDS[maker.__name__.replace("_", " ")] = maker
    return maker


@kind
def nothing_known(world: World) -> None:
    fact = world.add("nothing known")
    world.at_crossref(fact)
    if world.random.random() < 0.5:
        pmid = world.at_pubmed(fact)
        world.at_europepmc(fact, pmid=pmid)


@kind
def each_type_of_crossref(world: World) -> None:
    for name, status in TYPES.items():
        fact = world.add("each type of crossref", sound=status in ("concern", "corrected", "superseded"))
        world.at_crossref(fact, by(name, f"{fact.doi}-n", NEW))
        fact.says["crossref"] = status


@kind
def retracted_known_by_some(world: World) -> None:
    """A retracted work that any of the sources may know, alone or with others."""
    for _ in range(8):
        fact = world.add("retracted, known by some", sound=False)
        notice, dates = f"{fact.doi}-n", [(2020, 8, 14), (2020, 9, 1), (2020, 8, 1)]
        names = ("crossref", "rw", TABLE, "crossref-notices", "pubmed", "europepmc", "openalex")
        knowing = {each for each in names if world.random.random() < 0.3} or {world.random.choice(names)}
        entries = [by("retraction", notice, dates[0])] if "crossref" in knowing else []
        if "rw" in knowing:
            entries.append(by("retraction", notice, dates[1], RW, **{"record-id": "77"}))
        if entries:
            fact.says["crossref"] = "retracted"
        world.at_crossref(fact, *entries, flagged="openalex" in knowing)
        if "crossref-notices" in knowing:
            about = by("retraction", fact.doi.upper(), dates[0])
            world.crossref.append({"DOI": notice, "title": ["Retraction notice"], "update-to": [about]})
        if TABLE in knowing:
            world.in_table("Retraction", fact.doi, dates[2], notice=notice)
        pmid = world.at_pubmed(
            fact, *([("Retraction in", tie(dates[1], notice))] if "pubmed" in knowing else []),
            types=["Retracted Publication"] if "pubmed" in knowing else [],
        )  # fmt: skip
        ties = [("Retraction in", tie(dates[1]))] if "europepmc" in knowing else []
        world.at_europepmc(fact, *ties, pmid=pmid)
        fact.says |= dict.fromkeys(knowing - {"crossref", "rw", "openalex"}, "retracted")


@kind
def retracted_by_itself(world: World) -> None:
    fact = world.add("retracted by itself", sound=False, says={"crossref": "retracted"})
    own = by("retraction", fact.doi, NEW)
    world.at_crossref(fact, flagged=True, fields={"update-to": [own], "title": [f"RETRACTED: {fact.title}"]})


@kind
def corrected_by_itself(world: World) -> None:
    fact = world.add("corrected by itself", says={"crossref": "corrected"})
    world.at_crossref(fact, fields={"update-to": [by("correction", fact.doi, NEW)]})


@kind
def new_version_of_itself(world: World) -> None:
    fact = world.add("new version of itself")
    own = by("new_version", fact.doi, NEW)
    relation = {"new_version": [{"id-type": "doi", "id": fact.doi, "asserted-by": "object"}]}
    world.at_crossref(fact, own, fields={"update-to": [own], "relation": relation})


@kind
def notice_of_a_retraction(world: World) -> None:
    paper = world.add("paper of a notice", sound=False, says={"crossref": "retracted", TABLE: "retracted"})
    notice = world.add("notice of a retraction", title=f"Retraction notice to {paper.title}", notice=True)
    world.at_crossref(paper, by("retraction", notice.doi, NEW, RW), flagged=True)
    world.at_crossref(notice, flagged=True, fields={"update-to": [by("retraction", paper.doi, NEW, RW)]})
    notice.says.clear()
    world.in_table("Retraction", paper.doi, NEW, notice=notice.doi)


@kind
def notice_titled_as_the_paper(world: World) -> None:
    """Hindawi's notices bear the paper's title, and say nowhere what they are."""
    paper = world.add("paper of a notice", sound=False, says={TABLE: "retracted"})
    world.at_crossref(paper)
    notice = world.add("notice titled as the paper", title=f"Retracted: {paper.title}", notice=True)
    notice.right = lambda answered: "hinted" if answered & TITLED and TABLE not in answered else ""
    world.at_crossref(notice, flagged=True)
    notice.says.clear()
    world.in_table("Retraction", paper.doi, NEW, notice=notice.doi)


@kind
def notice_at_pubmed(world: World) -> None:
    notice = world.add("notice at pubmed", title="Retracted: Shade at noon", notice=True)
    knows = {"pubmed", "europepmc"}
    notice.right = lambda answered: "hinted" if answered & TITLED and not answered & knows else ""
    world.at_crossref(notice)
    notice.says.clear()
    pmid = world.at_pubmed(notice, ("Retraction of", tie(OLD)), types=["Retraction of Publication"])
    world.at_europepmc(notice, ("Retraction of", tie(OLD)), pmid=pmid)


@kind
def titles_that_only_hold_the_word(world: World) -> None:
    for title in (
        "Jet retraction and breakup", "Retraction of the tongue during sleep", "Split nail correction",
        "Withdrawn from society: solitude in old age", "Why are articles retracted? A review",
    ):  # fmt: skip
        fact = world.add("titles that only hold the word", title=title)
        world.at_crossref(fact)


@kind
def titles_that_hint(world: World) -> None:
    for start in ("RETRACTED: ", "WITHDRAWN: ", "Retracted Article: ", "[Retracted] "):
        fact = world.add("titles that hint", title=f"{start}{world.title()}", says={"crossref": "hinted"})
        world.at_crossref(fact)


@kind
def flagged_by_openalex_alone(world: World) -> None:
    fact = world.add("flagged by openalex alone")
    world.at_crossref(fact, flagged=True)


@kind
def corrected_and_flagged(world: World) -> None:
    """OpenAlex's error of 2023 and 2024: corrected works flagged as retracted."""
    fact = world.add("corrected and flagged", says={"crossref": "corrected"})
    world.at_crossref(fact, by("correction", f"{fact.doi}-c", NEW), flagged=True)


@kind
def reinstated_and_still_shown(world: World) -> None:
    fact = world.add("reinstated and still shown", reinstated=True)
    notice = f"{fact.doi}-n"
    world.at_crossref(fact, by("retraction", notice, OLD, RW, **{"record-id": "51"}), flagged=True)
    world.in_table("Retraction", fact.doi, OLD, notice=notice, id="51")
    world.in_table("Reinstatement", fact.doi, NEW, notice=f"{fact.doi}-back")
    pmid = world.at_pubmed(fact, ("Retraction in", tie(OLD)), types=["Retracted Publication"])
    world.at_europepmc(fact, types=["Retracted Publication"], pmid=pmid)
    fact.says = dict.fromkeys(("crossref", "pubmed", "europepmc"), "retracted") | {"openalex": "hinted"}
    fact.sound = False  # as far as those know who have not heard of the reinstatement: see `right`
    fact.right = lambda answered: "*" if TABLE in answered else ""


@kind
def reinstated_and_retracted_again(world: World) -> None:
    fact = world.add("reinstated and retracted again", sound=False, says={TABLE: "retracted", "crossref": "retracted"})
    world.at_crossref(fact, by("retraction", f"{fact.doi}-1", OLD, RW), by("retraction", f"{fact.doi}-2", NEWEST))
    world.in_table("Retraction", fact.doi, OLD, notice=f"{fact.doi}-1")
    world.in_table("Reinstatement", fact.doi, NEW)
    world.in_table("Retraction", fact.doi, NEWEST, notice=f"{fact.doi}-2")


@kind
def reinstated_and_corrected(world: World) -> None:
    fact = world.add("reinstated and corrected", says={TABLE: "corrected"}, reinstated=True)
    world.at_crossref(fact)
    world.in_table("Retraction", fact.doi, OLD, notice=f"{fact.doi}-1")
    world.in_table("Reinstatement", fact.doi, NEW)
    world.in_table("Correction", fact.doi, NEWEST, notice=f"{fact.doi}-2")


@kind
def stale_record_id(world: World) -> None:
    for name, nature, status in (
        ("correction", "Correction", "corrected"), ("expression_of_concern", "Expression of concern", "concern")
    ):  # fmt: skip
        fact = world.add("stale record id", says={"crossref": status, TABLE: status})
        id, notice = str(37000 + world.number), f"{fact.doi}-n"
        stale = by("retraction", notice, OLD, RW, **{"record-id": id})
        world.at_crossref(fact, stale, by(name, notice, world.random.choice((OLD, NEW)), RW, **{"record-id": id}))
        world.in_table(nature, fact.doi, NEW, notice=notice, id=id)


@kind
def one_notice_of_two_types(world: World) -> None:
    fact = world.add("one notice of two types", sound=False, says={"crossref": "retracted"})
    world.at_crossref(fact, by("retraction", f"{fact.doi}-n", NEW, RW), by("erratum", f"{fact.doi}-n", NEW))


@kind
def one_event_with_two_dates(world: World) -> None:
    fact = world.add("one event with two dates", says=dict.fromkeys(("crossref", TABLE, "pubmed"), "concern"), events=1)
    notice = f"{fact.doi}-n"
    later = by("expression_of_concern", notice, (2020, 8, 1))
    world.at_crossref(fact, later, by("expression_of_concern", notice, (2020, 6, 27), RW, **{"record-id": "70752"}))
    world.in_table("Expression of concern", fact.doi, (2020, 6, 27), notice=notice, id="70752")
    world.at_pubmed(fact, ("Expression of concern in", tie((2020, 9, 2))))


@kind
def off_the_list(world: World) -> None:
    for name in ("err", "68818", "Retracted Article"):
        fact = world.add("off the list", says={"crossref": "unknown_update"})
        world.at_crossref(fact, by(name, f"{fact.doi}-n", NEW))


@kind
def retracted_and_replaced(world: World) -> None:
    fact = world.add("retracted and replaced", sound=False, says={TABLE: "retracted_and_replaced"})
    world.at_crossref(fact)
    world.in_table("Retraction", fact.doi, NEW, notice=fact.doi, reason="+Error in Analyses;+Retract and Replace;")
    other = world.add(
        "retracted and replaced", sound=False, says={"pubmed": "retracted_and_replaced", TABLE: "concern"}
    )
    world.at_crossref(other)
    world.in_table("Expression of concern", other.doi, OLD)
    world.at_pubmed(other, ("Retracted and republished in", tie(NEW)))


@kind
def in_the_table_by_pubmed_id(world: World) -> None:
    fact = world.add("in the table by pubmed id", sound=False, says={TABLE: "retracted"})
    world.at_crossref(fact)
    pmid = world.at_pubmed(fact)
    world.in_table("Retraction", "unavailable", NEW, notice="unavailable", pmid=pmid)
    fact.reference = cite(fact.doi, pmid=pmid)


@kind
def pubmed_id_of_another_paper(world: World) -> None:
    """The reference's PubMed id is wrong: it leads to a retracted paper that is not meant."""
    other = world.add("paper of a wrong id", sound=False, says=dict.fromkeys((TABLE, "pubmed"), "retracted"))
    world.at_crossref(other)
    pmid = world.at_pubmed(other, ("Retraction in", tie(NEW)))
    world.in_table("Retraction", other.doi, NEW, notice=f"{other.doi}-n", pmid=pmid)
    fact = world.add("pubmed id of another paper", says={TABLE: "hinted"})
    world.at_crossref(fact)
    fact.reference = cite(fact.doi, pmid=pmid)


@kind
def values_that_are_none(world: World) -> None:
    """Rows whose paper has no identifier may match nothing that has none."""
    world.in_table("Retraction", "unavailable", NEW, title="Editorial")
    world.in_table("Retraction", "", NEW, pmid="0")
    fact = world.add("values that are none")
    world.at_crossref(fact)
    fact.reference = cite(fact.doi, pmid="0")


@kind
def notice_doi_in_the_table(world: World) -> None:
    """The DOI of a notice never is a retracted paper."""
    paper = world.add("paper of a notice", sound=False, says={TABLE: "retracted"})
    world.at_crossref(paper)
    notice = world.add("notice doi in the table", title="Editorial note on a trial", notice=True)
    world.at_crossref(notice)
    world.in_table("Retraction", paper.doi, NEW, notice=notice.doi)
    concern = world.add("concern with a made-up notice", says={TABLE: "concern"})
    world.at_crossref(concern)
    world.in_table("Expression of concern", concern.doi, NEW, notice=f"{concern.doi}concern")


@kind
def doi_with_a_comma(world: World) -> None:
    doi = f"10.1175/1520({world.number})079,{world.random.randrange(9999)}"
    fact = world.add("doi with a comma", doi=doi, sound=False, says={"crossref": "retracted"})
    world.at_crossref(fact, by("retraction", "10.1175/n", NEW))


@kind
def other_name_of_a_doi(world: World) -> None:
    fact = world.add("other name of a doi", sound=False, says={"crossref": "retracted"})
    world.at_crossref(fact, by("retraction", f"{fact.doi}-n", NEW))
    world.aliases[f"{fact.doi}-alias"] = fact.doi
    fact.reference = cite(f"{fact.doi}-alias")


@kind
def other_name_of_the_notice(world: World) -> None:
    """The paper's DOI became another name of its notice's: its record cannot be reached any more."""
    notice = world.add("other name of the notice", sound=False, says={TABLE: "retracted"})
    paper = f"{notice.doi}-paper"
    notice.title = "Retraction notice to: Shade at noon"
    world.at_crossref(notice, fields={"update-to": [by("retraction", paper, NEW)]})
    world.aliases[paper] = notice.doi
    world.in_table("Retraction", paper, NEW, notice=notice.doi)
    notice.reference = cite(paper)


@kind
def partial_retraction_at_pubmed(world: World) -> None:
    """PubMed calls retraction what the table calls a correction, then all agree on a later retraction (Wakefield 1998)."""
    says = dict.fromkeys(("crossref", TABLE, "pubmed", "europepmc"), "retracted")
    fact = world.add("partial retraction at pubmed", sound=False, says=says)
    first, second = f"{fact.doi}-1", f"{fact.doi}-2"
    world.at_crossref(fact, by("correction", first, OLD, RW), by("retraction", second, NEW, RW))
    world.in_table("Correction", fact.doi, OLD, notice=first)
    world.in_table("Retraction", fact.doi, NEW, notice=second)
    ties = [("Retraction in", tie(OLD, first)), ("Retraction in", tie(NEW, second))]
    pmid = world.at_pubmed(fact, *ties, types=["Retracted Publication"])
    world.at_europepmc(fact, *ties, ("Expression of concern in", tie(NEWEST)), pmid=pmid)


@kind
def concern_then_retraction(world: World) -> None:
    fact = world.add("concern then retraction", sound=False, says={"crossref": "concern", TABLE: "retracted"})
    world.at_crossref(fact, by("expression_of_concern", f"{fact.doi}-1", OLD))
    world.in_table("Expression of concern", fact.doi, OLD, notice=f"{fact.doi}-1")
    world.in_table("Retraction", fact.doi, NEW, notice=f"{fact.doi}-2", reason="+Updated to Retraction;")


@kind
def erratum_at_pubmed(world: World) -> None:
    fact = world.add("erratum at pubmed", says=dict.fromkeys(("pubmed", "europepmc"), "corrected"))
    world.at_crossref(fact)
    pmid = world.at_pubmed(fact, ("Erratum in", tie(NEW)))
    world.at_europepmc(fact, ("Erratum in", tie(NEW)), pmid=pmid)
    notice = world.add("erratum for another", notice=True)
    world.at_crossref(notice)
    world.at_pubmed(notice, ("Erratum for", tie(OLD, fact.doi)), types=["Published Erratum"])


@kind
def preprint_and_article(world: World) -> None:
    article = world.add("article with a preprint")
    for kind_, named in (("preprint that names its article", True), ("preprint that its article names", False)):
        preprint = world.add(kind_, says={"crossref": "superseded"})
        relation = {"is-preprint-of": [{"id-type": "doi", "id": article.doi.upper(), "asserted-by": "subject"}]}
        world.at_crossref(preprint, fields={"type": "posted-content", **({"relation": relation} if named else {})})
        if not named:
            mirror = {"has-preprint": [{"id-type": "doi", "id": preprint.doi, "asserted-by": "object"}]}
            world.at_crossref(article, fields={"relation": mirror})


@kind
def preprint_withdrawn_by_title(world: World) -> None:
    title = f"WITHDRAWN: {world.title()}"
    fact = world.add("preprint withdrawn by title", title=title, says={"crossref": "hinted"})
    world.at_crossref(fact, fields={"type": "posted-content", "subtype": "preprint"})


@kind
def preprints_at_arxiv(world: World) -> None:
    for comment, published, status in (
        ("This paper has been withdrawn by the author due to a crucial error in Lemma 3", "", "withdrawn"),
        ("Withdrawn: superseded by another submission", "", "withdrawn"),
        ("12 pages, withdrawn from the conference and resubmitted", "", ""),
        ("Replaces a paper that was withdrawn in 2012", "", ""),
        ("Accepted", "10.5555/Journal.1", "superseded"),
        ("", "", ""),
    ):
        world.number += 1
        id = f"2101.{world.number % 100_000:05d}"
        fact = world.add("preprints at arxiv", doi=f"10.48550/arxiv.{id}", sound=status != "withdrawn")
        fact.says = {"arxiv": status} if status else {}
        world.at_datacite(fact)
        world.arxiv[id] = {"title": fact.title, "comment": comment, "doi": published, "version": 2}


@kind
def versions_at_datacite(world: World) -> None:
    first, second = world.add("earlier version"), world.add("later version")
    world.at_datacite(first, ("IsPreviousVersionOf", second.doi.upper()))
    world.at_datacite(second, ("IsNewVersionOf", first.doi))
    first.says["datacite"] = "superseded"
    told, telling = world.add("earlier version that the later names"), world.add("later version")
    world.at_datacite(told)
    world.at_datacite(telling, ("IsNewVersionOf", told.doi))
    told.says["datacite"] = "superseded"
    gone = world.add("obsoleted data", says={"datacite": "superseded"})
    world.at_datacite(gone, ("IsObsoletedBy", second.doi))
    concept, version = world.add("concept of versions"), world.add("version of a concept")
    world.at_datacite(concept, ("HasVersion", version.doi))
    world.at_datacite(version, ("IsVersionOf", concept.doi))


@kind
def editions(world: World) -> None:
    older = world.add("older edition", says={"crossref": "superseded"})
    newer = world.add("edition of the reference is the newer")
    for fact, year in ((older, 2015), (newer, 2021)):
        world.at_crossref(fact, by("new_edition", f"{fact.doi}-3rd", NEW), fields={"type": "book"})
        fact.reference = cite(fact.doi, year=year)
    newer.right = lambda answered: "" if "crossref" in answered else "not_asked"
