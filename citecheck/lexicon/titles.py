"""How titles announce that a work is retracted, is itself a notice, or speaks about another work; and titles of many works.

Patterns from the titles of Crossref's update notices of 1990 to 2026 and of the publishers' own templates (Elsevier, Springer
Nature, Wiley, Hindawi, Spandidos, PNAS). They match at the beginning only: a title that merely holds the word is research.
"""

from __future__ import annotations

import re

MARKED_RETRACTED = re.compile(
    r"\s*(?:\[(?:retracted|withdrawn)(?: article)?\]"
    r"|(?:retracted|withdrawn|removed)(?: article| paper| chapter)?\s*:)",
    re.IGNORECASE,
)
"""A hint that the work under this title was retracted; some publishers title the notice so too."""
OF_NOTICE = re.compile(
    r"""\s*\[?(?:
      (?:notice\ of\ )?(?:retraction|withdrawal)(?:\ notice|\ note|\ statement)?(?:\]?\s*[:.—–\[]|\s+to\b|\s+of\s+[:"“‘']|\s*$)
      |retraction\ (?:note|notice)\b
      |(?:editorial\ )?expression\ of\ (?:editorial\ )?concern(?:\s*[:.]|\s+(?:for|on|to|regarding|about)\b|\s*$)
      |(?:author(?:'s)?\ |publisher(?:'s)?\ )?(?:correction|corrigendum|erratum|addendum)s?
        (?:\s*[:.\[]|[’”"'](?:\W|$)|\s+to\b|\s+for\b(?=.{1,80}(?:et\ al|[“"‘']))|\s*$)
      |notice\ of\ (?:retraction|concern|correction)\b)""",
    re.IGNORECASE | re.VERBOSE,
)
"""The title of a notice: a retraction, a correction, a concern."""
ABOUT_ANOTHER = re.compile(
    r"\s*\[?(?:repl(?:y|ies) (?:to|by|from)\b|repl(?:y|ies)\s*[.:]|response to\b|comments? on\b|commentary on\b"
    r"|(?:book )?reviews? of\s*[:\"“‘']|book reviews?\s*:|review for\s*[\"“‘']|decision letter for\b|author response for\b"
    r"|letter to the editor\s*[:.])",
    re.IGNORECASE,
)
"""The title of a reply, comment or review that repeats another work's title."""
GENERIC = frozenset(
    "abstract abstracts acknowledgements acknowledgments addendum afterword appendix authorreply authorsreply authorsresponse "
    "backmatter bibliography bookreview bookreviews chapter comment commentary comments conclusion conclusions contents "
    "contributors correction corrections correspondence corrigendum discussion editorial editorialboard editorscomment "
    "editorsnote epilogue errata erratum foreword frontmatter fromtheeditor glossary guesteditorial inreply inthisissue index "
    "introduction invitedcommentary letter letters lettertotheeditor letterstotheeditor listofcontributors masthead news notes "
    "obituary obituaries overview preface prologue references rejoinder reply response results retraction review reviews "
    "spotlight summary tableofcontents titlepage untitled viewpoint "
    "einleitung einfuhrung vorwort nachwort fazit geleitwort inhalt schluss rezension rezensionen "
    "avantpropos conclusiongenerale editoriaux introductiongenerale preambule compterendu comptesrendus "
    "introduccion prologo presentacion prefacio conclusiones resena resenas introducao apresentacao introduzione prefazione "
    "введение предисловие заключение 前言 序 序言 后记 編集後記 はじめに おわりに 序文".split()
)
"""Folded titles that hundreds of works bear: the headings of journals and books, as Crossref's commonest titles list them."""
