"""Words that may come or go between a sentence and its source without changing what is said, and words that must not.

Everything that is not in these short lists counts as a difference. Prepositions are left out on purpose (a rise *to* ten per
cent is none *by* ten), and so are demonstratives, pronouns and forms of *be* (*attacked* and *were attacked* are opposites).
Written for this tool; the function words are the closed classes of any English grammar.
"""

from __future__ import annotations

import re

ARTICLES = frozenset("the a an".split())
CONNECTIVES = frozenset(
    """however therefore thus hence moreover furthermore additionally also indeed consequently accordingly meanwhile
    nevertheless nonetheless besides overall notably importantly interestingly finally specifically similarly likewise""".split()
)
AUXILIARIES = frozenset("have has had do does did that".split())
HARMLESS = ARTICLES | CONNECTIVES | AUXILIARIES
"""May be dropped or added anywhere."""
OPENERS = frozenset("and but so yet while whereas although though".split())
"""May be dropped or added where a sentence begins."""
PHRASES = re.compile(
    r"(?<!\w)(?:in addition|for example|for instance|in fact|of course|in other words|on the other hand|in particular"
    r"|by contrast|in contrast|in summary|in conclusion|as a consequence|at the same time|to this end|in turn)(?!\w),?",
    re.IGNORECASE,
)
NEUTRAL = frozenset(
    """we our us results result findings finding data study studies analysis analyses here show shows showed shown find found
    finds demonstrate demonstrated demonstrates is was it paper article authors this these""".split()
)
"""What may stand before a span in its sentence: the source's own report of what it found."""
RESTRICTORS = re.compile(
    r"(?<!\w)(?:in|among|amongst|for|with|within|when|where|if|unless|only|except|excluding|provided|at|during|under|who|whose"
    r"|per|than|by|on|to|of|from|until|after|before|because|as|between|against|via|while)(?!\w)",
    re.IGNORECASE,
)
"""Behind a span that ends inside its clause, these take something back."""
CONDITIONS_BEHIND = re.compile(
    r"(?<!\w)(?:if|unless|only|except|excluding|provided|but not|although|though|when|so long as|whether)(?!\w)",
    re.IGNORECASE,
)
STATED_AS = {
    **dict.fromkeys("is are was were been be being am".split(), "be"),
    **dict.fromkeys("has had".split(), "have"),
    **dict.fromkeys("does did".split(), "do"),
}
FUNCTION_WORDS = frozenset(
    """a an the and or but nor so yet of to in on at for with by from as into onto over under about between among through
    during before after above below up down out off than then once here there when where which who whom whose what why how
    all any both each few more most other some such own same too very can will just also however therefore thus hence this
    that these those it its they them their he him his she her hers we us our you your i me my is are was were be been being
    am has have had having do does did doing would should could may might must shall not no if because while although though
    upon per via according
    der die das und oder den dem des ein eine einer eines ist sind war von mit zu auf für im als auch nicht sich es bei
    le la les des du de et un une est sont en dans par pour que qui au aux sur ne pas el los las y una es son por para con se
    lo il gli di che sono per della nel o os as e um uma do da em não het een van zijn met voor dat op""".split()
)
"""No content: a claim's weight lies on the rest."""
