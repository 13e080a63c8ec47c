"""How much: words of degree, percentages, stops and kelvin."""

from __future__ import annotations

import pytest
from catchlight.language.intents import Amount, Domain
from catchlight.language.lexicon.degrees import SLIGHT, USUAL
from catchlight.language.slots.amounts import ForeignUnit, amount_of, has_measure, strength

from tests.language.sentences import clause_of, interpreter


def amount(sentence: str, verb: str, sign: int = 1, domain: Domain = "adjust") -> Amount:
    return amount_of(clause_of(domain, sentence), interpreter(domain).vocabulary.grammar.verbs[verb], sign, USUAL)


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("brighter", None),
        ("a bit brighter", 0.25),
        ("a lot brighter", 0.75),
        ("really just a touch brighter", 0.15),
        ("a bit brighter a touch", 0.15),
        ("too strong", None),
        ("a bit too bright", SLIGHT),
        ("more intense", None),
        ("亮一点", 0.25),
    ],
)
def test_weak_words_rule_and_what_belongs_to_another_word_is_none(sentence: str, found: float | None) -> None:
    assert strength(clause_of("adjust", sentence)) == found


@pytest.mark.parametrize(
    ("sentence", "verb", "sign", "value", "unit"),
    [
        ("brighter by half a stop", "exposure", 1, 0.5, "stops"),
        ("darker by half a stop", "exposure", -1, -0.5, "stops"),
        ("exposure -1.5 stops", "exposure", -1, -1.5, "stops"),
        ("exposure +2", "exposure", 1, 2, "stops"),
        ("exposure +40", "exposure", 1, 40, "percent"),
        ("reduce contrast by 20", "contrast", -1, -20, "percent"),
        ("contrast -20", "contrast", -1, -20, "percent"),
        ("contrast 0.3", "contrast", 1, 30, "percent"),
        ("300 K warmer", "temperature", 1, 300, "kelvin"),
        ("对比度加百分之三十", "contrast", 1, 30, "percent"),
    ],
)
def test_what_was_said_outright(sentence: str, verb: str, sign: int, value: float, unit: str) -> None:
    found = amount(sentence, verb, sign)
    assert found.value == pytest.approx(value)
    assert (found.unit, found.absolute) == (unit, False)


def test_strength_of_measures() -> None:
    assert amount("brighter by half a stop", "exposure").strength == pytest.approx(0.25)
    assert amount("exposure 5 stops", "exposure").strength == 1
    assert amount("contrast -20", "contrast").strength == pytest.approx(-0.2)
    assert amount("contrast", "contrast", -1).strength == -USUAL


def test_an_absolute_temperature() -> None:
    cool, neutral = amount("set it to 4000 K", "temperature"), amount("temperature 5500 K", "temperature")
    assert (cool.value, cool.absolute) == (4000, True)
    assert cool.strength < 0
    assert (neutral.strength, neutral.absolute) == (0, True)


@pytest.mark.parametrize(
    ("sentence", "verb"),
    [("saturation 300 kelvin", "saturation"), ("contrast one stop", "contrast"), ("4K", "temperature")],
)
def test_a_unit_that_the_verb_does_not_know(sentence: str, verb: str) -> None:
    with pytest.raises(ForeignUnit) as fault:
        amount(sentence, verb)
    assert fault.value.unit


def test_a_bare_number_in_many_words_is_no_amount() -> None:
    assert amount("more contrast as in the one that we took for 3 friends", "contrast") == Amount(USUAL)
    assert amount("contrast 250", "contrast") == Amount(USUAL)


def test_numbers_and_measures_are_measures() -> None:
    assert has_measure(clause_of("adjust", "contrast 20"))
    assert has_measure(clause_of("adjust", "half a stop"))
    assert not has_measure(clause_of("adjust", "a bit of contrast"))
