"""What pages say when they are not the text: paywalls, log-ins, cookie walls, error pages, robots' gates.

Sentences and labels from the pages of publishers and aggregators (Elsevier, Springer Nature, Wiley, Taylor & Francis, SAGE, OUP,
JSTOR), of Cloudflare, Akamai and Imperva, and of web servers. Each is one that research prose does not use of itself: `access`
and `cookies` alone are not here.
"""

from __future__ import annotations

import re

PAYWALL = (
    r"(?:purchase|buy|rent|get)(?: instant| full| online)? access(?= to (?:this|the full)| for \d| now\b| options\b|\s*$)",
    r"buy (?:this article|article pdf|the full article|now)\b",
    r"access options\b",
    r"access through your institution",
    r"(?:this|the) (?:article|content|page|chapter)(?: preview)? is (?:only )?(?:available|accessible)(?: only)? to subscribers",
    r"subscribe to (?:continue|read|unlock|view|get full access)",
    r"(?:this is a preview|preview) of subscription content",
    r"(?:to|and) (?:continue|keep) reading,? (?:please )?(?:subscribe|sign|log|register)",
    r"you (?:do not|don't|don’t) (?:currently )?have access to (?:this|the)",
    r"check (?:your )?access to (?:this|the) (?:article|content)",
    r"for (?:full )?access to this (?:pdf|article)",
    r"already a (?:subscriber|member)\?",
    r"start your free trial",
    r"get full text access",
)
LOG_IN = (
    r"(?:please )?(?:sign|log) ?in (?:to|or register to) (?:continue|read|view|access|your account|see)",
    r"(?:sign|log) ?in (?:via|through|with) (?:your )?(?:institution|shibboleth|openathens|orcid)",
    r"(?:you must|please) (?:be logged|log|sign) ?in\b",
    r"forgot(?:ten)? your password\?",
    r"create (?:a free|an) account to (?:continue|read|view)",
)
COOKIES = (
    r"accept (?:all |optional )?cookies",
    r"(?:this (?:web)?site|we|our (?:web)?site) (?:also )?uses? cookies",
    r"cookies? (?:must be|are|is) (?:disabled|enabled|required)(?: in your browser)?",
    r"(?:enable|turn on) (?:javascript|cookies)(?: and (?:javascript|cookies))?",
    r"manage (?:my |your )?(?:cookie|consent) (?:preferences|choices|settings)",
    r"your privacy choices",
)
ERRORS = (
    r"(?:^|\b)(?:error )?40[134](?: error)?\s*[:–—-]?\s*(?:page )?(?:not found|forbidden|unauthorized)",
    r"page (?:you (?:are|were) looking for|you requested|requested) (?:could not be|cannot be|was not) found",
    r"page (?:you (?:are|were) looking for|you requested|requested) does(?: not|n't) exist",
    r"(?:^|\n)\s*(?:page|doi|file|resource|article) not found\b",
    r"(?:^|\n)\s*access (?:to this page )?(?:has been |is )?denied\b",
    r"50[0234] (?:internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out)",
    r"(?:verify(?:ing)?|checking|confirm) (?:that |if )?(?:you are|you're|your browser) (?:a )?(?:human|before|not a robot)",
    r"are you a robot\?",
    r"just a moment\.\.\.",
    r"ddos protection by",
    r"request (?:was )?unsuccessful\. incapsula",
    r"too many requests",
    r"unusual traffic from your",
    r"your session (?:has )?(?:expired|timed out)",
    r"temporarily unavailable due to maintenance",
)
KINDS = {"a paywall": PAYWALL, "a log-in page": LOG_IN, "a cookie notice": COOKIES, "an error page": ERRORS}
PATTERNS = {kind: re.compile("|".join(phrases), re.IGNORECASE | re.MULTILINE) for kind, phrases in KINDS.items()}
