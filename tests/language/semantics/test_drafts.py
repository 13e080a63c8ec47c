"""What a sentence has said so far begins with nothing, and is its own."""

from __future__ import annotations

from catchlight.language.intents import Region
from catchlight.language.semantics.drafts import Action, Sentence


def test_sentences_share_nothing() -> None:
    first, second = Sentence(), Sentence()
    first.protected.append(Region("hair"))
    first.kept.append("blur")
    assert (second.protected, second.kept, second.drafts) == ([], [], [])


def test_an_action_is_half_as_strong_as_possible_and_no_complaint() -> None:
    wish = Action("blur", 1)
    assert (wish.usual, wish.stated, wish.fault) == (0.5, False, False)
