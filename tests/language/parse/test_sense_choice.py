"""A word of several senses has the one that the words beside it ask for."""

from __future__ import annotations

import pytest
from catchlight.language.intents import Domain
from catchlight.language.parse.sense_choice import choose_sense

from tests.language.sentences import interpreter, lex


def sense(domain: Domain, sentence: str, word: str) -> str:
    said = lex(domain, sentence)
    at = next(at for at, lexeme in enumerate(said) if lexeme.text == word)
    chosen = choose_sense(said, at, interpreter(domain).vocabulary)
    assert len(chosen.senses) == 1
    return f"{chosen.role} {chosen.value}".strip()


@pytest.mark.parametrize(
    ("domain", "sentence", "word", "chosen"),
    [
        ("edit", "make the shirt light navy", "light", "modifier light"),
        ("edit", "give me a light tan", "light", "degree 0.25"),
        ("adjust", "the sky is too high", "too", "too"),
        ("adjust", "and the sky too", "too", "filler"),
        ("adjust", "不要暗角", "不要", "none"),
        ("edit", "make the background black", "black", "colour black"),
        ("adjust", "tone it blue", "tone", "act tone"),
        ("adjust", "make the light warmer", "light", "noun exposure"),
        ("adjust", "阴影染蓝色", "蓝色", "colour blue"),
        ("adjust", "蓝色更深", "蓝色", "region blues"),
        ("edit", "smooth the wrinkles", "smooth", "mend"),
        ("edit", "smooth the skin", "smooth", "act smooth_skin"),
        ("edit", "with more glow", "with", "give"),
        ("edit", "with navy", "with", "to"),
        ("edit", "don't burn the skin", "burn", "touch"),
        ("edit", "clear the acne", "clear", "remove"),
        ("edit", "it is soft", "soft", "act soften"),
        ("edit", "brighten me", "me", "region person"),
        ("edit", "show me a brighter face", "me", "filler"),
    ],
)
def test_the_sense_is_chosen_by_the_neighbours(domain: Domain, sentence: str, word: str, chosen: str) -> None:
    assert sense(domain, sentence, word) == chosen
