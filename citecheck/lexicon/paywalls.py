"""What pages say when they are not the text: paywalls, log-ins, cookie walls, error pages, robots' gates.

Sentences and labels from the pages of publishers and aggregators (Elsevier, Springer Nature, Wiley, Taylor & Francis, SAGE, OUP,
JSTOR), of Cloudflare, Akamai and Imperva, and of web servers. Each is one that research prose does not use of itself: `access`
and `cookies` alone are not here. Each comes with a word that must stand in the text for it to fit, all in lower case with
straight apostrophes: words are found in no time, and patterns are then tried at their places only.
"""

from __future__ import annotations

import re

_PAYWALL = (
    (
        "access",
        r"(?:purchase|buy|rent|get)(?: instant| full| online)? access(?= to (?:this|the full)| for \d| now\b| options\b|[ \t]*$)",
    ),
    ("buy ", r"\bbuy (?:this article|article pdf|the full article|now\b)"),
    ("access options", r"access options\b"),
    ("through your institution", r"access through your institution"),
    (
        "to subscribers",
        r"(?:article|content|page|chapter)(?: preview)? is (?:only )?(?:available|accessible)(?: only)? to subscribers",
    ),
    ("subscribe to", r"\bsubscribe to (?:continue|read|unlock|view|get full access)"),
    ("subscription content", r"preview of subscription content"),
    ("reading", r"(?:to|and) (?:continue|keep) reading,? (?:please )?(?:subscribe|sign|log|register)"),
    ("have access to", r"you (?:do not|don't) (?:currently )?have access to (?:this|the)"),
    ("check ", r"\bcheck (?:your )?access to (?:this|the) (?:article|content)"),
    ("access to this", r"for (?:full )?access to this (?:pdf|article)"),
    ("already a ", r"already a (?:subscriber|member)\?"),
    ("free trial", r"start your free trial"),
    ("full text access", r"get full text access"),
)
_LOG_IN = (
    ("in to ", r"\b(?:sign|log) ?in to (?:continue|read|view|access|your account|see)"),
    ("or register", r"\b(?:sign|log) ?in or register"),
    ("institution", r"\b(?:sign|log) ?in (?:via|through|with) (?:your )?institution"),
    ("shibboleth", r"\b(?:sign|log) ?in (?:via|through|with) shibboleth"),
    ("openathens", r"\b(?:sign|log) ?in (?:via|through|with) openathens"),
    ("orcid", r"\b(?:sign|log) ?in (?:via|through|with) orcid"),
    ("you must ", r"you must (?:be logged|log|sign) ?in\b"),
    ("please ", r"please (?:log|sign) ?in\b"),
    ("your password", r"forgot(?:ten)? your password\?"),
    (" account to ", r"create (?:a free|an) account to (?:continue|read|view)"),
)
_COOKIES = (
    ("cookies", r"accept (?:all |optional )?cookies"),
    ("cookies", r"(?:this (?:web)?site|we|our (?:web)?site) (?:also )?uses? cookies"),
    ("cookies", r"cookies (?:must be|are) (?:disabled|enabled|required)"),
    ("javascript", r"(?:enable|turn on) javascript"),
    ("cookies", r"(?:enable|turn on) cookies"),
    ("manage ", r"manage (?:my |your )?(?:cookie|consent) (?:preferences|choices|settings)"),
    ("your privacy choices", r"your privacy choices"),
)
_ERRORS = (
    ("not found", r"\b(?:error )?404(?: error)?[ :–—-]{0,3}(?:page )?not found"),
    ("forbidden", r"\b(?:error )?403(?: error)?[ :–—-]{0,3}forbidden"),
    ("unauthorized", r"\b(?:error )?401(?: error)?[ :–—-]{0,3}unauthorized"),
    (
        "page ",
        r"page (?:you (?:are|were) looking for|you requested|requested) (?:could not be|cannot be|was not) found",
    ),
    ("page ", r"page (?:you (?:are|were) looking for|you requested|requested) does(?: not|n't) exist"),
    ("not found", r"^[ \t]*(?:page|doi|file|resource|article) not found\b"),
    ("denied", r"^[ \t]*access (?:to this page )?(?:has been |is )?denied\b"),
    ("server error", r"\b500 internal server error"),
    ("bad gateway", r"\b502 bad gateway"),
    ("unavailable", r"\b503 service (?:temporarily )?unavailable"),
    ("gateway time", r"\b504 gateway time-?out"),
    (" human", r"(?:verify(?:ing)?|confirm) (?:that |if )?(?:you are|you're) (?:a )?human"),
    ("your browser", r"checking (?:if )?your browser before"),
    ("a robot", r"are you a robot\?|you are not a robot"),
    ("just a moment", r"just a moment\.\.\."),
    ("ddos", r"ddos protection by"),
    ("incapsula", r"unsuccessful\. incapsula"),
    ("too many requests", r"too many requests"),
    ("unusual traffic", r"unusual traffic from your"),
    ("your session", r"your session (?:has )?(?:expired|timed out)"),
    ("due to maintenance", r"unavailable due to maintenance"),
)
KINDS = {"a paywall": _PAYWALL, "a log-in page": _LOG_IN, "a cookie notice": _COOKIES, "an error page": _ERRORS}
_AROUND = 120
"""Characters on either side of its word in which a phrase stands."""
_PHRASES = tuple(
    (kind, word, re.compile(phrase, re.MULTILINE)) for kind, phrases in KINDS.items() for word, phrase in phrases
)


def find_phrase(text: str) -> tuple[str, str]:
    """Give the kind of page that a text betrays itself to be, and the phrase that does; both empty when it does not."""
    plain = text.lower().replace("’", "'")
    for kind, word, pattern in _PHRASES:
        place = plain.find(word)
        while place >= 0:
            if found := pattern.search(plain, max(0, place - _AROUND), place + len(word) + _AROUND):
                return kind, " ".join(found[0].split())
            place = plain.find(word, place + len(word))
    return "", ""
