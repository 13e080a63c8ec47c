"""Of a statement with unknown words what it complains of in known ones is left, else what it is about."""

from __future__ import annotations

import pytest
from catchlight.language.parse.adjuncts import has_foreign_words
from catchlight.language.parse.statements import keep_topic, read_statement, states, wishes

from tests.language.sentences import interpreter, lex, roles

EDIT, ADJUST = interpreter("edit").vocabulary, interpreter("adjust").vocabulary


@pytest.mark.parametrize(("sentence", "asked"), [("i want a zorble", True), ("it is a zorble", False)])
def test_a_wish_is_told_from_a_statement(sentence: str, asked: bool) -> None:
    assert wishes(lex("edit", sentence), EDIT.asides) is asked


@pytest.mark.parametrize(
    ("sentence", "stated"),
    [("the background is so zorble", True), ("our photographer zorbled", True), ("i was zorbled", True),
     ("i want it zorbled", False), ("make it zorble", False), ("zorble the teeth", False)],
)  # fmt: skip
def test_a_statement_has_a_subject_and_says_something_of_it(sentence: str, stated: bool) -> None:
    assert states(lex("edit", sentence), EDIT.asides) is stated


def test_the_topic_is_kept() -> None:
    assert roles(keep_topic(lex("edit", "the background is so zorble"))) == ["background topic_region"]


def test_a_complaint_in_known_words_stays() -> None:
    said = read_statement(lex("adjust", "the sky of zorble is too dark"), ADJUST)
    assert any(one.has("too") for one in said)
    assert not has_foreign_words(said)


def test_an_unknown_excess_of_something_measurable_is_too_much() -> None:
    said = read_statement(lex("adjust", "the highlights are too zorbling"), ADJUST)
    assert "too" in {one.role for one in said}
    assert "highlights region" in roles(said)
