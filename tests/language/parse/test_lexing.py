"""Lexemes are the longest known phrases, with numbers, signs and units in one."""

from __future__ import annotations

import pytest
from catchlight.language.parse.lexing import quantity

from tests.language.sentences import lex, roles


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("exposure +0.5 stops", "+0.5 stops"),
        ("half a stop", "0.5 stops"),
        ("exposure minus one and a half stops", "-1.5 stops"),
        ("曝光加三分之一档", "+1/3 stops"),
        ("百分之三十", "30 percent"),
        ("500 K cooler", "500 kelvin"),
    ],
)
def test_a_measure_is_one_lexeme(sentence: str, value: str) -> None:
    (measure,) = [lexeme for lexeme in lex("adjust", sentence) if lexeme.has("measure")]
    number, unit = measure.senses[0].value.split()
    want, want_unit = value.split()
    assert quantity(number) == pytest.approx(quantity(want), abs=1e-5)
    assert unit == want_unit


def test_a_sign_is_told() -> None:
    assert [lexeme.signed for lexeme in lex("adjust", "+10 -10 10") if lexeme.has("number")] == [True, True, False]


def test_a_minus_without_a_number_is_unknown() -> None:
    assert "minus unknown" in roles(lex("adjust", "minus contrast"))


def test_a_particle_belongs_to_its_verb() -> None:
    said = lex("adjust", "pull the highlights back")
    assert (said[0].role, said[-1].role) == ("less", "filler")
    assert lex("adjust", "pull the highlights, back")[0].role != "less"


def test_articles_in_a_phrase_may_be_others() -> None:
    assert len(lex("edit", "bags under my eyes")) == 1


def test_a_corrected_word_tells_what_it_was_taken_for() -> None:
    (jacket,) = [lexeme for lexeme in lex("edit", "make the jaket navy") if lexeme.has("region")]
    assert (jacket.text, jacket.corrected) == ("jaket", "jacket")


def test_a_division_by_nought_is_nought() -> None:
    assert quantity("1/0") == 0
    assert quantity("3/4") == 0.75
