"""The mistakes, and the liberties, with which works are cited. Each gives the changed facts, or None where it does not apply."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace

from tests.resolving.generated.facts import Facts

Change = Callable[[Facts, random.Random], Facts | None]
"""A liberty: the reference still describes the work."""
SPELT = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "æ": "ae", "ß": "ss", "Ø": "Oe", "Ö": "Oe"}
)
DROPPED = str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ß": "ss", "æ": "ae", "ı": "i", "đ": "d", "Đ": "D"})
CYRILLIC = dict(
    zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
        "a b v g d e yo zh z i y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya".split(" "),
        strict=True,
    )
)
SMALL = frozenset("of the and in for on de la der die das und y".split())
SURNAMES = (
    "Abernethy Bolander Cisneros Dragomir Eastlake Farrokhzad Gudmundsen Hollister Ivanchenko Jankowski Kirwan".split()
)
GIVEN = "Ada Bruno Clara Dmitri Edda Farid Greta Hugo Ines Jonas Karin".split()
SUBJECTS = "Resonant Coupling|Adaptive Sampling|Interfacial Transport|Latent Curvature|Distributed Consensus".split("|")
OBJECTS = (
    "Layered Perovskite Foams|Small Island Economies|Cortical Slice Cultures|Federated Ledgers|Alpine Snow Algae".split(
        "|"
    )
)
ENDS = "A Longitudinal Assessment|Evidence from Paired Trials|Toward a Unified Account|Limits and Remedies".split("|")


def keep(work: Facts, rng: random.Random) -> Facts:
    """Copy faithfully."""
    return work


def slip(work: Facts, rng: random.Random) -> Facts | None:
    """Two letters of the title changed, dropped or swapped."""
    letters = list(work.title)
    places = [at for at, each in enumerate(letters[:-1]) if each.isalpha() and letters[at + 1].isalpha()]
    if len(places) < 25:
        return None
    for at in rng.sample(places, 2):
        match rng.randrange(3):
            case 0:
                letters[at], letters[at + 1] = letters[at + 1], letters[at]
            case 1:
                letters[at] = "e" if letters[at] != "e" else "a"
            case _:
                letters[at] = ""
    return replace(work, title="".join(letters))


def leave_out(work: Facts, rng: random.Random) -> Facts:
    """No journal's volume, issue and pages; every second time no journal either."""
    container = work.container if rng.random() < 0.5 else ""
    return replace(work, container=container, short="", volume="", issue="", pages="")


def year_off(work: Facts, rng: random.Random) -> Facts:
    """The year before or after."""
    return replace(work, year=(work.year or 2000) + rng.choice((-1, 1)))


def wrong_year(work: Facts, rng: random.Random) -> Facts:
    """A year some years off."""
    return replace(work, year=(work.year or 2000) + rng.choice((-4, -3, 3)))


def swap_authors(work: Facts, rng: random.Random) -> Facts | None:
    """The first two authors in the other order."""
    if len(work.people) < 2 or work.organisations:
        return None
    return replace(work, people=(work.people[1], work.people[0], *work.people[2:]))


def sort_authors(work: Facts, rng: random.Random) -> Facts | None:
    """All authors in the alphabet's order."""
    if len(work.people) < 3 or work.organisations:
        return None
    return replace(work, people=tuple(sorted(work.people)))


def first_only(work: Facts, rng: random.Random) -> Facts | None:
    """The first author and *et al.*"""
    return replace(work, people=work.people[:1]) if len(work.people) > 2 else None


def families_only(work: Facts, rng: random.Random) -> Facts | None:
    """No given names at all."""
    people = tuple((family, "") for family, _ in work.people)
    return replace(work, people=people, organisations=frozenset())


def lose_authors(work: Facts, rng: random.Random) -> Facts | None:
    """Three of many authors."""
    return replace(work, people=work.people[:3]) if len(work.people) > 5 else None


def abbreviate(work: Facts, rng: random.Random) -> Facts | None:
    """The journal's words cut, as ISO 4 does."""
    words = [each for each in work.container.split() if each.casefold() not in SMALL]
    if len(words) < 2:
        return None
    cut = " ".join(f"{each[:4].rstrip('aeiou')}." if len(each) > 5 else each for each in words)
    return replace(work, container=cut, short=cut)


