"""Negation in many languages: seen where a sentence is negated, and not where a word only looks like it."""

from __future__ import annotations

import pytest

from citecheck import verify_quotation
from citecheck.lexicon import digest_lists
from citecheck.lexicon.negation import AMBIGUOUS, NEGATIONS, STOP_WORDS, find_negations, guess_languages
from citecheck.quoting import fold_source
from citecheck.quoting.folding import fold_masked

PAIRS = [
    ("fr", "Les rats et les souris ne sont pas morts dans la cage", "Les rats et les souris sont morts dans la cage"),
    ("es", "Los datos no se guardan en el sistema de la casa", "Los datos se guardan en el sistema de la casa"),
    ("pt", "Os dados não foram guardados no sistema da casa", "Os dados foram guardados no sistema da casa"),
    ("de", "Die Daten werden in kein System der Stadt übernommen", "Die Daten werden in ein System der Stadt übernommen"),
    ("nl", "De gegevens zijn niet in het systeem van de stad", "De gegevens zijn in het systeem van de stad"),
    ("it", "I dati non sono nel sistema della casa che è in città", "I dati sono nel sistema della casa che è in città"),
    ("el", "Τα δεδομένα δεν είναι στο σύστημα της πόλης", "Τα δεδομένα είναι στο σύστημα της πόλης"),
    ("ru", "Данные не хранятся в системе и на сервере", "Данные хранятся в системе и на сервере"),
    ("uk", "Дані не зберігаються в системі і на сервері", "Дані зберігаються в системі і на сервері"),
    ("tr", "Veriler bu sistemde saklanmıyor ve bir yere gitmez", "Veriler bu sistemde saklanıyor ve bir yere gider"),
    ("ar", "لم يتم حفظ البيانات في النظام", "تم حفظ البيانات في النظام"),
    ("he", "הנתונים לא נשמרו במערכת של העיר", "הנתונים נשמרו אל המערכת של העיר"),
    ("fa", "داده‌ها در سیستم ذخیره نمی‌شوند", "داده‌ها در سیستم ذخیره می‌شوند"),
    ("hi", "डेटा सिस्टम में नहीं रखा गया", "डेटा सिस्टम में रखा गया"),
    ("bn", "তথ্য সিস্টেমে রাখা হয়নি", "তথ্য সিস্টেমে রাখা হয়েছে"),
    ("vi", "Dữ liệu không được lưu trong hệ thống của thành phố", "Dữ liệu được lưu trong hệ thống của thành phố"),
    ("id", "Data itu tidak disimpan di sistem yang ada", "Data itu disimpan di sistem yang ada"),
    ("zh", "数据没有保存在系统中", "数据保存在系统中"),
    ("ja", "データはシステムに保存されなかった", "データはシステムに保存された"),
    ("ja", "この薬は効果がない", "この薬は効果がある"),
    ("ko", "데이터는 시스템에 저장되지 않았다", "데이터는 시스템에 저장되었다"),
    ("th", "ข้อมูลไม่ได้ถูกเก็บไว้ในระบบ", "ข้อมูลถูกเก็บไว้ในระบบ"),
    ("th", "ข้อมูลมิได้ถูกเก็บไว้ในระบบ", "ข้อมูลถูกเก็บไว้ในระบบ"),
    ("pl", "Dane nie są przechowywane w systemie na uczelni", "Dane są przechowywane w systemie na uczelni"),
    ("cs", "Data nejsou v systému uložena a je to tak", "Data jsou v systému uložena a je to tak"),
    ("sv", "Data sparas inte i systemet och är det som en regel", "Data sparas i systemet och är det som en regel"),
    ("fi", "Tietoja ei tallenneta järjestelmään ja se on hyvä kuin", "Tiedot tallennetaan järjestelmään ja se on hyvä kuin"),
    ("hu", "Az adatok nem a rendszerben vannak és ez egy jel", "Az adatok a rendszerben vannak és ez egy jel"),
    ("ro", "Datele nu sunt în sistem și la oraș pe care", "Datele sunt în sistem și la oraș pe care"),
]  # fmt: skip
PLAIN = [
    ("fr", "La personne et le point de vue de la dame sont dans le rapport et dans la lettre"),
    ("fr", "Et en mai les rats et les souris sont mis dans une cage et dans un pot"),
    ("es", "En el sistema de la casa y en la red se guardan los datos de un mes"),
    ("pt", "Os dados estão no sistema e no arquivo da cidade, no centro e no porto"),
    ("de", "Noch in der Nacht und am Ende des Tages hat die Stadt den Weg mit einem Zaun und mit Glas versehen"),
    ("nl", "De stad en het land zijn in de nacht en op de dag met het water van de zee gevuld"),
    ("it", "La casa e il ponte sono nel centro della città per il sale e per un pane che è di mare"),
    ("en", "The table lists no. 4 and a note on the mean of the sine in the chapter on waves"),
    ("zh", "未来研究将不断扩大，不仅非常重要，无论是否特别"),
    ("zh", "弗吉尼亚和莫斯科的研究分别告别了过去"),
    ("ja", "年別および男女別の少ないデータと危ない道"),
    ("ko", "끊임없이 노력하고 틀림없이 저장되었다"),
    ("th", "ข้อมูลอย่างละเอียดมีขนาดห้ามิลลิกรัมและสามมิลลิเมตร".replace("ห้า", "หก")),
    ("cs", "Nemocnice a nervová soustava je v srdci města a nebe je modré jako u řeky"),
    ("tr", "Bu komedi ve bir namaz için olan temiz yer çok iyi"),
    ("he", "הנתונים נשלחו אל העיר ואל המערכת של המדינה"),
]


def negations(text: str) -> list[str]:
    key = fold_masked(text).key
    return find_negations(key, guess_languages(key))


@pytest.mark.parametrize(("lang", "negated", "plain"), PAIRS)
def test_a_negation_is_seen_and_only_there(lang: str, negated: str, plain: str) -> None:
    assert negations(negated)
    assert not negations(plain)


@pytest.mark.parametrize(("lang", "text"), PLAIN)
def test_a_word_that_looks_like_a_negation_is_none(lang: str, text: str) -> None:
    assert negations(text) == []


@pytest.mark.parametrize(("lang", "negated", "plain"), PAIRS)
def test_a_dropped_negation_is_altered(lang: str, negated: str, plain: str) -> None:
    match = verify_quotation(plain, fold_source(f"{negated}. {negated}.", lang=lang))
    assert match.status in ("altered", "absent")
    assert match.status == "absent" or not match.critical_ok


def test_a_negation_that_is_a_stop_word_next_door_is_marked_as_ambiguous() -> None:
    for lang, words in NEGATIONS.items():
        for word in words.split():
            spoken = {other for other, stops in STOP_WORDS.items() if word in stops.split() and other != lang}
            elsewhere = {other for other in spoken if word not in NEGATIONS.get(other, "").split()}
            assert not elsewhere or word in AMBIGUOUS, (lang, word, elsewhere)


def test_the_digest_of_the_lists_is_the_same_twice() -> None:
    assert digest_lists() == digest_lists()
    assert len(digest_lists()) == 64
