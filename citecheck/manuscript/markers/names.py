"""Names before a year: of persons and organisations, in Latin, Cyrillic, Greek and Chinese or Japanese script.

What stands before a year in brackets is a month, a table or a town as often as an author; the words that are never an author's
name are listed here.
"""

from __future__ import annotations

import re

PARTICLE = (
    r"(?:(?:van|von|vom|zum|zur|der|den|het|de|du|des|la|le|les|di|da|das|do|dos|del|della|ter|ten|te|zu|al|el|bin|ibn|af|av|"
    r"d’|d'|l’|l'|O’|O'|Van|Von|De|Del|Della|Di|Da|Dos|La|Le|El|Al|Ter|Ten)(?:[\s-]|(?<=[’'])))"
)
_LETTER = r"[A-ZÀ-ÖØ-ÞĀ-ŽΑ-ΩА-ЯЁІЇЄҐȘȚ]"
FAMILY = rf"(?:{PARTICLE}{{0,3}}{_LETTER}[\w’'‐-]{{1,40}})"
"""A family name of one word, its particles before it."""
PERSON = rf"(?:(?:{_LETTER}\.[\s-]?){{0,3}}{FAMILY})"
"""A person, initials before the family name where two authors share it."""
CONNECTORS = frozenset(
    "of for on the and in to & der die das für und des du de la et pour del para y van voor en och og i e da do v. vs.".split()
)
"""Words without a capital that stand within the name of an organisation."""
YEAR = (
    r"(?:(?:1[5-9]|20)\d\d[a-z]?(?![\w])|n\.\s?d\.|s\.\s?f\.|o\.\s?J\.|s\.\s?a\.|in press|im Druck|im Erscheinen|en prensa"
    r"|à paraître|forthcoming)"
)
AND = r"(?:&|and|und|et|y|e|en|og|och|i|ve|και|и|та|och|ja)"
MANY = (
    r"(?:et\s+al\.?|et\s+coll\.?|u\.\s?a\.|e\.\s?a\.|m\.\s?fl\.|i\s+in\.|a\s+kol\.|y\s+cols?\.?|e\s+cols?\.?|и\s+др\.|та\s+ін\.|κ\.\s?ά\.|"
    r"ve\s+ark\.|and\s+others|and\s+colleagues|and\s+co-?workers|und\s+Kollegen|und\s+Mitarbeiter)"
)
MORE = (
    rf"(?:(?:,\s+{PERSON}){{0,5}},?\s+(?:{MANY},?|{AND}\s+(?:{MANY}|{PERSON}))|(?:\s?/\s?{FAMILY}){{1,4}}"
    rf"|(?:,\s+{PERSON}){{2,5}})"
)
IDEOGRAPHS = r"(?:[\u4e00-\u9fff]{2,4}?|[\u30a0-\u30ff\u4e00-\u9fff々]{2,6}?|[\uac00-\ud7af]{2,4}?)"
"""A name in Chinese, Japanese or Korean script."""
NEVER = re.compile(
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov"
    r"|Dec|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|Spring|Summer|Autumn|Fall|Winter|Figure|Fig|Figs|Table|Tables|Section|Chapter"
    r"|Version|Act|Since|In|From|Until|Before|After|During|Year|Years|Circa|About|Around|Between|By|The|Data|Source|Total|Class|Edition"
    r"|Covid|COVID|Updated|Accessed|Published|Copyright|Vol|Volume|No|Issue|Release|Model|Q[1-4]|FY|This|These|That|As|Born|Died|Retrieved"
    r"|Available|Last|Appendix|Equation|Eq|Eqs|Box|Panel|Wave|Round|Study|Experiment|Sample|Abb|Abbildung|Tabelle|Kapitel|Abschnitt"
    r"|Figura|Tabla|Tableau|Janvier|Février|Mars|Avril|Juin|Juillet|Août|Septembre|Octobre|Novembre|Décembre|Enero|Febrero|Marzo|Abril|Mayo"
    r"|Junio|Julio|Agosto|Septiembre|Octubre|Noviembre|Diciembre|Effective|Founded|Established|Est|Ed|Eds|Rev|Windows|Office|Mid|Late|Early"
    r"|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Phase|Part|Step|Page|Pages|Example|Note|Notes|Only|Both|Of|On|For|To|At"
    r"|Olympics|Budget|Conference|Protocol|Directive|Regulation|Law|Resolution|Article)$"
)
"""Words before a year that are no author's name."""
