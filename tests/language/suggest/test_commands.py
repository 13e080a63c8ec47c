"""What a language model can choose from is understood by the interpreter, in both languages, and nothing else is said."""

from __future__ import annotations

import pytest
from catchlight.language.intents import Domain
from catchlight.language.suggest.commands import Commands, Degree, Language, PlainWish
from catchlight.service.rewording import commands_of


@pytest.fixture(scope="module")
def edit() -> Commands:
    return commands_of("edit")


@pytest.mark.parametrize("domain", ["edit", "adjust"])
def test_commands_have_words_that_are_understood(domain: Domain) -> None:
    """All but one in twenty-five, by turns in both languages: what the interpreter does not take is not offered."""
    commands = commands_of(domain)
    silent = []
    for at, key in enumerate(commands.keys):
        colour = "orange" if "COLOUR" in commands.describe(key) else None
        wish = PlainWish(key, side="left" if key == "light_from" else None, colour=colour)
        silent += [key] if commands.say([wish], "zh" if at % 2 else "en") is None else []
    assert len(silent) <= len(commands.keys) / 25, silent


@pytest.mark.parametrize(
    ("wish", "language", "said"),
    [
        (PlainWish("whiten", "teeth"), "en", "whiten the teeth"),
        (PlainWish("darken", "background", degree="strong"), "en", "darken the background a lot"),
        (PlainWish("recolour", "jacket", colour="navy"), "en", "change the colour of the jacket to navy"),
        (PlainWish("lipstick", colour="#aa3344"), "en", "add #AA3344 lipstick"),
        (PlainWish("lighten", "cheek", side="left", degree="slight"), "en", None),
        (PlainWish("recolour", "jacket", colour="navy"), "zh", "把外套换成藏青"),
        (PlainWish("whiten", "teeth", degree="slight"), "zh", "稍微美白牙齿"),
    ],
)
def test_a_wish_is_said_as_it_is_meant(edit: Commands, wish: PlainWish, language: Language, said: str | None) -> None:
    sentence = edit.say([wish], language)
    if said is not None:
        assert sentence == said
    if sentence is not None:
        (intent,) = edit.understood(sentence) or ()
        assert intent.verb == wish.command
        assert {region.side for region in intent.regions} == {wish.side}


@pytest.mark.parametrize("degree", ["slight", "strong"])
def test_degrees_are_heard(edit: Commands, degree: Degree) -> None:
    sentence = edit.say([PlainWish("smooth_skin", "face", degree=degree)], "en")
    assert sentence is not None
    (intent,) = edit.understood(sentence) or ()
    assert (intent.amount.strength < 0.5) == (degree == "slight")


def test_several_wishes_are_one_sentence(edit: Commands) -> None:
    wishes = [PlainWish("whiten", "teeth"), PlainWish("blur", "background"), PlainWish("whiten", "teeth")]
    sentence = edit.say(wishes, "en")
    assert sentence == "whiten the teeth, blur the background"
    assert [intent.verb for intent in edit.understood(sentence) or ()] == ["whiten", "blur"]


@pytest.mark.parametrize(
    "wish",
    [
        PlainWish("levitate"),
        PlainWish("recolour", "jacket"),  # without a colour
        PlainWish("recolour", "jacket", colour="quaint"),
        PlainWish("whiten", "teeth", colour="navy"),
        PlainWish("whiten", "jacket"),  # whiten does not go there
    ],
)
def test_what_cannot_be_done_is_not_said(edit: Commands, wish: PlainWish) -> None:
    assert edit.say([wish], "en") is None
    assert edit.say([PlainWish("blur", "background"), wish], "en") is None
