"""How a sentence says that it cites a work although, or because, it was retracted.

Words alone mislead: muscles and markets retract, patients are withdrawn from trials. So *retracted* counts unless it is denied,
and all else only beside a word for a work or a turn that is said of publications. From notices, reviews of retractions and
style guides (COPE, NISO RP-45 CREC), and dictionaries for the other languages; no native speaker has reviewed all of them.
"""

from __future__ import annotations

import re

_WORK = r"(?:papers?|articles?|stud(?:y|ies)|trials?|works?|reports?|preprints?|publications?|letters?|manuscripts?|chapters?)"
_OEUVRE = (
    r"(?:arbeit(?:en)?|studien?|artikels?|aufsatz(?:es)?|publikation(?:en)?|veröffentlichung(?:en)?|beitr[aä]ge?s?"
    r"|étude|essai|publication|artículo|estudio|trabajo|artigo|estudo|trabalho|articolo|studio|lavoro|studie|onderzoek"
    r"|publicatie|artikkel(?:en)?|artikeln|studien|artykuł|praca|badanie|article|articles)"
)
SAYS_RETRACTED = re.compile(
    rf"""\b(?:retracted
      |retractions?\ of\ (?:\w+\ ){{0,3}}{_WORK}|{_WORK}(?:['’]s)?\ retraction|retraction\ (?:notice|note|watch)
      |(?:whose|later|subsequent|eventual)\ retraction
      |(?:since|now|later|subsequently|formally|meanwhile)[\ -]withdrawn
      |withdrawn\ (?:\w+\ )?{_WORK}
      |{_WORK}\ (?:\([^()]*\)\ |\[[^\[\]]*\],?\ )?(?:\w+\ ){{0,3}}withdrawn
        (?!\ from\ (?!arxiv|publication|the\ (?:journal|literature|record)))
      |withdrawn\ by\ (?:the\ |its\ |their\ )?(?:authors?|editors?|journal|publishers?)
      |zurückgezogene[nmrs]?\ (?:\w+\ )?{_OEUVRE}|{_OEUVRE}\b[^.;]{{0,60}}\bzurückgezogen
      |(?:inzwischen|mittlerweile|später|seither)\ zurückgezogen\w*
      |rétractée?s?|retractad[oa]s?|ritrattat[oaie]
      |{_OEUVRE}\b[^.;]{{0,60}}\b(?:retirée?s?|retirad[oa]s?|ritirat[oaie]|retratad[oa]s?|despublicad[oa]s?)
      |{_OEUVRE}\b[^.;]{{0,60}}\b(?:ingetrokken|teruggetrokken)
      |(?:ingetrokken|teruggetrokken|tillbakadragna?|tilbagetrukne|tilbaketrukne)\ {_OEUVRE}
      |{_OEUVRE}\b[^.;]{{0,60}}\b(?:tillbakadrag\w+|tilbagetrukket|tilbaketrukket|trukket\ tilbake|wycofan\w+)
      |отозванн\w+|отозван[ао]?)\b
      |撤稿|(?:论文|論文|文章).{{0,12}}撤回|撤回.{{0,4}}(?:论文|論文|文章)|논문.{{0,12}}철회|철회된\ 논문""",
    re.IGNORECASE | re.VERBOSE,
)
"""Says that a work was retracted or withdrawn."""
DENIED = re.compile(
    r"(?:\b(?:not|never|nor|neither)|n['’]t)(?:\s(?:yet|been|be|being|ever|since|so|far|formally|officially|to|itself))*\s$",
    re.IGNORECASE,
)
"""Ends right before such a word, and denies it."""
DENIED_WITHIN = re.compile(
    r"\b(?:not|never|nicht|nie|pas|no|nunca|non|mai|niet|nooit|não|ikke|inte|nie|не)\b", re.IGNORECASE
)
"""Denies it between the work and the word."""
SAYS_CONCERN = re.compile(r"\bexpressions? of (?:editorial )?concern\b", re.IGNORECASE)
LONGEST = 2000
"""Characters of a sentence that are looked at."""


def says_retracted(sentence: str) -> bool:
    """Does the sentence say, and not deny, that a work was retracted or withdrawn?"""
    sentence = " ".join(sentence[:LONGEST].split())
    return any(
        not DENIED.search(sentence[: each.start()]) and not DENIED_WITHIN.search(each[0])
        for each in SAYS_RETRACTED.finditer(sentence)
    )