def truncate(work: Facts, rng: random.Random) -> Facts | None:
    """The title broken off after two thirds of its words."""
    words = work.whole_title.split()
    if len(words) < 9:
        return None
    return replace(work, title=" ".join(words[: 2 * len(words) // 3]) + "...", subtitle="")


def drop_subtitle(work: Facts, rng: random.Random) -> Facts | None:
    """The main title alone."""
    if work.subtitle:
        return replace(work, subtitle="")
    head, colon, _ = work.title.partition(": ")
    return replace(work, title=head) if colon and len(head) > 11 else None


def keep_markup(work: Facts, rng: random.Random) -> Facts | None:
    """The registry's own markup, entities and all, pasted."""
    if work.marked == work.title and "&" not in work.title:
        return None
    return replace(work, title=" ".join(work.marked.split()))


def write_latex(work: Facts, rng: random.Random) -> Facts | None:
    """Accents, Greek and small capitals as LaTeX writes them."""
    changed = replace(work, title=_latex(work.title), people=tuple((_latex(a), _latex(b)) for a, b in work.people))
    return changed if changed != work else None


def shout(work: Facts, rng: random.Random) -> Facts:
    """The title in capitals."""
    return replace(work, title=work.title.upper(), subtitle=work.subtitle.upper())


def spell_out(work: Facts, rng: random.Random) -> Facts | None:
    """Umlauts spelt out: ö as oe, ø as oe."""
    changed = tuple((family.translate(SPELT), given.translate(SPELT)) for family, given in work.people)
    return replace(work, people=changed) if changed != work.people else None


def drop_accents(work: Facts, rng: random.Random) -> Facts | None:
    """Every accent dropped, in names and title."""
    changed = replace(work, title=_plain(work.title), people=tuple((_plain(a), _plain(b)) for a, b in work.people))
    return changed if changed != work else None


def romanise(work: Facts, rng: random.Random) -> Facts | None:
    """Cyrillic names and title in Latin letters."""
    if not re.search("[а-я]", work.title):
        return None
    people = tuple((_romanised(a), _romanised(b)) for a, b in work.people)
    return replace(work, title=_romanised(work.title), people=people, container=_romanised(work.container))


def turn_names(work: Facts, rng: random.Random) -> Facts | None:
    """Family and given names mistaken for each other, as happens to Chinese and Hungarian ones."""
    if work.organisations or not all(given and "." not in given and " " not in given for _, given in work.people):
        return None
    return replace(work, people=tuple((given, family) for family, given in work.people))


def move_particles(work: Facts, rng: random.Random) -> Facts | None:
    """Particles after the given name: `Berg, Pieter van der`."""
    people = tuple(_moved(*each) for each in work.people)
    return replace(work, people=people) if people != work.people else None


def halve_names(work: Facts, rng: random.Random) -> Facts | None:
    """Of a compound family name only one half."""
    people = tuple(
        (re.split(r"[ -]", family)[0], given) if _compound(family) else (family, given) for family, given in work.people
    )
    return replace(work, people=people) if people != work.people else None


def translate(work: Facts, rng: random.Random) -> Facts | None:
    """The title as the work's own summary gives it, or an English one for a work in another script."""
    if work.other_title and work.other_title != work.title:
        return replace(work, title=work.other_title, subtitle="")
    if re.search(r"[^\W\d_a-zA-ZÀ-ɏ]{4}", work.title) and work.volume and work.pages:
        return replace(
            work,
            title="Effects of tree shade in towns",
            people=tuple((_romanised(a), _romanised(b)) for a, b in work.people),
        )
    return None


LIBERTIES: dict[str, Change] = {
    "faithful": keep,
    "slips in the title": slip,
    "fields left out": leave_out,
    "a year off": year_off,
    "wrong year": wrong_year,
    "first authors swapped": swap_authors,
    "authors sorted": sort_authors,
    "first author et al.": first_only,
    "three of many authors": lose_authors,
    "family names only": families_only,
    "journal abbreviated": abbreviate,
    "title broken off": truncate,
    "subtitle dropped": drop_subtitle,
    "markup pasted": keep_markup,
    "LaTeX": write_latex,
    "capitals": shout,
    "umlauts spelt out": spell_out,
    "accents dropped": drop_accents,
    "romanised": romanise,
    "names turned": turn_names,
    "particles moved": move_particles,
    "half a family name": halve_names,
    "translated title": translate,
}


def invent_title(rng: random.Random) -> str:
    """Give a title that no work bears."""
    return f"{' and '.join(rng.sample(SUBJECTS, 2))} in {rng.choice(OBJECTS)}: {rng.choice(ENDS)}"


def invent_people(rng: random.Random) -> tuple[tuple[str, str], ...]:
    """Give authors that no work has."""
    return tuple((family, rng.choice(GIVEN)) for family in rng.sample(SURNAMES, rng.randint(2, 4)))


def _compound(family: str) -> bool:
    return bool(re.fullmatch(r"[^\W\d_a-z][\w'’]{2,}[ -][^\W\d_a-z][\w'’]{2,}", family))


def _moved(family: str, given: str) -> tuple[str, str]:
    match = re.match(r"((?:van|von|de|der|den|ten|la|dos|da|'t|und|zu|Van|De) )+(?=\S)", family)
    return (family[match.end() :], f"{given} {match[0].strip()}") if match and given else (family, given)


def _plain(text: str) -> str:
    if not re.search("[a-zA-Z]", text):
        return text
    text = unicodedata.normalize("NFKD", text.translate(DROPPED))
    return unicodedata.normalize("NFC", "".join(each for each in text if not unicodedata.combining(each)))


def _romanised(text: str) -> str:
    return "".join(
        CYRILLIC.get(each, each) if each.islower() else CYRILLIC.get(each.lower(), each).capitalize() for each in text
    )


def _latex(text: str) -> str:
    marks = {
        "\u0308": '\\"',
        "\u0301": "\\'",
        "\u0300": "\\`",
        "\u0302": "\\^",
        "\u0303": "\\~",
        "\u030c": "\\v",
        "\u0327": "\\c",
    }
    out = []
    for each in text:
        parts = unicodedata.normalize("NFD", each)
        if len(parts) == 2 and parts[1] in marks and parts[0].isascii():
            out.append(f"{{{marks[parts[1]]}{{{parts[0]}}}}}")
        else:
            out.append(
                {
                    "ø": "{\\o}",
                    "Ø": "{\\O}",
                    "ß": "{\\ss}",
                    "ł": "{\\l}",
                    "Ł": "{\\L}",
                    "α": "$\\alpha$",
                    "γ": "$\\gamma$",
                }.get(each, each)
            )
    return "".join(out)
