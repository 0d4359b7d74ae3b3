"""Draw how quotations are matched: a fold with its way back, and a near miss word by word. Everything shown is computed."""

from __future__ import annotations

from xml.sax.saxutils import escape

from citecheck.quoting import verify_quotation
from citecheck.quoting.folding import Folding, fold_masked
from citecheck.quoting.masking import mask_text
from citecheck.records import QuoteMatch
from citecheck.report.worddiff import Piece, diff_words

FOLDED = "The “inter-\nactions”¹\u00a0rose by 12 % — in ﬁve plots."
QUOTED = "We found a difference of 25 % after sunset"
SOURCE = "We found no difference of 2.5 % after sunset, and none at noon. Nothing else was asked of the pupils."
CELL, ROW, LEFT, TOP = 15, 92, 96, 46
"""Width of a letter's cell, distance of the two rows, and where the first cell stands."""
LETTER = 8.4
"""Width of a letter of the second picture's type."""
SHOWN = {"\n": "↵", "\u00a0": "⍽", " ": "·"}
INK, FAINT, CHANGED, SAME = "#1f2328", "#8c959f", "#cf222e", "#0969da"


def draw_fold() -> str:
    """Draw a text, its key, and which letters of the one are which of the other."""
    folding = fold_masked(mask_text(FOLDED))
    width = LEFT + CELL * len(FOLDED) + 20
    parts = [_words(8, TOP, "source"), _words(8, TOP + ROW, "key")]
    parts += [_letter(at, TOP, each, CHANGED if _is_changed(folding, at) else INK) for at, each in enumerate(FOLDED)]
    parts += [_letter(at, TOP + ROW, each, INK) for at, each in enumerate(folding.key)]
    for place in range(len(folding.key)):
        start, end = folding.start_of(place), folding.end_of(place + 1)
        middle = (start + end - 1) / 2
        colour = FAINT if end - start == 1 and FOLDED[start].lower() == folding.key[place] else CHANGED
        parts.append(
            f'<line x1="{_x(middle):g}" y1="{TOP + 8}" x2="{_x(place):g}" y2="{TOP + ROW - 16}" stroke="{colour}"'
            f' stroke-width="{1 if colour == FAINT else 1.6}"/>'
        )
    said = "A text above, its folded key below, and a line from every letter of the key back to where it stands in the text."
    return _picture(width, TOP + ROW + 24, said, parts)


def draw_near_miss() -> str:
    """Draw a quotation above its passage, the words that differ marked, and what each difference is called."""
    match = verify_quotation(QUOTED, SOURCE)
    passage = match.passages[0].text
    pieces = diff_words(QUOTED, passage)
    columns = _columns(pieces)
    width = (
        LEFT
        + 24
        + LETTER * sum(max(len(mine), len(theirs), len(name)) + 1 for mine, theirs, name in _named(columns, match))
    )
    parts = [_words(8, TOP, "quotation"), _words(8, TOP + 30, "source"), _words(8, TOP + 62, "change")]
    at = float(LEFT)
    for mine, theirs, name in _named(columns, match):
        colour = INK if mine == theirs else CHANGED
        parts += [_words(at, TOP, mine, colour), _words(at, TOP + 30, theirs, colour)]
        if name:
            parts.append(_words(at, TOP + 62, name, SAME))
        at += LETTER * (max(len(mine), len(theirs), len(name)) + 1)
    likeness = f"{100 * (match.similarity or 0):.0f} % alike, and {match.status.value.replace('_', ' ')}"
    parts.append(_words(LEFT, TOP + 98, likeness, INK))
    said = f"A quotation and its passage, word under word; {len(match.changes)} words differ: {likeness}."
    return _picture(round(width), TOP + 116, said, parts)


def _columns(pieces: list[Piece]) -> list[tuple[str, str]]:
    """Put words that stand in both under one another, and one side's words under the other's."""
    columns: list[tuple[str, str]] = []
    for each in pieces:
        text = " ".join(each.text.split())
        if each.kind == "same":
            columns += [(word, word) for word in text.split(" ") if word]
        elif each.kind == "quoted":
            columns.append((text, ""))
        elif columns and columns[-1][0] and not columns[-1][1]:
            columns[-1] = columns[-1][0], text
        else:
            columns.append(("", text))
    return columns


def _named(columns: list[tuple[str, str]], match: QuoteMatch) -> list[tuple[str, str, str]]:
    """Add to each pair of words that differ what their difference is called."""
    names = iter([each.kind for each in match.changes])
    return [(mine, theirs, "" if mine == theirs else next(names, "")) for mine, theirs in columns]


def _is_changed(folding: Folding, at: int) -> bool:
    """Does the letter come out of the fold as another, with others, or not at all?"""
    place = folding.place_of(at)
    inside = place < len(folding.key) and folding.start_of(place) == at and folding.end_of(place + 1) == at + 1
    return not inside or folding.key[place] != FOLDED[at].lower()


def _x(column: float) -> float:
    return LEFT + CELL * column + CELL / 2


def _letter(column: int, y: int, letter: str, colour: str) -> str:
    shown = escape(SHOWN.get(letter, letter))
    return f'<text x="{_x(column):g}" y="{y}" text-anchor="middle" fill="{colour}">{shown}</text>'


def _words(x: float, y: int, text: str, colour: str = FAINT) -> str:
    return f'<text x="{x:g}" y="{y}" fill="{colour}">{escape(text)}</text>'


def _picture(width: int, height: int, said: str, parts: list[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"'
        ' font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14">'
    )
    background = f'<rect width="{width}" height="{height}" rx="6" fill="#ffffff"/>'
    return "\n".join([head, f"<title>{escape(said)}</title>", background, *parts, "</svg>", ""])
