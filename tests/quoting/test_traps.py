"""Traps: pairs that a lenient comparison takes for the same, and pairs that a strict one takes for different."""

from __future__ import annotations

import pytest

from citecheck import verify_quotation
from citecheck.quoting import match_quotation

DIFFERENT = [
    ("the drug was effective in mice", "the drug was ineffective in mice"),
    ("a drop of 5 points", "a drop of −5 points"),
    ("rose by 1.5 million", "rose by 1,5 billion"),
    ("the ratio was 1.5", "the ratio was 15"),
    ("risk of 0.5%", "risk of 0.5‰"),
    ("risk of 5", "risk of 5‰"),
    ("the cat sat on the mat", "the cat sat on the\n\nnot on mat"),
    ("It was [not] effective in men", "It was effective in men"),
    ("It was effective [un]usually in men", "It was effective usually in men"),
    ("[Not] all men died", "All men died"),
    ("the crew [never] left", "the crew left"),
    ("men [and women] died ... quickly", "men died not quickly"),
    ("we found no effect ... in men", "we found no effect in women, but not in men"),
    ("The trial found benefit ... in women", "The trial found benefit in men. It found none in women."),
    ("p = 0.05 in men", "p = 0.005 in men"),
    ("103 cells", "10³ cells"),
    ("H2O was used", "H20 was used"),
    ("between 5 and 10 mg", "between 5 and 10 µg"),
    ("5 mg daily", "5 Mg daily"),
    ("2 mM glucose", "2 mm glucose"),
    ("x < 5", "x > 5"),
    ("x ≤ 5 mm", "x ≥ 5 mm"),
    ("cost $5 today", "cost €5 today"),
    ("3.14 of it", "3,14 of it"),
    ("the no. 5 bus", "the 5 bus"),
    ("résumé was sent", "resume was sent"),
    ("we went there", "we wenthere"),
    ("it is 5 % of", "it is .5 % of"),
    ("1 in 4 men", "1 in 40 men"),
    ("aged 18-65", "aged 18 65"),
    ("1/2 of men", "12 of men"),
    ("a 2:1 ratio", "a 21 ratio"),
    ("a+b", "a-b"),
    ("a/b test", "ab test"),
    ("is it true?", "is it true!"),
    ("let's eat, grandma", "let's eat grandma"),
    ("10 to 12", "10-12"),
    ("men and women", "men or women"),
    ("the\n\nend of it", "the bitter end of it"),
    ("5′ tall", "5″ tall"),
    ("5' of it", '5" of it'),
    ("no significant effect", "significant effect"),
    ("Der Arzt ist nicht ... gekommen", "Der Arzt ist ganz sicher nie gekommen"),
    ("数が10件", "数が100件"),
    ("三人来た", "十三人来た"),
    ("A was better ... than B", "A was better in no way than B"),
    ("one — two", "one two"),
    ("temperature of -5 C", "temperature of – 5 C"),
    ("value (-12) ok", "value (—12) ok"),
    ("value (-12) ok", "value (– 12) ok"),
    ("we used 5.", "we used 5.5 mg"),
    ("we used 5,", "we used 5,5 mg"),
    ("0.45** in men", "0.45 in men"),
    ("*0.45* in men **x", "0.45 in men x"),
    ("2*3 things", "23 things"),
    ("a_b c", "ab c"),
    ("12[3] men", "123 men"),
    ("men[3] died", "men died"),
    ("1 [000] men", "1 men"),
    ("the drug ... works", "the drug hardly ever works"),
    ("the drug ... works", "the drug, without doubt, works"),
    ("they [could] go", "they could not go"),
    ("5 - 3 = 2", "5 3 = 2"),
    ("about 20", "about 20,000 men"),
    ("about 20", "about 20.000 men"),
    ("about 2", "about 2⁄3 men"),
    ("about 2", "about 2/3 men"),
    ("about 2", "about 2:1 odds"),
    ("3 men", "2/3 men"),
    ("about 5", "about 5e10 men"),
    ("1 odds", "2:1 odds"),
    ("about 1", "about 1½ men"),
    ("½ men", "1½ men"),
    ("№ 5", "№ 55"),
    ("10 men", "10th men"),
    ("he said yes", "he said “no, yes”"),
    ("A 5", "A 5 × 10⁶ b"),
    ("A 5", "A 5 million b"),
    ("A 5", "A 5-fold b"),
    ("A 5", "A 5°C b"),
    ("A 5", "A 5 percent b"),
    ("A 5", "A 5-10 b"),
    ("2 b", "A 5 ± 2 b"),
    ("2 b", "A 5±2 b"),
]
SAME = [
    ("the food — good as it was — went cold", "the food – good as it was – went cold"),
    ("He said 'no' and left", 'He said "no" and left'),
    ("don't", "don’t"),
    ("co-operate fully", "coop-\nerate fully"),
    ("naïve approach", "naïve approach"),
    ("a b", "a\u3000b"),
    ("100 000 men", "100\u202f000 men"),
    ("“Yes,” he said.", '"Yes," he said.'),
    ("the end", "The End."),
    ("(see Table 1)", "(see Table 1)"),
    ("up to 95%", "up to 95 %"),
    ("5 °C", "5 °C"),
    ("A&B rule", "A&amp;B rule"),
    ("l'été est chaud", "l’été est chaud"),
    ("rock 'n' roll", "rock ’n’ roll"),
    ("the 1990s were", "the 1990s were"),
    ("e.g. this", "e.g. this"),
    ("... and so it went", "and so it went"),
    ("and so it went ...", "and so it went"),
    ("...the men died", "Then the men died"),
    ("the men died…", "the men died at sea"),
    ("‘single’ word", "“single” word"),
    ("«Oui», dit-il", "« Oui », dit-il"),
    ("H₂O was", "H₂O was"),
    ("x²", "x²"),
    ("Fig. 1 shows", "Fig. 1 shows"),
    ("the T-cell count", "the T‑cell count"),
    ("the men (who died) left", "the men (who died) left"),
    ("it fell [by] 5%", "it fell 5%"),
    ("A. B. Smith", "A. B. Smith"),
    ("the U.S. ... won", "the U.S. team won"),
    ("Prices rose ... 5%", "Prices rose sharply, by 5%"),
    ("[…] the men died", "Then the men died"),
    ("the men died […]", "the men died"),
    ("the men died [...].", "the men died"),
    ("[W]e agree", "Today we agree"),
    ("[w]e agree", "We agree"),
    ("their [sic] going", "their going"),
    ("the *men* died [emphasis added]", "the men died"),
    ("the dog [Rex] barked", "the dog barked"),
    ("[Rex] barked", "It barked"),
    ("he walk[ed] home", "he walks home"),
    ("> quoted line", "quoted line"),
    ("the “first” of “many”", 'the "first" of "many"'),
    ("at 5 p.m.", "at 5 p.m. they"),
    ("the value was 12", "the value was 12. Then"),
    ("the value was 12", "the value was 12, then"),
    ("the value was 12", "the value was 12; then"),
    ("the value was 12", "the value (which was) the value was 12) then"),
    ("of 2019", "of 2019–that year"),
    ("in men.[12] Women", "in men.[12] Women"),
    ("not only men but women", "not only men but women"),
    ("100 000 men", "100\u202f000 men"),
]
NEGATED = [
    ("en", "The valve has ... failed", "The valve has never failed."),
    ("en", "The valve ... moved", "The valve hasn't moved."),
    ("de", "Der Stoff hat das Risiko ... gesenkt", "Der Stoff hat das Risiko keineswegs gesenkt."),
    ("fr", "Le remède ... réduit la fièvre", "Le remède n'a jamais réduit la fièvre."),
    ("es", "La vacuna ... redujo los contagios", "La vacuna jamás redujo los contagios."),
    ("ca", "El remei ... va reduir la febre", "El remei mai no va reduir la febre."),
    ("it", "Il farmaco ... ridotto la febbre", "Il farmaco mai ha ridotto la febbre."),
    ("pt", "O remédio ... baixou a febre", "O remédio não baixou a febre."),
    ("nl", "Het middel ... verlaagde de koorts", "Het middel nooit verlaagde de koorts."),
    ("sv", "Medlet ... sänkte febern", "Medlet aldrig sänkte febern."),
    ("da", "Midlet ... sænkede feberen", "Midlet ikke sænkede feberen."),
    ("no", "Middelet ... senket feberen", "Middelet aldri senket feberen."),
    ("is", "Lyfið ... lækkaði hitann", "Lyfið ekki lækkaði hitann."),
    ("pl", "Lek ... obniżył gorączkę", "Lek nigdy nie obniżył gorączkę."),
    ("cs", "Lék ... horečku", "Lék rozhodně nesnížil horečku a na to je se."),
    ("sk", "Liek ... znížil horúčku", "Liek nikdy znížil horúčku."),
    ("sl", "Zdravilo ... znižalo vročino", "Zdravilo ni znižalo vročino."),
    ("hr", "Lijek ... snizio temperaturu", "Lijek nije snizio temperaturu."),
    ("ro", "Leacul ... a redus febra", "Leacul nu a redus febra."),
    ("fi", "Lääke ... alentanut kuumetta", "Lääke ei alentanut kuumetta."),
    ("et", "Ravim ... alandanud palavikku", "Ravim ei alandanud palavikku."),
    ("lv", "Zāles ... mazināja drudzi", "Zāles nekad mazināja drudzi."),
    ("lt", "Vaistas ... mažino karščiavimą", "Vaistas niekada mažino karščiavimą."),
    ("hu", "A szer ... csökkentette a lázat", "A szer soha csökkentette a lázat."),
    ("sq", "Ilaçi ... uli temperaturën", "Ilaçi nuk uli temperaturën."),
    ("eu", "Sendagaiak ... jaitsi zuen sukarra", "Sendagaiak ez jaitsi zuen sukarra."),
    ("ru", "Препарат ... снизил температуру", "Препарат никогда снизил температуру."),
    ("uk", "Препарат ... знизив температуру", "Препарат ніколи знизив температуру."),
    ("bg", "Лекарството ... понижи температурата", "Лекарството никога понижи температурата."),
    ("el", "Το φάρμακο ... μείωσε τον πυρετό", "Το φάρμακο ποτέ μείωσε τον πυρετό."),
    ("tr", "İlaç ateşi ... düştü", "İlaç ateşi düşürmedi ve bir gün için düştü."),
    ("ar", "الدواء ... يخفض الحرارة", "الدواء لن يخفض الحرارة."),
    ("fa", "دارو ... تب را", "دارو هرگز تب را."),
    ("he", "התרופה ... הורידה את החום", "התרופה לא הורידה את החום."),
    ("hi", "दवा ने ... घटाया था", "दवा ने बुखार नहीं घटाया था।"),
    ("bn", "ওষুধটি ... জ্বর কমায়", "ওষুধটি না জ্বর কমায়।"),
    ("vi", "Thuốc ... hạ sốt", "Thuốc không hạ sốt."),
    ("id", "Obat itu ... menurunkan demam", "Obat itu tidak menurunkan demam."),
    ("zh", "这种药物 ... 能缩短病程", "这种药物从未能缩短病程。"),
    ("ja", "この薬は熱を ... と言われる", "この薬は熱を下げないと言われる。"),
    ("ko", "이 약은 열을 ... 했다", "이 약은 열을 내리지 못 했다."),
    ("th", "ยานี้ ... ช่วยลดไข้", "ยานี้ไม่ช่วยลดไข้"),
]
HONEST = [
    ("Le navire ... arriva au port", "Le navire et son équipage arriva au port."),
    ("La nave ... llegó al puerto", "La nave en mayo llegó al puerto con trigo."),
    ("O barco ... chegou ao porto", "O barco no verão chegou ao porto com uma carga."),
    ("the bus ... was late", "Then the bus, no. 5 of the line, was late."),
    ("这座桥 ... 很坚固", "这座桥非常宽，很坚固。"),
    ("Der Koch ... servierte es", "Der Koch schlug das Ei auf und servierte es."),
]


