"""LaTeX in a bibliography's fields, undone: one pass of one pattern, for titles and names by the hundred thousand.

No parser: what a title holds is accents, a few symbols, markup whose argument is the text, and short mathematics that is
kept readable. A command that is not known vanishes and its argument stays.
"""

from __future__ import annotations

import html
import re
import unicodedata

ACCENTS = dict(
    zip(
        "`'^~\"=.uvHcdbkr",
        "\u0300\u0301\u0302\u0303\u0308\u0304\u0307\u0306\u030c\u030b\u0327\u0323\u0331\u0328\u030a",
        strict=True,
    )
)
_GREEK = (
    "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν "
    "xi ξ pi π rho ρ sigma σ varsigma ς tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ "
    "Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω"
)
_LETTERS = "ss ß o ø O Ø l ł L Ł ae æ AE Æ oe œ OE Œ aa å AA Å i ı j ȷ dh ð DH Ð th þ TH Þ dj đ DJ Đ ng ŋ NG Ŋ"
_SIGNS = (
    "textendash – textemdash — ldots … dots … cdots ⋯ textellipsis … textquoteright ’ textquoteleft ‘ textquotedblleft “ "
    "textquotedblright ” textquotedbl \" textquotesingle ' guillemotleft « guillemotright » textregistered ® texttrademark ™ "
    "textcopyright © copyright © S § P ¶ pounds £ texteuro € euro € textdegree ° degree ° textmu µ times × pm ± mp ∓ div ÷ "
    "cdot · sim ∼ approx ≈ le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ infty ∞ to → rightarrow → leftarrow ← leftrightarrow ↔ in ∈ "
    "subset ⊂ cup ∪ cap ∩ forall ∀ exists ∃ partial ∂ nabla ∇ sum ∑ prod ∏ int ∫ prime ′ circ ° star ⋆ ell ℓ hbar ħ "
    "textless < textgreater > textunderscore _ textasciitilde ~ textasciicircum ^ textbackslash \\ textbar | lbrace { "
    "rbrace } langle ⟨ rangle ⟩ dag † ddag ‡ textperiodcentered · textonehalf ½ textsuperscript textsubscript quad qquad"
)


def _table(*lists: str) -> dict[str, str]:
    """Read `name sign name sign …`; a name followed by another name stands for nothing."""
    signs: dict[str, str] = {}
    for words in map(str.split, lists):
        place = 0
        while place < len(words):
            following = words[place + 1] if place + 1 < len(words) else ""
            paired = bool(following) and (len(following) == 1)
            signs[words[place]] = following if paired else ""
            place += 2 if paired else 1
    return signs


# Literal alternatives only: the search then skips by first letter, ten times as fast as with classes.
_TROUBLE = re.compile(
    "|".join(map(re.escape, ("\\", "{", "}", "$", "~", "&", "<", "--", "``", "''", "  ", "\n", "\t")))
)
_COMMAND = re.compile(
    r"\\([`'^\"~=.])\s*(?:\{\s*\\?([^\W\d_]?)\s*\}|\\([ij])(?![A-Za-z])\s*|([^\W\d_]))"  # \"{o} \"\i \"o
    r"|\\([uvHcdbkr])(?:\s*\{\s*\\?([^\W\d_])\s*\}|\s+\\?([^\W\d_]))"  # \v{S} \v S
    r"|\\href\s*\{[^{}]*\}"
    r"|\\([A-Za-z]+)\*?[ \t]*(?:\{\})?"
    r"|\\([^A-Za-z])"
)
_OPEN, _CLOSE, _TILDE = "\ufdd0", "\ufdd1", "\ufdd2"  # noncharacters: signs that are meant, kept from what goes
_PLAIN = (
    ("{", ""), ("}", ""), ("~", " "), ("---", "—"), ("--", "–"), ("``", "“"), ("''", "”"),
    (_OPEN, "{"), (_CLOSE, "}"), (_TILDE, "~"),
)  # fmt: skip
SIGNS = _table(_GREEK, _LETTERS, _SIGNS) | {
    "lbrace": _OPEN, "rbrace": _CLOSE, "textasciitilde": _TILDE, "backslash": "",
    "quad": " ", "qquad": " ", "space": " ", "LaTeX": "LaTeX", "TeX": "TeX", "BibTeX": "BibTeX", "newline": " "
}  # fmt: skip
_MATH = re.compile(r"(?<!\\)\$([^$]*)(?<!\\)\$")
_TAG = re.compile(
    r"</?(?:i|b|em|strong|sub|sup|scp|sc|span|u|tt|p|title|inf|italic|bold|jats:\w+)\b[^<>]{0,200}>", re.I
)


def undo_markup(text: str) -> str:
    """Give the text that LaTeX or HTML markup stands for, on one line."""
    if not _TROUBLE.search(text):
        return text.strip()
    if "$" in text:
        text = _MATH.sub(lambda match: _undo_math(match.group(1)), text)
    if "\\" in text:
        text = _COMMAND.sub(_undo, text)
    for sign, plain in _PLAIN:
        if sign in text:
            text = text.replace(sign, plain)
    if "&" in text:
        text = html.unescape(text)
    if "<" in text:
        text = _TAG.sub("", text)
    return " ".join(text.split())


def _undo_math(formula: str) -> str:
    """Take the dollars off, and the signs of sub- and superscripts: H_2O reads H2O, as registries write it."""
    plain = re.sub(r"\\(?:mathrm|text|mathit|mathbf|rm|left|right)\b\s*", "", formula)
    return _COMMAND.sub(_undo, re.sub(r"(?<!\\)[_^]", "", plain))


def _undo(match: re.Match[str]) -> str:
    accent = match.group(1) or match.group(5)
    if accent:
        letter = next((each for each in match.group(2, 3, 4, 6, 7) if each), "")
        return unicodedata.normalize("NFC", letter + ACCENTS[accent]) if letter else ""
    if command := match.group(8):
        return SIGNS.get(command, "")
    sign = match.group(9) or ""
    return _SIGNS_AFTER.get(sign, sign)


_SIGNS_AFTER = dict.fromkeys("-/()[]", "") | dict.fromkeys(" ,;!:\\\n", " ") | {"{": _OPEN, "}": _CLOSE}
"""What a sign after a backslash stands for, where that is not itself."""
