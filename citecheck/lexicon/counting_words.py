"""Numbers in words, in seven languages: the words, and the compounds that German, Dutch and Italian write as one.

The words are those of the languages' own grammars (the tables of Unicode CLDR's rule-based number formats say the same). A
word for one is also an article or a pronoun, so it counts only before a scale, a fraction or a unit.
"""

from __future__ import annotations

from functools import cache

LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl")
DECIMAL_COMMA = frozenset(LANGUAGES) - {"en"}
"""Languages that write 3,5 for three and a half, and 1.200 for twelve hundred."""
_SIMPLE = {
    "en": """zero=0 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13
        fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60
        seventy=70 eighty=80 ninety=90""",
    "de": "null=0 zwei=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwölf=12",
    "fr": """zéro=0 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 treize=13
        quatorze=14 quinze=15 seize=16 vingt=20 trente=30 quarante=40 cinquante=50 soixante=60 septante=70 huitante=80
        nonante=90""",
    "es": """cero=0 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12 trece=13
        catorce=14 quince=15 dieciséis=16 diecisiete=17 dieciocho=18 diecinueve=19 veinte=20 veintiuno=21 veintidós=22
        veintitrés=23 veinticuatro=24 veinticinco=25 veintiséis=26 veintisiete=27 veintiocho=28 veintinueve=29 treinta=30
        cuarenta=40 cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90 cien=100 ciento=100 doscientos=200
        trescientos=300 cuatrocientos=400 quinientos=500 seiscientos=600 setecientos=700 ochocientos=800 novecientos=900""",
    "it": "zero=0 due=2 tre=3 quattro=4 cinque=5 sei=6 sette=7 otto=8 nove=9 dieci=10 undici=11 dodici=12",
    "pt": """zero=0 dois=2 duas=2 três=3 quatro=4 cinco=5 seis=6 sete=7 oito=8 nove=9 dez=10 onze=11 doze=12 treze=13
        catorze=14 quinze=15 dezesseis=16 dezasseis=16 dezessete=17 dezassete=17 dezoito=18 dezenove=19 dezanove=19 vinte=20
        trinta=30 quarenta=40 cinquenta=50 sessenta=60 setenta=70 oitenta=80 noventa=90 cem=100 cento=100 duzentos=200
        trezentos=300 quatrocentos=400 quinhentos=500 seiscentos=600 setecentos=700 oitocentos=800 novecentos=900""",
    "nl": "nul=0 twee=2 drie=3 vier=4 vijf=5 zes=6 zeven=7 acht=8 negen=9 tien=10 elf=11 twaalf=12",
}
ONES_ARTICLES = {
    "en": ("one", "a", "an"),
    "de": ("ein", "eine", "einem", "einen", "einer", "eines"),
    "fr": ("un", "une"),
    "es": ("un", "una", "uno"),
    "it": ("un", "una", "uno"),
    "pt": ("um", "uma"),
    "nl": ("een", "één"),
}
"""Words for one that count only before a scale, a fraction or, the first of each, a unit."""
_SCALES = {
    "en": "hundred=2 thousand=3 million=6 millions=6 billion=9 billions=9 trillion=12 trillions=12 mn=6 bn=9 tn=12",
    "de": """hundert=2 tausend=3 tsd=3 million=6 millionen=6 mio=6 milliarde=9 milliarden=9 mrd=9 billion=12 billionen=12
        bio=12""",
    "fr": "cent=2 cents=2 mille=3 million=6 millions=6 milliard=9 milliards=9 md=9 mds=9 billion=12 billions=12",
    "es": "mil=3 millón=6 millones=6 billón=12 billones=12",
    "it": "cento=2 mille=3 mila=3 milione=6 milioni=6 mln=6 miliardo=9 miliardi=9 mld=9",
    "pt": "mil=3 milhão=6 milhões=6 bilhão=9 bilhões=9 mil-milhões=9 trilhão=12 trilhões=12",
    "nl": "honderd=2 duizend=3 miljoen=6 mln=6 miljard=9 mld=9 mrd=9 biljoen=12",
}
_OTHER_SCALES = {"en": "dozen=12 dozens=12 lakh=100000 lakhs=100000 crore=10000000 crores=10000000", "de": "dutzend=12"}
_FRACTIONS = {
    "en": """half=2 halves=2 third=3 thirds=3 quarter=4 quarters=4 fourth=4 fourths=4 fifth=5 fifths=5 sixth=6 sixths=6
        seventh=7 sevenths=7 eighth=8 eighths=8 ninth=9 ninths=9 tenth=10 tenths=10 hundredth=100 hundredths=100
        thousandth=1000 thousandths=1000""",
    "de": "hälfte=2 drittel=3 viertel=4 fünftel=5 sechstel=6 siebtel=7 achtel=8 neuntel=9 zehntel=10 hundertstel=100",
    "fr": "moitié=2 tiers=3 quart=4 quarts=4 cinquième=5 cinquièmes=5 sixième=6 dixième=10 dixièmes=10 centième=100",
    "es": "mitad=2 tercio=3 tercios=3 cuarto=4 cuartos=4 quinto=5 quintos=5 sexto=6 décimo=10 décimos=10",
    "it": "metà=2 terzo=3 terzi=3 quarto=4 quarti=4 quinto=5 quinti=5 sesto=6 decimo=10 decimi=10",
    "pt": "metade=2 terço=3 terços=3 quarto=4 quartos=4 quinto=5 quintos=5 décimo=10 décimos=10",
    "nl": "helft=2 derde=3 kwart=4 vierde=4 vijfde=5 tiende=10",
}
ALONE = frozenset("half hälfte moitié mitad metà metade helft".split())
"""Fractions that need no number before them."""
IN = {
    "en": ("in", "out of", "in every", "of every"),
    "de": ("von", "unter"),
    "fr": ("sur",),
    "es": ("de cada",),
    "it": ("su",),
    "pt": ("em cada", "em"),
    "nl": ("op de", "van de"),
}
"""What stands between the two numbers of *two in five*; in the others only between numbers in digits or words."""
FOLDS = {
    "double": "2", "doubles": "2", "doubled": "2", "doubling": "2", "twice": "2", "twofold": "2", "triple": "3",
    "triples": "3", "tripled": "3", "tripling": "3", "treble": "3", "trebled": "3", "threefold": "3", "quadruple": "4",
    "quadrupled": "4", "quadrupling": "4", "fourfold": "4", "fivefold": "5", "sixfold": "6", "sevenfold": "7",
    "eightfold": "8", "ninefold": "9", "tenfold": "10", "hundredfold": "100", "halve": "1/2", "halves": "1/2",
    "halved": "1/2", "halving": "1/2", "verdoppelt": "2", "verdoppelte": "2", "verdoppelten": "2", "doppelt": "2",
    "verdreifacht": "3", "halbiert": "1/2", "halbierte": "1/2", "halbierten": "1/2", "dreifach": "3", "zweifach": "2",
    "doublé": "2", "doubler": "2", "triplé": "3", "tripler": "3", "duplicó": "2", "duplicado": "2", "duplicaron": "2",
    "triplicó": "3", "triplicado": "3", "duplicou": "2", "raddoppiato": "2", "raddoppiata": "2", "triplicato": "3",
    "dimezzato": "1/2", "dimezzata": "1/2", "verdubbeld": "2", "verdubbelde": "2", "verdrievoudigd": "3",
    "gehalveerd": "1/2", "halveerde": "1/2",
}  # fmt: skip
"""Change by a factor. *Halves* is a verb here only when no number stands before it."""
MONTHS = {
    word: number
    for number, words in enumerate(
        (
            "january jan januar janvier enero gennaio janeiro januari",
            "february feb februar février febrero febbraio fevereiro februari",
            "march mar märz mars marzo março maart",
            "april apr avril abril aprile",
            "may mai mayo maggio maio mei",
            "june jun juni juin junio giugno junho",
            "july jul juli juillet julio luglio julho",
            "august aug août agosto augustus",
            "september sep sept septembre septiembre settembre setembro",
            "october oct oktober octobre octubre ottobre outubro",
            "november nov novembre noviembre novembro",
            "december dec dezember décembre diciembre dicembre dezembro",
        ),
        1,
    )
    for word in words.split()
}
STOP_WORDS = {
    "en": "the of and to is was were that with for by at on as from this are had has he she we they which or be it its not",
    "de": "der die das und ist von mit den wurde wurden für nicht ein eine um auf zu im sich prozent bei",
    "fr": "le la les des et est une dans par pour que du au ont",
    "es": "el la los las y es una con por para que del se en",
    "it": "il la gli che di e una con per del della è sono nel",
    "pt": "o os as e uma com por para que do da em não foi",
    "nl": "de het een en van met voor dat op zijn werd niet procent",
}
"""By which the language of a short text is guessed; no more than that."""


