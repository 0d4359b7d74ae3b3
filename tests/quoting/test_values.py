"""Does the quotation state the number it is cited for?"""

from __future__ import annotations

import pytest

from citecheck.quoting import states_value

STATED = [
    ("12 boats came", 12), ("1,200 boats", 1200), ("1.200 Boote", 1200), ("1 200 bateaux", 1200), ("1'200 Boote", 1200),
    ("1.234,56 Euro", 1234.56), ("1,234.56 dollars", 1234.56), ("it fell by 25 %", 0.25), ("it fell by 25%", 25),
    ("25 per cent of them", 0.25), ("3.2e5 cells", 320000), ("3.2 × 10^5 cells", 320000), ("10⁶ cells", 1000000),
    ("1.2 million people", 1200000), ("2,5 Millionen Menschen und die Stadt", 2500000), ("1/4 of them", 0.25), ("½ a cup", 0.5),
    ("2½ cups", 2.5), ("twelve patients", 12), ("twenty-five patients", 25), ("one hundred and twenty boats", 120),
    ("a fifth of them", 0.2), ("two thirds of the boats", 2 / 3), ("half of the boats", 0.5), ("both arms were hurt", 2),
    ("none of the patients died", 0), ("no participants left", 0), ("one patient died", 1), ("二十五名学生", 25),
    ("百分之五", 0.05),
    ("3万名学生", 30000), ("٢٥ مريض", 25), ("grade III toxicity", 3), ("it fell by −12 points", 12), ("a fall of -12", "12"),
    ("doce pacientes de la ciudad", 12), ("douze patients dans les villes", 12), ("zwölf Patienten und die Ärzte", 12),
    ("dodici pazienti della città che sono", 12), ("doze pacientes com os médicos em uma", 12),
    ("twaalf patiënten van het huis", 12),
    ("a value of .45 here", 0.45),
]  # fmt: skip
NOT_STATED = [
    ("one of the boats", 1), ("the first visit", 1), ("a third party", 1 / 3), ("no difference was seen", 0), ("12 boats", 13),
    ("1.2 million", 12), ("many boats", 2), ("no one knew", 1),
]  # fmt: skip


@pytest.mark.parametrize(("quotation", "value"), STATED)
def test_value_is_stated(quotation: str, value: str | float) -> None:
    if isinstance(value, float) and value == 2 / 3:
        assert states_value(quotation, "2/3")
    else:
        assert states_value(quotation, value)


@pytest.mark.parametrize(("quotation", "value"), NOT_STATED)
def test_value_is_not_stated(quotation: str, value: float) -> None:
    assert not states_value(quotation, value)
