"""A common word that is spelt right is never taken for a slip of a known one."""

from __future__ import annotations

import pytest
from catchlight.language.intents import Domain
from catchlight.language.lexicon.common_words import is_common

from tests.language.sentences import DOMAINS, interpreter, understood


@pytest.mark.parametrize("word", ["running", "snowing", "india", "booth", "summer", "shoot", "braces"])
@pytest.mark.parametrize("domain", DOMAINS)
def test_common_words_are_left_as_they_are(domain: Domain, word: str) -> None:
    assert is_common(word)
    assert interpreter(domain).vocabulary.correct(word) is None


@pytest.mark.parametrize(
    ("slip", "meant"), [("teath", "teeth"), ("wrinkels", "wrinkles"), ("smoth", "smooth"), ("jaket", "jacket")]
)
def test_slips_are_still_mended(slip: str, meant: str) -> None:
    assert not is_common(slip)
    assert interpreter("edit").vocabulary.correct(slip) == meant


def test_a_rare_word_is_rather_a_slip() -> None:
    assert understood("adjust", "shaper") == "sharpness"
