"""Names of the heading under which a reference list stands, in many languages."""

from __future__ import annotations

import re

_SURE = (
    "references|reference list|list of references|references cited|cited references|"
    "references and notes|references and further reading|bibliography|works cited|literature cited|"
    "sources cited|cited sources|cited works|citations|selected bibliography|cited literature|"
    "source list|list of sources|reference|literaturverzeichnis|bibliographie|bibliografie|"
    "quellenverzeichnis|literaturangaben|referenzen|einzelnachweise|zitierte literatur|références|"
    "références bibliographiques|références citées|ouvrages cités|referencias|"
    "referencias bibliográficas|bibliografía|obras citadas|referències|bibliografia|referências|"
    "referências bibliográficas|riferimenti|riferimenti bibliografici|referenties|bronvermelding|"
    "literatuurlijst|literatuur|referanser|referenser|källförteckning|litteraturliste|"
    "litteraturförteckning|litteraturhenvisninger|kilder|kildeliste|lähteet|kirjallisuus|lähdeluettelo|"
    "piśmiennictwo|spis literatury|seznam literatury|použitá literatura|reference list|"
    "zoznam literatúry|irodalomjegyzék|hivatkozások|bibliografie|referințe|kaynakça|kaynaklar|"
    "βιβλιογραφία|αναφορές|список литературы|список использованной литературы|библиография|"
    "список літератури|література|література та джерела|библиографски списък|daftar pustaka|"
    "tài liệu tham khảo|"
    "参考文献|參考文獻|引用文献|引用文獻|文献|参考资料|参考資料|참고문헌|참고 문헌|المراجع|مراجع|ביבליוגרפיה|संदर्भ"
)
_UNSURE = (
    "sources|notes|literature|endnotes|footnotes|further reading|links|quellen|literatur|anmerkungen|"
    "notes and references|sources and notes|littérature|sources et références|fuentes|literatura|notas|"
    "fonti|fontes|note|bronnen|källor|литература|источники|примечания|irodalom|źródła|zdroje|surse|"
    "πηγές"
)
_SURE_NAMES = frozenset(_SURE.split("|"))
_UNSURE_NAMES = frozenset(_UNSURE.split("|"))
_NUMBERING = re.compile(r"^\s*(?:(?:\d+|[IVX]+|[A-Z])(?:\.\d+)*[.):]?\s+)?")


def is_list_heading(text: str, extra: str = "") -> bool | None:
    """Does a heading name a reference list? None when it may, if what follows looks like one."""
    name = _NUMBERING.sub("", text.strip(" *_#:.\u3000")).strip(" *_:.").casefold()
    name = " ".join(name.split())
    if name in _SURE_NAMES or (extra and name == extra.strip().casefold()):
        return True
    return None if name in _UNSURE_NAMES else False
