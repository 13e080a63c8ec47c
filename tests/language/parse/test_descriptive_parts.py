"""Circumstances ask for nothing."""

from __future__ import annotations

import pytest
from catchlight.language.intents import Domain
from catchlight.language.parse.adjuncts import TOLD
from catchlight.language.parse.descriptive_parts import drop_circumstances

from tests.language.sentences import lex


@pytest.mark.parametrize(
    ("domain", "sentence", "left"),
    [
        ("adjust", "lower the contrast for a softer feel", "lower the contrast"),
        ("adjust", "so dark can't see my face", "so dark"),
        ("edit", "remove the scar from falling off my bike", "remove the scar"),
        ("adjust", "lower the contrast from the dance floor lights", "lower the contrast"),
        ("edit", "whiten the teeth", "whiten the teeth"),
    ],
)
def test_purpose_cause_and_blindness_are_left_out(domain: Domain, sentence: str, left: str) -> None:
    said = drop_circumstances(lex(domain, sentence))
    assert " ".join(lexeme.text for lexeme in said if lexeme.senses != (TOLD,)) == left


def test_an_adjective_behind_its_colour_is_put_before_it() -> None:
    said = drop_circumstances(lex("edit", "make the tie blue dark"))
    assert [lexeme.text for lexeme in said] == ["make", "the", "tie", "dark", "blue"]


def test_go_alone_removes() -> None:
    assert drop_circumstances(lex("edit", "can it go"))[-1].role == "remove"


def test_the_size_of_a_print_is_no_wish() -> None:
    said = drop_circumstances(lex("adjust", "sharpen it for 35 by 45 mm"))
    assert not any(lexeme.has("number", "measure") for lexeme in said)


def test_an_added_sunset_is_no_look() -> None:
    assert any(one.has("foreign") for one in drop_circumstances(lex("adjust", "add a sunset behind us")))
