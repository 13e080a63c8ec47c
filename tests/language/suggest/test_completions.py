"""A beginning is completed by known phrases and known words."""

from __future__ import annotations

from catchlight.language.suggest.completions import completions, phrases

from tests.language.sentences import interpreter

EDIT = interpreter("edit").vocabulary


def test_known_phrases_come_first() -> None:
    assert completions("make the jacket na", EDIT)[0] == "make the jacket navy"


def test_the_last_word_is_completed_in_its_plain_form() -> None:
    found = completions("brighten the glass", EDIT)
    assert "brighten the glasses" in found
    assert all(entry.startswith("brighten the glass") for entry in found)


def test_after_and_a_new_sentence_begins() -> None:
    assert all(
        entry.startswith("whiten the teeth and blur") for entry in completions("whiten the teeth and blur", EDIT)
    )


def test_no_more_than_asked_for_and_never_what_is_typed() -> None:
    found = completions("b", EDIT, most=3)
    assert len(found) == 3
    assert "blur the background" not in completions("blur the background", EDIT)
    assert completions("  ", EDIT) == ()


def test_phrases_are_those_of_the_language() -> None:
    assert all(phrase.isascii() for phrase in phrases("make it red", EDIT))
    assert not any(phrase.isascii() for phrase in phrases("变红", EDIT))
