"""A complaint and its remedy are one wish."""

from __future__ import annotations

import pytest
from catchlight.language.intents import Domain

from tests.language.sentences import understood


@pytest.mark.parametrize(
    ("domain", "sentence", "meant"),
    [
        ("adjust", "it is too bright, darken it a little", "exposure -0.25"),
        ("adjust", "too contrasty, tone it down", "contrast -0.5"),
        ("edit", "there is a shadow on the neck, remove it", "reduce_shadow neck 1"),
        ("edit", "my face is shiny and red", "reduce_shine face; reduce_redness face"),
        ("adjust", "fix the colours and exposure", "auto_white_balance; auto_exposure"),
        ("edit", "the beard is grey, make it brown", "recolour beard =brown"),
        ("adjust", "warmer please, I look so pale", "temperature"),
        ("adjust", "it looks dull, make the colours pop", "saturation"),
        ("adjust", "I love sepia, do that", "look:sepia 1"),
        ("edit", "红色口红，淡一点", "lipstick lips =red 0.25"),
    ],
)
def test_one_wish_as_strong_as_its_remedy_says(domain: Domain, sentence: str, meant: str) -> None:
    assert understood(domain, sentence) == meant


def test_two_wishes_stay_two() -> None:
    assert understood("adjust", "darken it, more contrast") == "exposure -0.5; contrast"
