"""Words of degree, percentages, stops and kelvin become amounts."""

from __future__ import annotations

import pytest
from catchlight.language.intents import Amount
from catchlight.language.semantics.amounts import ForeignUnit, amount, has_measure, strength

from tests.language.sentences import interpreter, parse

VERBS = interpreter("adjust").vocabulary.grammar.verbs


def said(sentence: str, verb: str, sign: int = 1) -> Amount:
    (clause,) = parse("adjust", sentence)
    return amount(clause, VERBS[verb], sign, 0.5)


@pytest.mark.parametrize(
    ("sentence", "value"),
    [("brighten it", None), ("brighten it a little", 0.25), ("brighten it a lot", 0.75), ("really just a touch brighter", 0.15),
     ("too strong", None), ("a bit too bright", 0.25)],
)  # fmt: skip
def test_weak_words_rule_else_the_strongest(sentence: str, value: float | None) -> None:
    (clause,) = parse("adjust", sentence)
    assert strength(clause) == value


@pytest.mark.parametrize(
    ("sentence", "verb", "sign", "want"),
    [
        ("contrast -20", "contrast", 1, Amount(-0.2, -20, "percent")),
        ("reduce contrast by 20%", "contrast", -1, Amount(-0.2, -20, "percent")),
        ("exposure +1", "exposure", 1, Amount(0.5, 1, "stops")),
        ("exposure by 9 stops", "exposure", 1, Amount(1.0, 9, "stops")),
        ("contrast 0.3", "contrast", 1, Amount(0.3, 30, "percent")),
        ("500 K cooler", "temperature", -1, Amount(-500 / 3000, -500, "kelvin")),
        ("temperature 5500 K", "temperature", 1, Amount(0.0, 5500, "kelvin", absolute=True)),
        ("temperature 4000 K", "temperature", 1, Amount(-0.5, 4000, "kelvin", absolute=True)),
        ("brighten it", "exposure", -1, Amount(-0.5)),
    ],
)
def test_numbers_are_read_in_the_units_of_the_verb(sentence: str, verb: str, sign: int, want: Amount) -> None:
    got = said(sentence, verb, sign)
    assert (got.value, got.unit, got.absolute) == (want.value, want.unit, want.absolute)
    assert got.strength == pytest.approx(want.strength)


@pytest.mark.parametrize(("sentence", "verb"), [("contrast by 500 K", "contrast"), ("temperature 4 K", "temperature")])
def test_a_foreign_unit_is_told(sentence: str, verb: str) -> None:
    with pytest.raises(ForeignUnit, match="kelvin"):
        said(sentence, verb)


def test_a_number_in_words_alone_is_no_measure() -> None:
    (first,), (second,) = parse("adjust", "contrast 20"), parse("adjust", "one contrast")
    assert has_measure(first)
    assert not has_measure(second)
