"""Unknown words are passed over beside a wish, never inside it."""

from __future__ import annotations

import pytest
from catchlight.language.intents import Domain

from tests.language.sentences import understood

BESIDE = (
    "for my zorble",
    "in a dark zorble",
    "at the old zorble",
)
SAID_BEFORE = (
    "I was zorbled that day",
    "we shot this in a zorble",
    "this was taken at the zorble",
    "my zorble says it is fine",
    "I look like a zorble",
)


@pytest.mark.parametrize("aside", BESIDE)
def test_a_place_or_purpose_changes_nothing(aside: str) -> None:
    assert understood("edit", f"whiten the teeth a little {aside}") == "whiten teeth 0.25"
    assert understood("adjust", f"more contrast {aside}") == "contrast"


@pytest.mark.parametrize("aside", SAID_BEFORE)
def test_a_statement_before_a_wish_changes_nothing(aside: str) -> None:
    assert understood("edit", f"{aside}, whiten the teeth") == "whiten teeth"
    assert understood("adjust", f"{aside}, please make it warmer") == "temperature"


@pytest.mark.parametrize("aside", [*BESIDE, *SAID_BEFORE])
def test_an_aside_alone_is_no_wish(aside: str) -> None:
    assert understood("edit", aside) is None
    assert understood("adjust", aside) is None


@pytest.mark.parametrize(
    ("domain", "sentence"),
    [
        ("edit", "whiten the teeth and add a zorble"),
        ("edit", "put me in a zorble and whiten the teeth"),
        ("edit", "swap the background for a zorble"),
        ("edit", "make the shirt in white zorble"),
        ("edit", "make the jacket like a zorble"),
        ("edit", "zorble the teeth"),
        ("edit", "the zorble: green"),
        ("edit", "whiten the teeth, I want a zorble on my head"),
        ("adjust", "make it zorble and warmer"),
        ("adjust", "warmer in the style of Zorble"),
        ("adjust", "brighten the zorble"),
        ("adjust", "please zorble it, more contrast"),
        ("adjust", "变成左布尔，暖一点"),
    ],
)
def test_an_unknown_object_likeness_or_deed_is_refused(domain: Domain, sentence: str) -> None:
    assert understood(domain, sentence) is None


@pytest.mark.parametrize(
    ("domain", "sentence", "meant"),
    [
        ("edit", "the background is so overloaded, blur it", "blur background"),
        ("edit", "I hate the red tie, make it green", "recolour tie =green"),
        ("edit", "the backdrop is creased, replace it with light blue", "replace_background background =light_blue"),
        ("adjust", "the highlights are so glaring, pull them back", "highlights -0.5"),
        ("adjust", "blacks are washed out, deepen them", "blacks -0.5"),
    ],
)
def test_what_a_statement_is_about_is_what_the_wish_is_for(domain: Domain, sentence: str, meant: str) -> None:
    assert understood(domain, sentence) == meant


def test_a_remedy_takes_the_place_of_its_complaint() -> None:
    assert understood("adjust", "it looks dull, make the colours pop") == "saturation"
    assert understood("adjust", "it looks dull and make the colours pop") == "exposure; saturation"


def test_dark_zones_of_which_there_is_too_much_are_lifted() -> None:
    assert understood("adjust", "the shadows are too heavy") == "shadows"
    assert understood("adjust", "the highlights are too harsh") == "highlights -0.5"


def test_a_fault_to_keep_weakens_no_other() -> None:
    assert understood("edit", "clear up my acne but leave the freckles") == "remove_blemishes skin"
    assert understood("edit", "reduce the shine but keep some shine") == "reduce_shine face 0.25"


def test_shares_are_said_in_words() -> None:
    assert understood("adjust", "cut the contrast by half") == "contrast -50percent"
    assert understood("adjust", "halve the saturation") == "saturation -50percent"
    assert understood("adjust", "brighten by half a stop") == "exposure +0.5stops"
