"""Sentences fall apart at conjunctions; reasons are ignored."""

from __future__ import annotations

from catchlight.language.parse.conjunctions import between_joints, without_reasons

from tests.language.sentences import lex, roles


def test_parts_know_their_joints() -> None:
    parts = between_joints(lex("edit", "whiten the teeth, blur it and brighten the eyes. but keep the hair"))
    assert [joint for joint, _ in parts] == ["start", "comma", "and", "but"]


def test_a_reason_ends_at_a_comma_or_a_command() -> None:
    said = without_reasons(lex("edit", "blur it because the background is busy, whiten the teeth"))
    assert [lexeme.text for lexeme in said if lexeme.has("region")] == ["teeth"]
    said = without_reasons(lex("edit", "blur it because it is busy and remove the lamp"))
    assert "remove remove" in roles(said)


def test_but_after_everything_is_an_exception() -> None:
    ((_, said),) = between_joints(lex("edit", "darken everything but the face"))
    assert "but except" in roles(said)
    ((_, said),) = between_joints(lex("edit", "darken all except the face"))
    assert "all whole" in roles(said)


def test_an_arrow_is_to() -> None:
    ((_, said),) = between_joints(lex("edit", "jacket -> navy"))
    assert "to" in {lexeme.role for lexeme in said}
