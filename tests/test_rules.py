"""Every rule says when, why and what to do, and no word in it accuses anybody."""

from __future__ import annotations

import re

import pytest

from citecheck.records import Level
from citecheck.rules import RULES, Rule

ACCUSING = re.compile(r"\b(fake|fabricat\w*|hallucinat\w*|invented reference)\b", re.IGNORECASE)


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_a_rule_is_complete(rule: Rule) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.id)
    for text in (rule.when, rule.why, rule.what_to_do):
        assert text.endswith((".", "?"))
        assert not ACCUSING.search(text)


def test_levels_are_those_of_the_design() -> None:
    assert RULES["retracted"].level is Level.ERROR
    assert RULES["not-found"].level is Level.WARNING
    assert RULES["corrected"].level is Level.NOTE
