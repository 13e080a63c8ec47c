"""Sentences for operations: understood once, refused with help."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.core.errors import UnusablePicture
from catchlight.language.intents import Domain, NotUnderstood
from catchlight.language.interpreter import Interpreter
from catchlight.operations.sentences import encoder, interpreter, parse_sentence, warm_interpreter


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


@pytest.mark.parametrize("domain", ["edit", "adjust"])
def test_what_lies_under_the_hotspot_is_part_of_the_sentence(domain: Domain) -> None:
    assert parse_sentence(domain, "make it darker", "hair").intents[0].regions == ()


def test_the_encoder_tells_what_is_near_in_both_languages() -> None:
    encode = encoder()
    assert encode is encoder()
    dye, colour, crop, chinese = encode(
        ("dye his locks chestnut", "make the hair dark brown", "crop the sky", "把头发染成深棕色")
    )
    assert dye @ colour > dye @ crop
    assert chinese @ colour > chinese @ crop
    assert np.linalg.norm(dye) == pytest.approx(1, abs=1e-3)
    assert encode(["  "]).shape == (1, 512)


def _suggested(reader: Interpreter, sentence: str) -> tuple[str, ...]:
    with pytest.raises(NotUnderstood) as refusal:
        reader.understand(sentence)
    return refusal.value.suggestions


def test_a_ready_interpreter_suggests_at_once_in_both_languages() -> None:
    made = warm_interpreter("adjust")
    assert made is interpreter("adjust")
    for sentence in ("zorble the frumps", "把它变成独角兽"):
        assert len(_suggested(made, sentence)) == 3