@pytest.mark.parametrize(("exact", "text"), DIFFERENT)
def test_what_differs_is_not_verbatim(exact: str, text: str) -> None:
    assert match_quotation(exact, text).status != "verbatim"


@pytest.mark.parametrize(("exact", "text"), SAME)
def test_what_is_only_typography_is_verbatim(exact: str, text: str) -> None:
    match = match_quotation(exact, text)
    assert match.status == "verbatim", match


@pytest.mark.parametrize(("lang", "exact", "text"), NEGATED)
def test_a_gap_may_not_hide_a_negation(lang: str, exact: str, text: str) -> None:
    match = match_quotation(exact, text)
    assert match.status == "altered", match
    assert "negation" in {each.kind for each in match.changes}, lang


@pytest.mark.parametrize(("exact", "text"), HONEST)
def test_an_honest_gap_is_lawful(exact: str, text: str) -> None:
    match = match_quotation(exact, text)
    assert match.status == "verbatim", match


@pytest.mark.parametrize(
    ("exact", "text", "status"),
    [
        ("a ratio of φ, ε and θ was taken for each of them", "a ratio of ϕ, ϵ and ϑ was taken for each of them.", "verbatim"),
        ("[a]ll of the samples were kept cold", "All of the samples were kept cold.", "verbatim"),
        ("[i]n the dark all samples were kept", "In the dark all samples were kept.", "verbatim"),
        ("[u]nder the ice all samples were kept", "Under the ice all samples were kept.", "verbatim"),
        ("the samples were [un]stable in the cold", "the samples were stable in the cold.", "altered"),
        ("[a]typical samples were kept in the cold", "typical samples were kept in the cold.", "altered"),
        ("[t]he sums a1, . . . , an are kept", "The sums a1, . . . , an are kept.", "verbatim"),
        ("The sums a1, … , an … kept in a table", "The sums a1, … , an are kept in a table.", "verbatim"),
        ("[w]e took the mean [of x and y over all of the ten long years] twice",
         "We took the mean [of x and y over all of the ten long years] twice.", "verbatim"),
        ("[w]e asked 337 802 women in ten of the towns", "We asked 337\u2009802 women in ten of the towns.", "verbatim"),
        ("[w]e asked 337 802 women in ten of the towns", "We asked 337 women, and 802 women in ten of the towns.", "altered"),
        ("We asked … 337 802 women in ten of the towns", "We asked in June 337\u202f802 women in ten of the towns.", "verbatim"),
    ],
)  # fmt: skip
def test_brackets_and_elisions_beside_what_the_source_has(exact: str, text: str, status: str) -> None:
    assert verify_quotation(exact, text).status == status


