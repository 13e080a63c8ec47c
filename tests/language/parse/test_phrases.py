"""Phrases are found as whole words, whatever greets before them."""

from __future__ import annotations

from catchlight.language.parse.phrases import begins, holds, segment_text
from catchlight.language.parse.rewording import blank_lexemes

from tests.language.sentences import lex


def test_words_stand_between_blanks_and_chinese_without() -> None:
    assert segment_text(lex("edit", "Whiten  the Teeth")).split() == ["whiten", "the", "teeth"]
    assert segment_text(lex("edit", "把牙齿美白")).replace(" ", "") == "把牙齿美白"


def test_what_is_blanked_is_not_there() -> None:
    assert segment_text(blank_lexemes(lex("edit", "whiten the teeth"))).strip() == ""


def test_a_phrase_is_held_as_whole_words() -> None:
    assert holds(" i hate red ", ("i hate",))
    assert not holds(" i hated red ", ("i hate",))
    assert holds("我讨厌红色", ("讨厌",))


def test_a_beginning_may_be_greeted() -> None:
    assert begins(" hi please is it dark ", ("is it",))
    assert not begins(" now is it dark ", ("is it",))
