"""What a sentence only tells is left out where the rest is understood; what it asks for never is."""

from __future__ import annotations

import pytest
from catchlight.language.intents import Domain
from catchlight.language.parse import narrative

from tests.language.sentences import interpreter, lex, understood

TOLD = (
    "my zorble took it in the cave",
    "we were at the zorble",
    "I can hardly see the zorbles",
    "when I was zorbling",
    "he had zorbles that night",
)


@pytest.mark.parametrize("told", TOLD)
@pytest.mark.parametrize("joint", [" ", ", "])
def test_what_is_told_after_a_wish_changes_nothing(told: str, joint: str) -> None:
    assert understood("adjust", f"make it brighter{joint}{told}") == "exposure"
    assert understood("edit", f"whiten the teeth{joint}{told}") == "whiten teeth"


@pytest.mark.parametrize(
    "wish",
    [
        "add a zorble",
        "zorble it",
        "my hair should be zorbled",
        "I want a zorble",
        "a zorble on my head",
        "give me zorbles",
        "let him zorble",
        "could you zorble me",
        "my nose is too big",
        "the zorble: green",
    ],
)
def test_a_wish_that_cannot_be_done_is_never_left_out(wish: str) -> None:
    assert understood("edit", f"{wish}, whiten the teeth") is None
    assert understood("edit", f"whiten the teeth and {wish}") is None


@pytest.mark.parametrize(
    ("domain", "sentence", "meant"),
    [
        ("edit", "the lamp was behind him, lighten his face a little", "lighten face 0.25"),
        ("edit", "the shirt is creased and grey, make it white", "recolour shirt =white"),
        ("edit", "for the badge: white background, navy jacket", "replace_background background =white; recolour jacket =navy"),
        ("edit", "selective: darken the background, leave the subject", "darken background !person"),
        ("adjust", "everything was green from the tubes, less green please", "tint"),
    ],
)  # fmt: skip
def test_what_is_told_before_a_wish_is_what_it_is_about(domain: Domain, sentence: str, meant: str) -> None:
    assert understood(domain, sentence) == meant


@pytest.mark.parametrize("judgement", ["rich", "cool", "sharp", "intense", "expensive"])
@pytest.mark.parametrize("patient", ["me", "him", "her", "us"])
def test_nobody_is_made_to_look_like_a_judgement(patient: str, judgement: str) -> None:
    assert understood("edit", f"make {patient} look {judgement}") is None
    assert understood("adjust", f"make {patient} look {judgement}") is None


def test_somebody_who_stands_in_the_way_is_a_passer_by() -> None:
    assert understood("edit", "remove the lady behind us") == "remove <passer_by> 1"
    assert understood("edit", "the waiter next to him should not be there, remove him") == "remove <passer_by> 1"
    assert understood("adjust", "remove the lady behind us") is None


def test_a_question_asks_for_nothing() -> None:
    assert understood("adjust", "is this sharp enough?") is None
    assert understood("adjust", "is it too dark?") is None


def test_less_grain_of_a_look_is_less_of_its_grain() -> None:
    assert understood("adjust", "film look, less grain") == "look:film 1; grain -0.5"
    assert understood("adjust", "less grain") == "noise"


def test_a_complaint_of_the_face_is_one_of_the_picture_where_no_place_is_worked_on() -> None:
    assert understood("adjust", "my face is too dark") == "exposure"
    assert understood("adjust", "make my face brighter") is None


def test_amounts_in_the_edit_domain_are_above_nought() -> None:
    for sentence in ("saturation of the jacket -10%", "skin: -10% saturation"):
        assert all(intent.amount.strength > 0 for intent in interpreter("edit").understand(sentence).intents)


@pytest.mark.parametrize(
    ("domain", "word", "topic"),
    [
        ("edit", "lipstick", ("topic_region", "lips")),
        ("edit", "teeth", ("topic_region", "teeth")),
        ("edit", "wrinkles", None),
        ("adjust", "exposure", ("topic_noun", "exposure")),
    ],
)
def test_what_is_spoken_of_is_a_place_or_where_its_colour_goes(
    domain: Domain, word: str, topic: tuple[str, str] | None
) -> None:
    (said,) = lex(domain, word)
    found = narrative._topic_sense(said, interpreter(domain).vocabulary)
    assert topic == (found and (found.role, found.value))
