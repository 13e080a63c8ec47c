"""Idioms come to the words they stand for."""

from __future__ import annotations

import pytest
from catchlight.language.intents import Domain
from catchlight.language.parse.adjuncts import TOLD
from catchlight.language.parse.rewording import blank_lexemes, normalise_phrases

from tests.language.sentences import lex


@pytest.mark.parametrize(
    ("domain", "sentence", "word", "role"),
    [
        ("edit", "the flash left a hot spot", "left", "filler"),
        ("adjust", "头发白了", "了", "too"),
        ("adjust", "its yellow", "its", "is"),
        ("edit", "its hair is red", "its", "article"),
        ("edit", "a deep green colour", "colour", "filler"),
    ],
)
def test_a_word_is_resolved(domain: Domain, sentence: str, word: str, role: str) -> None:
    found = {lexeme.text: lexeme for lexeme in normalise_phrases(lex(domain, sentence))}
    assert found[word].has(role)


def test_by_tells_what_to_do_and_all_before_it_what_for() -> None:
    said = normalise_phrases(lex("adjust", "make the sky bluer by boosting the blues"))
    assert [one.text for one in said if one.senses != (TOLD,)] == ["by", "boosting", "the", "blues"]


def test_half_is_less_by_fifty_percent() -> None:
    less, measure = normalise_phrases(lex("adjust", "halve the contrast"))[:2]
    assert (less.role, measure.value) == ("less", "50 percent")
    assert (less.start, measure.end) == (0, 5)


def test_what_something_is_compared_with_is_no_part_of_it() -> None:
    said = normalise_phrases(lex("adjust", "it is darker than the other one"))
    assert next(one for one in said if one.text == "darker").senses[0].base
    assert all(one.senses == (TOLD,) for one in said[said.index(next(o for o in said if o.text.startswith("than"))) :])


def test_blanked_lexemes_say_nothing() -> None:
    assert {one.senses for one in blank_lexemes(lex("edit", "whiten the teeth"))} == {(TOLD,)}
