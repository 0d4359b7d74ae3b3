"""Negation in many languages: words, endings and characters that turn a statement round.

Hand-written lists of the commonest negations; no native speaker has reviewed all of them. Written beside the chapters on
negation of reference grammars: Huddleston and Pullum (English), the Duden grammar, Grevisse and Goosse, the Academia's *Nueva
gramática*, Serianni, Cunha and Cintra, the *Algemene Nederlandse Spraakkunst*, Holton and others (Greek),
Wade (Russian), Göksel and Kerslake (Turkish), Ryding (Arabic), Glinert (Hebrew), Mahootian (Persian), Kachru (Hindi), Thompson
(Bengali; Vietnamese), Sneddon (Indonesian), Li and Thompson (Chinese), Martin (Japanese), Sohn (Korean), Iwasaki and Ingkaphirom
(Thai); and Miestamo's *Standard Negation* (2005) for the rest. Stop words after Snowball's lists.

Many a short negation is an ordinary word next door (French *et*, Estonian *et*; Spanish *en*, Finnish *en*; Portuguese *no*,
Spanish *no*), so an ambiguous one counts only where its language is spoken: by the text's metadata, else by a vote of stop
words. A word that negates only beside another negation (French *personne*, *point*), or far oftener means something else
(Hebrew *el*, "to"), is left out. Languages without spaces, and those that negate by an ending, are read by pattern.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache

NEGATIONS = {
    "en": "no not never none nor neither nobody nothing nowhere cannot without lack lacks lacked lacking absent absence fail"
    " fails failed failing unable unlikely hardly scarcely barely rarely seldom except aint dont doesnt didnt isnt arent"
    " wasnt werent wont wouldnt cant couldnt shouldnt mustnt hasnt havent hadnt",
    "de": "nicht nichts nie niemals nirgends nirgendwo kein keine keinen keinem keiner keines keinerlei ohne weder niemand"
    " niemandem niemanden kaum keineswegs mitnichten",
    "fr": "ne pas non jamais aucun aucune aucuns aucunes sans ni rien guère nul nulle nullement",
    "es": "no ni nunca jamás sin nada nadie ningún ninguna ninguno ningunos ningunas tampoco",
    "ca": "no mai sense cap ningú res tampoc",
    "gl": "non nunca xamais sen ningún ningunha nada",
    "it": "non né mai senza nessun nessuno nessuna niente nulla neppure neanche nemmeno mica",
    "pt": "não nao nem nunca jamais sem nada ninguém nenhum nenhuma nenhuns nenhumas tampouco",
    "nl": "niet geen nooit niets niemand nergens zonder noch nauwelijks",
    "af": "nie geen nooit niks sonder",
    "sv": "inte ej icke aldrig ingen inget inga ingenting utan varken knappast",
    "da": "ikke aldrig ingen intet uden hverken næppe",
    "no": "ikke aldri ingen intet ingenting uten verken neppe",
    "is": "ekki aldrei enginn engin ekkert engar engir án hvorki",
    "pl": "nie nigdy nic nikt żaden żadna żadne żadnego żadnej bez ani",
    "cs": "ne není nejsou nebyl nebyla nebylo nebyly nikdy nic nikdo žádný žádná žádné bez ani nelze",
    "sk": "nie nebol nebola nebolo nikdy nič nikto žiadny žiadna žiadne bez ani",
    "sl": "ne ni niso nisem nima nikoli nič nihče brez niti noben nobena",
    "hr": "ne nije nisu nema nikad nikada ništa nitko niko bez niti nijedan",
    "ro": "nu niciodată nimic nimeni fără nici niciun nicio niciunul",
    "fi": "ei en et emme ette eivät eikä ilman koskaan älä ole-eikä",
    "et": "ei mitte pole polnud ilma kunagi",
    "lv": "ne nav nebija nekad neviens bez",
    "lt": "ne nėra nebuvo niekada niekas nei",
    "hu": "nem ne nincs nincsenek sem se soha semmi senki nélkül sincs",
    "sq": "nuk mos asnjë kurrë pa",
    "eu": "ez gabe inoiz ezin",
    "ga": "ní níl níor gan nach nár",
    "cy": "nid ddim nad heb byth",
    "mt": "mhux mhix qatt mingħajr",
    "ru": "не нет ни никогда ничего ничто никто без нельзя никакой никакая никакие нигде невозможно",
    "uk": "не ні немає ніколи нічого ніхто без жоден жодна жодного",
    "be": "не няма ніколі нічога ніхто без",
    "bg": "не няма никога нищо никой без нито",
    "sr": "не није нису нема никад никада ништа нико без нити",
    "el": "δεν δε μη μην όχι χωρίς ποτέ κανένας κανείς καμία κανένα τίποτα ούτε μήτε δίχως",
    "tr": "değil yok hiç hiçbir asla yoktur",
    "ar": "لا لم لن ليس ليست ليسوا ما غير بدون دون عدم لسنا كلا ولا ولم ولن وليس وليست فلا فلم فلن وما بلا",
    "fa": "نه نیست نیستند بدون هیچ هرگز نمی نبود نبودند نخواهد نشد نکرد ندارد",
    "he": "לא אין אינו אינה אינם אינן בלי ללא מעולם שום ולא שלא ואין",
    "hi": "नहीं नही न ना मत बिना कभी-नहीं बगैर",
    "bn": "না নেই নয় নি নাই ছাড়া বিনা কখনোই-না",
    "vi": "không chẳng chưa đừng chả",
    "id": "tidak bukan tanpa jangan belum tak",
    "ms": "tidak bukan tanpa jangan belum tak",
}  # fmt: skip
AMBIGUOUS = frozenset(
    """en et ei nu ne no ni non mai sem se point personne rien pas sin nem nic nie ani nul nulle ej mit bez utan ingen intet
    nada ale ma mica cap res sense sen pa ez nad nid heb gan nach nei nav ole nulla niko none absent except fail без не ні
    няма ما دون غير كلا אל न ना
    niti pole mos noch tak tanpa nas δε""".split()
)
"""Negations that are ordinary words of another language."""
STOP_WORDS = {
    "en": "the of and to in is that was for with are were this from by which on as be it has had not",
    "de": "der die das und ist von mit den im dem zu des ein eine auf für sich als auch nicht es hat wurde",
    "fr": "le la les des et est dans une un du que pour qui sur au par plus fut avec",
    "es": "el la los las de que en y un una por con para se del al su",
    "ca": "el la els les de que i en un una per amb és del al",
    "gl": "o a os as de que e en un unha por con para do da",
    "it": "il lo gli di che è per una un del della con sono nel alla ha e la",
    "pt": "o os as de que em um uma do da para com no na por mais foi não e",
    "nl": "de het een van en in is dat op te zijn voor met die aan bij niet heeft",
    "af": "die het en van in is dat op te vir met nie was",
    "sv": "och att det som en på är av för med den till inte har",
    "da": "og at det som en på er af for med den til ikke har de",
    "no": "og at det som en på er av for med den til ikke har",
    "is": "og að er sem á í var ekki við um það",
    "pl": "i w na z się że do jest to nie jak po dla od u",
    "cs": "a v na se že je to s z do i o jsou jak u nikdy",
    "sk": "a v na sa že je to s z do i o sú ako u nie",
    "sl": "in je na za da se so ki pri po z",
    "hr": "i je na u da se su za od koji nije",
    "ro": "și în de la cu a pe din este care o să",
    "fi": "ja on ei että oli kun mutta hän niin tämä ovat",
    "et": "ja on et oli kui see ka ning",
    "lv": "un ir no ar par ka nav tika",
    "lt": "ir yra kad su iš į nėra buvo",
    "hu": "a az és hogy is egy de volt meg",
    "sq": "dhe të në një është për që me nga",
    "eu": "eta da bat zuen dira den dute zen",
    "tr": "ve bir bu için ile olarak da de çok gibi olan",
    "vi": "và của là có được trong cho với các một không",
    "id": "dan yang di itu dengan untuk ini dari pada adalah tidak",
}
"""By which the language of a text is guessed. A negation that is a word next door is left out: it cannot vote for itself."""
SCRIPTS = {
    "ru": "[\u0400-\u04ff]", "uk": "[іїєґІЇЄҐ]", "bg": "[ъЪ]", "sr": "[ђћљњџј]", "be": "[ўЎ]",
    "el": "[\u0370-\u03ff\u1f00-\u1fff]",
    "ar": "[\u0600-\u06ff]", "fa": "[پچژگکی]", "he": "[\u05d0-\u05ea]", "hi": "[\u0900-\u097f]", "bn": "[\u0980-\u09ff]",
}  # fmt: skip
FEWEST_VOTES = 0.6
"""Of the winner's votes: below it a language is not spoken in the text. Texts with quotations in a second language pass."""
SAMPLE = 20_000
"""Characters read for the vote: more change nothing."""
MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc"
    "\u0900-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc\u09be-\u09cd\u09d7\u09e2\u09e3"
    "\u0a01-\u0a03\u0a3c-\u0a4d\u0abc\u0abe-\u0acd\u0b3c\u0b3e-\u0b4d\u0bbe-\u0bcd\u0c3e-\u0c4d\u0cbe-\u0ccd\u0d3e-\u0d4d"
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd\u102b-\u103e\u17b4-\u17d3"
)
"""Combining marks that Python's word class leaves out, and without which Hindi, Bengali and Thai fall to pieces."""
WORD = re.compile(rf"[^\W\d_](?:[^\W_]|[{MARKS}])*(?:['’](?:[^\W\d_]|[{MARKS}])+)*")
NUMBERED = re.compile(r"\.?\s?\d")
CHARACTERS = re.compile(
    r"(?!非常|非洲|未来|未來|不仅|不僅|不但|不断|不斷|无锡|無錫|无论|無論|莫斯科)"
    r"(?<![特分性級级区區个個类類识識鉴鑑差辨派告离國国门系是])[不没沒未无無非否勿莫毋别](?![人の])"
    r"|(?<![少危切])ない|(?<!少)なかっ|(?<!少)なく|なけれ|ません|ませぬ|ずに|せず"
    r"|(?<![가-힣])(?:안|못)(?=\s)|않|(?<!끊임)(?<!틀림)(?<!어김)(?<!변함)없|아니|아닌|말(?=아|고\s|라)"
    r"|ไม่|มิ(?=ได้|ใช่|อาจ|ควร|ให้|พึง|ต้อง|เคย|ทัน)|ไร้|ห้าม|อย่า(?!ง)|ปราศจาก|ບໍ່|មិន|မဟုတ်|မရှိ|ဘူး"
)
TURKISH = re.compile(
    r"(?!namaz|komedi)\w{2,}m(?:[ae]z|[ae]d[ıiuü]|[ıiuü]yor|[ae]y[ae]n|[ae]d[ae]n|[ae]m[ae]k|[ae]m[ıi]ş|[ae]y[ae]c[ae]k|[ae]mel[ıi]|[ae]ks[ıi]z)\w*"
)
SLAVIC = re.compile(
    r"ne(?!moc|rv|ur[oa]|utr|gat|hod|pt|kt|fr|bo|boť|ch|děl|deľ|j|dáv|dale|ž|be$|kdo|co|přít|zbyt)\w{3,}"
)
PERSIAN = re.compile("نمی|نخواه|نشد|نکرد|نبود|ندار|نیست|نداد|نشو|نکن")
BENGALI = re.compile("[েিয়]নি$|িনি$")
COVERED = re.compile(
    "[A-Za-z\u00aa\u00b5\u00ba-\u024f\u1e00-\u1eff\u0370-\u03ff\u1f00-\u1fff\u0400-\u052f\u0590-\u05ff\u0600-\u06ff\u0750-\u077f"
    "\ufb50-\ufdff\ufe70-\ufeff\u0900-\u097f\u0980-\u09ff\u0e00-\u0e7f\uac00-\ud7af\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007"
    "\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]"
)
"""Scripts in which a negation would be seen."""
PREFIXES = frozenset("non un in im il ir dis mis anti a".split())
"""Before the rest of an English or Romance word, with or without a hyphen, these turn it round."""


