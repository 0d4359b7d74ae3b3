"""Antonyms: pairs of content words that say the opposite of each other, and differ too much in their letters to be a slip.

Where a quotation has the one and its passage the other, it says the opposite without any *not*. The pairs are closed and
English: gradable and complementary opposites of scientific prose after Cruse, *Lexical Semantics* (1986), chapter 9, and the
direct antonyms that Justeson and Katz (Computational Linguistics 17, 1991) found to be exchanged in equal sentences, with the
directional pairs of trials and measurements. Words whose change of direction `hedges` knows on its own are not repeated.
"""

from __future__ import annotations

from functools import cache

PAIRS = """
    open:closed open:shut opened:closed opens:closes opening:closing wet:dry hot:cold warm:cool hard:soft thick:thin wide:narrow
    deep:shallow heavy:light big:small large:small long:short tall:short old:new old:young rich:poor cheap:expensive
    cheap:costly safe:dangerous safe:harmful safe:unsafe harmful:beneficial healthy:sick healthy:ill healthy:diseased
    easy:difficult easy:hard simple:complex common:rare frequent:rare often:seldom present:absent presence:absence
    alive:dead living:dead life:death survived:died survive:die surviving:dying survivors:nonsurvivors sensitive:resistant
    susceptible:resistant sensitivity:resistance stable:unstable constant:variable steady:variable permanent:temporary
    acute:chronic benign:malignant mild:severe toxic:harmless virulent:avirulent fertile:sterile male:female men:women
    man:woman boys:girls boy:girl mother:father mothers:fathers wild:domestic urban:rural public:private domestic:foreign
    internal:external inner:outer interior:exterior front:back top:bottom upper:lower anterior:posterior dorsal:ventral
    proximal:distal medial:lateral upstream:downstream ascending:descending horizontal:vertical clockwise:anticlockwise
    clockwise:counterclockwise day:night daily:nightly morning:evening summer:winter spring:autumn wax:wane full:empty
    filled:emptied occupied:vacant same:different similar:different equal:unequal identical:different like:unlike agree:disagree
    agreed:disagreed agrees:disagrees agreement:disagreement support:oppose supported:opposed supports:opposes
    supported:rejected confirmed:refuted confirm:refute confirms:refutes confirmed:rejected proved:disproved proven:disproven
    retain:discard retained:discarded keep:discard kept:discarded keep:lose include:exclude includes:excludes
    included:excluded including:excluding inclusion:exclusion accepted:refused accept:refuse granted:denied grant:deny
    permitted:prohibited permit:prohibit permits:prohibits allowed:prohibited legal:illegal begin:end begins:ends began:ended
    beginning:end start:end starts:ends started:ended start:stop started:stopped starts:stops opened:shut arrive:depart
    arrived:departed entered:left enter:leave enters:leaves import:export absorbed:emitted absorb:emit absorbs:emits
    attract:repel attracts:repels attracted:repelled gain:loss gains:losses profit:loss profits:losses benefit:harm
    benefits:harms advantage:disadvantage advantages:disadvantages success:failure successes:failures succeeded:failed
    successful:failed strength:weakness strengths:weaknesses cause:effect causes:effects supply:demand input:output
    buy:sell bought:sold buyers:sellers lend:borrow lent:borrowed lenders:borrowers teacher:student teachers:students
    employer:employee employers:employees majority:minority maximal:minimal optimal:suboptimal active:passive
    active:inactive dominant:recessive positive:null voluntary:compulsory voluntary:mandatory optional:mandatory
    optional:compulsory subjective:objective direct:indirect explicit:implicit abstract:concrete natural:artificial
    natural:synthetic random:systematic linear:nonlinear parallel:serial parallel:perpendicular convex:concave even:odd
    absolute:relative quantitative:qualitative theoretical:empirical ancient:modern early:late earliest:latest
    sooner:later quick:slow quickly:slowly fast:slow rapid:slow rapidly:slowly rapid:gradual rapidly:gradually
    suddenly:gradually sudden:gradual bright:dark light:dark loud:quiet rough:smooth sharp:blunt sharp:dull tight:loose
    clean:dirty pure:impure fresh:stale raw:cooked solid:liquid fluid:solid acid:alkaline acidic:basic acidic:alkaline
    aerobic:anaerobic hydrophilic:hydrophobic systolic:diastolic arterial:venous excitatory:inhibitory
    agonist:antagonist agonists:antagonists cathode:anode oxidised:reduced oxidized:reduced oxidation:reduction
    exothermic:endothermic innate:acquired innate:adaptive maternal:paternal inpatients:outpatients inpatient:outpatient
    fasting:fed lean:obese lighter:heavier thicker:thinner wider:narrower deeper:shallower shallower:deeper easier:harder
    cheaper:dearer richer:poorer richest:poorest safer:riskier hotter:colder hottest:coldest cooler:warmer coolest:warmest
    brighter:darker louder:quieter harder:softer friend:enemy friends:enemies ally:enemy allies:enemies war:peace love:hate
    loved:hated victory:defeat hope:despair optimistic:pessimistic optimism:pessimism guilty:innocent heaven:hell
    rural:metropolitan employed:unemployed literate:illiterate married:single married:unmarried trust:distrust
    known:unknown certain:uncertain certainty:uncertainty reliable:unreliable valid:invalid possible:impossible
    probable:improbable complete:incomplete adequate:inadequate sufficient:insufficient consistent:inconsistent
    dependent:independent symmetric:asymmetric symmetrical:asymmetrical typical:atypical visible:invisible
    treated:untreated vaccinated:unvaccinated exposed:unexposed blinded:unblinded paired:unpaired randomised:nonrandomised
    randomized:nonrandomized
""".split()


@cache
def _opposites() -> frozenset[tuple[str, str]]:
    found = [tuple(pair.split(":")) for pair in PAIRS]
    return frozenset((one, other) for first, second in found for one, other in ((first, second), (second, first)))


def are_opposites(one: str, other: str) -> bool:
    """Do two words, in lower case, say the opposite of each other?"""
    return (one, other) in _opposites()