def _pairs(text: str) -> dict[str, int]:
    return {word: int(value) for word, _, value in (each.partition("=") for each in text.split())}


@cache
def number_words(lang: str) -> dict[str, int]:
    """Give the words of a language that are numbers by themselves, with the compounds it writes as one."""
    words = _pairs(_SIMPLE[lang])
    compound = {"de": _german, "nl": _dutch, "it": _italian}.get(lang)
    return {**compound(), **words} if compound else words


@cache
def scale_words(lang: str) -> dict[str, int]:
    """Give the words of a language that multiply, and by how much."""
    return {
        **{word: 10**power for word, power in _pairs(_SCALES[lang]).items()},
        **_pairs(_OTHER_SCALES.get(lang, "")),
    }


@cache
def fraction_words(lang: str) -> dict[str, int]:
    """Give the denominators of a language."""
    return _pairs(_FRACTIONS[lang])


def _with_hundreds(below: dict[str, int], ones: list[str], hundred: str, thousand: str) -> dict[str, int]:
    """Add n hundred, n hundred m, and whole thousands to the words below a hundred."""
    words = dict(below)
    for number, one in enumerate(["", *ones[2:]], 1):
        words[one + hundred] = 100 * number
        words |= {one + hundred + rest: 100 * number + value for rest, value in below.items() if value}
    words |= {word + thousand: 1000 * value for word, value in list(words.items()) if value > 1}
    return words | {thousand: 1000}