@cache
def _languages_of() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for lang, words in NEGATIONS.items():
        for word in words.split():
            found.setdefault(word, set()).add(lang)
    return {word: frozenset(langs) for word, langs in found.items()}


@cache
def _votes_of() -> dict[str, tuple[tuple[str, float], ...]]:
    spoken: dict[str, list[str]] = {}
    for lang, words in STOP_WORDS.items():
        for word in words.split():
            spoken.setdefault(word, []).append(lang)
    return {word: tuple((lang, len(langs) ** -0.5) for lang in langs) for word, langs in spoken.items()}


def guess_languages(key: str, lang: str = "") -> frozenset[str]:
    """Say which languages are spoken in a folded text: the one its metadata names, else by script and stop words."""
    named = lang.lower().replace("_", "-").partition("-")[0]
    if named in NEGATIONS:
        return frozenset((named,))
    text = key if len(key) <= SAMPLE else key[: SAMPLE // 2] + " " + key[len(key) // 2 :][: SAMPLE // 2]
    tally: Counter[str] = Counter()
    votes = _votes_of()
    for word, count in Counter(WORD.findall(text)).items():
        for spoken, weight in votes.get(word, ()):
            tally[spoken] += weight * count  # type: ignore[assignment]
    most = max(tally.values(), default=0)
    found = {spoken for spoken, votes_ in tally.items() if votes_ >= FEWEST_VOTES * most}
    if not text.isascii():
        found |= {spoken for spoken, letters in SCRIPTS.items() if re.search(letters, text)}
    return frozenset(found)


def find_negations(key: str, languages: frozenset[str]) -> list[str]:
    """Give the negations of a folded text, in order within each kind. No language known: every ambiguous one counts."""
    known = _languages_of()
    found: list[str] = []
    for match in WORD.finditer(key):
        word = match.group()
        if word == "no" and "no" in known and NUMBERED.match(key, match.end()):
            continue
        if (sense := _negated(word, known, languages)) is not None:
            found.append(sense)
    if not key.isascii():
        found += [match.group().strip() for match in CHARACTERS.finditer(key)]
    return found


@lru_cache(8192)
def is_negation(word: str, languages: frozenset[str]) -> bool:
    """Does this one word, in lower case, negate?"""
    return _negated(word, _languages_of(), languages) is not None or (
        not word.isascii() and CHARACTERS.search(word) is not None
    )


def _negated(word: str, known: dict[str, frozenset[str]], languages: frozenset[str]) -> str | None:
    if "'" in word or "’" in word:
        head, _, tail = word.replace("’", "'").partition("'")
        if tail == "t" and head.endswith("n"):
            return "not"
        if head == "n" and (not languages or "fr" in languages):
            return "ne"
        word = tail
    if (langs := known.get(word)) is not None and (word not in AMBIGUOUS or not languages or langs & languages):
        return "not" if word in ("no", "not", "cannot") else word
    return _inflected(word, languages)


def _inflected(word: str, languages: frozenset[str]) -> str | None:
    """Read negation by prefix or ending, where a language of the text has it."""
    if languages & {"cs", "sk", "lt", "lv"} and SLAVIC.fullmatch(word):
        return word
    if "tr" in languages and TURKISH.fullmatch(word):
        return word
    if "fa" in languages and PERSIAN.match(word):
        return word
    if "bn" in languages and BENGALI.search(word):
        return word
    return None


def is_covered(text: str) -> bool:
    """Would a negation be seen in this text? False where a letter is of a script without a list."""
    return text.isascii() or all(not each.isalpha() or COVERED.match(each) for each in text)
