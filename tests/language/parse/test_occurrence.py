"""A word knows its neighbours."""

from __future__ import annotations

from catchlight.language.parse.occurrence import Occurrence

from tests.language.sentences import interpreter, lex


def word(sentence: str, at: int) -> Occurrence:
    return Occurrence(lex("edit", sentence), at, interpreter("edit").vocabulary)


def test_what_stands_before_and_after() -> None:
    second = word("make the teeth white", 1)
    assert second.lexeme.text == "the"
    assert [lexeme.text for lexeme in second.before] == ["make"]
    assert [lexeme.text for lexeme in second.after] == ["teeth", "white"]
    assert second.following == second.at_place(2).lexeme
    assert second.at_place(3).following is None


def test_a_colour_may_follow_after_modifiers() -> None:
    assert word("make it pale dark teal", 1).is_before_colour()
    assert not word("make it pale dark teal", 0).is_before_colour()
    assert not word("make it pale dark teal", 4).is_before_colour()
