"""Words whose change turns what a quotation says while hardly a letter differs: hedges, strength, direction, scope.

Hedges after Hyland's metadiscourse (2005) and the BioScope corpus; the strength of verbs, directions and quantifiers were
collected from abstracts. English, with the commonest words of German, French and Spanish. The lists are closed: an unknown
verb stays *wording*, and a quotation with another wording is never verbatim.
"""

from __future__ import annotations

import re


def _verbs(*stems: str) -> set[str]:
    """Inflect English verbs: the stem, and what stands behind the bar for past and participle."""
    words: set[str] = set()
    for stem in stems:
        base, _, irregular = stem.partition("|")
        root = base[:-1] if base.endswith("e") else base
        third = base[:-1] + "ies" if base.endswith("y") and base[-2] not in "aeo" else base + "s"
        past = base[:-1] + "ied" if third.endswith("ies") and base.endswith("y") else root + "ed"
        words |= {base, third, root + "ing", *(irregular.split(",") if irregular else [past])}
    return words


HEDGES = frozenset(
    """may might could can would should possibly perhaps probably likely maybe potentially apparently seemingly presumably
    arguably about approximately roughly nearly almost around circa generally usually typically often sometimes mostly largely
    partly partially somewhat relatively occasionally conceivably preliminary tentative tentatively putative reportedly
    allegedly supposedly if assuming plausible possible probable
    könnte könnten kann können dürfte dürften möglicherweise vielleicht vermutlich wahrscheinlich etwa ungefähr fast
    peut pourrait pourraient peuvent probablement environ presque puede podría podrían pueden quizás probablemente casi""".split()
) | _verbs(
    "suggest", "appear", "seem", "tend", "estimate", "believe", "think|thought", "expect", "project", "model|modeled,modelled",
    "hypothesise", "hypothesize", "suspect", "speculate", "assume", "presume",
)  # fmt: skip
STRENGTHS = frozenset(
    """causal causally cause-effect must will shall always definitely certainly clearly undoubtedly conclusively invariably
    conclusive definitive definitively significant significantly marked markedly dramatic dramatically substantial
    substantially slight slightly modest modestly moderate moderately strong strongly weak weakly very highly extremely
    proven association associations correlation correlations link links evidence proof entirely completely fully totally
    muss müssen immer sicherlich deutlich doit doivent toujours certainement debe deben siempre""".split()
) | _verbs(
    "prove|proved,proven", "demonstrate", "show|showed,shown", "indicate", "establish", "confirm", "cause", "associate",
    "correlate", "link", "predict", "imply", "ensure", "guarantee", "eliminate", "prevent", "collapse", "support", "reveal",
    "determine", "claim", "argue", "contribute", "lead|led", "trigger", "cure", "destroy",
)  # fmt: skip
DIRECTIONS = frozenset(
    """higher lower high low more less fewer greater smaller larger above below before after over under better worse positive
    negative positively negatively upregulated downregulated loss losses up down longer shorter faster slower earlier later
    minimum maximum least greatest first last best worst growth reduction reductions decline upward downward rising falling
    without with true false yes north south east west left right inside outside older younger warmer colder wetter drier
    höher niedriger mehr weniger vor nach plus moins avant après más menos antes después""".split()
) | _verbs(
    "increase", "decrease", "rise|rose,risen", "fall|fell,fallen", "reduce", "raise", "improve", "worsen", "gain", "lose|lost",
    "grow|grew,grown", "shrink|shrank,shrunk", "accept", "reject", "double", "halve", "triple", "decline", "win|won", "approve",
    "oppose", "allow", "forbid|forbade,forbidden", "succeed", "accelerate", "slow", "strengthen", "weaken", "expand",
    "inhibit", "promote", "activate", "suppress", "enhance", "impair", "import", "export", "drop|dropped", "climb", "soar",
)  # fmt: skip
SCOPES = frozenset(
    """all some most many few every each any only both majority minority none subset among except several entire whole
    partial part alone exclusively solely
    alle einige viele wenige jeder jede nur tous toutes certains plusieurs
    seulement todos todas algunos muchos sólo solo""".split()
)
_HAN = {
    **dict.fromkeys("全皆都每仅僅只均", "scope"),
    **dict.fromkeys("升降增减減高低多少涨漲跌上下前后後大小", "direction"),
    **dict.fromkeys("必", "strength"),
    **dict.fromkeys("或约約许許", "hedge"),
}
"""Where words are not parted each character is a token: those that carry the same senses by themselves."""
CLASSES = {
    **_HAN,
    **dict.fromkeys(SCOPES, "scope"),
    **dict.fromkeys(DIRECTIONS, "direction"),
    **dict.fromkeys(STRENGTHS, "strength"),
    **dict.fromkeys(HEDGES, "hedge"),
}
"""The name of the change when this word stands on one side only."""
LIMITER = re.compile(
    r"[\s,;:\u2013\u2014(-]*(?:but|however|unless|except|provided|although|though|only|if|when|nor|and not|other than|subject to"
    r"|in (?:mice|rats|vitro)|aber|jedoch|sofern|außer|nur|wenn|mais|sauf|seulement|si|pero|salvo|solo|excepto|ma|però|tranne)\b",
    re.IGNORECASE,
)
"""What limits a statement, right behind where the quotation stops."""
RECITAL = re.compile(
    r"\b(?:critics?|opponents?|sceptics?|skeptics?|detractors|plaintiffs?|petitioners?|commenters?|some (?:authors|researchers))"
    r" (?:\w+ ){0,2}(?:claim|argue|contend|assert|allege|suggest|state|said|say|maintain)\w*|\bwe reject\b|\bcontrary to\b"
    r"|\b(?:allegedly|supposedly|so-called)\b|\bit (?:has been|was|is) (?:often |sometimes |widely )?(?:claimed|alleged|said)\b",
    re.IGNORECASE,
)
"""The source tells what somebody else says."""
