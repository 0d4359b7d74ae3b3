"""Framing: the words with which a sentence hands over to a quotation, and those that make a number a circumstance.

Verbs of saying after Thompson and Ye's reporting verbs (Applied Linguistics 12, 1991), the commonest ones; prepositions and
determiners from school grammars of English, German, French, Spanish, Italian, Portuguese and Dutch. The lists decide only
whether a question is asked at all: a word that is missing here costs a silence, or at most one more look.
"""

from __future__ import annotations

import re

_VERBS = """
    say says said state states stated write writes wrote written report reports reported note notes noted argue argues argued
    claim claims claimed conclude concludes concluded add adds added observe observes observed explain explains explained declare
    declares declared put puts read reads ask asks asked answer answers answered reply replies replied tell tells told recall
    recalls recalled remark remarks remarked comment comments commented warn warns warned insist insists insisted words thus
    schreibt schreiben schrieb sagt sagte erklärt meint écrit écrivent dit affirme dice dijo escribe afirma scrive afferma escreve
    diz disse schrijft zegt
""".split()
_PREPOSITIONS = """
    of in with after at for during among amongst from on by before between within across over since until under per every aged
    unter von bei nach mit im aus während innerhalb über seit de des du dans en après avec chez pendant sur parmi depuis entre con
    tras durante desde di da dopo tra fra em com após van met na bij onder gedurende
""".split()
_DETERMINERS = """
    the these those this that our its their his her my your both all other further more another first last next der die das den
    dem dieser diese dieses unsere unserer les ces leurs los las estos estas i gli le os as deze
""".split()
SAYING = re.compile(
    rf"\b(?:{'|'.join(_VERBS)}|as follows|like this)\b"
    r"(?:\s(?:it|us|me|him|her|so|that|this way|bluntly|plainly|there|later|here|dazu|es)){0,2}\s*$",
    re.IGNORECASE,
)
"""A clause that ends so says who speaks."""
ATTRIBUTION = re.compile(
    r"(?:as|so|to quote|in the words of|in (?:his|her|their|its) (?:own )?words|according to|wie|comme|como|come|zoals)\b",
    re.IGNORECASE,
)
"""And so does one that begins so, behind a comma."""
FRONTED = re.compile(rf"\s*(?:{'|'.join(_PREPOSITIONS)})\b", re.IGNORECASE)
"""A phrase that begins so tells the circumstances."""
CIRCUMSTANCE = re.compile(
    rf"\b(?:{'|'.join(_PREPOSITIONS)})\s*(?:about|some|nearly|almost|only|at least|up to|more than)?\s*$", re.IGNORECASE
)
"""A count that stands behind it does so, too."""
KNOWN = re.compile(rf"\b(?:{'|'.join(_DETERMINERS)})\s*$", re.IGNORECASE)
"""A number that stands behind it was told before: *the 240 nurses*."""
SMALL_WORDS = frozenset(
    """about after also among because been before being both could does down during each even ever from have having here into
    itself just less like made make many more most much must near only other over same shall should some such than that their
    them then there these they this those through under until very were what when where which while with within without would
    your aber auch dass diese durch eine einem einen einer nach nicht oder sich sind über wird avec cette dans elle leur mais
    même pour sans sont comme como donde entre esta este para pero porque sobre della delle nella sono più""".split()
)
"""Words of four letters and more that any two sentences may share."""
