"""Single words mean something else by their place."""

from __future__ import annotations

import pytest
from catchlight.language.intents import Domain
from catchlight.language.parse.descriptive_words import plain_words

from tests.language.sentences import lex


@pytest.mark.parametrize(
    ("domain", "sentence", "word", "role"),
    [
        ("edit", "make the background a uniform grey", "uniform", "filler"),
        ("edit", "the uniform is green", "uniform", "region"),
        ("adjust", "lowkey too dark", "lowkey", "filler"),
        ("adjust", "kinda yellow", "kinda", "is"),
        ("adjust", "its way to dark", "to", "too"),
        ("adjust", "photo not clear", "not", "lacking"),
        ("edit", "teeth white and nose small", "small", "foreign"),
        ("adjust", "a golden hour glow", "glow", "filler"),
        ("adjust", "add a polaroid frame", "frame", "foreign"),
        ("adjust", "shot in 1958", "1958", "filler"),
        ("adjust", "at iso 6400", "6400", "filler"),
        ("edit", "remove the lamp from the picture", "picture", "filler"),
        ("edit", "black instead white", "instead", "instead"),
    ],
)  # fmt: skip
def test_a_word_is_read_by_its_place(domain: Domain, sentence: str, word: str, role: str) -> None:
    found = {lexeme.text: lexeme.role for lexeme in plain_words(lex(domain, sentence))}
    assert next(found[text] for text in found if text.endswith(word)) == role


def test_other_words_are_left_as_they_are() -> None:
    said = lex("edit", "whiten the teeth a little")
    assert plain_words(said) == said
