"""Cues: the words that turn a sentence's meaning while most of its other words stay.

Where a sentence and its source differ in one of them, the sentence says something else. The lists are short and closed on
purpose: a cue missed here is still a word that differs, and the aligned diff blocks on it; what they add is the name of the
difference, and the look at what stands around a span.

Where the lists come from: negation from the trigger terms of NegEx (Chapman et al., J Biomed Inform 34, 2001) and the
BioScope corpus (Vincze et al., BMC Bioinformatics 9:S9, 2008); hedges from Hyland's metadiscourse (2005) and BioScope;
direction, causal and association verbs from reading the abstracts of SciFact and HealthVer; the rest was written for this
tool. The negations and hedges of German, French, Spanish, Italian, Portuguese and Dutch are the commonest ones only.
"""

from __future__ import annotations

import re


def _words(words: str, *phrases: str) -> re.Pattern[str]:
    """Give one pattern for whole words; a trailing `*` stands for any ending."""
    parts = sorted([*(re.escape(each).replace(r"\*", r"[\w-]*") for each in words.split()), *phrases], key=len)
    return re.compile(rf"(?<!\w)(?:{'|'.join(reversed(parts))})(?!\w)", re.IGNORECASE)


NEGATION = _words(
    """not no never neither nor none nobody nothing nowhere without cannot non absent unable fail fails failed lack lacks
    lacked lacking refut* contradict* deny denies denied reject* false falsely incorrect* untrue unlikely against except
    hardly scarcely barely rarely seldom insignificant* nonsignificant*
    nicht kein* nie niemals ohne weder ne pas jamais sans aucun* nunca sin ninguno ninguna ningún non mai senza nessun*
    não nunca sem nenhum* niet geen nooit zonder""",
    r"\w+n['’]t",
    r"absence of",
    r"rather than",
    r"instead of",
    r"independent(?:ly)? of",
    r"little evidence",
)
PSEUDO_NEGATION = _words("", r"not only", r"not just", r"not merely", r"no doubt", r"no later than", r"not least")
"""These look like negations, and negate nothing."""
UP = _words(
    """increas* rise rises rising rose risen grow grows growing grew grown growth gain* higher greater improv* elevat* enhanc*
    boost* surg* soar* climb* upregulat* up-regulat* accelerat* expand* exceed* stimulat* promot* activat* rais* doubl*
    tripl* quadrupl* strengthen* longer larger better faster warmer
    steig* stieg* gestiegen erhöh* zunahm* augment* haus* aument* cresc* subi* stijg* steeg gestegen""",
    r"more(?! or less)",
)
DOWN = _words(
    """decreas* declin* fall falls falling fell fallen drop drops dropped dropping lower* less fewer reduc* diminish* shrink*
    shrank shrunk cut cuts cutting plung* downregulat* down-regulat* slow* decelerat* weaken* inhibit* suppress* attenuat*
    impair* halv* loss losses lost lose loses worsen* deplet* prevent* block* shorter smaller worse saving savings save saves
    saved cooler
    sink* sank* gesunken verringer* senk* baiss* diminu* réduct* rédui* disminu* descen* redu* dimin* daal* gedaald""",
)
HEDGE = _words(
    """may might could can possibl* potential* perhaps probabl* likely suggest* appear appears appeared apparently seem seems
    seemed seemingly indicat* hypothes* presum* putativ* speculat* propos* believed thought reportedly allegedly unclear
    uncertain* preliminar* plausibl* conceivabl* arguabl* tentativ* would should
    könnte* möglich* vielleicht wahrscheinlich vermutlich pourrait pourraient peut-être probablement podría* quizá* quizás
    probablemente potrebbe* forse poderia* talvez misschien mogelijk waarschijnlijk""",
    r"tend(?:s|ed)? to",
    r"consistent with",
    r"not clear",
)
CAUSAL = _words(
    """cause causes caused causing trigger* induc* produc* determin* provok* generat* bring brings brought driver drivers
    drive drives drove driven""",
    r"lead(?:s|ing)? to",
    r"led to",
    r"result(?:s|ed|ing)? in",
    r"due to",
    r"because(?: of)?",
    r"owing to",
    r"responsible for",
    r"effect(?:s)? of",
)
ASSOCIATION = _words(
    "associat* correlat* relate relates related relation* linked links link odds", r"risk factors?", r"coincid\w*"
)
UNIVERSAL = _words(
    """all every each always only first last largest smallest highest lowest best worst sole solely entire* exclusiv* unique*
    must prove proves proved proven definitive* any everyone everything whole never none""",
)
QUANTIFIER = _words(
    """some many most few several often sometimes usually mainly mostly majority minority nearly almost about around
    approximately roughly over under exactly certain* typical* general* partly partially largely frequently occasionally
    commonly primarily predominantly half circa""",
    r"a few",
    r"a little",
    r"up to",
    r"at least",
    r"at most",
    r"(?:more|less|fewer) than",
    r"one of the",
    r"some of",
)
TEMPORAL = _words(
    """before after until since during formerly currently former ex still already yet ago later earlier previously next now
    then once recently future past within throughout annually daily monthly weekly yearly""",
    r"no longer",
)
ATTRIBUTION = _words(
    """said says say saying claim claims claimed claiming argue argues argued allege* alleg* believe believes believed report
    reports reported reportedly asked asks whether rumour* rumor* told accus* insist* assert* contend* maintain* stated states
    opinion* critics supposedly myth misconception hypothesis""",
    r"according to",
    r"so-called",
)
CONDITION = _words(
    "if unless provided assuming otherwise suppose supposing wenn falls sofern si sauf salvo", r"in case"
)
MODALITY = {
    "modelled": _words("modelled modeled modelling modeling model models calibrat*", r"in silico"),
    "simulated": _words("simulat*"),
    "projected": _words(
        """project projects projected projection projections forecast* scenario scenarios expected potential* will shall
        target targets planned plans plan prognos* anticipat*""",
        r"predict(?:ed|s|ions?)",
    ),
    "self_reported": _words(
        "respondents questionnaire* interview* perceiv* recall recalled survey* self-assessed", r"self[- ]report\w*"
    ),
    "estimated": _words("estimat* extrapolat* imput* approximat*"),
    "measured": _words(
        """measur* observ* record recorded records metered monitored sampled trial trials randomis* randomiz* experiment*
        assay* census counted"""
    ),
}
UNMEASURED = frozenset({"modelled", "simulated", "projected", "self_reported", "estimated"})
"""Before a span, these make it something else than a measurement."""
POPULATION = {
    "animal": _words(
        """animal animals mice mouse murine rat rats rodent rodents zebrafish drosophila macaque* monkey* primate* rabbit*
        pig pigs porcine dog dogs canine cats feline cattle sheep yeast"""
    ),
    "in_vitro": _words("cultured HeLa HEK293 organoid*", r"in vitro", r"cell lines?", r"ex vivo"),
    "children": _words(
        """child children infant infants newborn* neonat* adolescen* pediatric paediatric toddler* boys girls youth*
        teenager* pupils"""
    ),
    "women": _words("women woman female females pregnan* mothers postmenopausal girls"),
    "men": _words("men man male males fathers boys"),
    "elderly": _words("elderly seniors older", r"aged 6\d", r"over[- ]65s?"),
    "patients": _words("patient patients inpatients outpatients"),
    "adults": _words("adult adults"),
    "humans": _words("human humans volunteers"),
}
CUES: dict[str, re.Pattern[str]] = {
    "negation": NEGATION,
    "up": UP,
    "down": DOWN,
    "hedge": HEDGE,
    "causal": CAUSAL,
    "association": ASSOCIATION,
    "universal": UNIVERSAL,
    "quantifier": QUANTIFIER,
    "temporal": TEMPORAL,
    "attribution": ATTRIBUTION,
    "condition": CONDITION,
    **{f"modality:{name}": pattern for name, pattern in MODALITY.items()},
    **{f"population:{name}": pattern for name, pattern in POPULATION.items()},
}
"""Every class whose cues must be the same, one for one, in a sentence and its span."""
AROUND = ("negation", "hedge", "attribution", "condition", *(f"modality:{name}" for name in sorted(UNMEASURED)))
"""The classes that turn a span even when they stand outside it."""
SUPERLATIVE = re.compile(
    r"(?<!\w)(?:most|least|best|worst|first|only|largest|smallest|highest|lowest|fastest|record|unprecedented|never"
    r"|always|every|all|none)(?!\w)",
    re.IGNORECASE,
)
TIME_BOUND = re.compile(
    r"(?<!\w)(?:price[ds]?|pricing|costs?|subscriptions?|versions?|releases?|released|available|availability|currently|latest"
    r"|now|today|newest|in stock|discontinued|deprecated|supports|up[- ]to[- ]date|beta|roadmap|v\d+(?:\.\d+)*)(?!\w)"
    r"|[$€£¥]\s?\d",
    re.IGNORECASE,
)
"""A statement that was true on a day: of prices, versions and availability."""
