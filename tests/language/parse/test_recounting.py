"""Causes, memories and questions ask for nothing."""

from __future__ import annotations

import pytest
from catchlight.language.parse.adjuncts import TOLD
from catchlight.language.parse.recounting import (
    drop_causal_subject,
    drop_trailing_narrative,
    is_passive_statement,
    is_recollection,
    mark_existential_topic,
    mark_question,
    parse_easing,
)

from tests.language.sentences import interpreter, lex, roles

VOCABULARY = interpreter("adjust").vocabulary
WORDS = VOCABULARY.asides


def test_what_is_told_after_a_wish_is_dropped() -> None:
    said = drop_trailing_narrative(lex("edit", "make it less red we took it indoors"), WORDS)
    assert " ".join(one.text for one in said if one.senses != (TOLD,)) == "make it less red"


@pytest.mark.parametrize(
    ("sentence", "recalled"), [("we had champagne", True), ("we had shiny skin", False), ("had it", False)]
)
def test_a_recollection_is_about_no_place_or_fault(sentence: str, recalled: bool) -> None:
    assert is_recollection(lex("edit", sentence), WORDS) is recalled


def test_a_question_asks_for_an_answer() -> None:
    assert mark_question(lex("adjust", "is this sharp enough?"))[0].role == "foreign"
    said = lex("adjust", "is this sharp enough")
    assert mark_question(said) == said


def test_a_passive_tells_what_happened() -> None:
    assert is_passive_statement(lex("adjust", "the shadows are affected"))
    assert not is_passive_statement(lex("adjust", "the shadows are not affected"))


def test_a_cause_is_dropped() -> None:
    said = drop_causal_subject(lex("edit", "the spotlight made my forehead shiny"), WORDS)
    assert "made is" in roles(said)
    assert said[0].senses == (TOLD,)


def test_what_there_is_becomes_the_topic() -> None:
    assert "grain topic_noun" in roles(mark_existential_topic(lex("adjust", "there is grain")))
    assert "topic_noun" not in " ".join(roles(mark_existential_topic(lex("adjust", "there is too much grain"))))


def test_easing_is_less_of_it() -> None:
    assert [one.role for one in parse_easing(lex("adjust", "暗角轻一点"), VOCABULARY)][-2:] == ["less", "degree"]