def _german() -> dict[str, int]:
    ones = "null ein zwei drei vier fünf sechs sieben acht neun".split()
    words = {each: value for value, each in enumerate(ones) if value > 1} | {"zehn": 10, "elf": 11, "zwölf": 12}
    words |= dict(
        zip("dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn".split(), range(13, 20), strict=True)
    )
    for value, ten in enumerate("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split(), 2):
        words[ten] = 10 * value
        words |= {f"{one}und{ten}": 10 * value + number for number, one in enumerate(ones) if number}
    return _with_hundreds(words, ones, "hundert", "tausend")


def _dutch() -> dict[str, int]:
    ones = "nul een twee drie vier vijf zes zeven acht negen".split()
    words = {each: value for value, each in enumerate(ones) if value > 1} | {"tien": 10, "elf": 11, "twaalf": 12}
    words |= dict(
        zip("dertien veertien vijftien zestien zeventien achttien negentien".split(), range(13, 20), strict=True)
    )
    for value, ten in enumerate("twintig dertig veertig vijftig zestig zeventig tachtig negentig".split(), 2):
        words[ten] = 10 * value
        words |= {
            one + ("ën" if one.endswith("e") else "en") + ten: 10 * value + number
            for number, one in enumerate(ones)
            if number
        }
    return _with_hundreds(words, ones, "honderd", "duizend")


def _italian() -> dict[str, int]:
    ones = "zero uno due tre quattro cinque sei sette otto nove".split()
    words = {each: value for value, each in enumerate(ones) if value > 1}
    teens = "dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove".split()
    words |= {each: value for value, each in enumerate(teens, 10)}
    for value, ten in enumerate("venti trenta quaranta cinquanta sessanta settanta ottanta novanta".split(), 2):
        words[ten] = 10 * value
        for number, one in enumerate(ones):
            if number:
                words[(ten[:-1] if number in (1, 8) else ten) + one] = 10 * value + number
    return _with_hundreds(words, ones, "cento", "mila") | {"mille": 1000}