@pytest.mark.parametrize(
    ("exact", "kind"),
    [
        ("This that there is very little bend in the whole of the curve", "strength"),
        ("One harm of this is that there is little bend in the whole of it", "direction"),
        ("A extensive study of all of the small samples was carried out then", "direction"),
        ("There is very little bend in the whole of the curve small", "negation"),
    ],
)
def test_a_word_that_turns_the_sense_is_missed_right_behind_an_edge(exact: str, kind: str) -> None:
    text = (
        "As said: this indicates that there is very little bend in the whole of the curve. One benefit of this is that there is"
        " little bend in the whole of it. A more extensive study of all of the small samples was carried out then. So there is"
        " very little bend in the whole of the curve not small, and so on."
    )
    match = verify_quotation(exact, text)
    assert match.status == "altered"
    assert kind in {each.kind for each in match.changes}


def test_a_line_taken_for_a_running_head_may_be_quoted() -> None:
    head = "Sing, ye herders of the northern terraces"
    pages = [f"{head}\nVerse {number} tells of frost and of the price of wool.\n{number}" for number in range(1, 6)]
    match = verify_quotation(f"{head}", "\f".join(pages))
    assert match.status == "verbatim"
    across = verify_quotation("tells of frost and of the price of wool", "\f".join(pages))
    assert (across.status, across.passages[0].pages) == ("verbatim", (1, 2, 3, 4, 5))
